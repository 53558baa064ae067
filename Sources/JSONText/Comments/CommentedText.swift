/// A JSON text with comments and trailing commas, taken apart: the text without them, and what
/// stood between its tokens.
///
/// A comment belongs to the member or element that it stands directly above, or behind on the same
/// line. In a line with several of them one in front of a member belongs to that. All others belong
/// to the container that they are in.
package struct CommentedText: Sendable {
  /// The strict text.
  package let strict: [UInt8]
  /// What stands between tokens of the strict text and is more than there, by where it begins
  /// there.
  let gaps: [Int: Gap]
  /// What stands in front of the document and behind it.
  let start: [UInt8]
  let end: [UInt8]?
  /// How lines end: as the first one does.
  let newline: [UInt8]
  /// Where stretches of the strict text begin, and how many bytes further on they stand in the
  /// original.
  private let shifts: [(start: Int, distance: Int)]

  /// What stands between two tokens, commas and colons among it.
  struct Gap: Sendable {
    /// As it stands in the original, and in the strict text.
    var original: [UInt8] = []
    var strict: [UInt8] = []
    /// What belongs to the item before it: in front of the comma, and behind it.
    var tight: [UInt8] = []
    var after: [UInt8] = []
    /// What belongs to nothing: each group with the line breaks in front of it.
    var loose: [Block] = []
    /// What belongs to the item behind it, up to that.
    var above: Block?
    /// Whether there is a blank line in front of what belongs to the item behind it.
    var hasBlankLine = false
    /// Whether there is a comma that the strict text hasn't.
    var hasTrailingComma = false
    /// In a container of comments alone: how items would stand there.
    var lines: Lines?
  }

  /// What stands in front of an item, and what the line of one further in has more; nil where all
  /// stand on one line.
  struct Lines: Sendable {
    let opening: [UInt8]
    let unit: [UInt8]?
  }

  /// Some comments, and the white space in front of their lines.
  struct Block: Sendable {
    var text: [UInt8]
    var indent: [UInt8]
    /// Whether it begins a line, or takes one that a comma begins.
    var beginsLine = true
    /// Whether it stands behind a comma that begins a line.
    var isBehindComma = false
  }

  /// Nil if there are neither comments nor trailing commas; what is wrong with the JSON is for its
  /// reader.
  package init?(_ text: some RandomAccessCollection<UInt8>) throws(JSONError) {
    let bytes = Array(text)
    guard bytes.mayHaveComments else { return nil }
    let feed = bytes.firstIndex(of: 0x0A) ?? 0
    newline = feed > 0 && bytes[feed - 1] == 0x0D ? [0x0D, 0x0A] : [0x0A]
    var strict: [UInt8] = []
    strict.reserveCapacity(bytes.count)
    var gaps: [Int: Gap] = [:]
    var shifts: [(start: Int, distance: Int)] = []
    var (front, end): ([UInt8], [UInt8]?) = ([], nil)
    var offset = 0
    var last: UInt8?
    while true {
      let start = offset
      var scanner = GapScanner(bytes, from: offset)
      try scanner.scan()
      offset = scanner.end
      let next = offset < bytes.count ? bytes[offset] : nil
      if let gap = scanner.gap(between: last, and: next) {
        if last == nil {
          front = gap.original
        } else if next == nil {
          end = gap.original
        } else {
          gaps[strict.count] = gap
        }
        strict += gap.strict
        shifts.append((strict.count, offset - strict.count))
      } else {
        strict += bytes[start..<offset]
      }
      guard next != nil else { break }
      let tokenEnd = bytes.endOfToken(at: offset)
      strict += bytes[offset..<tokenEnd]
      last = bytes[offset]
      offset = tokenEnd
    }
    if shifts.isEmpty { return nil }
    (self.strict, self.gaps, self.shifts) = (strict, gaps, shifts)
    (self.start, self.end) = (front, end)
  }

  /// Where a byte of the strict text is in the original.
  package func place(of offset: Int) -> Int {
    var low = 0
    var high = shifts.count
    while low < high {
      let middle = (low + high) / 2
      if shifts[middle].start <= offset { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? offset : offset + shifts[low - 1].distance
  }
}

extension CommentedText {
  /// Writes blanks over comments and trailing commas, so that all else stays where it is; false if
  /// there are none.
  package static func blank(_ bytes: inout [UInt8]) throws(JSONError) -> Bool {
    // What is scanned is another array than what is written to, else each blank would copy it.
    let text = bytes
    var offset = 0
    var last: UInt8?
    var isChanged = false
    while offset < text.count {
      var scanner = GapScanner(text, from: offset)
      try scanner.scan()
      offset = scanner.end
      let next = offset < text.count ? text[offset] : nil
      if scanner.gap(between: last, and: next) != nil {
        isChanged = true
        let trailing = scanner.hasTrailingComma(between: last, and: next)
        for piece in scanner.pieces where piece.isComment || trailing && piece.kind == .comma {
          for index in piece.range where text[index] != 0x0A && text[index] != 0x0D {
            bytes[index] = 0x20
          }
        }
      }
      if next == nil { break }
      last = text[offset]
      offset = text.endOfToken(at: offset)
    }
    return isChanged
  }
}

/// What stands between two tokens, piece by piece.
struct GapScanner {
  enum Kind { case space, line, block, comma, colon }

  struct Piece {
    let kind: Kind
    let range: Range<Int>

    var isComment: Bool { kind == .line || kind == .block }
  }

  private let bytes: [UInt8]
  private let start: Int
  private(set) var end: Int
  private(set) var pieces: [Piece] = []

  init(_ bytes: [UInt8], from start: Int) {
    (self.bytes, self.start, end) = (bytes, start, start)
  }

  mutating func scan() throws(JSONError) {
    while end < bytes.count {
      let begin = end
      switch bytes[end] {
      case 0x20, 0x0A, 0x0D, 0x09:
        while end < bytes.count, isSpace(bytes[end]) { end += 1 }
        pieces.append(Piece(kind: .space, range: begin..<end))
      case 0x2C, 0x3A:
        end += 1
        pieces.append(Piece(kind: bytes[begin] == 0x2C ? .comma : .colon, range: begin..<end))
      case 0x2F where end + 1 < bytes.count && bytes[end + 1] == 0x2F:
        while end < bytes.count, bytes[end] != 0x0A { end += 1 }
        if end < bytes.count, bytes[end - 1] == 0x0D { end -= 1 }
        pieces.append(Piece(kind: .line, range: begin..<end))
      case 0x2F where end + 1 < bytes.count && bytes[end + 1] == 0x2A:
        try scanBlock()
      default: return
      }
    }
  }

  private mutating func scanBlock() throws(JSONError) {
    let begin = end
    end += 2
    while end + 1 < bytes.count, bytes[end] != 0x2A || bytes[end + 1] != 0x2F { end += 1 }
    guard end + 1 < bytes.count else {
      let (line, column) = SourceMap.place(of: begin, in: bytes)
      throw JSONError(
        .badJSON, offset: begin, line: line, column: column, found: Found.openComment,
        expected: Expected.endOfComment)
    }
    end += 2
    pieces.append(Piece(kind: .block, range: begin..<end))
  }

  /// Whether there is one comma, in front of a closing bracket and behind a value.
  func hasTrailingComma(between last: UInt8?, and next: UInt8?) -> Bool {
    guard next == 0x7D || next == 0x5D, let last, last != 0x7B, last != 0x5B else { return false }
    return pieces.count { $0.kind == .comma } == 1 && !pieces.contains { $0.kind == .colon }
  }

  /// The gap; nil where it is as in strict JSON.
  func gap(between last: UInt8?, and next: UInt8?) -> CommentedText.Gap? {
    let isTrailing = hasTrailingComma(between: last, and: next)
    guard isTrailing || pieces.contains(where: \.isComment) else { return nil }
    var gap = CommentedText.Gap()
    gap.original = Array(bytes[start..<end])
    gap.hasTrailingComma = isTrailing
    let marks = pieces.filter { $0.kind == .comma || $0.kind == .colon }
    if marks.count == 1, marks[0].kind == .colon {
      gap.strict = [0x3A] + (pieces.last?.kind == .space ? [0x20] : [])
      return gap
    }
    if !isTrailing, marks.count == 1, let comma = pieces.firstIndex(where: { $0.kind == .comma }) {
      gap.strict = separator(comma)
    } else {
      gap.strict = isTrailing ? [] : marks.map { bytes[$0.range.lowerBound] }
      // In front of the document nothing is needed.
      if last != nil { gap.strict += space(of: pieces[...]) }
    }
    let isFirst = last == nil || last == 0x7B || last == 0x5B
    share(among: &gap, isFirst: isFirst, next)
    if isFirst, next == 0x7D || next == 0x5D { gap.lines = lines(of: gap) }
    return gap
  }

  /// What is left of a comma and what is around it: it stays in front of its line, or behind one.
  private func separator(_ comma: Int) -> [UInt8] {
    let (front, behind) = (pieces[..<comma], pieces[(comma + 1)...])
    var space = space(of: front)
    if space.contains(0x0A) {
      // A line break further on is that of a comment.
      return space + [0x2C] + self.space(of: behind.prefix { $0.kind == .space })
    }
    // What stands on one line with a comment is for that.
    if front.contains(where: \.isComment) { space = [] }
    return space + [0x2C] + self.space(of: behind)
  }

  /// The white space that stays where comments are gone: the last line break and what is behind
  /// it, or what is behind the last comment.
  private func space(of pieces: ArraySlice<Piece>) -> ArraySlice<UInt8> {
    let spaces = pieces.filter { $0.kind == .space }
    for piece in spaces.reversed() {
      guard let feed = bytes[piece.range].lastIndex(of: 0x0A) else { continue }
      let hasReturn = feed > piece.range.lowerBound && bytes[feed - 1] == 0x0D
      return bytes[(hasReturn ? feed - 1 : feed)..<piece.range.upperBound]
    }
    guard let last = pieces.last, last.kind == .space else { return [] }
    return bytes[last.range]
  }

  /// Says what belongs to which neighbour.
  private func share(among gap: inout CommentedText.Gap, isFirst: Bool, _ next: UInt8?) {
    let hasItemBehind = next != nil && next != 0x7D && next != 0x5D
    let comma = pieces.firstIndex { $0.kind == .comma }
    // Up to the first line break it is the item before; in one line, what is behind the comma
    // isn't.
    var index = 0
    let sameLine =
      hasBreak(pieces[...]) || !hasItemBehind
      ? pieces.firstIndex { $0.kind == .space && bytes[$0.range].contains(0x0A) } ?? pieces.count
      : isFirst ? 0 : comma ?? 0
    while index < sameLine {
      let piece = pieces[index]
      if piece.kind != .comma {
        if let comma, index < comma, !pieces[..<comma].contains(where: { $0.kind == .line }) {
          gap.tight += bytes[piece.range]
        } else {
          gap.after += bytes[piece.range]
        }
      }
      index += 1
    }
    gap.tight = gap.tight.withoutSpaceAtEnd
    gap.after = gap.after.withoutSpaceAtEnd
    var groups = groups(from: index)
    var front = end
    if hasItemBehind, let group = groups.last, !group.hasBlankLineBehind {
      groups.removeLast()
      front = group.range.lowerBound
      gap.above = above(from: front)
    }
    gap.hasBlankLine = hasBlankLine(before: front)
    gap.loose = groups.map { group in
      CommentedText.Block(
        text: text(from: group.space, to: group.range.upperBound),
        indent: indent(before: group.range.lowerBound))
    }
  }

  /// How items would stand in a container that has comments alone: as those that have a line.
  private func lines(of gap: CommentedText.Gap) -> CommentedText.Lines? {
    guard let feed = gap.strict.lastIndex(of: 0x0A) else {
      return gap.strict.isEmpty ? nil : CommentedText.Lines(opening: gap.strict, unit: nil)
    }
    let outer = gap.strict[(feed + 1)...]
    let inner = gap.loose.first?.indent ?? outer + [0x20, 0x20]
    let unit = inner.count > outer.count ? Array(inner[outer.count...]) : [0x20, 0x20]
    return CommentedText.Lines(opening: gap.strict[...feed] + inner, unit: unit)
  }

  /// Comments that belong to the item behind them.
  private func above(from front: Int) -> CommentedText.Block {
    let text = text(from: front, to: end)
    let comma = pieces.firstIndex { $0.kind == .comma } ?? 0
    let isBehindComma = pieces[comma].range.lowerBound < front && hasBreak(pieces[..<comma])
    let isOnItsLine = isBehindComma && pieces[comma].range.lowerBound >= startOfLine(of: front)
    return CommentedText.Block(
      text: text, indent: indent(before: front),
      beginsLine: hasBreak(pieces[...]) && (!isOnItsLine || text.contains(0x0A)),
      isBehindComma: isBehindComma)
  }

  private func hasBreak(_ pieces: ArraySlice<Piece>) -> Bool {
    pieces.contains { $0.kind == .space && bytes[$0.range].contains(0x0A) }
  }

  /// The text of comments that may have the comma among them, without that.
  private func text(from front: Int, to end: Int) -> [UInt8] {
    guard let comma = pieces.first(where: { $0.kind == .comma })?.range,
      comma.lowerBound >= front, comma.upperBound <= end
    else { return Array(bytes[front..<end]) }
    let rest = bytes[comma.upperBound..<end]
    let isSpaced = comma.lowerBound > front && isSpace(bytes[comma.lowerBound - 1])
    return Array(bytes[front..<comma.lowerBound] + (isSpaced ? rest.drop(while: isSpace) : rest))
  }

  /// Whether there is a blank line between a place and the comment in front of it.
  private func hasBlankLine(before place: Int) -> Bool {
    pieces.filter { $0.range.upperBound <= place }.reversed().prefix { !$0.isComment }
      .contains { bytes[$0.range].count { $0 == 0x0A } > 1 }
  }

  private struct Group {
    /// Where the white space in front of it begins.
    let space: Int
    var range: Range<Int>
    var hasBlankLineBehind = false
  }

  /// Comments that stand together, without a blank line between them.
  private func groups(from first: Int) -> [Group] {
    var groups: [Group] = []
    var space: Int?
    var isApart = true
    for piece in pieces[first...] {
      switch piece.kind {
      case .comma, .colon: continue
      case .space:
        space = piece.range.lowerBound
        if bytes[piece.range].count(where: { $0 == 0x0A }) > 1, !groups.isEmpty {
          groups[groups.count - 1].hasBlankLineBehind = true
          isApart = true
        }
      case .line, .block:
        if isApart || groups.isEmpty {
          groups.append(
            Group(space: space ?? piece.range.lowerBound, range: piece.range))
          isApart = false
        } else {
          let start = groups[groups.count - 1].range.lowerBound
          groups[groups.count - 1].range = start..<piece.range.upperBound
        }
      }
    }
    return groups
  }

  /// The white space in front of the line that a place is in.
  private func indent(before place: Int) -> [UInt8] {
    Array(bytes[startOfLine(of: place)..<place].prefix { $0 == 0x20 || $0 == 0x09 })
  }

  /// Where the line begins that a place is in; where that is outside of the gap, the place itself.
  private func startOfLine(of place: Int) -> Int {
    bytes[start..<place].lastIndex(of: 0x0A).map { $0 + 1 } ?? place
  }
}

extension [UInt8] {
  /// Whether outside of texts there is a slash, or a comma in front of a closing bracket.
  fileprivate var mayHaveComments: Bool {
    var index = 0
    var isBehindComma = false
    while index < count {
      let byte = self[index]
      switch byte {
      case 0x2F: return true
      case 0x22:
        index = endOfToken(at: index)
        isBehindComma = false
        continue
      case 0x2C: isBehindComma = true
      case 0x7D, 0x5D:
        if isBehindComma { return true }
      case 0x20, 0x0A, 0x0D, 0x09: break
      default: isBehindComma = false
      }
      index += 1
    }
    return false
  }

  /// The end of a token: a text, a bracket, or a word.
  fileprivate func endOfToken(at start: Int) -> Int {
    var offset = start + 1
    switch self[start] {
    case 0x7B, 0x7D, 0x5B, 0x5D: return offset
    case 0x22:
      while offset < count, self[offset] != 0x22 {
        offset += self[offset] == 0x5C ? 2 : 1
      }
      return Swift.min(offset + 1, count)
    default:
      while offset < count, !isSpace(self[offset]),
        ![0x2C, 0x3A, 0x2F, 0x22, 0x7B, 0x7D, 0x5B, 0x5D].contains(self[offset])
      {
        offset += 1
      }
      return offset
    }
  }

  fileprivate var withoutSpaceAtEnd: [UInt8] {
    Array(self[..<(lastIndex { !isSpace($0) }.map { $0 + 1 } ?? 0)])
  }
}
