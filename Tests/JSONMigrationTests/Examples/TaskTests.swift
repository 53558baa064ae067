import JSONText
import Testing

@testable import JSONMigration
@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore

/// Tasks that people ask about for jq and Jolt, and for settings of apps: what the help says is
/// enough for each of them, and `check` has nothing to say against the rules.
@Suite struct TaskTests {
  struct Task: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let rules: String
    let before: String
    let after: String

    init(_ task: String, _ rules: String, _ before: String, _ after: String) {
      (testDescription, self.rules, self.before, self.after) = (task, rules, before, after)
    }
  }

  static let tasks = [
    Task(
      "jq: a list of name and value pairs becomes one object",
      #"{ "to-object": "env", "key": "name", "value": "value" }"#,
      #"{ "env": [{ "name": "HOME", "value": "/root" }, { "name": "TERM", "value": "dumb" }] }"#,
      #"{ "env": { "HOME": "/root", "TERM": "dumb" } }"#),
    Task(
      "jq: a key gets another name wherever it stands",
      #"{ "rename": { "$..userName": "name" } }"#,
      #"{ "userName": "a", "team": [{ "userName": "b", "boss": { "userName": "c" } }] }"#,
      #"{ "name": "a", "team": [{ "name": "b", "boss": { "name": "c" } }] }"#),
    Task(
      "jq: elements with some value go, and what holds none of them then",
      """
      { "drop": "orders[*].lines[?@.state == 'deleted']" },
      { "drop": "orders[?empty(@.lines)]" }
      """,
      """
      { "orders": [{ "id": 1, "lines": [{ "state": "deleted" }] },
        { "id": 2, "lines": [{ "state": "deleted" }, { "state": "open" }] }] }
      """, #"{ "orders": [{ "id": 2, "lines": [{ "state": "open" }] }] }"#),
    Task(
      "jq: lines get the names of what stands in another list",
      """
      { "in": "lines[*]", "look-up": "product", "among": "$.products[*]", "by": "id",
        "take": "name", "into": "productName" },
      { "drop": "products" }
      """,
      #"{ "lines": [{ "product": 7 }, { "product": 8 }], "products": [{ "id": 7, "name": "tea" }] }"#,
      #"{ "lines": [{ "product": 7, "productName": "tea" }, { "product": 8 }] }"#),
    Task(
      "Jolt: nested values come to the top under other names",
      """
      { "move": { "rating.primary.value": "Rating", "rating.primary.max": "RatingMax" },
        "drop-empty-parents": true }
      """, #"{ "rating": { "primary": { "value": 3, "max": 5 } } }"#,
      #"{ "Rating": 3, "RatingMax": 5 }"#),
    Task(
      "Jolt: the keys of a map become members of the elements of a list",
      #"{ "to-list": "photos", "key": "id" }"#,
      #"{ "photos": { "p1": { "url": "a" }, "p2": { "url": "b" } } }"#,
      #"{ "photos": [{ "id": "p1", "url": "a" }, { "id": "p2", "url": "b" }] }"#),
    Task(
      "Jolt: one or many is always a list, with defaults in its elements",
      """
      { "wrap": "items", "if-array": "keep" },
      { "add-default": { "items[*].currency": "EUR" } }
      """, #"{ "items": { "sku": "x" } }"#,
      #"{ "items": [{ "sku": "x", "currency": "EUR" }] }"#),
    Task(
      "Jolt: texts become numbers where they can be read",
      #"{ "convert": "rows[*].price", "to": "number", "otherwise": "keep" }"#,
      #"{ "rows": [{ "price": "12.50" }, { "price": 3 }, { "price": "n/a" }] }"#,
      #"{ "rows": [{ "price": 12.50 }, { "price": 3 }, { "price": "n/a" }] }"#),
    Task(
      "settings: keys with dots become nested ones, and a boolean one of several words",
      """
      { "move": { "['editor.fontSize']": "editor.fontSize", "['editor.save']": "editor.save" } },
      { "map-values": "editor.save", "cases": [
        { "is": true, "becomes": "afterDelay" }, { "is": false, "becomes": "off" }] }
      """, #"{ "editor.fontSize": 12, "editor.save": true }"#,
      #"{ "editor": { "fontSize": 12, "save": "afterDelay" } }"#),
    Task(
      "settings: milliseconds become seconds, and a text of globs a list",
      """
      { "rename": { "timeoutMs": "timeout", "exclude": "excludes" } },
      { "scale": "timeout", "divide-by": 1000 },
      { "split": "excludes", "by": ",", "trim": true }
      """, #"{ "timeoutMs": 1500, "exclude": "dist, build,*.log" }"#,
      #"{ "timeout": 1.5, "excludes": ["dist", "build", "*.log"] }"#),
  ]

  @Test(arguments: tasks) func `a task is done by rules alone`(_ task: Task) throws {
    let step = """
      { "to": 2, "rules": [\(task.rules)],
        "tests": [{ "before": \(task.before), "after": \(task.after) }] }
      """
    let migrator = try Migrator(rules: [RuleSource(name: "v2.json", text: step)])
    #expect(migrator.rules.warnings.map(\.description) == [])
    var tests = RuleTests(migrator)
    #expect(tests.run(cases: [], in: "tests").compactMap(\.failure?.diagnostic.message) == [])
    // Each rule has something to do in it.
    #expect(tests.untested.map(\.description) == [])
  }

  /// Words of other tools and languages, and the verb that stands for each here.
  @Test(arguments: [
    ("remove", "drop"), ("delete", "drop"), ("del", "drop"), ("default", "add-default"),
    ("sort", "list"), ("unique", "list"), ("merge", "unnest"), ("flatten", "unnest"),
    ("filter", "drop"), ("select", "drop"), ("replace", "text"), ("gsub", "text"), ("if", "when"),
    ("multiply", "scale"), ("with_entries", "rename-keys"), ("to_entries", "to-list"),
    ("from_entries", "to-object"), ("group_by", "to-object"), ("map_values", "map-values"),
    ("map", "in"), ("walk", "drop"), ("tonumber", "convert"), ("tostring", "convert"),
    ("add", "set"), ("has", "require"),
    ("unique_by", "to-object"), ("ltrimstr", "pattern"), ("strptime", "form"), ("increment", "add"),
    ("now", "now"), ("startswith", "when"), ("limit", "drop"),
    ("shift", "move"), ("cardinality", "wrap"), ("modify-overwrite-beta", "convert"),
  ])
  func `a word of others leads to ours`(word: String, ours: String) throws {
    let step = "{ \"to\": 2, \"rules\": [{ \"\(word)\": \"a\" }] }"
    let error = try #require(throws: MigrationError.self) {
      try Migrator(rules: [RuleSource(name: "v2.json", text: step)])
    }
    let help = try #require(error.diagnostics.first?.help)
    #expect(help.contains("`\(ours)`") || help.contains("\"\(ours)\""), "\(help)")
    #expect(OtherWords.help(for: word) == help)
  }

  @Test func `the rules that words of others lead to are sound`() throws {
    var tried = 0
    for (words, help) in ForeignWords.advice {
      guard let start = help.firstIndex(of: "{"), let end = help.lastIndex(of: "}") else {
        continue
      }
      let rule = help[start...end]
      // A few have words between two examples.
      guard (try? JSON(parsing: Array(rule.utf8))) != nil else { continue }
      let step = "{ \"to\": 2, \"rules\": [\(rule)] }"
      #expect(throws: Never.self, "\(words)") {
        try Migrator(rules: [RuleSource(name: "v2.json", text: step)])
      }
      tried += 1
    }
    #expect(tried > 20)
  }
}
