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
    let words = withoutBackslashes(text) ?? text
    return mended(words, in: { ConditionSlip(text: $0, offset: $1).mended }) {
      text throws(PathError) in _ = try JSONCondition(text)
    }
  }

  /// What `meant` would be of a list, where a condition asks what something contains.
  static func ofList(_ condition: String, meant: String) -> String? {
    let (start, end, between) = ("search(", "')", ", '")
    guard ["contains", "includes"].contains(where: condition.lowercased().includes),
      meant.hasPrefix(start), meant.hasSuffix(end)
    else { return nil }
    let inner = Array(meant.dropFirst(start.count).dropLast(end.count))
    let comma = inner.indices.first { String(inner[$0...]).hasPrefix(between) }
    guard let comma, !inner.contains("[") else { return nil }
    let list = "\(String(inner[..<comma]))[?@ == '\(String(inner[(comma + between.count)...]))']"
    return (try? JSONCondition(list)) == nil ? nil : list
  }

  /// The same with a number, where one with zeros in front was taken for text.
  static func asNumber(_ condition: String, _ error: PathError, meant: String) -> String? {
    let number = ConditionSlip(text: condition, offset: error.offset).unpadded
    guard let number, number != meant, (try? JSONCondition(number)) != nil else { return nil }
    return number
  }

  /// Patterns of other languages without their backslashes; nil where there are none, or one has no
  /// other words.
  private static func withoutBackslashes(_ text: String) -> String? {
    guard text.contains("\\"), ["match", "search", "=~"].contains(where: text.includes) else {
      return nil
    }
    var result = ""
    var isSet = false
    var rest = text[...]
    while let sign = rest.popFirst() {
      guard sign == "\\" else {
        if sign == "[" { isSet = true } else if sign == "]" { isSet = false }
        result.append(sign)
        continue
      }
      if rest.first == "\\" { rest.removeFirst() }
      guard let escaped = rest.popFirst() else { return nil }
      switch escaped {
      case "d": result += isSet ? "0-9" : "[0-9]"
      case "w": result += isSet ? "A-Za-z0-9_" : "[A-Za-z0-9_]"
      case "s": result += isSet ? " " : "[ ]"
      case "/", "-": result.append(escaped)
      case ".", "*", "+", "?", "(", ")", "{", "}", "|", "$":
        result += isSet ? "\(escaped)" : "[\(escaped)]"
      default: return nil
      }
    }
    return result
  }

  /// What to say of a condition that can't be mended.
  static func advice(for condition: String, _ error: PathError) -> String {
    let sign = condition.utf8.dropFirst(error.offset).first
    let isArithmetic = error.expected.hasPrefix("`&&`") && sign.map("+-*/%".utf8.contains) == true
    return isArithmetic
      ? "nothing is calculated here: compare with the number itself, or `scale` the value in a rule before"
      : "`jsonmigrate help when` tells what conditions can ask"
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

  fileprivate func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop { $0 == " " }
    return String(start.reversed().drop { $0 == " " }.reversed())
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
    if before.isEmpty, rest.first == ".", rest.count > 1 {
      return String(rest.dropFirst(rest.hasPrefix("./") ? 2 : 1))
    }
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
      let name = trimmed(text[start..<end])
      if !name.contains(" ") { return "\(text[..<start])\(name)\(text[end...])" }
      let outer = text[..<start].last == "." ? text[..<start].dropLast() : text[..<start]
      guard !name.contains(where: { "]'\"\\".contains($0) }) else { return nil }
      return outer + "['\(name)']" + text[end...]
    }
    return mendedBrackets
      ?? (before.contains("?") ? ConditionSlip(text: text, offset: offset).mended : nil)
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

  /// Words of other languages between two values.
  private static let comparisons = ["contains", "includes", "like", "matches"]

  var mended: String? {
    if let mended = dots ?? operators ?? between ?? method ?? list { return mended }
    if let mended = bracketed ?? words ?? compared ?? element ?? membership { return mended }
    return mendedBrackets ?? quoted ?? mendedName
  }

  /// `@.my key` is `@['my key']`.
  private var spaced: String? {
    guard before.last == " ", rest.first?.isLetter == true, let dot = before.lastIndex(of: "."),
      dot > before.startIndex
    else {
      return nil
    }
    let start = before[before.index(after: dot)...]
    let tail = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == " " }
    let name = trimmed(start + tail)
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || "_ ".contains($0) }) else {
      return nil
    }
    return before[..<dot] + "['\(name)']" + (tail.last == " " ? " " : "")
      + rest.dropFirst(tail.count)
  }

  /// `@.'my key'` is that, too.
  private var quoted: String? {
    guard before.last == ".", let mark = rest.first, mark == "'" || mark == "\"",
      let end = rest.dropFirst().firstIndex(of: mark)
    else { return nil }
    return before.dropLast() + "[\(rest[...end])]" + rest[rest.index(after: end)...]
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
    if rest.hasPrefix("=~") || rest.hasPrefix("~=") { return search ?? comparison(by: "=~") }
    for sign in ["=", "&", "|"] where rest.hasPrefix(sign) && !rest.hasPrefix(sign + sign) {
      return replacing(sign, by: sign + sign)
    }
    return nil
  }

  private var words: String? {
    let word = String(rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
    let next = rest.dropFirst(word.count).first
    switch word.lowercased() {
    case "": return unpadded
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
    case let name where next == " " && Self.comparisons.contains(name):
      return comparison(by: word)
    case let name where next == "(":
      return function(word) ?? Self.functions[name].map { replacing(word, by: $0) }
        ?? misspelled(word)
    default:
      if hasZeros, !isCompared || next == "." || isOfNumbers { return unpadded }
      return isCompared
        ? replacing(word, by: "'\(word)'") : spaced ?? replacing(word, by: "@.\(word)")
    }
  }

  /// Whether a number begins here with zeros that no number has.
  private var hasZeros: Bool {
    let digits = (rest.first == "-" ? rest.dropFirst() : rest).prefix { ("0"..."9").contains($0) }
    return digits.count > 1 && digits.first == "0"
  }

  /// The number without its zeros.
  fileprivate var unpadded: String? {
    guard hasZeros else { return nil }
    let sign = rest.prefix(rest.first == "-" ? 1 : 0)
    let number = rest.dropFirst(sign.count).drop { $0 == "0" }
    let isZero = number.first.map { ("1"..."9").contains($0) } != true
    return "\(before)\(sign)\(isZero ? "0" : "")\(number)"
  }

  /// Whether what is in front of the operator is a function that gives numbers.
  private var isOfNumbers: Bool {
    let start = before.lastIndex { "&|?".contains($0) }.map { before.index(after: $0) }
    let asked = before[(start ?? before.startIndex)...].drop { " (!".contains($0) }
    return asked.hasPrefix("length(") || asked.hasPrefix("count(")
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
    let isWhole = outer.isEmpty && end.isEmpty
    return outer + (isWhole ? all : "(\(all))") + end
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

  /// `@.a contains 'x'` asks for a pattern.
  private func comparison(by word: String) -> String? {
    let value = rest.dropFirst(word.count).drop { $0 == " " }
    guard let mark = value.first, mark == "'" || mark == "\"",
      let end = value.dropFirst().firstIndex(of: mark)
    else { return nil }
    let text = value[..<end].dropFirst()
    guard let asked = asked(word.lowercased(), of: operand, text) else { return nil }
    return outer + asked + value[end...].dropFirst()
  }

  private func asked(_ word: String, of query: String, _ text: Substring) -> String? {
    switch word {
    case "=~": return "search(\(query), '\(text)')"
    case "matches": return "match(\(query), '\(text)')"
    case "like" where text.contains("%"):
      let parts = text.split(separator: "%", omittingEmptySubsequences: false)
      let patterns = parts.compactMap { Self.pattern(for: $0) }
      guard patterns.count == parts.count else { return nil }
      let isInside = parts.count == 3 && parts[0].isEmpty && parts[2].isEmpty
      return isInside
        ? "search(\(query), '\(patterns[1])')"
        : "match(\(query), '\(patterns.joined(separator: ".*"))')"
    default: return Self.pattern(for: text).map { "search(\(query), '\($0)')" }
    }
  }

  /// What stands in front of the operator, and what in front of that.
  private var operand: String { parts(of: before).operand }
  private var outer: Substring { parts(of: before).outer }

  private func parts(of text: Substring) -> (outer: Substring, operand: String) {
    let start = text.lastIndex { "&|(!?".contains($0) }.map { sign in
      let next = text.index(after: sign)
      return text[next...].firstIndex { $0 != " " } ?? next
    }
    return (text[..<(start ?? text.startIndex)], trimmed(text[(start ?? text.startIndex)...]))
  }

  /// `1 < @.a < 5` are two comparisons.
  private var between: String? {
    guard let sign = rest.first, "<>=!".contains(sign),
      let last = operand.lastIndex(where: { "<>=".contains($0) })
    else { return nil }
    let middle = trimmed(operand[operand.index(after: last)...])
    return "\(trimmed(before)) && \(middle) \(rest)"
  }

  /// `@.a == []` compares the length, and then each element.
  private var list: String? {
    let start = trimmed(before)
    let isEqual = start.hasSuffix("==")
    guard isEqual || start.hasSuffix("!="), let open = rest.first, open == "[" || open == "{",
      let close = rest.firstIndex(of: open == "[" ? "]" : "}")
    else { return nil }
    let values = rest[..<close].dropFirst().split(separator: ",").map(trimmed)
    guard values.isEmpty || isEqual && open == "[" else { return nil }
    let (outer, operand) = parts(of: start.dropLast(2))
    let length = "length(\(operand)) \(start.suffix(2)) \(values.count)"
    let terms = [length] + values.enumerated().map { "\(operand)[\($0)] == \($1)" }
    return outer + terms.joined(separator: " && ") + rest[close...].dropFirst()
  }

  /// `@.a.startsWith('x')` is `match(@.a, 'x.*')`.
  private var method: String? {
    guard rest.first == "(", let close = rest.firstIndex(of: ")"),
      let dot = operand.lastIndex(of: ".")
    else { return nil }
    return call(
      String(operand[operand.index(after: dot)...]), of: String(operand[..<dot]),
      trimmed(rest[..<close].dropFirst())
    ).map { outer + $0 + rest[close...].dropFirst() }
  }

  /// `startsWith(@.a, 'x')` is that, too.
  private func function(_ name: String) -> String? {
    guard let close = rest.firstIndex(of: ")") else { return nil }
    let arguments = rest[..<close].dropFirst(name.count + 1).split(separator: ",", maxSplits: 1)
    guard arguments.count == 2 else { return nil }
    return call(name, of: trimmed(arguments[0]), trimmed(arguments[1]))
      .map { before + $0 + rest[close...].dropFirst() }
  }

  /// A function that is nearly called so.
  private func misspelled(_ name: String) -> String? {
    let known = NearestName.of(name, among: JSONCondition.functions)
    return known.flatMap { $0 == name ? nil : replacing(name, by: $0) }
  }

  /// What functions of other languages ask, as it is asked here.
  private func call(_ name: String, of query: String, _ argument: String) -> String? {
    let mark = argument.first
    let isText = argument.count > 1 && (mark == "'" || mark == "\"") && argument.last == mark
    let pattern = isText ? Self.pattern(for: argument.dropFirst().dropLast()) : nil
    switch name.lowercased().filter({ $0 != "_" }) {
    case "startswith", "hasprefix": return pattern.map { "match(\(query), '\($0).*')" }
    case "endswith", "hassuffix": return pattern.map { "match(\(query), '.*\($0)')" }
    case "contains", "includes":
      return isText
        ? pattern.map { "search(\(query), '\($0)')" } : "\(query)[?@ == \(argument)]"
    case "matches": return isText ? "match(\(query), \(argument))" : nil
    case "length", "size", "count": return argument.isEmpty ? "length(\(query))" : nil
    default: return nil
    }
  }

  /// A pattern that fits just this text; nil where that takes backslashes.
  private static func pattern(for text: Substring) -> String? {
    var pattern = ""
    for sign in text {
      if "\\[]^'".contains(sign) { return nil }
      pattern += ".*+?(){}|$".contains(sign) ? "[\(sign)]" : "\(sign)"
    }
    return pattern
  }

  /// What functions give has to be compared.
  private var compared: String? {
    guard let name = ["length", "count", "type"].first(where: { rest.hasPrefix($0 + "(") }),
      let close = rest.firstIndex(of: ")")
    else { return nil }
    let end = rest.index(after: close)
    return before + rest[..<end] + (name == "type" ? " == 'string'" : " > 0") + rest[end...]
  }

  /// `@.a[*] == 1` asks for an element that is so.
  private var element: String? {
    guard let star = rest.firstIndex(of: "*"), rest[..<star].last == "[" else { return nil }
    let list = rest[..<star].dropLast()
    let tail = rest[star...].dropFirst(2)
    let end = tail.firstIndex { "&|)".contains($0) } ?? tail.endIndex
    let asked = trimmed(tail[..<end])
    guard !list.contains(where: { " &|=<>!(".contains($0) }), let sign = asked.first,
      asked.contains(where: { "<>=".contains($0) })
    else { return nil }
    let space = end == tail.endIndex || tail[end] == ")" ? "" : " "
    return "\(before)\(list)[?@\(sign == "." ? "" : " ")\(asked)]\(space)\(tail[end...])"
  }

  /// `'x' in @.a` asks for an element that is so.
  private var membership: String? {
    let words = rest.split(separator: " ", maxSplits: 2)
    guard words.count == 3, words[1] == "in" else { return nil }
    let query = words[2].prefix { !" &|)".contains($0) }
    return before + query + "[?@ == \(words[0])]" + words[2].dropFirst(query.count)
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
}
