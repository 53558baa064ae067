import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

@Suite struct FileSelectionTests {
  @Test(arguments: [
    ("*.poem", ["a.poem", "b/c/a.poem", ".poem"], ["a.poems", "a.poem/b", "apoem"]),
    (
      "settings/*.json", ["settings/a.json", "settings/.json"],
      ["a.json", "settings/x/a.json", "x/settings/a.json"]
    ),
    (
      "**/settings/a?.json", ["settings/ab.json", "x/y/settings/aé.json"],
      ["settings/a.json", "settings/x/ab.json"]
    ),
    ("data/**", ["data/a", "data/b/c"], ["data", "x/data/a"]),
    ("data/**/*.json", ["data/a.json", "data/b/c/a.json"], ["data/a.txt", "a.json"]),
    ("./a.json", ["a.json"], ["b/a.json"]), ("*", ["a", "b/c"], []),
    ("a*b*c", ["abc", "aXbXbXc", "x/abbc"], ["ab", "acb", "abcX"]),
    ("[a].json", ["[a].json"], ["a.json"]),
  ])
  func `globs take names and folders`(_ glob: String, fits: [String], others: [String]) throws {
    let selection = try #require(FileSelection([glob]))
    for path in fits { #expect(selection.contains(path), "\(path)") }
    for path in others { #expect(!selection.contains(path), "\(path)") }
  }

  @Test func `one of several is enough`() throws {
    let selection = try #require(FileSelection(["*.a", "x/*.b"]))
    #expect(
      selection.contains("q/1.a") && selection.contains("x/1.b") && !selection.contains("1.b"))
  }

  @Test func `hidden names need a dot`() throws {
    let selection = try #require(FileSelection(["*.json", "x/**", ".v/*.a"]))
    for path in ["a.json", "x/y/b", ".v/b.a"] { #expect(selection.contains(path, hidden: false)) }
    for path in [".a.json", ".v/a.json", "x/.y/b", "x/.b", ".v/.b.a"] {
      #expect(!selection.contains(path, hidden: false) && selection.contains(path), "\(path)")
    }
  }

  @Test func `folders are entered where something below can fit`() throws {
    let selection = try #require(FileSelection(["x/y/*.a", "z/**/b"]))
    for path in ["x", "x/y", "z", "z/1/2/3"] { #expect(selection.leadsInto(path), "\(path)") }
    for path in ["y", "x/z", "x/y/z", "1/z"] { #expect(!selection.leadsInto(path), "\(path)") }
  }

  @Test func `stars take no more time than the lengths say`() throws {
    let glob = String(repeating: "**/*a*a*a/", count: 40) + "b"
    let selection = try #require(FileSelection([glob]))
    #expect(!selection.contains(String(repeating: "aaaaaaaaaaaa/", count: 200) + "c"))
  }

  @Test(arguments: ["", "/a", "a/", "a//b", "../a", "a/../b", ".", "./."])
  func `what is no place below a folder is none`(_ glob: String) {
    #expect(FileSelection([glob]) == nil)
  }

  @Test func `a mistake in format.json has its place`() {
    let error = #expect(throws: MigrationError.self) {
      try Migrator(
        rules: [
          RuleSource(name: "format.json", text: #"{ "files": ["*.json", "../x"] }"#),
          RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [] }"#),
        ])
    }
    #expect(error?.description.contains("format.json:1:23") == true, "\(String(describing: error))")
  }
}
