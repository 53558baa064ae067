internal import JSONMigrationCore
internal import JSONText

/// Makes simple questions that may tell two groups of values apart.
struct QuestionMaker {
  private let values: [Term]
  private let yesCount: Int
  /// The ways that the rule changes: questions about these are likelier.
  private let touched: Set<Way>
  /// The start of paths: `@`, or `$`.
  private let start: String
  /// What each value stands in, or is: many values of one document are one of its own.
  private let owners: [Term?]
  private var questions: [Question] = []

  private static let mostWays = 240
  private static let telling = ["type", "kind", "id", "name"].map { ByteString($0) }

  init(
    _ yes: [Term], _ no: [Term], touched: Set<Way>, start: String = "@", owners: [Term?]? = nil
  ) {
    values = yes + no
    self.owners = owners ?? values
    yesCount = yes.count
    self.touched = touched
    self.start = start
  }

  /// The questions that hold for some values and not for all; of those that hold for the same
  /// values the eight cheapest.
  consuming func all(atDepth depth: Int = 4) -> [Question] {
    for way in ways(atDepth: depth) { ask(way) }
    let sorted = questions.ordered { $0.cost < $1.cost }
    var counts: [Question.Truth: Int] = [:]
    return sorted.filter { question in
      counts[question.holds, default: 0] += 1
      return counts[question.holds, default: 0] <= 8
    }
  }

  /// The ways to the values inside.
  private func ways(atDepth depth: Int) -> [Way] {
    var seen: Set<Way> = []
    var ways: [Way] = []
    func collect(_ term: Term, _ way: Way) {
      if seen.insert(way).inserted { ways.append(way) }
      guard ways.count < Self.mostWays, way.count < depth else { return }
      for (key, value) in term.members.prefix(60) { collect(value, way.appending(key)) }
      if way.count < 3, (1...3).contains(term.elements.count) {
        collect(term.elements[0], way.appending(.index(0)))
      }
    }
    for value in values { collect(value, Way()) }
    return ways
  }

  @inline(never)
  private mutating func add(
    _ text: String, at way: Way, doubt: Double = 0, holds: (Int) -> Bool
  ) {
    var truth = Question.Truth()
    for index in values.indices where holds(index) {
      if index < yesCount { truth.yes |= 1 << index } else { truth.no |= 1 << (index - yesCount) }
    }
    let count = truth.yes.nonzeroBitCount + truth.no.nonzeroBitCount
    guard count > 0, count < values.count else { return }
    var cost = RuleCost.condition(text)
    if touched.contains(way) {
      cost -= 1.5
    } else if way.count == 1, let name = way.name, Self.telling.contains(name) {
      cost -= 0.6
    }
    questions.append(Question(text: text, cost: cost + doubt, doubt: doubt, holds: truth))
  }

  private mutating func ask(_ way: Way) {
    let found = values.map { $0.at(way.segments) }
    let text = start + way.asked.dropFirst()
    if !way.isEmpty {
      add(text, at: way) { found[$0] != nil }
      add("!\(text)", at: way) { found[$0] == nil }
    }
    var kinds: [Term.Kind] = []
    for kind in found.compactMap({ $0?.kind }) where !kinds.contains(kind) { kinds.append(kind) }
    for kind in kinds {
      add("type(\(text)) == '\(kind.word)'", at: way) { found[$0]?.kind == kind }
      add("type(\(text)) != '\(kind.word)'", at: way) { found[$0]?.kind != kind }
    }
    askForValues(found, text, way)
    askForSizes(found, text, way)
    askForInner(found, text, way)
    askForTexts(found, text, way)
  }

  private mutating func askForValues(_ found: [Term?], _ text: String, _ way: Way) {
    var distinct: [Term] = []
    for term in found.compactMap({ $0 }) where term.isScalar && !distinct.contains(term) {
      distinct.append(term)
    }
    guard distinct.count <= 24 else { return }
    // What each value has one of its own of tells one from all others, and seldom a kind.
    let name = way.name?.text.lowercased() ?? ""
    let isEachItsOwn =
      distinct.count > 2 && (distinct.count == found.count { $0 != nil } || tellsOwners(found))
      && !name.includes("type") && !name.includes("kind")
    for term in distinct {
      let literal = Literal.of(term)
      let doubt = isEachItsOwn ? 2.5 : 0
      add("\(text) == \(literal)", at: way, doubt: doubt) { found[$0] === term }
      add("\(text) != \(literal)", at: way, doubt: doubt) { found[$0] !== term }
    }
    let numbers = distinct.compactMap(\.value).sorted()
    guard numbers.count >= 2 else { return }
    for (low, high) in zip(numbers, numbers.dropFirst()) {
      add("\(text) > \(low.text)", at: way) { found[$0]?.value.map { $0 > low } == true }
      add("\(text) < \(high.text)", at: way) { found[$0]?.value.map { $0 < high } == true }
    }
  }

  /// Whether each owner has one value, which no other one has.
  private func tellsOwners(_ found: [Term?]) -> Bool {
    var pairs: Set<TermPair> = []
    for (owner, value) in zip(owners, found) {
      guard let value else { continue }
      guard let owner else { return false }
      pairs.insert(TermPair(before: owner, after: value))
    }
    return pairs.count == Set(pairs.map(\.before)).count
      && pairs.count == Set(pairs.map(\.after)).count
  }

  private mutating func askForSizes(_ found: [Term?], _ text: String, _ way: Way) {
    guard found.contains(where: { $0?.isScalar == false }) else { return }
    func size(_ index: Int) -> Int {
      guard let term = found[index] else { return -1 }
      switch term.kind {
      case .array: return term.elements.count
      case .object: return term.members.count
      case .text: return term.text?.unicodeScalars.count ?? 0
      default: return -1
      }
    }
    let sizes = found.indices.map { size($0) }
    add("length(\(text)) > 0", at: way) { sizes[$0] > 0 }
    add("length(\(text)) == 0", at: way) { sizes[$0] == 0 }
    for bound in Set(sizes.filter { $0 > 0 && $0 < 12 }).sorted().prefix(6) {
      add("length(\(text)) >= \(bound)", at: way) { sizes[$0] >= bound }
      add("length(\(text)) == \(bound)", at: way) { sizes[$0] == bound }
    }
    if !way.isEmpty {
      add("empty(\(text))", at: way) { found[$0].map { $0.isEmpty || $0.kind == .null } ?? true }
      add("!empty(\(text))", at: way) { found[$0].map { !$0.isEmpty && $0.kind != .null } ?? false }
    }
  }

  /// Questions about elements of lists and members of maps.
  private mutating func askForInner(_ found: [Term?], _ text: String, _ way: Way) {
    var inner: [(way: Way, term: Term)] = []
    var seen: Set<TermInner> = []
    for list in found.compactMap({ $0 }) where list.kind == .array {
      for element in list.elements.prefix(20) {
        let leaves =
          element.isScalar
          ? [(Way(), element)]
          : element.members.filter { $0.value.isScalar }.map { (Way([.name($0.key)]), $0.value) }
        for (way, term) in leaves where inner.count < 40 {
          if seen.insert(TermInner(way: way, term: term)).inserted { inner.append((way, term)) }
        }
      }
    }
    var known: [(way: Way, numbers: [Set<Int>])] = []
    func numbers(at rest: Way) -> [Set<Int>] {
      if let known = known.first(where: { $0.way == rest }) { return known.numbers }
      let numbers = Self.numbers(in: found, at: rest)
      known.append((rest, numbers))
      return numbers
    }
    for (rest, term) in inner {
      let literal = Literal.of(term)
      let number = term.number
      let numbers = numbers(at: rest)
      let has = numbers.map { $0.contains(number) }
      add("\(text)[?\(rest.asked) == \(literal)]", at: way) { has[$0] }
      add("\(text)[?\(rest.asked) != \(literal)]", at: way) {
        numbers[$0].count > (has[$0] ? 1 : 0)
      }
      add("!\(text)[?\(rest.asked) == \(literal)]", at: way) { !has[$0] }
    }
    var keys: [ByteString] = []
    for list in found.compactMap({ $0 }) where list.kind == .array {
      for key in list.elements.prefix(20).flatMap({ $0.members.map(\.key) })
      where keys.count < 24 && !keys.contains(key) { keys.append(key) }
    }
    for key in keys {
      let rest = Way([.name(key)])
      let has = numbers(at: rest).map { $0.contains { $0 != Self.nothing } }
      add("\(text)[?\(rest.asked)]", at: way) { has[$0] }
      add("!\(text)[?\(rest.asked)]", at: way) { !has[$0] }
    }
  }

  /// The number of what an element doesn't have.
  private static let nothing = -1

  /// What the elements of each list have at a way, by the numbers of the terms.
  ///
  /// Many of the lists may be the same: all values of a document ask about what is in that.
  private static func numbers(in terms: [Term?], at way: Way) -> [Set<Int>] {
    var known: [Int: Set<Int>] = [:]
    return terms.map { term in
      guard let list = term, list.kind == .array else { return [] }
      if let numbers = known[list.number] { return numbers }
      let numbers = Set(list.elements.map { $0.at(way.segments)?.number ?? nothing })
      known[list.number] = numbers
      return numbers
    }
  }

  private mutating func askForTexts(_ found: [Term?], _ text: String, _ way: Way) {
    let found = found.map { $0?.text }
    guard found.count(where: { $0 != nil }) >= 2 else { return }
    let texts = found.map { $0.map { Array($0.utf8) } }
    var words: [String] = []
    for text in found.compactMap({ $0 }).prefix(40) where words.count < 60 {
      for word in Words.telling(in: text) where !words.contains(word) && words.count < 60 {
        words.append(word)
      }
    }
    for word in words {
      guard let pattern = Words.escaped(word) else { continue }
      let bytes = Array(word.utf8)
      let holds = texts.map { $0?.includes(bytes) == true }
      add("match(\(text), '\(pattern).*')", at: way) { texts[$0]?.starts(with: bytes) == true }
      add("search(\(text), '\(pattern)')", at: way) { holds[$0] }
      add("!search(\(text), '\(pattern)')", at: way) { !holds[$0] }
      add("match(\(text), '.*\(pattern)')", at: way) {
        texts[$0]?.suffix(bytes.count).elementsEqual(bytes) == true
      }
    }
  }
}

private struct TermInner: Hashable {
  let way: Way
  let term: Term
}

/// Words in texts, and how they stand in patterns.
enum Words {
  private static func isWord(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || byte == UInt8(ascii: "_") || byte >= 0x80
  }

  /// Words of three letters and more, and single signs.
  static func telling(in text: String) -> [String] {
    split(text).filter { word in
      guard let first = word.utf8.first else { return false }
      return isWord(first)
        ? word.utf8.count >= 3 : first != UInt8(ascii: " ") && first > 0x20
    }
  }

  /// Words, and each other sign alone.
  static func split(_ text: String) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    func end() {
      if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
      word = []
    }
    for byte in text.utf8.prefix(400) {
      if isWord(byte) {
        word.append(byte)
      } else {
        end()
        words.append(String(decoding: [byte], as: UTF8.self))
      }
    }
    end()
    return words
  }

  /// A text as a pattern in a condition; nil where that would take a backslash.
  static func escaped(_ text: String) -> String? {
    var pattern = ""
    for character in text.unicodeScalars {
      switch character {
      case "\\", "^", "[", "]", "'", "\n", "\r", "\t": return nil
      case ".", "?", "*", "+", "(", ")", "{", "}", "|", "$", "-": pattern += "[\(character)]"
      default: pattern.unicodeScalars.append(character)
      }
    }
    return pattern
  }
}
