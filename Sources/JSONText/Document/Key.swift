/// A key that an edit or a question names: its text, ready to be written, and where the guide keeps
/// its members.
package struct Key: Sendable, BitwiseCopyable {
  /// The key as `"key":` in the bytes that edits made.
  let head: Address
  /// Its number in the guide; -1 if no path of the guide names it.
  let number: Int32
  /// The slot it has in objects of one state: those that it is most often asked of.
  let state: UInt32
  let slot: UInt32

  init(head: Address, number: Int, state: UInt32, slot: Int) {
    self.head = head
    self.number = Int32(truncatingIfNeeded: number)
    // Without a slot there, a state that no container is in.
    self.state = slot < 0 ? .max : state
    self.slot = slot < 0 ? 0 : UInt32(slot)
  }
}

/// A value that an edit can write: bytes of the source, or made ones.
package struct ValueText: Hashable, Sendable, BitwiseCopyable {
  let start: Address
  let end: UInt32

  @inline(__always)
  var range: Range<Int> { start.offset..<Int(end) }

  /// How many bytes it has.
  package var count: Int { range.count }
}

/// Texts that are the same for each document: keys, defaults, the results of a table.
///
/// They lie in front of all that edits make, so they are copied once per worker and not once per
/// document.
package struct Constants: ~Copyable {
  var bytes: ByteBuffer
  /// What paths and conditions that were bound to these constants are made of.
  var paths = BoundTable()

  package init() {
    bytes = ByteBuffer(capacity: 1_024)
    bytes.append(Fixed.text)
  }

  /// Takes in a key; `path` leads to the objects that it is asked of most.
  package mutating func add(
    key: [UInt8], guide: Guide, at path: Place = []
  ) -> Key {
    let number = guide.number(of: key)
    let state = guide.state(at: path)
    return Key(
      head: bytes.appendHead(key), number: number, state: state,
      slot: guide.slot(state: state, number: number))
  }

  /// Takes in a value, given as compact JSON text.
  package mutating func add(value: [UInt8]) -> ValueText {
    let start = bytes.count
    bytes.append(contentsOf: value)
    return ValueText(start: Address(made: start), end: UInt32(bytes.count))
  }
}

/// What every document may need, at the front of the constants.
enum Fixed {
  static let text: StaticString =
    "{}[], : null\r\n\n\t                                                                "

  static let object = ValueText(start: Address(made: 0), end: 2)
  static let array = ValueText(start: Address(made: 2), end: 4)
  static let null = ValueText(start: Address(made: 8), end: 12)
  static let openBrace = Span(made: 0..<1)
  static let closeBrace = Span(made: 1..<2)
  static let openBracket = Span(made: 2..<3)
  static let closeBracket = Span(made: 3..<4)
  static let comma = Span(made: 4..<5)
  static let space = Span(made: 5..<6)
  static let spacedComma = 4..<6
  static let colon = Span(made: 6..<8)
  static let carriageReturnLineFeed = Span(made: 12..<14)
  static let lineFeed = Span(made: 14..<15)
  static let spaces = 16..<80
  static let twoSpaces = 16..<18
}

extension ByteBuffer {
  /// Adds a head: its length in four bytes, a comma for those that need one, then the key as a JSON
  /// string and a colon.
  mutating func appendHead(_ key: [UInt8]) -> Address {
    let start = beginHead()
    appendQuoted(key)
    append(0x3A)
    return endHead(start)
  }

  mutating func beginHead() -> Int {
    append("\0\0\0\0,")
    return count
  }

  mutating func endHead(_ start: Int) -> Address {
    let length = UInt32(count - start)
    for index in 0..<4 {
      self[start - 5 + index] = UInt8(truncatingIfNeeded: length >> UInt32(8 * index))
    }
    return Address(made: start)
  }
}

extension ByteView {
  /// The head that starts at `start`, of those that `appendHead` made.
  @inline(__always)
  func madeHead(_ start: Int) -> Range<Int> {
    precondition(start >= 5 && start <= count)
    return start..<(start &+ Int(halfWord(unchecked: start &- 5)))
  }
}
