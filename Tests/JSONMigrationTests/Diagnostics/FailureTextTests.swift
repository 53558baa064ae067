import JSONText
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

/// What failures of rules say, where they say it, and what they advise.
@Suite struct FailureTextTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let rule: String
    let document: String
    let message: String
    /// Line, column and path in the document.
    let place: String
    let help: String?

    var testDescription: String { "\(rule) \(document)" }

    init(_ rule: String, _ document: String, _ message: String, _ place: String, _ help: String?) {
      (self.rule, self.document) = (rule, document)
      (self.message, self.place, self.help) = (message, place, help)
    }
  }

  private static let passes = "without `\"if-missing\": \"fail\"` the rule passes over it"
  private static let given =
    "a rule before gives it to them, with `add-default` and `\"if-null\": \"replace\"`"
  private static let again = "expected each key once in an object, found `a` again"
  private static let meant = "a rule can't tell which of them is meant: take one of them out"
  private static let twice = "{\"a\": \"x\",\n \"a\": \"q\"}"
  private static let mended = "correct the document, or let a rule before this one do it"
  private static let aScope =
    "a path from the document is one place for all scopes: a path without `$` has one in each, "
    + "`when` leaves scopes out, and of two paths to one place one can go"

  static let cases = [
    // What is asked of elements, `when` at the scope can't pass over.
    Case(
      #"{ "in": "l[*]", "list": "a", "do": [{ "sort-by": "k" }] }"#,
      #"{"l":[{"a":[{"k":2},{"k":"1"}]}]}"#,
      #"`list` needs a number at $.l[0].a[1].k, found the text "1""#, "1:26 $.l[0].a[1].k",
      "what an array is sorted by is of one type in all its elements: `convert` makes it so"),
    Case(
      #"{ "list": "a", "do": [{ "sort-by": "@" }] }"#, #"{"a":["x", 1]}"#,
      "`list` needs text at $.a[1], found the number 1", "1:12 $.a[1]",
      "what an array is sorted by is of one type in all its elements: `convert` makes it so"),
    Case(
      #"{ "list": "a", "do": [{ "sort-by": "k" }] }"#, #"{"a":[{"k":2},{"k":null}]}"#,
      "`list` needs a number at $.a[1].k, found null", "1:20 $.a[1].k",
      "what an array is sorted by is of one type in all its elements: \(given)"),
    Case(
      #"{ "list": "a", "do": [{ "sort-by": "k" }] }"#, #"{"a":[{"k":2},{}]}"#,
      "`list` found no `@.k` in $.a[1]", "1:15 $.a[1]",
      "what an array is sorted by has to be in all its elements: \(given)"),
    Case(
      #"{ "compose": { "b": "{a}!" } }"#, #"{"a":[1]}"#,
      "`compose` needs text, a number or a boolean at $.a, found an array", "1:6 $.a",
      "a rule before makes a text of a list, with `join`; a field may name one element"),
    Case(
      #"{ "compose": { "b": "{a}!" } }"#, #"{"a":{"x":1}}"#,
      "`compose` needs text, a number or a boolean at $.a, found an object", "1:6 $.a",
      "name a member of it, as in `{a.b}`"),
    Case(
      #"{ "look-up": "a", "among": "$.b", "into": "x" }"#, #"{"a":"k","b":[{"k":1}]}"#,
      "`look-up` needs an object at $.b, found an array", "1:14 $.b",
      "`$.b[*]`, and `by`, look through the elements of a list"),
    Case(
      #"{ "look-up": "a", "among": "$.b", "into": "x" }"#, #"{"a":"k","b":7}"#,
      "`look-up` needs an object at $.b, found the number 7", "1:14 $.b",
      "without `by` the value is the name of a member of what `among` leads to"),
    Case(
      #"{ "join": "a", "with": "," }"#, #"{"a":["x", 1]}"#,
      "`join` needs text at $.a[1], found the number 1", "1:12 $.a[1]",
      "`convert` with `\"to\": \"string\"` makes text of it first"),
    Case(
      #"{ "join": ["a", "b"], "with": "-", "into": "c" }"#, #"{"a":"x","b":true}"#,
      "`join` needs text at $.b, found true", "1:14 $.b",
      "`convert` with `\"to\": \"string\"` makes text of it first; `compose` takes it as it is"),
    Case(
      #"{ "join": "a", "with": ",", "into": "c" }"#, #"{"a":["x"]}"#,
      "`join` needs text at $.a, found an array", "1:6 $.a",
      "the elements of a list are joined without `into`, by the path of the list alone: they become "
        + "text where it stands; `rename` gives it another name"),
    Case(
      #"{ "join": ["a[*]"], "with": ",", "into": "c" }"#, #"{"a":["x", "y"]}"#,
      "`join` found 2 values at `@.a[*]`, and takes one", "1:12 $.a[1]",
      "the elements of a list are joined without `into`, by the path of the list alone: they become "
        + "text where it stands; `rename` gives it another name"),
    Case(
      #"{ "scale": "a", "by": 2 }"#, #"{"a":"3"}"#,
      "`scale` needs a number at $.a, found the text \"3\"", "1:6 $.a",
      "`convert` with `\"to\": \"number\"` makes a number of it first"),
    Case(
      #"{ "scale": "a", "by": 2 }"#, #"{"a":"x"}"#,
      "`scale` needs a number at $.a, found the text \"x\"", "1:6 $.a",
      "to pass over other values ask first: `\"when\": \"type(@.a) == 'number'\"`"),
    Case(
      #"{ "convert": "a", "to": "boolean" }"#, #"{"a":"yes"}"#,
      "`convert` found neither `true` nor `false` at $.a", "1:6 $.a",
      "`map-values` says what other texts mean; `\"otherwise\": \"keep\"` leaves it as it is"),
    Case(
      #"{ "convert": "a", "to": "integer" }"#, #"{"a":1.5}"#,
      "`convert` found no integer at $.a", "1:6 $.a",
      "`scale` with `\"by\": 1, \"round\": 0` makes one of it; "
        + "`\"otherwise\": \"keep\"` leaves it as it is"),
    Case(
      #"{ "map-values": "a", "table": { "x": "y" } }"#, #"{"a":["x"]}"#,
      "`map-values` has no case for an array at $.a", "1:6 $.a",
      "`a[*]` is each of its elements; for the list itself add a case"),
    Case(
      #"{ "join": "a", "with": "," }"#, #"{"a":1}"#,
      "`join` needs an array of texts at $.a, found the number 1", "1:6 $.a",
      "to pass over other values ask first: `\"when\": \"type(@.a) == 'array'\"`"),
    Case(
      #"{ "compose": { "b": "{a}!" } }"#, #"{"a":null}"#,
      "`compose` needs text, a number or a boolean at $.a, found null", "1:6 $.a",
      "null is no text: `\"when\": \"@.a != null\"` passes over it, and a rule before can give it a "
        + "value, with `add-default` and `\"if-null\": \"replace\"`"),
    Case(
      #"{ "rename": { "a[*]": "b" } }"#, #"{"a":[{}]}"#,
      "`rename` needs the member of an object at $.a[0], found an object", "1:7 $.a[0]",
      "elements have no names: behind a point follows the member of each, as in `items[*].a`"),
    Case(
      #"{ "split": "a[*]", "by": "-", "into": ["x", "y"] }"#, #"{"a":["1-2"]}"#,
      "`split` needs the member of an object at $.a[0], found the text \"1-2\"", "1:7 $.a[0]",
      "without `into` each text becomes a list of its parts, where it stands"),

    // Several values for one place.
    Case(
      #"{ "in": "l[*]", "set": { "$.x": "{x}" }, "fill": true }"#, #"{"l":[{"x":1}, {"x":2}]}"#,
      "`set` has a second value for `$.x`", "1:16 $.l[1]", aScope),
    Case(
      #"{ "in": "l[*]", "set": { "$.x": "{x}" }, "fill": true }"#,
      #"{"l":[{"x":1}, {"x":2}],"x":0}"#,
      "`set` has a second value for `$.x`", "1:16 $.l[1]", aScope),
    Case(
      #"{ "in": "l[*]", "add-default": { "y": 0, "$.o.x": ["{x}"] }, "fill": true }"#,
      #"{"l":[{"x":1}, {"x":2}]}"#,
      "`add-default` has a second value for `$.o.x`", "1:16 $.l[1]", aScope),
    Case(
      #"{ "in": "l[*]", "move": { "$.x": "x" } }"#, #"{"x":1,"l":[{}, {}]}"#,
      "`move` can't take one value to several places", "1:6 $.x", nil),

    Case(
      #"{ "move": { "a": "x", "b": "x" } }"#, #"{"a":1,"b":2}"#,
      "`move` brings two values to `x` in the document", "1:6 $.x",
      #"`"if-exists": "keep"` takes the first of them, `"overwrite"` the last"#),
    Case(
      #"{ "rename": { "a": "x", "b": "x" } }"#, #"{"a":1,"b":2,"x":3}"#,
      "`rename` found `x` already in the document", "1:18 $.x",
      #"`"if-exists": "keep"` keeps what is there, `"overwrite"` replaces it; the other value is lost"#
    ),
    Case(
      #"{ "copy": { "a": "x", "b": "x" } }"#, #"{"a":1,"b":2}"#,
      "`copy` brings two values to `x` in the document", "1:6 $.x",
      #"`"if-exists": "keep"` takes the first of them, `"overwrite"` the last"#),
    Case(
      #"{ "split": ["a", "b"], "by": "-", "into": ["x", "y"] }"#, #"{"a":"1-2","b":"3-4"}"#,
      "`split` brings two values to `x` in the document", "1:1 $.x",
      #"`"if-exists": "keep"` takes the first of them, `"overwrite"` the last"#),
    Case(
      #"{ "in": "l[*]", "compose": { "$.x": "{a}" } }"#, #"{"l":[{"a":1},{"a":2}]}"#,
      "`compose` brings two values to `x` in the document", "1:1 $.x",
      #"`"if-exists": "keep"` takes the first of them, `"overwrite"` the last"#),
    // What a rule says itself it says of the rules in it, too.
    Case(
      #"{ "in": "l[*]", "message": "a row is wrong", "rules": [{ "rename": { "a": "b" } }] }"#,
      #"{"l":[{"a":1,"b":2}]}"#, "a row is wrong", "1:18 $.l[0].b",
      #"`"if-exists": "keep"` keeps what is there, `"overwrite"` replaces it; the other value is lost"#
    ),
    Case(
      #"{ "message": "outside", "choose": [{ "rules": [{ "require": "@.b", "message": "inside" }] }] }"#,
      #"{"a":1}"#, "inside", "1:1 $", Self.mended),
    Case(
      #"{ "message": "outside", "choose": [{ "rules": [{ "require": "@.b" }] }] }"#,
      #"{"a":1}"#, "outside", "1:1 $", Self.mended),
    Case(
      #"{ "copy": { "a": "x", "b": "x" }, "message": "" }"#, #"{"a":1,"b":2}"#,
      "`copy` brings two values to `x` in the document", "1:6 $.x",
      #"`"if-exists": "keep"` takes the first of them, `"overwrite"` the last"#),

    // What was found lacks what is to be taken.
    Case(
      """
      { "look-up": "c", "among": "$.cs[*]", "by": "id", "take": "n", "into": "x",
        "if-missing": "fail" }
      """, #"{"c":"a","cs":[{"id":"a"}]}"#,
      "`look-up` found no `n` in $.cs[0], the element for the text \"a\"", "1:16 $.cs[0]",
      passes),
    Case(
      #"{ "look-up": "c", "among": "cs", "take": "n.m", "into": "x", "if-missing": "fail" }"#,
      #"{"c":"a","cs":{"a":{"n":1}}}"#,
      "`look-up` found no `n.m` in $.cs.a, the element for the text \"a\"", "1:20 $.cs.a",
      passes),
    Case(
      #"{ "look-up": "c", "among": "cs[*]", "by": "id", "into": "x", "if-missing": "fail" }"#,
      #"{"c":"b","cs":[{"id":"a"}]}"#,
      "`look-up` found no element of `cs[*]` for the text \"b\" at $.c", "1:6 $.c", passes),
    Case(
      #"{ "look-up": "c", "among": "cs[*]", "by": "id", "into": "x", "if-missing": "fail" }"#,
      #"{"c":"1","cs":[{"id":1}]}"#,
      "`look-up` found no element of `cs[*]` for the text \"1\" at $.c", "1:6 $.c",
      "no `cs[*]` has `id` equal to the text \"1\"; one has the number 1"),
    Case(
      #"{ "look-up": "c", "among": "cs", "by": "id", "into": "x", "if-missing": "fail" }"#,
      #"{"c":"1","cs":[{"id":"1"}]}"#,
      "`look-up` found no element of `cs` for the text \"1\" at $.c", "1:6 $.c",
      "`cs` is a list here: `cs[*]`"),

    // A name that has to be written in quotes is, in a path that goes through a list.
    Case(
      #"{ "set": { "c[*]['x.y']": 1 } }"#, #"{"c":[[{"x.y":0,"x":{}}]]}"#,
      "`set` needs an object at $.c[0], found an array", "1:7 $.c[0]",
      "this is a list: `c[*][*]['x.y']` is in each of its elements"),
    Case(
      #"{ "add-default": { "c[*]['x y']": 1 } }"#, #"{"c":[[{}]]}"#,
      "`add-default` needs an object at $.c[0], found an array", "1:7 $.c[0]",
      "this is a list: `c[*][*]['x y']` is in each of its elements"),
    Case(
      #"{ "set": { "..c['']": 1 } }"#, #"{"c":[{}]}"#,
      "`set` needs an object at $.c, found an array", "1:6 $.c",
      "this is a list: `..c[*]['']` is in each of its elements"),

    // What is in something comes to its place.
    Case(
      #"{ "move": { "b.x": "b" } }"#, #"{"b":{"x":1}}"#,
      "`move` found `b` already in the document", "1:6 $.b",
      #"`{ "unwrap": "b", "under": "x" }` puts what is in an object in its place"#),
    Case(
      #"{ "move": { "b['x.y']": "b" } }"#, #"{"b":{"x.y":1}}"#,
      "`move` found `b` already in the document", "1:6 $.b",
      #"`{ "unwrap": "b", "under": "['x.y']" }` puts what is in an object in its place"#),
    Case(
      #"{ "in": "l[*]", "move": { "o['p q'].x": "o['p q']" } }"#, #"{"l":[{"o":{"p q":{"x":1}}}]}"#,
      "`move` found `p q` already in $.l[0].o", "1:19 $.l[0].o['p q']",
      #"`{ "unwrap": "o['p q']", "under": "x" }` puts what is in an object in its place"#),
    Case(
      #"{ "move": { "b[-1]": "b" } }"#, #"{"b":["x"]}"#,
      "`move` found `b` already in the document", "1:6 $.b",
      #"`{ "unwrap": "b" }` puts the only element in the place of its list"#),
    Case(
      #"{ "move": { "b[-1]": "b" } }"#, #"{"b":["x","y"]}"#,
      "`move` found `b` already in the document", "1:6 $.b",
      "`\"if-exists\": \"keep\"` keeps what is there, `\"overwrite\"` replaces it; the other value is "
        + "lost"),

    // Where the way to what has to be there is lost.
    Case(
      #"{ "rename": { "..a.k": "b" }, "if-missing": "fail" }"#, #"{"x":{"a":[{"k":1}]}}"#,
      "`rename` found no `@..a.k` in the document", "1:1 $",
      "`..a` is a list here: `..a[*].k`"),
    Case(
      #"{ "rename": { "ietms[*].a": "b" }, "if-missing": "fail" }"#, #"{"items":[{"a":1}]}"#,
      "`rename` found no `@.ietms[*].a` in the document", "1:1 $",
      "the document has no `ietms`; a similar name is there: `items`"),
    Case(
      #"{ "rename": { "items.a": "b" }, "if-missing": "fail" }"#, #"{"items":[{"a":1}]}"#,
      "`rename` found no `@.items.a` in the document", "1:1 $",
      "`items` is a list here: `items[*].a`"),
    Case(
      #"{ "in": "items[*]", "drop": "aa", "if-missing": "fail" }"#, #"{"items":[{"aaa":1}]}"#,
      "`drop` found no `@.aa` in $.items[0]", "1:11 $.items[0]",
      "the scope has no `aa`; a similar name is there: `aaa`"),
    Case(
      #"{ "drop": "items[*].a", "if-missing": "fail" }"#, #"{"items":[]}"#,
      "`drop` found no `@.items[*].a` in the document", "1:1 $",
      "`items` is an empty list; " + passes),
    Case(
      #"{ "drop": "q", "if-missing": "fail" }"#, #"{"items":[]}"#,
      "`drop` found no `@.q` in the document", "1:1 $", passes),

    Case(
      #"{ "unnest": "$" }"#, #"{"a":1}"#,
      "`unnest` needs the member of an object, found an object", "1:1 $",
      "around the document there is no object that members could come into"),
    Case(
      #"{ "unnest": "l[0]" }"#, #"{"l":[{}]}"#,
      "`unnest` needs the member of an object at $.l[0], found an object", "1:7 $.l[0]",
      "in a list there is no object that members could come into"),

    // Keys that stand twice are shown where they stand again.
    Case(
      #"{ "map-values": "a", "table": { "x": "y" } }"#, twice, "`map-values` " + again, "2:7 $.a",
      meant),
    Case(#"{ "rename": { "a": "b" } }"#, twice, "`rename` " + again, "2:7 $.a", meant),
    Case(#"{ "rename": { "*": "b" } }"#, twice, "`rename` " + again, "2:7 $.a", meant),
    Case(#"{ "set": { "a": 1 } }"#, twice, "`set` " + again, "2:7 $.a", meant),
    Case(#"{ "add-default": { "a": 1 } }"#, twice, "`add-default` " + again, "2:7 $.a", meant),
    Case(#"{ "nest": ["a"], "under": "b" }"#, twice, "`nest` " + again, "2:7 $.a", meant),
    Case(#"{ "unnest": "a" }"#, twice, "`unnest` " + again, "2:7 $.a", meant),
    Case(#"{ "drop": "b", "when": "@.a" }"#, twice, "`drop` " + again, "2:7 $.a", meant),
    Case(
      #"{ "rename": { "b": "a" } }"#, "{\"b\": 1, \"a\": 2,\n \"a\": 3}", "`rename` " + again,
      "2:7 $.a", meant),
    Case(
      #"{ "to-list": "o", "key": "k" }"#, "{\"o\": {\"a\": {},\n \"b\": {},\n \"a\": {}}}",
      "`to-list` " + again, "3:7 $.o.a", meant),
    Case(
      #"{ "drop": "b" }"#, "{\"version\": 1,\n \"version\": 1}",
      "expected each key once in an object, found `version` again", "2:13 $.version", meant),
  ]

  @Test(arguments: cases) func `a failure says what it found, and where`(_ one: Case) throws {
    let rules = RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [\#(one.rule)] }"#)
    let migrator = try Migrator(rules: [rules])
    let error = #expect(throws: MigrationError.self) {
      try migrator.migrate(Array(one.document.utf8), named: "a")
    }
    let diagnostic = try #require(error?.diagnostics.first)
    #expect(diagnostic.message == one.message)
    let span = diagnostic.place?.span
    #expect(
      "\(span?.line ?? 0):\(span?.column ?? 0) \(diagnostic.place?.path ?? "")" == one.place)
    #expect(diagnostic.help == one.help)
  }

  @Test func `what has no way back in a nested format is named`() throws {
    let migrator = try Migrator(rules: [
      RuleSource(
        name: "v2.json",
        text: #"{ "to": 2, "rules": [{ "migrate": "u", "with": "user", "to": 1 }] }"#),
      RuleSource(
        name: "user/v2.json", text: #"{ "to": 2, "rules": [{ "drop": "z" }] }"#),
    ])
    let error = #expect(throws: MigrationError.self) {
      try migrator.migrate(Array(#"{"u":{"version":2}}"#.utf8), named: "a")
    }
    #expect(error?.kind == .noWayBack)
    let places = error?.diagnostics.first?.relatedPlaces.map(\.file)
    #expect(places == ["rules/user/v2.json", "rules/v2.json"])
  }

  @Test func `a format that reads no version says so`() throws {
    let migrator = try Migrator(rules: [
      RuleSource(
        name: "format.json", text: #"{ "version": { "stamp": false, "missing": "fail" } }"#),
      RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [] }"#),
    ])
    let error = #expect(throws: MigrationError.self) {
      try migrator.migrate(Array(#"{"version":1}"#.utf8), named: "a")
    }
    #expect(error?.kind == .missingVersion)
    #expect(error?.diagnostics.first?.message.hasPrefix("no version is read") == true)
  }

  @Test func `what rules made is not told as what stands there`() throws {
    let rules = """
      { "to": 2, "rules": [{ "to-list": "a", "key": "k" },
        { "split": "a[*].k", "by": "|", "into": ["x", "y"] }] }
      """
    let migrator = try Migrator(rules: [RuleSource(name: "v2.json", text: rules)])
    let error = #expect(throws: MigrationError.self) {
      try migrator.migrate(Array(#"{"a":{"b.c":{}}}"#.utf8), named: "a")
    }
    #expect(error?.diagnostics.first?.place?.label == #"here by now: the text "b.c""#)
  }

  @Test(arguments: [
    (#"{"m":{"version":9}}"#, "the document has version 9, but the rules end at version 2"),
    (
      #"{"m":{"version":"1"}}"#,
      "the document's version is the text \"1\", and versions are integers"
    ),
    (#"{"m":[1]}"#, "the document is a list, so no version can be written at `version`"),
  ])
  func `what is wrong with a nested document is a sentence of its own`(
    _ document: String, _ message: String
  ) throws {
    let rules = [
      RuleSource(
        name: "v2.json", text: #"{ "to": 2, "rules": [{ "migrate": "m", "with": "." }] }"#)
    ]
    let error = #expect(throws: MigrationError.self) {
      try Migrator(rules: rules).migrate(Array(document.utf8), named: "a")
    }
    #expect(error?.diagnostics.first?.message == "`migrate`: " + message)
  }

  @Test func `of JSON in text it is said how it becomes a document`() throws {
    let migrator = try Migrator(rules: [
      RuleSource(name: "format.json", text: #"{ "each": "doc" }"#),
      RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [{ "drop": "a" }] }"#),
    ])
    let error = #expect(throws: MigrationError.self) {
      try migrator.migrate(Array(#"{"id":1,"doc":"{\"a\":1}"}"#.utf8), named: "a")
    }
    #expect(error?.diagnostics.first?.help?.contains("from `json-text`") == true)
  }

  @Test(arguments: ["null", "3", #""x""#])
  func `of a document in another one that is no object it is said how it is passed over`(
    _ document: String
  ) throws {
    let bytes = Array("{\"id\":1,\"doc\":\(document)}".utf8)
    func migrate(_ format: String) throws -> [UInt8] {
      let migrator = try Migrator(rules: [
        RuleSource(name: "format.json", text: format),
        RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [{ "drop": "a" }] }"#),
      ])
      return try migrator.migrate(bytes, named: "a")
    }
    let error = #expect(throws: MigrationError.self) { try migrate(#"{ "each": "doc" }"#) }
    let help = try #require(error?.diagnostics.first?.help)
    let advice = help.split(separator: "`")[1]
    #expect(advice == #""when": "type(@) == 'object'""#)
    #expect(try migrate("{ \"each\": \"doc\", \(advice) }") == bytes)
  }

  @Test func `where the version can't be written it is said what that needs`() throws {
    let migrator = try Migrator(rules: [
      RuleSource(
        name: "format.json", text: #"{ "version": { "at": "meta.version", "missing": 1 } }"#),
      RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [{ "drop": "a" }] }"#),
    ])
    let error = #expect(throws: MigrationError.self) {
      try migrator.migrate(Array(#"{"meta":5}"#.utf8), named: "a")
    }
    let diagnostic = try #require(error?.diagnostics.first)
    #expect(
      diagnostic.message == "the version can't be written at `meta.version`, which needs an object "
        + "at $.meta, found the number 5")
    #expect(
      diagnostic.help
        == "`at` in format.json can name another place, or a rule puts an object here")
  }
}
