/// What is wrong with a pattern or with a replacement text, and where.
package struct PatternError: Error, Hashable, Sendable {
  /// The byte of the pattern (or of the replacement text) at which it was noticed, from 0.
  package var offset: Int
  /// What stands there, in words.
  package var found: String
  /// What could have stood there, in words.
  package var expected: String

  package init(offset: Int, found: String, expected: String) {
    self.offset = offset
    self.found = found
    self.expected = expected
  }
}

extension PatternError: CustomStringConvertible {
  /// One line: what was expected, what was found, and where.
  package var description: String {
    "expected \(expected), found \(found) at byte \(offset)"
  }
}
