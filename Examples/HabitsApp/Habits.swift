import Foundation
import JSONMigration

/// What the app saves, as it is today.
struct HabitBook: Codable, Equatable {
  var habits: [Habit]
  var theme: String?
}

struct Habit: Codable, Equatable, Identifiable {
  var id: UUID
  var name: String
  var createdAt: Date
  var streak: Int
  var isPaused: Bool
}

/// A file with habits, of this release or of any before.
struct HabitStore {
  static let migrator = Result {
    guard let rules = Bundle.module.url(forResource: "rules", withExtension: nil) else {
      throw CocoaError(.fileNoSuchFile)
    }
    return try Migrator(rulesAt: rules)
  }

  let file: URL

  func load() throws -> HabitBook {
    try JSONDecoder().decode(
      HabitBook.self, from: Data(contentsOf: file), migrating: Self.migrator.get())
  }

  func save(_ book: HabitBook) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(book, stamping: Self.migrator.get()).write(to: file, options: .atomic)
  }
}
