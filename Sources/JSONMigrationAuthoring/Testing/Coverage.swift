package import JSONMigrationCore

/// A rule, and the tests that give it something to do.
package struct Coverage: Sendable {
  package let verb: String
  package let place: Diagnostic.Place
  package let step: String
  /// The names of the tests, as outcomes have them.
  package let tests: [String]
}
