/// A pattern made ready for texts.
///
/// It is an object so that one reference is counted when it is handed on.
final class CompiledPattern: Sendable {
  let program: PatternProgram
  /// The program in words, where it is short.
  let word: PatternWord?
  /// All texts that it fits, where they are written out in it.
  private let words: PatternWords?
  /// Those texts, where they are looked up in place of running a long program.
  private let search: PatternWords?

  init(_ program: PatternProgram, words: PatternWords?) {
    self.program = program
    self.words = words
    word = PatternWord(program)
    search = word == nil && words?.mostSteps != nil ? words : nil
  }

  /// The most steps that a call takes at each place.
  var mostSteps: Int { search?.mostSteps ?? program.instructions.count }

  /// Whether the pattern fits a text, or some part of it.
  func fits(_ text: [UInt8], isWhole: Bool) -> Bool {
    if let words, isWhole || words.isAnchored { return words.contain(text) }
    if let search {
      var isFound = false
      _ = search.forEachMatch(in: text, atMost: .max) { _ in
        isFound = true
        return false
      }
      return isFound
    }
    guard mayFit(text, isWhole: isWhole, word) else { return false }
    if let word {
      return WordMatcher(word, in: text, isWhole: isWhole, atMost: .max).exists()
    }
    var matcher = PatternMatcher(program, in: text, isWhole: isWhole)
    return matcher.exists()
  }

  /// Calls `body` with the slots of each match until it says false; says how many steps it took.
  ///
  /// Slots 0 and 1 are the whole match, 2 and 3 the first group, and so on; -1 where a group took
  /// no part. After a match that took nothing the search goes on one scalar later. It ends where it
  /// has taken more steps than it may.
  @discardableResult
  func forEachMatch(
    in text: [UInt8], isWhole: Bool, atMost mostSteps: Int = .max, _ body: ([Int]) -> Bool
  ) -> Int {
    if let search {
      func goesOn(_ range: Range<Int>) -> Bool {
        let ends = [range.lowerBound, range.upperBound]
        return body(Array(repeatElement(ends, count: 1 + min(program.groupCount, 9)).joined()))
      }
      guard isWhole || search.isAnchored else {
        return search.forEachMatch(in: text, atMost: mostSteps, goesOn)
      }
      if search.contain(text) { _ = goesOn(0..<text.count) }
      return text.count + 20
    }
    let word = text.count <= WordMatcher.longestText ? word : nil
    guard mayFit(text, isWhole: isWhole, word) else { return 0 }
    if let word {
      var matcher = WordMatcher(word, in: text, isWhole: isWhole, atMost: mostSteps)
      matcher.forEachMatch(body)
      return matcher.steps
    }
    var matcher = PatternMatcher(program, in: text, isWhole: isWhole, atMost: mostSteps)
    matcher.forEachMatch(body)
    return matcher.steps
  }

  /// Whether the bytes with which every match begins stand where one could begin; most texts that
  /// don't match are known by this alone.
  private func mayFit(_ text: [UInt8], isWhole: Bool, _ word: PatternWord?) -> Bool {
    // A search finds by itself where a match can begin.
    if !isWhole, word?.search != nil { return true }
    let prefix = program.prefix
    guard let first = prefix.first, !isWhole, !program.isAtStart else {
      return text.starts(with: prefix)
    }
    var rest = text[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: prefix) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
