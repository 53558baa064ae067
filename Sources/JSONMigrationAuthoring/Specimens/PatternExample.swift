internal import JSONMigrationCore
internal import JSONText

extension Pattern {
  /// A text that the pattern fits, read off from how it is written; nil where that fails.
  func example(isWhole: Bool) -> String? {
    var reader = PatternExample(rest: Array(text.unicodeScalars)[...])
    let example = reader.alternatives()
    let bytes = Array(example.utf8)
    let isFine = isWhole ? wholeMatch(of: bytes) != nil : firstMatch(in: bytes) != nil
    return isFine ? example : nil
  }
}

/// Goes along a pattern and takes the first of what may stand at each place.
private struct PatternExample {
  var rest: ArraySlice<Unicode.Scalar>

  /// The first alternative; the others are passed over.
  mutating func alternatives() -> String {
    var text = ""
    var isFirst = true
    while let next = rest.first, next != ")" {
      if next == "|" {
        isFirst = false
        rest.removeFirst()
        continue
      }
      let item = repeated(atom())
      if isFirst { text += item }
    }
    return text
  }

  private mutating func atom() -> String {
    let scalar = rest.removeFirst()
    switch scalar {
    case "^", "$": return ""
    case ".": return "a"
    case "(":
      let text = alternatives()
      if rest.first == ")" { rest.removeFirst() }
      return text
    case "[": return oneOfClass()
    case "\\": return escaped()
    default: return String(scalar)
    }
  }

  private mutating func escaped() -> String {
    guard let scalar = rest.popFirst() else { return "" }
    switch scalar {
    case "d": return "1"
    case "w": return "a"
    case "s", "t": return scalar == "s" ? " " : "\t"
    case "n": return "\n"
    case "r": return "\r"
    case "D", "W", "S": return "-"
    case "p", "P":
      while let next = rest.popFirst(), next != "}" {}
      return scalar == "p" ? "A" : "-"
    default: return String(scalar)
    }
  }

  private mutating func oneOfClass() -> String {
    let isNegated = rest.first == "^"
    if isNegated { rest.removeFirst() }
    var first: String?
    while let scalar = rest.popFirst(), scalar != "]" {
      let text = scalar == "\\" ? escaped() : String(scalar)
      if first == nil { first = text }
    }
    return isNegated ? "~" : first ?? ""
  }

  /// An item as often as what stands behind it says, once where it may be.
  private mutating func repeated(_ item: String) -> String {
    switch rest.first {
    case "?", "*", "+":
      rest.removeFirst()
      return item
    case "{":
      rest.removeFirst()
      var digits = ""
      var isCounting = true
      while let scalar = rest.popFirst(), scalar != "}" {
        if scalar == "," { isCounting = false }
        if isCounting { digits.unicodeScalars.append(scalar) }
      }
      return String(repeating: item, count: min(Int(digits) ?? 1, 100))
    default: return item
    }
  }
}
