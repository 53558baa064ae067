import Testing

@testable import JSONText

/// Documents laid out for reading.
@Suite struct OutlineTests {
  /// Each entry in words: its number, what it is, where the next one is.
  private static func entries(_ view: OutlineView, from first: Int, to last: Int) -> [String] {
    (first..<last).map { number in
      "\(number) \(view.kind(number)) \(view.count(number)) > \(view.next(number)) in \(view.parent(number))"
    }
  }

  private static let text = #"{"id": 7, "tags": ["a", {"b": null}], "e\u0301": [] }"#

  @Test func `what is in a value follows it, and the next one is a jump away`() throws {
    var buffer = ByteBuffer()
    buffer.append(contentsOf: Self.text.utf8)
    buffer.seal()
    var outline = Outline()
    let isLaidOut = outline.lay(out: buffer.view, depth: 10)
    #expect(isLaidOut)
    let view = OutlineView(outline, of: buffer.view)
    #expect(
      Self.entries(view, from: 1, to: 8) == [
        "1 object 3 > 8 in 0", "2 number 0 > 3 in 1", "3 array 2 > 7 in 1", "4 string 0 > 5 in 3",
        "5 object 1 > 7 in 3", "6 null 0 > 7 in 5", "7 array 0 > 8 in 1",
      ])
    #expect(view.key(7) == "e\u{301}")
    #expect(view.string(4) == "a" && view.isNull(6) && view.position(5) == 1)
  }

  @Test(arguments: [Guide.nothing, .everything])
  func `nodes, bytes between them and what was edited are laid out alike`(_ guide: Guide) throws {
    var document = Document(guide: guide)
    document.load(Self.text.utf8)
    try document.read()
    var outline = Outline()
    let isLaidOutOfNodes = outline.lay(out: document, depth: 10)
    #expect(isLaidOutOfNodes)
    let view = OutlineView(outline, of: document)
    #expect(
      (1..<8).map { view.kind($0) } == [.object, .number, .array, .string, .object, .null, .array])
    #expect((1..<8).map { view.next($0) } == [8, 3, 7, 5, 7, 7, 8])
  }

  @Test func `members are found in order, out of order and not at all`() {
    var buffer = ByteBuffer()
    buffer.append(contentsOf: #"{"a": 1, "b\u0031": 2, "c": 3, "a": 4}"#.utf8)
    buffer.seal()
    var outline = Outline()
    let isLaidOut = outline.lay(out: buffer.view, depth: 10)
    #expect(isLaidOut)
    let view = OutlineView(outline, of: buffer.view)
    #expect(["a", "b1", "c"].map { view.member($0, of: 1) } == [2, 3, 4])
    #expect(["c", "a", "b1", "d", ""].map { view.member($0, of: 1) } == [4, 2, 3, -1, -1])
    #expect(view.restart(1))
    #expect(view.member("a", of: 1) == 2)
  }

  @Test func `too many members to look at each are left to an index`() {
    let members = (0..<60).map { #""k\#($0)":\#($0)"# }.joined(separator: ",")
    var buffer = ByteBuffer()
    buffer.append(contentsOf: "{\(members)}".utf8)
    buffer.seal()
    var outline = Outline()
    let isLaidOut = outline.lay(out: buffer.view, depth: 10)
    #expect(isLaidOut)
    let view = OutlineView(outline, of: buffer.view)
    #expect(view.member("k0", of: 1) == 2)
    #expect(view.member("k50", of: 1) == -2)
    view.remember(52)
    #expect(view.count(1) == 60)
  }

  @Test(arguments: [(1, false), (2, false), (3, true)])
  func `a document that is too deep is not laid out`(depth: Int, isDone: Bool) throws {
    var buffer = ByteBuffer()
    buffer.append(contentsOf: Self.text.utf8)
    buffer.seal()
    var outline = Outline()
    let isLaidOut = outline.lay(out: buffer.view, depth: depth)
    #expect(isLaidOut == isDone)
    var document = Document(guide: .everything)
    document.load(Self.text.utf8)
    try document.read()
    let isLaidOutOfNodes = outline.lay(out: document, depth: depth)
    #expect(isLaidOutOfNodes == isDone)
  }
}
