package import JSONMigrationCore
package import JSONText

extension NextStep {
  /// The first step of a folder that has only a format: it starts at the version that a document
  /// without one is of.
  package init(of format: RuleSource) {
    let json = (try? CommentedText.blanked(format.bytes)).flatMap { try? JSON(parsing: $0) }
    let missing = json?["version"]?["missing"]
    let probes = missing?.array?.compactMap { $0["version"].flatMap { Version(saidBy: $0) } }
    // Of versions in texts the newest is asked for first, as a rule.
    let known = probes?.ordered { $0.isInteger && $0.isLater(than: $1) } ?? []
    if known.count > 1 {
      self.init(from: known[1], to: known[0])
    } else {
      self.init(following: known.first ?? missing.flatMap { Version(saidBy: $0) } ?? .integer(1))
    }
  }

  /// The step from a version to the next.
  init(following version: Version) {
    self.init(from: version, to: Self.version(after: version) ?? .integer(1))
  }

  /// The rules of a folder that has only a format, with this step, which has none; throws where the
  /// format can't be read.
  package func migrator(
    with format: RuleSource, named name: String
  ) throws(MigrationError) -> Migrator {
    try Migrator(named: name, generator: .fixed, files: files(with: format))
  }

  func files(
    with format: RuleSource
  ) -> (_ folder: String) -> Result<[RuleSource], MigrationError>? {
    let step: JSON = ["from": from.value, "to": to.value, "rules": []]
    let files = [format, RuleSource(name: file, text: step.description)]
    return { $0.isEmpty ? .success(files) : nil }
  }
}

/// The first draft of a step: a file that loads, with an example of a rule and a test that passes.
package struct NextStep: Sendable {
  package let from: Version
  package let to: Version
  /// The name of its file in the rules folder.
  package let file: String

  /// The step of a folder that has none.
  package static let first = NextStep(from: .integer(1), to: .integer(2), file: "v2.json")

  /// The step that follows the newest version; an error where no integer does.
  package init(after migrator: Migrator) throws(MigrationError) {
    let chain = migrator.rules.format.chain
    from = chain.newest
    guard let next = Self.version(after: from) else {
      throw MigrationError(
        Diagnostic(
          .badRules, "no version follows \(from), the largest that there is",
          at: chain.steps.last.map { migrator.rules.files[$0.file].place($0.range) }))
    }
    to = next
    // The file is named as that of the step before: after v3.json comes v4.json.
    let last = chain.steps.last { $0.to == chain.newest }
    let name =
      last.map { migrator.rules.files[$0.file].name.utf8.split(separator: UInt8(ascii: "/")) }?
      .last.map { String(decoding: Array($0), as: UTF8.self) } ?? ""
    let isCommented = name.hasSuffix(".jsonc")
    file = "v\(Self.fileName(to))" + (isCommented ? ".jsonc" : ".json")
  }

  private init(from: Version, to: Version, file: String) {
    (self.from, self.to, self.file) = (from, to, file)
  }

  /// A step between two versions.
  package init(from: Version, to: Version) {
    self.init(from: from, to: to, file: "v\(Self.fileName(to)).json")
  }

  /// The same step to another version.
  package func leading(to version: Version) -> NextStep {
    let end = file.hasSuffix(".jsonc") ? ".jsonc" : ".json"
    return NextStep(from: from, to: version, file: "v\(Self.fileName(version))\(end)")
  }

  /// The number after it, if there is one; of text, the text with the number at its end one higher.
  private static func version(after version: Version) -> Version? {
    switch version {
    case .integer(let number): return number == .max ? nil : .integer(number + 1)
    case .text(let text):
      let text = Array(text.utf8)
      let digits = text.reversed().prefix { (0x30...0x39).contains($0) }.count
      let start = String(decoding: text.dropLast(min(digits, 15)), as: UTF8.self)
      let number = Int(String(decoding: text.suffix(min(digits, 15)), as: UTF8.self))
      guard let number else { return .text(start + "-next") }
      let next = String(number + 1)
      let width = String(repeating: "0", count: max(0, min(digits, 15) - next.utf8.count))
      return .text(start + width + next)
    }
  }

  /// The version, of letters that every file system takes.
  private static func fileName(_ version: Version) -> String {
    switch version {
    case .integer(let number): return String(number)
    case .text(let text):
      let isFit = { (byte: UInt8) in
        byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
          || (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
          || (0x61...0x7A).contains(byte)
      }
      return String(
        decoding: text.utf8.prefix(64).map { isFit($0) ? $0 : UInt8(ascii: "-") }, as: UTF8.self)
    }
  }

  /// The file that says what the documents of a format are, for a folder that has none so far.
  package static let formatFile = "format.json"

  /// The schema that the files name.
  package static let schemaFile = "rule-file.schema.json"

  /// What is in that; `name` is what the format is called.
  ///
  /// `each` is the path of the documents in their files, `condition` what they look like, and
  /// `endings` those of their files beside the usual ones. Without these nothing is said of files,
  /// for that would hide the documents that `comments` and `--plist` ask for.
  package static func formatText(
    named name: String, each: String? = nil, version: JSON = ["at": "version", "missing": 1],
    when condition: String = "type(@) == 'object'", endings: [String] = []
  ) -> String {
    let files = ["*.json", "*.jsonl", "*.ndjson"] + endings.map { "*.\($0)" }
    let shown = endings.isEmpty ? ["*.poem", "settings/*.json"] : files
    let member = "\"files\": \(JSON.array(shown.map { .string($0) }).spaced),"
    let each = each.map { "\n  \"each\": \(JSON.string($0))," } ?? ""
    return """
      {
        "$schema": "rule-file.schema.json",
        "format": \(JSON.string(name)),\(each)
        "version": \(version.spaced),
        // In a folder, these files and no others are its documents:
        \(endings.isEmpty ? "// " : "")\(member)
        // Which documents are of this format at all, whatever their version: say more, such as
        // "@.title && type(@.lines) == 'array'". All others are left alone.
        "when": \(JSON.string(condition))
      }

      """
  }

  /// What the example renames: names that no step before has taken away.
  private var names: (old: String, new: String) {
    func name(_ version: Version) -> String {
      "name" + "\(version)".filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }
    let names = (old: name(from), new: name(to))
    return from == .integer(1) || names.old == names.new ? ("oldName", "newName") : names
  }

  /// What is in the file.
  package var text: String {
    func json(_ version: Version) -> String { String(decoding: version.json, as: UTF8.self) }
    return """
      {
        "$schema": "rule-file.schema.json",
        "from": \(json(from)), "to": \(json(to)),
        "about": "What is new in this version",
        "rules": [
          // An example: put your own rules in its place.
          { "rename": { "\(names.old)": "\(names.new)" } }
        ],
        "tests": [
          {
            "name": "what the rule shows",
            "before": { "\(names.old)": 1 },
            "after": { "\(names.new)": 1 }
          }
        ]
      }

      """
  }
}
