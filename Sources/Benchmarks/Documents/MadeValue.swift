/// JSON text in the making: what the generator needs, and nothing of the text layer that it is to
/// measure.
indirect enum MadeValue {
  /// A string, number or literal, as it is written.
  case scalar(String)
  case array([MadeValue])
  case object([(key: String, value: MadeValue)])

  /// A string of characters that need no escape.
  static func text(_ text: String) -> MadeValue { .scalar("\"\(text)\"") }

  /// An object with one more member at its end; anything else as it is.
  func adding(_ key: String, _ value: MadeValue) -> MadeValue {
    guard case .object(let members) = self else { return self }
    return .object(members + [(key, value)])
  }

  /// The same with an escape for each character beyond ASCII.
  var ascii: MadeValue {
    switch self {
    case .scalar(let text):
      .scalar(
        text.unicodeScalars.map { scalar in
          scalar.isASCII ? String(scalar) : scalar.utf16.map(Self.escape).joined()
        }.joined())
    case .array(let elements): .array(elements.map(\.ascii))
    case .object(let members): .object(members.map { ($0.key, $0.value.ascii) })
    }
  }

  private static func escape(_ unit: UInt16) -> String {
    let digits = String(unit, radix: 16)
    return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
  }

  /// Appends the text: compact, or with `indent` spaces a level and a member a line.
  func write(into bytes: inout [UInt8], indent: Int? = nil, depth: Int = 0) {
    switch self {
    case .scalar(let text):
      bytes += text.utf8
    case .array(let elements):
      Self.write(elements, "[", "]", into: &bytes, indent: indent, depth: depth) { element, bytes in
        element.write(into: &bytes, indent: indent, depth: depth + 1)
      }
    case .object(let members):
      Self.write(members, "{", "}", into: &bytes, indent: indent, depth: depth) { member, bytes in
        bytes += "\"\(member.key)\":".utf8
        if indent != nil { bytes.append(UInt8(ascii: " ")) }
        member.value.write(into: &bytes, indent: indent, depth: depth + 1)
      }
    }
  }

  private static func write<Part>(
    _ parts: [Part], _ open: String, _ close: String, into bytes: inout [UInt8], indent: Int?,
    depth: Int, part: (Part, inout [UInt8]) -> Void
  ) {
    func lineBreak(_ depth: Int) {
      guard let indent, !parts.isEmpty else { return }
      bytes.append(UInt8(ascii: "\n"))
      bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: indent * depth))
    }
    bytes += open.utf8
    for (index, one) in parts.enumerated() {
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      lineBreak(depth + 1)
      part(one, &bytes)
    }
    lineBreak(depth)
    bytes += close.utf8
  }
}
