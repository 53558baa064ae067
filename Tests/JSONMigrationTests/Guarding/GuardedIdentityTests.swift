import Foundation
import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

/// Elements are told by their ids, but for ids that are other ones each time.
@Suite struct GuardedIdentityTests {
  struct Habit: Codable, Hashable {
    var id: UUID
    var name: String
  }

  /// A type that gives ids itself.
  struct Item: Codable, Hashable {
    var id = UUID()
    var name: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decodeIfPresent(UUID.self, forKey: .id) ?? UUID()
      name = try container.decode(String.self, forKey: .name)
    }
  }

  struct Leaf: Codable, Equatable, Versioned {
    private static let read = Result {
      try Migrator(rules: [
        RuleSource(
          name: "v2.json", text: #"{"to":2,"rules":[{"add-default":["id"],"generate":"uuid"}]}"#)
      ])
    }
    static var migrator: Migrator { get throws { try read.get() } }
    var id: UUID
    var name: String
  }

  struct Box<Content: Codable & Equatable>: Codable, Equatable {
    var habits: Content
  }

  struct Leaves: Codable, Equatable {
    @Migrated var habits: [Leaf]
  }

  struct Post: Codable, Hashable {
    var id: Int
    var isRead: Bool
  }

  struct SortedPosts: Codable, Equatable {
    var posts: [Post]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      posts = try container.decode([Post].self, forKey: .posts).sorted { $0.id > $1.id }
    }
  }

  struct Lossy<Element: Decodable>: Decodable {
    let value: Element?

    init(from decoder: any Decoder) throws { value = try? Element(from: decoder) }
  }

  /// It passes over what an older release can't read.
  struct KnownPosts: Codable, Equatable {
    var posts: [Post]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      posts = try container.decode([Lossy<Post>].self, forKey: .posts).compactMap(\.value)
    }
  }

  let folder: GuardedFolder

  init() throws { folder = try GuardedFolder() }

  private static let old =
    #"{"version":1,"habits":[{"name":"Read","colour":"red"},{"name":"Walk","colour":"blue"},{"name":"Run","colour":"green"}]}"#

  private static let giving =
    #"{"to":2,"rules":[{"in":"habits[*]","add-default":["id"],"generate":"uuid"}]}"#

  /// The colours of the elements, in order, by their names, after a value was loaded and saved.
  private func colours<Value: Codable & Equatable>(
    _ type: Value.Type, _ rules: String = #"{"to":2,"rules":[]}"#,
    _ change: (inout Value) -> Void = { _ in }
  ) throws -> [String] {
    try folder.write(Self.old)
    let rules = [RuleSource(name: "v2.json", text: rules)]
    let file = GuardedFile(at: folder.file, as: type, by: try Migrator(rules: rules))
    var value = try #require(try file.load())
    change(&value)
    try file.save(value)
    #expect(try file.load() == value)
    let saved = try JSON(parsing: Array((folder.text() ?? "").utf8))
    return (saved["habits"]?.array ?? []).map {
      "\($0["name"]?.string ?? "") \($0["colour"]?.string ?? "none")"
    }
  }

  private let all = ["Read red", "Walk blue", "Run green"]

  @Test func `ids that rules or the type give anew tell nothing`() throws {
    #expect(try colours(Box<[Habit]>.self, Self.giving) == all)
    #expect(try colours(Box<[Item]>.self) == all)
    #expect(try colours(Leaves.self) == all)
    let set = try colours(Box<Set<Habit>>.self, Self.giving).sorted()
    #expect(set == all.sorted(), "\(set) \(folder.text() ?? "")")
    #expect(
      try colours(Box<[Habit]>.self, Self.giving) { $0.habits[0].name = "Write" }
        == ["Write red", "Walk blue", "Run green"])
    #expect(
      try colours(Box<[Habit]>.self, Self.giving) { $0.habits.remove(at: 0) }
        == ["Walk blue", "Run green"])
    #expect(
      try colours(Box<[Habit]>.self, Self.giving) { box in
        box.habits[1] = Habit(id: UUID(), name: "Swim")
        box.habits.append(Habit(id: UUID(), name: "Ski"))
      } == ["Read red", "Swim blue", "Run green", "Ski none"])
  }

  @Test func `an id that stays is another element where it is another one`() throws {
    let text =
      #"{"version":2,"habits":[{"id":"00000000-0000-4000-8000-000000000001","name":"Read","colour":"red"}]}"#
    let saved = try folder.change(text, Box<[Habit]>.self) { box in
      box.habits[0].id = UUID()
    }
    #expect(saved?.contains("red") == false)
  }

  private static let posts =
    #"{"version":2,"posts":[{"id":1234567890123456780,"isRead":false,"u":0},{"id":1234567890123456781,"isRead":false,"u":1},{"id":1234567890123456782,"isRead":false,"u":2}]}"#

  /// What is unknown of each post, by the last digit of its id.
  private func unknown(_ text: String?) throws -> [String: String] {
    let saved = try JSON(parsing: Array((text ?? "").utf8))
    var found: [String: String] = [:]
    for post in saved["posts"]?.array ?? [] {
      found[String(post["id"]?.description.suffix(1) ?? "")] = post["u"]?.description ?? "none"
    }
    return found
  }

  struct Feed: Codable, Equatable {
    var posts: Set<Post>
  }

  @Test func `ids of which a double holds too few digits are told apart`() throws {
    for last in 0..<3 {
      let saved = try folder.change(Self.posts, Feed.self) { feed in
        feed.posts = feed.posts.filter { $0.id % 10 != last }
      }
      let expected = ["0": "0", "1": "1", "2": "2"].filter { $0.key != "\(last)" }
      #expect(try unknown(saved) == expected)
    }
    let saved = try folder.change(Self.posts, SortedPosts.self) { $0.posts[0].isRead = true }
    #expect(try unknown(saved) == ["0": "0", "1": "1", "2": "2"])
  }

  @Test func `elements that a type passes over stay, and so does what is unknown of the others`()
    throws
  {
    let text =
      #"{"version":2,"posts":[{"id":1,"isRead":false,"u":1},{"id":2,"kind":"newer"},{"id":3,"isRead":true,"u":3}]}"#
    let saved = try folder.change(text, KnownPosts.self) { known in
      known.posts.append(Post(id: 4, isRead: false))
    }
    // The encoder has the members of a new element in any order.
    let new = [#"{"id":4,"isRead":false}"#, #"{"isRead":false,"id":4}"#]
    #expect(new.map { text.replacingOccurrences(of: "]}", with: ",\($0)]}") }.contains(saved))
    let removed = try folder.change(text, KnownPosts.self) { $0.posts.remove(at: 0) }
    #expect(
      removed == #"{"version":2,"posts":[{"id":2,"kind":"newer"},{"id":3,"isRead":true,"u":3}]}"#)
    let changed = try folder.change(text, KnownPosts.self) { $0.posts[1].isRead = false }
    #expect(
      changed == text.replacingOccurrences(of: #"3,"isRead":true"#, with: #"3,"isRead":false"#))
  }
}

/// What can't be loaded again isn't saved.
@Suite struct GuardedRefusalTests {
  struct Poem: Codable, Equatable {
    var title: String
    var rating: String?
  }

  /// A type that refuses what it writes.
  struct Share: Codable, Equatable {
    var value: Double

    init(_ value: Double) { self.value = value }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      value = try container.decode(Double.self, forKey: .value)
      guard value <= 1 else {
        throw DecodingError.dataCorruptedError(
          forKey: .value, in: container, debugDescription: "above 1")
      }
    }
  }

  let folder: GuardedFolder

  init() throws { folder = try GuardedFolder() }

  private func file<Value: Codable>(_ type: Value.Type, _ format: String) throws -> GuardedFile<
    Value
  > {
    GuardedFile(
      at: folder.file, as: type,
      by: try Migrator(rules: [
        RuleSource(name: "format.json", text: format),
        RuleSource(name: "v2.json", text: #"{"to":2,"rules":[]}"#),
      ]))
  }

  @Test func `a value of which no document can be loaded is refused, and the file stays`() throws {
    let text = #"{"version":2,"title":"a","rating":"good","plugin":1}"#
    let file = try file(Poem.self, #"{"shape":{"2":"type(@.rating) == 'string'"}}"#)
    let refused = #expect(throws: MigrationError.self) { try file.save(Poem(title: "a")) }
    #expect(refused?.kind == .wrongShape)
    #expect("\(try #require(refused))".contains("not saved, for it could not be loaded again: "))
    #expect(folder.text() == nil)
    try folder.write(text)
    #expect(throws: MigrationError.self) { try file.save(Poem(title: "a")) }
    #expect(folder.text() == text)
    try file.save(Poem(title: "b", rating: "good"))
    #expect(folder.text() == text.replacingOccurrences(of: #""a""#, with: #""b""#))
  }

  @Test func `a type that refuses what it writes doesn't replace the file`() throws {
    let text = #"{"version":2,"value":0.5,"plugin":1}"#
    try folder.write(text)
    let file = try file(Share.self, "{}")
    let refused = #expect(throws: MigrationError.self) { try file.save(Share(2)) }
    #expect("\(try #require(refused))".contains("above 1"))
    #expect(folder.text() == text)
    try file.save(Share(0.75))
    #expect(folder.text() == text.replacingOccurrences(of: "0.5", with: "0.75"))
  }

  @Test func `a value without the place that its version is to have is refused`() throws {
    let text = #"{"title":"a","format":["poem",2]}"#
    try folder.write(text)
    let file = try file(Poem.self, #"{"version":{"at":"format[1]"}}"#)
    try file.save(Poem(title: "b"))
    #expect(folder.text() == text.replacingOccurrences(of: #""a""#, with: #""b""#))
    try folder.write(#"{"title":"a"}"#)
    let refused = #expect(throws: MigrationError.self) { try file.save(Poem(title: "b")) }
    #expect(refused?.kind == .missingValue)
    #expect("\(try #require(refused))".contains("has nothing at `$.format[1]`, where its version"))
    #expect(folder.text() == #"{"title":"a"}"#)
    #expect(throws: MigrationError.self) {
      try JSONEncoder().encode(Poem(title: "a"), stamping: file.migrator)
    }
  }

  @Test func `patience may be for ever, or less than nothing`() {
    for seconds in [Int.max, Int.max / 1_000] {
      var delays = GuardedFile<Poem>.Delays(.seconds(seconds))
      #expect(delays.next() == 1)
    }
    var none = GuardedFile<Poem>.Delays(.seconds(Int.min))
    #expect(none.next() == nil)
  }

  @Test func `a name of as many bytes as there may be can be saved`() throws {
    for letters in [String(repeating: "a", count: 250), String(repeating: "ж", count: 125)] {
      let url = folder.url.appendingPathComponent(
        letters + ".json".suffix(255 - letters.utf8.count))
      let rules = [RuleSource(name: "v2.json", text: #"{"to":2,"rules":[]}"#)]
      let file = GuardedFile(at: url, as: Poem.self, by: try Migrator(rules: rules))
      try file.save(Poem(title: "a"))
      try file.save(Poem(title: "b"))
      #expect(try file.load() == Poem(title: "b"))
    }
    #expect(try folder.names().count == 2)
  }

  @Test func `what is no file isn't taken for one`() throws {
    let rules = [RuleSource(name: "v2.json", text: #"{"to":2,"rules":[]}"#)]
    let url = try #require(URL(string: "https://example.com\(folder.file.path)"))
    let file = GuardedFile(at: url, as: Poem.self, by: try Migrator(rules: rules))
    let refused = #expect(throws: MigrationError.self) { try file.save(Poem(title: "a")) }
    #expect("\(try #require(refused))".contains("is no file URL"))
    #expect(throws: MigrationError.self) { try file.load() }
    #expect(folder.text() == nil)
    #expect(throws: MigrationError.self) { try Migrator(rulesAt: url) }
  }

  private struct Tree: Codable, Equatable {
    var value: Int
    var children: [Tree]
  }

  @Test func `a value of many levels needs no large stack`() async throws {
    let rules = [RuleSource(name: "v2.json", text: #"{"to":2,"rules":[]}"#)]
    let file = GuardedFile(at: folder.file, as: Tree.self, by: try Migrator(rules: rules))
    let isSame = try await onSmallStack {
      var tree = Tree(value: 0, children: [])
      for value in 1..<120 { tree = Tree(value: value, children: [tree]) }
      try file.save(tree)
      tree.children[0].value = -1
      try file.save(tree)
      return try file.load() == tree
    }
    #expect(isSame)
    #expect(folder.text()?.contains("-1") == true)
  }
}
