import TestSupport
import Testing

@testable import JSONText

/// An array of a document beside one of values, compared as bytes.
@Suite struct ComparingTests {
  private static let scalars = [
    "1", "1.0", "1e0", "-0", "0", "10", "\"\"", "\"a\"", "\"a b\"", "\"\\u0061\"", "\"é\"", "null",
    "true", "false", "[]", "[1]", "{}",
  ]

  private static func array(_ elements: [String], _ generator: inout RandomText) -> String {
    let comma = generator.one(of: [",", ", ", " ,\n "])
    let edge = generator.one(of: ["", " ", "\n  "])
    return "[\(edge)\(elements.joined(separator: comma))\(edge)]"
  }

  @Test func `equal is what has equal elements`() throws {
    var (told, equal) = (0, 0)
    rounds(1_500) { generator in
      let elements = (0..<generator.one(of: [0, 1, 2, 3])).map { _ in
        generator.one(of: Self.scalars)
      }
      var others = elements
      switch generator.one(of: [0, 1, 2, 3]) {
      case 0: others.append(generator.one(of: Self.scalars))
      case 1 where !others.isEmpty: others[0] = generator.one(of: Self.scalars)
      case 2 where !others.isEmpty: others.removeLast()
      default: break
      }
      let text = Self.array(others, &generator)
      let expected =
        try JSON(parsing: Array(text.utf8))
        == JSON(parsing: "[\(elements.joined(separator: ","))]".utf8)
      let values = try JSON(parsing: "[\(elements.joined(separator: ","))]".utf8).array ?? []
      for (text, path) in [(text, "$"), ("{\"a\":\(text),\"b\":1}", "a")] {
        var script = try Script(text)
        let node = try script.node(path[...])
        let found = try script.document.isArray(node, equalTo: values)
        guard let found else { continue }
        told += 1
        equal += found ? 1 : 0
        try check(found == expected, "\(text) beside \(elements)")
      }
    }
    #expect(told > 500 && equal > 100, "\(told), \(equal)")
  }

  @Test func `what was edited has to be read`() throws {
    var script = try Script("[1,2]")
    try script.run("remove 1")
    #expect(try script.document.isArray(script.document.root, equalTo: [1]) == nil)
  }
}
