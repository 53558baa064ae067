import JSONText
import Testing

@Suite("Work of opening")
struct WorkTests {
  @Test func `opening what the guide left closed is charged by its bytes`() throws {
    let text = Array("[\(String(repeating: "[1,2,3],", count: 10_000))0]".utf8)
    var document = Document(limits: Document.Limits(work: 1_000, workPerByte: 0))
    document.load(text)
    try document.read()
    #expect(document.work == 1_000)
    _ = document.count(of: document.root)
    #expect(document.work < 0)
    #expect(throws: JSONError.self) { try document.charge(1) }
  }

  @Test func `going down level by level costs each level`() throws {
    let text = Array(
      (String(repeating: "[", count: 200) + String(repeating: "]", count: 200)).utf8)
    var document = Document(limits: Document.Limits(work: 1_000_000, workPerByte: 0))
    document.load(text)
    try document.read()
    var node = document.root
    var levels = 1
    while let next = try document.element(at: 0, of: node) {
      node = next
      levels += 1
    }
    #expect(levels == 200)
    #expect(document.work < 1_000_000 - 200 * 200 / 16)
  }
}
