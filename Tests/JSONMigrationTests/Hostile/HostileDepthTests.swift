import JSONText
import TestSupport
import Testing

@testable import JSONMigrationCore

/// Within the limits of nesting nothing needs more than a small stack.
@Suite(.timeLimit(.patience)) struct HostileDepthTests {
  private static func nested(
    _ levels: Int, _ open: String, _ inner: String, _ close: String
  ) -> String {
    String(repeating: open, count: levels) + inner + String(repeating: close, count: levels)
  }

  static let rules: [String] = [
    nested(60, #"{"in":"a","rules":["#, #"{"drop":"x"}"#, "]}"),
    nested(60, #"{"rules":["#, #"{"set":{"x":1}}"#, "]}"),
    nested(30, #"{"choose":[{"when":"@.a","rules":["#, #"{"drop":"x"}"#, "]}]}"),
    nested(60, #"{"rules":["#, #"{"copy":{"t":"c"}}"#, "]}"),
    nested(60, #"{"drop":"x","undo":["#, #"{"drop":"x"}"#, "]}"),
    #"{"set":{"a":\#(nested(120, "[", "1", "]"))}}"#,
    #"{"map-values":"a","cases":[{"is":\#(nested(118, #"{"a":"#, "1", "}")),"becomes":1}],"otherwise":"keep"}"#,
    #"{"drop":"a\#(nested(30, "[?@.b", "", "]"))"}"#,
    #"{"require":"\#(nested(31, "!(", "@.nothing", ")")) || true == true"}"#,
    #"{"text":"t","do":[{"pattern":"\#(nested(256, "(", "a", ")"))","with":"b"}]}"#,
    #"{"rename":{"$..a":"b"}}"#, #"{"wrap":"$..a[0]"}"#, #"{"list":"a.a","do":["dedupe"]}"#,
    #"{"convert":"a","from":"value","to":"json-text"}"#, #"{"copy":{"a":"c"}}"#,
    #"{"require":"$.a != $.c"}"#, #"{"drop":"$..a"}"#, #"{"drop":["$..b","$..t"]}"#,
    #"{"drop":"a\#(nested(40, "[*].a", "", ""))"}"#, #"{"drop":"a[*].a[*].a[*].a[*].a"}"#,
  ]

  @Test(arguments: rules.indices)
  func `rules and documents as deep as they may be`(_ number: Int) async throws {
    let rule = Self.rules[number]
    let text = #"{"t":"a","c":"a","a":"# + Self.nested(510, #"{"a":["#, "1", "]}") + "}"
    let isDone = try await onSmallStack {
      let migrator = try Trial(rules: rule).migrator
      _ = try? migrator.migrate(text.utf8)
      var back = try? Worker(migrator, to: 1, from: 2)
      _ = try? back?.migrate(Array(text.utf8), named: "document")
      var worker = try Worker(migrator, limits: Document.Limits(depth: 10_000))
      let deepest = Self.nested(10_000, "[", "", "]")
      _ = try? worker.migrate(Array(deepest.utf8), named: "document")
      return true
    }
    #expect(isDone)
  }

  /// A person's manager is a person too, and so on.
  @Test(arguments: [(1, nil), (64, nil), (65, Diagnostic.Kind.tooDeep), (1_000, .tooDeep)])
  func `documents in documents`(_ levels: Int, _ kind: Diagnostic.Kind?) async throws {
    let rule = #"{"migrate":"a","with":"person"}"#
    let text = Self.nested(levels, #"{"version":1,"a":"#, "null", "}")
    let found = try await onSmallStack { () -> Diagnostic? in
      let migrator = try Trial(
        rules: rule, files: ["person/v2.json": #"{"to":2,"rules":[\#(rule)]}"#]
      ).migrator
      let result = Result { try migrator.migrate(text.utf8) }
      guard case .failure(let error) = result else { return nil }
      return (error as? MigrationError)?.diagnostics[0]
    }
    #expect(found?.kind == kind)
    #expect(found?.isFit ?? true)
  }
}
