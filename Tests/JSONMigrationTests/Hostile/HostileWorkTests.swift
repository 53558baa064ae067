import JSONMigration
import JSONMigrationAuthoring
import JSONText
import TestSupport
import Testing

@testable import JSONMigrationCore

#if canImport(Glibc)
  import Glibc
#endif

/// Rules and documents that are meant to take for ever: each comes to an end at once, with a result
/// or with the error that names the limit.
///
/// Sizes are such that what grows with their square would run into the time limit.
@Suite(.timeLimit(.patience)) struct HostileWorkTests {
  struct Attack: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let rules: @Sendable () -> String
    let document: @Sendable () -> String
    /// Nil where the document can be migrated.
    let kind: Diagnostic.Kind?

    init(
      _ name: String, fails kind: Diagnostic.Kind? = nil, _ rules: @escaping @Sendable () -> String,
      _ document: @escaping @Sendable () -> String
    ) {
      (testDescription, self.kind, self.rules, self.document) = (name, kind, rules, document)
    }
  }

  /// Little enough for debug builds, and far more than an honest rule needs.
  private static let limits = Document.Limits(
    depth: 256, work: 100_000, workPerByte: 20, output: 1 << 16, outputPerByte: 2)

  private static func text(_ count: Int, _ text: String = "x") -> String {
    String(repeating: text, count: count)
  }

  /// Members with one value: `"k0": 1, "k1": 1`.
  private static func members(_ count: Int, _ value: String) -> String {
    list(count, #""k%":\#(value)"#)
  }

  private static func names(_ count: Int) -> String { list(count, #""k%""#) }

  /// Arrays and objects in turns.
  private static let deep = { @Sendable in
    #"{"a":"# + text(60, #"{"b":["#) + "1" + text(60, "]}") + "}"
  }

  static let growing: [Attack] = [
    Attack(
      "elements of many scopes for one array, unless it has them",
      { #"{"in":"c[*]","append":{"$.q":"{i}"},"fill":true,"unless-present":true}"# }
    ) { #"{"c":[\#(list(3_000, #"{"i":"t%"}"#))]}"# },
    Attack("copies of copies", fails: .tooBig, { list(100, #"{"copy":{"@":"b%"}}"#) }) {
      #"{"a":"\#(text(1_000))"}"#
    },
    Attack(
      "a value twice in its place", fails: .tooBig,
      {
        list(100, #"{"copy":{"a":"c.p"}},{"copy":{"a":"c.q"}},{"drop":"a"},{"rename":{"c":"a"}}"#)
      }
    ) { #"{"a":"\#(text(1_000))"}"# },
    Attack(
      "templates of templates", fails: .tooBig,
      {
        list(100, #"{"compose":{"a":"{a}{a}{a}{a}"}}"#)
      }
    ) { #"{"a":"xxxx"}"# },
    Attack("a long template", fails: .tooBig, { #"{"compose":{"a":"\#(text(2_000, "{b}"))"}}"# }) {
      #"{"b":"\#(text(2_000))"}"#
    },
    Attack(
      "replacements", fails: .tooBig,
      {
        #"{"text":"a","do":[\#(list(60, #"{"replace":"x","with":"xx"}"#))]}"#
      }
    ) { #"{"a":"x"}"# },
    Attack(
      "groups of patterns", fails: .tooBig,
      {
        #"{"text":"a","do":[\#(list(60, #"{"pattern":"(.*)","with":"$1$1$1"}"#))]}"#
      }
    ) { #"{"a":"x"}"# },
    Attack(
      "text of text", fails: .tooBig,
      {
        list(60, #"{"convert":"a","from":"value","to":"json-text"}"#)
      }
    ) { #"{"a":"\\"}"# },
    Attack("long separators", fails: .tooBig, { #"{"join":"a","with":"\#(text(100_000))"}"# }) {
      #"{"a":[\#(list(5_000, #""x""#))]}"#
    },
    Attack(
      "a large value everywhere", fails: .tooBig,
      {
        #"{"in":"a[*]","set":{"x":["\#(text(100_000))"]}}"#
      }
    ) { #"{"a":[\#(list(5_000, "{}"))]}"# },
    Attack(
      "long prefixes", fails: .tooBig,
      {
        #"{"text":"a[*]","do":[{"prefix":"\#(text(100_000))"}]}"#
      }
    ) { #"{"a":[\#(list(5_000, #""x""#))]}"# },
    Attack("wraps", fails: .tooDeep, { list(2_000, #"{"wrap":"a"}"#) }) { #"{"a":1}"# },
    Attack("wraps of everything", fails: .tooDeep, { list(4, #"{"wrap":"$..*"}"#) }, deep),
  ]

  static let everywhere: [Attack] = [
    Attack("all of all of all", fails: .tooBig, { #"{"drop":"$..*..*..*"}"# }, deep),
    Attack("a count of all", fails: .tooBig, { #"{"require":"count($..*..*..*) > 0"}"# }, deep),
    Attack("repeats", fails: .tooBig, { #"{"drop":"$\#(text(30, "[*,*]"))"}"# }) {
      text(40, "[") + "1" + text(40, "]")
    },
    Attack(
      "blocks of all in all", fails: .tooBig,
      {
        #"{"in":"$..*","rules":[{"in":"$..*","rules":[{"in":"$..*","drop":"zz"}]}]}"#
      }
    ) { #"{"a":[\#(list(300, "[1]"))]}"# },
    Attack(
      "filters that ask for all", fails: .tooBig,
      {
        #"{"drop":"a..[?count(@..[?count(@..[?@..*]) > 5]) > 5]"}"#
      }
    ) { #"{"a":\#(String(repeating: "[", count: 240) + String(repeating: "]", count: 240))}"# },
    Attack(
      "many bounds for each number", fails: .tooBig,
      {
        #"{"map-values":"a[*]","cases":[\#(list(2_000, #"{"at-least":%,"below":^,"becomes":"w"}"#))]}"#
      }
    ) { #"{"a":[1999\#(text(10_000, ",1999"))]}"# },
    Attack(
      "many changes of each text", fails: .tooBig,
      { #"{"text":"a[*].b","do":[\#(list(500, #"{"replace":"x%","with":"y"}"#))]}"# }
    ) { #"{"a":[\#(list(2_000, #"{"b":"q"}"#))]}"# },
    Attack(
      "many rules for each text", fails: .tooBig,
      { list(500, #"{"text":"a[*].b","do":[{"replace":"x%","with":"y"}]}"#) }
    ) { #"{"a":[\#(list(2_000, #"{"b":"q"}"#))]}"# },
    Attack(
      "a search in a long text for each", fails: .tooBig,
      {
        #"{"drop":"a[?search($.s, '(a|a)*(a*)*b')]"}"#
      }
    ) { #"{"s":"\#(text(10_000, "a"))","a":[\#(list(500, "%"))]}"# },
    Attack("a pattern of each", fails: .tooBig, { #"{"drop":"a[?search(@, @)]"}"# }) {
      #"{"a":[\#(list(2_000, #""(a?){^}""#))]}"#
    },
    Attack("all renamed", { #"{"rename":{"$..b":"c"}}"# }, deep),
    Attack("all sorted", { #"{"list":"$..b","do":["reverse"]}"# }, deep),
    Attack("all unnested", fails: .wrongType, { #"{"unnest":"$..*"}"# }, deep),
    Attack("all set", { #"{"set":{"$..*":1}}"# }, deep),
  ]

  static let many: [Attack] = [
    Attack(
      "cases", { #"{"map-values":"a[*]","cases":[\#(cases(large(2_000)))],"otherwise":"keep"}"# }
    ) {
      #"{"a":[\#(list(large(5_000), "%"))]}"#
    },
    Attack("texts", { #"{"map-values":"a[*]","table":{\#(members(large(2_000), "1"))}}"# }) {
      #"{"a":[\#(list(large(2_000), #""k%""#))]}"#
    },
    Attack(
      "bounds", fails: .invalidValue,
      {
        #"{"map-values":"a","cases":[\#(list(large(2_000), #"{"above":%,"below":0,"becomes":1}"#))]}"#
      }
    ) { #"{"a":\#(text(large(100_000), "9"))}"# },
    Attack(
      "arrays as cases",
      {
        let cases = list(large(1_000), #"{"is":[%],"becomes":1}"#)
        return #"{"map-values":"a","cases":[\#(cases)],"otherwise":"keep"}"#
      }
    ) { #"{"a":[\#(list(large(5_000), "%"))]}"# },
    Attack("members to nest", { #"{"nest":[\#(names(large(1_000)))],"under":"z"}"# }) {
      #"{\#(list(large(5_000), #""j%":1"#)),\#(members(large(1_000), "1"))}"#
    },
    Attack("parts to join", { #"{"join":[\#(names(large(3_000)))],"with":"","into":"z"}"# }) {
      #"{\#(members(large(3_000), #""v""#))}"#
    },
    Attack("the same array again and again", { #"{"concat":"$.a[\#(list(10, "*"))]","into":"z"}"# })
    {
      #"{"a":[\#(list(large(3_000), "[]"))]}"#
    },
    Attack(
      "an array in two places", fails: .conflict,
      {
        #"{"in":["$","b"],"concat":"$.a","into":"z"}"#
      }
    ) { #"{"a":[],"b":{}}"# },
    Attack("equal elements", { #"{"list":"a","do":["dedupe"]}"# }) {
      #"{"a":[\#(list(large(5_000), "1.0"))]}"#
    },
    Attack("elements to sort", { #"{"list":"a","do":[{"sort-by":"@"}]}"# }) {
      #"{"a":[\#(list(large(3_000), "7^1e-%,9%e%"))]}"#
    },
    Attack("long texts to sort", { #"{"list":"a","do":[{"sort-by":"@"}]}"# }) {
      #"{"a":[\#(list(100, #""\#(text(500))%""#))]}"#
    },
    Attack("turns", { #"{"list":"a","do":[\#(list(50, #""reverse""#))]}"# }) {
      #"{"a":[\#(list(large(3_000), "%"))]}"#
    },
    Attack("one key in all", fails: .duplicateKey, { #"{"drop":"*"}"# }) {
      #"{\#(list(large(20_000), #""a":1"#))}"#
    },
    Attack("keys of one hash beginning", { #"{"rename":{"abcdefgh7":"z"}}"# }) {
      #"{\#(list(large(5_000), #""abcdefgh%":1"#))}"#
    },
    Attack("a list of a map", { #"{"to-list":"a","key":"k"}"# }) {
      #"{"a":{\#(members(large(20_000), "{}"))}}"#
    },
    Attack("pairs to copy", { #"{"copy":{\#(list(large(10_000), #""k%":"o.j%""#))}}"# }) { "{}" },
    Attack(
      "many values for one place",
      { #"{"in":"a[*]","move":{"o":"$.last"},"if-exists":"overwrite"}"# }
    ) { #"{"a":[\#(list(large(10_000), #"{"o":%}"#))]}"# },
    Attack(
      "positions in a block",
      { #"{"in":"a[*]","rules":[{"add-default":["p"],"generate":"position"}]}"# }
    ) { #"{"a":[\#(list(large(10_000), #"{"long":"enough"}"#))]}"# },
    Attack(
      "positions in a block that takes elements away",
      {
        #"{"in":"a[*]","rules":[{"drop":"@","when":"@.x"},"#
          + #"{"add-default":["p"],"generate":"position"}]}"#
      }
    ) { #"{"a":[\#(list(large(5_000), #"{"long":"enough"},{"x":%}"#))]}"# },
    Attack(
      "positions in a block that lengthens other arrays",
      {
        #"{"in":"a[*]","rules":[{"append":{"t":1}},{"wrap":"w"},"#
          + #"{"add-default":["p"],"generate":"position"}]}"#
      }
    ) { #"{"a":[\#(list(large(5_000), #"{"t":[],"w":0}"#))]}"# },
    Attack(
      "positions in a block that takes away what it has counted",
      {
        #"{"in":"a[*]","rules":[{"add-default":["p"],"generate":"position"},"#
          + #"{"move":{"y":"z"}},{"drop":"@","when":"@.x"}]}"#
      }
    ) { #"{"a":[\#(list(4_000, #"{"y":0},{"x":%}"#))]}"# },
    Attack(
      "one key put into an object again and again",
      { #"{"unnest":"o[*]","if-exists":"overwrite"}"# }
    ) { #"{"o":{\#(members(4_000, #"{"x":%}"#))}}"# },
    Attack(
      "values out of each other", { #"{"in":"$..[?@.a]","move":{"a":"b"}}"# }
    ) {
      let chain = text(250, #"{"a":"#) + "{}" + text(250, "}")
      return #"{"a":[\#(list(large(400), chain))]}"#
    },
    Attack("indices far out", { #"{"drop":"a[9007199254740991,-9007199254740991]"}"# }) {
      #"{"a":[1,2]}"#
    },
    Attack("the last one again and again", { #"{"in":"a[*]","set":{"$.a[-1].x":1}}"# }) {
      #"{"a":[\#(list(large(8_000), "{}"))]}"#
    },
    Attack("an index is never made", { #"{"set":{"a[9007199254740991]":1}}"# }) { #"{"a":[1,2]}"# },
    Attack(
      "slices far out",
      {
        let far = "9007199254740991"
        return #"{"drop":["a[-\#(far):\#(far):\#(far)]","a[\#(far):-\#(far):-\#(far)]"]}"#
      }
    ) { #"{"a":[1,2]}"# },
  ]

  private static func cases(_ count: Int) -> String {
    list(count, #"{"is":%,"becomes":"%"}"#)
  }

  static let long: [Attack] = [
    Attack("one character between", { #"{"split":"a","by":","}"# }) {
      #"{"a":"\#(text(large(20_000), "x,"))"}"#
    },
    Attack("nothing but separators", { #"{"split":"a","by":"x"}"# }) {
      #"{"a":"\#(text(large(20_000)))"}"#
    },
    Attack("nearly a separator everywhere", { #"{"split":"a","by":"\#(text(large(20_000)))y"}"# }) {
      #"{"a":"\#(text(large(60_000)))"}"#
    },
    Attack(
      "nearly a separator everywhere, into names",
      {
        #"{"split":"a","by":"\#(text(large(20_000)))y","into":["b"]}"#
      }
    ) { #"{"a":"\#(text(large(60_000)))"}"# },
    Attack(
      "nearly found everywhere",
      {
        #"{"text":"a","do":[{"replace":"\#(text(large(20_000)))y","with":"z"}]}"#
      }
    ) { #"{"a":"\#(text(large(60_000)))"}"# },
    Attack("letters", { #"{"text":"a","do":["uppercase","lowercase","capitalize"]}"# }) {
      #"{"a":"\#(text(large(5_000), "ΐß"))"}"#
    },
    Attack("a number of many digits", { #"{"convert":"a","to":"string"}"# }) {
      #"{"a":\#(text(large(100_000), "1"))}"#
    },
    Attack("a text of many digits", { #"{"convert":"a","from":"string","to":"number"}"# }) {
      #"{"a":"\#(text(large(100_000), "1"))"}"#
    },
    Attack(
      "a small number of many digits", fails: .invalidValue, { #"{"convert":"a","to":"integer"}"# }
    ) {
      #"{"a":0.\#(text(large(100_000), "0"))1}"#
    },
    Attack(
      "an exponent of many digits", fails: .invalidValue,
      {
        #"{"convert":"a","from":"unix-seconds","to":"iso8601"}"#
      }
    ) { #"{"a":1e\#(text(large(100_000), "9"))}"# },
    Attack(
      "exponents of many digits",
      {
        #"{"require":"@.a > 1e999999999999999999999 && @.a == @.b"}"#
      }
    ) { #"{"a":1e\#(text(large(50_000), "9")),"b":10e\#(text(large(49_999), "9"))8}"# },
    Attack("a date of many digits", { #"{"convert":"a","from":"iso8601","to":"unix-seconds"}"# }) {
      #"{"a":"2020-01-01T00:00:00.\#(text(large(50_000), "9"))Z"}"#
    },
    Attack("a key of many words", { #"{"rename-keys":"a","case":"snake-to-camel"}"# }) {
      #"{"a":{"\#(text(large(20_000), "k_"))":1}}"#
    },
    Attack(
      "repetitions in repetitions",
      {
        #"{"text":"a","do":[{"pattern":"((a*)*|(a|a)*)*b","with":""}]}"#
      }
    ) { #"{"a":"\#(text(large(20_000), "a"))"}"# },
  ]

  @Test(arguments: growing + everywhere + many + long)
  func `hostile rules or documents`(_ attack: Attack) throws {
    let trial = try Trial(rules: "[\(attack.rules())]")
    let document = Array(attack.document().utf8)
    let found = try migrate(trial.migrator, document)
    #expect(found?.kind == attack.kind, "\(found.map { "\($0)" } ?? "")")
    #expect(found?.diagnostics[0].isFit ?? true)
    if attack.kind == .tooBig {
      #expect(found?.diagnostics[0].message.contains(/at most \d+/) ?? false)
    }
    // Who counts what rules would do is under the same limits.
    var surveyor = try Surveyor(trial.migrator, limits: Self.limits, cases: [])
    surveyor.withText { text in text.append(contentsOf: document) }
    surveyor.look(at: 0..<document.count, named: "document", .init(piece: 0, line: 0))
    #expect(surveyor.survey.failing == (attack.kind == nil ? 0 : 1))
  }

  /// The parts of a text are counted before they take memory.
  @Test(arguments: [
    #"{ "split": "t", "by": "x" }"#, #"{ "split": "t", "by": "X", "ignore-case": true }"#,
    #"{ "text": "t", "do": [{ "replace": "x", "with": "" }] }"#,
  ])
  func `parts of a text are work`(rule: String) throws {
    let migrator = try Migrator(
      rules: [RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [\#(rule)] }"#)])
    let document = Array(#"{"t":"\#(Self.text(20_000))"}"#.utf8)
    for work in [10_000, 60_000] {
      let error = try migrate(migrator, document, Document.Limits(work: work, workPerByte: 0))
      #expect(error?.kind == (work == 10_000 ? .tooBig : nil))
    }
  }

  private func migrate(
    _ migrator: Migrator, _ document: [UInt8], _ limits: Document.Limits = Self.limits
  ) throws -> MigrationError? {
    var worker = try Worker(migrator, limits: limits)
    do {
      _ = try worker.migrate(document, named: "document")
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: [
    (#"{ "copy": { "a": "b%" } }"#, 100, 100), (#"{ "append": { "k0": 1 } }"#, 1, 500),
  ])
  func `going back is under the same limits`(_ rule: String, members: Int, elements: Int) throws {
    let rules = list(100, rule)
    let migrator = try Trial(rules: "[\(rules)]").migrator
    let members = Self.members(members, "[\(list(elements, "1"))]")
    let document = Array(#"{"a":[\#(list(100, "1"))],\#(members)}"#.utf8)
    var worker = try Worker(
      migrator, to: 1, from: 2, limits: Document.Limits(work: 10_000, workPerByte: 0))
    let error = #expect(throws: MigrationError.self) {
      try worker.migrate(document, named: "document")
    }
    #expect(error?.kind == .tooBig)
  }

  /// What is compared of an array is what was touched, not all of it for each scope in it.
  @Test(arguments: [
    (#"{"split":"@","by":","}"#, #"["x","%"]"#, #""x,%""#),
    (#"{"join":"@","with":","}"#, #""x,%""#, #"["x","%"]"#),
    (#"{"rename-keys":"@","case":"snake-to-camel"}"#, #"{"aB":%}"#, #"{"a_b":%}"#),
    (#"{"convert":"@","from":"json-text","to":"value"}"#, "[%]", #""[%]""#),
    (#"{"split":"b","by":","}"#, #"{"b":["x","%"]}"#, #"{"b":"x,%"}"#),
  ])
  func `going back in the elements of an array grows with it`(
    rule: String, new: String, old: String
  ) throws {
    let migrator = try Migrator(
      rules: [
        RuleSource(name: "v2.json", text: #"{"to":2,"rules":[{"in":"a[*]","rules":[\#(rule)]}]}"#)
      ])
    func document(_ element: String, version: Int) -> String {
      #"{"version":\#(version),"a":[\#(list(3_000, element))]}"#
    }
    var worker = try Worker(migrator, to: 1, from: 2, limits: Self.limits)
    let back = try worker.migrate(Array(document(new, version: 2).utf8), named: "document")
    #expect(String(decoding: back, as: UTF8.self) == document(old, version: 1))
  }

  static let telling: [Attack] = [
    Attack("a long key in many paths", { #"{"in":"$.*[*]","drop":"x"}"# }) {
      #"{"\#(text(10_000))":[\#(list(100, #"{"x":%}"#))]}"#
    },
    Attack("a value for each level around it", { #"{"wrap":"$..*","under":"w"}"# }, deep),
    Attack("a value again and again", { list(200, #"{"rename":{"a%":"a^"}}"#) }) {
      #"{"a0":"\#(text(10_000))"}"#
    },
  ]

  @Test(arguments: telling)
  func `what tells of rules has a limit as output has`(_ attack: Attack) throws {
    var limits = Self.limits
    limits.work = 10_000_000
    let migrator = try Trial(rules: "[\(attack.rules())]").migrator
    var worker = try Worker(migrator, limits: limits)
    let failure = try #require(worker.trace(attack.document()).failure)
    #expect(failure.kind == .tooBig)
    #expect(failure.diagnostics[0].message.contains("bytes that tell what rules did"))
  }

  @Test func `of very many rules that find nothing some are told the names that are near`() throws {
    let rules = list(200, #"{"rename":{"aaab%":"b%"}}"#)
    var worker = try Worker(try Trial(rules: "[\(rules)]").migrator)
    let trace = worker.trace(#"{\#(list(2_000, #""aaac%":1"#))}"#)
    let reasons = try #require(trace.steps.first).idle.compactMap(\.reason)
    #expect(reasons.count == 200)
    #expect(reasons.allSatisfy { $0.hasPrefix("the document has no `aaab") })
    let near = reasons.count { $0.contains("a similar name is there: `aaac") }
    #expect((50...150).contains(near), "\(near)")
  }

  @Test func `telling what rules did counts an array once, not for each scope in it`() throws {
    let rule = #"{"in":"a[*]","rules":[{"rename":{"x":"y"}},{"set":{"z":1}}]}"#
    var worker = try Worker(
      try Trial(rules: rule).migrator, limits: Document.Limits(work: 100_000, workPerByte: 0))
    let trace = worker.trace(#"{"a":[\#(list(1_000, #"{"x":%}"#))]}"#)
    #expect(trace.failure == nil)
    #expect(trace.steps.first?.edits.count == 2_000)
    #expect(trace.steps.first?.edits.last?.after?.path == "$.a[999].z")
  }

  @Test func `telling what one key got again and again counts what is there`() throws {
    let rule = #"{"unnest":"o[*]","if-exists":"overwrite"}"#
    var worker = try Worker(
      try Trial(rules: rule).migrator, limits: Document.Limits(work: 500_000, workPerByte: 0))
    let trace = worker.trace(#"{"o":{\#(Self.members(2_000, #"{"x":%}"#))}}"#)
    #expect(trace.failure == nil)
  }

  #if canImport(Glibc)
    @Test func `telling of many documents in a text keeps of each only what is its own`() async {
      await #expect(processExitsWith: .success) {
        let files = [
          RuleSource(name: "format.json", text: #"{ "each": "[*]" }"#),
          RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [{ "append": { "t": 1 } }] }"#),
        ]
        var worker = try Worker(try Migrator(rules: files))
        let documents = repeatElement(#"{"version":1,"t":[]}"#, count: 3_000)
        let text = "[\(documents.joined(separator: ","))]"
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        let before = usage.ru_maxrss
        let trace = worker.trace(text)
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        precondition(trace.documents.count == 3_000 && trace.failure == nil)
        // In kilobytes; where each kept where all stand, it was eight times as many.
        precondition(usage.ru_maxrss - before < 60_000)
      }
    }
  #endif
}
