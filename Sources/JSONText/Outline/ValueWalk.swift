/// A walk through a text that is known to be one valid JSON value, from value to value in order.
///
/// It notes nothing, so where each value is looked at once it costs less than an `Outline`. Each
/// function says where the walk has to stand. What it then looks for comes before the end of the
/// text, since that is valid, and the pad is behind it.
package struct ValueWalk {
  private let bytes: ByteView
  private var offset: Int

  /// A walk that stands at the value from an offset on.
  package init(_ bytes: ByteView, from start: Int) {
    self.bytes = bytes
    offset = bytes.skipSpace(start)
  }

  /// The type of the value that it stands at.
  package var kind: Kind { Kind(first: bytes[offset]) }

  // MARK: - Containers

  /// From a container to its first item; false, and behind the container, if it is empty.
  package mutating func enter() -> Bool {
    offset = bytes.skipSpace(offset &+ 1)
    // Both brackets that close differ in this one bit.
    let isEmpty = bytes[offset] | 0x20 == 0x7D
    if isEmpty { offset &+= 1 }
    return !isEmpty
  }

  /// From behind an item to the next one; false, and behind the container, if it was the last.
  package mutating func advance() -> Bool {
    offset = bytes.skipSpace(offset)
    let hasNext = bytes[offset] == 0x2C
    offset &+= 1
    if hasNext { offset = bytes.skipSpace(offset) }
    return hasNext
  }

  // MARK: - Keys

  /// From a member to its value, if it is written with this key; else it stays where it is.
  package mutating func pass(key: QuotedText) -> Bool {
    guard stands(key, at: offset &+ 1) else { return false }
    offset = bytes.skipSpace(bytes.skipSpace(offset &+ 1 &+ key.length) &+ 1)
    return true
  }

  /// From a member to its value; gives the key.
  package mutating func passKey() -> QuotedRange {
    let key = passString()
    offset = bytes.skipSpace(bytes.skipSpace(offset) &+ 1)
    return key
  }

  // MARK: - Values

  /// From a literal to behind it.
  package mutating func passLiteral() { offset = bytes.skipLiteral(offset) }

  /// From a number to behind it.
  ///
  /// Where that is asked, it tells whether the number is an integer, however it is written.
  package mutating func passNumber(asksForInteger: Bool) -> Bool {
    let start = offset
    offset = bytes.skipNumber(start)
    guard asksForInteger else { return false }
    let digits = bytes.skipDigits(bytes[start] == 0x2D ? start &+ 1 : start)
    return digits == offset || NumberText.isInteger(bytes[start..<offset])
  }

  /// From a string to behind it, if it is written as this one; else it stays where it is.
  package mutating func pass(string: QuotedText) -> Bool {
    guard stands(string, at: offset &+ 1) else { return false }
    offset &+= 1 &+ string.length
    return true
  }

  /// From a string to behind it.
  package mutating func passString() -> QuotedRange {
    let start = offset &+ 1
    let special = bytes.findSpecial(start)
    let isPlain = bytes[special] == 0x22
    offset = isPlain ? special &+ 1 : bytes.endOfValidString(start)
    return QuotedRange(start: start, end: offset &- 1, isPlain: isPlain)
  }

  /// From a value of any type to behind it.
  package mutating func pass() {
    var depth = 0
    repeat {
      switch bytes[offset] {
      case 0x22: _ = passString()
      case 0x7B, 0x5B:
        depth += 1
        offset += 1
      case 0x7D, 0x5D:
        depth -= 1
        offset += 1
      case 0x2C, 0x3A, 0x20, 0x0A, 0x0D, 0x09: offset += 1
      case 0x74, 0x66, 0x6E: passLiteral()
      default: offset = bytes.skipNumber(offset)
      }
    } while depth > 0
  }

  /// The number that it stands at, if that is written as an integer of up to 18 digits that fits.
  package var integer: Int? {
    guard kind == .number else { return nil }
    let text = bytes[offset..<bytes.skipNumber(offset)]
    let digits = text.first == 0x2D ? text.count - 1 : text.count
    return digits > 18 ? nil : Int(String(decoding: text, as: UTF8.self))
  }

  // MARK: - What was passed

  /// What a string or key stands for.
  package func text(of string: QuotedRange) -> [UInt8] {
    if !hasEscapes(string) { return bytes[string.body].array }
    let text = ByteBuffer(unescaping: string.body, of: bytes)
    return text.view[0..<text.count].array
  }

  /// Whether a string or key stands for these bytes.
  package func stands(_ string: QuotedRange, for text: [UInt8]) -> Bool {
    hasEscapes(string) ? self.text(of: string) == text : bytes.equals(string.body, text)
  }

  private func hasEscapes(_ string: QuotedRange) -> Bool {
    !string.isPlain && bytes[string.body].contains(0x5C)
  }

  /// Whether a text and the quote behind it stand here.
  @inline(__always)
  private func stands(_ text: QuotedText, at start: Int) -> Bool {
    // Here is a place in the text, and the pad is longer than what is looked at.
    let words = text.words
    if (word(at: start) ^ words.first) & text.mask != 0 { return false }
    if text.length <= 8 { return true }
    let end = start &+ text.length
    if word(at: end &- 8) != words.last { return false }
    return text.length <= 16
      || word(at: start &+ 8) == words.second && word(at: end &- 16) == words.third
  }

  @inline(__always)
  private func word(at start: Int) -> UInt64 {
    UInt64(littleEndian: bytes.word(unchecked: start))
  }
}

/// Where a string is, without its quotes.
package struct QuotedRange: BitwiseCopyable, Sendable {
  fileprivate let start: Int
  fileprivate let end: Int
  /// Whether it is known to be ASCII without escapes.
  fileprivate let isPlain: Bool

  fileprivate var body: Range<Int> { start..<end }
}

/// A short text as it mostly is in JSON: without escapes, and with a quote behind it.
///
/// One that is longer, or has to have escapes, is never found.
package struct QuotedText: BitwiseCopyable, Sendable {
  /// How many bytes it has, with the quote.
  fileprivate let length: Int
  /// The first eight bytes, the next, and the last ones; they overlap.
  fileprivate let words: (first: UInt64, second: UInt64, third: UInt64, last: UInt64)
  /// Which bits of the first word count.
  fileprivate let mask: UInt64

  /// The most bytes of a text that can be found, without the quote.
  private static var longest: Int { 31 }

  package init(_ text: [UInt8]) {
    let isPlain = text.allSatisfy { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
    guard isPlain, text.count <= Self.longest else {
      // No text begins with eight zeros.
      (length, words, mask) = (0, (0, 0, 0, 0), .max)
      return
    }
    let bytes = text + [0x22]
    func word(_ start: Int) -> UInt64 {
      bytes.dropFirst(max(start, 0)).prefix(8).reversed().reduce(0) { $0 &<< 8 | UInt64($1) }
    }
    length = bytes.count
    words = (word(0), word(8), word(length - 16), word(length - 8))
    mask = length < 8 ? (1 &<< UInt64(8 * length)) - 1 : .max
  }
}
