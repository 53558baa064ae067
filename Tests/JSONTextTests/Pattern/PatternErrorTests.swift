import JSONText
import Testing

@Suite struct `Pattern errors` {
  struct Case: Sendable, CustomTestStringConvertible {
    let pattern: String
    let dialect: Pattern.Dialect
    let message: String

    init(_ pattern: String, _ message: String) {
      self.init(pattern, .standard, message)
    }

    init(_ pattern: String, _ dialect: Pattern.Dialect, _ message: String) {
      self.pattern = pattern
      self.dialect = dialect
      self.message = message
    }

    var testDescription: String { "\(pattern.prefix(40)) (\(dialect))" }
  }

  static let escapes =
    "one of `\\n \\r \\t \\p \\P`, or `\\` before one of `( ) * + - . ? [ \\ ] ^ { | }`"
  static let moreEscapes =
    "one of `\\n \\r \\t \\d \\D \\w \\W \\s \\S \\p \\P`, or `\\` before one of "
    + "`( ) * + - . ? [ \\ ] ^ { | } $`"
  static let repeated = "something to repeat before it, or `\\` to mean the character"
  static let escaped = "`\\` before it to mean the character"
  static let large =
    "at most 10000 steps, found a pattern that is too large once its "
    + "repetitions are written out"

  @Test(arguments: [
    Case("*", "expected \(repeated), found `*` at byte 0"),
    Case("a|+", "expected \(repeated), found `+` at byte 2"),
    Case(
      "a**",
      "expected nothing behind a repetition: it takes as much as it can; `[^x]*` takes all up to an "
        + "`x`, found `*` at byte 2"),
    Case("(?:a)", "expected a group without `?:`: all groups are alike here, found `?` at byte 1"),
    Case(
      "(?<=a)",
      "expected no looking ahead or behind, and no names of groups: those don't exist here, "
        + "found `?` at byte 1"),
    Case("^*", .patterns, "expected \(repeated), found `*` at byte 1"),
    Case("a{2}{3}", "expected \(escaped), found `{` at byte 4"),
    Case("{", "expected \(escaped), found `{` at byte 0"),
    Case("a]", "expected \(escaped), found `]` at byte 1"),
    Case("a}", "expected \(escaped), found `}` at byte 1"),
    Case("a{", "expected a count, found the end of the pattern at byte 2"),
    Case("a{x}", "expected a count, found `x` at byte 2"),
    Case("a{,3}", "expected a count, found `,` at byte 2"),
    Case("a{1", "expected `}`, found the end of the pattern at byte 3"),
    Case("a{3,2}", "expected the smaller count first, found a repetition from 3 to 2 at byte 1"),
    Case(
      "a(b",
      "expected `)` for the group that opens at byte 1, "
        + "found the end of the pattern at byte 3"),
    Case("a)", "expected a `(` before it, or `\\` to mean the character, found `)` at byte 1"),
    Case(
      "[",
      "expected `]` for the set that opens at byte 0, "
        + "found the end of the pattern at byte 1"),
    Case("[]", "expected \(escaped), found `]` at byte 1"),
    Case("[^]", "expected \(escaped), found `]` at byte 2"),
    Case("[a[b]", "expected \(escaped), found `[` at byte 2"),
    Case("[a-b-c]", "expected `\\-` to mean the character, found `-` at byte 4"),
    Case(
      "[z-a]",
      "expected the lower character first, found a range that runs backwards "
        + "at byte 2"),
    Case("[a-\\p{L}]", "expected a character, found a set as the end of a range at byte 3"),
    Case("\\", "expected a character after `\\`, found the end of the pattern at byte 1"),
    Case("\\d", "expected `[0-9]`, found `\\d` at byte 0"),
    Case("\\c", "expected \(escapes), found `\\c` at byte 0"),
    Case("a\\$", "expected \(escapes), found `\\$` at byte 1"),
    Case("\\é", "expected \(escapes), found `\\é` at byte 0"),
    Case("\\D", .standard, "expected `[^0-9]`, found `\\D` at byte 0"),
    Case("\\b", .patterns, "expected \(moreEscapes), found `\\b` at byte 0"),
    Case("\\pL", "expected `{` and a Unicode category, such as `Lu`, found `L` at byte 2"),
    Case(
      "\\p{Xx}",
      "expected a Unicode category, such as `Lu` or `L`, and `}`, "
        + "found `X` at byte 3"),
    Case(
      "\\p{Cs}",
      "expected a Unicode category, such as `Lu` or `L`, and `}`, "
        + "found `C` at byte 3"),
    Case(
      "\\p{",
      "expected a Unicode category, such as `Lu` or `L`, and `}`, "
        + "found the end of the pattern at byte 3"),
    Case("a{10001}", "expected \(large) at byte 1"),
    Case("a{5000,}a{5000,}", "expected \(large) at byte 9"),
    Case("((a{100}){100}){100}", "expected \(large) at byte 15"),
    Case("(a{99999999999999999999999}){99999999999999999999}", "expected \(large) at byte 2"),
    Case(String(repeating: "a", count: 10_001), "expected \(large) at byte 10001"),
    Case(
      String(repeating: "(", count: 257),
      "expected at most 256 groups inside one another, found `(` at byte 256"),
  ]) func `an invalid pattern says why`(_ sample: Case) {
    let error = #expect(throws: PatternError.self) {
      try Pattern(sample.pattern, sample.dialect)
    }
    #expect(error?.description == sample.message)
  }

  @Test(arguments: [
    ("$", "`$1` to `$9` for a group, or `$$` for a dollar sign, found `$` and the end of the text"),
    ("a$x", "`$1` to `$9` for a group, or `$$` for a dollar sign, found `$` and `x`"),
    ("a$0", "`$1` to `$9` for a group, or `$$` for a dollar sign, found `$` and `0`"),
    ("a$3", "a group of the pattern: it has 2, found `$3`"),
  ]) func `a replacement names groups that are there`(_ template: String, _ message: String) throws
  {
    let pattern = try Pattern("(a)(b)", .patterns)
    let error = #expect(throws: PatternError.self) { try PatternTemplate(template, for: pattern) }
    let offset = template.utf8.count - (template == "$" ? 1 : 2)
    #expect(error?.description == "expected \(message) at byte \(offset)")
  }

  @Test func `deep and long patterns are no problem`() throws {
    let deep = String(repeating: "(", count: 256) + "a" + String(repeating: ")*", count: 256)
    #expect(try Pattern(deep, .standard).matches(Array("aaa".utf8)))
    #expect(try Pattern(String(repeating: "a", count: 9_999), .standard).matches([]) == false)
    let wide = "[" + String(repeating: "ab", count: 9_999) + "]"
    #expect(try Pattern(wide, .standard).matches(Array("b".utf8)))
  }
}
