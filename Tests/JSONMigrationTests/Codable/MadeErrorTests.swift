import Foundation
import JSONMigration
import Testing

/// Errors and events that an app makes for its own tests and previews, with what is public.
@Suite struct MadeErrorTests {
  @Test func `an app makes an error of a kind that it tells apart`() throws {
    var diagnostic = Diagnostic(
      .newerVersion, "the document is of version 9", at: Diagnostic.Place(file: "notes.json"),
      help: "update the app")
    let error = MigrationError(diagnostic)
    #expect(error.kind == .newerVersion)
    #expect(error.description == "notes.json: error: the document is of version 9 [newer-version]")
    #expect(error.localizedDescription == error.description)
    #expect(error.recoverySuggestion == "update the app")
    let several = try #require(MigrationError([diagnostic, diagnostic]))
    #expect(several.diagnostics.count == 2)
    diagnostic.severity = .warning
    #expect(MigrationError([diagnostic]) == nil)
  }

  @Test func `an app makes a place in a document, and an event`() {
    let place = Diagnostic.Place(file: "notes.json", path: "$.notes[3]")
    #expect(place.path == "$.notes[3]" && place.line == nil)
    let event = MigrationEvent(from: 1, to: "b", duration: .seconds(1), bytes: 7)
    #expect(event.from == 1 && event.to == "b" && event.bytes == 7)
  }

  @Test func `errors of texts and paths have their message for alerts, and are hashable`() {
    let json = JSONError(.badJSON, offset: 3, line: 1, column: 4, found: "`}`", expected: "a value")
    #expect(json.localizedDescription == "1:4: bad-json: expected a value, found `}`")
    #expect(Set([json, json]).count == 1)
    let path = PathError(offset: 2, found: "`]`", expected: "an index")
    #expect(path.localizedDescription == "expected an index, found `]` at byte 2")
  }

  @Test(arguments: [("3", 3), (#""3""#, "3"), (#""2026-01""#, "2026-01")] as [(String, Version)])
  func `a version is coded as the JSON that it stands for`(json: String, version: Version) throws {
    let data = Data("[\(json)]".utf8)
    #expect(try JSONDecoder().decode([Version].self, from: data) == [version])
    #expect(try JSONEncoder().encode([version]) == data)
  }

  @Test(arguments: ["null", "1.5", "true", "[]"])
  func `what is no version is not decoded as one`(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([Version].self, from: Data("[\(json)]".utf8))
    }
  }
}
