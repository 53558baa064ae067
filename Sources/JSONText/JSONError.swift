/// What is wrong with a text, and where.
///
/// An error is data; how it is drawn is the business of the program that shows it. Lines and
/// columns count from 1, columns in Unicode scalars.
public struct JSONError: Error, Hashable, Sendable {
  /// What went wrong, for programs.
  ///
  /// Open, so that a new kind breaks nobody.
  public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The word that stays the same from release to release.
    public let rawValue: String

    /// A kind with the given word.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The word.
    public var description: String { rawValue }

    /// The text is not JSON.
    public static let badJSON = Kind(rawValue: "bad-json")
    /// A key that was asked for stands twice in its object.
    public static let duplicateKey = Kind(rawValue: "duplicate-key")
    /// Nested deeper than the limit.
    public static let tooDeep = Kind(rawValue: "too-deep")
    /// Larger, or more work, than the limit.
    public static let tooBig = Kind(rawValue: "too-big")
    /// The type fits, the value does not.
    public static let invalidValue = Kind(rawValue: "invalid-value")
  }

  /// What went wrong.
  public var kind: Kind
  /// The byte at which it was noticed, from 0.
  public var offset: Int
  /// The line of that byte, from 1.
  public var line: Int
  /// The column of that byte, from 1, in Unicode scalars.
  public var column: Int
  /// What stands there, in words.
  public var found: String
  /// What could have stood there, in words.
  public var expected: String

  /// Whether all before it is one whole value, and the text should have ended there.
  package var followsValue = false
  /// Where the innermost array or object begins that was still open, where that is known.
  package var opened: Int?

  /// An error at a place of a text, such as tests want one.
  public init(
    _ kind: Kind, offset: Int, line: Int = 0, column: Int = 0, found: String, expected: String
  ) {
    self.kind = kind
    self.offset = offset
    self.line = line
    self.column = column
    self.found = found
    self.expected = expected
  }
}

extension JSONError {
  /// An error at a place of a text, told with its line and, unless `found` says it, what is there.
  init(
    _ kind: Kind, in bytes: [UInt8], at place: Int, expected: String, found: String? = nil,
    inText: Bool = false
  ) {
    let (line, column) = SourceMap.place(of: place, in: bytes)
    self.init(
      kind, offset: place, line: line, column: column,
      found: found ?? Found.describe(bytes, at: place, inText: inText), expected: expected)
  }
}

extension JSONError: CustomStringConvertible {
  /// One line: the place, what was expected, and what was found.
  public var description: String {
    "\(line):\(column): \(kind): expected \(expected), found \(found)"
  }
}
