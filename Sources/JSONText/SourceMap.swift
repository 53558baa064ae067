/// Lines and columns of a text, which need not be valid UTF-8.
///
/// A line ends with `\n` or `\r\n`, as editors have it; a lone `\r` ends nothing. Lines and columns
/// count from 1. A column counts Unicode scalars, that is bytes that continue no other. The end of
/// the text is a place too.
package struct SourceMap: Sendable {
  private let bytes: [UInt8]
  private let starts: [Int]

  /// A map of the given text.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var starts = [0]
    for (offset, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      starts.append(offset + 1)
    }
    self.starts = starts
  }

  /// The line and column of a byte; what is outside the text counts as its nearest end.
  package func place(of offset: Int) -> (line: Int, column: Int) {
    let offset = min(max(offset, 0), bytes.count)
    var low = 0
    var high = starts.count
    while high - low > 1 {
      let middle = low + (high - low) / 2
      if starts[middle] <= offset { low = middle } else { high = middle }
    }
    return (low + 1, Self.column(of: offset, from: starts[low], in: bytes))
  }

  /// The line and column of one byte, for when no map is at hand and only one place is asked for.
  package static func place<Bytes: RandomAccessCollection>(
    of offset: Int, in bytes: Bytes
  ) -> (line: Int, column: Int) where Bytes.Element == UInt8, Bytes.Index == Int {
    let offset = min(max(offset, bytes.startIndex), bytes.endIndex)
    var line = 1
    var start = bytes.startIndex
    for position in bytes.startIndex..<offset where bytes[position] == UInt8(ascii: "\n") {
      line += 1
      start = position + 1
    }
    return (line, column(of: offset, from: start, in: bytes))
  }

  private static func column<Bytes: RandomAccessCollection>(
    of offset: Int, from start: Int, in bytes: Bytes
  ) -> Int where Bytes.Element == UInt8, Bytes.Index == Int {
    var scalars = 0
    for position in start..<offset where bytes[position] & 0xC0 != 0x80 { scalars += 1 }
    // Inside a scalar, the scalar's own column.
    let isInside = offset < bytes.endIndex && bytes[offset] & 0xC0 == 0x80
    return isInside ? max(scalars, 1) : scalars + 1
  }
}
