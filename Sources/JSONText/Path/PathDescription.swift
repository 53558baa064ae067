extension JSONPath: CustomStringConvertible {
  /// The path in its canonical spelling, which gives the same path when it is read again.
  public var description: String { query.description }
}

extension JSONCondition: CustomStringConvertible {
  /// The condition in its canonical spelling.
  package var description: String { expression.description }
}

extension PathQuery: CustomStringConvertible {
  package var description: String {
    segments.reduce(into: root == .document ? "$" : "@") { $0 += $1.description }
  }
}

extension PathSegment: CustomStringConvertible {
  package var description: String {
    let dots = isDescendant ? ".." : ""
    if selectors.count == 1 {
      switch selectors[0] {
      case .wildcard where isDescendant: return "..*"
      case .name(let name):
        let step = PathText.step(name)
        // By bytes: a mark that combines with the dot makes another character of it.
        let isDotted = step.utf8.first == UInt8(ascii: ".")
        return isDescendant ? (isDotted ? "." : "..") + step : step
      default: break
      }
    }
    return "\(dots)[\(selectors.map(\.description).joined(separator: ", "))]"
  }
}

extension PathSelector: CustomStringConvertible {
  package var description: String {
    switch self {
    case .name(let name): return PathText.quoted(name)
    case .wildcard: return "*"
    case .index(let index): return "\(index)"
    case .slice(let start, let end, let step):
      let bounds = "\(start.map { "\($0)" } ?? ""):\(end.map { "\($0)" } ?? "")"
      return step == 1 ? bounds : "\(bounds):\(step)"
    case .filter(let condition): return "?\(condition)"
    }
  }
}

extension PathCondition: CustomStringConvertible {
  package var description: String {
    switch self {
    case .or(let parts):
      return parts.map { $0.description(inside: 1) }.joined(separator: " || ")
    case .and(let parts):
      return parts.map { $0.description(inside: 2) }.joined(separator: " && ")
    case .not(let part): return "!\(part.description(inside: 3))"
    case .exists(let query): return query.description
    case .comparison(let left, let comparison, let right):
      return "\(left) \(comparison.rawValue) \(right)"
    case .pattern(let operand, let pattern, let isWhole):
      return "\(isWhole ? "match" : "search")(\(operand), \(pattern))"
    case .empty(let query): return "empty(\(query))"
    }
  }

  /// With parentheses where it binds less than what it stands in.
  private func description(inside strength: Int) -> String {
    let own =
      switch self {
      case .or: 0
      case .and: 1
      case .not, .comparison: 2
      case .exists, .pattern, .empty: 3
      }
    return own < strength ? "(\(self))" : description
  }
}

extension PathOperand: CustomStringConvertible {
  package var description: String {
    switch self {
    case .literal(let literal): literal.description
    case .query(let query): query.description
    case .length(let operand): "length(\(operand))"
    case .count(let query): "count(\(query))"
    case .value(let query): "value(\(query))"
    case .type(let operand): "type(\(operand))"
    }
  }
}

extension PathLiteral: CustomStringConvertible {
  package var description: String {
    switch self {
    case .null: "null"
    case .boolean(let value): value ? "true" : "false"
    case .number(let number): String(decoding: number, as: UTF8.self)
    case .text(let text): PathText.quoted(text)
    }
  }
}

extension PathPattern: CustomStringConvertible {
  package var description: String {
    switch self {
    case .compiled(let pattern): PathText.quoted(Array(pattern.text.utf8))
    case .invalid(let text): PathText.quoted(text)
    case .operand(let operand): operand.description
    }
  }
}

/// How names and text are written in paths.
package enum PathText {
  /// Whether a name can stand after a dot without quotes.
  private static func isShorthand(_ name: [UInt8]) -> Bool {
    guard let first = name.first, PathParser.isNameFirst(first) else { return false }
    return name.allSatisfy { PathParser.isNameFirst($0) || PathParser.isDigit($0) }
  }

  /// The step from an object to its member: `.name`, or `['a name']` where it needs the quotes.
  package static func step(_ name: [UInt8]) -> String {
    isShorthand(name) ? "." + String(decoding: name, as: UTF8.self) : "[\(quoted(name))]"
  }

  /// Whether a byte may stand in a name without quotes.
  package static func isPlain(_ byte: UInt8) -> Bool {
    PathParser.isNameFirst(byte) || PathParser.isDigit(byte)
  }

  /// In single quotes, with the escapes of a normalized path.
  package static func quoted(_ text: [UInt8]) -> String {
    var result: [UInt8] = [UInt8(ascii: "'")]
    for byte in text {
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\\"): result += [UInt8(ascii: "\\"), byte]
      case 0x08: result += "\\b".utf8
      case 0x09: result += "\\t".utf8
      case 0x0A: result += "\\n".utf8
      case 0x0C: result += "\\f".utf8
      case 0x0D: result += "\\r".utf8
      case 0..<0x20:
        result += (byte < 0x10 ? "\\u000" : "\\u00").utf8
        result += String(byte, radix: 16).utf8
      default: result.append(byte)
      }
    }
    result.append(UInt8(ascii: "'"))
    return String(decoding: result, as: UTF8.self)
  }
}
