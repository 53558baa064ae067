import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

/// What is said to write in the place of rules that can't be read.
@Suite struct RuleAdviceTests {
  private static func mistakes(_ rule: String) -> [Diagnostic] {
    let error = #expect(throws: MigrationError.self) { try Trial(rules: rule) }
    return error?.diagnostics ?? []
  }

  private static func marked(_ diagnostic: Diagnostic) -> String {
    let excerpt = diagnostic.place?.span?.excerpt
    return excerpt.map { String(decoding: $0.text[$0.marked], as: UTF8.self) } ?? ""
  }

  @Test(arguments: [
    ("./a", "a"), ("a ", "a"), (" a", "a"), ("items.[0]", "items[0]"), ("items.[].a", "items[*].a"),
    ("items[*", "items[*]"), ("items[last]", "items[-1]"), ("items[first].a", "items[0].a"),
    ("@[a]", "@['a']"), ("items[@.a == 1]", "items[?@.a == 1]"), ("a, b", nil), ("x[$]", nil),
    (".", nil), ("items [0]", "items[0]"), ("all.items  [*].a", "all.items[*].a"),
    ("a .b", "a.b"), ("a. b", "a.b"), ("my books [0]", "['my books'][0]"),
    ("items[?lenght(@.a) > 2]", "items[?length(@.a) > 2]"),
  ])
  func `a path with a slip in it is mended`(_ path: String, _ meant: String?) throws {
    let mistake = try #require(Self.mistakes(#"{ "drop": "\#(path)" }"#).first)
    #expect((mistake.help == meant.map { "write `\"\($0)\"`" }) == (meant != nil))
  }

  @Test(arguments: [
    (".a == 1", "@.a == 1"), ("@a == 1", "@.a == 1"), ("@.b && .a == 1", "@.b && @.a == 1"),
    ("this.a == 1", "@.a == 1"), ("@.a is null", "@.a == null"),
    ("@.a is not null", "@.a != null"), ("@.a == []", "length(@.a) == 0"),
    ("@.b && @.a.x != {}", "@.b && length(@.a.x) != 0"),
    ("@.a == ['x', 2] || @.b", "length(@.a) == 2 && @.a[0] == 'x' && @.a[1] == 2 || @.b"),
    ("@.a.startsWith('x')", "match(@.a, 'x.*')"),
    ("!@.a.endsWith('.x')", "!match(@.a, '.*[.]x')"),
    ("starts_with(@.a, 'x')", "match(@.a, 'x.*')"),
    ("@.a.contains('+x')", "search(@.a, '[+]x')"), ("contains(@.a, 1)", "@.a[?@ == 1]"),
    ("@.b && contains(@.a, '.')", "@.b && search(@.a, '[.]')"),
    ("@.a.includes(true) || @.b", "@.a[?@ == true] || @.b"),
    ("@.a.length() > 2", "length(@.a) > 2"),
    ("'x' in @.a && @.b", "@.a[?@ == 'x'] && @.b"), ("1 < @.a < 5", "1 < @.a && @.a < 5"),
    ("@.b && 1 <= @.a <= 5", "@.b && 1 <= @.a && @.a <= 5"), ("length(@.a)", "length(@.a) > 0"),
    ("@.b || type(@.a)", "@.b || type(@.a) == 'string'"), ("@.a[*] == 1", "@.a[?@ == 1]"),
    ("@.b && (@.a[*].x > 1 || @.c)", "@.b && (@.a[?@.x > 1] || @.c)"),
    ("length(@.a) >= 02", "length(@.a) >= 2"),
    ("@.b && count(@.a[*]) == 007", "@.b && count(@.a[*]) == 7"),
    ("length(@.a) > -02.5", "length(@.a) > -2.5"), ("length(@.a) != 00", "length(@.a) != 0"),
    ("02 <= length(@.a)", "2 <= length(@.a)"), ("@.a == 02.5", "@.a == 2.5"),
    ("lenght(@.a) > 2", "length(@.a) > 2"), ("Type(@.a) == 'array'", "type(@.a) == 'array'"),
    ("@.b && !serach(@.a, 'x')", "@.b && !search(@.a, 'x')"),
  ])
  func `a condition with a slip in it is mended`(_ condition: String, _ meant: String) throws {
    let mistake = try #require(
      Self.mistakes(#"{ "drop": "x", "when": "\#(condition)" }"#).first)
    #expect(mistake.help == "write `\"\(meant)\"`")
  }

  @Test(arguments: [
    ("@.tags contains 'x'", "search(@.tags, 'x')", "@.tags[?@ == 'x']"),
    ("contains(@.a.b, 'x y')", "search(@.a.b, 'x y')", "@.a.b[?@ == 'x y']"),
  ])
  func `what a list contains is asked otherwise than what a text does`(
    _ condition: String, _ text: String, _ list: String
  ) throws {
    let mistake = try #require(
      Self.mistakes(#"{ "drop": "x", "when": "\#(condition)" }"#).first)
    #expect(mistake.help == "write `\"\(text)\"`, or of a list `\"\(list)\"`")
  }

  @Test func `a number with zeros in front is a number or text`() throws {
    let mistake = try #require(Self.mistakes(#"{ "drop": "x", "when": "@.a >= 02" }"#).first)
    #expect(mistake.help == #"write `"@.a >= '02'"`, or as a number `"@.a >= 2"`"#)
  }

  @Test(arguments: [
    (#"{ "compose": { "u": "{a}/{b c}" } }"#, "write `\"{a}/{['b c']}\"`"),
    (#"{ "set": { "u": ["{b c}!"] }, "fill": true }"#, "write `\"{['b c']}!\"`"),
    (#"{ "append": { "u": "{a.}" }, "fill": true }"#, "write `\"{a}\"`"),
  ])
  func `a field with a slip in it is shown in its text`(_ rule: String, _ help: String) {
    #expect(Self.mistakes(rule).map(\.help) == [help])
  }

  @Test(arguments: [
    ("b[0]", "`append` adds to a list; what is in a list is reached with `in`"),
    ("@", "a target ends in the name of a member, such as `b`"),
    ("$", "a target ends in the name of a member, such as `b`"),
    ("$..b", #"`in` leads to where the target is: { "in": "items[*]", … }"#),
    ("b[*].c", #"`in` leads to where the target is: { "in": "items[*]", … }"#),
  ])
  func `what is no target is told by what it is`(_ target: String, _ help: String) {
    #expect(Self.mistakes(#"{ "move": { "x": "\#(target)" } }"#).map(\.help) == [help])
  }

  @Test(arguments: [
    ("@.a + 1 == 2", "nothing is calculated here"), ("@.a * 2 > 3", "nothing is calculated here"),
    ("@.a.lower() == 'x'", "`jsonmigrate help when`"), ("now() > 3", "`jsonmigrate help when`"),
    ("@.a.contains('[')", "`jsonmigrate help when`"), ("@.a near 'x'", "`jsonmigrate help when`"),
    ("@.a like @.b", "`jsonmigrate help when`"),
  ])
  func `a condition that can't be mended has advice`(_ condition: String, _ advice: String) throws {
    let mistake = try #require(
      Self.mistakes(#"{ "drop": "x", "when": "\#(condition)" }"#).first)
    #expect(mistake.help?.hasPrefix(advice) == true)
  }

  @Test func `a filter with a slip in it is mended as a condition is`() throws {
    let mistake = try #require(
      Self.mistakes(#"{ "drop": "items[?@.id.startsWith('x')].a" }"#).first)
    #expect(mistake.help == #"write `"items[?match(@.id, 'x.*')].a"`"#)
  }

  @Test(arguments: [
    (#"{ "with": " ", "jion": ["a"], "into": "c" }"#, "jion", "`join`"),
    (#"{ "wehn": "@.a", "dorp": "x" }"#, "dorp", "`drop`"),
    (#"{ "key": "a", "remove": "b" }"#, "remove", "`drop`"),
    (#"{ "foo": "a", "with": "b" }"#, "foo", "lists the verbs"),
  ])
  func `of several unknown keys the one that is most like a verb is told of`(
    _ rule: String, _ key: String, _ advice: String
  ) throws {
    let mistake = try #require(Self.mistakes(rule).first)
    #expect(Self.marked(mistake) == "\"\(key)\"" && mistake.message == "`\(key)` is no verb")
    #expect(mistake.help?.contains(advice) == true)
  }

  @Test(arguments: [
    (#"{ "op": "move", "from": "a", "path": "b" }"#, "op", "the verb is the key: { \"move\": "),
    (#"{ "type": "rename", "from": "a" }"#, "type", "the verb is the key: { \"rename\": "),
    (#"{ "op": "remove", "path": "/a" }"#, "op", "write `drop`: "),
    (#"{ "type": "number", "path": "/a" }"#, "type", "write `convert`: "),
    (#"{ "when": "@.a", "then": [], "else": [] }"#, "then", "`choose` has rules for each case: "),
  ])
  func `a verb that stands behind a key is told of`(
    _ rule: String, _ key: String, _ advice: String
  ) throws {
    let mistake = try #require(Self.mistakes(rule).first)
    #expect(Self.marked(mistake) == "\"\(key)\"" && mistake.message == "`\(key)` is no verb")
    #expect(mistake.help?.hasPrefix(advice) == true)
  }

  @Test(arguments: [
    (#"{ "join": ["a"], "wiht": "x", "into": "c" }"#, "wiht", "write `with`: "),
    (#"{ "split": "a", "yb": ",", "into": ["b"] }"#, "yb", "write `by`: "),
    (#"{ "text": "a", "ndo": ["trim"] }"#, "ndo", "write `do`: "),
  ])
  func `a key that is missing and stands there with a slip is told once`(
    _ rule: String, _ key: String, _ advice: String
  ) {
    let mistakes = Self.mistakes(rule)
    #expect(mistakes.map(Self.marked) == ["\"\(key)\""])
    #expect(mistakes.first?.help?.hasPrefix(advice) == true)
  }

  @Test(arguments: [
    (#"{ "drop": "a", "when": 5 }"#, #"write it as in `{ "drop": "a", "when": "@.b == 1" }`"#),
    (
      #"{ "rename": { "a": "b" }, "in": 5 }"#,
      #"write it as in `{ "in": "items[*]", "drop": "a" }`"#
    ),
    (#"{ "set": { "a": 1 }, "fill": "x" }"#, "`jsonmigrate help fill` tells what may stand there"),
    (
      #"{ "add-default": { "a": 1 }, "generate": "uuid" }"#,
      #"write it as in `{ "add-default": ["id"], "generate": "uuid" }`"#
    ),
    (#"{ "drop": 4 }"#, #"write it as in `{ "drop": ["legacyId", "panels[?@.type == 'row']"] }`"#),
    (
      #"{ "add-default": [3], "generate": "uuid" }"#,
      #"write it as in `{ "add-default": ["id"], "generate": "uuid" }`"#
    ),
    (
      #"{ "rename-keys": "s", "pattern": "(.+)_id" }"#,
      #"write it as in `{ "rename-keys": "s", "pattern": "^(.+)_id$", "with": "$1Id" }`"#
    ),
    (#"{ "convert": "a", "to": "float" }"#, "write `number`"),
    (
      #"{ "append": { "a": 1 }, "at": 0 }"#,
      "elements go to the end; in front: "
        + #"{ "set": { "new": [1] } }, { "concat": ["new", "a"], "into": "a" }"#
    ),
  ])
  func `an example has the key that it is about`(_ rule: String, _ help: String) {
    #expect(Self.mistakes(rule).map(\.help) == [help])
  }

  @Test(arguments: [
    ("{ \"to\": 2, \"rules\": [\n{ \"drop\": \"a]\" \n ] }", 2, "{"),
    ("{ \"to\": 2, // [ {\n \"rules\": [ /* { */ ", 2, "["),
    ("{ \"to\": 2, \"rules\": [ } }", 1, "["),
  ])
  func `a bracket that isn't closed is shown`(_ file: String, _ line: Int, _ sign: String) throws {
    let source = RuleSource(name: "v2.json", text: file)
    let error = #expect(throws: MigrationError.self) { try Migrator(rules: [source]) }
    let mistake = try #require(error?.diagnostics.first)
    let place = try #require(mistake.relatedPlaces.first?.span)
    #expect(place.line == line)
    #expect(String(decoding: place.excerpt.text[place.excerpt.marked], as: UTF8.self) == sign)
  }

  @Test(arguments: [("1", "1.0"), (#""a""#, #""a""#), (#""7.*""#, #""7.*""#)])
  func `a version twice in one list is marked where it stands again`(
    _ version: String, _ again: String
  ) throws {
    let to = version == "1" ? "2" : #""8""#
    let source = RuleSource(
      name: "v8.json", text: #"{ "from": [\#(version), \#(again)], "to": \#(to), "rules": [] }"#)
    let error = #expect(throws: MigrationError.self) { try Migrator(rules: [source]) }
    #expect(error?.diagnostics.count == 1)
    let mistake = try #require(error?.diagnostics.first)
    #expect(mistake.message.hasSuffix(" stands twice in this list"))
    #expect(Self.marked(mistake) == again)
    #expect(mistake.place?.span?.column == 14 + version.utf8.count)
    #expect(mistake.relatedPlaces.first?.span?.column == 12)
  }

  @Test func `a file with nothing in it is told what to hold`() {
    let source = RuleSource(name: "v2.json", text: "// nothing yet\n")
    let error = #expect(throws: MigrationError.self) { try Migrator(rules: [source]) }
    #expect(error?.diagnostics.map(\.help) == ["a step is { \"to\": 2, \"rules\": [ … ] }"])
  }
}
