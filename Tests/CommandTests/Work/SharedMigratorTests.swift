import Foundation
import JSONMigrationCore
import Testing

@testable import JSONMigration

/// One migrator for all tasks, as an app has it.
///
/// It is among the tests of the command, whose workers share one too: those are what runs under the
/// thread sanitizer.
@Suite struct SharedMigratorTests {
  static let rules = [
    RuleSource(
      name: "v2.json",
      text:
        #"{ "to": 2, "rules": [{ "rename": { "body": "text" } }, { "copy": { "text": "title" } }] }"#
    )
  ]

  @Test func `many tasks migrate at the same time, more than workers wait`() async throws {
    let migrator = try Migrator(rules: Self.rules)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<40 {
        group.addTask {
          for round in 0..<25 {
            let text = "\(task) and \(round)"
            let old = Data(#"{"version":1,"body":"\#(text)"}"#.utf8)
            let new = try migrator.migrate(old)
            #expect(new == Data(#"{"version":2,"text":"\#(text)","title":"\#(text)"}"#.utf8))
          }
        }
      }
      try await group.waitForAll()
    }
  }
}
