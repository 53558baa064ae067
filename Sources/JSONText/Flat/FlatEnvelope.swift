/// The objects around a document that is a member, as in `{"id": 7, "row": {"doc": {…}}}`.
///
/// They are read for where the document is, and stay as they are. What is out of the ordinary in
/// them is left to the tree: no such member, two of them, keys with escapes.
///
/// What is read unchecked stands where the scanner's functions end: inside of the text, or in its
/// pad, where a zero is none of what is looked for.
struct FlatEnvelope: ~Copyable {
  /// The names that lead to the document.
  private let names: [[UInt8]]
  /// For what is in other members, of which nothing is wanted.
  private let guide = Guide(paths: [])
  private let predictor = Predictor()
  /// Where the outermost object ended, if it was read to its end and had no such member; else -1.
  private(set) var endWithout = -1

  init(_ names: [[UInt8]]) { self.names = names }

  /// Where the document begins in the object at `start`; -1 where that can't be told here.
  mutating func enter(_ scanner: inout Scanner, at start: Int) -> Int {
    let bytes = scanner.bytes
    var offset = bytes.skipSpace(start)
    endWithout = -1
    for level in names.indices {
      guard bytes.byte(unchecked: offset) == 0x7B else { return -1 }
      var key = bytes.skipSpace(offset &+ 1)
      if level == 0, bytes.byte(unchecked: key) == 0x7D {
        endWithout = key &+ 1
        return -1
      }
      while true {
        guard let (value, isNext) = readKey(&scanner, at: key, level) else { return -1 }
        offset = value
        if isNext { break }
        let end = skip(&scanner, value, level)
        if end < 0 { return -1 }
        let comma = bytes.skipSpace(end)
        guard bytes.byte(unchecked: comma) == 0x2C else {
          if level == 0, bytes.byte(unchecked: comma) == 0x7D { endWithout = comma &+ 1 }
          return -1
        }
        key = bytes.skipSpace(comma &+ 1)
      }
    }
    return offset
  }

  /// Where the outermost object ends, of which the document ends at `start`; -1 as above.
  mutating func leave(_ scanner: inout Scanner, at start: Int) -> Int {
    let bytes = scanner.bytes
    var offset = start
    for level in names.indices.reversed() {
      offset = bytes.skipSpace(offset)
      while bytes.byte(unchecked: offset) == 0x2C {
        let key = bytes.skipSpace(offset &+ 1)
        guard let (value, isNext) = readKey(&scanner, at: key, level), !isNext else { return -1 }
        let end = skip(&scanner, value, level)
        if end < 0 { return -1 }
        offset = bytes.skipSpace(end)
      }
      guard bytes.byte(unchecked: offset) == 0x7D else { return -1 }
      offset &+= 1
    }
    return offset
  }

  /// Where the value of a key begins, and whether that is the way to the document.
  @inline(__always)
  private func readKey(
    _ scanner: inout Scanner, at key: Int, _ level: Int
  ) -> (value: Int, isNext: Bool)? {
    let bytes = scanner.bytes
    guard bytes.byte(unchecked: key) == 0x22 else { return nil }
    var end = bytes.findSpecial(key &+ 1)
    if bytes.byte(unchecked: end) != 0x22 {
      end = scanner.skipSpecialString(from: end, key &+ 1) &- 1
      if end < 0 || scanner.hasEscapes { return nil }
    }
    let isNext = names[level].elementsEqual(bytes[(key &+ 1)..<end])
    let colon = bytes.skipSpace(end &+ 1)
    guard bytes.byte(unchecked: colon) == 0x3A else { return nil }
    return (bytes.skipSpace(colon &+ 1), isNext)
  }

  /// The end of the value that was entered, or -1.
  func skip(_ scanner: inout Scanner, _ value: Int) -> Int {
    skip(&scanner, value, names.count - 1)
  }

  /// The end of a value that stays as it is, or -1.
  @inline(__always)
  private func skip(_ scanner: inout Scanner, _ value: Int, _ level: Int) -> Int {
    scanner.bytes.byte(unchecked: value) | 0x20 == 0x7B
      ? scanner.skipContainer(value, outer: level &+ 1, guide: guide, predictor: predictor)
      : scanner.skipScalar(value)
  }
}
