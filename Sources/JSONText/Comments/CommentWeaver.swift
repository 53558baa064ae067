/// Puts comments back into a document that was edited without them.
///
/// It goes through the new text and the tree at the same time. Between two items that stood beside
/// each other, with the same between them as then, comes what was there, byte for byte; else the
/// comments come with the items that they belong to.
struct CommentWeaver {
  private let text: [UInt8]
  private let comments: CommentedText
  private let owners: CommentOwners
  private var newline: [UInt8] { comments.newline }
  private(set) var out: [UInt8] = []
  /// Where it is in the text, and up to where that is copied.
  private var offset = 0
  private var copied = 0
  /// The items that comments stand at, and those of them whose comments have been written.
  private var marked: OffsetSet
  private var used: OffsetSet
  /// What is left of items that are gone.
  private let legacy: CommentLegacy
  /// Those whose comments their heirs have.
  private var inherited: Set<Int> = []
  private var levels: [Level] = []
  /// Comments that belong to nothing, by the new item that has come between them and what they
  /// stood behind.
  private var behindNew: [NodeID: [CommentGap.Block]] = [:]

  init(
    _ text: [UInt8], of document: borrowing Document, _ comments: CommentedText,
    _ owners: CommentOwners
  ) {
    (self.text, self.comments, self.owners) = (text, comments, owners)
    legacy = CommentLegacy(document, comments, owners)
    marked = OffsetSet(below: comments.strict.count)
    used = marked
    for gap in comments.gaps {
      if gap.last >= 0 { marked.insert(gap.last) }
      if !gap.isLast, gap.kind == .items || gap.kind == .key { marked.insert(gap.next) }
    }
    out.reserveCapacity(text.count + comments.original.count - comments.strict.count)
  }

  /// Writes the whole document.
  mutating func weave(_ document: borrowing Document) {
    if let start = comments.start { out += comments.original[start.original] }
    offset = endOfSpace(at: 0)
    let root = document.root
    let item = take(root, document)
    if !item.isPlain { writeLines(of: item.before + sides(before: item, Level()).above) }
    enterOrPass(root, document)
    while !levels.isEmpty { step(document) }
    copy()
    if !item.isPlain { writeLines(behind: item) }
    out += comments.end.map { comments.original[$0.original] } ?? text[offset...]
  }

  /// The next item of the innermost container, or its end.
  private mutating func step(_ document: borrowing Document) {
    let start = offset
    passSpaceAndComma()
    let gap = start..<offset
    let number = levels.count - 1
    if text[offset] == 0x7D || text[offset] == 0x5D {
      writeGap(gap, before: nil)
      offset += 1
      levels.removeLast()
      return
    }
    let node = levels[number].next
    let item = node.map { take($0, document) } ?? Item()
    writeGap(gap, before: item)
    // What is made is laid out where it is made.
    if let node, owners.isOld(node.number, in: document) == false { levels[number].shifted = nil }
    levels[number].last = item
    levels[number].next = node.flatMap { document.nextItem(after: $0) }
    if levels[number].isObject { passKey(of: item) }
    enterOrPass(node, document)
  }

  /// Which items of the old text a node stands for.
  private mutating func take(_ node: NodeID, _ document: borrowing Document) -> Item {
    var item = Item()
    let record = document.nodes[node.index]
    let origin = owners.origin(of: node.number)
    let kept = record.isDirty ? owners.keeper(of: record, in: document) : nil
    for source in [kept, origin] {
      guard let source, marked.contains(source), used.insert(source) else { continue }
      item.sources.append(source)
    }
    if let share = legacy[node] {
      item.fronts = share.fronts.filter { inherits($0) }
      item.backs = share.backs.filter { inherits($0) }
      (item.before, item.behind) = (share.before, share.behind)
    }
    item.behind += behindNew[node] ?? []
    return item
  }

  /// Whether the comments of an item that is gone are for its heirs, and not for what has its
  /// place.
  private mutating func inherits(_ item: Int) -> Bool {
    guard marked.contains(item) else { return false }
    if used.insert(item) { inherited.insert(item) }
    return inherited.contains(item)
  }

  private mutating func passKey(of item: Item) {
    offset = endOfString(at: offset)
    let start = offset
    passSpaceAndComma()
    if let gap = keyed(item).flatMap({ comments.gap(inside: $0) }) {
      leaveOut(from: start)
      out += comments.original[gap.original]
    }
  }

  /// The item whose comments stand between the key and the value of this one.
  private func keyed(_ item: Item) -> Int? {
    item.sources.first { comments.gap(inside: $0) != nil }
  }

  /// Goes into a container of which the items are known; anything else is copied, and so is what
  /// has no comments in it and no edits.
  private mutating func enterOrPass(_ node: NodeID?, _ document: borrowing Document) {
    let byte = text[offset]
    guard let node, byte == 0x7B || byte == 0x5B, document.nodes[node.index].frame != 0 else {
      return offset = endOfValue(at: offset)
    }
    let record = document.nodes[node.index]
    // A copy of another value has no comments of that.
    let isOld = owners.isOld(node.number, in: document)
    if isOld, !record.isDirty, !comments.hasGaps(in: record.valueRange) {
      return offset = endOfValue(at: offset)
    }
    var level = Level(
      origin: isOld ? record.value.offset : nil, isObject: byte == 0x7B,
      next: document.firstItem(of: node))
    // It has the comments of a container that it was made of, too.
    if let old = isOld ? node : legacy[node]?.old, let place = owners.origin(of: old.number) {
      let gaps = comments.gaps(in: place)
      level.opening = gaps.first.flatMap { $0.isFirst ? $0 : nil }
      level.closing = gaps.last.flatMap { $0.isLast && !$0.isFirst ? $0 : nil }
      level.loose = loose(of: gaps, in: node, formerly: old, document)
      level.tail = level.loose(behind: .max)
      level.tail += level.closing.map { comments.parts(of: $0).loose } ?? []
    }
    levels.append(level)
    offset += 1
  }

  /// Says behind which of the items that are left the comments stand that belong to none.
  private mutating func loose(
    of gaps: [CommentGap], in node: NodeID, formerly old: NodeID, _ document: borrowing Document
  ) -> [(anchor: Int, block: CommentGap.Block)] {
    let gaps = gaps.filter { $0.mayHaveLoose && (!$0.isLast || $0.isFirst) }
    if gaps.isEmpty { return [] }
    var left: [Int] = []
    // The new item in front of one that is left.
    var newAhead: [Int: NodeID] = [:]
    var new: NodeID?
    var next = document.firstItem(of: node)
    while let item = next {
      let items = owners.items(of: item, in: old, document)
      if let new { for item in items { newAhead[item] = new } }
      left += items
      new = items.isEmpty ? item : nil
      next = document.nextItem(after: item)
    }
    left.sort()
    var found: [(anchor: Int, block: CommentGap.Block)] = []
    var count = 0
    for gap in gaps {
      while count < left.count, left[count] <= gap.last { count += 1 }
      // What comes in front of an item that stayed was made of what stood in front of the gap.
      if !gap.isFirst, count < left.count, left[count] == gap.next, let new = newAhead[gap.next] {
        behindNew[new, default: []] += comments.parts(of: gap).loose
        continue
      }
      var anchor = count == 0 ? -1 : left[count - 1]
      if anchor >= 0 { marked.insert(anchor) }
      // Its items are in others now.
      if left.isEmpty, !gap.isFirst, node != old { anchor = .max }
      for block in comments.parts(of: gap).loose { found.append((anchor, block)) }
    }
    return found
  }
}

// MARK: - Between items

extension CommentWeaver {
  /// Writes what stands in front of an item, or of the end of the container.
  private mutating func writeGap(_ range: Range<Int>, before next: Item?) {
    let number = levels.count - 1
    let level = levels[number]
    let gap = text[range]
    shiftLast(of: level, before: range.lowerBound)
    defer { noteShift(behind: range, hasItem: next != nil) }
    if isPlain(before: next, level) {
      if next != nil { levels[number].note(range, in: text) }
      writeBroken(range, isLast: next == nil, level)
      return
    }
    leaveOut(from: range.lowerBound)
    if let original = oldGap(before: next, level).flatMap({ original(of: $0, as: gap) }) {
      if next != nil { levels[number].note(range, in: text) }
      out += original
      return
    }
    var separator = Separator(gap)
    var sides = sides(before: next, level)
    let loose = loose(before: next, level)
    let lines = lines(for: gap, sides, loose, level)
    let closing =
      next == nil
      ? (level.closing ?? level.opening).flatMap { gap in
        gap.isLast ? Array(comments.strict[gap.strict]).indent : nil
      } ?? lines?.outer : lines?.inner
    for part in sides.behind { out += part.tight }
    if separator.isCommaFirst {
      write(sameLine: sides.after, &separator.front, closing)
      write(loose, before: next, sides, level, &separator.front, closing)
      writeCommaFirst(separator, sides.above)
    } else {
      if separator.isOnLine, next != nil, !sides.after.contains(where: \.endsLine) {
        // Behind the comma it would belong to the next one.
        for comment in sides.after { out += comment }
        sides.after = []
      }
      out += separator.front
      let isTrailing =
        level.last != nil && next == nil && level.closing?.hasTrailingComma == true
      if separator.hasComma || isTrailing { out.append(0x2C) }
      write(sameLine: sides.after, &separator.behind, closing)
      write(loose, before: next, sides, level, &separator.behind, closing)
      if let first = sides.above.first(where: \.beginsLine) {
        separator.behind.needsBreak(newline, lines?.inner ?? first.indent)
      }
      if let lines, lines.outer != nil {
        levels[number].broken = lines
        if next == nil || level.origin == nil {
          separator.behind.needsBreak(newline, closing ?? [])
        }
      }
      if gap.contains(0x0A) { levels[number].lineGap = range }
      out += separator.behind
      for block in sides.above { write(block, indent: separator.behind.indent) }
    }
  }

  /// How lines begin where comments break the one that two items stand on.
  private func lines(
    for gap: ArraySlice<UInt8>, _ sides: Sides, _ loose: [CommentGap.Block], _ level: Level
  ) -> Level.Lines? {
    if gap.contains(0x0A) { return nil }
    if let lines = level.broken { return lines }
    let breaks =
      sides.after.contains(where: \.endsLine)
      || !sides.isAtHome && sides.above.contains(where: \.beginsLine)
      || !loose.isEmpty && !comments.isOneLine
    guard breaks else { return nil }
    if let indent = level.lineIndent(in: text) ?? level.indent {
      return Level.Lines(inner: indent)
    }
    let line = out[(out.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)...]
    let outer = Array(line.prefix { $0 == 0x20 || $0 == 0x09 })
    return Level.Lines(inner: outer + comments.unit, outer: outer)
  }

  /// Brings the lines of the last item as far in as the line that it begins in now.
  private mutating func shiftLast(of level: Level, before end: Int) {
    guard let start = level.shifted, let lines = level.broken, let outer = lines.outer else {
      return
    }
    copy(to: end)
    guard out[start...].contains(0x0A) else { return }
    let item = Array(out[start...])
    out.removeSubrange(start...)
    out += item.indented(from: outer, to: lines.inner)
  }

  /// Notes where an item begins whose lines are to be brought further in.
  private mutating func noteShift(behind gap: Range<Int>, hasItem: Bool) {
    let number = levels.count - 1
    levels[number].shifted = nil
    guard hasItem, levels[number].broken?.outer != nil, !text[gap].contains(0x0A) else { return }
    copy(to: offset)
    levels[number].shifted = out.count
  }

  /// Writes what is between items without comments, where comments have broken the line before.
  private mutating func writeBroken(_ range: Range<Int>, isLast: Bool, _ level: Level) {
    guard let lines = level.broken, let outer = lines.outer, !text[range].contains(0x0A),
      isLast || level.origin == nil
    else { return }
    let separator = Separator(text[range])
    leaveOut(from: range.lowerBound)
    out += separator.front
    if separator.hasComma { out.append(0x2C) }
    breakLine(isLast ? outer : lines.inner)
  }

  /// Whether no comment stood, or is to stand, between the last item and the next one.
  private func isPlain(before next: Item?, _ level: Level) -> Bool {
    if let next, !next.isPlain { return false }
    if let last = level.last {
      return last.isPlain && (next != nil || !level.isMarked)
    }
    return !level.isMarked
  }

  /// What belongs to the items on both sides of a gap.
  private struct Sides {
    /// Of each item that the one before stands for.
    var behind: [CommentGap.Parts] = []
    /// What stands behind it, or behind the opening bracket, on the same line.
    var after: [[UInt8]] = []
    /// What stands above the next one.
    var above: [CommentGap.Block] = []
    /// Whether the next one stayed in its container, and has a blank line in front of it then.
    var isAtHome = false
    var hasBlankLine = false
  }

  private func sides(before next: Item?, _ level: Level) -> Sides {
    var sides = Sides()
    if let last = level.last {
      // What was there comes before what was around it.
      sides.behind = (last.sources.reversed() + last.backs).compactMap { item in
        comments.gap(behind: item).map { comments.parts(of: $0) }
      }
      sides.after = sides.behind.map(\.after)
    } else if let opening = level.opening {
      sides.after = [comments.parts(of: opening).after]
    }
    guard let next else { return sides }
    if let item = next.sources.first, let gap = comments.gap(before: item) {
      sides.isAtHome = gap.container == level.origin
      sides.hasBlankLine = sides.isAtHome && comments.parts(of: gap).hasBlankLine
    }
    let keyed = level.isObject ? keyed(next) : nil
    for item in next.fronts + next.sources {
      if let above = comments.gap(before: item).flatMap({ comments.parts(of: $0).above }) {
        sides.above.append(above)
      }
      if item != keyed, let gap = comments.gap(inside: item) {
        sides.above.append(comments.block(behindKey: gap))
      }
    }
    return sides
  }

  /// Writes the rest of a gap in which the comma begins the line.
  ///
  /// What belongs to the item stands in front of the comma or behind it, as it did.
  private mutating func writeCommaFirst(_ separator: Separator, _ above: [CommentGap.Block]) {
    let indent = separator.front.indent
    out += separator.front
    for block in above where !block.isBehindComma { write(block, indent: indent) }
    out.append(0x2C)
    out += separator.behind
    let behind = separator.behind.indent ?? indent
    for block in above where block.isBehindComma { write(block, indent: behind) }
  }

  /// The comments that belong to nothing and stand in a gap.
  private func loose(before next: Item?, _ level: Level) -> [CommentGap.Block] {
    let loose = (level.last?.sources ?? [-1]).flatMap { level.loose(behind: $0) }
    return loose + (level.last?.behind ?? []) + (next?.before ?? [])
      + (next == nil ? level.tail : [])
  }

  /// Writes them, in front of some white space.
  private mutating func write(
    _ loose: [CommentGap.Block], before next: Item?, _ sides: Sides, _ level: Level,
    _ space: inout [UInt8], _ closing: [UInt8]?
  ) {
    if comments.isOneLine {
      for block in loose { out += block.text }
      return
    }
    let indent: [UInt8]?
    // An item needs a blank line in front of it, a bracket a line.
    let isOnLine = next != nil && !space.contains(0x0A)
    if next == nil {
      indent = level.indent ?? level.lineIndent(in: text) ?? level.broken?.inner
    } else {
      indent = space.indent ?? closing
      levels[levels.count - 1].indent = indent
    }
    for block in loose {
      let text = block.text.indented(from: block.indent, to: indent ?? block.indent)
      if text.prefix(while: isSpace).contains(0x0A) {
        out += text
      } else {
        // A comment that stood on a line of its own is not to come behind another one.
        breakLine(indent ?? block.indent)
        out += text.drop(while: isSpace)
      }
      if block.text.endsLine || isOnLine || indent == nil {
        space.needsBreak(newline, closing ?? block.indent)
      }
    }
    let breaks = space.count { $0 == 0x0A }
    if breaks < 2, next != nil, !loose.isEmpty || breaks == 1 && sides.hasBlankLine {
      // So that they don't come to belong to the item; or as it was.
      space = newline + space
    }
  }

  /// Writes comments that belong to the item behind them.
  private mutating func write(_ block: CommentGap.Block, indent: [UInt8]?) {
    let indent = indent ?? block.indent
    out += block.text.indented(from: block.indent, to: indent)
    if block.text.endsLine { breakLine(indent) }
  }

  /// What stood between the same two, if they stood side by side in this container.
  private func oldGap(before next: Item?, _ level: Level) -> CommentGap? {
    var gap = level.opening
    if let last = level.last {
      guard last.sources.count == 1, last.isAlone else { return nil }
      gap = comments.gap(behind: last.sources[0])
    }
    guard let gap, gap.container == level.origin,
      next.map({ !gap.isLast && $0.isAlone && $0.sources == [gap.next] }) ?? gap.isLast
    else { return nil }
    return gap
  }

  /// What stood in a gap, where that is in the new text as it was, or differs in its indent alone.
  private func original(of gap: CommentGap, as new: ArraySlice<UInt8>) -> [UInt8]? {
    let original = Array(comments.original[gap.original])
    let old = comments.strict[gap.strict]
    if old.elementsEqual(new) { return original }
    let lines = old.split(separator: 0x0A, omittingEmptySubsequences: false)
    let newLines = new.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard lines.count == newLines.count, lines[0].elementsEqual(newLines[0]) else { return nil }
    let indents = zip(lines, newLines).dropFirst().map { ($0.indented, $1.indented) }
    guard let last = indents.last,
      indents.allSatisfy({ line, newLine in
        line.rest.elementsEqual(newLine.rest)
          && (line.indent.elementsEqual(newLine.indent)
            ? line.isEmpty || last.0.indent.elementsEqual(last.1.indent)
            : line.indent.elementsEqual(last.0.indent)
              && newLine.indent.elementsEqual(last.1.indent))
      })
    else { return nil }
    return original.indented(from: Array(last.0.indent), to: Array(last.1.indent))
  }

  /// Writes comments behind an item; one that takes the rest of the line needs a break behind it.
  private mutating func write(
    sameLine comments: [[UInt8]], _ space: inout [UInt8], _ indent: [UInt8]?
  ) {
    for comment in comments where !comment.endsLine { out += comment }
    let last = comments.filter(\.endsLine)
    if last.isEmpty { return }
    // Behind one of a line another one of a line can stand, and nothing that has lines of its own.
    var isBehind = false
    for comment in last where comment.contains(0x0A) {
      if isBehind { breakLine(indent ?? space.indent ?? []) }
      out += isBehind ? comment.drop(while: isSpace) : comment[...]
      isBehind = true
    }
    // One of a line would take what isn't into itself.
    let short = last.filter { !$0.contains(0x0A) }.map { ($0, $0.lineComment ?? 0) }
    for (comment, line) in short { out += comment[..<line] }
    for (comment, line) in short { out += comment[line...] }
    space.needsBreak(newline, indent ?? [])
  }

  /// Writes what stands in front of the root value.
  private mutating func writeLines(of blocks: [CommentGap.Block]) {
    copy()
    for block in blocks {
      out += block.text.indented(from: block.indent, to: []).drop(while: isSpace)
      if block.beginsLine && out.last != 0x0A { breakLine([]) }
    }
  }

  /// Writes what stands behind the root value.
  private mutating func writeLines(behind root: Item) {
    var level = Level()
    level.last = root
    let sides = sides(before: nil, level)
    var endsLine = false
    for text in sides.behind.map(\.tight) + sides.after + root.behind.map(\.text) {
      if endsLine, !text.isEmpty { breakLine([]) }
      out += endsLine ? text.drop(while: isSpace) : text[...]
      if !text.isEmpty { endsLine = text.endsLine }
    }
    if endsLine, comments.end != nil { breakLine([]) }
  }

  private mutating func breakLine(_ indent: [UInt8]) {
    out += newline + indent
  }
}

// MARK: - The text

extension CommentWeaver {
  /// Copies the text up to here.
  private mutating func copy() { copy(to: offset) }

  /// Copies the text up to a place that isn't copied yet.
  private mutating func copy(to end: Int) {
    out += text[copied..<end]
    copied = end
  }

  /// Copies the text up to a place; what is from there up to here isn't.
  private mutating func leaveOut(from start: Int) {
    out += text[copied..<start]
    copied = offset
  }

  private mutating func passSpaceAndComma() {
    while isSpace(text[offset]) || text[offset] == 0x2C || text[offset] == 0x3A { offset += 1 }
  }

  private func endOfSpace(at start: Int) -> Int {
    var end = start
    while end < text.count, isSpace(text[end]) { end += 1 }
    return end
  }

  private func endOfString(at start: Int) -> Int {
    var end = start + 1
    while text[end] != 0x22 { end += text[end] == 0x5C ? 2 : 1 }
    return end + 1
  }

  private func endOfValue(at start: Int) -> Int {
    var end = start
    var depth = 0
    repeat {
      switch text[end] {
      case 0x22: end = endOfString(at: end)
      case 0x7B, 0x5B:
        depth += 1
        end += 1
      case 0x7D, 0x5D:
        depth -= 1
        end += 1
      case 0x2C, 0x3A, 0x20, 0x0A, 0x0D, 0x09: end += 1
      default:
        while end < text.count, !isSpace(text[end]), text[end] != 0x2C, text[end] | 0x20 != 0x7D {
          end += 1
        }
      }
    } while depth > 0
    return end
  }
}
