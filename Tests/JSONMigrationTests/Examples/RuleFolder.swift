import JSONText

@testable import JSONMigrationCore

/// The files of a rules folder, and what is written in them.
struct RuleFolder: Sendable {
  struct File: Sendable {
    /// The name in the folder: `v2.json`, `user/v2.json`.
    let name: String
    let bytes: [UInt8]
  }

  let files: [File]

  init(files: [File]) {
    self.files = files
  }

  /// Reads a folder of the project, without what is in `tests`.
  init(at path: String) throws {
    files = try Project.files(in: path)
      .filter { name in
        let parts = name.split(separator: "/")
        return (name.hasSuffix(".json") || name.hasSuffix(".jsonc"))
          && !name.hasSuffix(".schema.json") && !parts.contains("tests")
      }
      .map { File(name: $0, bytes: try Project.bytes(path + "/" + $0)) }
  }

  /// A format that writes no version, and takes every document for one of version 1.
  static let unstamped = File(name: "format.json", bytes: Array(Trial.format.utf8))

  /// A folder with one step, of rules with commas between them.
  static func step(of rules: [UInt8]) -> RuleFolder {
    let bytes = Array("{ \"to\": 2, \"rules\": [\n".utf8) + rules + Array("] }".utf8)
    return RuleFolder(files: [unstamped, File(name: "v2.json", bytes: bytes)])
  }

  /// The folder inside it that a rule names, as a folder of its own.
  func folder(_ name: String) -> RuleFolder {
    RuleFolder(
      files: files.compactMap { file in
        file.name.hasPrefix(name + "/")
          ? File(name: String(file.name.dropFirst(name.count + 1)), bytes: file.bytes) : nil
      })
  }

  /// The words that its files use.
  func words() throws -> Set<String> {
    try files.reduce(into: []) { $0.formUnion(try $1.words()) }
  }
}

extension RuleFolder {
  func migrator() throws(MigrationError) -> Migrator {
    try Migrator(
      rules: files.map { RuleSource(name: $0.name, bytes: $0.bytes) }, functions: Trial.functions,
      generator: .fixed)
  }

  /// The folder with one of its steps only, for documents that have no version.
  func alone(_ step: LocatedJSON, of file: File) -> RuleFolder {
    let members = ["rules", "undo"].compactMap { key in
      step.member(key).map { value in
        ", \"\(key)\": " + String(decoding: file.bytes[value.range], as: UTF8.self)
      }
    }
    let alone = File(name: "v2.json", bytes: Array("{ \"to\": 2\(members.joined()) }".utf8))
    return RuleFolder(files: files.filter { $0.name.contains("/") } + [Self.unstamped, alone])
  }
}

extension Migrator {
  /// The kind of the error that a document gives, or nil if it is migrated.
  func kindOfFailure(_ document: [UInt8]) -> String? {
    do {
      _ = try migrate(document)
      return nil
    } catch {
      return error.kind.rawValue
    }
  }
}

extension RuleFolder.File {
  var isFormat: Bool {
    ["format.json", "format.jsonc"].contains(name.split(separator: "/").last.map(String.init) ?? "")
  }

  func parsed() throws -> LocatedJSON {
    let (root, duplicates) = try LocatedJSON.parse(bytes, dialect: .ruleFile)
    if let first = duplicates.first { throw first.error(in: SourceMap(bytes)) }
    return root
  }

  /// The verbs, options and keys of a format that the file uses.
  func words() throws -> Set<String> {
    var words: Set<String> = []
    var open: [LocatedJSON] = []
    let root = try parsed()
    if isFormat {
      for member in root.members {
        words.insert(member.key)
        if member.key == "version" { words.formUnion(member.value.members.map(\.key)) }
      }
    } else {
      open = (root.member("rules")?.elements ?? []) + (root.member("undo")?.elements ?? [])
      if root.member("undo") != nil { words.insert("undo") }
    }
    while let rule = open.popLast() {
      for member in rule.members {
        words.insert(member.key)
        if ["rules", "undo", "choose"].contains(member.key) { open += member.value.elements }
      }
    }
    return words
  }
}

extension LocatedJSON {
  var members: [Member] {
    if case .object(let members) = value { members } else { [] }
  }

  var elements: [LocatedJSON] {
    if case .array(let elements) = value { elements } else { [] }
  }

  func member(_ key: String) -> LocatedJSON? {
    members.first { $0.key == key }?.value
  }

  var text: String? {
    if case .string(let text) = value { text } else { nil }
  }
}
