/// JSON as the tests see it: plain, slow, and read by a reader of its own.
///
/// Keys and scalars are kept as they are spelled, and each value knows the bytes it was read from
/// for as long as no edit has changed anything in it.
final class Tree {
  enum Shape { case scalar, array, object }

  var shape: Shape
  /// A scalar as it is spelled.
  var text: [UInt8]
  var items: [Tree] = []
  private(set) weak var parent: Tree?
  /// A member's key as it is spelled, quotes and all.
  var quotedKey: [UInt8]? {
    didSet { key = quotedKey.map(unescaped) }
  }
  /// The key that the spelling stands for.
  private(set) var key: [UInt8]?
  var original: [UInt8]?

  init(_ shape: Shape, text: [UInt8] = []) {
    self.shape = shape
    self.text = text
  }

  var isContainer: Bool { shape != .scalar }

  subscript(path: [Int]) -> Tree { path.reduce(self) { $0.items[$1] } }

  /// The places of all values, the root's first.
  var places: [[Int]] {
    var result: [[Int]] = [[]]
    for (index, item) in items.enumerated() {
      result += item.places.map { [index] + $0 }
    }
    return result
  }

  /// The members with a key, in order.
  func indices(of key: [UInt8]) -> [Int] { items.indices.filter { items[$0].key == key } }

  func add(_ item: Tree, at index: Int? = nil) {
    item.parent = self
    items.insert(item, at: index ?? items.count)
  }

  /// Something in here is about to change.
  func touch() {
    original = nil
    parent?.touch()
  }

  func copy() -> Tree {
    let copy = Tree(shape, text: text)
    copy.quotedKey = quotedKey
    copy.original = original
    for item in items { copy.add(item.copy()) }
    return copy
  }

  /// Without white space.
  var compact: [UInt8] {
    var result = quotedKey.map { $0 + [0x3A] } ?? []
    result += text
    guard isContainer else { return result }
    result.append(shape == .object ? 0x7B : 0x5B)
    for (index, item) in items.enumerated() {
      if index > 0 { result.append(0x2C) }
      result += item.compact
    }
    result.append(shape == .object ? 0x7D : 0x5D)
    return result
  }

  /// How what was written, read again, is not what this expects; nil where it is.
  func difference(from written: Tree) -> String? {
    func shown(_ bytes: [UInt8]?) -> String { String(decoding: bytes ?? [], as: UTF8.self) }
    if shape != written.shape || text != written.text || items.count != written.items.count {
      return "\(shown(written.compact)) in place of \(shown(compact))"
    }
    if quotedKey != written.quotedKey {
      return "the key \(shown(written.quotedKey)) in place of \(shown(quotedKey))"
    }
    if let original, original.withoutIndentation != written.original?.withoutIndentation {
      return "\(shown(written.original)) in place of the bytes \(shown(original))"
    }
    for (item, other) in zip(items, written.items) {
      if let difference = item.difference(from: other) { return difference }
    }
    return nil
  }
}

/// What the spelling of a string stands for; half a surrogate pair becomes three bytes.
func unescaped(_ quoted: [UInt8]) -> [UInt8] {
  var units: [UInt16] = []
  var result: [UInt8] = []
  func flush() {
    var index = 0
    while index < units.count {
      let unit = UInt32(units[index])
      index += 1
      if unit & 0xFC00 == 0xD800, index < units.count, units[index] & 0xFC00 == 0xDC00 {
        let scalar = 0x10000 + (unit & 0x3FF) << 10 + UInt32(units[index] & 0x3FF)
        result += Array(String(UnicodeScalar(scalar) ?? " ").utf8)
        index += 1
      } else if let scalar = UnicodeScalar(unit) {
        result += Array(String(scalar).utf8)
      } else {
        let tails = [unit >> 6, unit].map { UInt8(0x80 | $0 & 0x3F) }
        result += [UInt8(0xE0 | unit >> 12)] + tails
      }
    }
    units = []
  }
  let short: [UInt8: UInt16] = [0x62: 8, 0x66: 12, 0x6E: 10, 0x72: 13, 0x74: 9]
  var rest = quoted.dropFirst().dropLast()
  while let byte = rest.popFirst() {
    guard byte == 0x5C, let code = rest.popFirst() else {
      flush()
      result.append(byte)
      continue
    }
    if code == 0x75 {
      units.append(UInt16(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16) ?? 0)
      rest = rest.dropFirst(4)
    } else {
      units.append(short[code] ?? UInt16(code))
    }
  }
  flush()
  return result
}

extension [UInt8] {
  /// Without the white space behind line breaks: a value that comes to another depth is indented
  /// anew.
  fileprivate var withoutIndentation: [UInt8] {
    var result: [UInt8] = []
    var isStart = false
    for byte in self {
      if byte == 0x0A { isStart = true } else if byte > 0x20 { isStart = false }
      if !isStart || byte == 0x0A { result.append(byte) }
    }
    return result
  }
}
