import JSONText
import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

/// Rule files as an attack: each is refused with a clear error, or loads, at once.
///
/// Sizes are such that what grows with their square would run into the time limit.
@Suite(.timeLimit(.patience)) struct HostileRulesTests {
  /// Files of a rules folder, and what has to come of them.
  struct Attack: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let files: @Sendable () -> [RuleSource]
    /// A part of the first error; nil where the rules are sound.
    let error: String?

    static func files(
      _ name: String, error: String? = nil, _ files: @escaping @Sendable () -> [RuleSource]
    ) -> Attack {
      Attack(testDescription: name, files: files, error: error)
    }

    static func file(
      _ name: String, error: String? = nil, _ text: @escaping @Sendable () -> String
    ) -> Attack {
      files(name, error: error) { [RuleSource(name: "v2.json", text: text())] }
    }

    /// Rules of one step.
    static func rules(
      _ name: String, error: String? = nil, _ rules: @escaping @Sendable () -> String
    ) -> Attack {
      file(name, error: error) { #"{ "to": 2, "rules": [\#(rules())] }"# }
    }
  }

  private static func nested(_ levels: Int, _ open: String, _ inner: String, _ close: String)
    -> String
  {
    String(repeating: open, count: levels) + inner + String(repeating: close, count: levels)
  }

  /// A file for each step of a way through versions.
  private static func steps(_ way: [Int]) -> [RuleSource] {
    zip(way, way.dropFirst()).map { from, to in
      RuleSource(name: "from-\(from).json", text: #"{"from":\#(from),"to":\#(to),"rules":[]}"#)
    }
  }

  static let many: [Attack] = [
    .rules("keys that nobody knows", error: "`k0` is no key of `drop`") {
      let keys = list(large(20_000), #""k%": 1"#)
      return #"{ "drop": "a", \#(keys) }"#
    },
    .rules("verbs that nobody knows, in one line", error: "`drpo` is no verb") {
      list(large(4_000), #"{"drpo":"a"}"#)
    },
    .file("a key many times", error: "expected each key once in an object, found `a` again") {
      #"{ "to": 2, "rules": [], \#(list(large(30_000), #""a":1"#)) }"#
    },
    .rules("names") { #"{ "keep-only": [\#(list(large(20_000), #""k%""#))] }"# },
    .rules("new names") { #"{ "rename": {\#(list(large(6_000), #""k%":"l%""#))} }"# },
    .rules("targets") { #"{ "move": {\#(list(large(4_000), #""k%":"l%""#))} }"# },
    .rules("paths") { #"{ "drop": [\#(list(large(10_000), #""k%""#))] }"# },
    .rules("moves into each other") {
      list(large(1_200), #"{ "move": { "k%": "k^.a" } }"#)
    },
    .rules("moves of what is wide") {
      let paths = list(large(4_000), #""a.k%""#)
      let moves = list(large(1_500), #"{ "move": { "b": "a" } }"#)
      return #"{ "drop": [\#(paths)] },\#(moves)"#
    },
    .rules("rules that read what is gone") {
      #"{ "drop": "a" }, \#(list(large(1_000), #"{ "rename": { "a.b%": "c" } }"#))"#
    },
    .rules("cases") {
      #"{ "map-values": "a", "cases": [\#(list(large(6_000), #"{"is":%,"becomes":0}"#))] }"#
    },
    .rules("fields of a template") {
      #"{ "compose": { "a": "\#(String(repeating: "{b}", count: large(15_000)))" } }"#
    },
    .rules("scopes in scopes") {
      nested(55, #"{"in":["a","b"],"rules":["#, #"{"drop":"x"}"#, "]}")
    },
    .rules("scopes of many ways in scopes") {
      nested(55, #"{"in":"['a','b','c','d','e','f']","rules":["#, #"{"drop":"x"}"#, "]}")
    },
    .rules("choices in choices", error: "at most 128 levels") {
      nested(60, #"{"choose":[{"rules":["#, #"{"drop":"x"}"#, "]}]}")
    },
    .rules("keys with one beginning and one length") {
      list(large(2_500), from: 10_000, #"{ "drop": "abcdefgh%" }"#)
    },
    .rules("cases with one beginning and one length") {
      let cases = list(large(8_000), from: 10_000, #""abcdefgh%":"x""#)
      return #"{ "map-values": "a", "table": {\#(cases)} }"#
    },
  ]

  static let chains: [Attack] = [
    .files("a long chain") { steps(Array(1...large(4_000))) },
    .files("gaps", error: "no way from version 2 to version 6000: nothing leads from 2") {
      (1...3_000).flatMap { steps([2 * $0 - 1, 2 * $0]) }
    },
    .files("a long circle", error: "the steps run in a circle") {
      steps(Array(1...large(2_000)) + [1])
    },
    .files("a long circle beside a chain", error: "the steps run in a circle") {
      steps(Array(1...large(2_000)) + [1]) + steps([5_000, 5_001])
    },
    .files("a step to itself", error: "the steps run in a circle") { steps([2, 2]) },
    .files("places of the version") {
      let places = list(large(16_000), #""a%""#)
      return steps([1, 2]) + [
        RuleSource(name: "format.json", text: #"{"version":{"at":[\#(places)]}}"#)
      ]
    },
    .file("versions that a step starts from") {
      #"{"from":[\#(list(large(64_000), #""r%""#))],"to":"n","rules":[]}"#
    },
    .file("patterns that a step starts from") {
      #"{"from":[\#(list(large(64_000), #""r%.*""#))],"to":"n","rules":[]}"#
    },
    .files("versions of nested documents") {
      let rules = list(large(8_000), #"{"migrate":"k%","with":"user","to":"r%"}"#)
      let versions = list(large(8_000), #""r%""#)
      return [
        RuleSource(name: "v2.json", text: #"{"to":2,"rules":[\#(rules)]}"#),
        RuleSource(
          name: "user/v2.json", text: #"{"from":[\#(versions)],"to":"n","rules":[]}"#),
      ]
    },
    .files("one beginning for many", error: "two steps start from version 1") {
      (2..<large(2_000)).flatMap { steps([1, $0]) }
    },
  ]

  static let versions: [Attack] = [
    .file("none before", error: "no integer is before this one") { step("\(Int.min)") },
    .file("the highest") { step("\(Int.max)") },
    .file("too high", error: "and 9223372036854775808 is neither") { step("9223372036854775808") },
    .file("minus zero") { step("-0") },
    .file("a whole number") { step("20e-1") },
    .file("far too high", error: "and 1e400 is neither") { step("1e400") },
    .file("an endless exponent", error: "and 1e9999") { step("1e" + digits(1_000)) },
    .file("endless digits", error: "is neither") { step(digits(100_000)) },
    .file("null", error: "expected a version: an integer or text, found null") {
      step("null")
    },
    .file("the same twice", error: "version 1 stands twice in this list") {
      #"{"to":2,"from":[1,1.0],"rules":[]}"#
    },
    .file("integers and text", error: "some versions are integers and some are text") {
      #"{"to":2,"from":["1"],"rules":[]}"#
    },
  ]

  private static func step(_ version: String) -> String { #"{"to":\#(version),"rules":[]}"# }
  private static func digits(_ count: Int) -> String { String(repeating: "9", count: count) }

  static let paths: [Attack] = [
    path("an index beyond all", error: "an index from", "a[99999999999999999999]"),
    path("257 segments", error: "at most 256 segments", "a" + String(repeating: ".a", count: 256)),
    path(
      "a million bytes of segments", error: "at most 256", String(repeating: "a.", count: 500_000)),
    path("filters in filters", error: "", nested(200, "a[?@.", "b", "]")),
    path("brackets", error: "", String(long: "[", count: 500_000)),
    path("parentheses", error: "", "a[?" + String(repeating: "(", count: 500_000)),
    pattern("repeated repetitions", error: "before it to mean", "a{1000}{1000}"),
    pattern("repeated groups", error: "at most 10000 steps", "((a{100}){100}){100}"),
    pattern("more than there are", error: "at most 10000 steps", "a{99999999999999999999}"),
    pattern("long", error: "at most 10000 steps", String(long: "a", count: 900_000)),
    pattern(
      "a set of everything, again and again", error: nil,
      "[" + String(repeating: "a-z", count: 50_000) + "]"),
    pattern("unknown letters", error: "a Unicode category", #"\\p{Nothing}"#),
    pattern("groups in groups", error: "at most 256 groups", nested(300, "(", "a", ")")),
  ]

  private static func path(_ name: String, error: String?, _ path: String) -> Attack {
    .rules("path: " + name, error: error) { #"{ "drop": "\#(path)" }"# }
  }

  private static func pattern(_ name: String, error: String?, _ pattern: String) -> Attack {
    .rules("pattern: " + name, error: error) {
      #"{ "text": "a", "do": [{ "pattern": "\#(pattern)", "with": "" }] }"#
    }
  }

  static let files: [Attack] = [
    .files("more than 1 MiB", error: "a rule file has at most 1 MiB") {
      [RuleSource(name: "v2.json", bytes: Array(repeating: 0x20, count: (1 << 20) + 1))]
    },
    .files("just 1 MiB", error: "expected a value") {
      [RuleSource(name: "v2.json", bytes: Array(repeating: 0x20, count: 1 << 20))]
    },
    .file("129 levels", error: "at most 128 levels of nesting") { nested(129, "[", "", "]") },
    .file(
      "a million levels", error: "at most 128"
    ) { String(repeating: "[", count: 1 << 20) },
    .file("empty", error: "expected a value, found an empty text") { "" },
    .file("a byte-order mark", error: "byte-order mark") { "\u{FEFF}" + step("2") },
    .files("no UTF-8", error: "UTF-8") {
      [RuleSource(name: "v2.json", bytes: Array("{\"".utf8) + [0xFF, 0xFE])]
    },
    .file("half a surrogate pair", error: "a whole surrogate pair") { #"{"drop":"\ud800"}"# },
    .file("an endless comment", error: "without an end") { "/*" + digits(100_000) },
    .files("no steps", error: "the folder has no steps") { [] },
  ]

  @Test(arguments: many + chains + versions + paths + files)
  func `hostile rules`(_ attack: Attack) throws {
    let sources = attack.files()
    guard let expected = attack.error else {
      #expect(throws: Never.self) { try Migrator(rules: sources) }
      return
    }
    let error = try #require(throws: MigrationError.self) { try Migrator(rules: sources) }
    #expect(error.kind == .badRules)
    let first = try #require(error.diagnostics.first)
    #expect(expected.isEmpty || first.message.contains(expected), "\(first)")
    #expect(error.diagnostics.count < 1_100)
    #expect(error.diagnostics.allSatisfy { $0.isFit })
  }

  @Test func `more rules than there may be`() throws {
    let rules = #"{ "to": 2, "rules": [\#(list(60_001, "{}"))] }"#
    let error = try #require(throws: MigrationError.self) {
      try Migrator(rules: [
        RuleSource(name: "v2.json", text: rules),
        RuleSource(name: "v3.json", text: rules.replacing("\"to\": 2", with: "\"to\": 3")),
      ])
    }
    // So many mistakes that the last isn't told, but it is the end of all the same.
    #expect(error.diagnostics.count == 1_001)
    #expect(error.diagnostics.contains { $0.message == "only the first 1000 mistakes are told" })
  }

  @Test func `a hundred thousand rules and one`() throws {
    let reader = RuleReader()
    _ = reader.open(RuleSource(name: "v2.json", text: "{}"), name: "v2.json")
    for _ in 0..<RuleReader.ruleLimit { #expect(reader.beginRule(at: 0..<1) != nil) }
    #expect(reader.beginRule(at: 0..<1) == nil)
    #expect(reader.beginRule(at: 0..<1) == nil)
    #expect(reader.diagnostics.map(\.message) == ["a rules folder has at most 100000 rules"])
  }

  @Test func `folders that are in themselves, twice`() throws {
    let text = #"{"to":2,"rules":[{"migrate":"x","with":"a"},{"migrate":"x","with":"b"}]}"#
    var folders = 0
    let error = try #require(throws: MigrationError.self) {
      try Migrator(named: "rules", generator: .fixed) { _ in
        folders += 1
        return .success([RuleSource(name: "v2.json", text: text)])
      }
    }
    #expect(
      error.diagnostics[0].message == "a rules folder has at most 1000 formats, nested ones too")
    #expect(folders <= 1_001)
  }

  @Test func `a folder is read once, however many rules name it`() throws {
    let rules = list(1_000, #"{"migrate":"x","with":"a"}"#)
    var folders: [String] = []
    _ = try Migrator(named: "rules", generator: .fixed) { folder in
      folders.append(folder)
      let text = #"{"to":2,"rules":[\#(folder.isEmpty ? rules : "")]}"#
      return .success([RuleSource(name: "v2.json", text: text)])
    }
    #expect(folders == ["", "a"])
  }

  @Test(arguments: [
    "..", "/etc", "a/b", "a\\b", "a\u{0}b", "", String(repeating: "n", count: 256),
  ])
  func `a nested format is no way out of the rules folder`(_ name: String) throws {
    var rule = JSONObject()
    rule["migrate"] = "a"
    rule["with"] = .string(name)
    let error = try #require(throws: MigrationError.self) {
      try Migrator(named: "rules", generator: .fixed) { folder in
        #expect(folder == "")
        return .success([
          RuleSource(name: "v2.json", text: #"{"to":2,"rules":[\#(JSON.object(rule))]}"#)
        ])
      }
    }
    #expect(error.diagnostics[0].message.contains("is no name of a folder"))
  }
}

extension Diagnostic {
  /// Whether it can be printed anywhere, and isn't longer than anyone reads.
  var isFit: Bool {
    ([message] + notes + (help.map { [$0] } ?? [])).allSatisfy { text in
      text.utf8.count < 5_000 && !text.unicodeScalars.contains { Printable.needsEscape($0) }
    }
  }
}
