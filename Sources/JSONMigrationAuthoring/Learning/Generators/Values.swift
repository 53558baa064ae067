internal import JSONMigrationCore
internal import JSONText

enum AddDefaultGenerator: RuleGenerator {
  static let verb = "add-default"
  static let cost = 4.0

  static func propose(in scope: Scope, _ proposals: inout Proposals) {
    for way in scope.new.ways {
      propose(scope.new[way].map(\.value), at: way, &proposals)
      var inner = Scope.Items<Term>()
      for (item, value) in scope.new[way] {
        for (way, term) in value.below(way).dropFirst() where term.isScalar || term.isEmpty {
          inner.add(term, at: way, in: item)
        }
      }
      for way in inner.ways { propose(inner[way].map(\.value), at: way, &proposals) }
    }
    for edit in scope.edits where !edit.way.isEmpty { propose(generated: edit, &proposals) }
    // Empty values get the default as well.
    for edit in scope.edits
    where !edit.way.isEmpty && edit.pairs.count == 1 && edit.new.mayBeConstant {
      let new = edit.new.json
      let option = edit.old.kind == .null ? "if-null" : edit.old.isEmpty ? "if-empty" : nil
      guard let option else { continue }
      proposals.add([edit.way], extra: 1) {
        [.rule(verb, .object([$0[0].text: new]), [option: "replace"])]
      }
    }
    proposeFilled(in: scope, &proposals)
  }

  private static func propose(_ values: [Term], at way: Way, _ proposals: inout Proposals) {
    let distinct = values.distinct
    if distinct.contains(where: { Fresh.isGenerated($0) }) {
      proposals.add([way]) { [.rule(verb, .array([.string($0[0].text)]), ["generate": "uuid"])] }
    }
    if let form = distinct.lazy.compactMap({ Fresh.clockForm($0) }).first {
      proposals.add([way]) { ways in
        let paths = JSON.array([.string(ways[0].text)])
        return form == "iso8601"
          ? [.rule(verb, paths, ["generate": "now"])]
          : [.rule(verb, paths, ["generate": "now", "as": .string(form)])]
      }
    }
    for value in distinct.prefix(4) where value.mayBeConstant {
      let json = value.json
      proposals.add([way]) { [.rule(verb, .object([$0[0].text: json]))] }
    }
  }

  /// Proposals for values that become new ids: those that are null or empty, and all.
  private static func propose(generated edit: Edit, _ proposals: inout Proposals) {
    guard edit.pairs.allSatisfy({ Fresh.isGenerated($0.after) }) else { return }
    let areNull = edit.pairs.allSatisfy { $0.before.kind == .null }
    if areNull || edit.pairs.allSatisfy({ $0.before.kind == .null || $0.before.isEmpty }) {
      let option = areNull ? "if-null" : "if-empty"
      proposals.add([edit.way], extra: 1) {
        let paths = JSON.array([.string($0[0].text)])
        return [.rule(verb, paths, ["generate": "uuid", option: "replace"])]
      }
    }
    proposals.add([edit.way], extra: 1) {
      let path = JSON.string($0[0].text)
      return [.rule("drop", path), .rule(verb, .array([path]), ["generate": "uuid"])]
    }
  }

  /// Proposals for new objects that contain values of the scope.
  private static func proposeFilled(in scope: Scope, _ proposals: inout Proposals) {
    for way in scope.new.ways {
      guard let value = scope.new[way].first?.value, !value.isScalar, value.mayBeConstant,
        let template = FilledValue.template(
          for: scope.new[way].map { ($0.value, scope.items[$0.item].before) })
      else { continue }
      proposals.add([way], extra: 2) {
        [.rule(verb, .object([$0[0].text: template]), ["fill": true])]
      }
      proposals.add([way], extra: 2.5) {
        [.rule("set", .object([$0[0].text: template]), ["fill": true])]
      }
    }
  }
}

enum SetGenerator: RuleGenerator {
  static let verb = "set"
  static let cost = 4.6

  static func propose(in scope: Scope, _ proposals: inout Proposals) {
    for edit in scope.edits {
      for value in edit.pairs.map(\.after).distinct.prefix(4) where value.mayBeConstant {
        let json = value.json
        proposals.add([edit.way]) { [.rule(verb, .object([$0[0].text: json]))] }
      }
      if !edit.new.isScalar, edit.new.mayBeConstant,
        let template = FilledValue.template(for: results(of: edit, scope))
      {
        proposals.add([edit.way], extra: 1.5) {
          [.rule(verb, .object([$0[0].text: template]), ["fill": true])]
        }
      }
    }
    for way in scope.new.ways
    where way.name.map({ $0.text.lowercased().includes("version") }) == true {
      guard let value = scope.new[way].first?.value.json else { continue }
      proposals.add([way], extra: 6.5) { [.rule(verb, .object([$0[0].text: value]))] }
    }
  }

  /// What the places of an edit become, each with what is around it.
  private static func results(of edit: Edit, _ scope: Scope) -> [(value: Term, scope: Term)] {
    let pairs = Set(edit.pairs)
    return (scope.changed[edit.way] + scope.lists[edit.way]).filter { pairs.contains($0.value) }
      .map { ($0.value.after, scope.items[$0.item].before) }
  }
}

enum MapValuesGenerator: RuleGenerator {
  static let verb = "map-values"
  static let cost = 4.0

  static func propose(in scope: Scope, _ proposals: inout Proposals) {
    for edit in scope.edits {
      proposeRows(edit, &proposals)
      proposeBounds(edit, &proposals)
    }
    proposeMembers(in: scope, &proposals)
    proposeDrops(in: scope, &proposals)
  }

  /// Proposals for all members of an object by one table, where those that change have names of
  /// their own in each.
  private static func proposeMembers(in scope: Scope, _ proposals: inout Proposals) {
    let ways = scope.changed.ways.filter { way in
      scope.changed[way].contains { !$0.value.isDone }
    }
    let byParent = Dictionary(grouping: ways, by: \.parent)
    var seen: Set<Way> = []
    for parent in ways.map(\.parent) where seen.insert(parent).inserted {
      guard let ways = byParent[parent], !parent.isEmpty, parent.isNames else { continue }
      let objects = scope.values(parent).count
      let isRecord = objects > 1 && ways.allSatisfy { scope.values($0).count == objects }
      guard ways.count > 1, !isRecord else { continue }
      let pairs = ways.flatMap { scope.changed[$0].map(\.value) }.filter { !$0.isDone }
      guard pairs.allSatisfy({ $0.before.isScalar && $0.after.isScalar }) else { continue }
      var known: Set<TermPair> = []
      let edit = Edit(
        way: parent.appending(.every), pairs: pairs.filter { known.insert($0).inserted })
      proposeRows(edit, &proposals)
    }
  }

  static func proposeRows(_ edit: Edit, _ proposals: inout Proposals) {
    var rows: [(old: Term, new: [Term])] = []
    for pair in edit.pairs {
      if let index = rows.firstIndex(where: { $0.old === pair.before }) {
        rows[index].new.append(pair.after)
      } else {
        rows.append((pair.before, [pair.after]))
      }
    }
    guard rows.count <= 12, edit.pairs.allSatisfy({ $0.before.news <= 30 }) else { return }
    let sound = rows.filter { $0.new.distinct.count == 1 }.map { ($0.old, $0.new[0]) }
    guard !sound.isEmpty else { return }
    propose(sound, edit.way, &proposals)
    if (2...3).contains(sound.count) {
      for row in sound { propose([row], edit.way, &proposals) }
    }
  }

  private static func propose(
    _ rows: [(Term, Term)], _ way: Way, _ proposals: inout Proposals
  ) {
    let isTable = rows.allSatisfy { $0.0.kind == .text }
    var table = JSONObject()
    for (old, new) in rows where isTable { table[old.text ?? ""] = new.json }
    let cases = JSON.array(rows.map { ["is": $0.0.json, "becomes": $0.1.json] })
    let value: JSON = isTable ? .object(table) : cases
    proposals.add(verb, way, [isTable ? "table" : "cases": value, "otherwise": "keep"])
  }

  /// Proposals for numbers that become one of few values, by their range.
  static func proposeBounds(
    _ edit: Edit, extra: Double = 0, _ proposals: inout Proposals
  ) {
    let news = edit.pairs.map(\.after).distinct
    guard (2...4).contains(news.count), edit.pairs.count >= 3 else { return }
    let sorted = edit.pairs.compactMap { pair in pair.before.value.map { ($0, pair.after) } }
      .ordered { $0.0 < $1.0 }
    guard sorted.count == edit.pairs.count else { return }
    var groups: [(most: JSONNumber, new: Term)] = []
    for (number, new) in sorted {
      if groups.last?.new === new {
        groups[groups.count - 1].most = number
      } else {
        groups.append((number, new))
      }
    }
    guard groups.count == news.count else { return }
    var cases: [JSON] = groups.dropLast().map {
      ["at-most": .number($0.most), "becomes": $0.new.json]
    }
    cases.append(
      [
        "above": .number(groups[groups.count - 2].most),
        "becomes": groups[groups.count - 1].new.json,
      ])
    // Where each number becomes a value of its own, they are names and no bounds.
    let areNames = Set(edit.pairs.map(\.before)).count == groups.count
    proposals.add(
      verb, edit.way, ["cases": .array(cases)], extra: extra + (areNames ? 2 : 0))
  }

  /// Proposals for members that are removed with some values and stay with others.
  private static func proposeDrops(in scope: Scope, _ proposals: inout Proposals) {
    for way in scope.gone.ways {
      let out = scope.gone[way].map(\.value).distinct
      guard out.count <= 3, out.allSatisfy({ $0.isScalar || $0.isEmpty }) else { continue }
      let stay = scope.values(way).contains { item, value in
        scope.gone.value(way, in: item) == nil && !out.contains(value)
      }
      let cases = JSON.array(out.map { ["is": $0.json, "drop": true] })
      if stay {
        proposals.add(verb, way, ["cases": cases, "otherwise": "keep"], extra: 0.5)
      }
      let changes = scope.changed[way].map(\.value).filter { !$0.isDone }
      guard !changes.isEmpty else { continue }
      var seen: Set<Term> = []
      let rows = changes.filter { seen.insert($0.before).inserted }.prefix(8).map {
        JSON.object(["is": $0.before.json, "becomes": $0.after.json])
      }
      proposals.add(
        verb, way, ["cases": .array(rows + (cases.array ?? [])), "otherwise": "keep"], extra: 0.5)
    }
  }
}

enum ScaleGenerator: RuleGenerator {
  static let verb = "scale"
  static let cost = 5.0

  static func propose(in scope: Scope, _ proposals: inout Proposals) {
    for edit in scope.edits where edit.all(.number, .number) {
      let pairs = edit.pairs.compactMap { pair -> (Double, Double)? in
        guard let old = pair.before.value.flatMap({ Double($0) }),
          let new = pair.after.value.flatMap({ Double($0) })
        else { return nil }
        return (old, new)
      }
      guard pairs.count == edit.pairs.count, let (old, new) = pairs.first else { continue }
      // One pair tells little: only round factors are likely.
      let isRound = { (factor: Double) in
        [10, 60, 100, 1000, 3600, 1024, 24, 7].contains(abs(factor))
      }
      if old != 0, new != 0 {
        let factor = new / old
        if pairs.count > 1 || isRound(factor), let number = Self.number(factor), factor != 1 {
          proposals.add(verb, edit.way, ["by": number], extra: pairs.count > 1 ? 0 : 1.5)
        }
        if pairs.count > 1 || isRound(old / new), let number = Self.number(old / new), old != new {
          proposals.add(verb, edit.way, ["divide-by": number], extra: pairs.count > 1 ? 0 : 1.5)
          for places in 0...2 {
            proposals.add(
              verb, edit.way, ["divide-by": number, "round": .number(JSONNumber(places))], extra: 1)
          }
        }
      }
      proposeSum(edit, pairs, &proposals)
    }
  }

  /// Two pairs of numbers give a factor and an offset.
  private static func proposeSum(
    _ edit: Edit, _ pairs: [(Double, Double)], _ proposals: inout Proposals
  ) {
    guard pairs.count > 1, pairs[0].0 != pairs[1].0 else { return }
    let factor = (pairs[1].1 - pairs[0].1) / (pairs[1].0 - pairs[0].0)
    guard let by = number(factor), let add = number(pairs[0].1 - factor * pairs[0].0),
      factor != 0, add != .number(0)
    else { return }
    proposals.add(verb, edit.way, ["by": by, "add": add])
  }

  private static func number(_ value: Double) -> JSON? {
    guard value.isFinite, abs(value) < 1e12 else { return nil }
    let rounded = (value * 1e6).rounded() / 1e6
    guard rounded != 0 || value == 0 else { return nil }
    if let whole = Int(exactly: rounded) { return .number(JSONNumber(whole)) }
    return JSONNumber(rounded).map { .number($0) }
  }
}

enum ConvertGenerator: RuleGenerator {
  static let verb = "convert"
  static let cost = 4.5

  private static let dates = [
    "iso8601", "unix-seconds", "unix-milliseconds", "apple-seconds", "date",
  ]

  static func propose(in scope: Scope, _ proposals: inout Proposals) {
    for edit in scope.edits {
      let (old, new) = (edit.old, edit.new)
      if old.kind == .text, !new.isScalar {
        proposals.add(verb, edit.way, ["from": "json-text", "to": "value"])
      }
      if new.kind == .text, !old.isScalar { proposals.add(verb, edit.way, ["to": "json-text"]) }
      guard old.isScalar, new.isScalar, old.kind != .null, new.kind != .null else { continue }
      proposeUnits(edit, &proposals)
      if old.kind != new.kind {
        for form in ["string", "number", "integer", "boolean"] {
          proposals.add(verb, edit.way, ["to": .string(form)])
          proposals.add(verb, edit.way, ["to": .string(form), "otherwise": "keep"], extra: 0.5)
        }
      }
      guard old.looksLikeMoment || new.looksLikeMoment else { continue }
      for form in dates {
        for other in dates where other != form {
          proposals.add(verb, edit.way, ["from": .string(form), "to": .string(other)])
        }
      }
      proposeForms(edit, &proposals)
    }
  }

  /// Numbers in texts with something around them, such as `12px`.
  private static func proposeUnits(_ edit: Edit, _ proposals: inout Proposals) {
    let isRead = edit.all(.text, .number)
    guard isRead || edit.all(.number, .text) else { return }
    let pairs = edit.pairs.map { ($0.before.written ?? "", $0.after.written ?? "") }
    // A number itself needs no edit.
    if pairs.allSatisfy({ $0.0 == $0.1 }) { return }
    // One that fits several is hardly chance, and cheaper than a table of them.
    let extra = Set(pairs.map(\.1)).count > 1 ? -6.5 : 3
    for edits in TextEdits.all(of: pairs).prefix(mostEdits) {
      proposals.add([edit.way], extra: extra, isWhole: true) { ways in
        let path = JSON.string(ways[0].text)
        let rules: [JSON] = [
          .rule("text", path, ["do": edits]),
          .rule(verb, path, ["to": isRead ? "number" : "string"]),
        ]
        return isRead ? rules : rules.reversed()
      }
    }
  }

  private static let mostEdits = 8

  /// Dates as people write them.
  private static func proposeForms(_ edit: Edit, _ proposals: inout Proposals) {
    guard let old = edit.old.text, let new = edit.new.text else { return }
    for form in ["dd.MM.yyyy", "MM/dd/yyyy", "dd/MM/yyyy", "yyyy/MM/dd", "yyyyMMdd", "yyyy-MM-dd"] {
      let written: JSON = ["form": .string(form)]
      if old.utf8.count == form.utf8.count {
        for target in ["date", "iso8601", "unix-seconds"] {
          proposals.add(verb, edit.way, ["from": written, "to": .string(target)])
        }
      }
      if new.utf8.count == form.utf8.count {
        for source in ["date", "iso8601"] {
          proposals.add(verb, edit.way, ["from": .string(source), "to": written])
        }
      }
    }
  }
}

extension Term {
  /// Whether a date may be meant: a text that begins with digits, or a large number.
  var looksLikeMoment: Bool {
    switch kind {
    case .text:
      let digits = (text ?? "").utf8.prefix(10).count { (0x30...0x39).contains($0) }
      return digits >= 6 && (text ?? "").utf8.count <= 35
    case .number: return value.map { $0 > 10_000_000 } == true
    default: return false
    }
  }
}
