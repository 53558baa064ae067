import JSONMigration

/// A line as it is printed, and where the marks go under it.
struct ExcerptDrawing {
  /// The line, a tab as one space, anything that a terminal might act on as an escape.
  private(set) var text = ""
  /// The columns before the marks.
  private(set) var indent = 0
  /// How many marks there are; at least one.
  private(set) var marks = 0

  init(_ excerpt: Diagnostic.Excerpt) {
    if excerpt.isCutBefore { add("…", marked: false, isBefore: true) }
    var offset = 0
    Printable.forEachScalar(of: excerpt.text) { piece, length in
      add(
        excerpt.text[offset] == UInt8(ascii: "\t") ? " " : piece,
        marked: excerpt.marked.contains(offset), isBefore: offset < excerpt.marked.lowerBound)
      offset += length
    }
    if excerpt.isCutAfter { text += "…" }
    marks = max(1, marks)
  }

  private mutating func add(_ piece: String, marked: Bool, isBefore: Bool) {
    text += piece
    let columns = piece.unicodeScalars.reduce(0) { $0 + Self.columns(of: $1) }
    if marked { marks += columns }
    if isBefore { indent += columns }
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
