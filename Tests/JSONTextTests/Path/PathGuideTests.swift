import JSONText
import TestSupport
import Testing

@Suite struct `Guides of paths` {
  private static func key(_ name: String) -> Place.Segment { .key(Array(name.utf8)) }

  private static func spell(_ paths: [Place]) -> [String] {
    paths.map { path in
      path.map { segment in
        switch segment {
        case .key(let key): String(decoding: key, as: UTF8.self)
        case .every: "*"
        case .some: "[]"
        case .descendants: ".."
        }
      }.joined(separator: " ")
    }
  }

  @Test(
    arguments: [
      ("a.b", ["S a b"]), ("$.a.b", ["R a b"]), ("@", ["S"]), ("a[*].b", ["S a * b"]),
      ("a[0][1:2]", ["S a [] []"]), ("a..b", ["S a .. b"]), ("..*", ["S .. *"]),
      ("$..[0]", ["R .. []"]), ("['a','b'].c", ["S a c", "S b c"]),
      ("['a',0,1,'a']", ["S a", "S []"]),
      ("['a',*]", ["S *"]),
      ("a[?@.b.c == $.d]", ["S a * b c", "R d", "S a *"]),
      ("..[?@.b[?@.c]]", ["S .. * b * c", "S .. * b *", "S .. *"]),
      (
        "[?count(@..x) > length(@.y) || match(value(@.z), @.p)]",
        [
          "S * .. x", "S * y", "S * z", "S * p", "S *",
        ]
      ),
    ] as [(String, [String])]) func `name what a path reads`(_ path: String, paths: [String]) throws
  {
    let found = try JSONPath(rule: path).guidePaths(root: [Self.key("R")], scope: [Self.key("S")])
    #expect(Self.spell(found) == paths)
  }

  @Test func `name what a condition reads`() throws {
    let condition = try JSONCondition("@.a == $.b && !(type(@.c) == 'x') || match(@.a, 'y')")
    let found = condition.guidePaths(root: [.every], scope: [Self.key("S"), .every])
    #expect(Self.spell(found) == ["S * a", "* b", "S * c"])
    #expect(try Self.spell(JSONCondition("1 == 1").guidePaths()) == [])
  }

  @Test func `a path that branches without end is told roughly`() throws {
    let branches = String(repeating: "['a','b','c']", count: 200)
    let paths = try JSONPath("$" + branches).guidePaths()
    #expect(paths.count == 9)
    #expect(paths.allSatisfy { $0.count == 200 && $0.last == .every })
    let names = (0..<100).map { "'k\($0)'" }.joined(separator: ",")
    #expect(try JSONPath("$[\(names)].x").guidePaths() == [[.every, Self.key("x")]])
    let filters = (0..<30).reduce("@") { inner, _ in "@['a','b'][?\(inner)]" }
    #expect(try JSONPath("$[?\(filters)]").guidePaths().count <= 1_000)
    let terms = (0..<5_000).map { "@.k\($0)" }.joined(separator: " || ")
    #expect(try JSONPath("$[?\(terms)]").guidePaths().count <= 1_000)
  }

  @Test func `a guide makes no difference to what random paths find`() throws {
    var random = Seeded()
    var found = 0
    for _ in 0..<400 {
      let values = (0..<4).map { _ in JSON.random(depth: 5, using: &random) }
      let text = JSON.array(values).description
      let path = try JSONPath(Self.randomPath(using: &random))
      let results = try Guidance.allCases.map { try path.find(in: text, $0) }
      #expect(results.allSatisfy { $0 == results[0] }, "\(path) in \(text): \(random)")
      if !results[0].isEmpty { found += 1 }
    }
    #expect(found > 100, "\(random)")
  }

  private static func randomPath(using random: inout Seeded) -> String {
    let selectors = [
      "'a','b'", "'ab','a',''", "'é',''", "0", "*", "-1", "1:", "::-1", "*", "*", "*", "?@.a",
      "?@['']",
      "?@ == $[0]", "?length(@) > 1", "?@.*", "?@ != 1", "?@[*] || @ == null",
    ]
    return (0..<Int.random(in: 1...3, using: &random)).reduce(into: "$") { path, _ in
      if Bool.random(using: &random) { path += ".." }
      let count = Int.random(in: 0...3, using: &random) == 0 ? 2 : 1
      let chosen = (0..<count).compactMap { _ in selectors.randomElement(using: &random) }
      path += "[\(chosen.joined(separator: ","))]"
    }
  }
}
