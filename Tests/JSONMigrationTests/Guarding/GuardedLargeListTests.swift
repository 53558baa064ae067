import Foundation
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

/// Lists so long that not all elements can be compared with all.
@Suite struct GuardedLargeListTests {
  struct Point: Codable, Hashable {
    var x: Int
    var y: Int
  }

  struct Row: Codable, Hashable {
    var cells: [Int]
    var size: Int?
  }

  struct Line: Codable, Hashable {
    var from: Point
    var to: Point
  }

  enum Token: Codable, Hashable { case word(String), number(value: Int), end }

  struct Value: Codable, Equatable {
    var v: Int
  }

  struct Group: Codable, Hashable {
    var lines: Set<Line>
    var byRow: [[Int]: Int]
    var stars: Int?
  }

  struct Page: Codable, Equatable {
    var rows: Set<Row>?
    var lines: Set<Line>?
    var tokens: Set<Token>?
    var pairs: [Row: Value]?
    var groups: Set<Group>?
  }

  let folder: GuardedFolder

  init() throws {
    folder = try GuardedFolder()
  }

  /// A file with 900 elements in one list, the inner ones in another order than a set has.
  private func file(_ key: String, _ element: (Int) -> String) -> (text: String, end: String) {
    let list = (0..<900).map { element($0 * 7 % 900) }.joined(separator: ",\n ")
    return ("{\"version\": 2, \"\(key)\": [\(list)", "], \"other\": 1.0}")
  }

  private func expectAdded(
    _ added: String, to key: String, _ element: (Int) -> String, _ change: (inout Page) -> Void
  ) throws {
    let (text, end) = file(key, element)
    let saved = try folder.change(text + end, Page.self, change)
    // Not printed where it is another, for it is long.
    let isKept = saved == text + ",\n " + added + end
    #expect(isKept, "\(key): \(saved?.suffix(300) ?? "-")")
  }

  @Test func `large sets of elements without a scalar of their own keep what is unknown`() throws {
    try expectAdded(
      #"{"cells":[-1,5]}"#, to: "rows", { "{\"cells\":[\($0 / 30),\($0 % 30)],\"note\":\($0)}" }
    ) { $0.rows?.insert(Row(cells: [-1, 5])) }
    try expectAdded(
      #"{"word":{"_0":"x"}}"#, to: "tokens",
      { index in
        index % 2 == 0
          ? "{\"word\":{\"_0\":\"w\(index)\",\"note\":\(index).50}}"
          : "{\"number\":{\"value\":\(index), \"note\":\(index)}}"
      }
    ) { $0.tokens?.insert(.word("x")) }
  }

  @Test func `a large set without a scalar of its own keeps its order when one goes`() throws {
    let element = { (index: Int) in
      """
      {"from":{"x":\(index / 30),"y":1.0}, "note":\(index), "to":{"y":\(index % 30),"x":0}}
      """
    }
    let (text, end) = file("lines", element)
    let saved = try folder.change(text + end, Page.self) { page in
      page.lines?.remove(Line(from: Point(x: 3, y: 1), to: Point(x: 0, y: 8)))
    }
    let isKept = saved == (text + end).replacingOccurrences(of: element(98) + ",\n ", with: "")
    #expect(isKept, "\(saved?.prefix(300) ?? "-")")
  }

  @Test func `large dictionaries that are lists keep what is unknown`() throws {
    let element = { (index: Int) in
      "{\"cells\":[\(index), 1]}, {\"v\":\(index % 2), \"note\":\(index)}"
    }
    let (text, end) = file("pairs", element)
    let saved = try folder.change(text + end, Page.self) { page in
      page.pairs?[Row(cells: [77, 1])]?.v = 9
    }
    let isKept =
      saved
      == (text + end).replacingOccurrences(of: #"{"v":1, "note":77}"#, with: #"{"v":9, "note":77}"#)
    #expect(isKept, "\(saved?.prefix(300) ?? "-")")
  }

  @Test func `elements that hold large sets are found again`() throws {
    let groups = (0..<3).map { number in
      let lines = (0..<80).map { index in
        """
        {"to":{"x":1,"y":\(number)},"from":{"x":\(index * 7 % 80),"y":0},"note":\(index)}
        """
      }
      let pairs = (0..<80).map { "[\($0 * 7 % 80)],\(number)" }
      return """
        {"lines":[\(lines.joined(separator: ","))],"byRow":[\(pairs.joined(separator: ","))],"x":1}
        """
    }
    let text = "{\"version\":2,\"groups\":[\(groups.joined(separator: ","))"
    let saved = try folder.change(text + "]}", Page.self) { page in
      page.groups?.insert(Group(lines: [], byRow: [:]))
    }
    let ends = [#",{"byRow":[],"lines":[]}]}"#, #",{"lines":[],"byRow":[]}]}"#]
    let isKept = ends.contains { saved == text + $0 }
    #expect(isKept, "\(saved?.suffix(300) ?? "-")")
  }

  /// It sorts what it reads, fills in what is missing and spells a part in another way.
  struct Ledger: Codable, Equatable {
    var entries: [Entry]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      entries = try container.decode([Entry].self, forKey: .entries).sorted {
        ($0.at.x, $0.at.y) < ($1.at.x, $1.at.y)
      }
    }
  }

  struct Entry: Codable, Equatable {
    var at: Point
    var sum: [Int]
    var name: Name
    var isOpen: Bool?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      at = try container.decode(Point.self, forKey: .at)
      sum = try container.decode([Int].self, forKey: .sum)
      name = try container.decode(Name.self, forKey: .name)
      isOpen = try container.decodeIfPresent(Bool.self, forKey: .isOpen) ?? false
    }
  }

  struct Name: Codable, Equatable {
    let text: String

    init(from decoder: any Decoder) throws {
      text = try decoder.singleValueContainer().decode(String.self).uppercased()
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      try container.encode(text)
    }
  }

  @Test func `large lists that are sorted are told by what is written as it is read`() throws {
    let element = { (index: Int) in
      """
      {"at":{"x":\(index % 30),"y":\(index / 30)},"sum":[\(index % 3)],"name":"a","note":\(index)}
      """
    }
    let (text, end) = file("entries", element)
    let saved = try #require(
      try folder.change(text + end, Ledger.self) { $0.entries[31].sum = [5] })
    let entries = try #require(try JSON(parsing: Array(saved.utf8))["entries"]?.array)
    #expect(entries.count == 900)
    var wrong: [JSON] = []
    for entry in entries {
      guard let x = entry["at"]?["x"]?.int, let y = entry["at"]?["y"]?.int else { continue }
      let isChanged = x == 1 && y == 1
      if entry["note"]?.int != y * 30 + x || (entry["sum"] == [5]) != isChanged {
        wrong.append(entry)
      }
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(3))")
  }
}
