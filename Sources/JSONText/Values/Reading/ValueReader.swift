/// Reads one value and nothing else from a text, without recursion.
struct ValueReader {
  private var tokens: TokenReader
  private let maximumDepth: Int
  private var open: [UnfinishedContainer] = []

  /// The keys that stood twice, in the order in which their objects ended.
  private(set) var duplicates: [LocatedJSON.DuplicateKey] = []

  init(_ bytes: [UInt8], dialect: JSONDialect, maximumDepth: Int) {
    tokens = TokenReader(bytes, dialect: dialect)
    self.maximumDepth = maximumDepth
  }

  mutating func read() throws(JSONError) -> LocatedJSON {
    do throws(JSONError) {
      return try readValue()
    } catch {
      var error = error
      error.opened = open.last?.start
      throw error
    }
  }

  private mutating func readValue() throws(JSONError) -> LocatedJSON {
    while true {
      var finished = try readScalar()
      while true {
        if let value = finished {
          guard let last = open.indices.last else {
            try tokens.skipSpace()
            guard tokens.isAtEnd else {
              throw tokens.error(expected: Expected.end)
            }
            return value
          }
          open[last].add(value)
        }
        if try goToNext(isFirst: finished == nil) { break }
        finished = close()
      }
    }
  }

  /// Reads a scalar, or opens a container and returns nil.
  private mutating func readScalar() throws(JSONError) -> LocatedJSON? {
    try tokens.skipSpace()
    let start = tokens.offset
    switch tokens.next ?? 0 {
    case UInt8(ascii: "["), UInt8(ascii: "{"):
      guard open.count < maximumDepth else {
        throw tokens.error(
          .tooDeep, expected: Expected.levels(maximumDepth), found: Found.oneMoreLevel)
      }
      open.append(UnfinishedContainer(start: start, isObject: tokens.next == UInt8(ascii: "{")))
      tokens.skip()
      return nil
    case UInt8(ascii: "\""):
      return LocatedJSON(value: .string(try tokens.readString()), from: start, to: tokens.offset)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return LocatedJSON(value: .number(try tokens.readNumber()), from: start, to: tokens.offset)
    default:
      let isFirst = open.last.map { !$0.isObject && $0.isEmpty } ?? false
      let value = try tokens.readWord(expected: isFirst ? Expected.firstValue : Expected.value)
      return LocatedJSON(value: value, from: start, to: tokens.offset)
    }
  }

  /// Goes on to the next value of the innermost container; false if its closing bracket is next.
  private mutating func goToNext(isFirst: Bool) throws(JSONError) -> Bool {
    guard let container = open.last else { return false }
    try tokens.skipSpace()
    if tokens.next == container.bracket { return false }
    if !isFirst {
      guard tokens.next == UInt8(ascii: ",") else {
        throw tokens.error(expected: Expected.comma(or: container.isObject ? "}" : "]"))
      }
      tokens.skip()
      try tokens.skipSpace()
      if tokens.next == container.bracket {
        if tokens.dialect == .ruleFile { return false }
        throw tokens.error(
          expected: container.isObject ? Expected.key : Expected.value,
          found: Found.rightAfterComma(bracket: container.bracket))
      }
    }
    if container.isObject { try readKey(isFirst: isFirst) }
    return true
  }

  private mutating func readKey(isFirst: Bool) throws(JSONError) {
    guard tokens.next == UInt8(ascii: "\"") else {
      let isBare = tokens.next.map(Found.isWord) ?? false
      throw tokens.error(
        expected: isFirst ? Expected.firstKey : Expected.key,
        found: isBare ? Found.unquoted(tokens.rest) : nil)
    }
    let start = tokens.offset
    let key = try tokens.readString()
    open[open.count - 1].key = (key, start..<tokens.offset)
    try tokens.skipSpace()
    guard tokens.next == UInt8(ascii: ":") else { throw tokens.error(expected: Expected.colon) }
    tokens.skip()
  }

  private mutating func close() -> LocatedJSON {
    tokens.skip()
    let container = open.removeLast()
    duplicates += container.duplicates
    return LocatedJSON(value: container.value, from: container.start, to: tokens.offset)
  }
}

extension LocatedJSON {
  fileprivate init(value: Value, from start: Int, to end: Int) {
    self.init(range: start..<end, value: value)
  }
}

/// An array or object whose end hasn't been read.
private struct UnfinishedContainer {
  let start: Int
  let isObject: Bool
  /// The key that waits for its value.
  var key = (text: "", range: 0..<0)
  private var elements: [LocatedJSON] = []
  private var members: [LocatedJSON.Member] = []

  init(start: Int, isObject: Bool) {
    self.start = start
    self.isObject = isObject
  }

  var isEmpty: Bool { elements.isEmpty && members.isEmpty }
  var bracket: UInt8 { isObject ? UInt8(ascii: "}") : UInt8(ascii: "]") }
  var value: LocatedJSON.Value { isObject ? .object(members) : .array(elements) }

  mutating func add(_ value: LocatedJSON) {
    if isObject {
      members.append(.init(key: key.text, keyRange: key.range, value: value))
    } else {
      elements.append(value)
    }
  }

  var duplicates: [LocatedJSON.DuplicateKey] {
    guard members.count > 1 else { return [] }
    if members.count <= 8 {
      // As fast as a dictionary, which a start would have to make a type for.
      return members.indices.compactMap { index in
        let (key, range) = (members[index].key, members[index].keyRange)
        return members[..<index].first { ByteString.areEqual($0.key, key) }
          .map { .init(key: key, first: $0.keyRange, second: range) }
      }
    }
    var seen: [ByteString: Range<Int>] = [:]
    return members.compactMap { member in
      let first = seen[ByteString(member.key)]
      if first == nil { seen[ByteString(member.key)] = member.keyRange }
      return first.map { .init(key: member.key, first: $0, second: member.keyRange) }
    }
  }
}
