import Testing

@testable import JSONMigration
@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore

/// What is said about rules that can be loaded and are likely no good, or that can never do
/// anything.
///
/// Each has twins that look alike, and of which nothing is said.
@Suite struct RuleWarningTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rules: String
    /// The text that is underlined, and the message; nothing where all is well.
    let found: [String]

    init(_ rules: String, _ found: [String] = []) {
      self.rules = rules
      self.found = found
    }

    var testDescription: String { rules }
  }

  static func found(_ diagnostics: [Diagnostic]) -> [String] {
    diagnostics.map { diagnostic in
      let excerpt = diagnostic.place?.span?.excerpt
      let marked = excerpt.map { String(decoding: $0.text[$0.marked], as: UTF8.self) }
      return "\(marked ?? "") - \(diagnostic.message)"
    }
  }

  // MARK: - Conditions that never hold

  private static func never(_ condition: String, _ why: String) -> Case {
    Case(#"{ "require": "\#(condition)" }"#, [#""\#(condition)" - this never holds: \#(why)"#])
  }

  static let conditions = [
    never("type(@.a) == 'text'", "`type(@.a)` never gives `text`"),
    never("'sting' == type(@.a)", "`type(@.a)` never gives `sting`"),
    never("type(@.a) == 3", "the text `type(@.a)` and `3` are never equal"),
    never("length(@.a) == '3'", "the number `length(@.a)` and `'3'` are never equal"),
    never("count(@.a[*]) == null", "the number `count(@.a[*])` and `null` are never equal"),
    never("@.a < true", "`@.a` and `true` are never before or after each other"),
    never(
      "type(@.a) > length(@.b)",
      "the text `type(@.a)` and the number `length(@.b)` are never before or after each other"),
    never("match(length(@.a), 'x')", "`length(@.a)` is never text, and only text has a pattern"),
    never(
      "empty(@.a) && @.a > 3", "no value of `@.a` can be all that is asked of it at once"),
    never(
      "!empty(@.a) && @.a == null", "no value of `@.a` can be all that is asked of it at once"),
    never(
      "type(@.a) == 'string' && @.a > 3",
      "no value of `@.a` can be all that is asked of it at once"),
    never(
      "!@.a && @.b && @.a == null", "no value of `@.a` can be all that is asked of it at once"),
    never("@.a == 'x' && @.a == 'y'", "`@.a` is never two values at once"),
    never("@.a > 5 && @.a < 3", "no number is all that is asked of `@.a` at once"),
    never("5 <= @.a && @.a < 5", "no number is all that is asked of `@.a` at once"),
    never(
      "length(@.a) > 5 && length(@.a) == 2",
      "no number is all that is asked of `length(@.a)` at once"),
    Case(
      #"{ "require": "type(@.a) != 'text'" }"#,
      [#""type(@.a) != 'text'" - `type(@.a)` never gives `text`"#]),
    Case(
      #"{ "require": "@.b || !(type(@.a) == 'text')" }"#,
      [#""@.b || !(type(@.a) == 'text')" - `type(@.a)` never gives `text`"#]),
    Case(#"{ "drop": "a[1:2:0]" }"#, [#""a[1:2:0]" - this slice never chooses anything"#]),
    Case(#"{ "drop": "a[2:1]" }"#, [#""a[2:1]" - this slice never chooses anything"#]),
    never("@.a == 1 && @.a == 2", "`@.a` is never two values at once"),
    never(
      "type(@.a) == 'text' || type(@.a) == 'list'", "`type(@.a)` never gives `text`"),
    Case(
      #"{ "drop": "a[?type(@) == 'text']" }"#,
      [#""a[?type(@) == 'text']" - this never holds: `type(@)` never gives `text`"#]),
    Case(
      #"{ "drop": "a", "when": "@.b == 1 && @.b == '1'" }"#,
      [
        #""@.b == 1 && @.b == '1'" - this never holds: no value of `@.b` can be all that is asked "#
          + "of it at once"
      ]),
  ]

  @Test(arguments: conditions)
  func `a condition that never holds is a mistake`(_ rules: Case) {
    let error = #expect(throws: MigrationError.self) { try Trial(rules: rules.rules) }
    #expect(Self.found(error?.diagnostics ?? []) == rules.found)
  }

  @Test(arguments: [
    "type(@.a) == 'string'", "type(@.a) != 'missing'", "type(@.a) == 'missing'", "type(@.a) == @.b",
    "length(@.a) == @.b", "length(@.a) == length(@.b)", "count(@.a[*]) == 0", "@.a <= true",
    "@.a <= null", "type(@.a) == 'string' && @.b > 3", "type(@.a) == 'number' && @.a > 3",
    "@.a && @.a == null", "!@.a && @.b == null", "@.a == 'x' || @.a == 'y'",
    "@.a == 1 && @.a == 1.0", "@.a != 'x' && @.a != 'y'", "@.a[*] && !@.a",
    "type(@.a) == 'array' || @.a", "!(type(@.a) == 'null')", "match(@.a, 'x') && @.a != 'y'",
    "length(@.a) > 1 && type(@.a) == 'array'", "@.a == 1 && $.a == 2", "match(value($..a), 'x')",
    "@.a > 3 && @.a < 5", "@.a >= 3 && @.a <= 3", "@.a > 5 && @.b < 3", "3 < @.a && 5 > @.a",
    "@.a > 5 || @.a < 3", "@.a != 3 && @.a >= 3", "match(@.a, @.b)",
  ])
  func `a condition that may hold is none`(_ condition: String) throws {
    let trial = try Trial(rules: #"{ "require": "\#(condition)" }"#)
    #expect(Self.found(trial.migrator.rules.warnings) == [])
  }

  // MARK: - Cases

  private static func cases(_ cases: String, otherwise: String? = nil, _ found: String...) -> Case {
    let otherwise = otherwise.map { #", "otherwise": \#($0)"# } ?? ""
    return Case(#"{ "map-values": "a", "cases": [\#(cases)]\#(otherwise) }"#, found)
  }

  static let caseLists = [
    cases(
      #"{ "at-most": 3, "becomes": "a" }, { "at-least": 3, "becomes": "b" }"#,
      #"{ "at-least": 3, "becomes": "b" } - this range overlaps an earlier one, which takes what is in both (overlap)"#
    ),
    cases(#"{ "at-most": 3, "becomes": "a" }, { "above": 3, "becomes": "b" }"#),
    cases(#"{ "below": 10, "becomes": "a" }, { "below": 20, "becomes": "b" }"#),
    cases(
      #"{ "below": 20, "becomes": "a" }, { "below": 10, "becomes": "b" }"#,
      #"{ "below": 10, "becomes": "b" } - this case is never reached, for an earlier one takes all of it (unreachable-case)"#
    ),
    cases(
      #"{ "at-least": 0, "becomes": "a" }, { "is": 7, "becomes": "b" }"#,
      #"{ "is": 7, "becomes": "b" } - this case is never reached, for an earlier one takes all of it (unreachable-case)"#
    ),
    cases(#"{ "is": 7, "becomes": "b" }, { "at-least": 0, "becomes": "a" }"#),
    cases(#"{ "at-least": 0, "becomes": "a" }, { "is": "7", "becomes": "b" }"#),
    cases(
      #"{ "is": 7, "becomes": "b" }, { "is": 7.0, "becomes": "a" }"#,
      #"{ "is": 7.0, "becomes": "a" } - this case is never reached, for an earlier one takes the same value (unreachable-case)"#
    ),
    cases(#"{ "is": 7, "becomes": "b" }, { "is": "7", "becomes": "a" }"#),
    cases(#"{ "is": "a", "becomes": 1 }, { "is": "A", "becomes": 2 }"#),
    Case(
      #"{ "map-values": "n", "ignore-case": true, "cases": [{ "is": "a", "becomes": 1 }, { "is": "A", "becomes": 2 }] }"#,
      [
        #"{ "is": "A", "becomes": 2 } - this case is never reached, for an earlier one takes the same value (unreachable-case)"#
      ]),
    cases(
      #"{ "at-least": 5, "at-most": 4, "becomes": "b" }"#,
      #"{ "at-least": 5, "at-most": 4, "becomes": "b" } - no number is in this range (empty-range)"#
    ),
    cases(
      #"{ "above": 5, "at-most": 5, "becomes": "b" }"#,
      #"{ "above": 5, "at-most": 5, "becomes": "b" } - no number is in this range (empty-range)"#),
    cases(#"{ "at-least": 5, "at-most": 5, "becomes": "b" }"#),
    cases(
      #"{ "at-most": 2, "becomes": "a" }, { "at-least": 4, "becomes": "b" }"#,
      #"{ "at-least": 4, "becomes": "b" } - no case takes 3 (gap)"#),
    cases(#"{ "at-most": 2, "becomes": "a" }, { "at-least": 3, "becomes": "b" }"#),
    cases(
      #"{ "at-most": 2, "becomes": "a" }, { "is": 3, "becomes": "c" }, { "at-least": 4, "becomes": "b" }"#
    ),
    cases(
      #"{ "at-least": 40, "becomes": "b" }, { "at-most": 2, "becomes": "a" }"#,
      #"{ "at-least": 40, "becomes": "b" } - no case takes the numbers from 3 to 39 (gap)"#),
    cases(
      #"{ "at-most": 2, "becomes": "a" }, { "at-least": 4, "becomes": "b" }"#,
      otherwise: #""keep""#),
    cases(
      #"{ "below": 3, "becomes": "a" }, { "above": 3, "becomes": "b" }"#,
      #"{ "above": 3, "becomes": "b" } - no case takes 3 (gap)"#),
    cases(
      #"{ "at-most": 1.5, "becomes": "a" }, { "at-least": 1.75, "becomes": "b" }"#,
      #"{ "at-least": 1.75, "becomes": "b" } - no case takes the numbers between 1.5 and 1.75 (gap)"#
    ),
    cases(#"{ "below": 1.5, "becomes": "a" }, { "at-least": 1.5, "becomes": "b" }"#),
    cases(#"{ "is": 1, "becomes": "a" }, { "is": 3, "becomes": "b" }"#),
  ]

  @Test(arguments: caseLists)
  func `cases that overlap or leave a gap are told of`(_ rules: Case) throws {
    let warnings = try Trial(rules: rules.rules).migrator.rules.warnings
    #expect(Self.found(warnings) == rules.found)
    #expect(warnings.allSatisfy { $0.severity == .warning })
  }

  // MARK: - What was probably meant otherwise

  static let slips = [
    Case(
      #"{ "rename": { "theme": "ui.theme" } }"#,
      [#""ui.theme" - `ui.theme` is one name here, with a `.` in it (dotted-name)"#]),
    Case(
      #"{ "keep-only": ["a", "b[0]"] }"#,
      [#""b[0]" - `b[0]` is one name here, with a `[` in it (dotted-name)"#]),
    Case(#"{ "rename": { "theme": "ui.theme" }, "allow": ["dotted-name"] }"#),
    Case(#"{ "allow": ["dotted-name"], "rules": [{ "rename": { "a": "b.c" } }] }"#),
    Case(#"{ "rename": { "a": "$ref", "b": "eo:platform" } }"#),
    Case(#"{ "rename": { "['workbench.colorTheme']": "workbench.theme" } }"#),
    Case(
      #"{ "rename": { "a['b.c'].d": "e.f" } }"#,
      [#""e.f" - `e.f` is one name here, with a `.` in it (dotted-name)"#]),
    Case(#"{ "set": { "a": "$.b" } }"#, [#""$.b" - `$.b` is text here (field)"#]),
    Case(
      #"{ "add-default": { "a": ["x {b.c} y"] } }"#,
      [#""x {b.c} y" - `{b.c}` is text here (field)"#]),
    Case(
      #"{ "append": { "a": { "k": "${HOME}" } } }"#,
      [#""${HOME}" - `${HOME}` is text here (field)"#]),
    Case(#"{ "set": { "a": "{b}" }, "fill": true }"#),
    Case(#"{ "set": { "a": "{}", "b": "{ x: 1 }", "c": "$5", "d": "a@b.c" } }"#),
    Case(
      #"{ "drop": "items.0" }"#,
      [#""items.0" - `0` is the name of a member here, and no element of a list (number-name)"#]),
    Case(
      #"{ "set": { "items.12.a": 1 } }"#,
      [#""items.12.a" - `12` is the name of a member here, and no element of a list (number-name)"#]
    ),
    Case(#"{ "drop": ["items['0']", "items[0]", "a1.b2"] }"#),
    Case(
      #"{ "drop": "/items/0/a" }"#,
      [#""/items/0/a" - `/items/0/a` is one name here, with slashes in it (pointer)"#]),
    Case(
      ##"{ "drop": "#/panels[*]" }"##,
      [##""#/panels[*]" - `#/panels[*]` is one name here, with slashes in it (pointer)"##]),
    Case(##"{ "drop": ["image/png", "#text", "don’t", "a-b"] }"##),
    Case(
      #"{ "drop": "items*.a" }"#,
      [#""items*.a" - `items*` is one name here, with a `*` in it (odd-name)"#]),
    Case(
      #"{ "drop": "a,b" }"#,
      [#""a,b" - `a,b` is one name here, with a `,` in it (odd-name)"#]),
    Case(
      #"{ "drop": "“a”" }"#,
      [#""“a”" - `“a”` is one name here, with a `“` in it (odd-name)"#]),
    Case(
      "{ \"drop\": \"a\u{200B}\" }",
      ["\"a\u{200B}\" - `a\\u200b` is one name here, with an invisible U+200B in it (odd-name)"]),
    Case(#"{ "drop": ["['a,b']", "['items*'].a"] }"#),
    Case("{ \"drop\": [\"می\u{200C}خواهم\", \"👩\u{200D}👧.a\", \"naïve.价格\"] }"),
    Case(#"{ "drop": "a,b", "allow": ["odd-name"] }"#),
    Case(#"{ "rename": { "a": "" } }"#, [#""" - this name is empty (odd-name)"#]),
    Case(
      #"{ "rename": { "a": "b " } }"#,
      [#""b " - `b ` is a name with a space at an end of it (odd-name)"#]),
    Case(
      #"{ "rename": { "a": "'b'" } }"#,
      [#""'b'" - `'b'` is a name with a `'` at an end of it (odd-name)"#]),
    Case(#"{ "rename": { "a": "b c", "d": "don't" } }"#),
    Case(
      #"{ "in": "a.b", "when": "@.a.c == 1", "drop": "x" }"#,
      [#""@.a.c == 1" - `@.a.c` starts inside `a.b`, where `in` leads (scope-twice)"#]),
    Case(#"{ "in": "a.b", "when": "@.c.a == 1 && @.a && $.a.c", "drop": "x" }"#),
    Case(
      #"{ "in": "items[*]", "rename": { "items[*].a": "b" } }"#,
      [#""items[*].a" - `items[*].a` starts inside `items[*]`, where `in` leads (scope-twice)"#]),
    Case(
      #"{ "in": "a.b[*]", "rules": [{ "set": { "a.b[0].c": 1 } }] }"#,
      [#""a.b[0].c" - `a.b[0].c` starts inside `a.b[0]`, where `in` leads (scope-twice)"#]),
    Case(#"{ "in": "items[*]", "rename": { "items[*].a": "b" }, "allow": ["scope-twice"] }"#),
    Case(
      #"{ "in": "items[*]", "rename": { "item[*].a": "b", "$.items[*].a": "c", "items": "d" } }"#),
    Case(#"{ "in": "$..items[*]", "drop": ["items[*].a", "@"] }"#),
    Case(
      #"{ "rename": { "from": "a", "to": "b" } }"#,
      [#""rename" - `from` and `to` are members of documents here (pair-keys)"#]),
    Case(
      #"{ "copy": { "from": "a", "path": "b" } }"#,
      [#""copy" - `from` and `path` are members of documents here (pair-keys)"#]),
    Case(
      #"{ "rename": { "source": "a", "destination": "b" } }"#,
      [#""rename" - `source` and `destination` are members of documents here (pair-keys)"#]),
    Case(#"{ "move": { "from": "a", "to": "b" }, "allow": ["pair-keys"] }"#),
    Case(#"{ "rename": { "from": "a", "to": "b", "by": "c" } }"#),
    Case(#"{ "rename": { "from": "start" } }, { "drop": "to" }"#),
    Case(#"{ "rename": { "to": "end", "from": "start" } }"#),
    Case(
      #"{ "drop": "../a" }"#,
      [#""../a" - `..` leads to any depth, and `/a` is a name here (pointer)"#]),
    Case(#"{ "drop": ["..a", "$..a"] }"#),
    Case(
      #"{ "drop": "a[?@.id == @.selected]" }"#,
      [
        #""a[?@.id == @.selected]" - `@.id` and `@.selected` are both asked of the element that is tried (filter-scope)"#
      ]),
    Case(#"{ "drop": "a[?@.id == $.selected]" }"#),
    Case(#"{ "drop": "version" }"#),
    form("MMM d, yyyy", "`M` behind `MM`, `d` stand for themselves"),
    form("yyyyMMM", "`M` behind `MM` stands for itself"),
    form("yyyyy", "`y` behind `yyyy` stands for itself"),
    form("yyyy-MM-dd SSSS", "`S` behind `SSS` stands for itself"),
    form("yyyy MMMd", "`Md` behind `MM` stands for itself"),
    form("yyyy-M-d", "`M`, `d` stand for themselves"),
    form("yyyy-MM-dd HH:mm a", "`a` stands for itself"),
    form("yyyy-MM-dd'T'HH:mm", "`'T'` stands for itself"),
    form("yyyy-MM-dd HH:mm:ss Zulu", "`Zulu` stands for itself"),
    form("yyyyMMddTHHmmssZ"), form("yyyy. MM. dd."),
    Case(
      #"{ "convert": "a", "to": { "form": "yyyy HH:mmZ", "zone": "+01:00" } }"#,
      [#""yyyy HH:mmZ" - `Z` stands for itself in this form (date-form)"#]),
    Case(#"{ "convert": "a", "to": { "form": "day dd.MM.yyyy" }, "allow": ["date-form"] }"#),
    Case(
      #"{ "compose": { "u": "https://{{host}}/x" } }"#,
      [#""https://{{host}}/x" - there is no field in this (field)"#]),
    Case(#"{ "compose": { "u": "x" } }"#, [#""x" - there is no field in this (field)"#]),
    Case(#"{ "compose": { "u": "x" }, "allow": ["field"] }"#),
    Case(
      #"{ "compose": { "u": "a/${b}" } }"#,
      ["{b} - the `$` in front of this field is text (field)"]),
    Case(
      #"{ "append": { "u": { "v": ["{{ a.b }}"] } }, "fill": true }"#,
      [#"{ "v": ["{{ a.b }}"] } - there is no field in this (field)"#]),
    Case(
      #"{ "add-default": { "u": 1 }, "fill": true }"#, ["1 - there is no field in this (field)"]),
    Case(
      #"{ "compose": { "u": "{a}}" } }"#, ["} - this `}` closes no field, and is text (field)"]),
    Case(#"{ "set": { "u": "{{a}}", "v": "{a}$" }, "fill": true }"#),
    Case(##"{ "compose": { "u": "{{\"a\": {a}}", "v": "{{{{{a}}}}}", "w": "#{a}" } }"##),
    Case(#"{ "drop": ["a[1:-1]", "a[-1:]", "a[2:1:-1]", "a[:2]", "a[-2:-1]"] }"#),
    Case(
      #"{ "require": "1 == 2", "message": "no longer supported" }"#,
      [#""1 == 2" - `1 == 2` asks nothing of the document (condition)"#]),
    Case(
      #"{ "require": "@.a || type('a') == 'string'" }"#,
      [
        #""@.a || type('a') == 'string'" - `type('a') == 'string'` asks nothing of the document (condition)"#
      ]),
    Case(
      #"{ "require": "match('x', @.a)" }"#,
      [
        #""match('x', @.a)" - `match('x', @.a)` takes its pattern from the document (condition)"#
      ]),
    Case(#"{ "require": "1 == 1", "allow": ["condition"] }"#),
    Case(
      #"{ "choose": [{ "when": "@.b || 2 <= $.a.length", "rules": [] }] }"#,
      [#""@.b || 2 <= $.a.length" - `$.a.length` asks for a member called `length` (condition)"#]),
    Case(#"{ "drop": "c", "when": "@.a.length > 3 && @.b", "allow": ["condition"] }"#),
    Case(
      #"{ "drop": "c", "when": "@.b && !(@.v >= '9.0.0')" }"#,
      [
        #""@.b && !(@.v >= '9.0.0')" - `@.v >= '9.0.0'` compares letter by letter, "#
          + "and `10` comes before `9` (condition)"
      ]),
    Case(
      #"{ "drop": "c[?'v12' < @.v]" }"#,
      [
        #""drop" - `'v12' < @.v` compares letter by letter, and `10` comes before `9` (condition)"#
      ]),
    Case(#"{ "drop": "c", "when": "@.v < '9'", "allow": ["condition"] }"#),
    Case(#"{ "drop": "c", "when": "@.v == '9.0' || @.v < '2024-01-01' || @.v > '2024'" }"#),
    Case(
      #"{ "drop": "c", "when": "@.v < '24.01' || @.v < '08.30' || @.v < '001' || @.v >= '0'" }"#),
    Case(
      #"{ "drop": "c", "when": "@.v < '2024.01.05' || @.v < 'v' || @.v >= '' || @.v < '1.x'" }"#),
    Case(#"{ "drop": "c", "when": "@.length > 3 || @.a.length == 'long' || @.a.length" }"#),
    Case(#"{ "drop": "c", "when": "@.a.length > 3" }, { "wrap": "a.length" }"#),
    Case(#"{ "drop": "c", "when": "@.a.length > 3" }, { "set": { "a": { "length": 1 } } }"#),
    Case(#"{ "split": "a", "pattern": "(.)", "if-short": "leave-out" }"#),
    Case(
      #"{ "text": "a", "do": [{ "replace": "x", "with": "$1" }, { "replace": "x", "with": "$" }] }"#,
      [#""$1" - `$1` is text here, and no group (pattern)"#]),
    Case(
      #"{ "text": "a", "do": [{ "pattern": "/x/i", "with": "" }, { "pattern": "/^x/", "with": "" }] }"#,
      [
        #""/x/i" - the slashes are part of this pattern (pattern)"#,
        #""/^x/" - the slashes are part of this pattern (pattern)"#,
      ]),
    Case(
      #"{ "text": "a", "do": [{ "pattern": "/v1/", "with": "/" }, { "pattern": "/a/b", "with": "" }] }"#
    ),
    Case(
      #"{ "set": { "a": 1, "$.a": 2, "@.b": 3 } }"#,
      [#""$.a" - this is the place of `a` again (inside-another)"#]),
    Case(
      #"{ "add-default": ["a", "a"], "generate": "uuid" }"#,
      [#""a" - this is the place of `a` again (inside-another)"#]),
    Case(#"{ "in": "x", "set": { "a": 1, "$.a": 2 } }"#),
    Case(
      #"{ "rename": { "a": "x", "['a']": "y" } }"#,
      [#""['a']" - this is the place of `a` again (inside-another)"#]),
    Case(
      #"{ "move": { "b[0].a": "x", "$.b[0].a": "y" } }"#,
      [#""$.b[0].a" - this is the place of `b[0].a` again (inside-another)"#]),
    Case(#"{ "copy": { "a": "x", "@.a": "y" } }"#),
    Case(#"{ "in": "x", "rename": { "a": "b", "$.a": "c" } }"#),
    Case(
      #"{ "choose": [{ "when": "@.a", "rules": [] }, { "when": "@.a", "rules": [] }, { "rules": [] }] }"#,
      [
        #"{ "when": "@.a", "rules": [] } - this choice is never taken, for an earlier one asks the same (unreachable-case)"#
      ]),
    Case(
      #"{ "choose": [{ "rules": [] }, { "when": "@.a", "rules": [] }] }"#,
      [
        #"{ "when": "@.a", "rules": [] } - this choice is never taken, for an earlier one has no `when` (unreachable-case)"#
      ]),
    Case(
      #"{ "set": { "a": {}, "b": 1, "a.c.d": 2 } }"#,
      [
        #""a.c.d" - this is in the value of `a`, which the rule sets too (inside-another)"#
      ]),
    Case(
      #"{ "set": { "$.a.b": 1, "$.a": {} } }"#,
      [
        #""$.a.b" - this is in the value of `$.a`, which the rule sets too (inside-another)"#
      ]),
    Case(#"{ "set": { "$.a": {}, "a.b": 1, "ab": 2, "a.c": 3 } }"#),
    Case(#"{ "set": { "a": {}, "a.b": 1 }, "allow": ["inside-another"] }"#),
  ]

  private static func form(_ form: String, _ why: String? = nil) -> Case {
    Case(
      #"{ "convert": "a", "from": { "form": "\#(form)" }, "to": "date" }"#,
      why.map { [#""\#(form)" - \#($0) in this form (date-form)"#] } ?? [])
  }

  @Test(arguments: slips)
  func `what was probably meant otherwise is told of`(_ rules: Case) throws {
    let warnings = try Trial(rules: rules.rules).migrator.rules.warnings
    #expect(Self.found(warnings) == rules.found)
    #expect(warnings.allSatisfy { $0.severity == .warning })
  }

  static func warnings(_ step: String, format: String = "{}") throws -> [String] {
    let sources = [
      RuleSource(name: "format.json", text: format), RuleSource(name: "v2.json", text: step),
    ]
    return found(try Migrator(rules: sources).rules.warnings)
  }

  @Test func `a step downwards and a kind that is none are told of`() throws {
    #expect(
      try Self.warnings(#"{ "from": 3, "to": 2, "rules": [] }"#)
        == [#""to" - this step leads from version 3 down to 2"#])
    let test = #"{ "before": 1, "fails": "invalid-valeu" }"#
    #expect(
      try Self.warnings(#"{ "to": 2, "rules": [], "tests": [\#(test)] }"#)
        == [#""invalid-valeu" - `invalid-valeu` is no kind of error, so this test can't pass"#])
  }

  @Test(arguments: [
    ("true", true), ("[4]", true), (#""true""#, false), (#"[true, "true"]"#, false),
    ("null", false),
  ])
  func `a table for another type than the tests have is told of`(_ value: String, isTold: Bool)
    throws
  {
    let step = #"""
      { "to": 2, "rules": [{ "map-values": "a[*]", "table": { "true": 1 } }, { "map-values": "on", "table":
        { "true": 1, "4": 2 }, "otherwise": "keep" }],
        "tests": [{ "before": { "on": \#(value) }, "after": {} }] }
      """#
    let told = [
      #""map-values" - `table` is for text, and a test has \#(value == "true" ? "true" : "4") there (table-key)"#
    ]
    #expect(try Self.warnings(step) == (isTold ? told : []))
    let null = step.replacing(#""true": 1, "4""#, with: #""null": 1, "4""#)
    #expect(
      try Self.warnings(null).contains { $0.contains("a test has null there") } == (value == "null")
    )
  }

  @Test(arguments: [
    (#"{ "convert": "p", "to": "string" }"#, false), (#"{ "rename": { "q": "p" } }"#, false),
    (#"{ "convert": "$[?type(@) == 'number']", "to": "string" }"#, false),
    (#"{ "drop": "q" }"#, true),
  ])
  func `a table for what an earlier rule makes is not told of`(_ rule: String, isTold: Bool)
    throws
  {
    let step = #"""
      { "to": 2, "rules": [\#(rule), { "map-values": "p", "table": { "3.25": "cheap" } }],
        "tests": [{ "before": { "p": 3.25 }, "after": { "p": "cheap" } }] }
      """#
    #expect(try Self.warnings(step).isEmpty != isTold)
  }

  @Test(arguments: [
    (#"{ "rename": { "items.a": "b" } }"#, "rename", "`items` is a list here: `items[*].a`"),
    (#"{ "in": "items", "wrap": "a" }"#, "wrap", "the scope is a list here: `[*].a`"),
    (
      #"{ "in": "items", "when": "@.b == 1", "wrap": "a" }"#, "wrap",
      "`items` is a list here: `items[*]`"
    ), (#"{ "in": "items[*]", "when": "@.b == 1", "wrap": "a" }"#, "wrap", ""),
    (#"{ "drop": "map[0]" }"#, "drop", "`map` is an object here, and no list"),
    (#"{ "in": "items[*]", "drop": "a.b" }"#, "drop", "`a` is a list here: `a[*].b`"),
    (#"{ "drop": "items.a", "allow": ["list-path"] }"#, "drop", ""),
    (#"{ "drop": ["items.a", "items[*].a"] }"#, "drop", ""), (#"{ "drop": "none.a" }"#, "drop", ""),
    (#"{ "drop": "both.a" }"#, "drop", ""),
  ])
  func `a path that asks a list for a member in the tests is told of`(
    _ rule: String, _ name: String, _ reason: String
  ) throws {
    let step = #"""
      { "to": 2, "rules": [\#(rule)], "tests": [
        { "before": { "items": [{ "a": [1] }], "map": { "x": 1 }, "both": [] }, "after": {} },
        { "before": { "both": { "a": 1 } }, "after": {} }] }
      """#
    let told = [#""\#(name)" - `\#(name)` finds nothing in the tests: \#(reason) (list-path)"#]
    #expect(try Self.warnings(step) == (reason.isEmpty ? [] : told))
  }

  @Test(arguments: [
    (#"{ "in": "items[*]", "drop": "items[*].a" }"#, #"{ "items": [{ "items": [{ "a": 1 }] }] }"#),
    (#"{ "rename": { "from": "start", "to": "end" } }"#, #"{ "from": 1, "to": 2 }"#),
  ])
  func `what finds something in the tests is meant so`(_ rule: String, _ before: String) throws {
    let step = #"""
      { "to": 2, "rules": [\#(rule)], "tests": [{ "before": \#(before), "after": {} }] }
      """#
    #expect(try Self.warnings(step) == [])
    #expect(try Self.warnings(#"{ "to": 2, "rules": [\#(rule)] }"#).count == 1)
  }

  @Test(arguments: [
    (
      #"{ "add-default": { "items[*].full": "{first}" }, "fill": true }"#,
      "fields are read from the scope, and `first` is in `items[*]`: write `\"in\": \"items[*]\"` "
        + "(list-path)"
    ),
    (
      #"{ "wrap": "editor.font" }"#,
      "the document has no `editor`, but a name with a dot in it: `['editor.font']` (dotted-name)"
    ),
    (
      #"{ "set": { "editor.font.a": 1 }, "if-missing": "skip", "when": "@.x" }"#,
      "this makes an object `editor`, and other names here have a dot behind that (dotted-name)"
    ),
  ])
  func `what the tests show is told of`(_ rule: String, _ reason: String) throws {
    let step = #"""
      { "to": 2, "rules": [\#(rule)], "tests": [
        { "before": { "items": [{ "first": "a" }], "editor.font": 1 }, "after": {} }] }
      """#
    #expect(try Self.warnings(step).map { $0.contains(reason) } == (reason.isEmpty ? [] : [true]))
  }
}
