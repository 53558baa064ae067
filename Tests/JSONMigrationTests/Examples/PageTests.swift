import JSONText
import Testing

@testable import JSONMigrationCore

/// What the pages, the read-me files and the rule files say about themselves.
@Suite struct PageTests {
  static let tour = "Sources/JSONMigration/JSONMigration.docc/WritingRules.md"

  /// The blocks of a page in one language, with the line of each.
  static func blocks(
    _ language: String, in path: String
  ) throws -> [(line: Int, text: String)] {
    try MarkdownPart.all(in: Project.text(path)).compactMap { part in
      if case .block(language, let text) = part.kind { (part.line, text) } else { nil }
    }
  }

  /// The rules that the tour shows, each block as a folder.
  static func folders(ofTour tour: String) throws -> [(line: Int, folder: RuleFolder)] {
    try blocks("jsonc", in: tour).map { line, text in
      let bytes = Array(text.utf8)
      guard let name = Recipe.fileName(in: bytes) else { return (line, .step(of: bytes)) }
      return (line, RuleFolder(files: [RuleFolder.File(name: name, bytes: bytes)]))
    }
  }

  @Test func `the rules of the tour can be read`() throws {
    let folders = try Self.folders(ofTour: Self.tour)
    #expect(folders.count > 8)
    for file in folders.flatMap(\.folder.files) { _ = try file.parsed() }
  }

  @Test(arguments: Story.all)
  func `a story's commands name what is there`(_ story: Story) throws {
    let readme = story.path + "/README.md"
    let commands = try Self.blocks("sh", in: readme)
      .flatMap { $0.text.split(separator: "\n").map(String.init) }
    #expect(!commands.isEmpty)
    for command in commands {
      let words = command.split(separator: " ").map(String.init)
      #expect(words.starts(with: ["swift", "run", "jsonmigrate", "apply"]), "\(command)")
      #expect(words.count == 6 && words[4...].allSatisfy { Project.exists($0) }, "\(command)")
    }
    #expect(try Project.text(readme).split(separator: "\n").count <= 25, "\(readme)")
  }

  @Test(arguments: RulePlaces.all)
  func `rule files name one schema`(_ place: String) throws {
    for file in try RuleFolder(at: place).files where !file.name.contains("/") && !file.isFormat {
      let path = try #require(try file.parsed().member("$schema")?.text, "\(file.name)")
      #expect(Project.resolve(path, in: place) == "rules/rule-file.schema.json", "\(place)")
    }
  }

  @Test func `every verb is in an example`() throws {
    let tour = try Self.folders(ofTour: Self.tour).flatMap(\.folder.files)
    let recipes = try RecipeTests.recipes.get().flatMap(\.folder.files)
    let rules = try RulePlaces.all.flatMap { try RuleFolder(at: $0).files }
    let words = try RuleFolder(files: tour + recipes + rules).words()
    #expect((Self.verbs + Verbs.names).filter { !words.contains($0) } == [])
  }

  /// Those of the language, whether they are done or not.
  static let verbs = [
    "rename", "move", "copy", "drop", "keep-only", "nest", "unnest", "rename-keys", "add-default",
    "set", "map-values", "convert", "split", "join", "compose", "text", "wrap", "unwrap", "append",
    "concat", "list", "to-list", "to-object", "require", "rules", "choose", "migrate", "call",
  ]
}
