import Testing

@testable import jsonmigrate

/// Mistakes that authors of rules make: what the command says, and that its next step works.
///
/// The texts are in Tests/Goldens/Mistakes. In each, the author does what the message says, and
/// then the same command is content.
@Suite struct MistakeTests {
  struct Mistake: Sendable, CustomTestStringConvertible {
    let name: String
    let files: [String: String]
    let arguments: [String]
    let next: Next
    /// What the message has of the next step.
    let advice: String

    var testDescription: String { name }

    /// Whether no file has to do with it.
    var isOnLine: Bool {
      name.hasPrefix("line-")
        && ![
          "line-order", "line-file", "line-folder-typo", "line-test-file", "line-folder-of-folders",
        ].contains(name)
    }
  }

  enum Next: Sendable {
    /// Other words in a file.
    case write(String, in: String, instead: String)
    /// Another command line.
    case run([String])
  }

  private static let document = #"{ "version": 1, "title": "Dune" }"#

  /// A mistake in a rule, and what is written in its place.
  static func rule(
    _ name: String, _ wrong: String, _ right: String, advice: String? = nil,
    on document: String? = nil
  ) -> Mistake {
    let arguments = document == nil ? ["check", "rules"] : ["apply", "rules", "book.json"]
    return Mistake(
      name: name,
      files: [
        "rules/v2.json": "{ \"to\": 2, \"rules\": [\n  \(wrong)\n] }",
        "book.json": document ?? Self.document,
      ], arguments: arguments, next: .write(right, in: "rules/v2.json", instead: wrong),
      advice: advice ?? right)
  }

  /// A mistake in a file of the rules folder.
  static func file(
    _ name: String, _ file: String = "v2.json", _ text: String, _ wrong: String, _ right: String,
    advice: String? = nil, on document: String? = nil
  ) -> Mistake {
    var files = ["rules/v2.json": #"{ "to": 2, "rules": [] }"#, "book.json": document ?? ""]
    files["rules/" + file] = text
    let arguments = document == nil ? ["check", "rules"] : ["apply", "rules", "book.json"]
    return Mistake(
      name: name, files: files, arguments: arguments,
      next: .write(right, in: "rules/" + file, instead: wrong), advice: advice ?? right)
  }

  /// A mistake on the command line.
  private static func line(
    _ name: String, _ wrong: [String], _ right: [String], advice: String
  ) -> Mistake {
    Mistake(
      name: name,
      files: [
        "rules/v2.json": #"{ "to": 2, "rules": [{ "drop": "a" }] }"#,
        "rulesets/books/v2.json": #"{ "to": 2, "rules": [{ "drop": "a" }] }"#,
        "book.json": Self.document, "other.json": Self.document,
      ], arguments: wrong, next: .run(right), advice: advice)
  }

  static let mistakes = words + paths + conditions + values + files + lines + otherMistakes

  private static let words = [
    rule("verb-of-others", #"{ "remove": "a" }"#, #"{ "drop": "a" }"#),
    rule(
      "verb-typo", #"{ "renmae": { "a": "b" } }"#, #"{ "rename": { "a": "b" } }"#,
      advice: "`rename`"),
    rule(
      "two-verbs", #"{ "rename": { "a": "b" }, "drop": "c" }"#,
      #"{ "rename": { "a": "b" } }, { "drop": "c" }"#, advice: "make it 2 rules"),
    rule("no-verb", #"{ "in": "items[*]" }"#, #"{ "drop": "a" }"#),
    rule(
      "rename-to", #"{ "rename": "a", "to": "b" }"#, #"{ "rename": { "a": "b" } }"#,
      advice: #"write `"rename": { "a": "b" }`"#),
    rule(
      "rename-list", #"{ "rename": ["a", "b"] }"#, #"{ "rename": { "a": "b" } }"#,
      advice: #"write it as in `{ "rename": { "#),
    rule(
      "set-value", #"{ "set": "a", "value": 1 }"#, #"{ "set": { "a": 1 } }"#,
      advice: #"write `"set": { "a": 1 }`"#),
    rule(
      "nest-into", #"{ "nest": ["a"], "into": "b" }"#, #"{ "nest": ["a"], "under": "b" }"#,
      advice: "write `under`"),
    rule(
      "move-into-list", #"{ "move": { "a": "b[0]" } }"#,
      #"{ "append": { "b": "{a}" }, "fill": true }"#, advice: "`append` adds to a list"),
    rule(
      "if-exists-word", #"{ "rename": { "a": "b" }, "if-exists": "replace" }"#,
      #"{ "rename": { "a": "b" }, "if-exists": "overwrite" }"#, advice: "`overwrite`"),
    rule(
      "convert-int", #"{ "convert": "a", "to": "int" }"#, #"{ "convert": "a", "to": "integer" }"#,
      advice: "`integer`"),
    rule(
      "cases-words", #"{ "map-values": "a", "cases": [{ "equals": 2, "then": 3 }] }"#,
      #"{ "map-values": "a", "cases": [{ "is": 2, "becomes": 3 }] }"#, advice: "write `becomes`"),
    rule(
      "values-in-verb", #"{ "map-values": { "state": { "open": "active" } } }"#,
      #"{ "map-values": "state", "table": { "open": "active" } }"#,
      advice: #"write `"map-values": "state", "table": "#),
    rule(
      "convert-format", #"{ "convert": "a", "to": "date", "format": "yyyy" }"#,
      #"{ "convert": "a", "to": { "form": "yyyy" } }"#, advice: #"`"to": { "form": "#),
    rule(
      "default-value", #"{ "add-default": "a", "value": 1 }"#, #"{ "add-default": { "a": 1 } }"#,
      advice: #"write `"add-default": { "a": 1 }`"#),
    rule(
      "cases-map", #"{ "map-values": "a", "map": { "x": "y" } }"#,
      #"{ "map-values": "a", "table": { "x": "y" } }"#, advice: "write `table`"),
    rule(
      "cases-from", #"{ "map-values": "a", "cases": [{ "from": 2, "to": 3 }] }"#,
      #"{ "map-values": "a", "cases": [{ "is": 2, "becomes": 3 }] }"#,
      advice: #"{ "is": 1, "becomes": 2 }"#),
    rule(
      "values-else", #"{ "map-values": "a", "table": { "x": "y" }, "else": "keep" }"#,
      #"{ "map-values": "a", "table": { "x": "y" }, "otherwise": "keep" }"#,
      advice: "write `otherwise`"),
    rule(
      "join-by", #"{ "join": ["a", "b"], "by": " ", "into": "c" }"#,
      #"{ "join": ["a", "b"], "with": " ", "into": "c" }"#, advice: "write `with`"),
    rule(
      "scale-factor", #"{ "scale": "a", "factor": 3 }"#, #"{ "scale": "a", "by": 3 }"#,
      advice: "write `by`"),
    rule(
      "rename-keys-regex", #"{ "rename-keys": "s", "regex": "^(.+)_id$", "with": "$1Id" }"#,
      #"{ "rename-keys": "s", "pattern": "^(.+)_id$", "with": "$1Id" }"#,
      advice: "write `pattern`"),
    rule(
      "split-regex", #"{ "split": "a", "re": "(.*)-(.*)", "into": ["b", "c"] }"#,
      #"{ "split": "a", "pattern": "(.*)-(.*)", "into": ["b", "c"] }"#,
      advice: "write `pattern`"),
    rule(
      "replace-by", #"{ "text": "a", "do": [{ "replace": "x", "by": "y" }] }"#,
      #"{ "text": "a", "do": [{ "replace": "x", "with": "y" }] }"#, advice: "write `with`"),
    rule(
      "text-regex", #"{ "text": "a", "do": [{ "regex": "^v", "with": "" }] }"#,
      #"{ "text": "a", "do": [{ "pattern": "^v", "with": "" }] }"#, advice: "write `pattern`"),
    rule(
      "join-as", #"{ "join": ["a", "b"], "with": " ", "as": "c" }"#,
      #"{ "join": ["a", "b"], "with": " ", "into": "c" }"#, advice: "write `into`"),
    rule(
      "cases-when", #"{ "map-values": "a", "cases": [{ "when": 1, "becomes": 2 }] }"#,
      #"{ "map-values": "a", "cases": [{ "is": 1, "becomes": 2 }] }"#, advice: "write `is`"),
    rule(
      "otherwise-to",
      #"{ "map-values": "a", "table": { "x": "y" }, "otherwise": { "to": 5 } }"#,
      #"{ "map-values": "a", "table": { "x": "y" }, "otherwise": { "becomes": 5 } }"#,
      advice: "write `becomes`"),
    rule(
      "table-list", #"{ "map-values": "a", "table": [{ "is": 1, "becomes": 2 }] }"#,
      #"{ "map-values": "a", "cases": [{ "is": 1, "becomes": 2 }] }"#, advice: "write `cases`"),
    rule(
      "cases-object", #"{ "map-values": "a", "cases": { "x": "y" } }"#,
      #"{ "map-values": "a", "table": { "x": "y" } }"#, advice: "write `table`"),
    rule(
      "block-steps", #"{ "in": "a", "steps": [{ "drop": "b" }] }"#,
      #"{ "in": "a", "rules": [{ "drop": "b" }] }"#, advice: "write `rules`"),
    rule(
      "cases-pattern", #"{ "map-values": "a", "cases": [{ "matches": "x.*", "becomes": 1 }] }"#,
      #"{ "set": { "a": 1 }, "when": "match(@.a, 'x.*')" }"#),
    rule(
      "key-else", #"{ "drop": "a", "when": "@.b == 1", "else": [{ "drop": "c" }] }"#,
      #"{ "choose": [{ "when": "@.b == 1", "rules": [{ "drop": "a" }] }, { "rules": [{ "drop": "c" }] }] }"#
    ),
    rule(
      "verb-behind-op", #"{ "op": "move", "from": "a", "path": "b" }"#,
      #"{ "move": { "a": "b" } }"#, advice: "the verb is the key"),
    rule(
      "rename-from-to", #"{ "rename": { "from": "a", "to": "b" } }"#,
      #"{ "rename": { "a": "b" } }"#, advice: #"{ "rename": { "a": "b" } }"#),
    rule(
      "rename-to-path", #"{ "rename": { "items.*.a": "items.*.b" } }"#,
      #"{ "rename": { "items.*.a": "b" } }"#, advice: #"write the new name alone: `"b"`"#),
    rule(
      "set-generate", #"{ "set": { "a": 1 }, "generate": "uuid" }"#,
      #"{ "drop": "a" }, { "add-default": ["a"], "generate": "uuid" }"#),
    rule(
      "set-path", #"{ "set": { "a": "$.b" } }"#, #"{ "copy": { "$.b": "a" } }"#),
    rule("set-braces", #"{ "set": { "a": "{b}" } }"#, #"{ "copy": { "b": "a" } }"#),
    rule(
      "concat-objects", #"{ "concat": "operations[*].send", "into": "all" }"#,
      #"{ "wrap": "operations[*].send", "if-array": "keep" }, "#
        + #"{ "concat": "operations[*].send", "into": "all" }"#,
      advice: #"{ "wrap": "operations[*].send", "if-array": "keep" }"#,
      on: #"{ "operations": [{ "send": { "id": 1 } }, { "send": { "id": 2 } }] }"#),
    rule(
      "rename-keys-deep", #"{ "rename-keys": ["$", "$..*"], "case": "snake-to-camel" }"#,
      #"{ "rename-keys": ["$", "$..[?type(@) == 'object']"], "case": "snake-to-camel" }"#,
      advice: "`$..[?type(@) == 'object']`", on: #"{ "a_b": { "c_d": 1 } }"#),
    rule(
      "text-deep", #"{ "text": "$..name", "do": ["trim"] }"#,
      #"{ "in": ["$", "$..*"], "when": "type(@.name) == 'string'", "text": "name", "do": ["trim"] }"#,
      advice: #"`"in": ["$", "$..*"], "when": "type(@.name) == 'string'"`, and `name` as"#,
      on: #"{ "a": { "name": 7 }, "name": " x" }"#),
    rule(
      "migrate-list", #"{ "migrate": "books", "with": "." }"#,
      #"{ "migrate": "books[*]", "with": "." }"#, advice: "takes the path to each, `books[*]`",
      on: #"{ "version": 1, "books": [{ "title": "Dune" }] }"#),
    rule(
      "date-with-time", #"{ "convert": "a", "from": "unix-seconds", "to": "date" }"#,
      #"{ "convert": "a", "from": "unix-seconds", "to": "iso8601" }, "#
        + #"{ "text": "a", "do": [{ "pattern": "T.*", "with": "" }] }"#,
      advice: #"{ "text": "a", "do": [{ "pattern": "T.*", "with": "" }] }"#, on: #"{ "a": 17 }"#),
  ]

  private static let paths = [
    rule(
      "path-dot", #"{ "drop": ".title" }"#, #"{ "drop": "title" }"#, advice: #"write `"title"`"#),
    rule(
      "path-brackets", #"{ "drop": "items[].id" }"#, #"{ "drop": "items[*].id" }"#,
      advice: #"write `"items[*].id"`"#),
    rule(
      "path-space", #"{ "drop": "all.my books.id" }"#, #"{ "drop": "all['my books'].id" }"#,
      advice: #"write `"all['my books'].id"`"#),
    rule(
      "path-filter", #"{ "drop": "items[@.id = 1]" }"#, #"{ "drop": "items[?@.id == 1]" }"#,
      advice: #"write `"items[?@.id == 1]"`"#),
    rule(
      "path-end", #"{ "drop": "title." }"#, #"{ "drop": "title" }"#, advice: #"write `"title"`"#),
    rule(
      "path-pointer", #"{ "drop": "/items/0" }"#, #"{ "drop": "items[0]" }"#, advice: "`items[0]`"),
    rule(
      "path-parent", #"{ "in": "items[*]", "drop": "../title" }"#, #"{ "drop": "title" }"#,
      advice: "no path leads to a parent"),
    rule(
      "path-twice", #"{ "in": "items[*]", "drop": "items[*].id" }"#,
      #"{ "in": "items[*]", "drop": "id" }"#, advice: "`@` is the scope: `id`"),
    rule(
      "path-index", #"{ "drop": "items.0" }"#, #"{ "drop": "items[0]" }"#, advice: "`[0]`"),
  ]

  private static let conditions = [
    condition("condition-equals", "@.b = 1", "@.b == 1"),
    condition("condition-name", "b == open", "@.b == 'open'"),
    condition("condition-and", "@.b == 1 and not @.c", "@.b == 1 && !@.c"),
    condition("condition-in", "@.b in [1, 2]", "@.b == 1 || @.b == 2"),
    condition("condition-contains", "contains(@.b, 'x')", "search(@.b, 'x')"),
    condition("condition-regex", "@.b =~ /x+/", "search(@.b, 'x+')"),
    condition("condition-contains-between", "@.b contains 'x.'", "search(@.b, 'x[.]')"),
    condition("condition-tilde", "@.c && @.b ~= 'x'", "@.c && search(@.b, 'x')"),
    condition("condition-regex-text", "@.b =~ 'x+'", "search(@.b, 'x+')"),
    condition("condition-like", "@.b like '%x%'", "search(@.b, 'x')"),
    condition("condition-like-start", "@.b like 'x%'", "match(@.b, 'x.*')"),
    condition("condition-matches", "@.b matches 'x.*' && @.c", "match(@.b, 'x.*') && @.c"),
    rule(
      "condition-length", #"{ "drop": "a", "when": "@.b.length > 3" }"#,
      #"{ "drop": "a", "when": "length(@.b) > 3" }"#, advice: "`length(@.b) > 3`"),
    condition("condition-type", "type(@.b) == string", "type(@.b) == 'string'"),
    condition("condition-dash", "@.line-width > 1", "@['line-width'] > 1"),
    condition("condition-undefined", "@.state != undefined", "@.state"),
  ]

  static func condition(_ name: String, _ wrong: String, _ right: String) -> Mistake {
    rule(
      name, "{ \"drop\": \"a\", \"when\": \"\(wrong)\" }",
      "{ \"drop\": \"a\", \"when\": \"\(right)\" }", advice: "write `\"\(right)\"`")
  }

  private static let values = [
    file(
      "document-list", "format.json", "{ }", "{ }", #"{ "each": "[*]" }"#,
      advice: #"`"each": "[*]"`"#, on: #"[{ "title": "Dune" }]"#),
    file(
      "each-list", "format.json", #"{ "each": "items" }"#, #""items""#, #""items[*]""#,
      advice: #"`"each": "items[*]"`"#, on: #"{ "items": [{ "title": "Dune" }] }"#),
    file(
      "each-object", "format.json", #"{ "each": "[*]" }"#, #""[*]""#, #""items[*]""#,
      advice: #"`"each": "items[*]"`"#, on: #"{ "items": [{ "title": "Dune" }] }"#),
    rule(
      "table-of-true", #"{ "map-values": "read", "table": { "true": "yes" } }"#,
      #"{ "map-values": "read", "cases": [{ "is": true, "becomes": "yes" }] }"#,
      advice: #"{ "is": true, "becomes": "#, on: #"{ "read": true }"#),
    rule(
      "set-in-list", #"{ "set": { "items.a": 1 } }"#, #"{ "set": { "items[*].a": 1 } }"#,
      advice: "`items[*].a`", on: #"{ "items": [{}] }"#),
    rule(
      "number-as-key", #"{ "to-object": "books", "key": "id" }"#,
      #"{ "convert": "books[*].id", "to": "string" }, { "to-object": "books", "key": "id" }"#,
      advice: #"{ "convert": "books[*].id", "to": "string" }"#, on: #"{ "books": [{ "id": 7 }] }"#),
    rule(
      "text-of-number", #"{ "text": "isbn", "do": ["trim"] }"#,
      #"{ "text": "isbn", "do": ["trim"], "when": "type(@.isbn) == 'string'" }"#,
      advice: #""when": "type(@.isbn) == 'string'""#, on: #"{ "isbn": 7 }"#),
    rule(
      "text-of-numbers", #"{ "text": "books[*].isbn", "do": ["trim"] }"#,
      #"{ "in": "books[*]", "when": "type(@.isbn) == 'string'", "text": "isbn", "do": ["trim"] }"#,
      advice: #""in": "books[*]", "when": "type(@.isbn) == 'string'""#,
      on: #"{ "books": [{ "isbn": 7 }, { "isbn": " 8" }] }"#),
    pattern("pattern-lookahead", "a(?=b)", "ab"), pattern("pattern-lazy", "<.*?>", "<[^>]*>"),
    rule(
      "pattern-flags", #"{ "text": "a", "do": [{ "pattern": "(?i)x", "with": "" }] }"#,
      #"{ "text": "a", "do": [{ "pattern": "x", "with": "" }], "ignore-case": true }"#,
      advice: "ignore-case"),
    pattern("pattern-backslash", #"\d+"#, #"\\d+"#, advice: #"`"\\d+"`"#),
  ]

  private static func pattern(
    _ name: String, _ wrong: String, _ right: String, advice: String = "help: "
  ) -> Mistake {
    rule(
      name, "{ \"text\": \"a\", \"do\": [{ \"pattern\": \"\(wrong)\", \"with\": \"\" }] }",
      "{ \"text\": \"a\", \"do\": [{ \"pattern\": \"\(right)\", \"with\": \"\" }] }", advice: advice
    )
  }

  private static let files = [
    file(
      "comma", "v2.json", "{\n  \"to\": 2\n  \"rules\": []\n}", "2", "2,",
      advice: "put a comma at the end of this line"),
    file(
      "single-quotes", "v2.json", "{ 'to': 2, \"rules\": [] }", "'to'", "\"to\"", advice: "`\"to\"`"
    ),
    file(
      "step-version", "v2.json", #"{ "version": 2, "rules": [] }"#, "version", "to",
      advice: "write `to`"),
    file(
      "step-number", "v2.json", #"{ "from": 1.4, "to": "1.5", "rules": [] }"#, "1.4", #""1.4""#),
    file(
      "step-text", "v2.json", #"{ "to": "2", "rules": [] }"#, #""to": "2""#, #""to": 2"#),
    file(
      "step-from-above", "v2.json", #"{ "from": 3, "to": 2, "rules": [] }"#, #""from": 3"#,
      #""from": 1"#, advice: "a step leads to the newer version"),
    file(
      "step-gap", "v4.json", #"{ "to": 4, "rules": [] }"#, #""to": 4"#, #""to": 3"#,
      advice: "add the step that starts from version 2"),
    file(
      "format-version", "format.json", #"{ "version": "schemaVersion" }"#, #""schemaVersion""#,
      #"{ "at": "schemaVersion" }"#, advice: #""version": { "at": "#),
    file(
      "format-missing", "format.json", #"{ "version": { "missing": "1" } }"#, #""1""#, "1",
      advice: "write it without quotes: `1`"),
    file(
      "format-key", "format.json", #"{ "versionKey": { "at": "v" } }"#, "versionKey", "version",
      advice: "write `version`"),
    file(
      "format-each", "format.json", #"{ "each": true }"#, "true", #""[*]""#,
      advice: #""each": "[*]""#),
    file(
      "test-words", "v2.json",
      #"{ "to": 2, "rules": [], "tests": [{ "input": {}, "after": {} }] }"#, "input", "before",
      advice: "write `before`"),
    file(
      "test-kind", "v2.json",
      #"{ "to": 2, "rules": [], "tests": [{ "before": {}, "fails": "wrong-tpye" }] }"#,
      "wrong-tpye", "wrong-type"),
  ]

  private static let lines = [
    line(
      "line-order", ["apply", "book.json", "rules"], ["apply", "rules", "book.json"],
      advice: "`jsonmigrate apply rules book.json`"),
    line(
      "line-file", ["apply", "rules/v2.json", "book.json"], ["apply", "rules", "book.json"],
      advice: "`rules`"),
    line(
      "line-folder-typo", ["check", "rulse"], ["check", "rules"], advice: "`rules`"),
    line(
      "line-several", ["apply", "rules", "book.json", "other.json"],
      ["apply", "rules", "book.json", "other.json", "--in-place"], advice: "`--in-place`"),
    line(
      "line-dry-run", ["apply", "rules", "book.json", "--dry-run"],
      ["apply", "rules", "book.json", "--diff"], advice: "`apply --diff`"),
    line(
      "line-in-place", ["apply", "rules", "book.json", "-i"],
      ["apply", "rules", "book.json", "--in-place"], advice: "`apply --in-place`"),
    line(
      "line-backup", ["apply", "rules", "book.json", "--in-place", "--backup", ".bak"],
      ["apply", "rules", "book.json", "--in-place", "--backup=.bak"], advice: "`--backup=.bak`"),
    line(
      "line-command", ["migrate", "rules", "book.json"], ["apply", "rules", "book.json"],
      advice: "`jsonmigrate apply RULES FILE`"),
    line(
      "line-explain", ["explain", "rules", "book.json", "other.json"],
      ["status", "rules", "book.json", "other.json"], advice: "`jsonmigrate status RULES FILES`"),
    line(
      "line-explain-order", ["explain", "book.json", "rules"], ["explain", "rules", "book.json"],
      advice: "`jsonmigrate explain rules book.json`"),
    line(
      "line-test-file", ["test", "book.json"], ["test", "rules"], advice: "a file such as v2.json"),
    line(
      "line-folder-of-folders", ["check", "rulesets"], ["check", "rulesets/books"],
      advice: "`rulesets/books`"),
    line(
      "line-jobs", ["apply", "rules", "book.json", "--jobs", "many"],
      ["apply", "rules", "book.json", "--jobs=10"], advice: "`--jobs=10`"),
    line(
      "line-version", ["apply", "rules", "book.json", "--to", "v2"],
      ["apply", "rules", "book.json", "--to", "2"], advice: "1, 2"),
  ]

  @Test func `at least thirty-five mistakes are tried`() {
    #expect(Self.mistakes.count >= 35)
    #expect(Set(Self.mistakes.map(\.name)).count == Self.mistakes.count)
  }

  @Test(arguments: mistakes)
  func `a mistake is told with its place, its reason and a step that works`(
    _ mistake: Mistake
  ) throws {
    let scratch = try Scratch()
    for (name, text) in mistake.files { try scratch.write(text, to: name) }
    func run(_ arguments: [String]) -> Transcript {
      Transcript(
        arguments.map { argument in
          let isFile = argument.hasSuffix(".json") || argument.hasPrefix("rul")
          return isFile ? "\(scratch.path)/\(argument)" : argument
        })
    }
    let wrong = run(mistake.arguments)
    let told = wrong.errors.replacing(scratch.path + "/", with: "")
    try Golden.check(told, "\(mistake.name).txt", in: "Mistakes")
    // What is wrong with the command line has no place in a file.
    #expect(told.contains("  --> ") == !mistake.isOnLine)
    // Of several mistakes each has a help.
    let heads = told.split(separator: "\n").count {
      $0.hasPrefix("error[") || $0.hasPrefix("warning[")
    }
    #expect(heads > 0 && told.split(separator: "\n").count { $0.contains(" = help: ") } == heads)
    #expect(told.contains(mistake.advice), "\(told)")
    var arguments = mistake.arguments
    switch mistake.next {
    case .run(let right): arguments = right
    case .write(let right, let file, let old):
      let text = try #require(mistake.files[file])
      #expect(text.contains(old))
      try scratch.write(text.replacing(old, with: right, maxReplacements: 1), to: file)
    }
    let done = run(arguments)
    #expect(done.status == .done, "\(done.errors)")
    #expect(!done.errors.contains("error[") && !done.errors.contains("warning["), "\(done.errors)")
  }
}
