package import JSONText

extension Diagnostic {
  /// What the reader of a text found wrong, with the line it found it in.
  ///
  /// - Parameters:
  ///   - error: what the reader said.
  ///   - source: the bytes that it read.
  ///   - file: the name of the file or document.
  ///   - firstLine: the number of the source's first line.
  package init(
    _ error: JSONError, in source: some RandomAccessCollection<UInt8>, file: String,
    firstLine: Int = 1
  ) {
    let bytes = error.offset..<max(error.offset, min(error.offset + 1, source.count))
    self.init(
      Kind(rawValue: error.kind.rawValue), "expected \(error.expected), found \(error.found)",
      at: Place(file, span: Span(bytes, in: source, firstLine: firstLine)),
      help: Self.help(for: error, in: source))
    followsDocument = error.followsValue
  }

  private static func help(
    for error: JSONError, in source: some RandomAccessCollection<UInt8>
  ) -> String? {
    switch error.kind {
    case .tooDeep: "the limit can be raised up to 10,000 levels; the command has `--max-depth`"
    // Such a text fails at its first character, or behind it.
    case .badJSON where error.offset < 2: help(forStart: Array(source.prefix(3)))
    default: nil
    }
  }

  /// What to do about a text that is in another encoding.
  private static func help(forStart bytes: [UInt8]) -> String? {
    if bytes == [0xEF, 0xBB, 0xBF] { return "save it as UTF-8 without a byte-order mark" }
    guard bytes.count > 1 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0xFF, 0xFE), (0xFE, 0xFF), (0, 1...), (1..., 0):
      return "it looks like UTF-16: save it as UTF-8"
    default: return nil
    }
  }
}
