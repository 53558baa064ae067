import Testing

@testable import JSONMigration
@testable import JSONMigrationCore
@testable import JSONText

/// Text may end anywhere, also where a value has just begun.
struct CutDocumentTests {
  private static let documents = [
    #"{"a": ["x", 1, {"b": 1}, []]}"#, #"{"b": 1, "a": {} }"#, #"{"a":{"x": "x","y":[]}}"#,
  ]

  @Test(arguments: [
    #"{ "map-values": "a[*]", "table": { "x": "y" }, "otherwise": "keep" }"#,
    #"{ "text": "a.*", "do": ["trim"] }"#, #"{ "set": { "a.x": 1 } }"#,
    #"{ "in": "a", "add-default": { "x": 1 } }"#,
  ])
  func `text that ends too early is for the tree`(rule: String) throws {
    let files = [
      RuleSource(name: "v2.json", text: "{ \"to\": 2, \"rules\": [\(rule)] }"),
      RuleSource(name: "format.json", text: #"{ "version": { "stamp": false, "missing": 1 } }"#),
    ]
    var flat = FlatDocument(try Migrator(rules: files).plan(to: nil, from: nil).deepShortcut)
    for document in Self.documents {
      for end in 0..<document.utf8.count {
        var text = ByteBuffer()
        var out = ByteBuffer()
        text.append(contentsOf: document.utf8.prefix(end))
        text.seal()
        #expect(flat.run(text.view, 0..<text.count, into: &out) == .notMine)
      }
    }
  }
}
