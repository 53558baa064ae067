import Foundation
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

/// Values with rules of their own in a file that is saved.
@Suite struct GuardedLeafTests {
  struct Author: Codable, Versioned, Hashable {
    static let rules = Result {
      try Migrator(rules: [
        RuleSource(
          name: "v2.json",
          text: #"{"to":2,"rules":[{"rename":{"n":"name"}},{"scale":"size","by":10}]}"#)
      ])
    }
    static var migrator: Migrator { get throws { try rules.get() } }

    var name: String
    var size: Int
  }

  struct Poem: Codable, Equatable {
    var title: String
    @Migrated var author: Author
  }

  struct Anthology: Codable, Equatable {
    var title: String
    @Migrated var editor: Author?
    @Migrated var list: [Author]
    @Migrated var byKey: [String: Author]
    @Migrated var group: Set<Author>
  }

  let folder: GuardedFolder

  init() throws {
    folder = try GuardedFolder()
  }

  @Test(arguments: ["", #""version":1,"#])
  func `an old leaf stays as it is where its value is equal`(stamp: String) throws {
    let old = "{\"version\":2,\"title\":\"A\",\"author\":{\(stamp)\"n\":\"x\",\"size\":3}}"
    #expect(try folder.change(old, Poem.self) { _ in } == old)
    #expect(
      try folder.change(old, Poem.self) { $0.title = "B" }
        == "{\"version\":2,\"title\":\"B\",\"author\":{\(stamp)\"n\":\"x\",\"size\":3}}")
  }

  @Test(arguments: ["", #""version":1,"#])
  func `a leaf that differs is migrated, and keeps what its type doesn't know`(
    stamp: String
  ) throws {
    let leaf = "{\(stamp)\"n\":\"x\",\"size\":3,\"u\":1.0}"
    let old = "{\"version\":2,\"title\":\"A\",\"author\":\(leaf)}"
    let text = try #require(try folder.change(old, Poem.self) { $0.author.size = 31 })
    for part in [#""name":"x""#, #""size":31"#, #""u":1.0"#, #""title":"A""#] {
      #expect(text.contains(part), "\(text)")
    }
    #expect(text.components(separatedBy: #""version":2"#).count == 3, "\(text)")
    #expect(!text.contains(#""n""#) && !text.contains(#""version":1"#), "\(text)")
  }

  @Test func `leaves in lists, dictionaries, sets and optionals are told from each other`() throws {
    let old = """
      {"version":2,"title":"A","editor":{"n":"e","size":1,"u":0},
      "list":[{"n":"a","size":1,"u":1},{"version":1,"n":"b","size":2,"u":2},{"n":"c","size":3}],
      "byKey":{"k":{"n":"k","size":4,"u":4},"l":{"n":"l","size":5}},
      "group":[{"n":"g","size":6,"u":6},{"n":"h","size":7,"u":7},{"n":"i","size":8,"u":8}]}
      """
    #expect(try folder.change(old, Anthology.self) { _ in } == old)
    let text = try #require(
      try folder.change(old, Anthology.self) { book in
        book.list.remove(at: 0)
        book.list[1].size = 33
        book.byKey["l"]?.size = 55
        book.group.remove(Author(name: "h", size: 70))
      })
    for part in [
      #""editor":{"n":"e","size":1,"u":0}"#, #"{"version":1,"n":"b","size":2,"u":2}"#,
      #""k":{"n":"k","size":4,"u":4}"#, #"{"n":"g","size":6,"u":6}"#, #"{"n":"i","size":8,"u":8}"#,
      #""size":33"#, #""size":55"#,
    ] {
      #expect(text.contains(part), "\(text)")
    }
    #expect(!text.contains(#""u":1}"#) && !text.contains(#""u":7"#), "\(text)")
    let without = try #require(try folder.change(old, Anthology.self) { $0.editor = nil })
    #expect(!without.contains("editor"))
    let other = try #require(
      try folder.change(old, Anthology.self) { $0.editor = Author(name: "z", size: 1) })
    #expect(other.contains(#""name":"z""#) && other.contains(#""u":0"#), "\(other)")
  }

  /// A leaf whose version has a key that the strategies of coders convert, in a leaf of its own.
  struct Inner: Codable, Versioned, Hashable {
    static let rules = Result {
      try Migrator(rules: [
        RuleSource(name: "format.json", text: #"{"version":{"at":"schemaVersion"}}"#),
        RuleSource(name: "v2.json", text: #"{"to":2,"rules":[{"scale":"size","by":10}]}"#),
      ])
    }
    static var migrator: Migrator { get throws { try rules.get() } }

    var size: Int
    var isOpen: Bool?
  }

  struct Outer: Codable, Equatable {
    var title: String
    @Migrated var inner: Inner
    @Migrated var more: [Inner]
  }

  @Test func `a leaf is told whatever the strategies for keys are`() throws {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let rules = [RuleSource(name: "v2.json", text: #"{"to":2,"rules":[]}"#)]
    let file = GuardedFile(
      at: folder.file, as: Outer.self, by: try Migrator(rules: rules), decoder: decoder,
      encoder: encoder)
    let old = """
      {"version":2,"title":"A","inner":{"schema_version":2,"size":3,"u":1},
      "more":[{"schema_version":1,"size":4,"u":2},{"size":5,"u":3},
      {"schema_version":2,"size":6,"u":4}]}
      """
    try folder.write(old)
    var value = try #require(try file.load())
    #expect(value.more.map(\.size) == [40, 50, 6])
    try file.save(value)
    #expect(folder.text() == old)
    value.inner.isOpen = true
    value.more[1].size = 51
    try file.save(value)
    let text = try #require(folder.text())
    #expect(try file.load() == value, "\(text)")
    #expect(
      text.contains(#""inner":{"schema_version":2,"size":3,"u":1,"is_open":true}"#), "\(text)")
    #expect(text.contains(#"{"schema_version":1,"size":4,"u":2}"#), "\(text)")
    value.more[0].size = 41
    try file.save(value)
    #expect(try file.load() == value)
  }
}
