import Foundation
import LockedFiles
import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

/// Two releases of an app, and somebody else, take turns with one file: whatever the order, no
/// member is lost, and nothing newer is overwritten.
@Suite struct GuardedFileModelTests {
  struct First: Codable, Hashable {
    var name: String
    var count: Int
  }

  struct Second: Codable, Hashable {
    var title: String
    var count: Int
    var isOpen: Bool
  }

  enum Turn: CaseIterable {
    case firstLoads, firstSaves, secondLoads, secondSaves, othersAdd
  }

  /// What there is at one moment.
  struct Moment: Hashable {
    var text: String?
    var first: First?
    var second: Second?
    var additions: [String] = []
  }

  /// The orders of turns that lead to one moment: how many they are, and one of them.
  struct Orders {
    var count: Int
    let example: [Turn]
  }

  let folder: GuardedFolder
  let first: GuardedFile<First>
  let second: GuardedFile<Second>

  init() throws {
    folder = try GuardedFolder()
    var calls = FileCalls.system
    // What the disk confirms is of no interest here.
    calls.synchronize = { _ in }
    let steps = [
      RuleSource(
        name: "v2.json",
        text: """
          { "to": 2, "rules": [
            { "rename": { "name": "title" } }, { "add-default": { "isOpen": true } } ] }
          """)
    ]
    let migrator = try Migrator(rules: steps)
    let none = [RuleSource(name: "v1.json", text: #"{ "from": 0, "to": 1, "rules": [] }"#)]
    var first = GuardedFile(at: folder.file, as: First.self, by: try Migrator(rules: none))
    var second = GuardedFile(at: folder.file, as: Second.self, by: migrator)
    first.calls = calls
    second.calls = calls
    (self.first, self.second) = (first, second)
  }

  /// Up to five turns, or six where there is time.
  @Test func `in every order of some turns no member is lost and nothing newer overwritten`()
    throws
  {
    // A turn knows nothing of those before but what is in the moment: where several orders lead to
    // the same one it is gone on from once.
    var moments = [Moment(): Orders(count: 1, example: [])]
    for length in 1...Amount.of(5, thorough: 6) {
      var next: [Moment: Orders] = [:]
      for (before, orders) in moments {
        for turn in Turn.allCases {
          try restore(before.text)
          var after = before
          try take(turn, &after, length)
          after.text = folder.text()
          check(before, turn, after, orders.example)
          next[after, default: Orders(count: 0, example: orders.example + [turn])].count +=
            orders.count
        }
      }
      moments = next
    }
    #expect(moments.values.reduce(0) { $0 + $1.count } == Amount.of(3_125, thorough: 15_625))
    #expect(moments.count > Amount.of(50, thorough: 100), "\(moments.count)")
  }

  private func restore(_ text: String?) throws {
    if let text {
      try folder.write(text)
    } else {
      try? FileManager.default.removeItem(at: folder.file)
    }
  }

  private func take(_ turn: Turn, _ moment: inout Moment, _ length: Int) throws {
    switch turn {
    case .firstLoads:
      do {
        moment.first = try first.load() ?? moment.first
      } catch let error as MigrationError where error.kind == .newerVersion {}
    case .secondLoads: moment.second = try second.load() ?? moment.second
    case .firstSaves:
      var value = moment.first ?? First(name: "new", count: 0)
      value.count += 1
      do {
        try first.save(value)
        moment.first = value
      } catch let error as MigrationError where error.kind == .newerVersion {}
    case .secondSaves:
      var value = moment.second ?? Second(title: "new", count: 0, isOpen: true)
      value.count += 100
      try second.save(value)
      moment.second = value
    case .othersAdd:
      guard let text = moment.text else { return }
      let addition = "\"x\(length)\": 1.0\(length)"
      moment.additions.append(addition)
      try folder.write("{ \(addition), \(text.dropFirst())")
    }
  }

  /// Asks what has to hold after a turn.
  private func check(_ before: Moment, _ turn: Turn, _ after: Moment, _ turns: [Turn]) {
    let comment: Comment =
      "\(turns + [turn]): \(before.text ?? "-") became \(after.text ?? "-")"
    guard let text = after.text else {
      #expect(before.text == nil, comment)
      return
    }
    for addition in after.additions { #expect(text.contains(addition), comment) }
    #expect(version(of: text) >= before.text.map { version(of: $0) } ?? 0, comment)
    switch turn {
    case .firstLoads, .secondLoads: #expect(text == before.text, comment)
    case .firstSaves:
      if before.text.map({ version(of: $0) }) == 2 {
        #expect(text == before.text, comment)
      } else {
        #expect(text.contains(#""count":\#(after.first?.count ?? -1)"#), comment)
      }
    case .secondSaves:
      #expect(version(of: text) == 2, comment)
      #expect(text.contains(#""count":\#(after.second?.count ?? -1)"#), comment)
    case .othersAdd: break
    }
  }

  private func version(of text: String) -> Int {
    text.contains(#""version":2"#) ? 2 : text.contains(#""version":1"#) ? 1 : 0
  }
}
