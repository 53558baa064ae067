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
  /// Where it is in the text.
  private var offset = 0
  /// The items whose comments have been written.
  private var used: Set<Int> = []
  private var levels: [Level] = []

  /// A container that it is in.
  private struct Level {
    let node: NodeID
    /// Where it began in the strict text, if it was there.
    let origin: Int?
    let isObject: Bool
    /// Where the container began that stood there, be it this one or another.
    var place: Int?
    /// The next item in the tree.
    var next: NodeID?
    /// The white space in front of the lines of items.
    var indent: [UInt8]?
    /// What stood before: nothing, or an item with what it was.
    var last: Item?
    /// Comments that belong to nothing, by the item that they stand behind; -1: in front of all.
    var loose: [Int: [CommentedText.Block]] = [:]
    /// Those in front of the closing bracket.
    var tail: [CommentedText.Block] = []
  }

  /// An item in the new text, and those of the old text whose comments it has.
  private struct Item {
    var sources: [Int]
    /// The one that it is; nil where it is new.
    var origin: Int? { sources.first }
  }

  init(_ text: [UInt8], _ comments: CommentedText, _ owners: CommentOwners) {
    (self.text, self.comments, self.owners) = (text, comments, owners)
    out.reserveCapacity(text.count * 2)
  }

  /// Writes the whole document.
  mutating func weave(_ document: borrowing Document) {
    out += comments.start
    copySpace()
    let root = document.root
    _ = take(root, document)
    enterOrCopy(root, document)
    while !levels.isEmpty { step(document) }
    out += comments.end ?? Array(text[offset...])
  }

  /// The next item of the innermost container, or its end.
  private mutating func step(_ document: borrowing Document) {
    let start = offset
    skipSpaceAndComma()
    let gap = text[start..<offset]
    guard let number = levels.indices.last else { return }
    if text[offset] == 0x7D || text[offset] == 0x5D {
      writeGap(gap, before: nil)
      out.append(text[offset])
      offset += 1
      levels.removeLast()
      return
    }
    let node = levels[number].next
    let item = node.map { take($0, document) } ?? Item(sources: [])
    writeGap(gap, before: item)
    levels[number].last = item
    levels[number].next = node.flatMap { document.nextItem(after: $0) }
    if levels[number].isObject { copyKey(of: item) }
    enterOrCopy(node, document)
  }

  /// Which items of the old text a node stands for.
  private mutating func take(_ node: NodeID, _ document: borrowing Document) -> Item {
    var sources: [Int] = []
    let kept = owners.keeper(of: document.nodes[node.index])
    for source in [kept, owners.origin(of: node.number)].compactMap({ $0 })
    where used.insert(source).inserted {
      sources.append(source)
    }
    return Item(sources: sources)
  }

  private mutating func copyKey(of item: Item) {
    let end = endOfString(at: offset)
    out += text[offset..<end]
    offset = end
    let start = offset
    skipSpaceAndComma()
    if let origin = item.origin, let keyEnd = owners.keyEnds[origin],
      let gap = comments.gaps[keyEnd]
    {
      out += gap.original
    } else {
      out += text[start..<offset]
    }
  }

  /// Goes into a container of which the items are known; anything else is copied.
  private mutating func enterOrCopy(_ node: NodeID?, _ document: borrowing Document) {
    let byte = text[offset]
    guard let node, byte == 0x7B || byte == 0x5B, document.nodes[node.index].frame != 0 else {
      let end = endOfValue(at: offset)
      out += text[offset..<end]
      offset = end
      return
    }
    let record = document.nodes[node.index]
    // A copy of another value has no comments of that.
    let isOld =
      !record.value.isMade && owners.origin(of: node.number) == record.value.offset
    var level = Level(
      node: node, origin: isOld ? record.value.offset : nil, isObject: byte == 0x7B,
      next: document.firstItem(of: node))
    level.place = level.origin
    if isOld {
      level.loose = loose(of: record.value.offset, node, document)
      if let last = owners.items[record.value.offset]?.last {
        level.tail = trailing(last)?.loose ?? []
      }
    } else if owners.origin(of: node.number) == nil, let kept = owners.keeper(of: record),
      owners.node(at: kept).map({ document.isPresent($0) }) != true
    {
      // Another container in the place of one that is gone.
      if owners.items[kept] != nil { level.place = kept }
      level.tail = owners.gaps(in: kept).flatMap { comments.gaps[$0]?.loose ?? [] }
    }
    levels.append(level)
    out.append(byte)
    offset += 1
  }

  /// Says behind which of the items that are left the comments stand that belong to none.
  private func loose(
    of container: Int, _ node: NodeID, _ document: borrowing Document
  ) -> [Int: [CommentedText.Block]] {
    var left: Set<Int> = []
    var next = document.firstItem(of: node)
    while let item = next {
      if let kept = owners.keeper(of: document.nodes[item.index]) { left.insert(kept) }
      if let origin = owners.origin(of: item.number) { left.insert(origin) }
      next = document.nextItem(after: item)
    }
    var found: [Int: [CommentedText.Block]] = [:]
    var anchor = -1
    if let gap = comments.gaps[container + 1], !gap.loose.isEmpty { found[-1] = gap.loose }
    for item in owners.items[container] ?? [] {
      if left.contains(item) { anchor = item }
      if item == owners.items[container]?.last { break }
      guard let end = owners.ends[item], let gap = comments.gaps[end], !gap.loose.isEmpty else {
        continue
      }
      found[anchor, default: []] += gap.loose
    }
    return found
  }
}

// MARK: - Between items

extension CommentWeaver {
  /// Writes what stands in front of an item, or of the end of the container.
  private mutating func writeGap(_ gap: ArraySlice<UInt8>, before next: Item?) {
    guard let level = levels.last else { return }
    if let place = oldGap(before: next, level) {
      let old = comments.gaps[place]
      if old.map({ gap.elementsEqual($0.strict) }) ?? true {
        if next != nil { levels[levels.count - 1].indent = Array(gap).indent }
        out += old?.original ?? Array(gap)
        return
      }
    }
    var separator = Separator(gap)
    let closing = next == nil ? closingIndent(level) : nil
    if separator.isCommaFirst {
      writeTight(level)
      write(sameLine: after(level), &separator.front, closing)
      writeLoose(before: next, level, &separator.front, closing)
      writeCommaFirst(separator, before: next)
    } else {
      writeTight(level)
      out += separator.front
      let isTrailing = level.last != nil && next == nil && hasTrailingComma(level)
      if separator.hasComma || isTrailing { out.append(0x2C) }
      write(sameLine: after(level), &separator.behind, closing)
      writeLoose(before: next, level, &separator.behind, closing)
      let above = above(next)
      if let first = above.first, first.beginsLine {
        separator.behind.needsBreak(newline, first.indent)
      }
      out += separator.behind
      for block in above { write(block, indent: separator.behind.indent) }
    }
  }

  /// What stands between two items in the new text.
  private struct Separator {
    /// The white space in front of the comma, and what is behind; without one all is behind.
    var front: [UInt8] = []
    var behind: [UInt8]
    let hasComma: Bool

    init(_ gap: ArraySlice<UInt8>) {
      let comma = gap.firstIndex(of: 0x2C)
      hasComma = comma != nil
      if let comma { front = Array(gap[..<comma]) }
      behind = Array(gap[(comma.map { $0 + 1 } ?? gap.startIndex)...])
    }

    /// Whether the comma begins a line.
    var isCommaFirst: Bool { front.contains(0x0A) }
  }

  /// Writes the rest of a gap in which the comma begins the line.
  ///
  /// What belongs to the item stands in front of the comma or behind it, as it did.
  private mutating func writeCommaFirst(_ separator: Separator, before next: Item?) {
    let indent = separator.front.indent
    let above = above(next)
    out += separator.front
    for block in above where !block.isBehindComma { write(block, indent: indent) }
    out.append(0x2C)
    out += separator.behind
    let behind = separator.behind.indent ?? indent
    for block in above where block.isBehindComma { write(block, indent: behind) }
  }

  private mutating func writeTight(_ level: Level) {
    for source in level.last?.sources ?? [] { out += trailing(source)?.tight ?? [] }
  }

  /// What stands behind the item before, or behind the opening bracket, on the same line.
  private func after(_ level: Level) -> [[UInt8]] {
    guard let last = level.last else {
      return level.place.flatMap { comments.gaps[$0 + 1] }.map { [$0.after] } ?? []
    }
    return last.sources.compactMap { trailing($0)?.after }
  }

  /// What belongs to an item and stands above it.
  private func above(_ item: Item?) -> [CommentedText.Block] {
    item?.sources.compactMap { above($0) } ?? []
  }

  /// Writes the comments that belong to nothing, in front of some white space.
  private mutating func writeLoose(
    before next: Item?, _ level: Level, _ space: inout [UInt8], _ closing: [UInt8]?
  ) {
    let last = level.last
    let loose =
      (level.loose[last == nil ? -1 : last?.origin ?? -2] ?? []) + (next == nil ? level.tail : [])
    let indent = next == nil ? level.indent : space.indent
    if next != nil { levels[levels.count - 1].indent = indent }
    for block in loose {
      let text = block.text.indented(from: block.indent, to: indent ?? block.indent)
      if text.prefix(while: isSpace).contains(0x0A) {
        out += text
      } else {
        // A comment that stood on a line of its own is not to come behind another one.
        breakLine(indent ?? block.indent)
        out += text.drop(while: isSpace)
      }
      if block.text.endsLine || indent == nil { space.needsBreak(newline, closing ?? block.indent) }
    }
    let breaks = space.count { $0 == 0x0A }
    if breaks < 2, next != nil, !loose.isEmpty || breaks == 1 && hasBlankLine(next, level) {
      // So that they don't come to belong to the item; or as it was.
      space = newline + space
    }
  }

  /// Writes comments that belong to the item behind them.
  private mutating func write(_ block: CommentedText.Block, indent: [UInt8]?) {
    let indent = indent ?? block.indent
    out += block.text.indented(from: block.indent, to: indent)
    if block.text.endsLine { breakLine(indent) }
  }

  /// Where what stood between the same two began, if they stood side by side in this container.
  private func oldGap(before next: Item?, _ level: Level) -> Int? {
    guard let container = level.origin else { return nil }
    let items = owners.items[container] ?? []
    let place: Int
    if let last = level.last {
      guard let origin = last.origin, last.sources.count == 1,
        let found = owners.places[origin], found.container == container,
        let end = owners.ends[origin]
      else { return nil }
      let index = found.number
      guard next == nil ? index == items.count - 1 : index + 1 < items.count else { return nil }
      if let next, next.sources != [items[index + 1]] { return nil }
      place = end
    } else {
      if let next {
        guard let first = items.first, next.sources == [first] else { return nil }
      } else if !items.isEmpty {
        return nil
      }
      place = container + 1
    }
    return place
  }

  /// Whether an item that stayed in its container had a blank line in front of it.
  private func hasBlankLine(_ item: Item?, _ level: Level) -> Bool {
    guard let source = item?.origin, let container = level.origin,
      let start = owners.gapsInFront[source], let gap = comments.gaps[start]
    else { return false }
    return gap.hasBlankLine && owners.places[source]?.container == container
  }

  /// The gap behind an item of the old text.
  private func trailing(_ item: Int) -> CommentedText.Gap? {
    owners.ends[item].flatMap { comments.gaps[$0] }
  }

  /// What stood directly above an item of the old text.
  private func above(_ item: Int) -> CommentedText.Block? {
    owners.gapsInFront[item].flatMap { comments.gaps[$0]?.above }
  }

  private func hasTrailingComma(_ level: Level) -> Bool {
    guard let container = level.origin, let last = owners.items[container]?.last else {
      return false
    }
    return trailing(last)?.hasTrailingComma == true
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
    for comment in last where !comment.contains(0x0A) { out += comment }
    space.needsBreak(newline, indent ?? [])
  }

  /// The white space that stood in front of the closing bracket.
  private func closingIndent(_ level: Level) -> [UInt8]? {
    guard let container = level.origin, let last = owners.items[container]?.last else { return nil }
    return trailing(last)?.strict.indent
  }

  private mutating func breakLine(_ indent: [UInt8]) {
    out += newline + indent
  }
}

// MARK: - The text

extension CommentWeaver {
  private mutating func copySpace() {
    let start = offset
    while offset < text.count, isSpace(text[offset]) { offset += 1 }
    out += text[start..<offset]
  }

  private mutating func skipSpaceAndComma() {
    while offset < text.count,
      isSpace(text[offset]) || text[offset] == 0x2C || text[offset] == 0x3A
    {
      offset += 1
    }
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
        while end < text.count, !isSpace(text[end]), ![0x2C, 0x7D, 0x5D].contains(text[end]) {
          end += 1
        }
      }
    } while depth > 0
    return end
  }
}

extension [UInt8] {
  /// Whether what follows has to be on another line: the last comment is one of a line.
  fileprivate var endsLine: Bool {
    let line = self[(lastIndex(of: 0x0A).map { $0 + 1 } ?? 0)...]
    var index = line.startIndex
    while index + 1 < line.endIndex {
      if line[index] == 0x2F, line[index + 1] == 0x2F { return true }
      if line[index] == 0x2F, line[index + 1] == 0x2A {
        index += 2
        while index + 1 < line.endIndex, line[index] != 0x2A || line[index + 1] != 0x2F {
          index += 1
        }
        index += 2
      } else if line[index] == 0x2A, line[index + 1] == 0x2F {
        index += 2
      } else {
        index += 1
      }
    }
    return false
  }

  /// The white space behind the last line break; nil where there is none.
  fileprivate var indent: [UInt8]? {
    lastIndex(of: 0x0A).map { Array(self[($0 + 1)...].prefix(while: isSpace)) }
  }

  /// Puts a line break into white space that has none.
  fileprivate mutating func needsBreak(_ newline: [UInt8], _ indent: [UInt8]) {
    if !contains(0x0A) { self = newline + indent }
  }

  /// The same lines with other white space in front of those that have the old one.
  fileprivate func indented(from old: [UInt8], to new: [UInt8]) -> [UInt8] {
    if old == new { return self }
    var result: [UInt8] = []
    var rest = self[...]
    while let feed = rest.firstIndex(of: 0x0A) {
      result += rest[...feed]
      rest = rest[(feed + 1)...]
      if rest.starts(with: old), !old.isEmpty || ![0x0A, 0x0D].contains(rest.first) {
        result += new
        rest = rest.dropFirst(old.count)
      }
    }
    return result + rest
  }
}
