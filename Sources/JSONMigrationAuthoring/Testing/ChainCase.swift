internal import JSONMigrationCore
internal import JSONText

/// A case of the folder `tests`: a document before all steps, and what is to become of it.
struct ChainCase {
  enum Outcome {
    case after(JSON)
    case fails(kind: String, message: String?)
  }

  /// The name of the file with the document.
  let name: String
  let before: [UInt8]
  let outcome: Outcome
  /// The file that says what is to become of it.
  private var expectation: (name: String, bytes: [UInt8]) = ("", [])
  /// What is wrong with the case itself.
  let problem: Diagnostic?
  /// What to do about it.
  static let help =
    "a case is NAME.before.json with NAME.after.json, or with NAME.fails.json: "
    + "{ \"kind\": \"invalid-value\" }"

  /// The cases in the files of a folder: NAME.before.json, with NAME.after.json or NAME.fails.json.
  static func all(in files: [RuleSource], _ folder: String) -> [ChainCase] {
    var parts: [[UInt8]: [(part: Part, file: RuleSource)]] = [:]
    for file in files {
      let name = file.file
      guard let part = Part(name) else { continue }
      parts[name.dropLast(part.ending.count).map { $0 }, default: []].append((part, file))
    }
    return Array(parts).ordered { $0.key.lexicographicallyPrecedes($1.key) }.map { name, parts in
      func bytes(_ part: Part) -> [UInt8]? { parts.first { $0.part == part }?.file.bytes }
      let start = folder + "/" + String(decoding: name, as: UTF8.self)
      return ChainCase(
        start, before: bytes(.before), after: bytes(.after), fails: bytes(.fails))
    }
  }

  /// The JSON files among those of a folder that are no part of a case: names that were meant so.
  static func strays(in files: [RuleSource]) -> [RuleSource] {
    files.filter { Part($0.file) == nil }
  }

  private enum Part: String, CaseIterable {
    case before, after, fails

    var ending: [UInt8] { Array(".\(rawValue).json".utf8) }

    /// The part that a file is, by its name.
    init?(_ file: [UInt8]) {
      let part = Self.allCases.first { file.ends(with: $0.ending) }
      guard let part else { return nil }
      self = part
    }
  }

  private init(_ start: String, before: [UInt8]?, after: [UInt8]?, fails: [UInt8]?) {
    name = start + ".before.json"
    self.before = before ?? []
    var outcome = Outcome.after(.null)
    var problem: Diagnostic?
    func file(_ part: Part) -> String { "\(start).\(part.rawValue).json" }
    do throws(CaseProblem) {
      switch (before, after, fails) {
      case (nil, let after, _):
        problem = Self.problem(
          "the document of this case is missing",
          at: Diagnostic.Place(file(after == nil ? .fails : .after)))
      case (_, let after?, nil):
        expectation = (file(.after), after)
        outcome = .after(
          try Self.parsed(after, named: file(.after)) { bytes throws(JSONError) in
            try JSON(parsing: CommentedText.blanked(bytes))
          })
      case (_, nil, let fails?):
        expectation = (file(.fails), fails)
        outcome = try Self.refusal(fails, named: file(.fails))
      default:
        problem = Self.problem(
          "this case has to have either a file .after.json or a file .fails.json",
          at: Diagnostic.Place(name))
      }
    } catch {
      problem = error.diagnostic
    }
    (self.outcome, self.problem) = (outcome, problem)
  }

  private struct CaseProblem: Error {
    let diagnostic: Diagnostic
  }

  private static func problem(
    _ message: String, at place: Diagnostic.Place, help: String? = nil
  ) -> Diagnostic {
    Diagnostic(.failedTest, message, at: place, help: help ?? Self.help)
  }

  private static func parsed<Value>(
    _ bytes: [UInt8], named file: String, _ parse: ([UInt8]) throws(JSONError) -> Value
  ) throws(CaseProblem) -> Value {
    do throws(JSONError) {
      return try parse(bytes)
    } catch {
      let found = Diagnostic(error, in: bytes, file: file)
      throw CaseProblem(
        diagnostic: Diagnostic(
          .failedTest, "the file of this case can't be read: \(found.message)", at: found.place,
          help: found.help ?? help))
    }
  }

  /// What a file .fails.json says.
  private static func refusal(
    _ bytes: [UInt8], named file: String
  ) throws(CaseProblem) -> Outcome {
    let root = try parsed(bytes, named: file) { bytes throws(JSONError) in
      let (root, duplicates) = try LocatedJSON.parse(bytes)
      if let first = duplicates.first { throw first.error(in: SourceMap(bytes)) }
      return root
    }
    func wrong(_ what: String, at range: Range<Int>, help: String? = nil) -> CaseProblem {
      let place = Diagnostic.Place(file, span: Diagnostic.Span(range, in: bytes))
      return CaseProblem(diagnostic: problem(what, at: place, help: help))
    }
    var texts: [String: String] = [:]
    guard case .object(let members) = root.value else {
      throw wrong("the file .fails.json of this case is no object with `kind`", at: root.range)
    }
    for member in members {
      guard keys.contains(where: { $0.utf8.elementsEqual(member.key.utf8) }) else {
        throw wrong(
          "`\(Printable.quote(member.key))` is no key of a file .fails.json", at: member.keyRange,
          help: NearestName.help(for: member.key, among: keys, one: "key", many: "keys"))
      }
      guard case .string(let text) = member.value.value else {
        throw wrong("`\(member.key)` has to be text", at: member.value.range)
      }
      texts[member.key] = text
      if member.key == "kind", let help = KindHelp.help(forUnknown: text) {
        throw wrong(
          "`\(Printable.quote(text))` is no kind of error, so this test can't pass",
          at: member.value.range, help: help)
      }
    }
    guard let kind = texts["kind"] else {
      throw wrong("the file .fails.json of this case has no `kind`", at: root.range)
    }
    return .fails(kind: kind, message: texts["message"])
  }

  private static let keys = ["kind", "message"]
}

extension ChainCase {
  /// Where it is said what is to come out: in what came, the first value that is another one.
  func place(of found: JSON? = nil) -> Diagnostic.Place {
    let (name, bytes) = expectation
    let root = (try? LocatedJSON.parse(CommentedText.blanked(bytes)))?.root
    let range = root.map { root in found.map { root.firstOther(than: $0) } ?? root.range }
    return Diagnostic.Place(name, span: range.map { Diagnostic.Span($0, in: bytes) })
  }
}

extension LocatedJSON {
  /// The first value in it that is another one there; of an object that lacks members it is the
  /// brace.
  fileprivate func firstOther(than other: JSON) -> Range<Int> {
    switch value {
    case .object(let members):
      guard let others = other.object else { return range }
      for member in members {
        guard let other = others[member.key] else { return member.keyRange }
        if member.value.json != other { return member.value.firstOther(than: other) }
      }
    case .array(let elements):
      guard let others = other.array else { return range }
      for (element, other) in zip(elements, others) where element.json != other {
        return element.firstOther(than: other)
      }
      if elements.count > others.count { return elements[others.count].range }
    default: return range
    }
    return range.lowerBound..<range.lowerBound + 1
  }
}

extension ChainCase.Outcome {
  /// The kind of the error that is expected, if one is.
  var kind: String? {
    if case .fails(let kind, _) = self { kind } else { nil }
  }
}

extension [UInt8] {
  fileprivate func ends(with ending: [UInt8]) -> Bool {
    suffix(ending.count).elementsEqual(ending)
  }
}
