import JSONText
import Testing

/// Edits of what is no longer in the document leave it as it is.
@Suite struct MisuseTests {
  private static func check(
    _ expected: String, _ edit: (inout Document, NodeID) -> Void
  ) throws {
    var script = try Script(#"{"a":{"b":[1,2],"c":3},"d":4}"#, guide: .everything)
    let node = try script.node("a.b")
    edit(&script.document, node)
    let written = script.written
    #expect(written == expected)
  }

  @Test func `below a value that was replaced`() throws {
    try Self.check(#"{"a":0,"d":4}"#) { document, node in
      guard let outer = document.parent(of: node) else { return }
      document.replaceValue(of: outer, with: document.make(json: Array("0".utf8)))
      let isPresent = document.isPresent(node)
      #expect(!isPresent)
      document.remove(node)
      document.rename(node, to: document.make(key: Array("x".utf8)))
      document.replaceValue(of: node, with: .null)
      document.unwrap(node)
      document.move(
        node, key: document.make(key: Array("x".utf8)), to: document.root, after: nil)
    }
  }

  @Test func `twice`() throws {
    try Self.check(#"{"a":{"c":3},"d":4}"#) { document, node in
      document.remove(node)
      document.remove(node)
      _ = document.append(.null, key: nil, to: node)
    }
  }

  @Test func `what replaced it can be edited`() throws {
    try Self.check(#"{"a":{"b":5,"e":null},"d":4}"#) { document, node in
      guard let outer = document.parent(of: node) else { return }
      document.replaceValue(of: outer, with: document.make(json: Array(#"{"b":5}"#.utf8)))
      _ = document.append(.null, key: document.make(key: Array("e".utf8)), to: outer)
      document.remove(node)
    }
  }
}
