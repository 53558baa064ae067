import Foundation
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

/// Two releases of an app, and somebody else, take turns with one file: whatever the order, no member
/// is lost, and nothing newer is overwritten.
@Suite struct GuardedFileModelTests {
  struct First: Codable, Equatable {
    var name: String
    var count: Int
  }

  struct Second: Codable, Equatable {
    var title: String
    var count: Int
    var isOpen: Bool
  }

  enum Turn: CaseIterable {
    case firstLoads, firstSaves, secondLoads, secondSaves, othersAdd
  }

  /// What there is at one moment.
  struct Moment {
    var text: String?
    var first: First?
    var second: Second?
    var additions: [String] = []
    var turns: [Turn] = []
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

  @Test func `in every order of up to six turns no member is lost and nothing newer overwritten`()
    throws
  {
    var open = [Moment()]
    var count = 0
    while let moment = open.popLast() {
      for turn in Turn.allCases {
        try restore(moment.text)
        var next = moment
        next.turns.append(turn)
        try take(turn, &next)
        next.text = folder.text()
        check(moment, turn, next)
        count += 1
        if next.turns.count < 6 { open.append(next) }
      }
    }
    #expect(count == 5 + 25 + 125 + 625 + 3_125 + 15_625)
  }

  private func restore(_ text: String?) throws {
    if let text {
      try folder.write(text)
    } else {
      try? FileManager.default.removeItem(at: folder.file)
    }
  }

  private func take(_ turn: Turn, _ moment: inout Moment) throws {
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
      let addition = "\"x\(moment.turns.count)\": 1.0\(moment.turns.count)"
      moment.additions.append(addition)
      try folder.write("{ \(addition), \(text.dropFirst())")
    }
  }

  /// Asks what has to hold after a turn.
  private func check(_ before: Moment, _ turn: Turn, _ after: Moment) {
    let comment: Comment = "\(after.turns): \(before.text ?? "-") became \(after.text ?? "-")"
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
