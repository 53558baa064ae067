/// A strict reader of RFC 8259, as plain as can be: nil where the text is not JSON.
struct TreeReader {
  private let bytes: [UInt8]
  private var offset = 0

  static func read(_ bytes: [UInt8]) -> Tree? {
    var reader = TreeReader(bytes: bytes)
    guard let tree = reader.value() else { return nil }
    reader.skipSpace()
    return reader.offset == bytes.count && isUTF8(bytes) ? tree : nil
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  static func isUTF8(_ bytes: [UInt8]) -> Bool {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    while true {
      switch decoder.decode(&iterator) {
      case .scalarValue: continue
      case .emptyInput: return true
      case .error: return false
      }
    }
  }

  private var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

  private mutating func skipSpace() {
    while let next, [0x20, 0x0A, 0x0D, 0x09].contains(next) { offset += 1 }
  }

  private mutating func skip(_ byte: UInt8) -> Bool {
    guard next == byte else { return false }
    offset += 1
    return true
  }

  private mutating func value() -> Tree? {
    skipSpace()
    let start = offset
    let tree: Tree?
    switch next {
    case 0x7B: tree = container(.object, end: 0x7D)
    case 0x5B: tree = container(.array, end: 0x5D)
    case 0x22: tree = string().map { Tree(.scalar, text: $0) }
    case 0x74: tree = literal("true")
    case 0x66: tree = literal("false")
    case 0x6E: tree = literal("null")
    default: tree = number()
    }
    tree?.original = Array(bytes[start..<offset])
    return tree
  }

  private mutating func container(_ shape: Tree.Shape, end: UInt8) -> Tree? {
    let tree = Tree(shape)
    offset += 1
    skipSpace()
    if skip(end) { return tree }
    while true {
      var key: [UInt8]?
      if shape == .object {
        skipSpace()
        key = string()
        skipSpace()
        guard key != nil, skip(0x3A) else { return nil }
      }
      guard let item = value() else { return nil }
      item.quotedKey = key
      tree.add(item)
      skipSpace()
      if skip(end) { return tree }
      guard skip(0x2C) else { return nil }
    }
  }

  private mutating func string() -> [UInt8]? {
    let start = offset
    guard skip(0x22) else { return nil }
    while let byte = next {
      offset += 1
      if byte == 0x22 { return Array(bytes[start..<offset]) }
      if byte < 0x20 { return nil }
      guard byte == 0x5C else { continue }
      guard let code = next else { return nil }
      offset += 1
      if code == 0x75 {
        let digits = bytes[offset...].prefix(4)
        guard digits.count == 4, digits.allSatisfy({ hexadecimal.contains($0) }) else { return nil }
        offset += 4
      } else if !escapable.contains(code) {
        return nil
      }
    }
    return nil
  }

  private mutating func literal(_ word: String) -> Tree? {
    guard bytes[offset...].starts(with: word.utf8) else { return nil }
    offset += word.utf8.count
    return Tree(.scalar, text: Array(word.utf8))
  }

  private mutating func digits() -> Bool {
    let start = offset
    while let next, (0x30...0x39).contains(next) { offset += 1 }
    return offset > start
  }

  private mutating func number() -> Tree? {
    let start = offset
    _ = skip(0x2D)
    if !skip(0x30), !digits() { return nil }
    if skip(0x2E), !digits() { return nil }
    if skip(0x65) || skip(0x45) {
      if !skip(0x2B) { _ = skip(0x2D) }
      if !digits() { return nil }
    }
    return Tree(.scalar, text: Array(bytes[start..<offset]))
  }
}

private let hexadecimal = Set("0123456789abcdefABCDEF".utf8)
private let escapable = Set(#""\/bfnrt"#.utf8)
