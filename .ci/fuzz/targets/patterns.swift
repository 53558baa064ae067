@testable import JSONText

/// The input's first line is a pattern, the rest the text: all ways to ask agree, and every match
/// lies inside the text.
func check(_ input: [UInt8]) {
  let cut = input.firstIndex(of: UInt8(ascii: "\n")) ?? input.endIndex
  let source = String(decoding: input[..<cut], as: UTF8.self)
  let text = Array(String(decoding: input[cut...].dropFirst(), as: UTF8.self).utf8)

  if let pattern = try? Pattern(source, .standard) {
    let whole = pattern.wholeMatch(of: text)
    precondition(pattern.matches(text) == (whole != nil))
    precondition(whole == nil || whole?.range == 0..<text.count)
    let first = pattern.firstMatch(in: text)
    precondition(pattern.isFound(in: text) == (first != nil))
    precondition(whole == nil || first?.range.lowerBound == 0)
    // What the standard takes without a dollar sign or a hat, the wider dialect takes alike.
    if !source.contains("$"), !source.contains("^"), let wide = try? Pattern(source, .patterns) {
      precondition(wide.matches(text) == pattern.matches(text))
      precondition(wide.firstMatch(in: text)?.range == first?.range)
    }
  }
  if let pattern = try? Pattern(source, .patterns) {
    let matches = pattern.matches(in: text)
    precondition(matches.first == pattern.firstMatch(in: text))
    var end = 0
    for match in matches {
      precondition(match.range.lowerBound >= end && match.range.upperBound <= text.count)
      end = match.range.upperBound
      for case let group? in match.groups {
        precondition(match.range.clamped(to: group) == group, "a group outside its match")
      }
    }
  }
}
