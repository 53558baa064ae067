import Foundation
import LockedFiles
import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

/// Files drawn at random, with lists in any order, values of older versions and members that nobody
/// knows, are changed at random: what is saved is what is loaded, and no element gets the unknown
/// member of another.
@Suite struct GuardedRandomTests {
  struct Item: Codable, Hashable {
    var name: String
    var v: Int
  }

  struct Leaf: Codable, Versioned, Hashable {
    static let rules = Result {
      try Migrator(rules: [
        RuleSource(
          name: "v2.json",
          text: #"{"to":2,"rules":[{"rename":{"n":"name"}},{"scale":"v","by":10}]}"#)
      ])
    }
    static var migrator: Migrator { get throws { try rules.get() } }

    var name: String
    var v: Int
  }

  /// Names are unique in a file, so that it can be told which element one was.
  struct All: Codable, Equatable {
    var sorted: [Item]
    var listed: [Item]
    var set: Set<Item>
    var pairs: [Item.Name: Item]
    var tags: Set<Int>
    @Migrated var leaf: Leaf
    @Migrated var leaves: [Leaf]
    @Migrated var leafSet: Set<Leaf>
    @Migrated var leafPairs: [Item.Name: Leaf]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      sorted = try container.decode([Item].self, forKey: .sorted).sorted { $0.name < $1.name }
      listed = try container.decode([Item].self, forKey: .listed)
      set = try container.decode(Set<Item>.self, forKey: .set)
      pairs = try container.decode([Item.Name: Item].self, forKey: .pairs)
      tags = try container.decode(Set<Int>.self, forKey: .tags)
      _leaf = try container.decode(Migrated<Leaf>.self, forKey: .leaf)
      _leaves = try container.decode(Migrated<[Leaf]>.self, forKey: .leaves)
      _leafSet = try container.decode(Migrated<Set<Leaf>>.self, forKey: .leafSet)
      _leafPairs = try container.decode(Migrated<[Item.Name: Leaf]>.self, forKey: .leafPairs)
    }
  }

  struct Draw {
    var random: Seeded
    var count = 0

    mutating func element(isLeaf: Bool = false) -> String {
      count += 1
      let (name, v) = ("\"k\(count)\"", Int.random(in: 1...3, using: &random))
      let unknown = Bool.random(using: &random) ? ", \"u\": \"of k\(count)\"" : ""
      guard isLeaf else { return "{ \"v\": \(v), \"name\": \(name)\(unknown) }" }
      return switch Int.random(in: 0..<3, using: &random) {
      case 0: "{ \"n\": \(name), \"v\": \(v)\(unknown) }"
      case 1: "{ \"version\": 1, \"n\": \(name), \"v\": \(v)\(unknown) }"
      default: "{ \"name\": \(name)\(unknown), \"v\": \(v * 10), \"version\": 2 }"
      }
    }

    mutating func list(_ element: (inout Draw) -> String) -> String {
      let elements = (0..<Int.random(in: 0...6, using: &random)).map { _ in element(&self) }
      return "[" + elements.shuffled(using: &random).joined(separator: ",") + "]"
    }

    mutating func pair(isLeaf: Bool) -> String {
      let value = element(isLeaf: isLeaf)
      return "{ \"text\": \"k\(count)\" }, \(value)"
    }

    mutating func document() -> String {
      """
      { "version": 2, "x": 1.0, "sorted": \(list { $0.element() }),
      "listed": \(list { $0.element() }), "set": \(list { $0.element() }),
      "pairs": \(list { $0.pair(isLeaf: false) }),
      "tags": [\((0..<5).shuffled(using: &random).map(String.init).joined(separator: ", "))],
      "leaf": \(element(isLeaf: true)), "leaves": \(list { $0.element(isLeaf: true) }),
      "leafSet": \(list { $0.element(isLeaf: true) }),
      "leafPairs": \(list { $0.pair(isLeaf: true) }) }
      """
    }
  }

  enum Act: CaseIterable { case nothing, change, remove, add }

  /// Changes some of a list in one way: what is both removed and added may be taken for changed.
  private func change<Element>(
    _ list: [Element], _ draw: inout Draw, _ make: (String) -> Element,
    _ change: (inout Element) -> Void
  ) -> [Element] {
    var list = list
    guard let act = Act.allCases.randomElement(using: &draw.random) else { return list }
    for index in list.indices.reversed() where Bool.random(using: &draw.random) {
      if act == .change { change(&list[index]) }
      if act == .remove { list.remove(at: index) }
    }
    if act == .add {
      draw.count += 1
      list.insert(
        make("k\(draw.count)"), at: Int.random(in: 0...list.count, using: &draw.random))
    }
    return list
  }

  private func change(_ all: inout All, _ draw: inout Draw) {
    let item = { (name: String) in Item(name: name, v: 7) }
    let leaf = { (name: String) in Leaf(name: name, v: 7) }
    all.sorted = change(all.sorted, &draw, item) { $0.v += 1 }.sorted { $0.name < $1.name }
    all.listed = change(all.listed, &draw, item) { $0.v += 1 }
    all.set = Set(change(all.set.sorted { $0.name < $1.name }, &draw, item) { $0.v += 1 })
    all.leaves = change(all.leaves, &draw, leaf) { $0.v += 1 }
    all.leafSet = Set(change(all.leafSet.sorted { $0.name < $1.name }, &draw, leaf) { $0.v += 1 })
    let pairs = change(all.pairs.values.sorted { $0.name < $1.name }, &draw, item) { $0.v += 1 }
    all.pairs = Dictionary(uniqueKeysWithValues: pairs.map { (Item.Name(text: $0.name), $0) })
    let leaves = change(all.leafPairs.values.sorted { $0.name < $1.name }, &draw, leaf) {
      $0.v += 1
    }
    all.leafPairs = Dictionary(uniqueKeysWithValues: leaves.map { (Item.Name(text: $0.name), $0) })
    if Bool.random(using: &draw.random) { all.leaf.v += 1 }
    let tags = change(all.tags.sorted(), &draw, { Int($0.dropFirst()) ?? 0 }) { $0 += 1_000 }
    all.tags = Set(minimumCapacity: Int.random(in: 0...40, using: &draw.random))
    for tag in tags { all.tags.insert(tag) }
  }

  /// The texts of all unknown members, by the names of the elements that they are in.
  private func unknown(in text: String) throws -> [String: String] {
    var found: [String: String] = [:]
    var pending = [try JSON(parsing: Array(text.utf8))]
    while let value = pending.popLast() {
      pending += value.array ?? value.object?.values ?? []
      guard let name = (value["name"] ?? value["n"])?.string, let unknown = value["u"]?.string
      else { continue }
      found[name] = unknown
    }
    return found
  }

  /// The names of all elements.
  private func names(in text: String) throws -> Set<String> {
    var names: Set<String> = []
    var pending = [try JSON(parsing: Array(text.utf8))]
    while let value = pending.popLast() {
      pending += value.array ?? value.object?.values ?? []
      if let name = (value["name"] ?? value["n"])?.string { names.insert(name) }
    }
    return names
  }

  @Test func `whatever is changed is loaded again, and what is unknown stays where it is`() throws {
    let folder = try GuardedFolder()
    let rules = [RuleSource(name: "v2.json", text: #"{"to":2,"rules":[]}"#)]
    var file = GuardedFile(at: folder.file, as: All.self, by: try Migrator(rules: rules))
    file.calls.synchronize = { _ in }
    var draw = Draw(random: Seeded())
    var kept = (old: 0, new: 0)
    for _ in 0..<Amount.of(30, thorough: 300) {
      draw.count = 0
      let text = draw.document()
      try folder.write(text)
      var value = try #require(try file.load())
      let old = value
      try file.save(value)
      #expect(folder.text() == text)
      change(&value, &draw)
      try file.save(value)
      let saved = try #require(folder.text())
      let comment: Comment = "\(text)\nbecame \(saved)"
      #expect(try file.load() == value, comment)
      #expect(saved == text || old != value, comment)
      let (before, after) = (try unknown(in: text), try unknown(in: saved))
      for (name, unknown) in after { #expect(before[name] == unknown, comment) }
      let names = try self.names(in: saved)
      for (name, unknown) in before where names.contains(name) {
        #expect(after[name] == unknown, comment)
      }
      kept.old += before.count
      kept.new += after.count
    }
    // Most elements stay.
    #expect(kept.new * 10 > kept.old * 7, "\(kept)")
  }
}

extension GuardedRandomTests.Item {
  /// A key that is no text, so that its dictionary is a list.
  struct Name: Codable, Hashable {
    var text: String
  }
}
