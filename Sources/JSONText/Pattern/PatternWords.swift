/// The texts that a pattern fits which has nothing but words: `one|two`, `^(one|two)$`.
///
/// Lists of words get long, and whether a text is one of them is then asked once, and not of each.
struct PatternWords: Sendable {
  private let texts: Set<[UInt8]>
  private let longest: Int
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
    texts = Set(words.map { Array($0) })
    longest = words.reduce(0) { max($0, $1.count) }
    isAnchored = isAtStart && isAtEnd && isGroup
  }

  func contain(_ text: [UInt8]) -> Bool { text.count <= longest && texts.contains(text) }

  private static func hasMeaning(_ byte: UInt8) -> Bool { #".\[](){}?*+^$"#.utf8.contains(byte) }
}
