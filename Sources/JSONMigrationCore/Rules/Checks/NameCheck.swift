internal import JSONText

/// Texts of rules that look like something they are not.
extension RuleReader {
  /// Warns of a name that looks like a path; `old` leads to what gets it as its new one.
  func check(name text: String, at range: Range<Int>, insteadOf old: PathQuery? = nil) {
    let signs = ".[*".utf8
    guard let sign = text.utf8.first(where: { signs.contains($0) }) else {
      return check(oddName: text, at: range)
    }
    // Where names have such signs, it is one of them.
    if old?.segments.last?.name?.contains(where: { signs.contains($0) }) == true { return }
    let way = try? JSONPath(rule: text).query.segments
    let isBeside = way != nil && way?.dropLast() == old?.segments.dropLast()
    let alone = isBeside ? way?.last?.name.map { String(decoding: $0, as: UTF8.self) } : nil
    let shown = Printable.quote(text)
    warn(
      .dottedName,
      "`\(shown)` is one name here, with a `\(Character(Unicode.Scalar(sign)))` in it", at: range,
      help: alone.map { "write the new name alone: `\(JSON.string($0))`" }
        ?? "a name is taken as it is: for a path `move` has targets, and `in` leads to other objects"
    )
  }

  /// Warns of a name that is empty, or has at an end what nobody wants there.
  private func check(oddName text: String, at range: Range<Int>) {
    // Nearly all names begin and end with a letter, and characters are dear.
    if let first = text.utf8.first, let last = text.utf8.last,
      first.small.isSmall, last.small.isSmall
    {
      return
    }
    let ends = [text.first, text.last].compactMap(\.self)
    guard !text.isEmpty else {
      return warn(.oddName, "this name is empty", at: range, help: "write the name of a member")
    }
    guard let sign = ends.first(where: { $0.isWhitespace || OddSign.quotes.contains($0) }) else {
      return
    }
    warn(
      .oddName,
      "`\(Printable.quote(text))` is a name with \(OddSign(sign).words) at an end of it", at: range,
      help: "a name is taken as it is, without quotes of its own")
  }

  /// Warns of a path with a number as a name, or of a JSON Pointer.
  func check(path: JSONPath, _ text: String, at range: Range<Int>) {
    let bytes = Array(text.utf8)
    if text.hasPrefix("../") {
      return warn(
        .pointer,
        "`..` leads to any depth, and `\(Printable.quote(String(text.dropFirst(2))))` is a name here",
        at: range, help: Self.noParent)
    }
    let pointer = text.hasPrefix("#/") ? text.dropFirst() : text[...]
    if pointer.hasPrefix("/"), path.query.segments.first?.name != nil {
      let names = pointer.split(separator: "/").map { name in
        Int(name) == nil ? String(name) : "[\(name)]"
      }
      let path = names.joined(separator: ".").replacingDots(before: "[")
      return warn(
        .pointer, "`\(Printable.quote(text))` is one name here, with slashes in it", at: range,
        help: path.isEmpty
          ? "`@` is what the rule acts in, and `$` the document"
          : "as a path it is `\(Printable.path(path))`")
    }
    if let (name, sign) = path.oddName(in: bytes) {
      return warn(
        .oddName, "`\(Printable.quote(name))` is one name here, with \(sign.words) in it",
        at: range,
        help:
          "\(sign.help); a name in brackets, `[\(PathText.quoted(Array(name.utf8)))]`, is never warned of"
      )
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

  /// What to say where a path is to lead up.
  static let noParent =
    "no path leads to a parent: let the rule act there, with another `in` or without, and write the way "
    + "down from there"

  /// Warns of texts in a value that look as if they had fields; `target` is where it is written.
  func check(constant value: LocatedJSON, for target: String? = nil) {
    switch value.value {
    case .string(let text):
      guard let field = Self.field(in: Array(text.utf8)) else { return }
      let copy = target.flatMap { target -> String? in
        let isInBraces = text.utf8.first == UInt8(ascii: "{")
        let path = isInBraces ? String(text.dropFirst().dropLast()) : text
        guard field == text, (try? JSONPath(rule: path))?.query.isSingular == true,
          (try? JSONPath(rule: target))?.plainNames != nil
        else { return nil }
        return "{ \"copy\": { \(JSON.string(path)): \(JSON.string(target)) } }"
      }
      warn(
        .field, "`\(Printable.quote(field))` is text here", at: value.range,
        help: copy.map { "a value is copied by `\($0)`" }
          ?? "with `\"fill\": true` the rule puts in what is in braces: `\"{name}\"`")
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

/// A sign in a name that most likely means something else.
private struct OddSign {
  /// Those that stand around a name, and mostly are not part of it.
  static let quotes = "'`\u{2018}\u{2019}\u{201C}\u{201D}"
  private static let grammar = "*,|{}()"
  /// Joiners are not among them: scripts and emoji need those.
  private static let unseen = "\u{200B}\u{2060}\u{FEFF}\u{A0}"

  private let sign: Character

  init(_ sign: Character) { self.sign = sign }

  /// The first in a name.
  init?(in name: String) {
    let ends = [name.first, name.last].compactMap(\.self)
    let found = name.first { sign in
      Self.grammar.contains(sign)
        || sign.unicodeScalars.contains { Self.unseen.unicodeScalars.contains($0) }
    }
    guard let sign = found ?? ends.first(where: Self.quotes.contains) else { return nil }
    self.sign = sign
  }

  var words: String {
    if sign.isWhitespace { return "a space" }
    let unseen = sign.unicodeScalars.first { Self.unseen.unicodeScalars.contains($0) }
    if let unseen { return "an invisible U+\(String(unseen.value, radix: 16).uppercased())" }
    return sign == "`" ? "a backtick" : "a `\(sign)`"
  }

  var help: String {
    switch sign {
    case "*": "every element is `[*]`, every member `.*`"
    case ",", "|": "several paths stand in a list: `[\"a\", \"b\"]`"
    case "{", "}", "(", ")": "a path is names, `.` and brackets, such as `items[*].id`"
    case let sign where Self.quotes.contains(sign): "the quotes of JSON are all that a path needs"
    default: "write it anew"
    }
  }
}

extension JSONPath {
  /// The first name that stands without quotes in the text of a path, and has an odd sign in it.
  fileprivate func oddName(in text: [UInt8]) -> (name: String, sign: OddSign)? {
    // Most have none of them.
    guard text.contains(where: { $0 >= 0x80 || "*,|{}()'`".utf8.contains($0) }) else { return nil }
    for case let name? in query.segments.map(\.name)
    where text.contains(name, behind: UInt8(ascii: ".")) {
      let name = String(decoding: name, as: UTF8.self)
      if let sign = OddSign(in: name) { return (name, sign) }
    }
    return nil
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
