/// Where rules folders are in the project, the folders of nested formats too.
enum RulePlaces {
  static let all = tops.flatMap { [$0] + nested(in: $0) }

  private static let tops =
    ["rules"] + Story.all.map { $0.path + "/rules" }.filter { Project.exists($0) }

  private static func nested(in top: String) -> [String] {
    let folders = Project.files(in: top).map { $0.split(separator: "/").dropLast() }
      .filter { !$0.isEmpty && !$0.contains("tests") }
    return Set(folders.map { top + "/" + $0.joined(separator: "/") }).sorted()
  }
}

/// A document that takes several steps: a pair of files in `tests` of a rules folder.
struct ChainTest: Sendable {
  let name: String
  let before: [UInt8]
  /// What comes out, or else the kind of the error.
  let after: [UInt8]?
  let fails: String?

  static func all(in place: String) throws -> [ChainTest] {
    let ending = ".before.json"
    return try Project.names(in: place + "/tests").filter { $0.hasSuffix(ending) }.map { file in
      let name = String(file.dropLast(ending.count))
      let path = place + "/tests/" + name
      let fails = Project.exists(path + ".fails.json")
      return ChainTest(
        name: name, before: try Project.bytes(path + ending),
        after: fails ? nil : try Project.bytes(path + ".after.json"),
        fails: fails ? try JSONFile.kind(path + ".fails.json") : nil)
    }
  }
}
