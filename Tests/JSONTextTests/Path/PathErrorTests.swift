import JSONText
import Testing

@Suite struct `Path errors` {
  enum Reader: Sendable {
    case standard, rule, condition
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let reader: Reader
    let text: String
    let error: PathError

    init(
      _ reader: Reader, _ text: String, _ offset: Int, _ found: String, _ expected: String
    ) {
      self.reader = reader
      self.text = text
      error = PathError(offset: offset, found: found, expected: expected)
    }

    var testDescription: String { "\(reader): \(text)" }
  }

  private static let selectors = "a quoted name, an index, a slice, `*` or `?` and a condition"
  private static let sign = "; a name with this sign takes brackets and quotes: `['a-b']`"
  private static let escapes =
    "one of `\\\\ \\/ \\' \\b \\f \\n \\r \\t \\u`; "
    + "a backslash itself is `\\\\`, in JSON `\\\\\\\\`"
  private static let functions = "one of `length`, `count`, `match`, `search`, `value`"
  private static let terms = "a query that starts with `@` or `$`, a value or a function"
  private static let values =
    "text, a number, `true`, `false` or `null`: no other value can be written here"
  private static let singular = "a query for one place, with names and indices only"
  private static let plain = "a name without white space; others take brackets: `['a b']`"

  @Test(arguments: [
    Case(.standard, "", 0, "the end of the path", "`$`"),
    Case(.standard, "a", 0, "`a`", "`$`"),
    Case(.standard, "@.a", 0, "`@`", "`$`"),
    Case(.standard, "$a", 1, "`a`", "`.` before a name"),
    Case(.standard, "$ ", 1, "a space", "`.`, `[` or the end of the path"),
    Case(.standard, "$.", 2, "the end of the path", "a name or `*` after `.`"),
    Case(.standard, "$..", 3, "the end of the path", "a name, `*` or `[` after `..`"),
    Case(.standard, "$. a", 2, "a space", "a name or `*` after `.`"),
    Case(.standard, "$.1", 2, "`1`", "a name or `*` after `.`"),
    Case(.standard, "$.a-b", 3, "`-`", "`.`, `[` or the end of the path\(sign)"),
    Case(.standard, "$.a b", 3, "a space", "`.`, `[` or the end of the path"),
    Case(.standard, "$.\u{1}", 2, "a control character (U+0001)", "a name or `*` after `.`"),
    Case(.standard, "$[", 2, "the end of the path", "\(selectors)"),
    Case(
      .standard, "$[]", 2, "`]`", "what is chosen: `$[*]` is every element, `$[0]` the first"),
    Case(.standard, "$['a'", 5, "the end of the path", "`,` or `]`"),
    Case(.standard, "$['a", 4, "the end of the path", "`'` at the end of the text from byte 2 on"),
    Case(.standard, "$[abc]", 2, "`abc`", "quotes around a name: `['abc']`"),
    Case(.standard, "$[a-b]", 2, "`a-b`", "quotes around a name: `['a-b']`"),
    Case(.standard, "$[“a”]", 2, "`“`", "straight quotes around a name: `'`"),
    Case(.standard, "$[@.a]", 2, "`@`", "`?` before a condition"),
    Case(.standard, "$[(@.a)]", 2, "`(`", "\(selectors)"),
    Case(.standard, "$[0,]", 4, "`]`", "\(selectors)"),
    Case(.standard, "$[0 1]", 4, "`1`", "`,` or `]`"),
    Case(.standard, "$[01]", 2, "`01`", "an index without a leading zero"),
    Case(.standard, "$[-0]", 2, "`-0`", "an index without a leading zero"),
    Case(.standard, "$[1.5]", 3, "`.`", "a whole number as an index"),
    Case(.standard, "$[- 1]", 3, "a space", "a digit after `-`"),
    Case(
      .standard, "$[9007199254740992]", 2, "`9007199254740992`",
      "an index from -9007199254740991 to 9007199254740991"),
    Case(.standard, "$[1:2:3:4]", 7, "`:`", "`,` or `]`"),
    Case(.standard, "$['\\.']", 3, "`\\.`", "\(escapes)"),
    Case(.standard, "$['\\ud800']", 3, "`\\ud800`", "two escapes for a character beyond U+FFFF"),
    Case(.standard, "$['\\u12']", 7, "`'`", "four hexadecimal digits after `\\u`"),
    Case(
      .standard, "$['a\u{7}']", 4, "a control character (U+0007)",
      "the escape `\\u0007`, written `\\\\u0007` in JSON, for a control character"),
    Case(
      .condition, "match(@.a, '#\n')", 13, "a line break",
      "the escape `\\n`, written `\\\\n` in JSON, for a control character"),
    Case(.standard, "$[?]", 3, "`]`", "\(terms)"),
    Case(.standard, "$[?@.a = 1]", 7, "`=`", "`==`"),
    Case(.standard, "$[?@.a === 1]", 7, "`===`", "`==`"),
    Case(.standard, "$[?@.a =~ 'x']", 7, "`=`", "`==`; for a pattern `match(…)` or `search(…)`"),
    Case(.standard, "$[?@.a <> 1]", 7, "`<>`", "`!=`"),
    Case(.standard, "$[?@.a and @.b]", 7, "`and`", "`&&`"),
    Case(.standard, "$[?@.a OR @.b]", 7, "`OR`", "`||`"),
    Case(.standard, "$[?not @.a]", 3, "`not`", "`!`"),
    Case(.standard, "$[?@.a & @.b]", 7, "`&`", "`&&`"),
    Case(.standard, "$[?@.a && ]", 10, "`]`", "\(terms)"),
    Case(.standard, "$[?@.a", 6, "the end of the path", "`,` or `]`"),
    Case(.standard, "$[?(@.a]", 7, "`]`", "`&&`, `||` or `)`"),
    Case(
      .standard, "$[?!@.a == 1]", 8, "`==`",
      "parentheses around a comparison after `!`: `!(@.a == 1)`"),
    Case(
      .standard, "$[?(@.a) == 1]", 9, "`==`",
      "`&&`, `||` or `)`: a condition in parentheses can't be compared"),
    Case(.standard, "$[?!!@.a]", 4, "`!`", "one `!` only, or parentheses: `!(!@.a)`"),
    Case(.standard, "$[?@.* == 1]", 3, "`@.*`", "\(singular)"),
    Case(.standard, "$[?1 == @..a]", 8, "`@..a`", "\(singular)"),
    Case(
      .standard, "$[?@.a == abc]", 10, "`abc`",
      "`@.` before a name, or quotes around text: `@.abc` or `'abc'`"),
    Case(.standard, "$[?@.a == True]", 10, "`True`", "`true`"),
    Case(.standard, "$[?@.a == nil]", 10, "`nil`", "`null`"),
    Case(.standard, "$[?@.a == 01]", 10, "`01`", "a number without a leading zero"),
    Case(.standard, "$[?@.a == 1.]", 12, "`]`", "a digit after `.`"),
    Case(.standard, "$[?@.a == 1e]", 12, "`]`", "a digit of the exponent"),
    Case(.standard, "$[?@.a == -]", 11, "`]`", "a digit after `-`"),
    Case(.standard, "$[?@.a == +1]", 10, "`+`", "a number without `+`"),
    Case(.standard, "$[?@.a == .5]", 10, "`.`", "`@` before `.`, or a digit"),
    Case(.standard, "$[?@.a == [1]]", 10, "`[`", "\(values)"),
    Case(.standard, "$[?1]", 3, "`1`", "a comparison: a value alone is no condition"),
    Case(
      .standard, "$[?length(@.a)]", 3, "`length(@.a)`", "a comparison: the function gives a value"),
    Case(.standard, "$[?length(@.*) == 1]", 10, "`@.*`", "\(singular)"),
    Case(.standard, "$[?length(@.a, @.b) == 1]", 3, "`length` with 2 arguments", "one argument"),
    Case(
      .standard, "$[?match(@.a) == 1]", 3, "`match` with 1 argument", "two: a value and a pattern"),
    Case(.standard, "$[?count() == 1]", 3, "`count` with no arguments", "one argument"),
    Case(.standard, "$[?count(1) == 1]", 9, "`1`", "a query that starts with `@` or `$`"),
    Case(
      .standard, "$[?count (@.*) == 1]", 8, "a space", "`(` right after the name of the function"),
    Case(.standard, "$[?count(@.a == 1) == 1]", 13, "`=`", "`,` or `)`"),
    Case(
      .standard, "$[?match(@.a, 'a') == true]", 3, "`match(@.a, 'a')`",
      "a value: the function is a condition by itself"),
    Case(.standard, "$[?lenght(@.a) == 1]", 3, "the function `lenght`", "\(functions)"),
    Case(.standard, "$[?type(@.a) == 'string']", 3, "the function `type`", "\(functions)"),
    Case(.rule, "", 0, "the end of the path", "a name"),
    Case(.rule, ".a", 0, "`.`", "no dot in front: `a`"),
    Case(.rule, "a.", 2, "the end of the path", "a name"),
    Case(.rule, "a b", 1, "a space", "\(plain)"),
    Case(.rule, " a", 0, "a space", "\(plain)"),
    Case(.rule, "a\u{A0}b", 1, "the character U+00A0", "\(plain)"),
    Case(.rule, "it's", 2, "`'`", "brackets and quotes around a name with this sign: `['a b']`"),
    Case(.rule, "a]", 1, "`]`", "brackets and quotes around a name with this sign: `['a b']`"),
    Case(.rule, "[abc]", 1, "`abc`", "quotes around a name: `['abc']`"),
    Case(.rule, "a[0]b", 4, "`b`", "`.`, `[` or the end of the path"),
    Case(.rule, "a..", 3, "the end of the path", "a name"),
    Case(.rule, "a...b", 3, "`.`", "a name"),
    Case(.rule, "a.[0]", 2, "`[`", "a name"),
    Case(.rule, "$.a-b", 3, "`-`", "`.`, `[` or the end of the path\(sign)"),
    Case(.rule, "@.eo:platform", 4, "`:`", "`.`, `[` or the end of the path\(sign)"),
    Case(.rule, "a[?@.b-c == 1]", 6, "`-`", "`,` or `]`\(sign)"),
    Case(
      .rule, "a[?type(@) == string]", 14, "`string`",
      "`@.` before a name, or quotes around text: `@.string` or `'string'`"),
    Case(
      .rule, "a[?match(@, 'a(')]", 15, "the end of the pattern",
      "`)` for the group that opens at byte 1"),
    Case(.rule, "a[?match(@, '\\\\d')]", 12, "`\\d`", "`[0-9]`"),
    Case(.rule, "a[?search(@, 1)]", 13, "`1`", "a pattern in quotes"),
    Case(.rule, "a[?foo(@)]", 3, "the function `foo`", "\(functions), `type`, `empty`"),
    Case(.condition, "", 0, "the end of the condition", "\(terms)"),
    Case(.condition, "@.a and @.b", 4, "`and`", "`&&`"),
    Case(.condition, "@.a-b == 1", 3, "`-`", "`&&`, `||` or the end of the condition\(sign)"),
    Case(.condition, "@.a == 1)", 8, "`)`", "`&&`, `||` or the end of the condition"),
    Case(.condition, "(@.a", 4, "the end of the condition", "`&&`, `||` or `)`"),
    Case(.condition, "@.a @.b", 4, "`@`", "`&&`, `||` or the end of the condition"),
    Case(
      .condition, "rating == 1", 0, "`rating`",
      "`@.` before a name, or quotes around text: `@.rating` or `'rating'`"),
    Case(.condition, "@a == 1", 1, "`a`", "`.` before a name"),
    Case(.condition, "match(@.x, '\\.')", 12, "`\\.`", "\(escapes)"),
    Case(
      .condition, "@.a == 'x", 9, "the end of the condition",
      "`'` at the end of the text from byte 7 on"),
    Case(.condition, "@.a == {}", 7, "`{`", "\(values)"),
    Case(
      .condition, "search(@.a, '^[')", 15, "the end of the pattern",
      "`]` for the set that opens at byte 1"),
  ]) func `an invalid path says where and why`(_ sample: Case) {
    let error = #expect(throws: PathError.self) {
      switch sample.reader {
      case .standard: _ = try JSONPath(standard: sample.text)
      case .rule: _ = try JSONPath(rule: sample.text)
      case .condition: _ = try JSONCondition(sample.text)
      }
    }
    #expect(error == sample.error)
  }

  @Test func `an error is one line`() {
    let error = #expect(throws: PathError.self) { try JSONPath("$[?@.a = 1]") }
    #expect(error?.description == "expected `==`, found `=` at byte 7")
  }

  @Test func `what is quoted is cut where it is long, and shows no control characters`() {
    let name = String(repeating: "a", count: 100)
    let error = #expect(throws: PathError.self) { try JSONPath("$[\(name)]") }
    #expect(error?.found == "`\(name.prefix(64))…`")
    #expect(error?.expected == "quotes around a name")
    let other = #expect(throws: PathError.self) { try JSONPath("$[a\u{7}\u{202E}b]") }
    #expect(other?.found == #"`a\u0007\u202eb`"#)
  }
}
