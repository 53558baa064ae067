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
      help: Self.help(for: error.kind))
    followsDocument = error.followsValue
  }

  private static func help(for kind: JSONError.Kind) -> String? {
    switch kind {
    case .tooDeep: "the limit can be raised up to 10,000 levels; the command has `--max-depth`"
    default: nil
    }
  }
}
