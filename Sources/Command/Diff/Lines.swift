import JSONText

/// The lines of a text, each with its end.
///
/// Where all lines begin would take a good part of the memory of a text that is laid out for
/// people. So the lines are taken in blocks: it is known where each block begins, and of those
/// blocks that were asked for last where all lines end. Block n has its room at n modulo the number
/// of rooms.
struct Lines {
  /// How many lines a block has, and of how many blocks all ends are known.
  private static let (length, rooms) = (64, 1024)
  private static let end = UInt8(ascii: "\n")

  private let bytes: ByteSlice
  private(set) var count = 0
  /// Where blocks begin, from the start of the text on; no text has more than 4 GiB.
  private var starts: [UInt32] = []
  /// The blocks that have a room, and the places behind their lines.
  private var tenants: [Int]
  private var ends: [UInt32]

  init(_ bytes: ByteSlice) {
    self.bytes = bytes
    var (starts, count, next) = ([] as [UInt32], 0, bytes.startIndex)
    func take(_ end: Int) {
      if count.isMultiple(of: Self.length) { starts.append(UInt32(next - bytes.startIndex)) }
      (next, count) = (end, count + 1)
    }
    bytes.forEachPlace(of: Self.end) { place in
      take(place + 1)
      return true
    }
    if next < bytes.endIndex { take(bytes.endIndex) }
    (self.starts, self.count) = (starts, count)
    let rooms = min(starts.count, Self.rooms)
    tenants = Array(repeating: -1, count: rooms)
    ends = Array(repeating: 0, count: rooms * Self.length)
  }

  subscript(index: Int) -> ByteSlice {
    mutating get { bytes[start(of: index)..<start(of: index + 1)] }
  }

  /// How many lines from one on are the same as those of another text from one on; adds to `work`
  /// how many bytes had to be looked at.
  mutating func same(
    from line: Int, as other: inout Lines, from otherLine: Int, work: inout Int
  ) -> Int {
    let (start, otherStart) = (start(of: line), other.start(of: otherLine))
    let length = bytes.commonCount(from: start, with: other.bytes, from: otherStart)
    let end = start + length
    // As much again as it takes to look at nothing much.
    work += length + 64
    if end < self.start(of: line + 1) { return 0 }
    if end == bytes.endIndex, otherStart + length == other.bytes.endIndex { return count - line }
    return bytes[start..<end].count(of: Self.end)
  }

  /// Where a line begins, or where the text ends.
  private mutating func start(of index: Int) -> Int {
    if index == count { return bytes.endIndex }
    let (block, line) = (index / Self.length, index % Self.length)
    if line == 0 { return bytes.startIndex + Int(starts[block]) }
    let room = block % Self.rooms
    if tenants[room] != block { take(block, into: room) }
    return bytes.startIndex + Int(ends[room * Self.length + line - 1])
  }

  private mutating func take(_ block: Int, into room: Int) {
    tenants[room] = block
    var next = room * Self.length
    let last = next + Self.length
    bytes[bytes.startIndex + Int(starts[block])..<bytes.endIndex].forEachPlace(of: Self.end) {
      ends[next] = UInt32($0 + 1 - bytes.startIndex)
      next += 1
      return next < last
    }
  }
}

/// Two texts to be compared line by line.
struct TextPair: LinePair {
  var old: Lines
  var new: Lines

  mutating func same(from line: Int, and other: Int, work: inout Int) -> Int {
    old.same(from: line, as: &new, from: other, work: &work)
  }
}
