/// A folder in Examples: rules, documents, and what becomes of them.
///
/// `documents/NAME.json` becomes `migrated/NAME.json`, byte for byte. Its rules are in `rules` of
/// the same story, or in `rules` of the project where the story has none. A document in a folder
/// `documents/FOLDER` has the rules in `rules/FOLDER`.
struct Story: Sendable, CustomStringConvertible {
  struct Document: Sendable {
    /// In the folder of the documents: `team.json`, `user/old.json`.
    let name: String
    let before: [UInt8]
    let after: [UInt8]
  }

  let name: String
  let path: String

  init(_ name: String) {
    self.name = name
    path = "Examples/" + name
  }

  /// The examples that have documents; others show where the command is used.
  static let all = Project.names(in: "Examples")
    .filter { Project.exists("Examples/\($0)/documents") }.map { Story($0) }

  var description: String { name }

  var rulesPath: String { Project.exists(path + "/rules") ? path + "/rules" : "rules" }

  func documents() throws -> [Document] {
    try Project.files(in: path + "/documents").map { name in
      Document(
        name: name, before: try Project.bytes(path + "/documents/" + name),
        after: try Project.bytes(path + "/migrated/" + name))
    }
  }

  /// The rules for one of the documents.
  func rules(for document: Document) throws -> RuleFolder {
    let folder = document.name.split(separator: "/").dropLast().joined(separator: "/")
    let rules = try RuleFolder(at: rulesPath)
    return folder.isEmpty ? rules : rules.folder(folder)
  }
}
