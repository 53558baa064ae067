import JSONText
import Testing

@testable import JSONMigration
@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore

/// What is said about a format.json that could do harm.
@Suite struct FormatErrorTests {
  private func error(_ format: String, from: String = "1", to: String = "2") -> String? {
    errors(format, from: from, to: to).first
  }

  private func errors(_ format: String, from: String = "1", to: String = "2") -> [String] {
    do {
      _ = try Migrator(rules: [
        RuleSource(name: "format.json", text: format),
        RuleSource(name: "v2.json", text: #"{ "from": \#(from), "to": \#(to), "rules": [] }"#),
      ])
      return []
    } catch {
      return error.diagnostics.map(\.message)
    }
  }

  @Test(arguments: [
    (#"["meta.version", "meta"]"#, "`meta` can't be taken away without what is at `meta.version`"),
    (#"["meta", "meta.version"]"#, "`meta.version` can't be taken away without what is at `meta`"),
    (#"["v", "$.v"]"#, "`v` is there twice"),
    (#"["v[0]", "v[1]"]"#, "`v[1]` can't be taken away without what is at `v[0]`"),
    (#"["v", "w", "w.x"]"#, "`w.x` can't be taken away without what is at `w`"),
  ])
  func `places of the version have to be apart from each other`(at: String, message: String) {
    #expect(error(#"{ "version": { "at": \#(at) } }"#)?.replacing("$.", with: "") == message)
  }

  /// Whether something else stands at a place when what is at another one is taken away.
  private static func isAffected(_ place: String, byRemoving other: String) throws -> Bool {
    let (own, gone) = try (
      JSONPath(rule: place).query.segments, JSONPath(rule: other).query.segments
    )
    let common = zip(own, gone).prefix { $0.description == $1.description }.count
    if common == min(own.count, gone.count) { return true }
    return own[common].index != nil && gone[common].index != nil && common == gone.count - 1
  }

  @Test func `of the places before one the first is told that it is not apart from`() throws {
    let all = [
      "a", "b", "a.b", "a.b.c", "['a.b']", "a[0]", "a[1]", "a[1].b", "a[0][1]", "a[0][-1]",
    ]
    for first in all {
      for second in all {
        for third in all {
          let places = [first, second, third]
          var expected: [String] = []
          for (index, place) in places.enumerated() {
            let before = places[..<index]
            guard
              let other = try before.first(where: { try Self.isAffected($0, byRemoving: place) })
            else { continue }
            expected.append(
              other == place
                ? "`\(place)` is there twice"
                : "`\(place)` can't be taken away without what is at `\(other)`")
          }
          let at = places.map { "\"\($0)\"" }.joined(separator: ", ")
          let found = errors(#"{ "version": { "at": [\#(at)] } }"#)
          #expect(found.map { $0.replacing("$.", with: "").replacing("$[", with: "[") } == expected)
        }
      }
    }
  }

  @Test(arguments: [
    #"["version", "meta.version"]"#, #"["meta.v", "meta.w"]"#, #"["v[0].x", "v[1].x"]"#,
  ])
  func `places that are apart are taken`(at: String) {
    #expect(error(#"{ "version": { "at": \#(at) } }"#) == nil)
  }

  @Test func `a list of conditions that tell the version is not empty`() {
    #expect(error(#"{ "version": { "missing": [] } }"#) == "the list of conditions is empty")
  }

  @Test func `where the schema is, is a text`() {
    #expect(error(#"{ "$schema": 4 }"#) == "expected text, found a number")
    #expect(error(#"{ "$schema": "a.json" }"#) == nil)
    #expect(error("{}", to: #"2, "$schema": null"#) == "expected text, found null")
  }

  @Test func `a shape belongs to one version, as it is written`() {
    #expect(
      error(#"{ "shape": { "7.0.*": "@.q" } }"#, from: #""7.0.*""#, to: #""7.1""#)
        == "`7.0.*` is a pattern, and each version has a shape of its own")
    #expect(error(#"{ "shape": { "7.0.3": "@.q" } }"#, from: #""7.0.*""#, to: #""7.1""#) == nil)
    #expect(error(#"{ "shape": { "01": "@.q" } }"#)?.hasPrefix("version ") == true)
    #expect(error(#"{ "shape": { "1": "@.q" } }"#) == nil)
  }

  @Test(arguments: [
    (#"["*.{json,poem}"]"#, "braces stand for themselves in `*.{json,poem}`"),
    (#"["*.json", "[a-z].json"]"#, "brackets stand for themselves in `[a-z].json`"),
    (#"["*.json", "!x.json"]"#, "`!` leaves nothing out in `!x.json`"),
    (#"["[id].json", "{a}.json", "a!.json"]"#, nil),
  ])
  func `signs of other globs are warned of`(files: String, message: String?) throws {
    let migrator = try Migrator(rules: [
      RuleSource(name: "format.json", text: #"{ "files": \#(files) }"#),
      RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [] }"#),
    ])
    #expect(migrator.rules.warnings.map(\.message) == (message.map { [$0] } ?? []))
  }

  @Test func `versions of two types are told apart by their quotes`() {
    func diagnostic(_ format: String, _ step: String) -> Diagnostic? {
      let error = #expect(throws: MigrationError.self) {
        try Migrator(rules: [
          RuleSource(name: "format.json", text: format),
          RuleSource(name: "v2.json", text: #"{ \#(step), "rules": [] }"#),
          RuleSource(name: "v3.json", text: #"{ "from": 2, "to": 3, "rules": [] }"#),
        ])
      }
      return error?.diagnostics.first
    }
    let missing = diagnostic(#"{ "version": { "missing": "1" } }"#, #""from": 1, "to": 2"#)
    #expect(missing?.message == #"version "1" is none that the steps name"#)
    #expect(missing?.help == "write it without quotes: `1`")
    let to = diagnostic("{}", #""from": 1, "to": "2""#)
    #expect(to?.message == "some versions are integers and some are text")
    #expect(to?.place?.label == #""2" is text"#)
    #expect(to?.place?.span?.column == 14)
    #expect(to?.relatedPlaces.map(\.label) == ["1 is an integer"])
    let from = diagnostic("{}", #""from": ["1"], "to": 2"#)
    #expect(from?.place?.label == #""1" is text"#)
    #expect(from?.place?.span?.column == 3)
    #expect(Version.text("").description == "\"\"")
  }

  @Test(arguments: [
    (#"{ "version": { "at": "v" }, "each": "[*]" }"#, "rename it to `format.json`"),
    (#"{ "comments": true }"#, "rename it to `format.json`"),
    (#"{ "format": "poem", "version": 2 }"#, "a step is { \"to\": 2"),
    (#"{ "version": { "at": "v" }, "title": "a" }"#, "a step is { \"to\": 2"),
  ])
  func `a format under another name is told from a document`(text: String, help: String) throws {
    let error = #expect(throws: MigrationError.self) {
      try Migrator(rules: [
        RuleSource(name: "Format.json", text: text),
        RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [] }"#),
      ])
    }
    #expect(error?.diagnostics.first?.help?.hasPrefix(help) == true)
    #expect(error?.diagnostics.first?.message.hasPrefix("this is no step: it ") == true)
  }
}
