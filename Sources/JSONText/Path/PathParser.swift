/// Reads paths and conditions, byte by byte and without going back.
struct PathParser {
  static let segmentLimit = 256
  /// Parentheses, filters and functions inside one another.
  static let nestingLimit = 32

  /// The grammar that the text is read by.
  enum Dialect {
    /// RFC 9535, nothing else.
    case standard
    /// And `type()`; a literal pattern that is no pattern is an error.
    case rules
  }

  let text: [UInt8]
  let dialect: Dialect
  var position = 0
  var depth = 0
  /// What the text is, for messages.
  private let kind: String

  init(_ text: String, dialect: Dialect, kind: String = "path") {
    self.text = Array(text.utf8)
    self.dialect = dialect
    self.kind = kind
  }

  /// A whole query that starts with `$`.
  mutating func query() throws(PathError) -> PathQuery {
    guard peek == UInt8(ascii: "$") else { throw error("`$`") }
    return try queryToEnd(from: .document)
  }

  /// A whole path of a rule.
  mutating func rulePath() throws(PathError) -> PathQuery {
    if let first = text.first, first == UInt8(ascii: "$") || first == UInt8(ascii: "@") {
      let isQuery = text.count == 1 || ".[ \t\n\r".utf8.contains(text[1])
      if isQuery {
        return try queryToEnd(from: first == UInt8(ascii: "$") ? .document : .scope)
      }
    }
    return try shortForm()
  }

  private mutating func queryToEnd(from root: PathQuery.Root) throws(PathError) -> PathQuery {
    let query = try query(from: root)
    guard isAtEnd else { throw unexpected("`.`, `[` or the end of the path") }
    return query
  }

  /// A query of which the first byte, `$` or `@`, is seen already.
  mutating func query(from root: PathQuery.Root) throws(PathError) -> PathQuery {
    position += 1
    let segments = try segments()
    if segments.isEmpty, let byte = peek, Self.isNameFirst(byte) {
      throw error("`.` before a name")
    }
    return PathQuery(root: root, segments: segments)
  }
}

// MARK: - Segments

extension PathParser {
  /// All segments that follow; white space is taken only before a segment.
  mutating func segments() throws(PathError) -> [PathSegment] {
    var segments: [PathSegment] = []
    while true {
      let start = position
      skipSpace()
      guard let byte = peek, byte == UInt8(ascii: ".") || byte == UInt8(ascii: "[") else {
        position = start
        return segments
      }
      try checkCount(segments)
      segments.append(try segment())
    }
  }

  private mutating func segment() throws(PathError) -> PathSegment {
    if peek == UInt8(ascii: "[") { return PathSegment(try brackets()) }
    position += 1
    let isDescendant = take(UInt8(ascii: "."))
    if isDescendant, peek == UInt8(ascii: "[") {
      return PathSegment(isDescendant: true, try brackets())
    }
    if take(UInt8(ascii: "*")) { return PathSegment(isDescendant: isDescendant, [.wildcard]) }
    return PathSegment(isDescendant: isDescendant, [.name(try shorthand(isDescendant))])
  }

  private mutating func shorthand(_ isDescendant: Bool) throws(PathError) -> [UInt8] {
    guard let byte = peek, Self.isNameFirst(byte) else {
      throw error(isDescendant ? "a name, `*` or `[` after `..`" : "a name or `*` after `.`")
    }
    return word()
  }

  func checkCount(_ segments: [PathSegment]) throws(PathError) {
    guard segments.count < Self.segmentLimit else {
      throw PathError(
        offset: position, found: "another segment",
        expected: "at most \(Self.segmentLimit) segments")
    }
  }

  mutating func brackets() throws(PathError) -> [PathSelector] {
    position += 1
    var selectors: [PathSelector] = []
    repeat {
      skipSpace()
      selectors.append(try selector())
      skipSpace()
    } while take(UInt8(ascii: ","))
    guard take(UInt8(ascii: "]")) else { throw unexpected("`,` or `]`") }
    return selectors
  }

  private mutating func selector() throws(PathError) -> PathSelector {
    guard take(UInt8(ascii: "?")) else { return try plainSelector() }
    skipSpace()
    try enter()
    let condition = try condition()
    depth -= 1
    return .filter(condition)
  }

  private mutating func plainSelector() throws(PathError) -> PathSelector {
    switch peek {
    case UInt8(ascii: "'"), UInt8(ascii: "\""):
      return .name(try quotedText())
    case UInt8(ascii: "*"):
      position += 1
      return .wildcard
    case UInt8(ascii: ":"):
      return try slice(from: nil)
    case let byte? where byte == UInt8(ascii: "-") || Self.isDigit(byte):
      let index = try integer()
      let end = position
      skipSpace()
      if peek == UInt8(ascii: ":") { return try slice(from: index) }
      position = end
      return .index(index)
    default:
      throw noSelector()
    }
  }

  private func noSelector() -> PathError {
    let selectors = "a quoted name, an index, a slice, `*` or `?` and a condition"
    guard let byte = peek else { return error(selectors) }
    if byte == UInt8(ascii: "@") || byte == UInt8(ascii: "$") {
      return error("`?` before a condition")
    }
    if byte == UInt8(ascii: "]"), text[..<position].last == UInt8(ascii: "[") {
      let before = Found.shown(text[..<position])
      return error("what is chosen: `\(before)*]` is every element, `\(before)0]` the first")
    }
    guard Self.isNameFirst(byte) else { return error(selectors) }
    if text[position...].starts(with: "“".utf8) || text[position...].starts(with: "‘".utf8) {
      return error("straight quotes around a name: `'`")
    }
    let name = text[position...].prefix { !"[], \t\n\r'\"\\".utf8.contains($0) }
    return PathError(
      offset: position, found: Found.quote(name),
      expected: name.count > 32
        ? "quotes around a name" : "quotes around a name: `['\(Found.shown(name))']`")
  }

  private mutating func slice(from start: Int?) throws(PathError) -> PathSelector {
    position += 1
    skipSpace()
    let end = try integerIfAny()
    var step: Int?
    let last = position
    skipSpace()
    if take(UInt8(ascii: ":")) {
      let colon = position
      skipSpace()
      step = try integerIfAny()
      if step == nil { position = colon }
    } else {
      position = last
    }
    return .slice(start: start, end: end, step: step ?? 1)
  }

  private mutating func integerIfAny() throws(PathError) -> Int? {
    guard let byte = peek, byte == UInt8(ascii: "-") || Self.isDigit(byte) else { return nil }
    return try integer()
  }

  /// An integer that every JSON implementation can hold: up to 2^53 - 1 on either side.
  private mutating func integer() throws(PathError) -> Int {
    let start = position
    let isNegative = take(UInt8(ascii: "-"))
    let first = position
    var value: Int64 = 0
    while let byte = peek, Self.isDigit(byte) {
      value = min(value * 10 + Int64(byte - UInt8(ascii: "0")), 1 &<< 54)
      position += 1
    }
    let digits = text[first..<position]
    if digits.isEmpty { throw error("a digit after `-`") }
    if digits.first == UInt8(ascii: "0"), digits.count > 1 || isNegative {
      throw wrong(start..<position, "an index without a leading zero")
    }
    if value > (1 &<< 53) - 1 {
      throw wrong(start..<position, "an index from -9007199254740991 to 9007199254740991")
    }
    if let byte = peek, byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e") {
      throw error("a whole number as an index")
    }
    let number = Int(capped: value)
    return isNegative ? -number : number
  }
}

// MARK: - The short form

extension PathParser {
  private mutating func shortForm() throws(PathError) -> PathQuery {
    var segments: [PathSegment] = []
    if peek == UInt8(ascii: ".") {
      guard text.count > 1, text[1] == UInt8(ascii: ".") else {
        let name = text.dropFirst().prefix { !".[ ".utf8.contains($0) }
        throw error("no dot in front: `\(Found.shown(name))`")
      }
    } else if peek != UInt8(ascii: "[") {
      segments.append(PathSegment([try unquotedSelector()]))
    }
    while !isAtEnd {
      try checkCount(segments)
      if peek == UInt8(ascii: "[") {
        segments.append(PathSegment(try brackets()))
        continue
      }
      guard take(UInt8(ascii: ".")) else { throw shortFormError() }
      let isDescendant = take(UInt8(ascii: "."))
      let selectors =
        isDescendant && peek == UInt8(ascii: "[") ? try brackets() : [try unquotedSelector()]
      segments.append(PathSegment(isDescendant: isDescendant, selectors))
    }
    return PathQuery(root: .scope, segments: segments)
  }

  private mutating func unquotedSelector() throws(PathError) -> PathSelector {
    let start = position
    while position < text.count {
      let (scalar, end) = UTF8Text.scalar(in: text, at: position)
      guard Self.isPlain(scalar) else { break }
      position = end
    }
    guard position > start else { throw shortFormError() }
    let name = Array(text[start..<position])
    return name == [UInt8(ascii: "*")] ? .wildcard : .name(name)
  }

  private func shortFormError() -> PathError {
    guard let byte = peek else { return error("a name") }
    switch byte {
    case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: "]"):
      return error("brackets and quotes around a name with this sign: `['a b']`")
    case UInt8(ascii: "["), UInt8(ascii: "."):
      return error("a name")
    default:
      if let before = text[..<position].last, before == UInt8(ascii: "]") {
        return error("`.`, `[` or the end of the path")
      }
      return error("a name without white space; others take brackets: `['a b']`")
    }
  }

  private static func isPlain(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x2E, 0x5B, 0x5D, 0x27, 0x22: false
    case 0x21...0x7E: true
    default: !(Unicode.Scalar(scalar)?.properties.isWhitespace ?? true)
    }
  }
}

// MARK: - Bytes

extension PathParser {
  var isAtEnd: Bool { position == text.count }

  var peek: UInt8? { position < text.count ? text[position] : nil }

  mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  mutating func skipSpace() {
    while let byte = peek, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D {
      position += 1
    }
  }

  /// Letters, digits, `_` and all that is not ASCII.
  mutating func word() -> [UInt8] {
    let start = position
    while let byte = peek, Self.isNameFirst(byte) || Self.isDigit(byte) { position += 1 }
    return Array(text[start..<position])
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  static func isNameFirst(_ byte: UInt8) -> Bool {
    let letter = byte | 0x20
    return byte >= 0x80 || byte == UInt8(ascii: "_")
      || (letter >= UInt8(ascii: "a") && letter <= UInt8(ascii: "z"))
  }

  /// Goes one level deeper; what comes back lowers `depth` again.
  mutating func enter() throws(PathError) {
    guard depth < Self.nestingLimit else {
      throw error("at most \(Self.nestingLimit) conditions and functions inside one another")
    }
    depth += 1
  }

  func error(_ expected: String) -> PathError {
    PathError(
      offset: position, found: Found.character(in: text, at: position, ofThe: kind),
      expected: expected)
  }

  /// An error where something else could have followed; after a name, of what it can't hold.
  func unexpected(_ expected: String) -> PathError {
    let isInName = { (byte: UInt8) in Self.isNameFirst(byte) || Self.isDigit(byte) }
    let before = text[..<position].lastIndex { !isInName($0) } ?? 0
    guard let byte = peek, "-:/$@#~%+".utf8.contains(byte), position - before > 1,
      text[before] == UInt8(ascii: ".")
    else { return error(expected) }
    return error("\(expected); a name with this sign takes brackets and quotes: `['a-b']`")
  }

  /// An error about all of a part of the text.
  func wrong(_ part: Range<Int>, _ expected: String) -> PathError {
    PathError(
      offset: part.lowerBound, found: Found.quote(text[part]), expected: expected)
  }
}
