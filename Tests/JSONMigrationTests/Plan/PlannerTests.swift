import Testing

@testable import JSONMigration
@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore
@testable import JSONText

@Suite struct PlannerTests {
  /// Rules of two steps, and a place of the oldest document that has to be opened for them.
  static let cases = [
    (
      #"{ "rename": { "panels": "charts" } }"#, #"{ "rename": { "charts[*].title": "name" } }"#,
      "$.panels[*]"
    ),
    (
      #"{ "in": "pages[*]", "rules": [{ "move": { "old.list": "lists.new" } }] }"#,
      #"{ "drop": "pages[*].lists.new[*].x" }"#, "$.pages[*].old.list[*]"
    ),
    (#"{ "nest": ["a"], "under": "p" }"#, #"{ "rename": { "p.a.b": "c" } }"#, "$.a"),
    (
      #"{ "rename": { "a": "b", "b": "a" } }"#, #"{ "drop": ["a.x.y", "b.z"] }"#, "$.b.x"
    ),
  ]

  @Test(arguments: cases)
  func `a guide knows where things were before they got there`(
    first: String, second: String, place: String
  ) throws {
    let sources = [first, second].enumerated().map { index, rule in
      RuleSource(
        name: "v\(index).json", bytes: #"{ "to": \#(index + 2), "rules": [\#(rule)] }"#.utf8)
    }
    let guide = try Migrator(rules: sources).plan.longWay.means.guide
    let path = try JSONPath(rule: place).guidePaths().last ?? []
    #expect(guide.state(at: path) != 0)
    #expect(guide.state(at: path + [.key([0x3F])]) == 0)
  }

  /// What it takes to plan them must not grow with the square of their names.
  @Test func `rules of very many names`() throws {
    let names = (0..<300).map { "n\($0)" }
    let nest = JSON.object(["nest": .array(names.map { .string($0) }), "under": "o"])
    var pairs = JSONObject()
    for name in names { pairs[name] = .string("m" + name) }
    let rename = JSON.object(["rename": .object(pairs)])
    func migrator(_ rules: JSON...) throws -> Migrator {
      try Migrator(rules: [
        RuleSource(
          name: "v2.json", text: JSON.object(["to": 2, "rules": .array(rules)]).description)
      ])
    }
    let before = Array(#"{"n7":{"x":1},"n299":2}"#.utf8)
    let nesting = try migrator(nest)
    #expect(try nesting.byTheShortWay(String(decoding: before, as: UTF8.self)) == nil)
    #expect(
      try String(decoding: nesting.migrate(before), as: UTF8.self)
        == #"{"o":{"n7":{"x":1},"n299":2},"version":2}"#)
    let renaming = try migrator(rename, ["drop": "mn7.x"], ["drop": "mn299.x"])
    #expect(
      try String(decoding: renaming.migrate(before), as: UTF8.self)
        == #"{"mn7":{},"mn299":2,"version":2}"#)
  }

  @Test func `what is noted of steps grows with their number`() throws {
    let steps = (2...200).map { version in
      RuleSource(
        name: "v\(version).json",
        text: #"{ "to": \#(version), "rules": [{ "rename": { "a\#(version)": "b" } }] }"#)
    }
    let program = try Migrator(rules: steps).plan.shortcut
    #expect(program.startNotes.count == steps.count)
  }

  @Test func `a tree of places has each once, and what is in one`() {
    let (a, b, c) = (Place.Segment.key([1]), Place.Segment.every, Place.Segment.key([2]))
    var tree = PlaceTree([[a, b, c], [a], [a, b, c], [a, c]])
    #expect(tree.all == [[a], [a, b, c], [a, c]])
    #expect(tree.inner(of: [a]) == [[], [b, c], [c]])
    #expect(tree.inner(of: [c]) == [])
    tree.add(tree.inner(of: [a]), in: [a, c])
    #expect(tree.all == [[a], [a, b, c], [a, c], [a, c, b, c], [a, c, c]])
  }
}
