import JSONText
import Testing

/// The page of recipes has the form that `Recipe` describes.
@Suite struct RecipeTests {
  static let page = "Sources/JSONMigration/JSONMigration.docc/Recipes.md"

  static let recipes = Result { try Recipe.all(in: Project.text(page)) }

  @Test func `the page has the form of recipes`() throws {
    let recipes = try Self.recipes.get()
    #expect(recipes.count > 40)
    #expect(Set(recipes.map(\.title)).count == recipes.count)
  }

  @Test(arguments: (try? recipes.get()) ?? [])
  func `rules and documents of a recipe can be read`(_ recipe: Recipe) throws {
    for file in recipe.folder.files { _ = try file.parsed() }
    for example in recipe.cases {
      _ = try LocatedJSON.strict(example.before)
      if case .after(let after) = example.outcome { _ = try LocatedJSON.strict(after) }
    }
  }

  private static let rule = "### A\n```jsonc\n{}\n```\n"
  private static let before = "Before:\n```json\n1\n```\n"
  private static let after = "After:\n```json\n2\n```\n"
  private static let refused = "Refused with `conflict`:\n```json\n3\n```\n"
  private static let note = "> Note: a\n"

  @Test(arguments: [
    ("### A\n```json\n{}\n```\n", "line 3: expected a block of jsonc"),
    (rule + note, "line 5: expected the line Before:"),
    (rule + after, "line 5: expected the line Before:"),
    (rule + before + note, "line 9: expected the line After:"),
    (rule + "Before:\n```jsonc\n1\n```\n", "line 7: expected a block of json"),
    (rule + before + after, "line 13: expected a note, or the next document"),
    (rule + before + after + note + before, "line 14: something behind the note"),
    (rule + rule.dropFirst(6), "line 3: of several blocks, each begins with a file name"),
    ("```json\n{}\n```\n", "line 2: a block outside of all recipes"),
    ("### A\n```jsonc\n{}\n", "line 3: a block without an end"),
  ])
  func `what isn't in the form is found`(_ page: String, message: String) {
    let error = #expect(throws: RecipeError.self) { try Recipe.all(in: page) }
    #expect(error?.description == message)
  }

  @Test func `a recipe is read`() throws {
    let files = "### B\n```jsonc\n// format.json\n{}\n```\n```jsonc\n// a/v2.jsonc\n[]\n```\n"
    let rest = Self.before + Self.after + Self.refused + Self.note
    let recipes = try Recipe.all(in: "# T\n\n" + Self.rule + rest + "## U\n" + files + rest)
    #expect(recipes.map(\.title) == ["A", "B"])
    #expect(recipes.map(\.tellsVersions) == [false, true])
    #expect(
      recipes.map { $0.folder.files.map(\.name) }
        == [["format.json", "v2.json"], ["format.json", "a/v2.jsonc"]])
    let cases = try #require(recipes.first).cases
    #expect(cases.map { String(decoding: $0.before, as: UTF8.self) } == ["1\n", "3\n"])
    guard case .after(Array("2\n".utf8)) = cases.first?.outcome,
      case .refused("conflict") = cases.last?.outcome
    else {
      Issue.record("\(cases)")
      return
    }
  }
}
