internal import JSONText

/// Which rules of a step have something to do in a document that has certain keys.
///
/// Most rules of a long list find nothing in most documents. What they need is known beforehand, so
/// they are not even asked.
struct Waking: Sendable {
  /// A bit for each rule.
  struct Rules {
    fileprivate var words: [UInt64]

    /// The first one from `index` on.
    func first(from index: Int) -> Int? {
      var word = index >> 6
      guard word < words.count else { return nil }
      var rest = words[word] & (~0 << UInt64(index & 63))
      while rest == 0 {
        word += 1
        if word == words.count { return nil }
        rest = words[word]
      }
      return word << 6 + rest.trailingZeroBitCount
    }

    fileprivate mutating func insert(_ rule: Int) { words[rule >> 6] |= 1 << UInt64(rule & 63) }
  }

  /// The rules that may have something to do in any document.
  private(set) var always: Rules
  /// The rules that a key wakes, by its number in the guide.
  private var byKey: [Int: [Int]] = [:]

  /// Fewer rules than this cost less than to find out about them.
  private static let least = 8

  /// Nil where it isn't worth it.
  init?(_ rules: [Rule], _ guide: Guide) {
    guard rules.count >= Self.least else { return nil }
    always = Rules(words: Array(repeating: 0, count: (rules.count + 63) / 64))
    var sleepers = 0
    for (index, rule) in rules.enumerated() {
      let keys = rule.needs?.map(guide.number)
      guard let keys, keys.allSatisfy({ $0 >= 0 }) else {
        always.insert(index)
        continue
      }
      sleepers += 1
      for key in keys { byKey[key, default: []].append(index) }
    }
    if sleepers < Self.least { return nil }
  }

  /// Adds the rules that a key wakes.
  func wake(_ rules: inout Rules, by key: Int) {
    for rule in byKey[key] ?? [] { rules.insert(rule) }
  }
}
