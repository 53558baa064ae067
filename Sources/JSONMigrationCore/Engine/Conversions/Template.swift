internal import JSONText

/// Text with paths in braces: `https://{host}/{path}`.
package struct Template: Sendable {
  package enum Piece: Sendable {
    case text([UInt8])
    case field(Query)
  }

  package let pieces: [Piece]

  /// The fields, in the order in which they stand.
  package var queries: [Query] {
    pieces.compactMap {
      if case .field(let query) = $0 { query } else { nil }
    }
  }

  /// What stands in front of each field, and behind the last.
  var literals: [[UInt8]] {
    var literals: [[UInt8]] = [[]]
    for piece in pieces {
      switch piece {
      case .text(let bytes): literals[literals.count - 1] += bytes
      case .field: literals.append([])
      }
    }
    return literals
  }
}

extension Engine {
  /// The text, with a value for each field.
  ///
  /// Text goes in as it is, numbers and booleans as they are spelled.
  mutating func fill(_ template: Template, with fields: [NodeID]) throws -> ValueText {
    var text: [UInt8] = []
    var fields = fields[...]
    for piece in template.pieces {
      switch piece {
      case .text(let bytes):
        try document.charge(bytes: bytes.count)
        try append(bytes, to: &text)
      case .field:
        guard let field = fields.popFirst() else { continue }
        switch document.kind(field) {
        case .string: try append(try self.text(of: field), to: &text)
        case .number, .boolean:
          try document.charge(bytes: document.scalarText(of: field).count)
          try append(document.scalarText(of: field), to: &text)
        default:
          throw wrongType(
            field, needs: "text, a number or a boolean",
            help: helpForNull(in: field) ?? helpForContainer(field))
        }
      }
    }
    return document.make(string: text)
  }

  private func helpForNull(in field: NodeID) -> String? {
    guard document.kind(field) == .null, document.isMember(field) else { return nil }
    let path = Printable.quote(Name.path(document.key(of: field)))
    return "null is no text: `\"when\": \"\(path) != null\"` passes over it, and a rule before can "
      + "give it a value, with `add-default` and `\"if-null\": \"replace\"`"
  }

  private func helpForContainer(_ field: NodeID) -> String? {
    switch document.kind(field) {
    case .array: "a rule before makes a text of a list, with `join`; a field may name one element"
    case .object: "name a member of it, as in `{a.b}`"
    default: nil
    }
  }

  private func append(_ piece: some Collection<UInt8>, to text: inout [UInt8]) throws {
    try document.limitText(to: text.count + piece.count)
    text += piece
  }
}

extension RuleReader {
  /// Text with paths in braces.
  func template(_ value: LocatedJSON) -> Template? {
    guard let text = text(value) else { return nil }
    return template(text, at: value.range)
  }

  func template(_ text: String, at range: Range<Int>) -> Template? {
    let bytes = Array(text.utf8)
    var pieces: [Template.Piece] = []
    var literal: [UInt8] = []
    var offset = 0
    // The braces that stand for themselves and are still open.
    var depth = 0
    while offset < bytes.count {
      let byte = bytes[offset]
      let isBrace = byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
      if isBrace, offset + 1 < bytes.count, bytes[offset + 1] == byte {
        literal.append(byte)
        offset += 2
        depth += byte == UInt8(ascii: "{") ? 1 : -1
      } else if byte == UInt8(ascii: "{") {
        guard let end = Self.endOfField(in: bytes, from: offset + 1) else {
          report(
            "the field that begins here has no `}`", at: inside(range, offset: offset),
            help: "`{{` is a brace")
          return nil
        }
        let path = String(decoding: bytes[offset + 1..<end], as: UTF8.self)
        let around = (
          front: String(decoding: bytes[...offset], as: UTF8.self),
          back: String(decoding: bytes[end...], as: UTF8.self)
        )
        guard let query = query(path, at: place(offset, end, in: range), in: around) else {
          return nil
        }
        if literal.last == UInt8(ascii: "$") {
          warn(
            .field, "the `$` in front of this field is text", at: place(offset, end, in: range),
            help: "a field is a path in braces: `{\(Printable.quote(path))}`")
        }
        if !literal.isEmpty { pieces.append(.text(literal)) }
        literal = []
        pieces.append(.field(query))
        offset = end + 1
      } else {
        if isBrace, depth <= 0 {
          warn(
            .field, "this `}` closes no field, and is text", at: inside(range, offset: offset),
            help: "where a brace is meant write `}}`, as `{{`")
        }
        if isBrace { depth -= 1 }
        literal.append(byte)
        offset += 1
      }
    }
    if !literal.isEmpty { pieces.append(.text(literal)) }
    return Template(pieces: pieces)
  }

  /// Where the brace stands that ends a field: the first that is not in quotes.
  private static func endOfField(in bytes: [UInt8], from start: Int) -> Int? {
    var quote: UInt8?
    var offset = start
    while offset < bytes.count {
      let byte = bytes[offset]
      switch quote {
      case let mark?:
        if byte == UInt8(ascii: "\\") { offset += 1 } else if byte == mark { quote = nil }
      case nil:
        if byte == UInt8(ascii: "}") { return offset }
        if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") { quote = byte }
      }
      offset += 1
    }
    return nil
  }

  /// The bytes of a field with its braces, if the text has no escapes before its end.
  private func place(_ start: Int, _ end: Int, in range: Range<Int>) -> Range<Int> {
    let last = inside(range, offset: end)
    return last == range ? range : inside(range, offset: start).lowerBound..<last.upperBound
  }

  /// Warns of texts that are to have fields, and have none.
  func warnOfNoField(in values: [LocatedJSON], help instead: String) {
    guard let first = values.first else { return }
    let doubled = JSON.array(values.map(\.json)).doubledField
    warn(
      .field, "there is no field in this", at: first.range,
      help: doubled.map { "a field has single braces, `{\($0)}`; `{{` is a brace" }
        ?? "a field is a path in braces: `{name}`; \(instead)")
  }
}

extension JSON {
  /// The path between double braces, as templates of other languages have it.
  @inline(never)
  fileprivate var doubledField: String? {
    switch self {
    case .string(let text): return Self.doubledField(in: Array(text.utf8))
    case .array(let elements):
      for element in elements { if let field = element.doubledField { return field } }
    case .object(let members):
      for (_, value) in members { if let field = value.doubledField { return field } }
    default: break
    }
    return nil
  }

  private static func doubledField(in text: [UInt8]) -> String? {
    let braces = UInt8(ascii: "{")
    guard let start = text.firstIndex(of: braces), text[(start + 1)...].first == braces,
      let end = text[start...].firstIndex(of: UInt8(ascii: "}"))
    else { return nil }
    let path = Array(text[(start + 2)..<end]).trimmed
    let isPath = path.allSatisfy { PathText.isPlain($0) || ".@$[]".utf8.contains($0) }
    return isPath && !path.isEmpty ? String(decoding: path, as: UTF8.self) : nil
  }
}
