import JSONText
import Testing

@testable import JSONMigration
@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore

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
