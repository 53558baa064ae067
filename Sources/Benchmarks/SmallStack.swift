import Foundation
import JSONMigration

/// Decodes a document of 500 levels on a thread with the 512 KiB of stack that Apple's systems
/// give.
///
/// Where it takes more, the process ends by a signal.
/// Only code as it is shipped tells: without optimization each level takes several times as much.
enum SmallStack {
  private struct Branch: Decodable {
    var next: [Branch]
    var isOld: Bool
  }

  static func run() throws {
    let rules = #"{ "to": 2, "rules": [{ "add-default": { "isOld": true } }] }"#
    let migrator = try Migrator(rules: [RuleSource(name: "v2.json", text: rules)])
    // Each branch is two levels, an object and an array.
    let inner = #"{"next":[],"isOld":true}"#
    let start = String(repeating: #"{"next":["#, count: 249)
    let end = String(repeating: #"],"isOld":true}"#, count: 249)
    let document = Data((start + inner + end).utf8)
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      do {
        _ = try JSONDecoder().decode(Branch.self, from: document, migrating: migrator)
      } catch {
        print(error)
        exit(1)
      }
      done.signal()
    }
    thread.stackSize = 512 << 10
    thread.start()
    done.wait()
    print("500 levels are decoded on a stack of 512 KiB")
  }
}
