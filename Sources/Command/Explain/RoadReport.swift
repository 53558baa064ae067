import JSONMigrationCore
import JSONText

/// The road of a document, in the forms in which it is told.
struct RoadReport {
  private let trace: Trace
  private let name: String
  private let target: Version

  /// The most edits of one rule that are shown to people.
  static let most = 10

  init(_ trace: Trace, name: String, to target: Version) {
    self.trace = trace
    self.name = name
    self.target = target
  }

  /// The road for people; `isWhole` tells whether all edits are shown, however many.
  func text(_ painter: Painter, isWhole: Bool) -> String {
    var text = documents
    for step in trace.steps {
      let place = step.path == "$" ? "" : "  in \(Printable.path(step.path))"
      text += "\n" + painter.paint("version \(step.from) → \(step.to)", .bold) + place + "\n"
      if step.edits.isEmpty, step.isDone { text += "  no rule had anything to do\n" }
      for edits in step.edits.byRule {
        text += "  " + head(of: edits[0].rule, painter) + "\n"
        let shown = isWhole ? edits.count : Self.most
        for edit in edits.prefix(shown) { text += "    " + edit.line(painter) + "\n" }
        if edits.count > shown { text += "    and \(edits.count - shown) more\n" }
      }
      text += idle(isWhole ? step.idle : step.idle.filter(\.isMistake), painter)
    }
    return text
  }

  /// The rules that found nothing, and why.
  private func idle(_ rules: [Trace.Idle], _ painter: Painter) -> String {
    rules.map { idle in
      "  \(painter.paint(idle.rule.verb, .bold))  \(idle.place.description)\n    found nothing"
        + (idle.reason.map { ": \(Printable.text(of: $0))" } ?? "") + "\n"
    }.joined()
  }

  private var documents: String {
    let name = Printable.text(of: name)
    if trace.documents.isEmpty {
      // What keeps a document from having a road is told as an error.
      return "\(name): no \(trace.failure == nil ? "document with a version" : "road")\n"
    }
    let moved = Set(trace.steps.map(\.path))
    return trace.documents.map { found in
      let place = found.path == "$" ? "" : "  \(Printable.path(found.path))"
      // Nested documents have versions of their own.
      let isCurrent = !moved.contains(found.path) && trace.failure == nil
      return "\(name)\(place): version \(found.version)"
        + (isCurrent ? ", nothing to do" : "") + "\n"
    }.joined()
  }

  private func head(of rule: Int?, _ painter: Painter) -> String {
    guard let rule else { return "version" }
    let site = trace.rules[rule]
    return "\(painter.paint(site.verb, .bold))  \(site.place.description)"
  }

  /// One object on one line.
  ///
  /// | member | what |
  /// | --- | --- |
  /// | `file`, `target` | the document, and the version it is to come to |
  /// | `documents` | of each document in it, nested ones too: its `path` and `version` |
  /// | `steps` | of each step: `path` of the document, `from`, `to`, its `edits` in order, and `idle` |
  /// | `failure` | why the road ends before its end: a diagnostic |
  ///
  /// In `idle` are the rules that found nothing, with the `reason` where it is known, and those
  /// that found something, but nothing by the `path`.
  ///
  /// An edit has the `rule` (`verb`, `place`), none where the version was written, and `before` and
  /// `after`, each with `path` and `value`, as far as the value was there.
  var json: String {
    var members = [
      ("file", JSONReporter.text(name)), ("target", JSONReporter.value(target.json)),
      (
        "documents",
        JSONReporter.array(
          trace.documents.map {
            JSONReporter.object([
              ("path", JSONReporter.text($0.path)),
              ("version", JSONReporter.value($0.version.json)),
            ])
          })
      ), ("steps", JSONReporter.array(trace.steps.map(json))),
    ]
    if let failure = trace.failure?.diagnostics.first {
      members.append(("failure", JSONReporter.object(of: failure)))
    }
    return JSONReporter.object(members)
  }

  private func json(_ step: Trace.Step) -> String {
    JSONReporter.object([
      ("path", JSONReporter.text(step.path)), ("from", JSONReporter.value(step.from.json)),
      ("to", JSONReporter.value(step.to.json)),
      ("edits", JSONReporter.array(step.edits.map { $0.json(in: trace) })),
      ("idle", JSONReporter.array(step.idle.map(json))),
    ])
  }

  private func json(_ idle: Trace.Idle) -> String {
    var members = [
      ("verb", JSONReporter.text(idle.rule.verb)),
      ("place", JSONReporter.object(of: idle.place)),
    ]
    if let path = idle.path { members.append(("path", JSONReporter.text(path))) }
    if let reason = idle.reason { members.append(("reason", JSONReporter.text(reason))) }
    return JSONReporter.object(members)
  }
}

// MARK: - Edits

extension Trace.Edit {
  /// What was done to the value, on one line.
  func line(_ painter: Painter) -> String {
    switch (before, after) {
    case (nil, nil): return ""
    case (nil, let after?): return painter.paint("+", .added) + " " + after.line
    case (let before?, nil): return painter.paint("-", .removed) + " " + before.line
    case (let before?, let after?):
      let paths = [before.path, after.path].map(Printable.path)
      let places = before.path == after.path ? paths[0] : paths.joined(separator: " → ")
      let values = ChangedValues(before.value, after.value).map { "  \($0.before) → \($0.after)" }
      return painter.paint("~", .note) + " \(places)\(values ?? "")"
    }
  }

  func json(in trace: Trace) -> String {
    var members: [(String, String)] = []
    if let rule {
      members.append(
        (
          "rule",
          JSONReporter.object([
            ("verb", JSONReporter.text(trace.rules[rule].verb)),
            ("place", JSONReporter.object(of: trace.rules[rule].place)),
          ])
        ))
    }
    if let before { members.append(("before", before.json)) }
    if let after { members.append(("after", after.json)) }
    return JSONReporter.object(members)
  }
}

extension Trace.Spot {
  /// The place and all of the value.
  fileprivate var line: String { "\(Printable.path(path))  \(Printable.text(of: value))" }

  var json: String {
    JSONReporter.object([
      ("path", JSONReporter.text(path)), ("value", JSONReporter.value(value)),
    ])
  }
}

extension [Trace.Edit] {
  /// Edits of one rule that follow each other, together.
  fileprivate var byRule: [[Trace.Edit]] {
    reduce(into: []) { groups, edit in
      if let last = groups.last?.last, last.rule == edit.rule {
        groups[groups.count - 1].append(edit)
      } else {
        groups.append([edit])
      }
    }
  }
}
