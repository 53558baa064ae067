import Foundation
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

/// Types whose lists have another order than those of the file.
@Suite struct GuardedOrderTests {
  struct TagBox: Codable, Equatable {
    var tags: Set<String>
    var note: String?
  }

  enum Weekday: String, Codable, CaseIterable { case mon, tue, wed, thu }

  struct Plan: Codable, Equatable {
    var hours: [Weekday: Int]
  }

  struct Item: Codable, Hashable {
    var name: String
    var v: Int
  }

  struct Sorted: Codable, Equatable {
    var items: [Item]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      items = try container.decode([Item].self, forKey: .items).sorted { $0.name < $1.name }
    }
  }

  struct Shelf: Codable, Equatable {
    var boxes: [TagBox]
    var items: Set<Item> = []
  }

  let folder: GuardedFolder

  init() throws {
    folder = try GuardedFolder()
  }

  private func file<Value: Codable>(_ type: Value.Type) throws -> GuardedFile<Value> {
    let rules = [RuleSource(name: "v2.json", text: #"{"to":2,"rules":[]}"#)]
    return GuardedFile(at: folder.file, by: try Migrator(rules: rules))
  }

  // Sets have another order in each run and with each capacity, so each case is tried with many.
  @Test func `what leaves a set leaves the list, and what is new comes last`() throws {
    let names = (0..<8).map { "t\($0)" }
    for name in names {
      let list = names.map { "\"\($0)\"" }
      let text = try folder.change(
        "{\"version\":2,\"tags\":[\(list.joined(separator: ", "))]}", TagBox.self
      ) { box in
        box.tags.remove(name)
        box.tags.formUnion(["x", "y"])
      }
      let rest = (list.filter { $0 != "\"\(name)\"" } + [#""x""#, #""y""#])
      #expect(text == "{\"version\":2,\"tags\":[\(rest.joined(separator: ", "))]}")
    }
  }

  @Test func `an equal set in another order leaves the file alone`() throws {
    let text = #"{ "version":2,"tags":[ "a", "b","c","d", "e" ] }"#
    for capacity in [0, 10, 20, 50, 100, 1_000] {
      let saved = try folder.change(text, TagBox.self) { box in
        var tags = Set<String>(minimumCapacity: capacity)
        for tag in ["e", "d", "c", "b", "a"] { tags.insert(tag) }
        box.tags = tags
      }
      #expect(saved == text)
    }
  }

  @Test func `a key that is no text keeps its value, whatever the order`() throws {
    for day in Weekday.allCases {
      let text = try folder.change(
        #"{"version":2,"hours":["mon",1,"tue",2,"wed",3,"thu",4]}"#, Plan.self
      ) { $0.hours[day] = 20 }
      var pairs: [String] = []
      for (index, other) in Weekday.allCases.enumerated() {
        pairs.append("\"\(other.rawValue)\",\(other == day ? 20 : index + 1)")
      }
      #expect(text == "{\"version\":2,\"hours\":[\(pairs.joined(separator: ","))]}")
    }
    let text = try folder.change(
      #"{"version":2,"hours":["mon",1,"tue",2,"wed",3]}"#, Plan.self
    ) { plan in
      plan.hours[.tue] = nil
      plan.hours[.thu] = 7
    }
    #expect(text == #"{"version":2,"hours":["mon",1,"wed",3,"thu",7]}"#)
  }

  @Test func `elements that the type sorts are told by what they say`() throws {
    let old = """
      {"version":2,"items":[{"name":"c","v":1,"x":1},{"name":"a","v":2,"x":2},
      {"name":"b","v":3,"x":3}]}
      """
    let text = try #require(try folder.change(old, Sorted.self) { $0.items[0].v = 9 })
    #expect(text.contains(#"{"name":"c","v":1,"x":1}"#))
    #expect(text.contains(#"{"name":"a","v":9,"x":2}"#))
    #expect(text.contains(#"{"name":"b","v":3,"x":3}"#))
    #expect(try folder.change(old, Sorted.self) { _ in } == old)
    let less = try #require(try folder.change(old, Sorted.self) { $0.items.remove(at: 0) })
    #expect(less.contains(#"{"name":"c","v":1,"x":1}"#))
    #expect(less.contains(#"{"name":"b","v":3,"x":3}"#))
    #expect(!less.contains(#""x":2"#))
  }

  @Test func `unknown members stay with the element of a set that they belong to`() throws {
    let old = """
      {"version":2,"boxes":[],
      "items":[{"name":"c","v":1,"x":1},{"name":"a","v":2,"x":2},{"name":"b","v":3,"x":3}]}
      """
    let less = try folder.change(old, Shelf.self) { $0.items.remove(Item(name: "a", v: 2)) }
    #expect(
      less == """
        {"version":2,"boxes":[],
        "items":[{"name":"c","v":1,"x":1},{"name":"b","v":3,"x":3}]}
        """)
    let changed = try folder.change(old, Shelf.self) { shelf in
      shelf.items.remove(Item(name: "a", v: 2))
      shelf.items.insert(Item(name: "a", v: 9))
    }
    #expect(changed == old.replacingOccurrences(of: #""v":2"#, with: #""v":9"#))
  }

  @Test func `elements that hold sets are found again, whatever the order in these`() throws {
    let old = """
      {"version":2,"boxes":[{"tags":["a","b","c","d"],"x":1},{"tags":["e","f","g"],"x":2},
      {"tags":["h","i","j","k"],"x":3}],"items":[]}
      """
    for capacity in [0, 50, 1_000] {
      let text = try #require(
        try folder.change(old, Shelf.self) { shelf in
          shelf.boxes.remove(at: 1)
          for index in shelf.boxes.indices {
            shelf.boxes[index].tags.reserveCapacity(capacity)
          }
        })
      #expect(text.contains(#"{"tags":["a","b","c","d"],"x":1}"#))
      #expect(text.contains(#"{"tags":["h","i","j","k"],"x":3}"#))
      #expect(!text.contains(#""x":2"#))
    }
  }

  @Test func `an element that is no value of JSON keeps its place`() throws {
    // A key that stands twice, and half of a character.
    let old =
      #"{"version":2,"items":[{"name":"a","v":1,"x":1,"x":2},{"name":"b","v":2,"y":"\ud800"}]}"#
    let text = try folder.change(old, Listed.self) { $0.items[0].v = 9 }
    #expect(text == old.replacingOccurrences(of: #""v":1"#, with: #""v":9"#))
  }

  struct Listed: Codable, Equatable {
    var items: [Item]
  }

  struct Strategic: Codable, Equatable {
    var allTags: Set<Date>
    var byKey: [String: Set<Data>]
    var byNumber: [Int: Plan]
    var workHours: [Weekday: [Foundation.Decimal]]
    var someLinks: Set<URL>?
  }

  @Test func `sets are found whatever the strategies of the encoder are`() throws {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    encoder.dateEncodingStrategy = .secondsSince1970
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    decoder.dateDecodingStrategy = .secondsSince1970
    let rules = [RuleSource(name: "v2.json", text: #"{"to":2,"rules":[]}"#)]
    let file = GuardedFile(
      at: folder.file, as: Strategic.self, by: try Migrator(rules: rules), decoder: decoder,
      encoder: encoder)
    let old = """
      {"version":2,"all_tags":[7, 5, 6, 8],"by_key":{"aKey":["AA==","AQ==","Ag=="],"b_key":[]},
      "by_number":{"1":{"hours":["thu",1,"mon",2,"tue",3]}},
      "work_hours":["wed",[1.5,2],"mon",[1],"tue",[2]]}
      """
    try folder.write(old)
    var value = try #require(try file.load())
    try file.save(value)
    #expect(folder.text() == old)
    value.allTags.remove(Date(timeIntervalSince1970: 5))
    value.byKey["aKey"]?.remove(Data([1]))
    value.byNumber[1]?.hours[.mon] = 9
    value.workHours[.mon] = nil
    value.someLinks = []
    try file.save(value)
    #expect(try file.load() == value)
    #expect(
      folder.text() == """
        {"version":2,"all_tags":[7, 6, 8],"by_key":{"aKey":["AA==","Ag=="],"b_key":[]},
        "by_number":{"1":{"hours":["thu",1,"mon",9,"tue",3]}},
        "work_hours":["wed",[1.5,2],"tue",[2]],"some_links":[]}
        """)
  }

  /// It reads names in another way than it writes them, and in another order.
  struct Lowercase: Codable, Equatable {
    var names: [String]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      names = try container.decode([String?].self, forKey: .names).compactMap { $0?.lowercased() }
        .sorted()
    }
  }

  @Test func `a list of which nothing is certain is written anew where it changes`() throws {
    let old = #"{"version":2,"names":["C","A","B"],"x":1}"#
    #expect(try folder.change(old, Lowercase.self) { _ in } == old)
    #expect(
      try folder.change(old, Lowercase.self) { $0.names[1] = "b0" }
        == #"{"version":2,"names":["a","b0","c"],"x":1}"#)
    #expect(
      try folder.change(#"{"version":2,"names":["b",null,"a"]}"#, Lowercase.self) {
        $0.names[0] = "a0"
      } == #"{"version":2,"names":["a0","b",null]}"#)
  }

  /// It makes a number of its own where the file has none.
  struct Numbered: Codable, Equatable {
    static let made = Counter()

    var number: Int
    var name: String

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      Self.made.add(1)
      number = try container.decodeIfPresent(Int.self, forKey: .number) ?? Self.made.sum
      name = try container.decode(String.self, forKey: .name)
    }
  }

  @Test func `what a type makes up when it is read is saved`() throws {
    let text = try folder.change(#"{"version":2,"name":"A","x":1}"#, Numbered.self) { _ in }
    #expect(text?.hasPrefix(#"{"version":2,"name":"A","x":1,"number":"#) == true)
    try folder.write(#"{"version":2,"name":"A","x":1}"#)
    let file = try file(Numbered.self)
    let loaded = try #require(try file.load())
    let number = try file.update(startingWith: loaded) { $0.number }
    #expect(try file.load()?.number == number)
  }
}
