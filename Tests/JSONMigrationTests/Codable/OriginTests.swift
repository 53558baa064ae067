import Foundation
import JSONMigration
import Testing

/// Where in the old document is what can't be decoded from the new one.
@Suite struct OriginTests {
  private struct Book: Decodable {
    var owner: Owner
    var pages: [Page]
    var marks: [String: Int]
  }

  private struct Owner: Decodable { var name: String }
  private struct Page: Decodable { var number: Int }

  private static let rules = """
    { "to": 2, "rules": [
      { "wrap": "owner", "under": "name" },
      { "rename": { "sheets": "pages" } },
      { "in": "pages[*]", "rename": { "no": "number" } },
      { "add-default": { "marks": { "a": 1 } } }
    ] }
    """

  private func origin(_ document: String) throws -> Diagnostic.Place? {
    let migrator = try Migrator(rules: [RuleSource(name: "v2.json", text: Self.rules)])
    let data = Data(document.utf8)
    do {
      _ = try JSONDecoder().decode(Book.self, from: data, migrating: migrator)
      return nil
    } catch let error as DecodingError {
      return try migrator.migration(of: data, named: "a.json").origin(of: error)
    }
  }

  @Test(arguments: [
    // A value that a rule brought elsewhere.
    ("{ \"owner\": 3,\n  \"sheets\": [] }", "a.json:1:12", "$.owner"),
    (
      "{ \"owner\": \"A\",\n  \"sheets\": [{ \"no\": 1 },\n {\"no\": \"x\"}] }", "a.json:3:9",
      "$.sheets[1].no"
    ),
    // What is missing has no place; what it would be in has.
    ("{ \"owner\": \"A\", \"sheets\": [{}] }", "a.json:1:28", "$.sheets[0]"),
    ("{ \"owner\": \"A\" }", "a.json:1:1", "$"),
    (
      "{ \"owner\": \"A\", \"sheets\": [],\n \"marks\": { \"b\": 1, \"7\": [] } }", "a.json:2:26",
      "$.marks['7']"
    ),
  ])
  func `what can't be decoded is found in the old document`(
    document: String, place: String, path: String
  ) throws {
    let origin = try #require(try origin(document))
    let start = "\(origin.file):\(origin.span?.line ?? 0):\(origin.span?.column ?? 0)"
    #expect(start == place)
    #expect(origin.path == path)
  }

  @Test func `what a rule made is found in the rule`() throws {
    let migrator = try Migrator(rules: [RuleSource(name: "v2.json", text: Self.rules)])
    let data = Data(#"{ "owner": "A", "sheets": [] }"#.utf8)
    let migration = try migrator.migration(of: data)
    let place = migration.origin(of: [Name(stringValue: "marks"), Name(stringValue: "a")])
    #expect(place?.file == "rules/v2.json")
    #expect(place?.span?.line == 5)
  }

  @Test(
    arguments: [
      (#"{"wrap":"$","under":"doc"}"#, ["doc", "a"], "$.a"),
      (#"{"wrap":"$","under":"doc"}, {"wrap":"$","under":"all"}"#, ["all", "doc", "a"], "$.a"),
      (#"{"wrap":"$","under":"doc"}, {"rename":{"doc.a":"b"}}"#, ["doc", "b"], "$.a"),
      (#"{"drop":["n","a"]}, {"unwrap":"$","under":"inner"}"#, ["c"], "$.inner.c"),
      (#"{"wrap":"$","under":"doc"}, {"unwrap":"$","under":"doc"}"#, ["a"], "$.a"),
      (#"{"wrap":"$","under":"doc"}, {"add-default":{"doc.x":1}}"#, ["doc", "x"], nil),
    ] as [(String, [String], String?)])
  func `what is in a document that became another value has its place`(
    rules: String, keys: [String], path: String?
  ) throws {
    let migrator = try Migrator(rules: [
      RuleSource(name: "v2.json", text: "{\"to\":2,\"rules\":[\(rules)]}"),
      RuleSource(name: "format.json", text: #"{"version":{"stamp":false,"missing":1}}"#),
    ])
    let data = Data("{\n \"n\": 1,\n \"a\": \"text\",\n \"inner\": {\"c\": 2} }".utf8)
    let migration = try migrator.migration(of: data, named: "a.json")
    let place = migration.origin(of: keys.map { Name(stringValue: $0) })
    #expect(place?.path == path)
    #expect(place?.file == (path == nil ? "rules/v2.json" : "a.json"))
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  @Test func `of a value only the path is told`() throws {
    let migrator = try Migrator(rules: [RuleSource(name: "v2.json", text: Self.rules)])
    let document = try JSON(parsing: #"{ "owner": 3, "sheets": [] }"#)
    let migration = try migrator.migration(of: document)
    struct Owned: Decodable { var owner: Owner }
    let error = try #require(throws: DecodingError.self) {
      try JSONDecoder().decode(Owned.self, from: migration.document.data())
    }
    let place = migration.origin(of: error)
    #expect(place?.path == "$.owner")
    #expect(place?.span == nil)
  }
}
