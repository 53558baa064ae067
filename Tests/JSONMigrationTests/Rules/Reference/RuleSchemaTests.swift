import Foundation
import JSONText
import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore

/// The schema takes every rule file that the reader takes, and no broken one.
@Suite struct RuleSchemaTests {
  static let check = SchemaCheck(root: RuleSchema.schema)

  /// What the schema says against a rule file.
  static func problems(_ file: RuleFolder.File) throws -> [String] {
    check.problems(try file.parsed().json)
  }

  @Test func `the file that editors read is fresh`() throws {
    try GeneratedFile.check(RuleSchema.text, at: "rules/rule-file.schema.json")
  }

  @Test func `editors allow comments and trailing commas, and show examples`() throws {
    let schema = try #require(RuleSchema.schema.object)
    #expect(schema["allowComments"] == true && schema["allowTrailingCommas"] == true)
    let rule = RuleSchema.schema["definitions"]?["rule"]?["properties"]
    for verb in Verbs.all {
      let hover = try #require(rule?[verb.name]?["markdownDescription"]?.string)
      for part in [verb.spec.example.rule, verb.spec.example.before, verb.spec.example.after] {
        #expect(hover.contains("```json\n\(part)\n```"), "\(verb.name)")
      }
    }
    for (name, keys) in [("step", FileKeys.step), ("format", FileKeys.format)] {
      for key in keys where !key.name.hasPrefix("$") {
        let own = RuleSchema.schema["definitions"]?[name]?["properties"]?[key.name]
        let hover = try #require(own?["markdownDescription"]?.string)
        #expect(hover.contains("```json\n\"\(key.name)\": "), "\(name) \(key.name)")
      }
    }
    for key in CommonKeys.parameters {
      let hover = RuleSchema.schema["definitions"]?[key.name]?["markdownDescription"]?.string
      #expect(hover?.contains("```json\n\"\(key.name)\": ") == true, "\(key.name)")
    }
  }

  @Test(arguments: RulePlaces.all)
  func `rule files of the project fit`(_ place: String) throws {
    for file in try RuleFolder(at: place).files {
      #expect(try Self.problems(file) == [], "\(place)/\(file.name)")
    }
  }

  @Test func `rules of the recipes and of the tour fit`() throws {
    let recipes = try RecipeTests.recipes.get().flatMap(\.folder.files)
    let tour = try PageTests.folders(ofTour: PageTests.tour).flatMap(\.folder.files)
    for file in recipes + tour {
      #expect(try Self.problems(file) == [], "\(String(decoding: file.bytes, as: UTF8.self))")
    }
  }

  @Test(Shared.isThere) func `rule files of the acceptance cases fit`() throws {
    let folder = try #require(Shared.folder).appending(path: "acceptance")
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).filter {
      $0.contains("/rules/") && !$0.contains("/tests/")
        && ($0.hasSuffix(".json") || $0.hasSuffix(".jsonc"))
    }
    #expect(paths.count > 50)
    for path in paths {
      let name = path.split(separator: "/").last.map(String.init) ?? ""
      let file = RuleFolder.File(name: name, bytes: try Shared.bytes("acceptance/" + path))
      #expect(try Self.problems(file) == [], "\(path)")
    }
  }

  @Test(Shared.isThere, arguments: DecisionTests.all)
  func `rules of the decisions fit`(_ file: String) throws {
    for decision in try Decision.all(in: file) where decision.fails != "bad-rules" {
      for source in decision.sources where source.bytes != Array("null".utf8) {
        let file = RuleFolder.File(name: source.name, bytes: source.bytes)
        #expect(try Self.problems(file) == [], "\(decision.name)")
      }
    }
  }

  /// A broken rule file.
  struct Broken: Sendable, CustomTestStringConvertible {
    let name: String
    let file: JSON

    static let all: [Broken] = {
      let bytes = (try? Project.bytes("Tests/Goldens/Schema/refused.json")) ?? []
      let cases = (try? LocatedJSON.strict(bytes))?.elements ?? []
      return cases.compactMap { value in
        value.member("file").map { Broken(name: value.member("name")?.text ?? "", file: $0.json) }
      }
    }()

    var testDescription: String { name }
  }

  @Test func `there are broken files`() {
    #expect(Broken.all.count > 40)
  }

  /// Who is refused by the editor is refused by the command as well.
  @Test(arguments: Broken.all)
  func `a broken file is refused, also by the reader`(_ broken: Broken) {
    #expect(Self.check.problems(broken.file) != [])
    let bytes = Array(broken.file.description.utf8)
    let isFormat = ["format", "version", "shape"].contains { broken.file[$0] != nil }
    let step = RuleSource(name: "v2.json", bytes: Array(#"{ "to": 2, "rules": [] }"#.utf8))
    let sources =
      isFormat
      ? [RuleSource(name: "format.json", bytes: bytes), step]
      : [RuleSource(name: "v2.json", bytes: bytes)]
    #expect(throws: MigrationError.self) { try Migrator(rules: sources) }
  }

  @Test(arguments: [
    "{}", #"{ "from": ["a", "b.*"], "to": "c", "rules": [] }"#,
    #"{ "to": 2, "rules": [{ "map-values": "a", "cases": [], "otherwise": "keep" }] }"#,
    #"{ "$schema": "a.json" }"#, #"{ "shape": {} }"#,
    #"{ "to": 2, "rules": [{ "drop": "a", "allow": [] }], "tests": [] }"#,
    #"{ "to": 2, "rules": [{ "scale": "a", "add": 0, "round": 0 }] }"#,
    #"{ "to": 2, "rules": [{ "to-list": "a", "pairs": true }] }"#,
    #"{ "to": 2, "rules": [{ "split": "a", "pattern": "(.)", "if-short": "leave-out" }] }"#,
    #"{ "to": 2, "rules": [{ "choose": [{ "rules": [] }] }] }"#,
    #"{ "to": 2, "rules": [{ "add-default": ["a"], "generate": "now", "as": "date" }] }"#,
    #"{ "to": 2, "rules": [{ "add-default": ["a"], "generate": "position", "first": 1 }] }"#,
    #"{ "to": 2, "rules": [{ "split": "a", "by": ",", "into": ["b"], "if-short": "leave-out" }] }"#,
    #"{ "to": 2, "rules": [{ "split": "a", "by": ",", "ignore-case": true }] }"#,
    #"""
    { "to": 2, "rules": [{ "text": "a", "ignore-case": true, "do": [
      "trim", { "replace": "x", "with": "", "times": 1 }, { "prefix": "b" }] }] }
    """#,
    #"""
    { "to": 2, "rules": [
      { "map-values": "a", "table": { "x": 1 }, "ignore-case": true },
      { "map-values": "b", "ignore-case": true, "cases": [
        { "at-least": 1, "drop": true }, { "is": "x", "becomes": 1 }] }] }
    """#,
  ])
  func `what the reader takes fits`(_ file: String) throws {
    #expect(Self.check.problems(try JSON(parsing: file.utf8)) == [])
    let name = file.contains("to\"") ? "v2.json" : "format.json"
    let step = RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [] }"#)
    let own = RuleSource(name: name, text: file)
    _ = try Migrator(rules: name == step.name ? [own] : [own, step])
  }

  /// Every key of every verb, with something that fits none of their types.
  @Test(arguments: Verbs.all.map { $0.spec })
  func `no key of a verb takes a list in a list`(_ spec: VerbSpec) throws {
    let rule = try JSON(parsing: spec.example.rule.utf8)
    #expect(Self.check.problems(["to": 2, "rules": [rule]]) == [])
    let parameters = spec.parameters + CommonKeys.parameters(of: spec)
    for parameter in parameters where !parameter.type.takesAnything {
      var broken = rule
      broken[parameter.name] = [[]]
      #expect(Self.check.problems(["to": 2, "rules": [broken]]) != [], "\(parameter.name)")
      let text = "{ \"to\": 2, \"rules\": [\(broken)] }"
      #expect(throws: MigrationError.self, "\(parameter.name)") {
        try Migrator(rules: [RuleSource(name: "v2.json", bytes: text.utf8)])
      }
    }
    var broken = rule
    broken["nonsense"] = 1
    #expect(Self.check.problems(["to": 2, "rules": [broken]]) != [])
  }
}

extension ParameterType {
  fileprivate var takesAnything: Bool {
    switch self {
    case .value: true
    case .list(let element): element.takesAnything
    case .either(let types): types.contains { $0.takesAnything }
    default: false
    }
  }
}
