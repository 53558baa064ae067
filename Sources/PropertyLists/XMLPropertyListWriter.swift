internal import JSONText

/// Writes a property list in XML, laid out as Apple's tools and Python's `plistlib` do.
struct XMLPropertyListWriter {
  private let specials: [ByteString: PropertyList.Special]
  private let limit: Int
  private var xml: [UInt8] = []
  /// Whether each container that is open is a dictionary.
  private var open: [Bool] = []

  /// Whether control characters are written too, as references that no reader takes.
  private let escapesAll: Bool

  /// Whether control characters are written as they are, because the list came with some.
  private let keepsControls: Bool

  /// Whether reals beyond `Double` are written, because the list came with one: apps read none.
  private let keepsHugeReals: Bool

  /// A writer of at most so many bytes.
  init(
    _ specials: [ByteString: PropertyList.Special], limit: Int, escapesAll: Bool = false,
    keepsControls: Bool = false, keepsHugeReals: Bool = false
  ) {
    self.specials = specials
    self.limit = limit
    self.keepsHugeReals = keepsHugeReals
    self.escapesAll = escapesAll
    self.keepsControls = keepsControls
  }

  mutating func write(_ json: [UInt8]) throws(PropertyListProblem) -> [UInt8] {
    xml +=
      """
      <?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
      "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
      <plist version="1.0">

      """.utf8
    var tokens = JSONTokens(json)
    while let token = try tokens.token() {
      switch token {
      case .begin(let isObject, let isEmpty):
        let name = isObject ? "dict" : "array"
        try line(isEmpty ? "<\(name)/>" : "<\(name)>")
        open.append(isObject)
        if isEmpty {
          _ = try tokens.token()
          open.removeLast()
        }
      case .end:
        let isObject = open.popLast() ?? true
        try line(isObject ? "</dict>" : "</array>")
      case .key(let key): try line("key", key, at: tokens.start)
      case .text(let text): try write(text, at: tokens.start)
      case .number(let number): try line(element(of: number, at: tokens.start))
      case .word("null"): try line("<string>$null</string>")
      case .word(let word): try line("<\(word)/>")
      }
    }
    xml += "</plist>\n".utf8
    if xml.count > limit { throw .tooMuchOutput(limit: limit) }
    return xml
  }

  private mutating func write(_ text: String, at offset: Int) throws(PropertyListProblem) {
    switch specials[ByteString(text)] {
    case nil: try line("string", text, at: offset)
    case .date(let seconds, let written):
      // What no calendar has is in binary lists only, and shown as it is known.
      try line("<date>\(written.isEmpty ? "\(seconds ?? 0)" : written)</date>")
    case .unreadable(let element, let text): try line(element, text, at: offset)
    case .real(_, let written): try line("<real>\(written)</real>")
    case .data(let data):
      try line("<data>")
      let width = max(16, 76 - 8 * open.count)
      var rest = Base64.text(of: data)[...]
      while !rest.isEmpty {
        try line(String(decoding: rest.prefix(width), as: UTF8.self))
        rest = rest.dropFirst(width)
      }
      try line("</data>")
    }
  }

  private func element(
    of number: String, at offset: Int
  ) throws(PropertyListProblem) -> String {
    if !number.isReal {
      if Int64(number) != nil || UInt64(number) != nil { return "<integer>\(number)</integer>" }
    }
    if !keepsHugeReals, number.isBeyondDouble {
      throw PropertyListProblem(
        kind: .invalidValue,
        message: "a property list can't hold the number `\(Found.shown(number.utf8))`",
        offset: offset)
    }
    return "<real>\(number)</real>"
  }

  private mutating func indent() throws(PropertyListProblem) {
    // In lists that nest deep nearly all that is written may be tabs.
    if open.count > limit - xml.count { throw .tooMuchOutput(limit: limit) }
    xml += repeatElement(UInt8(ascii: "\t"), count: open.count)
  }

  private mutating func line(_ text: String) throws(PropertyListProblem) {
    try indent()
    xml += text.utf8
    xml.append(UInt8(ascii: "\n"))
  }

  private mutating func line(
    _ name: String, _ text: String, at offset: Int
  ) throws(PropertyListProblem) {
    try indent()
    xml += "<\(name)>".utf8
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "<"): xml += "&lt;".utf8
      case UInt8(ascii: ">"): xml += "&gt;".utf8
      case UInt8(ascii: "&"): xml += "&amp;".utf8
      // A reader would make a line feed of it.
      case UInt8(ascii: "\r"): xml += "&#13;".utf8
      case 0x00..<0x09, 0x0B..<0x20:
        if escapesAll {
          xml += "&#\(byte);".utf8
          break
        }
        if keepsControls {
          xml.append(byte)
          break
        }
        throw PropertyListProblem(
          kind: .invalidValue, message: "a control character can't stand in XML", offset: offset)
      default: xml.append(byte)
      }
    }
    xml += "</\(name)>\n".utf8
  }
}
