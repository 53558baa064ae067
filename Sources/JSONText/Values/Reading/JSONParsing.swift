extension JSON {
  /// Reads strict JSON by RFC 8259 from UTF-8.
  ///
  /// Anything else is an error with its place: also a byte-order mark, something after the value, a
  /// comment, a trailing comma. So is what a value can't hold: a key that stands twice in its
  /// object (`duplicate-key`), half of a surrogate pair (`invalid-value`), more than 1,024 levels
  /// of nesting (`too-deep`).
  public init(parsing bytes: some Sequence<UInt8>) throws(JSONError) {
    let bytes = Array(bytes)
    let (root, duplicates) = try LocatedJSON.parse(
      bytes, dialect: .strict, maximumDepth: Self.maximumDepth)
    if let duplicate = duplicates.first { throw duplicate.error(in: SourceMap(bytes)) }
    self = root.json
  }

  /// Reads strict JSON from a text, as from its UTF-8.
  public init(parsing text: String) throws(JSONError) {
    try self.init(parsing: text.utf8)
  }
}
