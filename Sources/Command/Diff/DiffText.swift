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
    body(old, new, into: &out) { _ in }
  }

  /// The same, where `drain` may take away what there is so far: a difference can be longer than
  /// both texts.
  func body<Failure: Error>(
    _ old: ByteSlice, _ new: ByteSlice, into out: inout ByteBuffer,
    drain: (inout ByteBuffer) throws(Failure) -> Void
  ) throws(Failure) {
    let (old, new) = (Lines(old), Lines(new))
    var diff = LineDiff(old: old.count, new: new.count)
    func next() -> LineDiff.Change? { diff.next { old[$0].isSame(as: new[$1]) } }
    var following = next()
    while let first = following {
      // Changes that share lines around them stand in one hunk.
      var changes = [first]
      var end = first.old.upperBound
      following = next()
      while let change = following, change.old.lowerBound - end <= 2 * Self.context {
        changes.append(change)
        end = change.old.upperBound
        following = next()
      }
      try hunk(changes, old, new, into: &out, drain)
    }
  }

  private func hunk<Failure: Error>(
    _ changes: [LineDiff.Change], _ old: Lines, _ new: Lines, into out: inout ByteBuffer,
    _ drain: (inout ByteBuffer) throws(Failure) -> Void
  ) throws(Failure) {
    guard let first = changes.first, let last = changes.last else { return }
    let before = min(Self.context, first.old.lowerBound)
    let after = min(Self.context, old.count - last.old.upperBound)
    let start = (first.old.lowerBound - before, first.new.lowerBound - before)
    range(
      start.0..<last.old.upperBound + after, start.1..<last.new.upperBound + after, into: &out)
    var next = start.0
    func put(_ mark: Character, _ lines: Lines, _ range: Range<Int>) throws(Failure) {
      for index in range { try line(mark, lines[index], into: &out, drain) }
    }
    for change in changes {
      try put(" ", old, next..<change.old.lowerBound)
      try put("-", old, change.old)
      try put("+", new, change.new)
      next = change.old.upperBound
    }
    try put(" ", old, next..<next + after)
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
    for index in 0..<lines.count { line(mark, lines[index], into: &out) { _ in } }
  }

  /// A line with its mark; `bytes` end with a line feed, or are the last line.
  private func line<Failure: Error>(
    _ mark: Character, _ bytes: ByteSlice, into out: inout ByteBuffer,
    _ drain: (inout ByteBuffer) throws(Failure) -> Void
  ) throws(Failure) {
    let hasEnd = bytes.last == UInt8(ascii: "\n")
    if isShown {
      let shown = bytes.dropLast(hasEnd ? 1 : 0).split(
        separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false
      ).map { Printable.text(of: $0) }.joined(separator: "\t")
      put("\(mark)\(shown)", mark == "-" ? .removed : mark == "+" ? .added : nil, into: &out)
    } else {
      out.append(contentsOf: String(mark).utf8)
      var rest = bytes[...]
      while !rest.isEmpty {
        // In stretches, since a line can be a whole document.
        out.append(contentsOf: rest.prefix(1 << 20))
        rest = rest.dropFirst(1 << 20)
        try drain(&out)
      }
      if !hasEnd { out.append(UInt8(ascii: "\n")) }
    }
    if !hasEnd { put("\\ No newline at end of file", nil, into: &out) }
    try drain(&out)
  }

  private func put(_ text: String, _ style: Painter.Style?, into out: inout ByteBuffer) {
    out.append(contentsOf: (style.map { painter.paint(text, $0) } ?? text).utf8)
    out.append(UInt8(ascii: "\n"))
  }
}

/// The lines of a text, each with its end.
private struct Lines {
  private let bytes: ByteSlice
  /// Behind each line, from the start of the text on; no text has more than 4 GiB.
  private var ends: [UInt32] = []

  init(_ bytes: ByteSlice) {
    self.bytes = bytes
    var next = bytes.startIndex
    while let place = bytes[next...].place(of: UInt8(ascii: "\n")) {
      next = place + 1
      ends.append(UInt32(next - bytes.startIndex))
    }
    if next < bytes.endIndex { ends.append(UInt32(bytes.count)) }
  }

  var count: Int { ends.count }

  subscript(index: Int) -> ByteSlice {
    let start = index == 0 ? 0 : Int(ends[index - 1])
    return bytes[bytes.startIndex + start..<bytes.startIndex + Int(ends[index])]
  }
}
