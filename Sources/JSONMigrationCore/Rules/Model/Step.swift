package import JSONText

/// The rules that lead from one version to the next: a step file.
package final class Step: Sendable {
  package let from: [Version]
  package let to: Version
  let about: String?
  package let rules: [Rule]
  package let undo: [Rule]?
  package let tests: [StepTest]
  /// The number of its file, and where it says its versions.
  package let file: Int
  package let range: Range<Int>
  /// Where it says what it starts from, if it does.
  let startRange: Range<Int>?

  init(
    from: [Version], to: Version, about: String?, rules: [Rule], undo: [Rule]?,
    tests: [StepTest], file: Int, range: Range<Int>, startRange: Range<Int>?
  ) {
    self.from = from
    self.to = to
    self.about = about
    self.rules = rules
    self.undo = undo
    self.tests = tests
    self.file = file
    self.range = range
    self.startRange = startRange
  }

  /// The rules and those in them.
  package var allRules: [Rule] {
    var all: [Rule] = []
    var pending = rules
    while let rule = pending.popLast() {
      all.append(rule)
      pending += rule.inner
    }
    return all
  }

  /// `version 2 → 3`, for messages.
  package var description: String {
    "version \(Printable.list(from.map(\.description))) → \(to)"
  }
}

/// A document before and after a step.
package struct StepTest: Sendable {
  package enum Outcome: Sendable {
    case after(JSON)
    case fails(kind: String)
  }

  package let name: String
  package let before: JSON
  package let outcome: Outcome
  package let range: Range<Int>
}

extension RuleReader {
  /// Reads a step file.
  func step(_ source: RuleSource, name: String) -> Step? {
    guard let root = open(source, name: name) else { return nil }
    let mistakes = diagnostics.count
    defer { help("a step is { \"to\": 2, \"rules\": [ … ] }", since: mistakes) }
    guard
      var fields = Fields(
        root, "a step, which is an object with `to` and `rules`", self, FileKeys.step)
    else { return nil }
    owner = file
    guard isStep(fields) else { return nil }
    _ = fields.text("$schema")
    let to = fields.require("to", "the version that this step leads to").flatMap { end($0) }
    let from = from(&fields, to: to)
    let about = fields.text("about")
    stashing.begin(to: to)
    let rules = fields.require("rules", "the list of what to do").flatMap { self.rules($0) }
    let undo = fields.take("undo").flatMap { self.rules($0) }
    let tests = fields.take("tests").flatMap { self.tests($0) }
    fields.finish(FileKeys.step.map(\.name), of: "a step")
    guard let to, let from, let rules else { return nil }
    return Step(
      from: from, to: to, about: about, rules: rules, undo: undo, tests: tests ?? [],
      file: file, range: fields.keyRange("to"),
      startRange: fields.has("from") ? fields.keyRange("from") : nil)
  }

  /// Whether an object has anything of a step; else that is all there is to say about it.
  private func isStep(_ fields: Fields) -> Bool {
    if fields.has("to") || fields.has("rules") || fields.keys.isEmpty { return true }
    let known = FileKeys.step.map(\.name).filter { !$0.hasPrefix("$") }
    if fields.keys.contains(where: { NearestName.of($0, among: known) != nil }) { return true }
    if holdsFormat(fields) {
      report(
        "this is no step: it is what format.json holds",
        at: fields.range.lowerBound..<fields.range.lowerBound + 1,
        help: "rename it to `format.json`")
      return false
    }
    report(
      "this is no step: it has neither `to` nor `rules`",
      at: fields.range.lowerBound..<fields.range.lowerBound + 1,
      help: "a step is { \"to\": 2, \"rules\": [ … ] }; documents go into another folder")
    return false
  }

  /// Whether an object has keys of format.json and no others; in documents `version` is no object.
  private func holdsFormat(_ fields: Fields) -> Bool {
    var fields = fields
    if let version = fields.take("version") {
      guard case .object = version.value else { return false }
    }
    let known = FileKeys.format.map(\.name)
    return fields.keys.allSatisfy { key in known.contains { $0.utf8.elementsEqual(key.utf8) } }
  }

  /// The version that a step leads to.
  private func end(_ value: LocatedJSON) -> Version? {
    guard let version = version(value) else { return nil }
    if version.beginning == nil { return version }
    report(
      "a step leads to one version, and \(version) stands for many", at: value.range,
      help: "`*` at the end is for `from`")
    return nil
  }

  /// The versions that a step lifts: the integer before `to` where nothing is said.
  private func from(_ fields: inout Fields, to: Version?) -> [Version]? {
    if let value = fields.take("from") {
      guard case .array(let elements) = value.value else { return version(value).map { [$0] } }
      if elements.isEmpty { report("the list of versions is empty", at: value.range) }
      return elements.isEmpty ? nil : versions(elements)
    }
    switch to {
    case .integer(Int.min)?:
      report(
        "no integer is before this one: `from` has to say what the step starts from",
        at: fields.keyRange("to"))
      return nil
    case .integer(let number)?:
      return [.integer(number - 1)]
    case .text?:
      report(
        "`from` is missing here: with versions that are text every step says what it starts from",
        at: fields.keyRange("to"),
        help: "write { \"from\": \"1.0\", \"to\": \"1.1\", … }, or an integer: { \"to\": 2, … }")
      return nil
    case nil:
      return nil
    }
  }

  /// The versions in a list, each once.
  private func versions(_ elements: [LocatedJSON]) -> [Version]? {
    guard let versions = whole(elements, { version($0) }) else { return nil }
    var known: [Version: Int] = [:]
    for (index, version) in versions.enumerated() {
      if let first = known[version] {
        report(
          "version \(version) stands twice in this list", at: elements[index].range,
          further: [files[file].place(elements[first].range, label: "it stands here already")])
        return nil
      }
      known[version] = index
    }
    return versions
  }

  /// A version: an integer or text.
  func version(_ value: LocatedJSON) -> Version? {
    switch value.value {
    case .number(let number):
      if let integer = Int(exactly: number) { return .integer(integer) }
      let isBeyond = NumberText.isInteger(number.text)
      let range = isBeyond ? " from \(Int.min) to \(Int.max)" : ""
      report(
        "a version is an integer\(range) or text, and \(Printable.quote(number.text)) is neither",
        at: value.range,
        help: "as text it has quotes, in every step and in documents: "
          + "`\"\(Printable.quote(number.text))\"`; \(Version.otherwise)")
      return nil
    case .string(let text): return .text(text)
    default:
      reportType(value, expected: "a version: an integer or text")
      return nil
    }
  }

  /// Warns of a kind of error that is none.
  private func check(kind: String, at range: Range<Int>) {
    guard let help = KindHelp.help(forUnknown: kind) else { return }
    report(
      "`\(Printable.quote(kind))` is no kind of error, so this test can't pass", at: range,
      help: help, severity: .warning)
  }

  private func tests(_ value: LocatedJSON) -> [StepTest]? {
    let mistakes = diagnostics.count
    defer { help("`tests` is a list: [{ \"before\": …, \"after\": … }, …]", since: mistakes) }
    return list(value, "a list of tests")?.compactMap { test($0) }
  }

  private func test(_ value: LocatedJSON) -> StepTest? {
    let mistakes = diagnostics.count
    defer {
      help(
        "a test is { \"before\": …, \"after\": … }, or with `fails` and a kind of error in place of "
          + "`after`", since: mistakes)
    }
    guard
      var fields = Fields(
        value, "a test, which is an object with `before` and `after`", self, FileKeys.test)
    else { return nil }
    let name = fields.text("name")
    let before = fields.require("before", "the document before the step")
    let after = fields.take("after")
    let kind = fields.take("fails")
    let isMisspelled = after == nil && kind == nil && fields.misspells(["after", "fails"])
    let fails = kind.flatMap { text($0) }
    if let kind, let fails { check(kind: fails, at: kind.range) }
    fields.finish(FileKeys.test.map(\.name), of: "a test")
    guard let before, !isMisspelled else { return nil }
    let outcome: StepTest.Outcome
    switch (after, fails) {
    case (let after?, nil): outcome = .after(after.json)
    case (nil, let kind?): outcome = .fails(kind: kind)
    default:
      if kind == nil || fails != nil || after != nil {
        report("a test has either `after` or `fails`", at: value.range)
      }
      return nil
    }
    return StepTest(name: name ?? "", before: before.json, outcome: outcome, range: value.range)
  }
}
