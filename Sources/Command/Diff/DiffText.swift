import JSONMigrationCore
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

  /// The two lines at the top of what a file is to become: a name with a space ends in a tab, as
  /// `patch` wants it.
  func head(ofFile name: String, into out: inout ByteBuffer) {
    let shown = Printable.text(of: name) + (name.utf8.contains(UInt8(ascii: " ")) ? "\t" : "")
    put("--- " + shown, .bold, into: &out)
    put("+++ " + shown, .bold, into: &out)
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
    var texts = TextPair(old: Lines(old), new: Lines(new))
    var diff = LineDiff(old: texts.old.count, new: texts.new.count)
    var following = diff.next(in: &texts)
    while let first = following {
      // Changes that share lines around them stand in one hunk.
      var changes = [first]
      var end = first.old.upperBound
      following = diff.next(in: &texts)
      while let change = following, change.old.lowerBound - end <= 2 * Self.context {
        changes.append(change)
        end = change.old.upperBound
        following = diff.next(in: &texts)
      }
      try hunk(changes, &texts, into: &out, drain)
    }
  }

  private func hunk<Failure: Error>(
    _ changes: [LineDiff.Change], _ texts: inout TextPair, into out: inout ByteBuffer,
    _ drain: (inout ByteBuffer) throws(Failure) -> Void
  ) throws(Failure) {
    guard let first = changes.first, let last = changes.last else { return }
    let before = min(Self.context, first.old.lowerBound)
    let after = min(Self.context, texts.old.count - last.old.upperBound)
    let start = (first.old.lowerBound - before, first.new.lowerBound - before)
    range(
      start.0..<last.old.upperBound + after, start.1..<last.new.upperBound + after, into: &out)
    var next = start.0
    func put(_ mark: Character, _ lines: inout Lines, _ range: Range<Int>) throws(Failure) {
      for index in range { try line(mark, lines[index], into: &out, drain) }
    }
    for change in changes {
      try put(" ", &texts.old, next..<change.old.lowerBound)
      try put("-", &texts.old, change.old)
      try put("+", &texts.new, change.new)
      next = change.old.upperBound
    }
    try put(" ", &texts.old, next..<next + after)
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
    var rest = bytes
    while !rest.isEmpty {
      let end = rest.place(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
      line(mark, rest[rest.startIndex..<end], into: &out) { _ in }
      rest = rest[end..<rest.endIndex]
    }
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
