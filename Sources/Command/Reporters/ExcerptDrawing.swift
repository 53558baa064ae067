import JSONMigrationCore

/// A line as it is printed, and where the marks go under it.
struct ExcerptDrawing {
  /// The line, a tab as one space, anything that a terminal might act on as an escape.
  private(set) var text = ""
  /// The columns before the marks.
  private(set) var indent = 0
  /// How many marks there are; at least one.
  private(set) var marks = 0

  /// A character of the line, or an escape in place of it.
  private struct Piece {
    let text: String
    let columns: Int
    let isBefore: Bool
    let isMarked: Bool
  }

  /// Draws it in this many columns: of a longer line the part that shows most of what is marked.
  init(_ excerpt: Diagnostic.Excerpt, width: Int) {
    var pieces: [Piece] = []
    var offset = 0
    Printable.forEachScalar(of: excerpt.text) { text, length in
      let shown = excerpt.text[offset] == UInt8(ascii: "\t") ? " " : text
      pieces.append(
        Piece(
          text: shown, columns: Self.columns(of: shown),
          isBefore: offset < excerpt.marked.lowerBound, isMarked: excerpt.marked.contains(offset)))
      offset += length
    }
    let cuts = (excerpt.isCutBefore ? 1 : 0) + (excerpt.isCutAfter ? 1 : 0)
    let isWide = pieces.reduce(cuts) { $0 + $1.columns } > width
    let window = isWide ? Self.window(of: pieces, max(8, width - 2)) : pieces.indices
    if excerpt.isCutBefore || window.lowerBound > 0 {
      text = "…"
      indent = 1
    }
    for piece in pieces[window] {
      text += piece.text
      if piece.isMarked { marks += piece.columns }
      if piece.isBefore { indent += piece.columns }
    }
    if excerpt.isCutAfter || window.upperBound < pieces.count { text += "…" }
    marks = max(1, marks)
  }

  /// The pieces that are drawn in this many columns.
  private static func window(of pieces: [Piece], _ room: Int) -> Range<Int> {
    let start = pieces.firstIndex { !$0.isBefore } ?? pieces.count
    var (first, end) = (start, start)
    var (before, after) = (0, 0)
    while end < pieces.count, after + pieces[end].columns <= room {
      after += pieces[end].columns
      end += 1
    }
    let wanted = max(room / 3, room - after)
    while first > 0, before + pieces[first - 1].columns <= wanted {
      first -= 1
      before += pieces[first].columns
    }
    while before + after > room, end > start {
      end -= 1
      after -= pieces[end].columns
    }
    return first..<end
  }

  /// How many columns of a terminal a text takes, as far as the common signs go.
  static func columns(of text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + columns(of: $1) }
  }

  /// How many columns of a terminal a scalar takes, as far as the common ones go.
  private static func columns(of scalar: Unicode.Scalar) -> Int {
    guard scalar.value >= 0x300 else { return 1 }
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1FAFF,
      0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
