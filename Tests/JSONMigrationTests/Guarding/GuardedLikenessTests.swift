import Foundation
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

/// Several elements of one list change at once: what is unknown stays with those that are certain.
@Suite struct GuardedLikenessTests {
  struct Item: Codable, Hashable {
    var name: String
    var note: String
    var count: Int
    var isOpen = true
  }

  struct Box: Codable, Equatable {
    var set: Set<Item>
  }

  struct Sorted: Codable, Equatable {
    var list: [Item]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      list = try container.decode([Item].self, forKey: .list).sorted { $0.name < $1.name }
    }
  }

  let folder: GuardedFolder

  init() throws {
    folder = try GuardedFolder()
  }

  private static func element(_ name: String, _ note: String, _ count: Int) -> String {
    #"{"name":"\#(name)","note":"\#(note)","count":\#(count),"isOpen":true,"u":"of \#(name)"}"#
  }

  private static let elements = [
    element("a", "one", 1), element("b", "two", 2), element("c", "two", 3), element("d", "six", 4),
  ]

  /// The unknown members of the elements, by their names, after all were changed.
  private func change(_ change: (inout Item) -> Void) throws -> [String: String] {
    let text = "{\"version\":2,\"set\":[\(Self.elements.joined(separator: ","))]}"
    let saved = try folder.change(text, Box.self) { box in
      box.set = Set(
        box.set.map { item in
          var item = item
          change(&item)
          return item
        })
    }
    return try unknown(in: saved)
  }

  private func unknown(in text: String?) throws -> [String: String] {
    let value = try JSON(parsing: Array((text ?? "").utf8))
    var found: [String: String] = [:]
    for item in value["set"]?.array ?? value["list"]?.array ?? [] {
      found[item["name"]?.string ?? ""] = item["u"]?.string
    }
    return found
  }

  @Test func `elements of which several change keep what is unknown`() throws {
    let all = ["a": "of a", "b": "of b", "c": "of c", "d": "of d"]
    #expect(try change { $0.count = 9 } == all)
    // Counts that others had before tell nothing.
    #expect(try change { $0.count += 1 } == all)
    #expect(try change { if $0.name < "c" { $0.note += "!" } } == all)
    #expect(
      try change { item in
        if item.name < "c" { (item.note, item.count, item.isOpen) = ("new", 0, false) }
      } == all)
    #expect(
      try change { item in
        if item.name == "a" { item.name = "z" }
        if item.name == "b" { item.count = 8 }
      } == ["z": "of a", "b": "of b", "c": "of c", "d": "of d"])
  }

  @Test func `an element that comes for another gets nothing of it`() throws {
    #expect(
      try change { if $0.name == "a" { $0 = Item(name: "z", note: "new", count: 1) } }
        == ["b": "of b", "c": "of c", "d": "of d"])
    // Others have that note too.
    #expect(
      try change { if $0.name == "b" { $0 = Item(name: "z", note: "two", count: 2) } }
        == ["a": "of a", "c": "of c", "d": "of d"])
  }

  @Test func `where it may be either the element has nothing of both`() throws {
    #expect(
      try change { item in
        if item.name == "a" { item.note = "six" } else if item.name == "d" { item.note = "one" }
      } == ["b": "of b", "c": "of c"])
  }

  @Test func `an element that a sorting type puts elsewhere takes no other one's place`() throws {
    let text = "{\"version\":2,\"list\":[\(Self.elements.joined(separator: ","))]}"
    let saved = try folder.change(text, Sorted.self) { sorted in
      sorted.list[0] = Item(name: "z", note: "new", count: 1)
      sorted.list[2].count = 9
      sorted.list.sort { $0.name < $1.name }
    }
    #expect(try unknown(in: saved) == ["b": "of b", "c": "of c", "d": "of d"])
    let changed = try folder.change(text, Sorted.self) { sorted in
      for index in 1...2 { (sorted.list[index].name, sorted.list[index].note) = ("b\(index)", "") }
    }
    #expect(try unknown(in: changed) == ["a": "of a", "b1": "of b", "b2": "of c", "d": "of d"])
  }

  /// It has a count where the file says none.
  struct Counted: Codable, Hashable {
    var name: String
    var count: Int

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      count = try container.decodeIfPresent(Int.self, forKey: .count) ?? 0
    }
  }

  struct Counts: Codable, Equatable {
    var set: Set<Counted>
  }

  @Test func `elements that lack what the type writes are found by what they have`() throws {
    let text = try folder.change(
      #"{"version":2,"set":[{"name":"a","u":1.0},{"name":"b","u":2.0},{"name":"c","count":3}]}"#,
      Counts.self
    ) { counts in
      counts.set = Set(
        counts.set.map { counted in
          var counted = counted
          if counted.name != "b" { counted.count = 7 }
          return counted
        })
    }
    #expect(
      text == """
        {"version":2,"set":[{"name":"a","u":1.0,"count":7},{"name":"b","u":2.0},\
        {"name":"c","count":7}]}
        """)
  }
}
