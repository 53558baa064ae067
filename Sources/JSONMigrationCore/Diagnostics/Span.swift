extension Diagnostic.Span {
  /// The most columns of a line that an excerpt keeps.
  private static var widest: Int { 120 }

  /// Looks up line, column and excerpt of some bytes of a source.
  ///
  /// The cost is one pass over what stands before them, paid only when something went wrong. Lines
  /// end with a line feed; a carriage return before it belongs to the line's end.
  ///
  /// - Parameters:
  ///   - bytes: the bytes meant; what lies outside the source is left out.
  ///   - source: the bytes of the file, or of one line of a file of many documents.
  ///   - firstLine: the number of the source's first line.
  package init(
    _ bytes: Range<Int>, in source: some RandomAccessCollection<UInt8>, firstLine: Int = 1
  ) {
    self.init(bytes, in: source, after: LineMarks.Mark(line: firstLine))
  }

  /// Looks them up from a byte on of which it is known where it stands.
  package init(
    _ bytes: Range<Int>, in source: some RandomAccessCollection<UInt8>, after mark: LineMarks.Mark
  ) {
    let found = source.withContiguousStorageIfAvailable {
      Self(bytes, looking: $0, after: mark)
    }
    self = found ?? Self(bytes, looking: Array(source), after: mark)
  }

  private init<Bytes: RandomAccessCollection<UInt8>>(
    _ bytes: Range<Int>, looking source: Bytes, after mark: LineMarks.Mark
  ) where Bytes.Index == Int {
    let bytes = bytes.clamped(to: 0..<source.count)
    var place = mark
    while place.byte < bytes.lowerBound { place.pass(source[place.byte]) }
    // Inside a scalar, the scalar's own column.
    let isInside = bytes.lowerBound < source.count && isContinuation(source[bytes.lowerBound])
    let column = isInside ? max(1, place.scalars) : place.scalars + 1
    self.init(
      bytes: bytes, line: place.line, column: column,
      excerpt: Self.excerpt(of: source, around: bytes, lineStart: place.lineStart))
  }

  /// Makes the bytes those of a source that has others in front of its first line.
  package mutating func move(by distance: Int) {
    bytes = bytes.lowerBound + distance..<bytes.upperBound + distance
  }

  /// The line around the bytes, or of a longer one the part that shows most of what is meant.
  private static func excerpt<Bytes: RandomAccessCollection<UInt8>>(
    of source: Bytes, around bytes: Range<Int>, lineStart: Int
  ) -> Diagnostic.Excerpt where Bytes.Index == Int {
    var end = bytes.lowerBound
    var after = 0
    while after < widest, !isLineEnd(source, at: end) {
      end = next(end, in: source)
      after += 1
    }
    let wantedBefore = max(widest / 3, widest - after)
    var start = bytes.lowerBound
    var before = 0
    while before < wantedBefore, start > lineStart {
      start = previous(start, in: source, notBefore: lineStart)
      before += 1
    }
    while before + after > widest {
      end = previous(end, in: source, notBefore: bytes.lowerBound)
      after -= 1
    }
    return Diagnostic.Excerpt(
      text: Array(source[start..<end]),
      marked: bytes.lowerBound - start..<min(bytes.upperBound, end) - start,
      isCutBefore: start > lineStart, isCutAfter: !isLineEnd(source, at: end))
  }

  private static func isLineEnd<Bytes: RandomAccessCollection<UInt8>>(
    _ source: Bytes, at index: Int
  ) -> Bool where Bytes.Index == Int {
    guard index < source.count, source[index] != UInt8(ascii: "\n") else { return true }
    let isBeforeFeed = index + 1 < source.count && source[index + 1] == UInt8(ascii: "\n")
    return source[index] == UInt8(ascii: "\r") && isBeforeFeed
  }

  /// The start of the next scalar; four bytes at the most, whatever follows.
  private static func next<Bytes: RandomAccessCollection<UInt8>>(
    _ index: Int, in source: Bytes
  ) -> Int where Bytes.Index == Int {
    var next = index + 1
    while next < min(index + 4, source.count), isContinuation(source[next]) {
      next += 1
    }
    return next
  }

  /// The start of the scalar before; four bytes at the most, whatever precedes.
  private static func previous<Bytes: RandomAccessCollection<UInt8>>(
    _ index: Int, in source: Bytes, notBefore first: Int
  ) -> Int where Bytes.Index == Int {
    var previous = index - 1
    while previous > max(index - 4, first), isContinuation(source[previous]) {
      previous -= 1
    }
    return previous
  }
}

private func isContinuation(_ byte: UInt8) -> Bool {
  byte & 0xC0 == 0x80
}
