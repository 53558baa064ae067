extension Diagnostic {
  /// What went wrong, as a word that stays the same from release to release.
  ///
  /// It is a struct, not an enum, so that a new kind breaks no app.
  public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The word.
    public let rawValue: String

    /// A kind with the given word.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The word.
    public var description: String { rawValue }

    /// The text is not JSON.
    public static let badJSON = Kind(rawValue: "bad-json")
    /// The bytes are no property list.
    public static let badPropertyList = Kind(rawValue: "bad-property-list")
    /// A key that a rule touches stands twice in its object.
    public static let duplicateKey = Kind(rawValue: "duplicate-key")
    /// Nested deeper than the limit.
    public static let tooDeep = Kind(rawValue: "too-deep")
    /// Larger, or more work, than the limit.
    public static let tooBig = Kind(rawValue: "too-big")
    /// The stamp is no version: null, 1.5, text where all versions are integers.
    public static let badVersion = Kind(rawValue: "bad-version")
    /// The document has no version, and the format says that it must.
    public static let missingVersion = Kind(rawValue: "missing-version")
    /// The document is newer than the rules.
    public static let newerVersion = Kind(rawValue: "newer-version")
    /// The chain of steps does not name the document's version.
    public static let unknownVersion = Kind(rawValue: "unknown-version")
    /// The document is not of the format at all.
    public static let wrongFormat = Kind(rawValue: "wrong-format")
    /// The document does not look as its version should.
    public static let wrongShape = Kind(rawValue: "wrong-shape")
    /// Something that has to be there is not.
    public static let missingValue = Kind(rawValue: "missing-value")
    /// Another JSON type than the verb takes.
    public static let wrongType = Kind(rawValue: "wrong-type")
    /// The type fits, the value does not.
    public static let invalidValue = Kind(rawValue: "invalid-value")
    /// Two things for one place.
    public static let conflict = Kind(rawValue: "conflict")
    /// A rule that has no inverse is in the way back.
    public static let noWayBack = Kind(rawValue: "no-way-back")
    /// The app's own code failed.
    public static let callFailed = Kind(rawValue: "call-failed")
    /// A coder was told something that can't be followed here, such as to read JSON 5.
    public static let unsupported = Kind(rawValue: "unsupported")
    /// A file can't be read or written.
    public static let badFile = Kind(rawValue: "bad-file")
    /// Another program, or another part of this one, has the file.
    public static let fileInUse = Kind(rawValue: "file-in-use")
    /// The rules folder is not sound.
    public static let badRules = Kind(rawValue: "bad-rules")
  }
}
