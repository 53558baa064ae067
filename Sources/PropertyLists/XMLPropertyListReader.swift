internal import JSONText

/// Reads a property list in XML: the little of XML that property lists have.
///
/// UTF-8 only, and no entities of the document's own, which could be of any size.
struct XMLPropertyListReader {
  private let bytes: [UInt8]
  private var offset = 0
  private var values: PropertyListValues
  /// The elements that are open: `plist`, `dict` and `array`.
  private var open: [String] = []

  private struct Tag {
    enum Kind {
      case opening, closing, empty
    }

    let name: String
    let kind: Kind
    let start: Int
  }

  init(_ bytes: [UInt8], besides texts: Set<ByteString> = []) {
    self.bytes = bytes
    // Without references to follow, the JSON is never much larger.
    values = PropertyListValues(limit: .max, besides: texts)
  }

  mutating func read() throws(PropertyListProblem) -> PropertyListValues {
    try readProlog()
    let root = try nextTag()
    if root.name == "plist", root.kind == .opening {
      open = ["plist"]
    } else if root.name == "plist" || root.kind == .closing {
      throw problem("expected `<plist>`, found `\(shown(root))`", at: root.start)
    } else {
      // As with Foundation the value may stand by itself.
      try readValue(root)
    }
    while let element = open.last {
      let tag = try nextTag()
      if tag.kind == .closing {
        try close(element, tag)
      } else if values.needsKey {
        guard tag.name == "key" else {
          throw problem("expected a `<key>` or `</dict>`, found `\(shown(tag))`", at: tag.start)
        }
        if tag.kind == .empty {
          throw problem("expected `<key>` and `</key>` around a key, found `<key/>`", at: tag.start)
        }
        values.add(key: try text(of: tag), at: tag.start)
      } else if element == "plist", !values.isEmpty {
        throw problem("expected `</plist>`, found `\(shown(tag))`", at: tag.start)
      } else {
        try readValue(tag)
      }
    }
    try skipSpaceAndComments()
    if offset < bytes.count {
      throw problem("expected \(Expected.end), found \(found)", at: offset)
    }
    return values
  }

  private mutating func close(_ element: String, _ tag: Tag) throws(PropertyListProblem) {
    guard tag.name == element else {
      throw problem("expected `</\(element)>`, found `\(shown(tag))`", at: tag.start)
    }
    if values.needsValue || values.isEmpty {
      throw problem("expected a value, found `\(shown(tag))`", at: tag.start)
    }
    if element != "plist" { values.end() }
    open.removeLast()
  }

  /// Reads a value; what is wrong with it is at its tag, if not further in.
  private mutating func readValue(_ tag: Tag) throws(PropertyListProblem) {
    do throws(PropertyListProblem) {
      switch tag.name {
      case "dict", "array":
        try values.begin(isDictionary: tag.name == "dict")
        if tag.kind == .empty { values.end() } else { open.append(tag.name) }
      case "data" where tag.kind == .empty:
        throw problem("expected `<data>` and `</data>` around data, found `<data/>`", at: tag.start)
      case "true", "false", "string", "integer", "real", "date", "data":
        try addScalar(tag.name, text(of: tag))
      default:
        throw problem("a property list has no `\(shown(tag))`", at: tag.start)
      }
    } catch {
      var error = error
      error.offset = error.offset ?? tag.start
      throw error
    }
  }

  private mutating func addScalar(_ name: String, _ text: String) throws(PropertyListProblem) {
    switch name {
    case "string": try values.add(text: text)
    case "integer":
      guard let integer = Self.integer(text) else { return try addUnreadable(name, text) }
      try values.add(word: integer)
    case "real":
      if let number = JSONNumber(text) {
        try values.add(real: number)
      } else if let value = Self.real(text) {
        try values.add(real: value, as: text)
      } else {
        try addUnreadable(name, text)
      }
    case "date":
      let isDate =
        Moment(iso8601: Array(text.utf8)) != nil || Moment.secondsIfCounted(on: text.utf8) != nil
      if !isDate { return try addUnreadable(name, text) }
      try values.add(.date(nil, text), as: text)
    case "data":
      guard let data = Base64.data(of: text.utf8) else { return try addUnreadable(name, text) }
      try values.add(data: data)
    default:
      guard text.isEmpty else { throw unfit("`<\(name)/>`", text) }
      try values.add(word: name)
    }
  }

  /// A value that can't be read matters only when it is asked for.
  private mutating func addUnreadable(
    _ name: String, _ text: String
  ) throws(PropertyListProblem) {
    try values.add(.unreadable(element: name, text: text), as: "<\(name)>\(text)</\(name)>")
  }

  private func unfit(_ expected: String, _ text: String) -> PropertyListProblem {
    problem("expected \(expected), found `\(Found.shown(text.utf8))`", at: nil)
  }

  private static func integer(_ text: String) -> String? {
    let isHexadecimal = text.dropFirst(text.hasPrefix("-") ? 1 : 0).lowercased().hasPrefix("0x")
    if isHexadecimal {
      let digits = text.dropFirst(text.hasPrefix("-") ? 3 : 2)
      guard !digits.hasPrefix("+"), !digits.hasPrefix("-"),
        let value = UInt64(digits, radix: 16)
      else { return nil }
      return text.hasPrefix("-") ? Int64("-\(value)").map(String.init) : String(value)
    }
    return Int64(text).map(String.init) ?? UInt64(text).map(String.init)
  }

  private static func real(_ text: String) -> Double? {
    switch text.lowercased() {
    case "inf", "+inf", "infinity", "+infinity": return .infinity
    case "-inf", "-infinity": return -.infinity
    case "nan": return .nan
    // Swift reads hexadecimal ones too, which no property list has.
    default:
      return text.utf8.contains { $0 | 0x20 == UInt8(ascii: "x") }
        ? nil : Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
  }
}

// MARK: - Text

extension XMLPropertyListReader {
  /// The text of an element that holds no others, up to behind its closing tag.
  private mutating func text(of tag: Tag) throws(PropertyListProblem) -> String {
    if tag.kind == .empty { return "" }
    var text: [UInt8] = []
    let closing = Array("</\(tag.name)".utf8)
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "<"):
        if has("<![CDATA[") {
          let start = offset + 9
          try skip(past: "]]>", of: "CDATA")
          text += bytes[start..<(offset - 3)]
        } else if try skipComment() {
          continue
        } else if bytes[offset...].starts(with: closing) {
          let end = try nextTag()
          guard end.name == tag.name else {
            throw problem("expected `</\(tag.name)>`, found `\(shown(end))`", at: end.start)
          }
          let string = String(decoding: text, as: UTF8.self)
          guard string.utf8.elementsEqual(text) else {
            throw notUTF8(from: tag.start)
          }
          return string
        } else {
          throw problem("expected `</\(tag.name)>`, found another tag", at: offset)
        }
      case UInt8(ascii: "&"): text += String(try readReference()).utf8
      default:
        text.append(bytes[offset])
        offset += 1
      }
    }
    throw problem("expected `</\(tag.name)>`, found \(Found.end)", at: offset)
  }

  private func notUTF8(from start: Int) -> PropertyListProblem {
    var place = start
    while let scalar = Found.scalar(in: bytes, at: place) { place += UTF8.width(scalar) }
    return problem(
      "expected \(Expected.utf8), found \(Found.describe(bytes, at: place))", at: place)
  }

  private mutating func readReference() throws(PropertyListProblem) -> Unicode.Scalar {
    let start = offset
    let name = bytes[(offset + 1)...].prefix(12).prefix { $0 != UInt8(ascii: ";") }
    let text = String(decoding: name, as: UTF8.self)
    guard name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: ";") else {
      throw problem("expected `&amp;`, or a `;` behind this", at: start)
    }
    offset = name.endIndex + 1
    switch text {
    case "lt": return "<"
    case "gt": return ">"
    case "amp": return "&"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    let number =
      text.hasPrefix("#x")
      ? UInt32(text.dropFirst(2), radix: 16)
      : text.hasPrefix("#") ? UInt32(text.dropFirst()) : nil
    guard let scalar = number.flatMap(Unicode.Scalar.init), scalar.value > 0 else {
      throw problem("`&\(Found.shown(text.utf8));` stands for no character here", at: start)
    }
    return scalar
  }
}

// MARK: - Tags

extension XMLPropertyListReader {
  private mutating func readProlog() throws(PropertyListProblem) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    if bytes.isEmpty { throw problem("expected a property list, found \(Found.end)", at: 0) }
    if bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE]) {
      throw problem("expected \(Expected.utf8), found \(found)", at: nil)
    }
    let first = bytes[offset...].first { $0 > 0x20 }
    guard first == UInt8(ascii: "<") else {
      var problem = problem(
        "expected a property list, in XML or binary, found \(found)", at: offset)
      problem.help =
        "neither JSON nor the old form with braces is one; the command has `--json` for JSON"
      throw problem
    }
    if has("<?xml") {
      let start = offset
      try skip(past: "?>", of: "the declaration")
      let declaration = String(decoding: bytes[start..<offset], as: UTF8.self).lowercased()
      if declaration.includes("encoding"), !declaration.includes("utf-8"),
        !declaration.includes("ascii")
      {
        throw problem("expected \(Expected.utf8), found another encoding", at: start)
      }
    }
    try skipSpaceAndComments()
    guard has("<!DOCTYPE") else { return }
    let start = offset
    while offset < bytes.count, bytes[offset] != UInt8(ascii: ">") {
      if bytes[offset] == UInt8(ascii: "[") {
        throw problem("a property list has no declarations of its own", at: offset)
      }
      offset += 1
    }
    if offset == bytes.count { throw problem("expected `>` behind `<!DOCTYPE`", at: start) }
    offset += 1
  }

  /// The next tag, behind white space and comments; attributes are passed over.
  private mutating func nextTag() throws(PropertyListProblem) -> Tag {
    try skipSpaceAndComments()
    let start = offset
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: "<") else {
      let expected = open.last.map { "a tag in `<\($0)>`" } ?? "a tag"
      throw problem("expected \(expected), found \(found)", at: offset)
    }
    offset += 1
    let isClosing = offset < bytes.count && bytes[offset] == UInt8(ascii: "/")
    if isClosing { offset += 1 }
    let name = bytes[offset...].prefix {
      $0 > 0x20 && $0 != UInt8(ascii: ">") && $0 != UInt8(ascii: "/")
    }
    offset += name.count
    var quote: UInt8?
    while offset < bytes.count, quote != nil || bytes[offset] != UInt8(ascii: ">") {
      let byte = bytes[offset]
      if quote == byte {
        quote = nil
      } else if quote == nil, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
      offset += 1
    }
    guard offset < bytes.count else { throw problem("expected a `>` behind this", at: start) }
    offset += 1
    let isEmpty = bytes[offset - 2] == UInt8(ascii: "/")
    return Tag(
      name: String(decoding: name, as: UTF8.self),
      kind: isClosing ? .closing : isEmpty ? .empty : .opening, start: start)
  }

  private mutating func skipSpaceAndComments() throws(PropertyListProblem) {
    while offset < bytes.count {
      if [0x20, 0x09, 0x0A, 0x0D].contains(bytes[offset]) {
        offset += 1
      } else {
        guard try skipComment() else { return }
      }
    }
  }

  /// Skips a comment or an instruction, if that is what begins here.
  private mutating func skipComment() throws(PropertyListProblem) -> Bool {
    let start = offset
    defer {
      if offset > start {
        values.noteLoss(of: "a comment, which", at: start, help: "take its comments out first")
      }
    }
    if has("<!--") {
      try skip(past: "-->", of: "the comment")
    } else if has("<?") {
      try skip(past: "?>", of: "the instruction")
    } else {
      return false
    }
    return true
  }

  private mutating func skip(
    past end: String, of what: String
  ) throws(PropertyListProblem) {
    let start = offset
    while !has(end) {
      if offset == bytes.count { throw problem("expected `\(end)` behind \(what)", at: start) }
      offset += 1
    }
    offset += end.utf8.count
  }

  /// Whether these bytes come next.
  private func has(_ text: String) -> Bool {
    bytes[offset...].starts(with: text.utf8)
  }

  /// What comes next, in words.
  private var found: String { Found.describe(bytes, at: offset) }

  private func shown(_ tag: Tag) -> String {
    let name = Found.shown(tag.name.utf8)
    return switch tag.kind {
    case .opening: "<\(name)>"
    case .closing: "</\(name)>"
    case .empty: "<\(name)/>"
    }
  }

  private func problem(_ message: String, at offset: Int?) -> PropertyListProblem {
    PropertyListProblem(message: message, offset: offset)
  }
}
