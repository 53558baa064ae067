import Foundation
import JSONMigrationCore
import Testing

@testable import JSONMigration

/// One migrator for everybody, as an app has it.
@Suite struct SharedMigratorTests {
  @Test func `many tasks migrate at the same time, more than workers wait`() async throws {
    let migrator = try Migrator(rules: MigratorTests.rules)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<40 {
        group.addTask {
          for round in 0..<25 {
            let text = "\(task) and \(round)"
            let old = Data(#"{"version":1,"body":"\#(text)"}"#.utf8)
            let new = try migrator.migrate(old)
            #expect(new == Data(#"{"version":3,"text":"\#(text)","priority":0}"#.utf8))
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
