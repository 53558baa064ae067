/// What stands in the place of a match: text, with `$1` to `$9` for groups and `$$` for a dollar.
package struct PatternTemplate: Hashable, Sendable {
  private enum Piece: Hashable {
    case text([UInt8])
    case group(Int)
  }

  private var pieces: [Piece] = []

  /// Reads a replacement for a pattern; a group that the pattern doesn't have is an error.
  package init(_ text: String, for pattern: Pattern) throws(PatternError) {
    let bytes = Array(text.utf8)
    var literal: [UInt8] = []
    var position = 0
    while position < bytes.count {
      guard bytes[position] == UInt8(ascii: "$") else {
        literal.append(bytes[position])
        position += 1
        continue
      }
      let next = position + 1 < bytes.count ? bytes[position + 1] : 0
      if next == UInt8(ascii: "$") {
        literal.append(next)
      } else {
        if !literal.isEmpty { pieces.append(.text(literal)) }
        literal = []
        pieces.append(.group(try Self.group(next, in: bytes, at: position, of: pattern)))
      }
      position += 2
    }
    if !literal.isEmpty { pieces.append(.text(literal)) }
  }

  private static func group(
    _ digit: UInt8, in bytes: [UInt8], at position: Int, of pattern: Pattern
  ) throws(PatternError) -> Int {
    guard digit >= UInt8(ascii: "1"), digit <= UInt8(ascii: "9") else {
      let found = Found.character(in: bytes, at: position + 1, ofThe: "text")
      throw PatternError(
        offset: position, found: "`$` and \(found)",
        expected: "`$1` to `$9` for a group, or `$$` for a dollar sign")
    }
    let number = Int(digit - UInt8(ascii: "0"))
    guard number <= pattern.groupCount else {
      let count = pattern.groupCount
      throw PatternError(
        offset: position, found: "`$\(number)`",
        expected: count == 0
          ? "a pattern with a group: it has none"
          : "a group of the pattern: it has \(count == 1 ? "one" : "\(count)")")
    }
    return number
  }

  @inline(never)
  func append(to result: inout [UInt8], from text: [UInt8], slots: [Int], atMost most: Int) {
    for piece in pieces where result.count <= most {
      switch piece {
      case .text(let bytes): result += bytes
      case .group(let number):
        let start = slots[2 * number]
        let end = slots[2 * number + 1]
        if end >= 0 { result += text[start..<end] }
      }
    }
  }

  /// The most bytes that a text of this length can grow to when its matches are replaced.
  package func mostBytes(forTextOf count: Int) -> Int {
    var literal = 0
    var groups = 0
    for piece in pieces {
      if case .text(let bytes) = piece { literal += bytes.count } else { groups += 1 }
    }
    // Between any two bytes may stand a match, and groups of different matches share no byte.
    let (most, overflow) = Int64(count + 1).multipliedReportingOverflow(by: Int64(literal))
    return overflow ? Int.max &>> 8 : Int(capped: most + Int64(count) * Int64(groups + 1))
  }
}
