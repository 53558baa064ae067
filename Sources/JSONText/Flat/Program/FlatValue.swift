/// A value that a program can write, as compact JSON.
package struct FlatValue: Sendable {
  let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// An object of some members.
  package init(members: [(key: [UInt8], value: FlatValue)]) {
    var text = ByteBuffer()
    text.append(0x7B)
    for (index, member) in members.enumerated() {
      if index > 0 { text.append(0x2C) }
      text.appendQuoted(member.key)
      text.append(0x3A)
      text.append(contentsOf: member.value.bytes)
    }
    text.append(0x7D)
    bytes = text.view[0..<text.count].array
  }

  var isNull: Bool { bytes.first == 0x6E }

  /// Whether it is a container with something in it, which is laid out as its surroundings are.
  package var isLaidOut: Bool { FlatValue.isLaidOut(bytes.first, bytes.count) }

  static func isLaidOut(_ first: UInt8?, _ count: Int) -> Bool {
    count > 2 && (first == 0x7B || first == 0x5B)
  }

  /// How many containers are in each other, and the keys in them.
  var contents: (levels: Int, keys: [[UInt8]]) {
    var (level, most, offset) = (0, 0, 0)
    var keys: [[UInt8]] = []
    var buffer = ByteBuffer()
    buffer.append(contentsOf: bytes)
    buffer.seal()
    let text = buffer.view
    while offset < buffer.count {
      let start = offset
      offset += 1
      switch text[start] {
      case 0x22:
        offset = text.endOfValidString(offset)
        if offset < text.count, text[offset] == 0x3A {
          var key = ByteBuffer()
          key.appendUnescaped(start + 1..<offset - 1, of: text)
          keys.append(key.view[0..<key.count].array)
        }
      case 0x7B, 0x5B:
        level += 1
        most = max(most, level)
      case 0x7D, 0x5D: level -= 1
      default: break
      }
    }
    return (most, keys)
  }
}
