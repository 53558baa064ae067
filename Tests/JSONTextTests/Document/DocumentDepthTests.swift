import JSONText
import TestSupport
import Testing

/// Nothing overflows 512 KiB of stack, in debug builds too.
@Suite struct DocumentDepthTests {
  struct Shape: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let opening: String
    let closing: String
    let guide: Guide

    func text(depth: Int) -> [UInt8] {
      let count = depth / closing.utf8.count
      return Array(
        (String(repeating: opening, count: count) + "1" + String(repeating: closing, count: count))
          .utf8)
    }

    static let all: [Shape] = [
      ("arrays", "[", "]"), ("objects", #"{"a":"#, "}"), ("both", #"[{"a":"#, "}]"),
    ].flatMap { name, opening, closing in
      [
        ("skipped", Guide.nothing), ("all nodes", .everything),
        ("nodes for a while", Guide(paths: [Place(repeatElement(.every, count: 100))])),
      ].map { kind, guide in
        Shape(
          testDescription: "\(name), \(kind)", opening: opening, closing: closing, guide: guide)
      }
    }
  }

  @Test(arguments: Shape.all)
  func `1,024 levels are read, one more is refused`(_ shape: Shape) async throws {
    try await onSmallStack {
      var subject = Subject(guide: shape.guide)
      let text = shape.text(depth: 1_024)
      try subject.read(text)
      #expect(subject.written() == text)
      let deeper = [0x5B] + text + [0x5D]
      let error = #expect(throws: JSONError.self) { try Self.read(deeper, shape.guide) }
      #expect(error?.kind == .tooDeep)
      #expect(error?.offset == deeper.lastIndex { $0 == 0x5B || $0 == 0x7B })
    }
  }

  @Test(arguments: Shape.all)
  func `10,000 levels are read on request`(_ shape: Shape) async throws {
    try await onSmallStack {
      var subject = Subject(guide: shape.guide, limits: Document.Limits(depth: 10_000))
      let text = shape.text(depth: 10_000)
      try subject.read(text)
      #expect(subject.written() == text)
      #expect(throws: JSONError.self) {
        try Self.read([0x5B] + text + [0x5D], shape.guide, depth: 10_000)
      }
    }
  }

  static func read(_ text: [UInt8], _ guide: Guide, depth: Int = 1_024) throws(JSONError) {
    var subject = Subject(guide: guide, limits: Document.Limits(depth: depth))
    try subject.read(text)
  }

  @Test(arguments: Shape.all)
  func `a million levels are refused at once`(_ shape: Shape) async throws {
    try await onSmallStack {
      let text = Array(String(repeating: shape.opening, count: 1_000_000).utf8)
      for depth in [1_024, 10_000, .max] {
        let error = #expect(throws: JSONError.self) {
          try Self.read(text, shape.guide, depth: depth)
        }
        #expect(error?.kind == .tooDeep)
      }
    }
  }

  @Test(arguments: Shape.all)
  func `the innermost value is reached, edited and written`(_ shape: Shape) async throws {
    try await onSmallStack {
      // Opening on demand looks at all that is inside, level by level.
      let depth = shape.testDescription.hasSuffix("all nodes") ? 10_000 : 700
      var subject = Subject(guide: shape.guide, limits: Document.Limits(depth: 10_000))
      var text = shape.text(depth: depth)
      try subject.read(text)
      var node = subject.document.root
      for _ in 0..<depth {
        let items = try subject.items(of: node)
        node = try #require(items.first)
      }
      subject.document.replaceValue(of: node, with: subject.values[2])
      text.replace([0x31], with: Array("null".utf8))
      #expect(subject.written() == text)
    }
  }

  @Test func `values are wrapped and unwrapped thousands of times`() async throws {
    try await onSmallStack {
      var subject = Subject()
      try subject.read([0x31])
      let node = subject.document.root
      for level in 0..<2_000 {
        _ = subject.document.wrap(node, under: level % 2 == 0 ? nil : subject.keys[0])
      }
      let text = Array(
        (String(repeating: #"[{"a":"#, count: 1_000) + "1" + String(repeating: "}]", count: 1_000))
          .utf8)
      #expect(subject.written() == text)
      for _ in 0..<2_000 { subject.document.unwrap(node) }
      #expect(subject.written() == [0x31])
    }
  }
}
