internal import JSONText

/// Which rules of a list have something to do in a document that has certain keys.
///
/// Most rules of a long list find nothing in most documents. What they need is known beforehand, so
/// they are not even asked.
final class Waking: Sendable {
  /// A bit for each of 64 rules, in each word: a rule that waits for two things is in both.
  struct Rules: BitwiseCopyable {
    fileprivate var first: UInt64 = 0
    fileprivate var second: UInt64 = ~0

    fileprivate mutating func insert(_ waiting: Waiting) {
      if waiting.isFirst { first |= waiting.bit } else { second |= waiting.bit }
    }
  }

  fileprivate struct Waiting: BitwiseCopyable {
    let rule: Int
    /// Whether it is for the first of two things.
    let isFirst: Bool

    var bit: UInt64 { 1 << UInt64(rule & 63) }
  }

  /// The rules that may have something to do in any document.
  private let always: [Rules]
  /// The rules that keys wake, those of one key behind the other.
  private let waiting: [Waiting]
  /// Where those of each key begin, by its number in the guide; and where those of the last end.
  private let starts: [Int]

  /// Fewer rules than this cost less than to find out about them.
  fileprivate static let least = 8

  /// Nil where it isn't worth it.
  init?(_ rules: [Rule], _ guide: Guide) {
    guard rules.count >= Self.least else { return nil }
    var always = Array(repeating: Rules(), count: (rules.count + 63) / 64)
    var byKey: [Int: [Waiting]] = [:]
    var sleepers = 0
    for (index, rule) in rules.enumerated() {
      let needs = rule.needs.keys.map { $0.map(guide.number) }
        .filter { keys in keys.allSatisfy { $0 >= 0 } }
      guard let first = needs.first else {
        always[index >> 6].insert(Waiting(rule: index, isFirst: true))
        continue
      }
      sleepers += 1
      for key in first {
        byKey[key, default: []].append(Waiting(rule: index, isFirst: true))
      }
      guard needs.count > 1 else { continue }
      always[index >> 6].second &= ~Waiting(rule: index, isFirst: false).bit
      for key in needs[1] {
        byKey[key, default: []].append(Waiting(rule: index, isFirst: false))
      }
    }
    if sleepers < Self.least { return nil }
    self.always = always
    var waiting: [Waiting] = []
    var starts = [0]
    for key in 0...(byKey.keys.max() ?? 0) {
      waiting += byKey[key] ?? []
      starts.append(waiting.count)
    }
    (self.waiting, self.starts) = (waiting, starts)
  }

  /// Adds those that are awake in any document to a list, behind what it has.
  func begin(_ awake: inout [Rules]) {
    for index in always.indices { awake.append(always[index]) }
  }

  /// Adds the rules that a key wakes to those that begin at `start`.
  func wake(_ awake: inout [Rules], at start: Int, by key: Int) {
    guard key + 1 < starts.count else { return }
    for index in starts[key]..<starts[key + 1] {
      awake[start + waiting[index].rule >> 6].insert(waiting[index])
    }
  }

  /// The first rule from `index` on, of those that begin at `start` in a list and go to its end.
  static func first(from index: Int, in awake: [Rules], at start: Int) -> Int? {
    var word = start + index >> 6
    guard word < awake.count else { return nil }
    var rest = awake[word].first & awake[word].second & (~0 << UInt64(index & 63))
    while rest == 0 {
      word += 1
      if word == awake.count { return nil }
      rest = awake[word].first & awake[word].second
    }
    return (word - start) << 6 + rest.trailingZeroBitCount
  }
}

/// What is known of the lists of rules that lead from version to version: those of steps, and those
/// of blocks in them.
///
/// All of these rules stand in files, so each has a number of its own.
struct Wakings: Sendable {
  /// By the number of a list's first rule.
  private var byFirst: [Waking?] = []

  /// Nothing is known of any.
  init() {}

  init(_ steps: [Step], _ guide: Guide) {
    for step in steps { add(step.rules, guide) }
  }

  private mutating func add(_ rules: [Rule], _ guide: Guide) {
    if let first = rules.first, let waking = Waking(rules, guide) {
      if byFirst.count <= first.number {
        byFirst += Array(repeating: nil, count: first.number + 1 - byFirst.count)
      }
      byFirst[first.number] = waking
    }
    for rule in rules {
      for list in rule.verb.inner.lists { add(list, guide) }
    }
  }

  var isEmpty: Bool { byFirst.isEmpty }

  subscript(rules: [Rule]) -> Waking? {
    guard rules.count >= Waking.least else { return nil }
    let number = rules[0].number
    return byFirst.indices.contains(number) ? byFirst[number] : nil
  }
}
