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
    var bytes = error.offset..<max(error.offset, min(error.offset + 1, source.count))
    var found = error.found
    if error.offset >= source.count {
      // Behind the last line that has something in it, not in an empty one below.
      let space = source.reversed().prefix { Self.isSpace($0) }
      if space.count == source.count {
        found = source.isEmpty ? Found.emptyText : Found.whiteSpace
      }
      if space.contains(0x0A) {
        bytes = source.count - space.count..<source.count - space.count
      }
    } else if let end = Self.endOfLine(before: error, in: source) {
      bytes = end - 1..<end
      found += " on a later line"
    }
    self.init(
      Kind(rawValue: error.kind.rawValue), "expected \(error.expected), found \(found)",
      at: Place(file, span: Span(bytes, in: source, firstLine: firstLine)),
      help: Self.help(for: error, in: source)
        ?? (error.kind == .badJSON && [".yaml", ".yml"].contains(where: file.hasSuffix)
          ? "no YAML is read: make JSON of it first" : nil))
    followsDocument = error.followsValue
    endsEarly =
      error.kind == .badJSON && error.found == Found.end && error.expected != Expected.closingQuote
  }

  /// Where the line ends that a comma is missing behind; nil where that is not what is missing, or
  /// where what follows is on the same line.
  private static func endOfLine(
    before error: JSONError, in source: some RandomAccessCollection<UInt8>
  ) -> Int? {
    guard error.kind == .badJSON, error.expected.hasPrefix("a comma or"),
      !"]}".includes(error.found.dropFirst().prefix(1))
    else { return nil }
    var end = min(error.offset, source.count)
    guard end < source.count else { return nil }
    var isOver = false
    for byte in source.prefix(end).reversed() {
      guard isSpace(byte) else { break }
      if byte == 0x0A { isOver = true }
      end -= 1
    }
    return isOver && end > 0 ? end : nil
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
  }

  private static func help(
    for error: JSONError, in source: some RandomAccessCollection<UInt8>
  ) -> String? {
    switch error.kind {
    case .tooDeep:
      "the library takes up to 1,024 levels; the command up to 10,000, with `--max-depth` of `apply`, "
        + "`check`, `explain`, `status` and `shape`"
    // Such a text fails at its first character, or behind it.
    case .badJSON where endOfLine(before: error, in: source) != nil:
      "put a comma at the end of this line"
    case .badJSON where error.offset < 2: help(forStart: Array(source.prefix(6)))
    default: nil
    }
  }

  /// What to do about a text that is in another encoding, packed, or a property list.
  private static func help(forStart bytes: [UInt8]) -> String? {
    if bytes.starts(with: "\u{FEFF}".utf8) { return "save it as UTF-8 without a byte-order mark" }
    if ["<?xml", "<plist", "bplist"].contains(where: { bytes.starts(with: $0.utf8) }) {
      return
        "`apply`, `check`, `explain` and `status` read property lists: with `--plist`, or where the "
        + "name ends in .plist, as `shape` does"
    }
    guard bytes.count > 1 else { return nil }
    let zeros = bytes.prefix(4).map { $0 == 0 }
    if zeros == [true, true, true, false] || zeros == [false, true, true, true]
      || bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF])
    {
      return "it looks like UTF-32: save it as UTF-8"
    }
    switch (bytes[0], bytes[1]) {
    case (0xFF, 0xFE), (0xFE, 0xFF), (0, 1...), (1..., 0):
      return "it looks like UTF-16: save it as UTF-8"
    case (0x1F, 0x8B), (0x28, 0xB5): return "it looks compressed: unpack it first"
    default: return nil
    }
  }
}
