/// The texts that a pattern fits which has nothing but words: `one|two`, `^(one|two)$`.
///
/// Lists of words get long, and whether a text is one of them is then asked once, and not of each.
struct PatternWords: Sendable {
  /// Each with the place at which it stands.
  private let texts: [[UInt8]: Int]
  private let longest: Int
  private let lengths: Set<Int>
  /// Whether one begins with a byte.
  private let begins: [Bool]
  /// The most steps that finding all takes at each place; nil where they can't be looked for.
  let mostSteps: Int?
  /// Whether a part of a text has to be all of it.
  let isAnchored: Bool

  /// Nil for a pattern that has anything else, or only one word.
  init?(_ pattern: [UInt8]) {
    var rest = pattern[...]
    let isAtStart = rest.first == UInt8(ascii: "^")
    if isAtStart { rest.removeFirst() }
    let isAtEnd = rest.last == UInt8(ascii: "$")
    if isAtEnd { rest.removeLast() }
    let isGroup = rest.first == UInt8(ascii: "(") && rest.last == UInt8(ascii: ")")
    if isGroup { rest = rest.dropFirst().dropLast() }
    guard !rest.contains(where: Self.hasMeaning) else { return nil }
    let words = rest.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
    guard words.count > 1 else { return nil }
    texts = words.enumerated().reduce(into: [:]) { known, word in
      let text = Array(word.element)
      known[text] = known[text] ?? word.offset
    }
    var begins = [Bool](repeating: false, count: 256)
    for case let first? in words.map(\.first) { begins[Int(first)] = true }
    self.begins = begins
    lengths = Set(words.map(\.count))
    longest = words.reduce(0) { max($0, $1.count) }
    isAnchored = isAtStart && isAtEnd && isGroup
    let isAnywhere = !isAtStart && !isAtEnd && !lengths.contains(0)
    mostSteps = isAnchored ? 4 : isAnywhere ? lengths.reduce(4) { $0 + $1 + 4 } : nil
  }

  func contain(_ text: [UInt8]) -> Bool { text.count <= longest && texts[text] != nil }

  /// Calls `body` with the range of each in a text until it says false, and counts the steps.
  ///
  /// See `CompiledPattern.forEachMatch`.
  func forEachMatch(
    in text: [UInt8], atMost mostSteps: Int, _ body: (Range<Int>) -> Bool
  ) -> Int {
    var (steps, position) = (0, 0)
    while position < text.count, steps <= mostSteps {
      steps += 1
      var found: (place: Int, end: Int)?
      if begins[Int(text[position])] {
        for length in lengths where length <= text.count - position {
          steps += length + 4
          if let place = texts[Array(text[position..<position + length])],
            place <= found?.place ?? place
          {
            found = (place, position + length)
          }
        }
      }
      if let found {
        steps += 20
        guard body(position..<found.end) else { break }
      }
      position = found?.end ?? position + 1
    }
    return steps
  }

  private static func hasMeaning(_ byte: UInt8) -> Bool { #".\[](){}?*+^$"#.utf8.contains(byte) }
}
