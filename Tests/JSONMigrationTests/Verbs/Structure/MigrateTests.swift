import JSONText
import Testing

@testable import JSONMigration
@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore

@Suite struct MigrateTests {
  static func migrate(
    _ document: String, _ files: KeyValuePairs<String, String>
  ) throws(MigrationError) -> String {
    let migrator = try Migrator(
      rules: files.map { RuleSource(name: $0.key, bytes: $0.value.utf8) })
    return String(decoding: try migrator.migrate(document.utf8), as: UTF8.self)
  }

  static let step = #"{ "to": 2, "rules": [{ "rename": { "a": "b" } }] }"#
  static let into = #"{ "to": 2, "rules": [{ "migrate": "k", "with": "nested" }] }"#

  @Test func `each nested document has a version of its own, and null is left alone`() throws {
    let files: KeyValuePairs = [
      "v2.json": #"{ "to": 2, "rules": [{ "migrate": "p[*]", "with": "nested" }] }"#,
      "nested/v2.json": Self.step,
    ]
    #expect(
      try Self.migrate(#"{"p":[{"a":1},{"a":1,"version":2},null]}"#, files)
        == #"{"p":[{"b":1,"version":2},{"a":1,"version":2},null],"version":2}"#)
  }

  @Test func `the dollar sign is the nested document there, and the whole one again afterwards`()
    throws
  {
    let files: KeyValuePairs = [
      "v2.json": """
      { "to": 2, "rules": [
        { "migrate": "k", "with": "nested" }, { "copy": { "$.a": "c" } } ] }
      """,
      "nested/v2.json": #"{ "to": 2, "rules": [{ "copy": { "$.a": "b" } }] }"#,
    ]
    #expect(
      try Self.migrate(#"{"a":0,"k":{"a":1}}"#, files)
        == #"{"a":0,"k":{"a":1,"b":1,"version":2},"c":0,"version":2}"#)
  }

  @Test func `nested documents at any depth have their turn in document order`() throws {
    let trial = try Trial(
      rules: #"{ "migrate": "$..k", "with": "nested" }"#,
      files: [
        "nested/format.json": Trial.format,
        "nested/v2.json": #"{ "to": 2, "rules": [{ "add-default": ["i"], "generate": "uuid" }] }"#,
      ])
    let first = "00000000-0000-4000-8000-00000000000"
    #expect(
      try trial.run(#"{"k":{},"q":{"k":{}}}"#)
        == #"{"k":{"i":"\#(first)1"},"q":{"k":{"i":"\#(first)2"}}}"#)
  }

  /// It has no name in the document around it, as that has none.
  @Test(arguments: [
    #""rename": { "$": "x" }"#, #""rename": { "@": "x" }"#, #""unnest": "$""#,
    #""split": "$.k", "by": ",", "into": ["a", "b"]"#,
    #""split": "$", "by": ",", "into": ["a", "b"]"#,
  ])
  func `rules of a nested document change nothing outside of it`(_ rule: String) throws {
    let step = #"{ "to": 2, "rules": [{ \#(rule) }] }"#
    let format = #"{ "version": { "stamp": false, "missing": 1 } }"#
    let each = #"{ "each": "k", "version": { "stamp": false, "missing": 1 } }"#
    for document in [#"{"k":{"k":"1,2"}}"#, #"{"k":"1,2"}"#] {
      for files: KeyValuePairs in [
        ["v2.json": Self.into, "nested/v2.json": step, "nested/format.json": format],
        ["v2.json": step, "format.json": each],
      ] {
        let result = try? Self.migrate(document, files)
        #expect(result.map { $0.hasPrefix(#"{"k":"#) } != false, "\(result ?? "")")
      }
    }
  }

  @Test func `many in one, by the nested format's own each`() throws {
    let files: KeyValuePairs = [
      "v2.json": Self.into, "nested/v2.json": Self.step, "nested/format.json": #"{"each":"$[*]"}"#,
    ]
    #expect(
      try Self.migrate(#"{"k":[{"a":1},{}]}"#, files)
        == #"{"k":[{"b":1,"version":2},{"version":2}],"version":2}"#)
  }

  @Test func `a folder of this folder goes before one of the folder around it`() throws {
    let files: KeyValuePairs = [
      "v2.json": #"{ "to": 2, "rules": [{ "migrate": "k", "with": "one" }] }"#,
      "one/v2.json": """
      { "to": 2, "rules": [
        { "migrate": "k", "with": "two" }, { "migrate": "l", "with": "three" } ] }
      """,
      "one/two/v2.json": #"{ "to": 2, "rules": [{ "set": { "is": "inner" } }] }"#,
      "two/v2.json": #"{ "to": 2, "rules": [{ "set": { "is": "outer" } }] }"#,
      "three/v2.json": #"{ "to": 2, "rules": [{ "set": { "is": "three" } }] }"#,
    ]
    #expect(
      try Self.migrate(#"{"k":{"k":{},"l":{}}}"#, files)
        == #"{"k":{"k":{"is":"inner","version":2},"l":{"is":"three","version":2},"version":2},"#
        + #""version":2}"#)
  }

  static let tree: KeyValuePairs = [
    "v2.json": #"{ "to": 2, "rules": [{ "migrate": "k", "with": "tree" }] }"#,
    "tree/v2.json": """
    { "to": 2, "rules": [{ "migrate": "k", "with": "tree" }, { "rename": { "a": "b" } }] }
    """,
  ]

  @Test func `a format may nest in itself`() throws {
    #expect(
      try Self.migrate(#"{"k":{"a":1,"k":{"a":2}}}"#, Self.tree)
        == #"{"k":{"b":1,"k":{"b":2,"version":2},"version":2},"version":2}"#)
  }

  @Test func `too many inside each other are refused`() throws {
    let depth = 1_000
    let document =
      String(repeating: #"{"k":"#, count: depth) + "0" + String(repeating: "}", count: depth)
    let error = #expect(throws: MigrationError.self) { try Self.migrate(document, Self.tree) }
    #expect(error?.kind == .tooDeep)
  }

  @Test func `what fails in it fails the document`() throws {
    let files: KeyValuePairs = ["v2.json": Self.into, "nested/v2.json": Self.step]
    let error = #expect(throws: MigrationError.self) {
      try Self.migrate(#"{"k":{"version":9}}"#, files)
    }
    #expect(error?.kind == .newerVersion)
    #expect(error?.diagnostics.first?.place?.path == "$.k.version")
  }

  @Test(arguments: ["none", "..", "../rules", "", "a/b"])
  func `a folder that isn't there or lies elsewhere`(_ name: String) throws {
    let rule = "{ \"to\": 2, \"rules\": [{ \"migrate\": \"k\", \"with\": \"\(name)\" }] }"
    let error = #expect(throws: MigrationError.self) {
      try Self.migrate("{}", ["v2.json": rule, "a/b/v2.json": Self.step])
    }
    #expect(error?.kind == .badRules)
    #expect(error?.diagnostics.count == 1)
  }

  @Test
  func `nested documents of another format come to the version that the rule names, and back`()
    throws
  {
    let chain: KeyValuePairs = [
      "nested/v2.json": Self.step,
      "nested/v3.json": #"{ "to": 3, "rules": [{ "rename": { "b": "c" } }] }"#,
      "v2.json": #"{ "to": 2, "rules": [{ "migrate": "k[*]", "with": "nested", "to": 2 }] }"#,
    ]
    #expect(
      try Self.migrate(#"{"k":[{"a":1},{"c":2,"version":3},{"b":3,"version":2}]}"#, chain)
        == #"{"k":[{"b":1,"version":2},{"b":2,"version":2},{"b":3,"version":2}],"version":2}"#)
  }

  @Test func `a folder that nests in its own kind is that folder`() throws {
    let files: KeyValuePairs = [
      "v2.json": Self.into,
      "nested/v2.json": """
      { "to": 2, "rules": [{ "rename": { "a": "b" } }, { "migrate": "in", "with": "." }] }
      """,
    ]
    #expect(
      try Self.migrate(#"{"k":{"a":1,"in":{"a":2,"in":{"a":3}}}}"#, files)
        == #"{"k":{"b":1,"in":{"b":2,"in":{"b":3,"version":2},"version":2},"version":2},"version":2}"#
    )
  }

  @Test func `the test of a step brings documents of the same format to where the step leads`()
    throws
  {
    let step = """
      { "to": 2, "rules": [{ "rename": { "a": "b" } }, { "migrate": "in", "with": "." }], "tests": [
        { "name": "in", "before": { "a": 1, "in": { "a": 2 } },
          "after": { "b": 1, "in": { "b": 2, "version": 2 } } } ] }
      """
    let later = #"{ "to": 3, "rules": [{ "drop": "b" }] }"#
    let migrator = try Migrator(
      rules: [RuleSource(name: "v2.json", text: step), RuleSource(name: "v3.json", text: later)])
    var tests = RuleTests(migrator)
    #expect(tests.run(cases: [], in: "tests").map { $0.failure == nil } == [true])
  }

  @Test func `many rules, and a nested document with keys that nothing before has`() throws {
    let rules = (0..<12).map { #"{ "rename": { "k\#($0)": "n\#($0)" } }"# }.joined(separator: ",")
    let files: KeyValuePairs = [
      "v2.json": #"{ "to": 2, "rules": [\#(rules), { "migrate": "in[*]", "with": "." }] }"#
    ]
    #expect(
      try Self.migrate(#"{"in":[{"k7":1,"in":[{"k3":2}]}]}"#, files)
        == #"{"in":[{"n7":1,"in":[{"n3":2,"version":2}],"version":2}],"version":2}"#)
  }
}
