import Foundation
import JSONMigration

/// `HabitsApp FILE`: lists the habits in a file, and marks the first one as done.
@main
enum HabitsApp {
  static func main() {
    guard CommandLine.arguments.count == 2 else {
      print("usage: HabitsApp FILE")
      exit(2)
    }
    do {
      print(try run(HabitStore(file: URL(filePath: CommandLine.arguments[1]))))
    } catch let error as MigrationError where error.kind == .newerVersion {
      // The file is fine, and stays as it is.
      print("These habits are from a newer release. Please update.")
      exit(1)
    } catch {
      print("The habits can't be read, and were not changed: \(error)")
      exit(1)
    }
  }

  /// The habits as text; the first one that isn't paused is done once more.
  static func run(_ store: HabitStore) throws -> String {
    var book = try store.load()
    if let first = book.habits.firstIndex(where: { !$0.isPaused }) {
      book.habits[first].streak += 1
      try store.save(book)
    }
    return book.habits.map { "\($0.name): \($0.streak)" }.joined(separator: "\n")
  }
}
