import Foundation
import Testing

/// A verb is one file, one line in the table, and one test file.
@Suite struct VerbTests {
  static let folder = "Sources/JSONMigrationCore/Verbs/"
  static let tests = "Tests/JSONMigrationTests/Verbs/"
  /// The protocol and the table of all verbs.
  static let table = "Verb.swift"

  /// What is missing, in words, when these are the package's paths and this is the table's text.
  static func missing(paths: [String], table: String) throws -> [String] {
    let code = SwiftText(table).code
    var missing: [String] = []
    for path in paths where path.hasPrefix(folder) && path.hasSuffix(".swift") {
      let file = path.dropFirst(folder.count).dropLast(".swift".count)
      guard file + ".swift" != Self.table else { continue }
      let verb = name(String(file))
      if try Offence.find(verb, #"\b\#(verb)\b"#, in: code).isEmpty {
        missing.append("\(verb) isn't in the table")
      }
      if paths.contains(tests + file + "Tests.swift") == false {
        missing.append("\(verb) has no test file")
      }
    }
    return missing
  }

  /// The name of the verb in a file that is named from the folder of verbs.
  private static func name(_ file: String) -> String {
    file.split(separator: "/").last.map(String.init) ?? file
  }

  @Test(
    .enabled(
      if: House.files.contains { $0.path.hasPrefix(folder) }, "there are no verbs yet"))
  func `every verb is in the table and has its tests`() throws {
    let table = House.text(of: Self.folder + Self.table)
    #expect(try Self.missing(paths: House.files.map(\.path), table: table) == [])
  }

  @Test func `a forgotten verb is found`() throws {
    let paths = ["Verb", "Keys/Drop", "MapValues"].map { Self.folder + $0 + ".swift" }
    let tests = ["Keys/Drop", "MapValues"].map { Self.tests + $0 + "Tests.swift" }
    let table = "let all: [any Verb.Type] = [Drop.self, MapValues.self]"
    #expect(try Self.missing(paths: paths + tests, table: table) == [])
    #expect(
      try Self.missing(paths: paths + tests, table: "[Drop.self] // MapValues")
        == ["MapValues isn't in the table"])
    #expect(
      try Self.missing(paths: paths + tests.dropFirst(), table: table)
        == ["Drop has no test file"])
    #expect(
      try Self.missing(paths: paths + [Self.tests + "DropTests.swift", tests[1]], table: table)
        == ["Drop has no test file"])
  }

  /// The names of all verbs.
  private static let verbs = House.swift(in: String(folder.dropLast())).map { file in
    name(String(file.path.dropLast(".swift".count)))
  }.filter { $0 + ".swift" != table }

  /// Whoever asks which verb a rule has, and not what it does.
  static func asksForVerbs(_ verbs: [String], in text: String) throws -> [Offence] {
    try Offence.find(
      "asks for a verb", #"\b(is|as[?!]?)\s+(any\s+)?("# + verbs.joined(separator: "|") + #")\b"#,
      in: SwiftText(text).code)
  }

  @Test func `what a rule does is asked of its effects, not of the type of its verb`() throws {
    #expect(Self.verbs.count > 20)
    for file in House.library + House.swift(in: "Sources/Command") {
      #expect(try Self.asksForVerbs(Self.verbs, in: file.text).isEmpty, "\(file.path)")
    }
  }

  @Test(arguments: [
    "if rule.verb is Block {", "case let verb as Rename:", "(rule.verb as? Choose)?.options",
    "default where verb is  Drop: 1",
  ])
  func `a planted question for a verb is found`(_ text: String) throws {
    let verbs = ["Block", "Choose", "Drop", "Rename"]
    #expect(try Self.asksForVerbs(verbs, in: "\n" + text).map(\.line) == [2])
    #expect(try Self.asksForVerbs(verbs, in: "// " + text) == [])
    #expect(try Self.asksForVerbs(["Wrap"], in: text) == [])
  }
}
