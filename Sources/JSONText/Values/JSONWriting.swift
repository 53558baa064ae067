extension JSON {
  /// Where a writer puts white space.
  package struct Layout: Equatable, Sendable {
    /// What begins a new line; empty puts everything on one line.
    package var lineBreak: [UInt8]
    /// What indents a line by one level.
    package var indent: [UInt8]
    /// What follows a colon.
    package var afterColon: [UInt8]
    /// What follows a comma, where that doesn't end the line.
    package var afterComma: [UInt8]

    /// A layout; the parts that are left out are empty.
    package init(
      lineBreak: [UInt8] = [], indent: [UInt8] = [], afterColon: [UInt8] = [],
      afterComma: [UInt8] = []
    ) {
      self.lineBreak = lineBreak
      self.indent = indent
      self.afterColon = afterColon
      self.afterComma = afterComma
    }

    /// No white space at all.
    package static let compact = Layout()

    /// A line for each member and element.
    package static func pretty(indent: String = "  ") -> Layout {
      Layout(
        lineBreak: [UInt8(ascii: "\n")], indent: Array(indent.utf8),
        afterColon: [UInt8(ascii: " ")])
    }
  }

  /// Appends the value as JSON text; every line but the first also begins with `margin`.
  ///
  /// Numbers are written as they are. An empty array or object is `[]` or `{}` in every layout.
  package func write(
    into output: inout [UInt8], layout: Layout = .compact, margin: [UInt8] = [],
    isSorted: Bool = false
  ) {
    func startLine(depth: Int) {
      guard !layout.lineBreak.isEmpty else { return }
      output += layout.lineBreak
      output += margin
      for _ in 0..<depth { output += layout.indent }
    }

    var walk = JSONWalk(self, isSorted: isSorted)
    var depth = 0
    while let step = walk.next() {
      switch step {
      case .enter(let value, let key, let position):
        if position > 0 {
          output.append(UInt8(ascii: ","))
          if layout.lineBreak.isEmpty { output += layout.afterComma }
        }
        if depth > 0 { startLine(depth: depth) }
        if let key {
          Self.write(key, into: &output)
          output.append(UInt8(ascii: ":"))
          output += layout.afterColon
        }
        value.writeStart(into: &output)
      case .leave(.array(let elements)):
        if !elements.isEmpty { startLine(depth: walk.depth) }
        output.append(UInt8(ascii: "]"))
      case .leave(.object(let members)):
        if !members.isEmpty { startLine(depth: walk.depth) }
        output.append(UInt8(ascii: "}"))
      case .leave:
        break
      }
      depth = walk.depth
    }
  }

  /// Writes a scalar, or the bracket that opens a container.
  private func writeStart(into output: inout [UInt8]) {
    switch self {
    case .null: output += "null".utf8
    case .bool(let value): output += (value ? "true" : "false").utf8
    case .number(let number): output += number.text.utf8
    case .string(let text): Self.write(text, into: &output)
    case .array: output.append(UInt8(ascii: "["))
    case .object: output.append(UInt8(ascii: "{"))
    }
  }

  /// Appends a text in double quotes, escaping only what RFC 8259 says must be escaped.
  package static func write(_ text: String, into output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for byte in text.utf8 { writeEscaped(byte, into: &output) }
    output.append(UInt8(ascii: "\""))
  }

  /// Appends one byte of a text in UTF-8, as it is or as an escape.
  package static func writeEscaped(_ byte: UInt8, into output: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""): output += #"\""#.utf8
    case UInt8(ascii: "\\"): output += #"\\"#.utf8
    case 0x08: output += #"\b"#.utf8
    case 0x09: output += #"\t"#.utf8
    case 0x0A: output += #"\n"#.utf8
    case 0x0C: output += #"\f"#.utf8
    case 0x0D: output += #"\r"#.utf8
    case ..<0x20:
      output += #"\u00"#.utf8
      output.append(byte < 0x10 ? UInt8(ascii: "0") : UInt8(ascii: "1"))
      output += String(byte & 0x0F, radix: 16).utf8
    default: output.append(byte)
    }
  }
}

extension JSON {
  /// How a value is written; without any of these on one line and in its order.
  public struct WritingOptions: OptionSet, Sendable {
    /// The options as bits.
    public let rawValue: Int

    /// Options by their bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }

    /// A line for each member and element, indented by two spaces.
    public static let prettyPrinted = WritingOptions(rawValue: 1)
    /// Members by the bytes of their keys.
    public static let sortedKeys = WritingOptions(rawValue: 2)
  }

  /// The value as JSON text in UTF-8.
  ///
  /// Numbers are written as they are, and texts with no more escapes than JSON needs.
  public func utf8(_ options: WritingOptions = []) -> [UInt8] {
    var output: [UInt8] = []
    write(
      into: &output, layout: options.contains(.prettyPrinted) ? .pretty() : .compact,
      isSorted: options.contains(.sortedKeys))
    return output
  }

  /// The value as JSON text.
  public func text(_ options: WritingOptions = []) -> String {
    String(decoding: utf8(options), as: UTF8.self)
  }
}

extension JSON: CustomStringConvertible, CustomDebugStringConvertible {
  /// The value as compact JSON text.
  public var description: String { text() }

  /// The value as JSON text with a line for each member and element, indented by two spaces.
  public var debugDescription: String { text(.prettyPrinted) }
}
