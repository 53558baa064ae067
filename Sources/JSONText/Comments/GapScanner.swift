/// What stands between two tokens, piece by piece.
package struct GapScanner {
  package enum Kind { case space, line, block, comma, colon }

  package struct Piece {
    package let kind: Kind
    package let range: Range<Int>

    var isComment: Bool { kind == .line || kind == .block }
  }

  private let bytes: [UInt8]
  private let start: Int
  private(set) var end: Int
  package private(set) var pieces: [Piece] = []
  /// The first comma among them.
  private var comma: Int?

  package init(_ bytes: [UInt8], from start: Int) {
    (self.bytes, self.start, end) = (bytes, start, start)
  }

  /// A gap that was scanned before.
  init(_ bytes: [UInt8], _ gap: CommentGap) {
    self.init(bytes, from: gap.original.lowerBound)
    try? scan()
  }

  package mutating func scan() throws(JSONError) {
    while end < bytes.count {
      let begin = end
      switch bytes[end] {
      case 0x20, 0x0A, 0x0D, 0x09:
        while end < bytes.count, isSpace(bytes[end]) { end += 1 }
        pieces.append(Piece(kind: .space, range: begin..<end))
      case 0x2C, 0x3A:
        end += 1
        if bytes[begin] == 0x2C, comma == nil { comma = pieces.count }
        pieces.append(Piece(kind: bytes[begin] == 0x2C ? .comma : .colon, range: begin..<end))
      case 0x2F where end + 1 < bytes.count && bytes[end + 1] == 0x2F:
        while end < bytes.count, bytes[end] != 0x0A, bytes[end] != 0x0D { end += 1 }
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
      throw JSONError(
        .badJSON, in: bytes, at: begin, expected: Expected.endOfComment, found: Found.openComment)
    }
    end += 2
    pieces.append(Piece(kind: .block, range: begin..<end))
  }

  /// Whether there is one comma, in front of a closing bracket and behind a value.
  func hasTrailingComma(between last: UInt8?, and next: UInt8?) -> Bool {
    guard next == 0x7D || next == 0x5D, let last, last != 0x7B, last != 0x5B else { return false }
    return pieces.count { $0.kind == .comma } == 1 && !pieces.contains { $0.kind == .colon }
  }

  var hasComments: Bool { pieces.contains(where: \.isComment) }

  /// Whether there is one colon and no comma.
  var isBehindKey: Bool { marks.count == 1 && marks[0].kind == .colon }

  private var marks: [Piece] { pieces.filter { $0.kind == .comma || $0.kind == .colon } }

  /// Whether a blank line stands behind a comment.
  var hasBlankLineBehindComment: Bool {
    pieces.drop { !$0.isComment }.contains { isBlankLine($0) }
  }

  private func isBlankLine(_ piece: Piece) -> Bool {
    piece.kind == .space && bytes[piece.range].count { $0 == 0x0A } > 1
  }

  /// The same without comments.
  func strict(between last: UInt8?, and next: UInt8?) -> [UInt8] {
    if isBehindKey { return [0x3A] + (pieces.last?.kind == .space ? [0x20] : []) }
    let isTrailing = hasTrailingComma(between: last, and: next)
    if !isTrailing, marks.count == 1, let comma {
      return separator(comma)
    }
    let marks = isTrailing ? [] : marks.map { bytes[$0.range.lowerBound] }
    // In front of the document nothing is needed.
    return last == nil ? marks : marks + space(of: pieces[...])
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
  func parts(of gap: CommentGap) -> CommentGap.Parts {
    var parts = CommentGap.Parts()
    let hasItemBehind = !gap.isLast
    let isTight = comma.map { comma in !pieces[..<comma].contains { $0.kind == .line } } ?? false
    // Up to the first line break it is the item before; in one line, what is behind the comma
    // isn't.
    var index = 0
    let sameLine =
      hasBreak(pieces[...]) || !hasItemBehind
      ? pieces.firstIndex { $0.kind == .space && bytes[$0.range].contains(0x0A) } ?? pieces.count
      : gap.isFirst ? 0 : comma ?? 0
    while index < sameLine {
      let piece = pieces[index]
      if piece.kind != .comma {
        if isTight, let comma, index < comma {
          parts.tight += bytes[piece.range]
        } else {
          parts.after += bytes[piece.range]
        }
      }
      index += 1
    }
    parts.tight = parts.tight.withoutSpaceAtEnd
    parts.after = parts.after.withoutSpaceAtEnd
    var groups = groups(from: index)
    var front = end
    if hasItemBehind, let group = groups.last, !group.hasBlankLineBehind {
      groups.removeLast()
      front = group.range.lowerBound
      parts.above = above(from: front)
    }
    parts.hasBlankLine = hasBlankLine(before: front)
    parts.loose = groups.map { group in
      CommentGap.Block(
        text: text(from: group.space, to: group.range.upperBound),
        indent: indent(before: group.range.lowerBound))
    }
    return parts
  }

  /// How items would stand in a container that has comments alone: as those that have a line.
  func lines(of gap: CommentGap, in text: CommentedText) -> CommentGap.Lines? {
    let strict = text.strict[gap.strict]
    guard let feed = strict.lastIndex(of: 0x0A) else {
      return strict.isEmpty ? nil : CommentGap.Lines(opening: Array(strict), unit: nil)
    }
    let outer = strict[(feed + 1)...]
    let inner = parts(of: gap).loose.first?.indent ?? outer + [0x20, 0x20]
    let unit =
      inner.count > outer.count
      ? Array(inner[outer.count...]) : inner.isEmpty ? [] : [0x20, 0x20]
    return CommentGap.Lines(opening: strict[...feed] + inner, unit: unit)
  }

  /// Comments that belong to the item behind them.
  private func above(from front: Int) -> CommentGap.Block {
    let text = text(from: front, to: end)
    let comma = comma ?? 0
    let isBehindComma = pieces[comma].range.lowerBound < front && hasBreak(pieces[..<comma])
    let isOnItsLine = isBehindComma && pieces[comma].range.lowerBound >= startOfLine(of: front)
    return CommentGap.Block(
      text: text, indent: indent(before: front),
      beginsLine: hasBreak(pieces[...]) && (!isOnItsLine || text.contains(0x0A)),
      isBehindComma: isBehindComma)
  }

  private func hasBreak(_ pieces: ArraySlice<Piece>) -> Bool {
    pieces.contains { $0.kind == .space && bytes[$0.range].contains(0x0A) }
  }

  /// The text of comments that may have the comma among them, without that.
  private func text(from front: Int, to end: Int) -> [UInt8] {
    guard let comma = comma.map({ pieces[$0].range }),
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
        if isBlankLine(piece), !groups.isEmpty {
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
  fileprivate var withoutSpaceAtEnd: [UInt8] {
    Array(self[..<(lastIndex { !isSpace($0) }.map { $0 + 1 } ?? 0)])
  }
}
