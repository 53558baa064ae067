internal import JSONMigrationCore
internal import JSONText

extension Pattern {
  /// The pattern that stands behind a key of a rule; nil where none does.
  init?(ofRule value: JSON) {
    guard let text = value.string, let pattern = try? Pattern(text, .patterns) else { return nil }
    self = pattern
  }

  /// Texts that the pattern fits, read off from how it is written, each by another way through it.
  func examples(isWhole: Bool) -> [String] {
    var seen: Set<String> = []
    return (0..<24).compactMap { example($0, isWhole: isWhole) }.filter { seen.insert($0).inserted }
  }

  /// One of them, which each choice takes another way to; nil where what is read off doesn't fit.
  func example(_ choice: Int, isWhole: Bool) -> String? {
    var reader = PatternExample(rest: Array(text.unicodeScalars)[...], choice: choice)
    let example = reader.alternatives()
    let bytes = Array(example.utf8)
    let isFine = isWhole ? wholeMatch(of: bytes) != nil : firstMatch(in: bytes) != nil
    return isFine ? example : nil
  }
}

/// Goes along a pattern and takes one of what may stand at each place: the first, or by a choice.
private struct PatternExample {
  var rest: ArraySlice<Unicode.Scalar>
  let choice: Int

  /// One of the alternatives; the others are passed over.
  mutating func alternatives() -> String {
    var texts = [""]
    while let next = rest.first, next != ")" {
      if next == "|" {
        texts.append("")
        rest.removeFirst()
      } else {
        texts[texts.count - 1] += repeated(atom())
      }
    }
    return one(of: texts) ?? ""
  }

  /// The first, the last, the second, the one before the last.
  private func one<Element>(of elements: [Element]) -> Element? {
    guard !elements.isEmpty else { return nil }
    let step = choice / 2 % elements.count
    return elements[choice % 2 == 0 ? step : elements.count - 1 - step]
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
    var texts: [String] = []
    while let scalar = rest.popFirst(), scalar != "]" {
      // Both ends of a range are among them, and the sign between them mostly isn't.
      if scalar == "-", !texts.isEmpty, rest.first != "]" { continue }
      texts.append(scalar == "\\" ? escaped() : String(scalar))
    }
    return isNegated ? "~" : one(of: texts) ?? ""
  }

  /// An item as often as what stands behind it says, once where it may be.
  private mutating func repeated(_ item: String) -> String {
    let isMost = choice % 4 >= 2
    switch rest.first {
    case "?", "*", "+":
      let sign = rest.removeFirst()
      if !isMost { return item }
      return sign == "+" ? item + item : ""
    case "{":
      rest.removeFirst()
      var counts = [""]
      while let scalar = rest.popFirst(), scalar != "}" {
        if scalar == "," {
          counts.append("")
        } else {
          counts[counts.count - 1].unicodeScalars.append(scalar)
        }
      }
      let least = Int(counts[0]) ?? 1
      let most = counts.count > 1 ? Int(counts[1]) ?? least + 1 : least
      return String(repeating: item, count: min(isMost ? most : least, 100))
    default: return item
    }
  }
}
