import JSONMigrationAuthoring
import JSONMigrationCore
import JSONText
import Testing

@testable import jsonmigrate

/// What people read when something goes wrong: each kind of error, drawn as on a terminal.
///
/// Each case is a small rules folder and a document; the texts are in Tests/Goldens/Errors.
@Suite struct ErrorTextTests {
  struct Case: Sendable, CustomTestStringConvertible {
    /// The kind, and behind a full stop which of several ways to it.
    let name: String
    var format: String?
    var steps: [String]
    let document: String
    var limits = Document.Limits()
    var target: Version?

    var testDescription: String { name }

    var kind: String { String(name.split(separator: ".")[0]) }

    /// One step, of these rules.
    init(_ name: String, _ rules: String, _ document: String, format: String? = nil) {
      self.init(
        name, steps: ["{ \"to\": 2, \"rules\": [\n  \(rules)\n] }"], document, format: format)
    }

    init(
      _ name: String, steps: [String], _ document: String, format: String? = nil,
      limits: Document.Limits = Document.Limits(), to target: Version? = nil
    ) {
      self.name = name
      self.steps = steps
      self.document = document
      self.format = format
      self.limits = limits
      self.target = target
    }
  }

  static let cases = [
    Case("bad-json", #"{ "drop": "a" }"#, "{\n  \"title\": \"Dune\",\n  'pages': 412\n}"),
    Case("bad-json.comma", #"{ "drop": "a" }"#, "{\n  \"tags\": [\"a\", \"b\",]\n}"),
    Case("bad-json.end", #"{ "drop": "a" }"#, "{\n  \"tags\": [\"a\""),
    Case("bad-json.line", #"{ "drop": "a" }"#, "{\n  \"title\": \"Dune\"\n\n  \"pages\": 412\n}"),
    Case("bad-json.empty-lines", #"{ "drop": "a" }"#, "{\n  \"tags\": [\"a\"\n\n  \n"),
    Case("bad-json.mark", #"{ "drop": "a" }"#, "\u{FEFF}{ \"a\": 1 }"),
    Case("bad-json.property-list", #"{ "drop": "a" }"#, "<?xml version=\"1.0\"?><plist></plist>"),
    Case("bad-json.utf-16", #"{ "drop": "a" }"#, "{\0\"\0a\0\"\0:\01\0}\0"),
    Case(
      "duplicate-key", #"{ "rename": { "name": "title" } }"#,
      "{\n  \"name\": \"Dune\",\n  \"name\": \"Arrakis\"\n}"),
    Case(
      "too-deep", steps: [#"{ "to": 2, "rules": [] }"#], "[[[[[1]]]]]",
      limits: Document.Limits(depth: 4)),
    Case(
      "too-deep.rule", steps: [#"{ "to": 2, "rules": [{ "wrap": "tags" }] }"#],
      #"{ "tags": [["a"]] }"#, limits: Document.Limits(depth: 3)),
    Case(
      "too-deep.nested", #"{ "migrate": "a", "with": "." }"#,
      String(repeating: #"{ "a": "#, count: 66) + "{}" + String(repeating: " }", count: 66)),
    Case(
      "too-big", steps: [#"{ "to": 2, "rules": [] }"#], #"{ "title": "Dune" }"#,
      limits: Document.Limits(bytes: 10)),
    Case(
      "too-big.work", steps: [#"{ "to": 2, "rules": [{ "drop": "$..[0]" }] }"#],
      #"{ "list": [1, 2, 3, 4, 5, 6, 7, 8, 9] }"#,
      limits: Document.Limits(work: 3, workPerByte: 0)),
    Case(
      "too-big.output",
      steps: [#"{ "to": 2, "rules": [{ "set": { "title": "A longer title" } }] }"#],
      #"{ "title": "" }"#, limits: Document.Limits(output: 20, outputPerByte: 1)),
    Case("bad-version", #"{ "drop": "a" }"#, #"{ "version": "1" }"#),
    Case("newer-version.large", #"{ "drop": "a" }"#, #"{ "version": 1e400 }"#),
    Case("unknown-version.large", #"{ "drop": "a" }"#, #"{ "version": -12345678901234567890 }"#),
    Case("bad-version.fraction", #"{ "drop": "a" }"#, #"{ "version": 1.5 }"#),
    Case(
      "missing-version", #"{ "drop": "a" }"#, #"{ "title": "Dune" }"#,
      format: #"{ "version": { "at": ["version", "meta.version"], "missing": "fail" } }"#),
    Case(
      "missing-version.probes", #"{ "drop": "a" }"#, #"{ "title": "Dune" }"#,
      format: """
        { "version": { "missing": [
          { "when": "@.pages", "version": 1 }, { "when": "type(@.title) == 'object'", "version": 2 }
        ] } }
        """),
    Case("newer-version", #"{ "drop": "a" }"#, "{\n  \"title\": \"Dune\",\n  \"version\": 7\n}"),
    Case(
      "unknown-version",
      steps: [
        #"{ "from": "spring", "to": "summer", "rules": [] }"#,
        #"{ "from": "summer", "to": "autumn", "rules": [] }"#,
      ], #"{ "version": "winter" }"#),
    Case(
      "wrong-format", #"{ "drop": "a" }"#, #"{ "version": 1, "rating": 4 }"#,
      format: #"{ "when": "type(@.title) == 'string'" }"#),
    Case(
      "wrong-shape", #"{ "drop": "a" }"#, #"{ "version": 2, "rating": 4 }"#,
      format: #"{ "shape": { "2": "type(@.rating) == 'string'" } }"#),
    Case(
      "wrong-shape.result", #"{ "drop": "rating" }"#, #"{ "rating": 4 }"#,
      format: #"{ "shape": { "2": "type(@.rating) == 'number'" } }"#),
    Case(
      "missing-value", #"{ "rename": { "name": "title" }, "if-missing": "fail" }"#,
      #"{ "pages": 412 }"#),
    Case(
      "missing-value.key", #"{ "to-object": "books", "key": "id" }"#,
      #"{ "books": [{ "title": "Dune" }] }"#),
    Case("wrong-type.root", #"{ "drop": "a" }"#, "[\n  \"Dune\"\n]"),
    Case("wrong-type.documents", #"{ "set": { "read": true } }"#, "[{}]"),
    Case("wrong-type.list", #"{ "set": { "books.read": true } }"#, #"{ "books": [{}] }"#),
    Case(
      "wrong-type.number-key", #"{ "to-object": "lib.books", "key": "id" }"#,
      #"{ "lib": { "books": [{ "id": 7 }] } }"#),
    Case(
      "wrong-type", #"{ "split": "author.name", "by": " ", "into": ["first", "last"] }"#,
      "{\n  \"author\": {\n    \"name\": [\"Frank\", \"Herbert\"]\n  }\n}"),
    Case(
      "wrong-type.long-line", #"{ "split": "name", "by": " ", "into": ["first", "last"] }"#,
      #"{ "\#(String(repeating: "before ", count: 30))": 0, "name": ["Frank", "Herbert"], "#
        + #""\#(String(repeating: "behind ", count: 30))": 0 }"#),
    Case(
      "wrong-type.quotes",
      #"{ "split": "['the authors'][*]['given name']", "by": " ", "into": ["first", "last"] }"#,
      #"{ "the authors": [{ "given name": 7 }] }"#),
    Case(
      "wrong-type.parent", #"{ "add-default": { "author.born": 1920 } }"#,
      #"{ "author": "Frank Herbert" }"#),
    Case(
      "invalid-value",
      """
      { "map-values": "books[*].state",
          "table": { "open": "active", "shut": "closed" } }
      """,
      #"{ "books": [{ "state": "open" }, { "state": "ajar" }] }"#),
    Case(
      "invalid-value.table", #"{ "map-values": "read", "table": { "true": "yes" } }"#,
      #"{ "read": true }"#),
    Case(
      "invalid-value.quotient", #"{ "scale": "pages", "divide-by": 7 }"#, #"{ "pages": 412 }"#),
    Case(
      "conflict.look-up",
      #"{ "look-up": "by", "among": "people[*]", "by": "id", "take": "name", "into": "author" }"#,
      #"{ "by": 7, "people": [{ "id": 7, "name": "Frank" }, { "id": 7, "name": "Brian" }] }"#),
    Case(
      "invalid-value.require",
      #"{ "require": "@.title", "message": "a book needs a title by now" }"#, #"{ "pages": 412 }"#),
    Case(
      "invalid-value.require-alone", #"{ "require": "@.title && @.title != ''" }"#,
      #"{ "pages": 412 }"#),
    Case(
      "invalid-value.split", #"{ "split": "name", "by": " ", "into": ["first", "last"] }"#,
      #"{ "name": "Plato" }"#),
    Case(
      "invalid-value.convert", #"{ "convert": "pages", "to": "number" }"#,
      #"{ "pages": "about 400" }"#),
    Case(
      "invalid-value.date",
      #"{ "convert": "printed", "from": "iso8601", "to": "unix-seconds" }"#,
      #"{ "printed": "1965-08-01" }"#),
    Case(
      "conflict", #"{ "rename": { "name": "title" } }"#,
      #"{ "name": "Dune", "title": "Arrakis" }"#),
    Case("conflict.several", #"{ "move": { "tags[*]": "tag" } }"#, #"{ "tags": ["a", "b"] }"#),
    Case("conflict.itself", #"{ "move": { "meta": "meta.old" } }"#, #"{ "meta": {} }"#),
    Case(
      "no-way-back", steps: [#"{ "to": 2, "rules": [{ "drop": "a" }, { "set": { "b": 1 } }] }"#],
      #"{ "version": 2 }"#, to: .integer(1)),
    Case(
      "no-way-back.data", steps: [#"{ "to": 2, "rules": [{ "add-default": { "pages": 0 } }] }"#],
      "{ \"version\": 2, \"pages\": 412 }", to: .integer(1)),
    Case(
      "no-way-back.between", steps: [#"{ "from": [1, 2], "to": 3, "rules": [] }"#],
      #"{ "version": 1 }"#, to: .integer(2)),
    Case(
      "call-failed", #"{ "call": "normalizePhone", "at": "phone" }"#, #"{ "phone": 40 }"#),
    Case("bad-rules.verb", #"{ "renmae": { "name": "title" } }"#, "{}"),
    Case("bad-rules.other-word", #"{ "remove": "title" }"#, "{}"),
    Case("bad-rules.dot", #"{ "drop": ".title" }"#, "{}"),
    Case("bad-rules.brackets", #"{ "drop": "books[].title" }"#, "{}"),
    Case("bad-rules.undefined", #"{ "drop": "a", "when": "@.title != undefined" }"#, "{}"),
    Case(
      "bad-rules.lookahead", #"{ "text": "a", "do": [{ "pattern": "a(?=b)", "with": "" }] }"#, "{}"),
    Case("bad-rules.lazy", #"{ "split": "a", "pattern": "(.*?)-(.*)", "into": ["b", "c"] }"#, "{}"),
    Case("bad-rules.flags", #"{ "text": "a", "do": [{ "pattern": "(?i)a", "with": "" }] }"#, "{}"),
    Case("bad-rules.key", #"{ "drop": "a", "if-mising": "fail" }"#, "{}"),
    Case("bad-rules.path", #"{ "drop": "books[" }"#, "{}"),
    Case("bad-rules.type", #"{ "rename": "title" }"#, "{}"),
    Case("bad-rules.json", "{ \"drop\": \"a\" }\n  { \"drop\": \"b\" }", "{}"),
    Case("bad-rules.pattern", #"{ "text": "a", "do": [{ "pattern": "(a", "with": "" }] }"#, "{}"),
    Case("bad-rules.never", #"{ "drop": "a", "when": "type(@.a) == 'strng'" }"#, "{}"),
    Case("bad-rules.function", #"{ "call": "normalizeFone", "at": "phone" }"#, "{}"),
    Case("bad-rules.folder", #"{ "migrate": "author", "with": "author" }"#, "{}"),
    Case(
      "bad-rules.gap",
      steps: [#"{ "to": 2, "rules": [] }"#, #"{ "to": 5, "rules": [] }"#], "{}"),
    Case(
      "bad-rules.fork",
      steps: [#"{ "to": 2, "rules": [] }"#, #"{ "from": 1, "to": 3, "rules": [] }"#], "{}"),
    Case(
      "bad-rules.circle",
      steps: [#"{ "to": 2, "rules": [] }"#, #"{ "from": 2, "to": 1, "rules": [] }"#], "{}"),
    Case("bad-rules.empty", steps: [], "{}"),
    Case(
      "bad-rules.several",
      """
      { "renmae": { "name": "title" } },
        { "drop": 4 },
        { "map-values": "state", "tabel": { "open": "active" } }
      """, "{}"),
  ]

  /// Rules that load, with what is said of them.
  static let warnings = [
    Case(
      "warning.overlap",
      """
      { "map-values": "stars", "cases": [
          { "at-most": 3, "becomes": "meh" },
          { "at-least": 3, "becomes": "love" }
        ] }
      """, "{}"),
    Case(
      "warning.gap",
      """
      { "map-values": "stars", "cases": [
          { "at-most": 2, "becomes": "meh" },
          { "at-least": 4, "becomes": "love" }
        ] }
      """, "{}"),
    Case(
      "warning.gone", "{ \"rename\": { \"name\": \"title\" } },\n  { \"wrap\": \"name\" }", "{}"),
  ]

  private struct NotText: Error, CustomStringConvertible {
    let description = "a phone number is text"
  }

  private static func migrator(_ one: Case) throws(MigrationError) -> Migrator {
    var sources = one.steps.enumerated().map { number, text in
      RuleSource(name: "v\(number + 2).json", bytes: text.utf8)
    }
    if let format = one.format {
      sources.append(RuleSource(name: "format.json", bytes: format.utf8))
    }
    return try Migrator(
      rules: sources, functions: ["normalizePhone": { _ in throw NotText() }], generator: .fixed)
  }

  private static func error(_ one: Case) throws -> MigrationError {
    try #require(throws: MigrationError.self, "\(one.name)") {
      var worker = try Worker(migrator(one), to: one.target, limits: one.limits)
      _ = try worker.migrate(Array(one.document.utf8), named: "book.json")
    }
  }

  @Test(arguments: cases)
  func `an error is drawn as it is kept`(_ one: Case) throws {
    let error = try Self.error(one)
    #expect(error.kind.rawValue == one.kind)
    try Golden.check(
      TextReporter().text(of: error.diagnostics), "\(one.name).txt", in: "Errors")
  }

  @Test(arguments: warnings)
  func `a warning is drawn as it is kept`(_ one: Case) throws {
    let warnings = try Self.migrator(one).rules.warnings
    #expect(warnings.allSatisfy { $0.severity == .warning })
    try Golden.check(TextReporter().text(of: warnings), "\(one.name).txt", in: "Errors")
  }

  @Test func `every kind that a document or a rule can have has a text`() {
    let kinds: Set<Diagnostic.Kind> = [
      .badJSON, .duplicateKey, .tooDeep, .tooBig, .badVersion, .missingVersion, .newerVersion,
      .unknownVersion, .wrongShape, .missingValue, .wrongType, .invalidValue, .conflict, .noWayBack,
      .callFailed, .badRules, .wrongFormat,
    ]
    #expect(Set(Self.cases.map(\.kind)) == Set(kinds.map(\.rawValue)))
  }
}
