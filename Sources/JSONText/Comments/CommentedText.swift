/// A JSON text with comments and trailing commas, taken apart: the text without them, and where
/// they stood between its tokens.
///
/// A comment belongs to the member or element that it stands directly above, or behind on the same
/// line. In a line with several of them one in front of a member belongs to that. All others belong
/// to the container that they are in.
package struct CommentedText: Sendable {
  /// The text, and the strict one.
  let original: [UInt8]
  package let strict: [UInt8]
  /// What is between tokens and more than in strict JSON, in the order of the text.
  let gaps: [CommentGap]
  /// How lines end: as the first one does.
  let newline: [UInt8]
  /// Whether the document is one line, as it has to stay where each line of a file is one.
  let isOneLine: Bool
  /// How far the first line is indented that is.
  let unit: [UInt8]
  /// The numbers of the gaps, by the item before them, and by the container that they are in.
  private let byItem: [Int]
  private let byContainer: [Int]

  /// Nil if there are neither comments nor trailing commas; what is wrong with the JSON is for its
  /// reader.
  package init?(_ text: some RandomAccessCollection<UInt8>) throws(JSONError) {
    var reader = CommentReader(Array(text))
    try reader.read()
    if reader.gaps.isEmpty { return nil }
    (original, strict, gaps) = (reader.bytes, reader.strict, reader.gaps)
    let feed = original.firstIndex(of: 0x0A) ?? 0
    newline = feed > 0 && original[feed - 1] == 0x0D ? [0x0D, 0x0A] : [0x0A]
    let start = gaps.first.flatMap { $0.kind == .start ? $0.original.upperBound : nil } ?? 0
    let end = gaps.last.flatMap { $0.kind == .end ? $0.original.lowerBound : nil }
    let root = original[start..<(end ?? original.count)].drop(while: isSpace)
    isOneLine = !root[..<(root.lastIndex { !isSpace($0) } ?? root.startIndex)].contains(0x0A)
    unit = Self.unit(of: original)
    let gaps = gaps
    byItem = positionsInOrder(gaps.count) { gaps[$0].last < gaps[$1].last }
    byContainer = positionsInOrder(gaps.count) { gaps[$0].container < gaps[$1].container }
  }

  private static func unit(of text: [UInt8]) -> [UInt8] {
    var rest = text[...]
    while let feed = rest.firstIndex(of: 0x0A) {
      rest = rest[(feed + 1)...]
      let indent = rest.prefix { $0 == 0x20 || $0 == 0x09 }
      if !indent.isEmpty, indent.endIndex < rest.endIndex, !isSpace(rest[indent.endIndex]) {
        return Array(indent)
      }
    }
    return [0x20, 0x20]
  }

  /// Where a byte of the strict text is in the original.
  package func place(of offset: Int) -> Int {
    let count = firstPosition(below: gaps.count) { gaps[$0].strict.upperBound > offset }
    if count == 0 { return offset }
    let gap = gaps[count - 1]
    return offset + gap.original.upperBound - gap.strict.upperBound
  }
}

// MARK: - Which gap it is

extension CommentedText {
  /// The gap in front of the document, and that behind it.
  var start: CommentGap? { gaps.first.flatMap { $0.kind == .start ? $0 : nil } }
  var end: CommentGap? { gaps.last.flatMap { $0.kind == .end ? $0 : nil } }

  /// The gap behind an item, by where its value began.
  func gap(behind item: Int) -> CommentGap? {
    let index = firstPosition(below: byItem.count) { gaps[byItem[$0]].last >= item }
    guard index < byItem.count, gaps[byItem[index]].last == item else { return nil }
    return gaps[byItem[index]]
  }

  /// The gap in front of an item.
  func gap(before item: Int) -> CommentGap? {
    let index = firstPosition(below: gaps.count) { gaps[$0].next >= item }
    guard index < gaps.count, gaps[index].next == item, gaps[index].kind == .items else {
      return nil
    }
    return gaps[index]
  }

  /// The gap between the key of an item and its value.
  func gap(inside item: Int) -> CommentGap? {
    var index = firstPosition(below: gaps.count) { gaps[$0].next >= item }
    // The one in front comes before.
    if index < gaps.count, gaps[index].next == item, gaps[index].kind != .key { index += 1 }
    guard index < gaps.count, gaps[index].next == item, gaps[index].kind == .key else { return nil }
    return gaps[index]
  }

  /// The gaps between the items of a container, in order, and those around them.
  func gaps(in container: Int) -> [CommentGap] {
    var index = firstPosition(below: byContainer.count) {
      gaps[byContainer[$0]].container >= container
    }
    var found: [CommentGap] = []
    while index < byContainer.count, gaps[byContainer[index]].container == container {
      found.append(gaps[byContainer[index]])
      index += 1
    }
    return found
  }

  /// Whether there are any in a range of the strict text.
  func hasGaps(in range: Range<Int>) -> Bool {
    let index = firstPosition(below: gaps.count) { gaps[$0].strict.lowerBound > range.lowerBound }
    return index < gaps.count && gaps[index].strict.lowerBound < range.upperBound
  }

  /// What stands in a gap, by what it belongs to.
  func parts(of gap: CommentGap) -> CommentGap.Parts { GapScanner(original, gap).parts(of: gap) }

  /// What stands behind a key, to stand in front of an item without it.
  func block(behindKey gap: CommentGap) -> CommentGap.Block {
    var text: [UInt8] = []
    // One of a line would belong to what is in front of it on that line.
    var beginsLine = false
    for piece in GapScanner(original, gap).pieces where piece.isComment {
      text += original[piece.range] + (piece.kind == .line ? newline : [0x20])
      if piece.kind == .line { beginsLine = true }
    }
    if text.last == 0x0A { text.removeLast(newline.count) }
    return CommentGap.Block(text: text, indent: [], beginsLine: beginsLine)
  }
}
