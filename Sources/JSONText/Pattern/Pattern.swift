/// A regular expression that is matched in linear time: I-Regexp of RFC 9485.
///
/// The match that begins first counts, of alternatives the one that stands first, and each
/// repetition takes as much as it can. Where a repetition goes around something that can be empty,
/// as in `(a*)*`, its group holds the last round that took something.
package struct Pattern: Hashable, Sendable {
  /// What a pattern may hold.
  package enum Dialect: Hashable, Sendable {
    /// RFC 9485, for `match` and `search` in paths; `^` and `$` are the ends of the text, as the
    /// compliance suite of RFC 9535 has it.
    case standard
    /// And `\d`, `\w`, `\s`, `\$`; groups are noted, the first nine of them.
    case patterns
  }

  /// The pattern as it was written.
  package let text: String
  private let bytes: [UInt8]
  private let dialect: Dialect
  private let ignoresCase: Bool
  private let compiled: CompiledPattern

  /// Reads and compiles a pattern.
  ///
  /// Where it ignores the case, letters and ranges of letters also stand for what they fold to and
  /// what folds to the same; escapes such as `\w` and `\p{Lu}` mean what they always do.
  package init(
    _ text: String, _ dialect: Dialect, ignoresCase: Bool = false
  ) throws(PatternError) {
    try self.init(bytes: Array(text.utf8), dialect, ignoresCase: ignoresCase)
  }

  init(bytes: [UInt8], _ dialect: Dialect, ignoresCase: Bool = false) throws(PatternError) {
    self.text = String(decoding: bytes, as: UTF8.self)
    self.bytes = bytes
    self.dialect = dialect
    self.ignoresCase = ignoresCase
    compiled = CompiledPattern(
      try PatternParser.compile(bytes, as: dialect, ignoresCase: ignoresCase),
      words: ignoresCase ? nil : PatternWords(bytes))
  }

  package static func == (left: Pattern, right: Pattern) -> Bool {
    left.bytes == right.bytes && left.dialect == right.dialect
      && left.ignoresCase == right.ignoresCase
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(bytes)
    hasher.combine(dialect)
    hasher.combine(ignoresCase)
  }

  /// How many groups can be named: nine at most.
  package var groupCount: Int { min(compiled.program.groupCount, 9) }

  /// The most work that one call can be for a text of this many bytes, in node visits of a
  /// document.
  package func work(forTextOf byteCount: Int) -> Int {
    // An instruction is met at most three times at each place; thirty times take about as long as
    // one visit of a node.
    let count = Int64(compiled.mostSteps)
    let (steps, overflow) = count.multipliedReportingOverflow(by: Int64(byteCount + 1))
    return overflow ? Int.max : Int(capped: steps / 10 + 1)
  }

  /// Whether the pattern fits the whole text.
  package func matches(_ text: [UInt8]) -> Bool {
    compiled.fits(text, isWhole: true)
  }

  /// Whether the pattern fits some part of the text.
  package func isFound(in text: [UInt8]) -> Bool {
    compiled.fits(text, isWhole: false)
  }

  /// Where a match stands, and each of its groups; nil for a group that took no part.
  package struct Match: Hashable, Sendable {
    /// The bytes of the whole match.
    package let range: Range<Int>
    /// The bytes of each group.
    package let groups: [Range<Int>?]

    fileprivate init(_ slots: [Int]) {
      range = slots[0]..<slots[1]
      groups = stride(from: 2, to: slots.count, by: 2).map {
        slots[$0 + 1] < 0 ? nil : slots[$0]..<slots[$0 + 1]
      }
    }
  }

  /// The match of the whole text.
  package func wholeMatch(of text: [UInt8]) -> Match? {
    firstMatch(in: text, isWhole: true)
  }

  /// The match that begins first.
  package func firstMatch(in text: [UInt8]) -> Match? {
    firstMatch(in: text, isWhole: false)
  }

  private func firstMatch(in text: [UInt8], isWhole: Bool) -> Match? {
    var result: Match?
    compiled.forEachMatch(in: text, isWhole: isWhole) { slots in
      result = Match(slots)
      return false
    }
    return result
  }

  /// All matches from left to right, none inside another.
  package func matches(in text: [UInt8]) -> [Match] {
    var result: [Match] = []
    compiled.forEachMatch(in: text, isWhole: false) { slots in
      result.append(Match(slots))
      return true
    }
    return result
  }

  /// What a template makes of the match of the whole text; nil if the pattern doesn't fit it.
  package func replacingWhole(_ text: [UInt8], with template: PatternTemplate) -> [UInt8]? {
    var result: [UInt8]?
    compiled.forEachMatch(in: text, isWhole: true) { slots in
      var bytes: [UInt8] = []
      template.append(to: &bytes, from: text, slots: slots, atMost: .max)
      result = bytes
      return false
    }
    return result
  }

  /// The text with every match replaced, or with the first `limit` of them; nil if there is none.
  ///
  /// It breaks off where that gets longer than `most`, and where it takes more work than there is.
  /// What it takes, in node visits of a document, is taken from `work`, which is below zero then.
  package func replacingMatches(
    in text: [UInt8], with template: PatternTemplate, times: Int = .max, atMost most: Int = .max,
    work: inout Int
  ) -> [UInt8]? {
    // A step takes about half as long as the visit of a node.
    let (doubled, overflow) = work.multipliedReportingOverflow(by: 2)
    var result: [UInt8] = []
    var end: Int?
    var count = 0
    let mostSteps = overflow ? .max : max(0, doubled)
    let steps = compiled.forEachMatch(in: text, isWhole: false, atMost: mostSteps) { slots in
      result += text[(end ?? 0)..<slots[0]]
      template.append(to: &result, from: text, slots: slots, atMost: most)
      end = slots[1]
      count += 1
      return count < times && result.count <= most
    }
    work -= (steps + 1) / 2
    guard let end, work >= 0 else { return nil }
    result += text[end...]
    return result
  }
}
