import JSONText
import Testing

@Suite struct `Queries of values` {
  static let catalog: JSON = [
    "books": [
      ["title": "Dust", "price": 9.5, "tags": ["a", "b"]],
      ["title": "Salt", "price": 12, "tags": []],
    ],
    "e\u{301}": 1, "é": 2,
  ]

  @Test(
    arguments: [
      ("$.books[?@.price < 10].title", ["Dust"]), ("$.books[*].price", [9.5, 12]),
      ("$['é']", [2]), ("$.nothing", []), ("$..tags[0]", ["a"]),
      ("$.books[0,0].title", ["Dust", "Dust"]),
      ("$.books[?@.tags == $.books[1].tags].title", ["Salt"]),
    ] as [(String, JSON)]) func `give values`(_ path: String, values: JSON) throws
  {
    #expect(.array(try Self.catalog.values(at: JSONPath(path))) == values)
  }

  @Test func `keep numbers as they are written`() throws {
    let value = try JSON(parsing: #"[1.0,1e400,-0]"#)
    let texts = try value.values(at: JSONPath("$[*]")).map(\.description)
    #expect(texts == ["1.0", "1e400", "-0"])
  }

  @Test func `of a scalar`() throws {
    #expect(try JSON.null.values(at: JSONPath("$")) == [.null])
    #expect(try JSON.string("a").values(at: JSONPath("$..*")) == [])
  }

  @Test func `that take too much are refused`() throws {
    var value = JSON.array([])
    for _ in 0..<1_000 { value = [value] }
    let deep = value
    let path = try JSONPath("$..*..*..*")
    let error = #expect(throws: JSONError.self) { try deep.values(at: path) }
    #expect(error?.kind == .tooBig)
    #expect(try value.values(at: JSONPath("$" + String(repeating: "[0]", count: 256))).count == 1)
  }
}
