import JSONText
import TestSupport
import Testing

@testable import JSONMigrationAuthoring

/// Which elements of two lists belong together, and what finding that costs.
@Suite struct AlignmentTests {
  private static func cells(_ old: JSON, _ new: JSON) -> (cells: [Alignment.Cell], work: Int) {
    let terms = Terms()
    var alignment = Alignment()
    let cells = alignment.cells(terms.term(old).elements, terms.term(new).elements)
    return (cells, alignment.work)
  }

  private static func list(_ numbers: some Sequence<Int>, _ make: (Int) -> JSON) -> JSON {
    .array(numbers.map(make))
  }

  private static func number(_ value: Int) -> JSON { .number(JSONNumber(value)) }

  /// The old elements with the new ones that belong to them, as places.
  private static func partners(_ cells: [Alignment.Cell]) -> [Int: Int] {
    cells.reduce(into: [:]) { found, cell in
      if let old = cell.old, let new = cell.new { found[old] = new }
    }
  }

  @Test func `each element of both lists has one place`() {
    for (old, new) in [(0, 3), (3, 0), (1, 1), (70, 90), (400, 300)] {
      let (cells, _) = Self.cells(
        Self.list(0..<old) { Self.number($0 * 31 % 97) },
        Self.list(0..<new) { Self.number($0 * 17 % 89) })
      #expect(cells.compactMap(\.old) == Array(0..<old))
      #expect(cells.compactMap(\.new) == Array(0..<new))
    }
  }

  @Test func `in long lists equal elements belong together, though others went between them`() {
    let kept = (0..<400).filter { $0 % 7 != 3 }
    let (cells, _) = Self.cells(
      Self.list(0..<400, Self.number), Self.list(kept, Self.number))
    let expected = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
    #expect(Self.partners(cells) == expected)
  }

  @Test func `in long lists elements that all change are known by the member that differs most`() {
    let kept = (0..<300).filter { $0 % 11 != 5 }
    let (cells, _) = Self.cells(
      Self.list(0..<300) { ["kind": "a", "code": Self.number($0 * 7), "old": true] },
      Self.list(kept) { ["kind": "a", "code": Self.number($0 * 7), "new": 1] })
    let expected = Dictionary(uniqueKeysWithValues: kept.enumerated().map { ($1, $0) })
    #expect(Self.partners(cells) == expected)
  }

  @Test func `long lists in another order go by their index`() {
    let (cells, _) = Self.cells(
      Self.list(0..<500) { Self.number($0 * 31 % 997) },
      Self.list(0..<500) { Self.number($0 * 17 % 997) })
    #expect(cells.allSatisfy { $0.old == $0.new })
  }

  /// Elements that are made to cost work.
  private static let hostile:
    [(name: String, old: @Sendable (Int) -> JSON, new: @Sendable (Int) -> JSON)] = [
      ("alike", { _ in ["b": 1] }, { _ in ["b": 1, "c": 2] }),
      ("equal", { _ in 1 }, { index in index == 5 ? 2 : 1 }),
      ("different", { number($0 * 2) }, { number($0 * 2 + 1) }),
      ("shuffled", { number($0 * 31 % 9_973) }, { number($0 * 17 % 9_973) }),
      (
        "records", { ["id": number($0 * 31 % 9_973), "a": 1] }, { ["id": number($0 * 17 % 9_973)] }
      ),
      ("lists", { [number($0), [number($0 + 1)]] }, { [number($0 + 1), [number($0)]] }),
    ]

  @Test(arguments: hostile.indices)
  func `four times as long a list takes at most about four times the work`(_ index: Int) {
    let (name, old, new) = Self.hostile[index]
    func work(_ count: Int) -> Int {
      Self.cells(Self.list(0..<count, old), Self.list(0..<(count + 3), new)).work
    }
    let count = Amount.of(300, thorough: 1_000)
    let (less, more) = (work(count), work(4 * count))
    #expect(more <= 5 * less, "\(name): \(less) and \(more)")
    #expect(less <= 100 * count, "\(name): \(less)")
  }

  @Test func `many short lists together cost no more than is given`() {
    let terms = Terms()
    let rows = Amount.of(100, thorough: 2_000)
    var alignment = Alignment(most: rows * 1_500)
    for row in 0..<rows {
      let old = Self.list(0..<59) { Self.number((row * 59 + $0) * 31 % 9_973) }
      let new = Self.list(0..<59) { Self.number((row * 59 + $0) * 17 % 9_973) }
      let cells = alignment.cells(terms.term(old).elements, terms.term(new).elements)
      #expect(cells.compactMap(\.old).count == 59 && cells.compactMap(\.new).count == 59)
    }
    // Each with each would be twice as much.
    #expect(alignment.work < rows * 1_500 + rows * 59 * 4)
  }

  @Test func `values with much in them cost more to compare`() {
    func work(_ size: Int) -> Int {
      let inner = Self.list(0..<size, Self.number)
      return Self.cells(
        Self.list(0..<9) { ["a": Self.number($0), "b": inner] },
        Self.list(0..<8) { ["a": Self.number($0 + 20), "b": inner] }
      ).work
    }
    #expect(work(1_000) > 50 * work(1))
  }
}
