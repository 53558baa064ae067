import JSONText
import Testing

@Suite struct `Patterns` {
  struct Case: Sendable, CustomTestStringConvertible {
    let pattern: String
    let dialect: Pattern.Dialect
    let whole: [String]
    let part: [String]
    let none: [String]

    init(
      _ pattern: String, _ dialect: Pattern.Dialect = .standard, whole: [String] = [],
      part: [String] = [], none: [String] = []
    ) {
      self.pattern = pattern
      self.dialect = dialect
      self.whole = whole
      self.part = part
      self.none = none
    }

    var testDescription: String { "\(pattern) (\(dialect))" }
  }

  /// `whole` is matched from end to end, in `part` the pattern is only found.
  static let cases = [
    Case("", whole: [""], part: ["a"]),
    Case("abc", whole: ["abc"], part: ["xabcx"], none: ["ab", "", "abd"]),
    Case("a|bc|", whole: ["a", "bc", ""], part: ["b"]),
    Case("(a|b)c", whole: ["ac", "bc"], part: ["abc"], none: ["ab"]),
    Case("a*", whole: ["", "a", "aaa"], part: ["b", "ab"]),
    Case("ab?c+", whole: ["ac", "abc", "abccc"], none: ["ab", "abb"]),
    Case("a{2}", whole: ["aa"], part: ["aaa"], none: ["a"]),
    Case("a{2,}", whole: ["aa", "aaaaa"], none: ["a"]),
    Case("a{1,3}b", whole: ["ab", "aab", "aaab"], part: ["aaaab"], none: ["b"]),
    Case("a{0}b", whole: ["b"], part: ["ab"]),
    Case("(ab){2,3}", whole: ["abab", "ababab"], none: ["ab"]),
    Case("(){0,1000000000}", whole: [""], part: ["x"]),
    Case(".", whole: ["a", "é", "😀", "\u{2028}", "\u{85}"], part: ["ab"], none: ["\n", "\r", ""]),
    Case("a.c", whole: ["abc", "a😀c"], none: ["a\nc", "ac"]),
    Case("[a-c]", whole: ["a", "b", "c"], none: ["d", "A", "-"]),
    Case("[^a-c]", whole: ["d", "😀", "\n"], none: ["a", ""]),
    Case("[-a]", whole: ["-", "a"], none: ["b"]),
    Case("[a-]", whole: ["-", "a"], none: ["b"]),
    Case("[^-a]", whole: ["b", "^"], none: ["-", "a"]),
    Case("[-]", whole: ["-"], none: ["a"]),
    Case("[.*+?^$|(){}]", whole: [".", "*", "^", "$", "(", "}"], none: ["a"]),
    Case("[\\]\\[\\-\\\\]", whole: ["]", "[", "-", "\\"], none: ["a"]),
    Case("[à-ü]", whole: ["é"], none: ["e"]),
    Case("[😀-😂]", whole: ["😁"], none: ["😃"]),
    Case("\\(\\)\\*\\+\\-\\.\\?\\[\\\\\\]\\^\\{\\|\\}", whole: ["()*+-.?[\\]^{|}"]),
    Case("\\n\\r\\t", whole: ["\n\r\t"]),
    Case("\\p{Lu}", whole: ["A", "É", "Ж"], none: ["a", "1"]),
    Case("\\P{Lu}", whole: ["a", "1", "ß"], none: ["A"]),
    Case("\\p{L}+", whole: ["aÉж漢"], part: ["1a"], none: ["1"]),
    Case("[\\p{Nd}\\P{L}]", whole: ["1", "-"], none: ["a"]),
    Case("[^\\p{L}x]", whole: ["1"], none: ["a", "x"]),
    Case("\\p{Cn}", whole: ["\u{10FFFF}"], none: ["a"]),
    Case("^a$", whole: ["a"], none: ["^a$", "ba", "ab"]),
    Case("[$][\\^]\\^", whole: ["$^^"]),
    Case("é", whole: ["é"], none: ["e\u{301}"]),
    Case("^a$", .patterns, whole: ["a"], none: ["ba", "ab"]),
    Case("^|b", .patterns, whole: [""], part: ["a"]),
    Case("a$|^b", .patterns, whole: ["a", "b"], part: ["ba", "ca", "bc"], none: ["ac", "cb"]),
    Case("a^b", .patterns, none: ["ab", "a^b"]),
    Case("\\d+", .patterns, whole: ["042"], part: ["a1"], none: ["a", "٣"]),
    Case("\\w+", .patterns, whole: ["aZ_9"], part: ["é1"], none: ["é", "-"]),
    Case("\\s", .patterns, whole: [" ", "\t", "\n", "\r"], none: ["\u{A0}", "a"]),
    Case("[\\d.]+", .patterns, whole: ["1.5"], none: ["a"]),
    Case("\\$\\^", .patterns, whole: ["$^"]),
  ]

  @Test(arguments: cases) func `a pattern fits what it says`(_ sample: Case) throws {
    let pattern = try Pattern(sample.pattern, sample.dialect)
    for text in sample.whole {
      #expect(pattern.matches(Array(text.utf8)), "\(text) as a whole")
      #expect(pattern.isFound(in: Array(text.utf8)), "\(text) somewhere")
      #expect(pattern.wholeMatch(of: Array(text.utf8))?.range == 0..<text.utf8.count)
    }
    for text in sample.part {
      #expect(!pattern.matches(Array(text.utf8)), "\(text) as a whole")
      #expect(pattern.isFound(in: Array(text.utf8)), "\(text) somewhere")
      #expect(pattern.firstMatch(in: Array(text.utf8)) != nil)
    }
    for text in sample.none {
      #expect(!pattern.matches(Array(text.utf8)), "\(text) as a whole")
      #expect(!pattern.isFound(in: Array(text.utf8)), "\(text) somewhere")
      #expect(pattern.firstMatch(in: Array(text.utf8)) == nil)
    }
  }

  struct Groups: Sendable, CustomTestStringConvertible {
    let pattern: String
    let text: String
    let found: [String?]

    init(_ pattern: String, _ text: String, _ found: String?...) {
      self.pattern = pattern
      self.text = text
      self.found = found
    }

    var testDescription: String { "\(pattern) in \(text)" }
  }

  @Test(arguments: [
    Groups("a+", "baaa", "aaa"),
    Groups("a|ab", "ab", "a"),
    Groups("ab|a", "ab", "ab"),
    Groups("(a|ab)(c|bcd)", "abcd", "abcd", "a", "bcd"),
    Groups("(a*)(a*)", "aa", "aa", "aa", ""),
    Groups("(a)|(b)", "b", "b", nil, "b"),
    Groups("(a|b)*", "abb", "abb", "b"),
    Groups("((a)|b)*", "ab", "ab", "b", "a"),
    Groups("(a*)*", "b", "", ""),
    Groups("(|a)*", "aa", "", ""),
    Groups("(\\d+)x(\\d+)", "size 10x20.", "10x20", "10", "20"),
    Groups("(é)(.)", "aé😀", "é😀", "é", "😀"),
    Groups("(a){0}b", "ab", "b", nil),
    Groups("(a){2,3}", "aaaa", "aaa", "a"),
    Groups(
      "(1)(2)(3)(4)(5)(6)(7)(8)(9)(0)", "1234567890",
      "1234567890", "1", "2", "3", "4", "5", "6", "7", "8", "9"),
  ]) func `groups hold what they took`(_ sample: Groups) throws {
    let text = Array(sample.text.utf8)
    let match = try #require(try Pattern(sample.pattern, .patterns).firstMatch(in: text))
    let found = ([match.range] + match.groups).map { range in
      range.map { String(decoding: text[$0], as: UTF8.self) }
    }
    #expect(found == sample.found)
  }

  @Test(arguments: [
    ("a", "b", "banana", "bbnbnb"),
    ("a*", "-", "baac", "-b--c-"),
    ("", "-", "é😀", "-é-😀-"),
    ("^v(.*)$", "$1", "v1.2", "1.2"),
    ("^", ">", "aa", ">aa"),
    ("\\$__(series|field)_name", "$${__$1.name}", "a $__field_name", "a ${__field.name}"),
    ("(a)|(b)", "[$1$2]", "abc", "[a][b]c"),
    ("(\\w)(\\w)", "$2$1", "abcde", "badce"),
    ("x", "", "axbx", "ab"),
  ]) func `every match is replaced`(
    _ pattern: String, _ template: String, _ text: String, _ result: String
  ) throws {
    let pattern = try Pattern(pattern, .patterns)
    let template = try PatternTemplate(template, for: pattern)
    let replaced = pattern.replacingMatches(in: Array(text.utf8), with: template)
    #expect(replaced.map { String(decoding: $0, as: UTF8.self) } == result)
  }

  @Test func `without a match nothing is replaced`() throws {
    let pattern = try Pattern("x", .patterns)
    let template = try PatternTemplate("y", for: pattern)
    #expect(pattern.replacingMatches(in: Array("abc".utf8), with: template) == nil)
  }

  @Test func `matches go on across the chunks in which a text is read`() throws {
    let pattern = try Pattern("(é+)😀", .patterns)
    let unit = Array(("x" + String(repeating: "é", count: 100) + "😀").utf8)
    let text = Array(repeatElement(unit, count: 60).joined())
    let matches = pattern.matches(in: text)
    #expect(matches.count == 60)
    for (number, match) in matches.enumerated() {
      let start = number * unit.count + 1
      #expect(match.range == start..<start + 204)
      #expect(match.groups == [start..<start + 200])
    }
    let long = try Pattern("(x|é|😀)*", .patterns)
    #expect(long.wholeMatch(of: text)?.groups == [text.count - 4..<text.count])
    #expect(try Pattern("x.*x", .patterns).firstMatch(in: text)?.range == 0..<59 * unit.count + 1)
  }

  @Test func `bytes that are no text are read without a crash`() throws {
    let pattern = try Pattern(".+", .standard)
    for bytes: [UInt8] in [[0x80], [0xC3], [0xF0, 0x9F], [0xED, 0xA0, 0x80], [0xFF, 0xC3, 0xA9]] {
      #expect(pattern.wholeMatch(of: bytes)?.range == 0..<bytes.count)
    }
  }

  @Test(arguments: [
    "(a|aa)+b", "(a*)*c", "((a*)*)*c", "a*a*a*a*a*c", "(a?){50}a{50}c", "(a|a|a|a)*c",
    "a*c|a", "([ab]|a|.)*c",
  ]) func `hostile text takes linear time`(_ pattern: String) throws {
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: 20_000)
    let pattern = try Pattern(pattern, .patterns)
    #expect(!pattern.matches(text))
    let replaced = pattern.replacingMatches(in: text, with: try PatternTemplate("", for: pattern))
    #expect(replaced == nil || replaced == [])
  }

  @Test func `the work of a call is known before`() throws {
    let pattern = try Pattern("(a{90}){100}", .standard)
    #expect(pattern.work(forTextOf: 1_000_000) > 100_000_000)
    #expect(pattern.work(forTextOf: Int.max - 1) == Int.max)
    #expect(try Pattern("a", .standard).work(forTextOf: 100) < 100)
  }

  @Test(arguments: [("%", ""), ("(%)", "$1")]) func `many words cost little where they are not`(
    around: (start: String, group: String)
  ) throws {
    let words = (0..<200).map { "word\($0)" } + ["ward", "war", "warden", "é"]
    let text = around.start.replacing("%", with: words.joined(separator: "|"))
    let pattern = try Pattern(text, .patterns)
    #expect(pattern.work(forTextOf: 50) < 500)
    let template = try PatternTemplate("<\(around.group)>", for: pattern)
    var work = 200
    let lorem = Array("lorem ipsum word lorem ipsum word lorem ipsum word ".utf8)
    #expect(pattern.replacingMatches(in: lorem, with: template, work: &work) == nil)
    #expect(work > 0)
    #expect(!pattern.isFound(in: lorem))
    let found = pattern.matches(in: Array("a word1a wordens wardens war é word20".utf8))
    // Of words that stand at one place the one that is written first counts.
    #expect(found.map(\.range) == [2..<7, 17..<21, 25..<28, 29..<31, 32..<37])
    #expect(found.allSatisfy { match in match.groups.allSatisfy { $0 == match.range } })
    #expect(pattern.wholeMatch(of: Array("word150".utf8))?.range == 0..<7)
    #expect(pattern.wholeMatch(of: Array("word150x".utf8)) == nil)
    #expect(pattern.isFound(in: Array("a war".utf8)))
  }

  @Test func `equal patterns are equal in what was written`() throws {
    #expect(try Pattern("é", .standard) != Pattern("e\u{301}", .standard))
    #expect(try Pattern("a", .standard) == Pattern("a", .standard))
    #expect(try Pattern("a", .standard) != Pattern("a", .patterns))
  }

  @Test(arguments: ["", "(((a?)))", "a", "x*"])
  func `replacing takes from the work that there is, and ends where that does`(
    pattern: String
  ) throws {
    let pattern = try Pattern(pattern, .patterns)
    let template = try PatternTemplate("b", for: pattern)
    let text = [UInt8](repeating: UInt8(ascii: "a"), count: 10_000)
    let whole = pattern.replacingMatches(in: text, with: template)
    var work = 10_000_000
    #expect(pattern.replacingMatches(in: text, with: template, work: &work) == whole)
    let taken = 10_000_000 - work
    // Each place costs something; a match there costs more than looking for it.
    #expect(taken > 100_000 && taken < 1_000_000)
    work = taken
    #expect(pattern.replacingMatches(in: text, with: template, work: &work) == whole)
    #expect(work == 0)
    work = taken / 3
    #expect(pattern.replacingMatches(in: text, with: template, work: &work) == nil)
    // It has not gone on for long.
    #expect(work < 0 && work > -taken / 2)
  }
}

extension Pattern {
  /// The text with every match replaced, however much work it is.
  fileprivate func replacingMatches(
    in text: [UInt8], with template: PatternTemplate
  ) -> [UInt8]? {
    var work = Int.max
    return replacingMatches(in: text, with: template, work: &work)
  }
}
