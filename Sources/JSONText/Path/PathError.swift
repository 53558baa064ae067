/// What is wrong with a path or a condition, and where.
public struct PathError: Error, Hashable, Sendable {
  /// The byte of the text at which it was noticed, from 0.
  public var offset: Int
  /// What stands there, in words.
  public var found: String
  /// What could have stood there, in words.
  public var expected: String

  /// An error at a byte of a path, such as tests want one.
  public init(offset: Int, found: String, expected: String) {
    self.offset = offset
    self.found = found
    self.expected = expected
  }
}

extension PathError: CustomStringConvertible {
  /// One line: what was expected, what was found, and where.
  public var description: String {
    "expected \(expected), found \(found) at byte \(offset)"
  }
}
