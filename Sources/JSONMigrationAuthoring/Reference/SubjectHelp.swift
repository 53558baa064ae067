internal import JSONMigrationCore

/// The help on what rules and rules folders consist of, verbs aside; for a terminal.
package struct SubjectHelp: Sendable {
  /// A list with a title; what stands in the first column is code.
  package struct Table: Sendable {
    package let title: String
    package let rows: [(String, String)]
  }

  package let name: String
  /// What it is about, in a phrase.
  package let about: String
  /// Whole sentences, before the tables.
  package let text: String
  package let tables: [Table]
  /// Something to copy, in lines.
  package let example: String
  /// Whole sentences, behind the tables.
  package let notes: [String]

  package static let all = [paths, conditions, patterns, format, versions, tests]

  private static let paths = SubjectHelp(
    name: "paths", about: "a way to places of a document",
    text:
      "A path leads from the scope of a rule, which is the document unless `in` says otherwise, to "
      + "places in it.",
    tables: [
      Table(
        title: "Paths",
        rows: [
          ("title", "the member"), ("author.name", "a member of a member"),
          ("items[*]", "every element, or of an object every member"),
          ("items[*].id", "a member of every element"),
          ("items[0]", "the first element; `[-1]` is the last, `[1:3]` some"),
          ("settings.*", "every member, whatever its name"),
          ("items[?@.done == true]", "elements that a condition holds for"),
          ("['a.b']", "a name with a dot, a space, a bracket or a quote in it"),
          ("$..id", "at any depth"), ("$.currency", "from the document, wherever the scope is"),
          ("@", "the scope itself"),
        ]),
      Table(
        title: "What a key takes",
        rows: [
          ("path", "any of these; it may lead to many places, or to none"),
          ("slot", "a path that ends in a name; the member need not be there"),
          ("target", "names only, `a.b.c`; nothing of it need be there"),
          ("name", "a key as it is: `a.b` is one key"),
        ]),
    ],
    example: #"{ "in": "orders[*]", "move": { "buyer.mail": "contact.mail" } }"#,
    notes: [
      "A path that starts with `$` or `@` is JSONPath, RFC 9535. There is no dot in front of a path, "
        + "and no `[]`.",
      "Inside `[?…]` names with other signs than letters, digits and `_` take brackets: "
        + "`@['options-gauge']`.",
    ])

  private static let conditions = SubjectHelp(
    name: "when", about: "a condition of a rule",
    text:
      "A rule with `when` acts in those scopes for which the condition holds. Filters in paths, "
      + "`require` and format.json take conditions, too.",
    tables: [
      Table(
        title: "Conditions",
        rows: [
          ("@.a == 'x'", "text in single quotes, numbers, `true`, `false`, `null`"),
          ("@.a != 1, < <= > >=", "numbers by value, texts by code point"),
          ("@.a", "whether it is there, be it null or false"), ("!@.a", "whether it isn't"),
          ("empty(@.a)", #"missing, null, "", [] or {}"#),
          (
            "type(@.a) == 'string'", "`string number boolean null array object missing`"
          ),
          ("length(@.a) > 3", "characters of a text, elements, members"),
          ("count(@.a[*]) == 0", "how many places a path leads to"),
          ("match(@.a, '[0-9]+')", "the whole text fits a pattern; `search` a part of it"),
          ("&& || ! ( )", "and, or, not"),
        ])
    ],
    example:
      #"{ "in": "panels[*]", "when": "@.type == 'graph' && !@.unit", "set": { "unit": "kWh" } }"#,
    notes: [
      "`@` is the scope: with `\"in\": \"panels[*]\"` it is the panel. In a filter, `[?…]`, it is the "
        + "element that is tried. `$` is the document.",
      "A missing member equals no value, not even null, and `@.a != 'x'` holds for it; two that are missing "
        + "are equal. There is no `undefined`, no `=~` and no `in`.",
    ])

  private static let patterns = SubjectHelp(
    name: "pattern", about: "a form that texts and keys have to have",
    text:
      "`split` and `rename-keys` take a pattern that the whole text or key has to fit, `text` one that "
      + "is replaced wherever it is found.",
    tables: [
      Table(
        title: "Patterns",
        rows: [
          ("a.c", "letters stand for themselves, `.` for any character but a line's end"),
          ("[a-z_] [^/]", "one of these characters; one that is none of them"),
          (#"\d \w \s"#, "a digit, a letter, digit or `_`, white space: of ASCII"),
          (#"\D \W \S"#, "one that is none of these"),
          (#"\p{Lu} \P{L}"#, "a character of a category of Unicode; one that isn't"),
          ("a* a+ a?", "any number, at least one, at most one; as many as can be"),
          ("a{4} a{2,} a{2,5}", "so many"), ("cat|dog", "one or the other, the first that fits"),
          ("(…)", "a group: for what is repeated, and for `$1` to `$9` in `with`"),
          ("^ $", "where the text begins, and where it ends"),
          (#"\. \( \n \t"#, "a character that has a meaning otherwise, or has no sign"),
        ])
    ],
    example: #"{ "text": "size", "do": [{ "pattern": "^(\\d+)x(\\d+)$", "with": "$2x$1" }] }"#,
    notes: [
      "In rules, which are JSON, a backslash is written twice, as in the example.",
      "There is no `(?:…)`, as all groups are alike, no looking ahead or behind, no `*?` and no `\\b`. "
        + "`[^x]*` takes all up to an `x`; `\"ignore-case\": true` in the rule is for the case.",
      "In conditions `match(@.a, '…')` asks of the whole text and `search(@.a, '…')` of any part of "
        + "it. They take I-Regexp, RFC 9485: the same without `\\d \\w \\s`, for which `[0-9]` and "
        + "its like are written, and for both cases of a letter `[Aa]`.",
      "Everything runs in linear time: no pattern can hang.",
    ])

  private static let format = SubjectHelp(
    name: "format", about: "a file of a rules folder, format.json",
    text:
      "format.json says what holds for all versions. All of it can be left out, and so can the file: "
      + "then the version is the member `version`, and a document without it is of the oldest version.",
    tables: [
      Table(title: "Keys", rows: rows(FileKeys.format, ""))
    ],
    example: """
      {
        "format": "poem",
        "version": { "at": "meta.version", "missing": 1 },
        "when": "type(@.lines) == 'array'"
      }
      """,
    notes: [
      #"A file with a list of documents has `"each": "[*]"`; a format without versions has "#
        + #"`"version": { "stamp": false }` and tells them apart by conditions in `missing`."#
    ])

  private static let versions = SubjectHelp(
    name: "versions", about: "a chain of steps",
    text:
      "Each step file leads from a version, or from several, to a later one. The steps make one chain; "
      + "its end is the newest version, and documents are brought there from wherever they are.",
    tables: [
      Table(
        title: "In a step",
        rows: [
          (#""to": 3"#, "from 2, the integer before"),
          (#""from": [1, 2], "to": 3"#, "from several"),
          (#""from": "1.0", "to": "1.1""#, "versions may be text; then `from` has to be there"),
          (#""from": "7.0.*", "to": "7.1""#, "every version that begins with `7.0.`"),
        ]),
      Table(title: "In format.json", rows: rows(FileKeys.version, "version › ")),
    ],
    example: #"{ "to": 3, "rules": [{ "rename": { "starRating": "rating" } }] }"#,
    notes: [
      "The version is written once, after the last step, where it stood, or else as the last member.",
      "`apply --to 2` goes back, or not quite to the newest version. `status` counts the versions of files.",
    ])

  private static let tests = SubjectHelp(
    name: "tests", about: "a way to know that rules are right",
    text: "Tests of one step stand in its file, those of the whole chain in the folder `tests`. "
      + "`jsonmigrate test` runs all of them, and names the rules that no test has given anything to do.",
    tables: [
      Table(title: "A test in a step", rows: rows(FileKeys.test, "")),
      Table(
        title: "In the folder tests",
        rows: [
          ("NAME.before.json", "a document of any version"),
          ("NAME.after.json", "the same in the newest version"),
          ("NAME.fails.json", #"in place of it: { "kind": "invalid-value" }"#),
        ]),
    ],
    example: """
      "tests": [
        { "name": "stars become a rating", "before": { "starRating": 4 }, "after": { "rating": 4 } },
        { "name": "text is refused", "before": { "starRating": "4" }, "fails": "wrong-type" }
      ]
      """,
    notes: [
      "Objects are compared without order, numbers by value; the version is not compared in a step.",
      "The clock stands at 2026-01-01T00:00:00Z, and ids count up from 00000000-0000-4000-8000-000000000001.",
    ])

  /// The keys of an object, and those of the objects in it.
  private static func rows(_ parameters: [Parameter], _ outer: String) -> [(String, String)] {
    parameters.flatMap { key -> [(String, String)] in
      let name = outer + key.name
      let about = "\(key.about) (\(RuleReference.words(for: key.type)))"
      return [(name, about)] + rows(key.type.keys, name + " › ")
    }
  }
}

/// What words of other tools are called here.
package enum OtherWords {
  /// What to write in the place of a word that is no verb; nil where nothing is known.
  package static func help(for word: String) -> String? { ForeignWords.help(for: word) }
}
