import Foundation
import JSONMigrationCore
import Testing

@testable import HabitsApp
@testable import JSONMigration
@testable import JSONMigrationTesting

/// The example of an app, run as a user would.
@Suite struct HabitsAppTests {
  private static let samples = Project.root.appending(path: "Examples/HabitsApp/documents")

  /// A store with a copy of a document, gone afterwards.
  private func withStore(_ data: Data, _ body: (HabitStore) throws -> Void) throws {
    let file = FileManager.default.temporaryDirectory
      .appending(path: "habits-\(UUID().uuidString).json")
    try data.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    try body(HabitStore(file: file))
  }

  @Test func `a file of the first release is read, and saved with its version`() throws {
    let old = try Data(contentsOf: Self.samples.appending(path: "first-release.json"))
    try withStore(old) { store in
      #expect(try HabitsApp.run(store) == "Floss: 13\nRun: 0")
      let book = try store.load()
      #expect(book.habits.map(\.streak) == [13, 0])
      #expect(book.habits[1].createdAt == Date(timeIntervalSinceReferenceDate: 777_686_400.5))
      #expect(Set(book.habits.map(\.id)).count == 2)
      #expect(book.theme == "sea")
      #expect(try HabitStore.migrator.get().version(of: Data(contentsOf: store.file)) == 3)
      // Ids were made once, and are the same from now on.
      #expect(try store.load() == book)
      #expect(try HabitsApp.run(store) == "Floss: 14\nRun: 0")
    }
  }

  @Test(arguments: [
    (#"{ "version": 4 }"#, Diagnostic.Kind.newerVersion), (#"{ "habits": "#, .badJSON),
    (#"{ "habits": 7 }"#, .wrongShape),
  ])
  func `a file that can't be read stays as it is`(_ text: String, kind: Diagnostic.Kind) throws {
    try withStore(Data(text.utf8)) { (store) throws in
      let error = #expect(throws: MigrationError.self) { _ = try HabitsApp.run(store) }
      #expect(error?.kind == kind)
      #expect(try Data(contentsOf: store.file) == Data(text.utf8))
    }
  }

  @Test func `the type of today fits what the rules make of old files`() throws {
    let notes = try HabitStore.migrator.get().check(
      decodes: HabitBook.self, samples: Self.samples)
    #expect(notes.map(\.message) == ["no sample has version 3"])
  }

  @Test func `a step that was forgotten is told`() throws {
    let rules = Project.root.appending(path: "Examples/HabitsApp/rules/v2.json")
    let migrator = try Migrator(rules: [
      RuleSource(name: "v2.json", bytes: Data(contentsOf: rules))
    ])
    let error = #expect(throws: MigrationError.self) {
      try migrator.check(decodes: HabitBook.self, samples: Self.samples)
    }
    #expect(
      error?.description == """
        first-release.json:3:5: error: `HabitBook` needs `habits[*].id: UUID`, and nothing adds it from \
        versions 1, 2; add: { "in": "habits[*]", "add-default": ["id"], "generate": "uuid" } \
        [missing-value]
        first-release.json:3:5: error: `HabitBook` needs `habits[*].isPaused: Bool`, and nothing adds it \
        from versions 1, 2; add: { "in": "habits[*]", "add-default": { "isPaused": false } } \
        [missing-value]
        """)
  }
}
