import JSONText
import Testing

@Suite("Limits of edits") struct LimitTests {
  private static func document(
    _ text: String, guide: Guide = .nothing, limits: Document.Limits
  ) throws -> Document {
    var document = Document(guide: guide, limits: limits)
    document.load(text.utf8)
    try document.read()
    return document
  }

  private static func nested(_ levels: Int, _ inner: String = "") -> String {
    String(repeating: "[", count: levels) + inner + String(repeating: "]", count: levels)
  }

  // MARK: - Depth

  @Test(arguments: [Guide.nothing, Guide.everything])
  func `a value may be wrapped up to the limit`(_ guide: Guide) throws {
    let limits = Document.Limits(depth: 40)
    var document = try Self.document(Self.nested(30, "[1], [2]"), guide: guide, limits: limits)
    for _ in 0..<9 { _ = document.wrap(document.root, under: nil) }
    try document.charge(0)
    _ = document.wrap(document.root, under: nil)
    let error = #expect(throws: JSONError.self) { try document.charge(0) }
    #expect(error?.kind == .tooDeep)
  }

  @Test func `a value that only moves out or aside is not too deep`() throws {
    let text = "[[\(Self.nested(8))],[0]]"
    var document = try Self.document(text, limits: Document.Limits(depth: 10))
    let (left, right) = (
      try #require(try document.element(at: 0, of: document.root)),
      try #require(try document.element(at: 1, of: document.root))
    )
    let deep = try #require(try document.element(at: 0, of: left))
    document.move(deep, key: nil, to: right, after: nil)
    document.move(deep, key: nil, to: document.root, after: nil)
    try document.charge(0)
    document.move(deep, key: nil, to: right, after: nil)
    try document.charge(0)
    _ = document.wrap(deep, under: nil)
    #expect(throws: JSONError.self) { try document.charge(0) }
  }

  @Test(arguments: [(5, false), (6, true)])
  func `a value that is put in counts from where it stands`(
    _ levels: Int, isTooDeep: Bool
  ) throws {
    // Shallow beside it, so that bytes alone don't tell.
    let value = "[\(Self.nested(levels - 1)),\(String(repeating: "[],", count: 40))0]"
    for kind in 0..<3 {
      var document = try Self.document("[[[[[1]]]]]", limits: Document.Limits(depth: 10))
      let text = document.make(json: Array(value.utf8))
      var node = document.root
      for _ in 0..<4 { node = try #require(try document.element(at: 0, of: node)) }
      switch kind {
      case 0: _ = document.append(text, key: nil, to: node)
      case 1: _ = document.insert(text, key: nil, in: node, after: nil)
      default:
        document.replaceValue(of: try #require(try document.element(at: 0, of: node)), with: text)
      }
      if isTooDeep {
        let error = #expect(throws: JSONError.self) { try document.charge(0) }
        #expect(error?.kind == .tooDeep)
      } else {
        try document.charge(0)
      }
    }
  }

  @Test func `what edits put into a value goes deeper with it`() throws {
    var document = try Self.document("[[0],[[[0]]]]", limits: Document.Limits(depth: 6))
    let left = try #require(try document.element(at: 0, of: document.root))
    _ = document.append(document.make(json: Array("[[[]]]".utf8)), key: nil, to: left)
    var right = try #require(try document.element(at: 1, of: document.root))
    document.move(left, key: nil, to: right, after: nil)
    try document.charge(0)
    right = try #require(try document.element(at: 1, of: right))
    document.move(left, key: nil, to: right, after: nil)
    #expect(throws: JSONError.self) { try document.charge(0) }
  }

  // MARK: - Output

  @Test(arguments: [true, false])
  func `output has a limit, and leaves nothing where it is more`(_ isSpaced: Bool) throws {
    let text = isSpaced ? "[\n" + String(repeating: " ", count: 100) + "1\n]" : "[1]"
    var document = try Self.document(
      text, limits: Document.Limits(output: 5_000, outputPerByte: 2))
    let value = document.make(string: Array(String(repeating: "x", count: 100).utf8))
    var out = ByteBuffer()
    out.append(0x21)
    for _ in 0..<(isSpaced ? 20 : 45) { _ = document.append(value, key: nil, to: document.root) }
    try document.write(into: &out)
    #expect(out.count > 4_000)
    out.truncate(to: 1)
    for _ in 0..<1_000 { _ = document.append(value, key: nil, to: document.root) }
    let error = #expect(throws: JSONError.self) { try document.write(into: &out) }
    #expect(error?.kind == .tooBig)
    #expect(out.view[0..<out.count].array == [0x21])
  }

  @Test func `a value that was made and takes the layout has that limit too`() throws {
    let text = "{\n" + String(repeating: " ", count: 1_000) + "\"a\": 1\n}"
    var document = try Self.document(
      text, limits: Document.Limits(output: 20_000, outputPerByte: 1))
    let value = "[\(String(repeating: "0,", count: 10_000))0]"
    let member = try #require(try document.member(named: Array("a".utf8), of: document.root).first)
    document.replaceValue(of: member, with: document.make(json: Array(value.utf8)))
    var out = ByteBuffer()
    #expect(throws: JSONError.self) { try document.write(into: &out) }
    #expect(out.count == 0)
  }

  // MARK: - Work

  @Test func `any limit of work can be set`() throws {
    let limits = Document.Limits(work: .max, workPerByte: .max, output: .max, outputPerByte: .max)
    var document = try Self.document("[[1,2],[3]]", limits: limits)
    _ = document.wrap(document.root, under: nil)
    _ = try document.element(at: 0, of: document.root)
    var out = ByteBuffer()
    try document.write(into: &out)
    #expect(out.view[0..<out.count].array == Array("[[[1,2],[3]]]".utf8))
  }

  @Test func `copies of copies are counted before they are made`() throws {
    var document = try Self.document(
      "[[1]]", limits: Document.Limits(work: 10_000, workPerByte: 0))
    let error = #expect(throws: JSONError.self) {
      for _ in 0..<60 {
        let copy = try document.text(of: document.root)
        _ = document.append(copy, key: nil, to: document.root)
      }
    }
    #expect(error?.kind == .tooBig)
  }
}
