import JSONText
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

@Suite struct HistoryTests {
  private static func history(
    _ rules: String, _ document: String, at path: String, to target: Version? = nil
  ) throws -> Trace.History {
    let migrator = try Migrator(rules: [
      RuleSource(name: "format.json", text: #"{"version":{"stamp":false,"missing":1}}"#),
      RuleSource(name: "v2.json", text: "{ \"to\": 2, \"rules\": [\(rules)] }"),
    ])
    var worker = try Worker(migrator, to: target)
    let trace = worker.trace(document)
    #expect(trace.failure == nil)
    return try #require(try worker.history(of: JSONPath(rule: path), in: trace))
  }

  /// What a value was made of, each source with its own: `$.a ($.b)`.
  private static func sources(_ history: Trace.History) -> String {
    history.sources.map { source in
      let inner = sources(source)
      return source.spot.path + (inner.isEmpty ? "" : " (\(inner))")
    }.joined(separator: ", ")
  }

  /// Rules, a document, the place of a value in what comes of it, and what that was made of.
  @Test(arguments: [
    // What the rule takes away has no part in what it writes.
    (#"{"set":{"b":10,"n":{}}}"#, #"{"n":[true]}"#, "b", ""),
    (#"{"set":{"a":["F"],"t":[]}}"#, #"{"a":"","t":["x"]}"#, "a[0]", ""),
    (
      #"{"copy":{"t":"o.o","n":"o.c"},"if-exists":"overwrite"}"#,
      #"{"o":{"c":[1]},"t":null,"n":-1}"#, "o.o", "$.t"
    ),
    (
      #"{"copy":{"t":"o.o","n":"o.c"},"if-exists":"overwrite"}"#,
      #"{"o":{"c":[1]},"t":null,"n":-1}"#, "o.c", "$.n"
    ),
    // Copies, whole and parts of them.
    (#"{"copy":{"a":"b"}}"#, #"{"a":"A"}"#, "b", "$.a"),
    (#"{"copy":{"a":"o.b"}}"#, #"{"a":{"x":[1,{"y z":2}]}}"#, "o.b.x[1]['y z']", "$.a.x[1]['y z']"),
    (#"{"copy":{"a":"o.b"}}"#, #"{"a":1}"#, "o", "$.a"),
    (#"{"in":"l[*]","copy":{"a":"b"}}"#, #"{"l":[{"a":1},{"a":2}]}"#, "l[1].b", "$.l[1].a"),
    (#"{"copy":{"a":"c","b":"c"},"if-exists":"keep"}"#, #"{"a":1,"b":2}"#, "c", "$.a"),
    (#"{"copy":{"a":"c","b":"c"},"if-exists":"overwrite"}"#, #"{"a":1,"b":2}"#, "c", "$.b"),
    (#"{"copy":{"a":"b"}},{"copy":{"b":"c"}},{"drop":"b"}"#, #"{"a":1}"#, "c", "$.b ($.a)"),
    (#"{"copy":{"a":"b"}},{"set":{"b":1}}"#, #"{"a":1}"#, "b", "$.a"),
    (#"{"copy":{"a":"b"}},{"set":{"b":2}}"#, #"{"a":1}"#, "b", ""),
    (#"{"copy":{"a":"b"}},{"scale":"b","by":2},{"rename":{"b":"c"}}"#, #"{"a":1}"#, "c", "$.a"),
    // Texts with fields.
    (#"{"compose":{"c":"{a}-{b}-{a}"}}"#, #"{"a":"x","b":"y"}"#, "c", "$.a, $.b"),
    (#"{"compose":{"c":"{a}","d":"{b}"}}"#, #"{"a":"x","b":"y"}"#, "d", "$.b"),
    (
      #"{"compose":{"a":"{a}{b}"},"if-exists":"overwrite"}"#, #"{"a":"x","b":"y"}"#, "a",
      "$.a, $.b"
    ),
    (
      #"{"in":"l[*]","compose":{"n":"{a}{$.b}"}}"#, #"{"b":"y","l":[{"a":"p"},{"a":"q"}]}"#,
      "l[1].n", "$.l[1].a, $.b"
    ),
    // Values with fields.
    (#"{"set":{"c":"{a}"},"fill":true}"#, #"{"a":[7],"c":0}"#, "c", "$.a"),
    (#"{"set":{"c":"{a}"},"fill":true}"#, #"{"a":[7],"c":0}"#, "c[0]", "$.a[0]"),
    (
      #"{"set":{"o":{"p":["{a}",1],"q":"{b}!","k":"K"}},"fill":true}"#, #"{"a":[7],"b":"y"}"#,
      "o.p[0][0]", "$.a[0]"
    ),
    (
      #"{"set":{"o":{"p":["{a}",1],"q":"{b}!","k":"K"}},"fill":true}"#, #"{"a":[7],"b":"y"}"#,
      "o.q", "$.b"
    ),
    (
      #"{"set":{"o":{"p":["{a}",1],"q":"{b}!","k":"K"}},"fill":true}"#, #"{"a":[7],"b":"y"}"#,
      "o.p[1]", ""
    ),
    (
      #"{"set":{"o":{"p":["{a}",1],"q":"{b}!","k":"K"}},"fill":true}"#, #"{"a":[7],"b":"y"}"#,
      "o", "$.a, $.b"
    ),
    (#"{"add-default":{"c":"{a}"},"fill":true}"#, #"{"a":7}"#, "c", "$.a"),
    (
      #"{"in":"l[*]","add-default":{"c":"{a}"},"fill":true}"#, #"{"l":[{"a":1},{"a":2}]}"#,
      "l[0].c", "$.l[0].a"
    ),
    (#"{"append":{"t":"{a}"},"fill":true}"#, #"{"a":7,"t":[1]}"#, "t[1]", "$.a"),
    (#"{"append":{"t":"{a}"},"fill":true}"#, #"{"a":7,"t":[1]}"#, "t[0]", ""),
    (
      #"{"in":"l[*]","append":{"$.t":"{a}"},"fill":true}"#, #"{"t":[0],"l":[{"a":1},{"a":2}]}"#,
      "t[2]", "$.l[1].a"
    ),
    (
      #"{"in":"l[*]","append":{"$.t":{"k":"{a}"}},"fill":true}"#, #"{"l":[{"a":1},{"a":2}]}"#,
      "t[0].k", "$.l[0].a"
    ),
    // What is split, and joined.
    (#"{"split":"s","by":" "}"#, #"{"s":"A B"}"#, "s[0]", "$.s"),
    (#"{"split":"s","by":" "},{"rename":{"s":"t"}}"#, #"{"s":"A B"}"#, "t[1]", "$.s"),
    (
      #"{"in":"l[*]","split":"n","by":" ","into":["f","g"]}"#, #"{"l":[{"n":"A B"},{"n":"C D"}]}"#,
      "l[1].g", "$.l[1].n"
    ),
    (#"{"join":["a","b"],"with":" ","into":"c"}"#, #"{"a":"x","b":"y"}"#, "c", "$.a, $.b"),
    (#"{"convert":"s","from":"json-text","to":"value"}"#, #"{"s":"[1]"}"#, "s[0]", "$.s"),
    // Constants that a value became.
    (#"{"map-values":"s","table":{"x":{"k":1}}}"#, #"{"s":"x"}"#, "s.k", ""),
  ])
  func `a value is told with what it was made of`(
    _ rules: String, _ document: String, _ path: String, _ sources: String
  ) throws {
    #expect(Self.sources(try Self.history(rules, document, at: path)) == sources)
  }

  @Test(arguments: [
    (#"{"copy":{"a":"b"}}"#, "b", #"{"x":"A"}"#), (#"{"copy":{"a":"b"}}"#, "b.x", #""A""#),
    (#"{"copy":{"a":"b"}},{"drop":"a"},{"copy":{"b":"c"}}"#, "c.x", #""A""#),
    (#"{"set":{"o":{"p":"{a}"}},"fill":true}"#, "o.p.x", #""A""#),
    (#"{"set":{"n":"{a}"},"fill":true}"#, "n.x", #""A""#),
  ])
  func `a copy comes from where its source was`(
    _ rules: String, _ path: String, _ origin: String
  ) throws {
    let document = #"{ "a": {"x":"A"}, "n": 0 }"#
    let history = try Self.history(rules, document, at: path)
    let bytes = try #require(history.origin)
    #expect(String(decoding: Array(document.utf8)[bytes], as: UTF8.self) == origin)
  }

  @Test func `what a way back makes has sources too`() throws {
    let rules = #"{"split":"n","by":" ","into":["f","g"]}"#
    let migrator = try Migrator(rules: [
      RuleSource(name: "v2.json", text: "{ \"to\": 2, \"rules\": [\(rules)] }")
    ])
    var worker = try Worker(migrator, to: .integer(1))
    let trace = worker.trace(#"{"f":"A","g":"B","version":2}"#)
    let history = try #require(try worker.history(of: JSONPath(rule: "n"), in: trace))
    #expect(Self.sources(history) == "$.f, $.g")
    #expect(history.sources.map(\.origin) == [5..<8, 13..<16])
  }

  @Test(arguments: [
    (#"{"list":"t","do":["reverse"]}"#, #"{"t":[3,1,2]}"#, ["list: $.t [3,1,2] > $.t [2,1,3]"]),
    (#"{"list":"t","do":[{"sort-by":"@"}]}"#, #"{"t":[3,1]}"#, ["list: $.t [3,1] > $.t [1,3]"]),
    (
      #"{"list":"t","do":["dedupe","reverse"]}"#, #"{"t":[1,1,2]}"#,
      ["list: $.t[1] 1 > -", "list: $.t [1,1,2] > $.t [2,1]"]
    ),
    (#"{"list":"t","do":["dedupe"]}"#, #"{"t":[1,1,2]}"#, ["list: $.t[1] 1 > -"]),
    (#"{"list":"t","do":["reverse","reverse"]}"#, #"{"t":[1,2]}"#, []),
    (
      #"{"in":"l[*]","list":"t","do":["reverse"]}"#, #"{"l":[{"t":[1,2]},{"t":[1,[4,5]]}]}"#,
      ["list: $.l[0].t [1,2] > $.l[0].t [2,1]", "list: $.l[1].t [1,[4,5]] > $.l[1].t [[4,5],1]"]
    ),
    (
      #"{"list":["t","t[*]"],"do":["reverse"]}"#, #"{"t":[[1,2],[3,4]]}"#,
      [
        "list: $.t [[1,2],[3,4]] > $.t [[4,3],[2,1]]", "list: $.t[0] [1,2] > $.t[1] [2,1]",
        "list: $.t[1] [3,4] > $.t[0] [4,3]",
      ]
    ),
    (#"{"append":{"t":3}}"#, #"{"t":[1,2]}"#, ["append: - > $.t[2] 3"]),
    (#"{"drop":"t[0]"}"#, #"{"t":[1,2]}"#, ["drop: $.t[0] 1 > -"]),
  ])
  func `another order of elements is an edit`(
    _ rules: String, _ document: String, _ edits: [String]
  ) throws {
    let migrator = try Migrator(rules: [
      RuleSource(name: "format.json", text: #"{"version":{"stamp":false,"missing":1}}"#),
      RuleSource(name: "v2.json", text: "{ \"to\": 2, \"rules\": [\(rules)] }"),
    ])
    var worker = try Worker(migrator)
    let trace = worker.trace(document)
    func shown(_ spot: Trace.Spot?) -> String {
      spot.map { "\($0.path) \(String(decoding: $0.value, as: UTF8.self))" } ?? "-"
    }
    let told = trace.steps.flatMap(\.edits).map { edit in
      "\(edit.rule.map { trace.rules[$0].verb } ?? "-"): \(shown(edit.before)) > \(shown(edit.after))"
    }
    #expect(Set(told) == Set(edits) && told.count == edits.count, "\(told)")
    guard let whole = try worker.history(of: JSONPath(rule: "t"), in: trace), told.count == 1 else {
      return
    }
    #expect(whole.edits.count == 1 && whole.origin != nil)
  }
}
