/// A table as Markdown has it.
struct MarkdownTable {
  private var lines: [[String]]

  init(_ head: [String]) {
    lines = [head, ["---"] + head.dropFirst().map { _ in "--:" }]
  }

  mutating func add(_ row: [String]) { lines.append(row) }

  func print(_ title: String, notes: [String] = []) {
    Swift.print("\n**\(title)**\n")
    for line in lines { Swift.print("| " + line.joined(separator: " | ") + " |") }
    for note in notes { Swift.print("\n\(note)") }
  }
}

/// A number with about three digits.
func short(_ value: Double) -> String {
  fixed(value, value.magnitude < 10 ? 2 : value.magnitude < 100 ? 1 : 0)
}
