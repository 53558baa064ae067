import Foundation
import Testing

/// A verb is one file, one line in the table, and one test file.
@Suite struct VerbTests {
  static let folder = "Sources/JSONMigration/Verbs/"
  static let tests = "Tests/JSONMigrationTests/Verbs/"
  /// The protocol and the table of all verbs.
  static let table = "Verb.swift"

  /// What is missing, in words, when these are the package's paths and this is the table's text.
  static func missing(paths: [String], table: String) throws -> [String] {
    let code = SwiftText(table).code
    return try paths.filter { $0.hasPrefix(folder) && $0.hasSuffix(".swift") }
      .map { String($0.dropFirst(folder.count).dropLast(".swift".count)) }
      .filter { $0 + ".swift" != Self.table }
      .flatMap { verb in
        let listed = try !Offence.find(verb, #"\b\#(verb)\b"#, in: code).isEmpty
        let tested = paths.contains(tests + verb + "Tests.swift")
        return (listed ? [] : ["\(verb) isn't in the table"])
          + (tested ? [] : ["\(verb) has no test file"])
      }
  }

  @Test(
    .enabled(
      if: House.files.contains { $0.path.hasPrefix(folder) }, "there are no verbs yet"))
  func `every verb is in the table and has its tests`() throws {
    let table = House.text(of: Self.folder + Self.table)
    #expect(try Self.missing(paths: House.files.map(\.path), table: table) == [])
  }

  @Test func `a forgotten verb is found`() throws {
    let paths = ["Verb", "Drop", "MapValues"].map { Self.folder + $0 + ".swift" }
    let tests = ["Drop", "MapValues"].map { Self.tests + $0 + "Tests.swift" }
    let table = "let all: [any Verb.Type] = [Drop.self, MapValues.self]"
    #expect(try Self.missing(paths: paths + tests, table: table) == [])
    #expect(
      try Self.missing(paths: paths + tests, table: "[Drop.self] // MapValues")
        == ["MapValues isn't in the table"])
    #expect(
      try Self.missing(paths: paths + tests.dropFirst(), table: table)
        == ["Drop has no test file"])
  }
}
