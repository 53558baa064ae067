internal import JSONText

/// Paths and conditions with a slip in them, as they were most likely meant.
///
/// A slip is mended at the byte where the parser noticed it, and the text is only shown if it
/// parses then.
enum Mending {
  private static let longest = 256
  private static let mostSlips = 6

  /// The path that was meant; nil if none comes to mind.
  static func path(_ text: String) -> String? {
    mended(text, in: { PathSlip(text: $0, offset: $1).mended }) { text throws(PathError) in
      _ = try JSONPath(rule: text)
    }
  }

  /// The condition that was meant; nil if none comes to mind.
  static func condition(_ text: String) -> String? {
    mended(text, in: { ConditionSlip(text: $0, offset: $1).mended }) { text throws(PathError) in
      _ = try JSONCondition(text)
    }
  }

  private static func mended(
    _ text: String, in mend: (String, Int) -> String?,
    by parse: (String) throws(PathError) -> Void
  ) -> String? {
    guard text.utf8.count <= longest else { return nil }
    var text = text
    for _ in 0..<mostSlips {
      do throws(PathError) {
        try parse(text)
        return text
      } catch {
        guard let next = mend(text, error.offset), next != text else { return nil }
        text = next
      }
    }
    return nil
  }
}

/// A text, and the byte at which something is wrong with it.
private protocol Slip {
  var text: String { get }
  var offset: Int { get }
}

extension Slip {
  private var place: String.Index {
    text.utf8.index(text.startIndex, offsetBy: min(offset, text.utf8.count))
  }
  fileprivate var before: Substring { text[..<place] }
  fileprivate var rest: Substring { text[place...] }

  /// The text with other words in place of those that the rest begins with.
  fileprivate func replacing(_ start: some StringProtocol, by words: String) -> String {
    before + words + rest.dropFirst(start.count)
  }

  /// Filters and brackets, which stand in paths and in conditions.
  fileprivate var mendedBrackets: String? {
    switch rest.first {
    case "@"? where before.last == "[": before + "?" + rest
    case "$"? where before.last == "[" && rest.dropFirst().first == ".": before + "?" + rest
    case "]"? where before.last == "[": before + "*" + rest
    case nil where before.contains("[") && !before.contains("]"): before + "]"
    case "l"? where before.last == "[" && name == "last": replacing(name, by: "-1")
    case "f"? where before.last == "[" && name == "first": replacing(name, by: "0")
    case let sign? where before.last == "[" && (sign.isLetter || sign == "_"):
      replacing(name, by: "'\(name)'")
    default: nil
    }
  }

  private var name: Substring { rest.prefix { !"[], '\"\\".contains($0) } }
}

private struct PathSlip: Slip {
  let text: String
  let offset: Int

  var mended: String? {
    if before.isEmpty, rest.first == ".", rest.count > 1 { return String(rest.dropFirst()) }
    if before.last == ".", rest.first == "[" {
      return String(before.dropLast()) + rest
    }
    // A list of paths in one text is not to be taken for a name.
    if before.last == ",", rest.first == " " { return nil }
    if rest.allSatisfy({ $0 == " " }), !rest.isEmpty { return String(before) }
    if before.isEmpty, rest.first == " " { return String(rest.drop { $0 == " " }) }
    if rest.isEmpty, before.last == ".", before.dropLast().last != "." {
      return String(before.dropLast())
    }
    if rest.first == " ", !before.contains("?"), let start = nameStart {
      let end = rest.firstIndex { ".[".contains($0) } ?? rest.endIndex
      let name = text[start..<end]
      let outer = text[..<start].last == "." ? text[..<start].dropLast() : text[..<start]
      guard !name.contains(where: { "]'\"\\".contains($0) }) else { return nil }
      return outer + "['\(name)']" + text[end...]
    }
    return mendedBrackets ?? ConditionSlip(text: text, offset: offset).mended
  }

  private var nameStart: String.Index? {
    let last = before.lastIndex { ".[]".contains($0) }
    guard let last else { return before.startIndex }
    return text[last] == "." ? text.index(after: last) : nil
  }
}

private struct ConditionSlip: Slip {
  let text: String
  let offset: Int

  /// Functions of other languages.
  private static let functions = [
    "contains": "search", "includes": "search", "test": "search", "regex": "search",
    "matches": "match", "len": "length", "size": "length", "typeof": "type", "isempty": "empty",
    "is_empty": "empty", "blank": "empty", "exists": "", "has": "", "defined": "", "isset": "",
  ]

  var mended: String? {
    dots ?? operators ?? bracketed ?? words ?? mendedBrackets ?? mendedName
  }

  /// `.a` and `@a` are `@.a`.
  private var dots: String? {
    guard let next = (rest.first == "." ? rest.dropFirst() : rest).first,
      next.isLetter || next == "_"
    else { return nil }
    if before.last == "@", rest.first != "." { return before + "." + rest }
    let isAtStart = before.last.map { " (!&|=<>".contains($0) } ?? true
    return isAtStart && rest.first == "." ? before + "@" + rest : nil
  }

  /// A name in brackets without its quotes.
  private var bracketed: String? { before.last == "[" ? mendedBrackets : nil }

  private var operators: String? {
    for (wrong, right) in [("===", "=="), ("!==", "!="), ("<>", "!=")] where rest.hasPrefix(wrong) {
      return replacing(wrong, by: right)
    }
    if rest.hasPrefix("=~") { return search }
    for sign in ["=", "&", "|"] where rest.hasPrefix(sign) && !rest.hasPrefix(sign + sign) {
      return replacing(sign, by: sign + sign)
    }
    return nil
  }

  private var words: String? {
    let word = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    let next = rest.dropFirst(word.count).first
    switch word.lowercased() {
    case "": return nil
    case "and": return replacing(word, by: "&&")
    case "or": return replacing(word, by: "||")
    case "not":
      let space = rest.dropFirst(word.count).prefix { $0 == " " }
      return replacing(rest.prefix(word.count + space.count), by: "!")
    case "i", "in": return oneOf
    case "nil", "none", "true", "false", "null":
      return replacing(word, by: word.lowercased().hasPrefix("n") ? "null" : word.lowercased())
    case "undefined", "missing": return presence(word)
    case "is": return identity(word)
    case "this", "self":
      return next == "." || next == "[" ? replacing(word, by: "@") : nil
    case let name where next == "(":
      return Self.functions[name].map { replacing(word, by: $0) }
    default: return replacing(word, by: isCompared ? "'\(word)'" : "@.\(word)")
    }
  }

  /// Whether an operator stands in front.
  private var isCompared: Bool {
    let sign = before.last { $0 != " " }
    return sign == "=" || sign == "<" || sign == ">"
  }

  /// `@.a != undefined` asks whether it is there.
  private func presence(_ word: String) -> String? {
    let start = trimmed(before)
    guard rest.count == word.count, start.hasSuffix("="), !start.contains("&"), !start.contains("|")
    else { return nil }
    let query = trimmed(start.dropLast(2))
    return start.hasSuffix("!=") ? query : start.hasSuffix("==") ? "!" + query : nil
  }

  /// `@.a is null` and `@.a is not null` compare.
  private func identity(_ word: String) -> String? {
    let words = rest.dropFirst(word.count).drop { $0 == " " }
    let isNegated = words.hasPrefix("not ")
    let value = trimmed(words.dropFirst(isNegated ? 4 : 0))
    return value.isEmpty ? nil : before + (isNegated ? "!= " : "== ") + value
  }

  /// `@.a in [1, 2]` is one comparison or the other.
  private var oneOf: String? {
    guard rest.hasPrefix("in"), let open = rest.firstIndex(of: "["),
      trimmed(rest[..<open]) == "in", let close = rest.firstIndex(of: "]")
    else { return nil }
    let values = rest[rest.index(after: open)..<close].split(separator: ",").map(trimmed)
    guard let first = values.first, !first.isEmpty else { return nil }
    let all = values.map { "\(operand) == \($0)" }.joined(separator: " || ")
    let end = rest[rest.index(after: close)...]
    return outer + (outer.isEmpty && end.isEmpty ? all : "(\(all))") + end
  }

  /// `@.a =~ /x/` searches for a pattern.
  private var search: String? {
    let pattern = rest.dropFirst(2).drop { $0 == " " }
    guard pattern.first == "/", let end = pattern.dropFirst().firstIndex(of: "/") else {
      return nil
    }
    let words = pattern[pattern.index(after: pattern.startIndex)..<end]
    return outer + "search(\(operand), '\(words)')" + pattern[pattern.index(after: end)...]
  }

  /// What stands in front of the operator, and what in front of that.
  private var operand: String { trimmed(before[operandStart...]) }
  private var outer: Substring { before[..<operandStart] }

  private var operandStart: String.Index {
    before.lastIndex { "&|(!".contains($0) }.map { sign in
      let next = before.index(after: sign)
      return before[next...].firstIndex { $0 != " " } ?? next
    } ?? before.startIndex
  }

  /// A name with a sign in it that needs quotes.
  private var mendedName: String? {
    guard let dot = before.lastIndex(of: "."), let sign = rest.first, "-:/$#~%+".contains(sign)
    else { return nil }
    let tail = rest.prefix { $0.isLetter || $0.isNumber || "-_:/$#~%+".contains($0) }
    let name = before[before.index(after: dot)...] + tail
    guard name.allSatisfy({ $0.isLetter || $0.isNumber || "-_:/$#~%+".contains($0) }) else {
      return nil
    }
    return before[..<dot] + "['\(name)']" + rest.dropFirst(tail.count)
  }

  private func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop { $0 == " " }
    return String(start.reversed().drop { $0 == " " }.reversed())
  }
}
