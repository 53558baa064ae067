import JSONMigration
import JSONText

/// Writes differences in the unified format.
///
/// For a program, such as `patch`, bytes come as they are. On a terminal control characters are
/// escaped, and what goes and what comes has a colour.
struct DiffText: Sendable {
  /// Lines around a change.
  private static let context = 3

  /// Whether people look at it.
  var isShown = false
  var painter = Painter(isOn: false)

  /// The two lines at the top.
  func head(_ old: String, _ new: String, into out: inout ByteBuffer) {
    put("--- \(Printable.text(of: old))", .bold, into: &out)
    put("+++ \(Printable.text(of: new))", .bold, into: &out)
  }

  /// How one text differs from another; nothing where it does not.
  func body(_ old: ByteSlice, _ new: ByteSlice, into out: inout ByteBuffer) {
    let (old, new) = (Lines(old), Lines(new))
    var numbers: [LineKey: Int] = [:]
    func numbered(_ lines: Lines) -> [Int] {
      lines.indices.map { index in
        let key = LineKey(bytes: lines[index])
        if let number = numbers[key] { return number }
        numbers[key] = numbers.count
        return numbers.count - 1
      }
    }
    let diff = LineDiff(numbered(old), numbered(new))
    var rest = diff.changes[...]
    while let first = rest.first {
      // Changes that share lines around them stand in one hunk.
      var count = 1
      while count < rest.count,
        rest[rest.startIndex + count].old.lowerBound
          - rest[rest.startIndex + count - 1].old.upperBound <= 2 * Self.context
      {
        count += 1
      }
      let before = min(Self.context, first.old.lowerBound)
      hunk(rest.prefix(count), before: before, old, new, into: &out)
      rest = rest.dropFirst(count)
    }
  }

  private func hunk(
    _ changes: ArraySlice<LineDiff.Change>, before: Int, _ old: Lines, _ new: Lines,
    into out: inout ByteBuffer
  ) {
    guard let first = changes.first, let last = changes.last else { return }
    let after = min(Self.context, old.count - last.old.upperBound)
    let start = (first.old.lowerBound - before, first.new.lowerBound - before)
    range(
      start.0..<last.old.upperBound + after, start.1..<last.new.upperBound + after, into: &out)
    var next = start.0
    for change in changes {
      for index in next..<change.old.lowerBound { line(" ", old[index], into: &out) }
      for index in change.old { line("-", old[index], into: &out) }
      for index in change.new { line("+", new[index], into: &out) }
      next = change.old.upperBound
    }
    for index in next..<next + after { line(" ", old[index], into: &out) }
  }

  /// The line over a hunk; lines count from 0.
  func range(_ old: Range<Int>, _ new: Range<Int>, into out: inout ByteBuffer) {
    func text(_ range: Range<Int>) -> String {
      // Of no lines the format names the one before.
      let start = range.isEmpty ? range.lowerBound : range.lowerBound + 1
      return range.count == 1 ? "\(start)" : "\(start),\(range.count)"
    }
    put("@@ -\(text(old)) +\(text(new)) @@", .note, into: &out)
  }

  /// Lines with their mark.
  func lines(_ mark: Character, _ bytes: ByteSlice, into out: inout ByteBuffer) {
    let lines = Lines(bytes)
    for index in lines.indices { line(mark, lines[index], into: &out) }
  }

  /// A line with its mark; `bytes` end with a line feed, or are the last line.
  private func line(_ mark: Character, _ bytes: ByteSlice, into out: inout ByteBuffer) {
    let hasEnd = bytes.last == UInt8(ascii: "\n")
    if isShown {
      let shown = bytes.dropLast(hasEnd ? 1 : 0).split(
        separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false
      ).map { Printable.text(of: $0) }.joined(separator: "\t")
      put("\(mark)\(shown)", mark == "-" ? .removed : mark == "+" ? .added : nil, into: &out)
    } else {
      out.append(contentsOf: String(mark).utf8)
      out.append(contentsOf: bytes)
      if !hasEnd { out.append(UInt8(ascii: "\n")) }
    }
    if !hasEnd { put("\\ No newline at end of file", nil, into: &out) }
  }

  private func put(_ text: String, _ style: Painter.Style?, into out: inout ByteBuffer) {
    out.append(contentsOf: (style.map { painter.paint(text, $0) } ?? text).utf8)
    out.append(UInt8(ascii: "\n"))
  }
}

/// The lines of a text, each with its end.
private struct Lines {
  private let bytes: ByteSlice
  private var ends: [Int] = []

  init(_ bytes: ByteSlice) {
    self.bytes = bytes
    for index in bytes.indices where bytes[index] == UInt8(ascii: "\n") { ends.append(index + 1) }
    if ends.last ?? bytes.startIndex < bytes.endIndex { ends.append(bytes.endIndex) }
  }

  var count: Int { ends.count }
  var indices: Range<Int> { 0..<count }

  subscript(index: Int) -> ByteSlice {
    bytes[(index == 0 ? bytes.startIndex : ends[index - 1])..<ends[index]]
  }
}

/// A line as a key.
private struct LineKey: Hashable {
  let bytes: ByteSlice

  static func == (left: LineKey, right: LineKey) -> Bool {
    left.bytes.isSame(as: right.bytes)
  }

  func hash(into hasher: inout Hasher) {
    bytes.withContiguousStorageIfAvailable { hasher.combine(bytes: .init($0)) }
  }
}
