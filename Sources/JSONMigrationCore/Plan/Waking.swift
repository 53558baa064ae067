internal import JSONText

/// Which rules of a list have something to do in a document that has certain keys.
///
/// Most rules of a long list find nothing in most documents. What they need is known beforehand, so
/// they are not even asked.
final class Waking: Sendable {
  /// A bit for each rule, in each list: a rule that waits for two things is in both.
  struct Rules {
    fileprivate var words: [UInt64]
    fileprivate var others: [UInt64]

    fileprivate init(_ count: Int) {
      words = Array(repeating: 0, count: (count + 63) / 64)
      others = Array(repeating: ~0, count: (count + 63) / 64)
    }

    /// The first one from `index` on.
    func first(from index: Int) -> Int? {
      var word = index >> 6
      guard word < words.count else { return nil }
      var rest = words[word] & others[word] & (~0 << UInt64(index & 63))
      while rest == 0 {
        word += 1
        if word == words.count { return nil }
        rest = words[word] & others[word]
      }
      return word << 6 + rest.trailingZeroBitCount
    }

    fileprivate mutating func insert(_ waiting: Waiting) {
      let bit: UInt64 = 1 << UInt64(waiting.rule & 63)
      if waiting.isFirst {
        words[waiting.rule >> 6] |= bit
      } else {
        others[waiting.rule >> 6] |= bit
      }
    }

    fileprivate mutating func putToSleepFurther(_ rule: Int) {
      others[rule >> 6] &= ~(1 << UInt64(rule & 63))
    }
  }

  fileprivate struct Waiting {
    let rule: Int
    /// Whether it is for the first of two things.
    let isFirst: Bool
  }

  /// The rules that may have something to do in any document.
  let always: Rules
  /// The rules that a key wakes, by its number in the guide.
  private let byKey: [Int: [Waiting]]

  /// Fewer rules than this cost less than to find out about them.
  fileprivate static let least = 8

  /// Nil where it isn't worth it.
  init?(_ rules: [Rule], _ guide: Guide) {
    guard rules.count >= Self.least else { return nil }
    var always = Rules(rules.count)
    var byKey: [Int: [Waiting]] = [:]
    var sleepers = 0
    for (index, rule) in rules.enumerated() {
      let needs = rule.needs.keys.map { $0.map(guide.number) }
        .filter { keys in keys.allSatisfy { $0 >= 0 } }
      guard let first = needs.first else {
        always.insert(Waiting(rule: index, isFirst: true))
        continue
      }
      sleepers += 1
      for key in first {
        byKey[key, default: []].append(Waiting(rule: index, isFirst: true))
      }
      guard needs.count > 1 else { continue }
      always.putToSleepFurther(index)
      for key in needs[1] {
        byKey[key, default: []].append(Waiting(rule: index, isFirst: false))
      }
    }
    if sleepers < Self.least { return nil }
    (self.always, self.byKey) = (always, byKey)
  }

  /// Adds the rules that a key wakes.
  func wake(_ rules: inout Rules, by key: Int) {
    for waiting in byKey[key] ?? [] { rules.insert(waiting) }
  }
}

/// What is known of the lists of rules that lead from version to version: those of steps, and those
/// of blocks in them.
///
/// All of these rules stand in files, so each has a number of its own.
struct Wakings: Sendable {
  /// By the number of a list's first rule.
  private var byFirst: [Int: Waking] = [:]

  /// Nothing is known of any.
  init() {}

  init(_ steps: [Step], _ guide: Guide) {
    for step in steps { add(step.rules, guide) }
  }

  private mutating func add(_ rules: [Rule], _ guide: Guide) {
    if let first = rules.first, let waking = Waking(rules, guide) { byFirst[first.number] = waking }
    for rule in rules {
      for list in rule.verb.inner.lists { add(list, guide) }
    }
  }

  var isEmpty: Bool { byFirst.isEmpty }

  subscript(rules: [Rule]) -> Waking? {
    rules.count < Waking.least || isEmpty ? nil : byFirst[rules[0].number]
  }
}
