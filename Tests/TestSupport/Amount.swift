import Foundation

/// How much is done by tests that could always do more: rounds with random numbers, and sizes that
/// would take for ever if something grew with their square.
///
/// A run by hand in a debug build does the less of two. Where the environment variable
/// `JSONMIGRATE_THOROUGH` is 1, as in `.ci/sanitize`, whose builds are optimized, it does the more.
package enum Amount {
  package static let isThorough =
    ProcessInfo.processInfo.environment["JSONMIGRATE_THOROUGH"] == "1"

  package static func of<Value>(_ few: Value, thorough many: Value) -> Value {
    isThorough ? many : few
  }
}
