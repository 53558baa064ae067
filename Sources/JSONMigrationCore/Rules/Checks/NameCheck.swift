internal import JSONText

/// Texts of rules that look like something they are not.
extension RuleReader {
  /// Warns of a name that looks like a path.
  func check(name text: String, at range: Range<Int>) {
    let bytes = Array(text.utf8)
    guard let sign = bytes.first(where: { ".[*".utf8.contains($0) }) else { return }
    let shown = Printable.quote(text)
    warn(
      .dottedName,
      "`\(shown)` is one name here, with a `\(Character(Unicode.Scalar(sign)))` in it", at: range,
      help:
        "a name is taken as it is: for a path `move` has targets, and `in` leads to other objects")
  }

  /// Warns of a path with a number as a name, or of a JSON Pointer.
  func check(path: JSONPath, _ text: String, at range: Range<Int>) {
    let bytes = Array(text.utf8)
    if bytes.first == UInt8(ascii: "/"), path.plainNames?.count == 1 {
      let names = text.split(separator: "/").map { name in
        Int(name) == nil ? String(name) : "[\(name)]"
      }
      let path = names.joined(separator: ".").replacingDots(before: "[")
      return warn(
        .pointer, "`\(Printable.quote(text))` is one name here, with slashes in it", at: range,
        help: "as a path it is `\(Printable.path(path))`")
    }
    let numbers = path.query.segments.compactMap(\.name).filter { name in
      !name.isEmpty && name.allSatisfy(NumberText.isDigit)
        && bytes.contains(name, behind: UInt8(ascii: "."))
    }
    guard let number = numbers.first.map({ String(decoding: $0, as: UTF8.self) }) else { return }
    warn(
      .numberName, "`\(number)` is the name of a member here, and no element of a list", at: range,
      help:
        "an element is `[\(number)]`, every element `[*]`; a name in brackets, `['\(number)']`, is "
        + "never warned of")
  }

  /// Warns of texts in a value that look as if they had fields.
  func check(constant value: LocatedJSON) {
    switch value.value {
    case .string(let text):
      guard let field = Self.field(in: Array(text.utf8)) else { return }
      warn(
        .field, "`\(Printable.quote(field))` is text here", at: value.range,
        help: "with `\"fill\": true` the rule puts in what is in braces: `\"{name}\"`")
    case .array(let elements): elements.forEach { check(constant: $0) }
    case .object(let members): members.forEach { check(constant: $0.value) }
    default: break
    }
  }

  /// What looks like a field: a path at the beginning, `{name}`, or `${`.
  private static func field(in text: [UInt8]) -> String? {
    if text.starts(with: "$.".utf8) || text.starts(with: "@.".utf8) {
      return String(decoding: text, as: UTF8.self)
    }
    guard let start = text.firstIndex(of: UInt8(ascii: "{")) else { return nil }
    let isTemplate = start > 0 && text[start - 1] == UInt8(ascii: "$")
    guard let end = text[start...].firstIndex(of: UInt8(ascii: "}")) else { return nil }
    let name = text[(start + 1)..<end]
    let isName = name.allSatisfy { byte in
      PathText.isPlain(byte) || ".@$[]".utf8.contains(byte)
    }
    guard !name.isEmpty, isTemplate || isName else { return nil }
    return String(decoding: text[(isTemplate ? start - 1 : start)...end], as: UTF8.self)
  }
}

extension [UInt8] {
  /// Whether some bytes stand here as a whole segment of a path: at the beginning or behind a dot.
  fileprivate func contains(_ part: [UInt8], behind mark: UInt8) -> Bool {
    guard part.count <= count else { return false }
    return (0...(count - part.count)).contains { start in
      let end = start + part.count
      return (start == 0 || self[start - 1] == mark) && self[start..<end].elementsEqual(part)
        && (end == count || ".[".utf8.contains(self[end]))
    }
  }
}

extension String {
  /// Without the dots in front of a sign.
  fileprivate func replacingDots(before sign: Character) -> String {
    var result = ""
    for character in self {
      if character == sign, result.last == "." { result.removeLast() }
      result.append(character)
    }
    return result
  }
}
