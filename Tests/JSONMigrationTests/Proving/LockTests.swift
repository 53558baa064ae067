import JSONText
import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore

/// A list of rules in one step, with the files that they need beside it.
struct LockCase: Sendable, CustomTestStringConvertible {
  let name: String
  let rules: JSON
  var files: [RuleSource] = []

  var testDescription: String { name }

  /// The examples of all verbs, and all steps of the project's own rules folders.
  static let all: [LockCase] = {
    let verbs = Verbs.all.compactMap { verb -> LockCase? in
      let example = verb.spec.example
      guard let (rule, _) = try? LocatedJSON.parse(Array(example.rule.utf8)) else { return nil }
      return LockCase(
        name: verb.name, rules: [rule.json],
        files: example.files.map { RuleSource(name: $0.key, bytes: $0.value.utf8) })
    }
    let folders = RulePlaces.all.flatMap { place -> [LockCase] in
      guard let folder = try? RuleFolder(at: place) else { return [] }
      return folder.files.compactMap { file in
        guard !file.isFormat, !file.name.contains("/"),
          let rules = try? LocatedJSON.parse(file.bytes).root.json["rules"]
        else { return nil }
        let others = folder.files.filter { $0.name.contains("/") }
        return LockCase(
          name: "\(place)/\(file.name)", rules: rules,
          files: others.map { RuleSource(name: $0.name, bytes: $0.bytes) })
      }
    }
    return verbs + folders
  }()

  /// What rules mean, as the lock has it; nil where they can't be read.
  func meaning(of rules: JSON) -> String? {
    let file = RuleSource(
      name: "v2.json", text: (["to": 2, "about": "a", "rules": rules] as JSON).debugDescription)
    let migrator = try? Migrator(rules: [file] + files, functions: Trial.functions)
    return migrator.map { RuleLock($0).text }
  }
}

@Suite struct LockTests {
  @Test func `there are cases of each verb and of each rules folder`() {
    let names = LockCase.all.map(\.name)
    for verb in Verbs.names { #expect(names.contains(verb)) }
    for place in RulePlaces.all {
      #expect(names.contains { $0.hasPrefix(place + "/") }, "\(place)")
    }
  }

  @Test(arguments: LockCase.all)
  func `other words for the same don't alarm`(_ example: LockCase) throws {
    var words = Rewording()
    let meaning = try #require(example.meaning(of: example.rules))
    for _ in 0..<Amount.of(12, thorough: 40) {
      let rules = words.of(rules: example.rules.array ?? [])
      let other = try #require(example.meaning(of: .array(rules)), "\(JSON.array(rules))")
      #expect(other == meaning, "\(JSON.array(rules))")
    }
  }

  @Test(arguments: LockCase.all)
  func `no change to what a rule does goes unnoticed`(_ example: LockCase) throws {
    let meaning = try #require(example.meaning(of: example.rules))
    let mutants = Mutant.all(of: LocatedJSON(example.rules, at: 0..<0))
    var compared = 0
    for mutant in mutants {
      guard let changed = example.meaning(of: mutant.rules) else { continue }
      #expect(changed != meaning, "\(mutant.words) in \(mutant.rules)")
      compared += 1
    }
    // Some mutants are mistakes.
    #expect(compared * 4 > mutants.count, "\(compared) of \(mutants.count)")
  }

  /// What is told of a change to the rules of one file of a released folder.
  private static func differences(
    _ files: [RuleSource], changing name: String, to text: String
  ) throws -> [Diagnostic] {
    let lock = RuleLock(try Migrator(rules: files))
    let changed = files.map { $0.name == name ? RuleSource(name: name, text: text) : $0 }
    return lock.differences(from: try Migrator(rules: changed))
  }

  @Test func `a document for the changed rule tells, among other rules too`() throws {
    func step(_ key: String) -> String {
      #"""
      { "from": 4, "to": 2020, "rules": [
        { "text": "ref", "do": [{ "replace": "#/definitions/", "with": "#/\#(key)/" }] },
        { "copy": { "d": "e" } }, { "drop": "e[?type(@) == 'array']" },
        { "rename": { "d": "f" } }, { "drop": "f[?type(@) == 'object']" },
        { "drop": "e", "when": "empty(@.e)" }
      ] }
      """#
    }
    let found = try Self.differences(
      [RuleSource(name: "v.json", text: step("$defs"))], changing: "v.json", to: step("defs"))
    #expect(found.map(\.severity) == [.error])
    #expect(found.first?.notes.first?.contains(##""ref":"#/definitions/""##) == true, "\(found)")
  }

  /// Rules before and after a change that few documents show.
  private static let smallChanges: [(String, String)] = [
    (
      #"{ "drop": "a", "when": "length(@.a) > 7" }"#, #"{ "drop": "a", "when": "length(@.a) > 8" }"#
    ),
    (
      #"{ "set": { "z": 1 }, "when": "length(@.a) > 80" }"#,
      #"{ "set": { "z": 1 }, "when": "length(@.a) > 81" }"#
    ),
    (
      #"{ "set": { "z": 1 }, "when": "match(@.a, 'a|b|c|d|e|f|g|h|i|j|k|l')" }"#,
      #"{ "set": { "z": 1 }, "when": "match(@.a, 'a|b|c|d|e|f|-|h|i|j|k|l')" }"#
    ),
    (
      #"{ "drop": "a", "when": "count(@.a[*]) >= 3" }"#,
      #"{ "drop": "a", "when": "count(@.a[*]) >= 4" }"#
    ),
    (
      #"{ "drop": "a", "when": "match(@.a, '[a-f]+')" }"#,
      #"{ "drop": "a", "when": "match(@.a, '[a-g]+')" }"#
    ),
    (
      #"{ "drop": "a", "when": "match(@.a, 'one|two')" }"#,
      #"{ "drop": "a", "when": "match(@.a, 'one|two|six')" }"#
    ),
    (
      #"{ "drop": "a", "when": "match(@.a, 'v[0-9]{2,4}')" }"#,
      #"{ "drop": "a", "when": "match(@.a, 'v[0-9]{2,3}')" }"#
    ),
    (
      #"{ "drop": "a", "when": "search(@.a, 'ab?c')" }"#,
      #"{ "drop": "a", "when": "search(@.a, 'abc')" }"#
    ),
    (
      #"{ "scale": "a", "by": 0.1, "round": 2 }"#, #"{ "scale": "a", "by": 0.1, "round": 3 }"#
    ),
    (
      #"{ "text": "a", "do": [{ "replace": "x", "with": "y" }, { "replace": "y", "with": "z" }] }"#,
      #"{ "text": "a", "do": [{ "replace": "y", "with": "z" }, { "replace": "x", "with": "y" }] }"#
    ),
    (
      #"{ "text": "a", "do": ["trim", { "pattern": "^ab", "with": "c" }] }"#,
      #"{ "text": "a", "do": [{ "pattern": "^ab", "with": "c" }, "trim"] }"#
    ),
    (
      #"{ "text": "a", "do": ["trim", { "prefix": " -" }] }"#,
      #"{ "text": "a", "do": [{ "prefix": " -" }, "trim"] }"#
    ),
    (
      #"{ "split": "a", "pattern": "([0-9]+)(px)", "into": ["b", "c"] }"#,
      #"{ "split": "a", "pattern": "([0-9]+)(px|em)", "into": ["b", "c"] }"#
    ),
    (#"{ "rename": { "p[*].x": "y" } }"#, #"{ "rename": { "p[0].x": "y" } }"#),
    (
      #"{ "map-values": "b", "cases": [{ "is": ["p", "Up"], "becomes": "q" }], "otherwise": "keep" }"#,
      #"{ "map-values": "b", "cases": [{ "is": ["p", "Up"], "becomes": "r" }], "otherwise": "keep" }"#
    ),
    (
      #"{ "convert": "a", "from": { "form": "dd.MM.yyyy" }, "to": "date" }"#,
      #"{ "convert": "a", "from": { "form": "MM.dd.yyyy" }, "to": "date" }"#
    ),
    (
      #"{ "append": { "t": "x" }, "unless-present": true }"#, #"{ "append": { "t": "x" } }"#
    ),
    (
      #"{ "convert": "a", "from": "json-text", "to": "value" }, { "in": "a", "rename": { "x": "y" } }"#,
      #"{ "convert": "a", "from": "json-text", "to": "value" }, { "in": "a", "rename": { "x": "z" } }"#
    ),
    (
      #"{ "scale": "a", "by": 1000 }, { "drop": "a", "when": "@.a > 3500" }"#,
      #"{ "scale": "a", "by": 1000 }, { "drop": "a", "when": "@.a > 3600" }"#
    ),
    (
      """
      { "in": "p[*]", "rules": [{ "convert": "at", "from": "iso8601", "to": "unix-seconds" },
        { "map-values": "at", "cases": [{ "at-most": 3, "becomes": 0 }], "otherwise": "keep" }] }
      """,
      """
      { "in": "p[*]", "rules": [{ "convert": "at", "from": "iso8601", "to": "unix-seconds" },
        { "map-values": "at", "cases": [{ "at-most": 4, "becomes": 0 }], "otherwise": "keep" }] }
      """
    ),
    // A guard that holds nearly always.
    (
      #"{ "rename": { "serves": "servings" } }"#,
      #"{ "rename": { "serves": "servings" }, "when": "@.kind != 'draft'" }"#
    ),
    (
      #"{ "require": "@.id", "message": "no id" }, { "drop": "a" }"#,
      #"{ "require": "@.id", "message": "no id" }, { "drop": "a", "when": "!@.legacy || @.v > 7" }"#
    ),
    (
      #"{ "in": "$..layers[*]", "when": "@.kind == 'g' && !@.layers", "set": { "layers": 2 } }"#,
      #"{ "in": "$..layers[*]", "when": "@.kind == 'g' && !@.layers", "set": { "layers": [] } }"#
    ),
    (
      """
      { "choose": [{ "when": "@.t == 'h1'", "rules": [{ "set": { "t": "h" } }, { "drop": "a" }] },
        { "when": "@.t == 'img'", "rules": [{ "move": { "src": "at.src" } }] }] }
      """,
      """
      { "choose": [{ "when": "@.t == 'h1'", "rules": [{ "set": { "t": "h" } }] },
        { "when": "@.t == 'img'", "rules": [{ "move": { "src": "at.src" } }] }] }
      """
    ),
    (
      """
      { "choose": [{ "when": "@.t == 'h1'", "rules": [{ "drop": "a" }] },
        { "when": "@.w", "rules": [{ "move": { "src": "at.src" } }] }] }
      """,
      """
      { "choose": [{ "when": "@.t == 'h1'", "rules": [{ "drop": "a" }] },
        { "when": "@.w", "rules": [{ "move": { "src": "at.url" } }] }] }
      """
    ),
  ]

  @Test(arguments: smallChanges)
  func `a document tells of a small change among other rules`(_ then: String, now: String) throws {
    func step(_ rule: String) -> String {
      let others = ["rename", "move", "copy"].enumerated().map { number, verb in
        "{ \"\(verb)\": { \"k\(number)\": \"l\(number)\" } }"
      }
      return "{ \"to\": 2, \"rules\": [\((others + [rule] + others).joined(separator: ", "))] }"
    }
    let found = try Self.differences(
      [RuleSource(name: "v2.json", text: step(then))], changing: "v2.json", to: step(now))
    #expect(found.map(\.severity) == [.error], "\(found)")
  }

  @Test(arguments: [".", "part"])
  func `a rule for nested documents that is gone is an error`(_ nested: String) throws {
    let format = RuleSource(
      name: "format.json", text: #"{ "version": { "stamp": false, "missing": 1 } }"#)
    let part = RuleSource(
      name: "part/v2.json", text: #"{ "to": 2, "rules": [{ "rename": { "x": "y" } }] }"#)
    func step(_ rules: String) -> String {
      #"{ "to": 2, "rules": [\#(rules) { "rename": { "a": "b" } }] }"#
    }
    let whole = step(#"{ "migrate": ["layer[*]", "spec"], "with": "\#(nested)" },"#)
    let files = [format, RuleSource(name: "v2.json", text: whole)] + (nested == "." ? [] : [part])
    for less in [step(""), whole.replacing(#", "spec""#, with: "")] {
      let found = try Self.differences(files, changing: "v2.json", to: less)
      // Rules that no rule leads to any more are gone, and that is the error.
      #expect(found.contains { $0.severity == .error }, "\(found)")
    }
  }

  @Test func `a test of a step outside tells of a nested one`() throws {
    let outer = RuleSource(
      name: "v2.json",
      text: #"""
        { "to": 2, "rules": [{ "migrate": "parts[*]", "with": "part" }],
          "tests": [{ "before": { "parts": [{ "k": "odd word", "z": { "p": [{ "q": 7 }] } }] },
            "after": { "parts": [{ "k": "odd word", "z": { "p": [{ "q": 8 }] }, "version": 2 }] } }] }
        """#)
    func step(_ number: Int) -> String {
      #"""
      { "to": 2, "rules": [{ "in": "z.p[*]", "map-values": "q", "cases": [{ "is": 7, "becomes": 8 }],
        "otherwise": "keep", "when": "length($.k) == \#(number)" }] }
      """#
    }
    let found = try Self.differences(
      [outer, RuleSource(name: "part/v2.json", text: step(8))], changing: "part/v2.json",
      to: step(80))
    #expect(found.map(\.severity) == [.error], "\(found)")
  }

  @Test func `what is written can be read as rules and means the same`() throws {
    for example in LockCase.all {
      let rules = Meaning.of(rules: example.rules.array ?? [])
      func forward(_ rules: JSON) -> [Substring]? {
        example.meaning(of: rules)?.split(separator: "\n").filter { !$0.contains(" undo ") }
      }
      #expect(forward(.array(rules)) == forward(example.rules), "\(example.name)")
    }
  }

  @Test func `two spellings of one path stay two pairs`() throws {
    let rules: JSON = [["set": ["a": 1, "@.a": 2]]]
    #expect(Meaning.of(rules: rules.array ?? []) == rules.array)
  }

  private static let undone: [(String, String)] = [
    (
      #""rules": [{ "rename": { "c": "d" }, "undo": [{ "rename": { "d": "c" } }] }]"#,
      #""rules": [{ "rename": { "$.c": "d" }, "undo": [{ "rename": { "@.d": "c" } }] }]"#
    ),
    (
      #""rules": [{ "rename": { "c": "d" }, "undo": [{ "rename": { "d": "c" } }] }]"#,
      #""rules": [{ "rename": { "c": "d" }, "undo": [{ "rename": { "$.d": "c" } }] }]"#
    ),
    (
      #""rules": [{ "rules": [{ "drop": "c", "undo": [{ "set": { "c": 1 } }] }] }]"#,
      #""rules": [{ "rules": [{ "drop": "c", "undo": [{ "set": { "$.c": 1 } }] }] }]"#
    ),
    (
      #""rules": [{ "drop": "c" }], "undo": [{ "set": { "c": 1 } }]"#,
      #""rules": [{ "drop": "c" }], "undo": [{ "set": { "$.c": 1 } }]"#
    ),
  ]

  private static func step(_ words: String) -> RuleSource {
    RuleSource(name: "v2.json", text: "{ \"to\": 2, \(words) }")
  }

  @Test(arguments: undone)
  func `the spelling of paths in what leads back doesn't alarm`(
    plain: String, other: String
  ) throws {
    for (then, now) in [(plain, other), (other, plain)] {
      let lock = RuleLock(try Migrator(rules: [Self.step(then)]))
      #expect(lock.differences(from: try Migrator(rules: [Self.step(now)])) == [])
    }
  }

  @Test func `an undo whose scope is inside the document has paths of two kinds`() throws {
    func words(_ path: String) -> String {
      #""rules": [{ "in": "l[*]", "drop": "c", "undo": [{ "set": { "\#(path)": 1 } }] }]"#
    }
    let lock = RuleLock(try Migrator(rules: [Self.step(words("c"))]))
    let found = lock.differences(from: try Migrator(rules: [Self.step(words("$.c"))]))
    #expect(found.count == 1)
  }

  @Test func `a line with paths as an earlier release left them holds`() throws {
    let line =
      "m1:4f08757c7807eac7 undo 1→2 "
      + #"{"rules":[{"rule":{"drop":"$.c"},"undo":[{"set":{"$.c":1}}]}]}"#
    let lock = try RuleLock(Array(line.utf8), named: "rules.lock")
    for path in ["c", "$.c", "@.c"] {
      let words = #""rules": [{ "drop": "\#(path)", "undo": [{ "set": { "\#(path)": 1 } }] }]"#
      let found = lock.differences(from: try Migrator(rules: [Self.step(words)]))
      #expect(!found.contains { $0.message.contains("other rules") }, "\(found)")
    }
    let words = #""rules": [{ "drop": "c", "undo": [{ "set": { "c": 2 } }] }]"#
    let found = lock.differences(from: try Migrator(rules: [Self.step(words)]))
    #expect(found.contains { $0.message.contains("other rules") })
  }

  @Test func `a way back that was changed is told at its rules`() throws {
    func words(_ value: Int) -> String {
      #""rules": [{ "drop": "b", "undo": [] }, { "drop": "c", "undo": [{ "drop": "\#(value)" }] }]"#
    }
    let found = try Self.differences(
      [Self.step(words(1))], changing: "v2.json", to: "{ \"to\": 2, \(words(2)) }")
    #expect(found.map { $0.place?.span?.column } == [77], "\(found)")
  }

  @Test func `a document that tells is one that a step gets`() throws {
    func words(_ rule: String) -> String {
      #"{ "to": 2, "rules": [{ "to-list": "c[*]", "key": "c", "value": "v" }\#(rule)] }"#
    }
    let old = words(#", { "when": "@.e > 'x'", "copy": { "e[*].b": "a", "$..d": "d" } }"#)
    let found = try Self.differences(
      [RuleSource(name: "v2.json", text: old)], changing: "v2.json", to: words(""))
    let note = try #require(found.first?.notes.first)
    #expect(!note.contains(#""version""#), "\(note)")
  }

  @Test func `versions that are text have quotes, and no brace ends the subject`() throws {
    let migrator = try Migrator(rules: [
      RuleSource(
        name: "a.json", text: #"{ "from": ["a {b", "c"], "to": "1.0", "rules": [] }"#),
      RuleSource(name: "b.json", text: #"{ "from": "1.0", "to": "2", "rules": [] }"#),
    ])
    let lock = RuleLock(migrator)
    #expect(lock.text.contains(##" "a \u007bb","c"→"1.0" {"##))
    let read = try RuleLock(Array(lock.text.utf8), named: "rules.lock")
    #expect(read.text == lock.text)
    #expect(read.differences(from: migrator) == [])
  }
}

/// Rules in other words: layout, order of keys, notes, paths, lists of one, written defaults,
/// blocks.
struct Rewording {
  private var random = Seeded()

  private mutating func once(in count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }

  mutating func of(rules: [JSON]) -> [JSON] { rules.map { of(rule: $0) } }

  private mutating func of(rule: JSON) -> JSON {
    guard let members = rule.object,
      let verb = Verbs.all.first(where: { members[$0.name] != nil })
    else { return rule }
    var rule = of(record: members, verb.spec.parameters + CommonKeys.parameters)
    for parameter in verb.spec.parameters + CommonKeys.parameters(of: verb.spec) {
      let isSafe = ["if-missing", "if-exists"].contains(parameter.name)
      if isSafe, rule[parameter.name] == nil, once(in: 3) {
        rule[parameter.name] = parameter.unsaid
      }
    }
    if once(in: 3) { rule["note"] = "said \(Int.random(in: 0...99, using: &random))" }
    if once(in: 3) { rule["message"] = "in other words" }
    return once(in: 5) ? ["rules": [.object(shuffled(rule))]] : .object(shuffled(rule))
  }

  private mutating func shuffled(_ members: JSONObject) -> JSONObject {
    members.map { ($0.key, $0.value) }.shuffled(using: &random)
      .reduce(into: [:]) { $0[$1.0] = $1.1 }
  }

  private mutating func of(record members: JSONObject, _ parameters: [Parameter]) -> JSONObject {
    var result = JSONObject()
    for (key, value) in members {
      guard let parameter = parameters.first(where: { $0.name == key }) else { continue }
      if key == KeepOnly.name {
        result[key] = .array((value.array ?? []).shuffled(using: &random))
      } else {
        // A list says of `join` that there are several parts.
        result[key] = key == Join.name ? value : of(value, parameter.type)
      }
    }
    return result
  }

  private mutating func of(_ value: JSON, _ type: ParameterType) -> JSON {
    switch (type, value) {
    case (.path, .string(let text)), (.slot, .string(let text)), (.target, .string(let text)):
      return .string(path(text))
    case (.paths, .string(let text)):
      return once(in: 2) ? [.string(path(text))] : .string(path(text))
    case (.condition, .string(let text)):
      return .string(once(in: 2) ? "(\(text))" : " \(text)  ")
    case (.number, .number(let number)):
      return once(in: 2) && !number.text.contains("e")
        ? JSONNumber(number.text + "e0").map { .number($0) } ?? value : value
    case (.rules, .array(let rules)): return .array(of(rules: rules))
    case (.list(let type), .array(let elements)): return .array(elements.map { of($0, type) })
    case (.record(let parameters), .object(let members)):
      return .object(shuffled(of(record: members, parameters)))
    case (.map(let type, let key), .object(let members)):
      var result = JSONObject()
      for (key, value) in key == .text ? shuffled(members) : members {
        result[key] = of(value, type)
      }
      return .object(result)
    case (.either(let types), _):
      return types.first { $0.fits(value) }.map { of(value, $0) } ?? value
    default: return value
    }
  }

  private mutating func path(_ text: String) -> String {
    once(in: 2) ? text : (try? JSONPath(rule: text))?.description ?? text
  }
}
