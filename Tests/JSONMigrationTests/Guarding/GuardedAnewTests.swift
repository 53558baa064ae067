import Foundation
import LockedFiles
import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

/// What rules or types give anew at each loading, ids or not, tells no elements apart.
@Suite struct GuardedAnewTests {
  struct Item: Codable, Equatable {
    var id: String?
    var token: String?
    var n: Int

    init(n: Int) { (id, token, self.n) = (UUID().uuidString, UUID().uuidString, n) }
  }

  struct Made: Codable, Equatable {
    var id: UUID
    var n: Int

    init(n: Int) { (id, self.n) = (UUID(), n) }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decodeIfPresent(UUID.self, forKey: .id) ?? UUID()
      n = try container.decode(Int.self, forKey: .n)
    }
  }

  struct Nested: Codable, Equatable {
    var sub: Made
    var n: Int { sub.n }

    init(n: Int) { sub = Made(n: n) }
  }

  struct Box<Element: Codable & Equatable>: Codable, Equatable {
    var l: [Element]
  }

  /// The ids decide about the order, which is another one each time.
  struct Sorted: Codable, Equatable {
    var l: [Made]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      l = try container.decode([Made].self, forKey: .l).sorted { "\($0.id)" < "\($1.id)" }
    }
  }

  let folder: GuardedFolder

  init() throws { folder = try GuardedFolder() }

  private func file<Value: Codable>(_ type: Value.Type, _ rules: String) throws -> GuardedFile<
    Value
  > {
    let rules = [RuleSource(name: "v2.json", text: #"{"to":2,"rules":[\#(rules)]}"#)]
    var file = GuardedFile(at: folder.file, as: type, by: try Migrator(rules: rules))
    file.calls.synchronize = { _ in }
    return file
  }

  /// The numbers of the elements with what is unknown of them, after a list was changed.
  private func saved<Element: Codable & Equatable>(
    _ rules: String, _ text: String, _ change: (inout [Element]) -> Void
  ) throws -> [String] {
    try folder.write(text)
    let file = try file(Box<Element>.self, rules)
    var box = try #require(try file.load())
    change(&box.l)
    try file.save(box)
    #expect(try file.load() == box)
    return try elements()
  }

  private func elements() throws -> [String] {
    let saved = try JSON(parsing: Array((folder.text() ?? "").utf8))
    return (saved["l"]?.array ?? []).map { element in
      "\((element["n"] ?? element["sub"]?["n"])?.description ?? "") \(element["u"]?.string ?? "-")"
    }
  }

  private static let old = #"{"l":[{"n":1,"u":"one"},{"n":2,"u":"two"},{"n":3,"u":"three"}]}"#
  private static let nested =
    #"{"l":[{"sub":{"n":1},"u":"one"},{"sub":{"n":2},"u":"two"},{"sub":{"n":3},"u":"three"}]}"#
  private static let ids = #"{"in":"l[*]","add-default":["id"],"generate":"uuid"}"#
  private static let tokens = #"{"in":"l[*]","add-default":["token"],"generate":"uuid"}"#

  private func checkEdits<Element: Codable & Equatable>(
    _ rules: String, _ text: String = Self.old, new: (Int) -> Element, _ type: Element.Type
  ) throws {
    func saved(_ change: (inout [Element]) -> Void) throws -> [String] {
      try self.saved(rules, text, change)
    }
    let reversed = try saved { $0.reverse() }
    #expect(reversed == ["3 three", "2 two", "1 one"], "\(rules) \(type)")
    #expect(try saved { $0.removeFirst() } == ["2 two", "3 three"])
    #expect(try saved { $0.swapAt(0, 1) } == ["2 two", "1 one", "3 three"])
    #expect(
      try saved { $0.insert(new(0), at: 0) } == ["0 -", "1 one", "2 two", "3 three"])
    #expect(
      try saved { list in
        list.removeFirst()
        list.append(new(7))
      } == ["2 two", "3 three", "7 -"])
  }

  @Test func `elements are the same by what stays, whatever is given anew`() throws {
    try checkEdits(Self.ids, new: Item.init, Item.self)
    try checkEdits(Self.tokens, new: Item.init, Item.self)
    try checkEdits("\(Self.ids),\(Self.tokens)", new: Item.init, Item.self)
    try checkEdits("", new: Made.init, Made.self)
    try checkEdits("", Self.nested, new: Nested.init, Nested.self)
  }

  @Test func `an order that is another one each time makes nothing uncertain`() throws {
    for _ in 0..<20 {
      try folder.write(Self.old)
      let file = try file(Sorted.self, "")
      var value = try #require(try file.load())
      value.l.removeAll { $0.n == 2 }
      try file.save(value)
      #expect(try elements().sorted() == ["1 one", "3 three"])
    }
  }

  @Test func `an id in the file tells, though those of other elements are given anew`() throws {
    let text =
      #"{"l":[{"id":"a","n":1,"u":"one"},{"n":2,"u":"two"},{"id":"c","n":3,"u":"three"},{"n":4,"u":"four"}]}"#
    let removed = try saved(Self.ids, text) { (list: inout [Item]) in
      list.remove(at: 0)
      list.reverse()
      list.append(Item(n: 1))
    }
    #expect(removed == ["4 four", "3 three", "2 two", "1 -"])
  }

  @Test func `whatever is moved, removed and added, no element gets what another one has`() throws {
    var random = Seeded()
    let rules = ["", Self.ids, Self.tokens, "\(Self.ids),\(Self.tokens)"]
    for _ in 0..<Amount.of(30, thorough: 300) {
      let count = Int.random(in: 0...6, using: &random)
      let elements = (0..<count).map { number in
        let id = Bool.random(using: &random) ? #""id":"i\#(number)","# : ""
        return #"{\#(id)"n":\#(number),"u":"of \#(number)"}"#
      }
      let result = try saved(
        rules.randomElement(using: &random) ?? "", #"{"l":[\#(elements.joined(separator: ","))]}"#
      ) { (list: inout [Item]) in
        list.shuffle(using: &random)
        // What is both removed and added may be taken for changed.
        if Bool.random(using: &random) {
          return list.removeLast(Int.random(in: 0...list.count, using: &random))
        }
        for number in 0..<Int.random(in: 0...2, using: &random) {
          list.insert(
            Item(n: 10 + number), at: Int.random(in: 0...list.count, using: &random))
        }
      }
      for element in result {
        let words = element.split(separator: " ", maxSplits: 1)
        let number = Int(words[0]) ?? 0
        #expect(words[1] == (number < 10 ? "of \(number)" : "-"), "\(elements) \(result)")
      }
    }
  }
}

/// An object with another id is another object, in lists or not.
@Suite struct GuardedObjectTests {
  struct Habit: Codable, Equatable {
    var id: Int
    var name: String
  }

  enum Choice: Codable, Equatable {
    case habit(Habit)
    case none
  }

  struct Made: Codable, Equatable {
    var id: UUID
    var name: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      id = try container.decodeIfPresent(UUID.self, forKey: .id) ?? UUID()
      name = try container.decode(String.self, forKey: .name)
    }
  }

  struct Box<Content: Codable & Equatable>: Codable, Equatable {
    var featured: Content
  }

  let folder: GuardedFolder

  init() throws { folder = try GuardedFolder() }

  @Test func `what is unknown of an object doesn't come to one with another id`() throws {
    let text = #"{"version":2,"featured":{"id":1,"name":"Read","owner":"Ann"},"x":1}"#
    let other = try folder.change(text, Box<Habit>.self) {
      $0.featured = Habit(id: 2, name: "Walk")
    }
    let saved = try JSON(parsing: Array((other ?? "").utf8))
    #expect(saved["featured"] == ["id": 2, "name": "Walk"])
    #expect(saved["x"] == 1)
    let same = try folder.change(text, Box<Habit>.self) { $0.featured.name = "Walk" }
    #expect(same == text.replacingOccurrences(of: "Read", with: "Walk"))
  }

  @Test func `nor in dictionaries and enumerations`() throws {
    let text =
      #"{"version":2,"featured":{"a":{"id":1,"name":"Read","owner":"Ann"},"b":{"id":2,"name":"Walk","owner":"Bob"}}}"#
    let swapped = try folder.change(text, Box<[String: Habit]>.self) { box in
      (box.featured["a"], box.featured["b"]) = (box.featured["b"], box.featured["a"])
    }
    #expect(swapped?.contains("owner") == false)
    let choice =
      #"{"version":2,"featured":{"habit":{"_0":{"id":1,"name":"Read","owner":"Ann"}}}}"#
    let chosen = try folder.change(choice, Box<Choice>.self) { box in
      box.featured = .habit(Habit(id: 2, name: "Walk"))
    }
    #expect(chosen?.contains("owner") == false)
  }

  @Test func `the document is the one in the file, whatever its id is`() throws {
    let text = #"{"version":2,"id":1,"name":"Read","owner":"Ann"}"#
    let saved = try folder.change(text, Habit.self) { $0 = Habit(id: 2, name: "Walk") }
    #expect(saved == #"{"version":2,"id":2,"name":"Walk","owner":"Ann"}"#)
  }

  @Test func `an id that is given anew says nothing of an object either`() throws {
    let text = #"{"version":2,"featured":{"name":"Read","owner":"Ann"}}"#
    let saved = try folder.change(text, Box<Made>.self) { $0.featured.name = "Walk" }
    #expect(saved?.contains(#""name":"Walk","owner":"Ann""#) == true, "\(saved ?? "")")
  }
}
