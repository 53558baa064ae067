/// Mistakes of those who know other tools, and values that rules didn't expect.
extension MistakeTests {
  static let otherMistakes = otherWords + otherConditions + otherValues

  private static let otherWords = [
    rule(
      "append-value", #"{ "append": "a", "value": 1 }"#, #"{ "append": { "a": 1 } }"#,
      advice: #"write `"append": { "a": 1 }`"#),
    rule(
      "text-replace", #"{ "text": "a", "replace": "x", "with": "y" }"#,
      #"{ "text": "a", "do": [{ "replace": "x", "with": "y" }] }"#,
      advice: #"write `"text": "a", "do": [{ "replace": "x", "with": "y" }]`"#),
    rule(
      "list-sort", #"{ "list": "a", "sort-by": "x" }"#,
      #"{ "list": "a", "do": [{ "sort-by": "x" }] }"#,
      advice: #"write `"list": "a", "do": [{ "sort-by": "x" }]`"#),
    rule(
      "list-sorted", #"{ "list": "a", "do": ["sort"] }"#,
      #"{ "list": "a", "do": [{ "sort-by": "@" }] }"#, advice: #"write `{ "sort-by": "@" }`"#),
    rule(
      "to-object-by", #"{ "to-object": "a", "by": "id" }"#, #"{ "to-object": "a", "key": "id" }"#,
      advice: "write `key`"),
    rule(
      "otherwise-text", #"{ "map-values": "a", "table": { "x": "y" }, "otherwise": "z" }"#,
      #"{ "map-values": "a", "table": { "x": "y" }, "otherwise": { "becomes": "z" } }"#,
      advice: #"{ "becomes": "z" }"#),
    rule(
      "otherwise-null", #"{ "map-values": "a", "table": { "x": "y" }, "otherwise": null }"#,
      #"{ "map-values": "a", "table": { "x": "y" }, "otherwise": { "becomes": null } }"#,
      advice: #"{ "becomes": null }"#),
    rule(
      "otherwise-value",
      #"{ "map-values": "a", "table": { "x": "y" }, "otherwise": { "value": 1 } }"#,
      #"{ "map-values": "a", "table": { "x": "y" }, "otherwise": { "becomes": 1 } }"#,
      advice: "write `becomes`"),
    rule(
      "if-exists-skip", #"{ "rename": { "a": "b" }, "if-exists": "skip" }"#,
      #"{ "rename": { "a": "b" }, "if-exists": "keep" }"#, advice: "write `keep`"),
    rule(
      "if-missing-ignore", #"{ "rename": { "a": "b" }, "if-missing": "ignore" }"#,
      #"{ "rename": { "a": "b" }, "if-missing": "skip" }"#, advice: "write `skip`"),
    rule(
      "default-if-exists", #"{ "add-default": { "a": 1 }, "if-exists": "keep" }"#,
      #"{ "add-default": { "a": 1 } }"#, advice: "leave it out"),
    rule(
      "choose-then", #"{ "choose": [{ "when": "@.a", "then": [{ "drop": "b" }] }] }"#,
      #"{ "choose": [{ "when": "@.a", "rules": [{ "drop": "b" }] }] }"#, advice: "write `rules`"),
    rule(
      "convert-letters", #"{ "convert": "a", "from": "YYYY-MM-DD", "to": "unix-seconds" }"#,
      #"{ "convert": "a", "from": { "form": "yyyy-MM-dd" }, "to": "unix-seconds" }"#,
      advice: #"write `{ "form": "yyyy-MM-dd" }`"#),
    rule(
      "todate", #"{ "todate": "a" }"#,
      #"{ "convert": "a", "from": "unix-seconds", "to": "iso8601" }"#,
      advice: #""from": "unix-seconds", "to": "iso8601""#),
    rule(
      "split-groups", #"{ "split": "a", "pattern": "(.*)-(.*)", "into": ["b"] }"#,
      #"{ "split": "a", "pattern": "(.*)-(.*)", "into": ["b", "c"] }"#,
      advice: "one pair of parentheses"),
    rule(
      "rename-keys-group", #"{ "rename-keys": "s", "pattern": "^(.+)_id$", "with": "\\1Id" }"#,
      #"{ "rename-keys": "s", "pattern": "^(.+)_id$", "with": "$1Id" }"#, advice: "`$1`"),
    file(
      "tests-object", "v2.json",
      #"{ "to": 2, "rules": [], "tests": { "before": {}, "after": {} } }"#,
      #"{ "before": {}, "after": {} }"#, #"[{ "before": {}, "after": {} }]"#, advice: "is a list: ["
    ),
    file(
      "test-fails-true", "v2.json",
      #"{ "to": 2, "rules": [], "tests": [{ "before": {}, "fails": true }] }"#, "true",
      #""wrong-type""#, advice: "a kind of error"),
  ]

  private static let otherConditions = [
    condition("condition-space", "@.my key == 1", "@['my key'] == 1"),
    condition("condition-quoted", "@.'my key' == 1", "@['my key'] == 1"),
    condition("condition-digits", #"match(@.b, '\\\\d+[.]')"#, "match(@.b, '[0-9]+[.]')"),
    condition("condition-escape", #"search(@.b, '^3\\.')"#, "search(@.b, '^3[.]')"),
    rule(
      "condition-count", #"{ "drop": "a", "when": "count(@.b) > 1" }"#,
      #"{ "drop": "a", "when": "length(@.b) > 1" }"#, advice: "`length(@.b)`"),
  ]

  private static let otherValues = [
    rule(
      "set-in-texts", #"{ "set": { "engines[*].node": 1 } }"#,
      #"{ "set": { "engines[?type(@) == 'object'].node": 1 } }"#,
      advice: "`engines[?type(@) == 'object'].node`", on: #"{ "engines": ["x", { "node": 2 }] }"#),
    rule(
      "key-with-dot", #"{ "to-object": "a", "key": "meta.id" }"#,
      #"{ "drop": "a[?!@['meta.id']]" }, { "to-object": "a", "key": "meta.id" }"#,
      advice: "`{ \"drop\": \"a[?!@['meta.id']]\" }`",
      on: #"{ "a": [{ "meta.id": "x" }, {}] }"#),
    rule(
      "number-as-key-with-dot", #"{ "to-object": "a", "key": "meta.id" }"#,
      #"{ "convert": "a[*]['meta.id']", "to": "string" }, { "to-object": "a", "key": "meta.id" }"#,
      advice: #"{ "convert": "a[*]['meta.id']", "to": "string" }"#,
      on: #"{ "a": [{ "meta.id": 1 }] }"#),
    rule(
      "keys-of-list", #"{ "rename-keys": "a", "case": "snake-to-camel" }"#,
      #"{ "rename-keys": "a[*]", "case": "snake-to-camel" }"#, advice: "`a[*]`",
      on: #"{ "a": [{ "b_c": 1 }] }"#),
    rule(
      "keep-only-of-list", #"{ "in": "a", "keep-only": ["b"] }"#,
      #"{ "in": "a[*]", "keep-only": ["b"] }"#, advice: #"`"in": "a[*]"`"#,
      on: #"{ "a": [{ "b": 1 }] }"#),
    rule(
      "text-of-list", #"{ "text": "a", "do": ["trim"] }"#, #"{ "text": "a[*]", "do": ["trim"] }"#,
      advice: "`a[*]` as the path", on: #"{ "a": [" b"] }"#),
    rule(
      "number-of-list", #"{ "convert": "a", "to": "integer" }"#,
      #"{ "convert": "a[*]", "to": "integer" }"#, advice: "`a[*]` is each of its elements",
      on: #"{ "a": ["1"] }"#),
    rule(
      "look-up-by-number", #"{ "look-up": "k", "among": "m", "into": "v" }"#,
      #"{ "convert": "k", "to": "string" }, { "look-up": "k", "among": "m", "into": "v" }"#,
      advice: #"`{ "convert": "k", "to": "string" }`"#, on: #"{ "k": 7, "m": { "7": 1 } }"#),
    rule(
      "move-into-itself", #"{ "move": { "author": "author.name" } }"#,
      #"{ "wrap": "author", "under": "name" }"#, on: #"{ "author": "Herbert" }"#),
    rule(
      "move-over-own-object", #"{ "move": { "a.b": "a" } }"#,
      #"{ "unwrap": "a", "under": "b" }"#, on: #"{ "a": { "b": 1 } }"#),
    rule(
      "concat-null", #"{ "concat": ["a", "b"], "into": "a" }"#,
      #"{ "when": "@.b == null", "drop": "b" }, { "concat": ["a", "b"], "into": "a" }"#,
      advice: #"{ "when": "@.b == null", "drop": "b" }"#, on: #"{ "a": [1], "b": null }"#),
    rule(
      "date-without-time", #"{ "convert": "a", "to": "unix-seconds" }"#,
      #"{ "convert": "a", "from": "date", "to": "unix-seconds" }"#, advice: #"`"from": "date"`"#,
      on: #"{ "a": "2024-01-02" }"#),
    rule(
      "time-without-zone", #"{ "convert": "a", "to": "unix-seconds" }"#,
      #"{ "convert": "a", "from": { "form": "yyyy-MM-ddTHH:mm:ss" }, "to": "unix-seconds" }"#,
      advice: #"`"from": { "form": "yyyy-MM-ddTHH:mm:ss" }`"#,
      on: #"{ "a": "2024-01-02T10:00:00" }"#),
    rule(
      "case-in-other-letters", #"{ "map-values": "a", "table": { "x": "y" } }"#,
      #"{ "map-values": "a", "table": { "x": "y" }, "ignore-case": true }"#,
      advice: #"`"ignore-case": true`"#, on: #"{ "a": "X" }"#),
    file(
      "version-of-package", "format.json", #"{ "version": { "at": "version" } }"#,
      #"{ "at": "version" }"#, #"{ "at": "schemaVersion", "missing": 1 }"#,
      advice: #""version": { "at": "schemaVersion", "missing": 1 }"#,
      on: #"{ "version": "1.2.3" }"#),
    file(
      "version-as-text", "v2.json", #"{ "from": 1, "to": 2, "rules": [] }"#,
      #""from": 1, "to": 2"#, #""from": "1", "to": "2""#, advice: #"as in `"from": "1"`"#,
      on: #"{ "version": "1" }"#),
  ]
}
