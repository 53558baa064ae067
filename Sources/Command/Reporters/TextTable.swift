/// Rows whose cells stand below each other.
enum TextTable {
  static func text(_ rows: [[String]], rightAligned: Set<Int>, indent: Int = 2) -> String {
    lines(rows, rightAligned: rightAligned, indent: indent).joined()
  }

  /// The rows, each with its line end.
  static func lines(
    _ rows: [[String]], rightAligned: Set<Int>, indent: Int = 2
  ) -> [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.compactMap { column < $0.count ? $0[column].unicodeScalars.count : nil }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.enumerated().map { column, cell in
        let space = String(
          repeating: " ", count: max(0, widths[column] - cell.unicodeScalars.count))
        if rightAligned.contains(column) { return space + cell }
        return column == row.count - 1 ? cell : cell + space
      }
      return String(repeating: " ", count: indent) + cells.joined(separator: "  ") + "\n"
    }
  }
}
