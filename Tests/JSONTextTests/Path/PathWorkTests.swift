import Foundation
import JSONText
import TestSupport
import Testing

@Suite struct `Paths on hostile documents` {
  static func nested(_ depth: Int, _ inner: String = "") -> String {
    String(repeating: "[", count: depth) + inner + String(repeating: "]", count: depth)
  }

  static let deepest = Document.Limits(depth: 10_000)

  @Test(arguments: [
    ("$", "..*", 3, ""), ("$", "..[*,*]", 3, ""), ("$[?count(@", "..*", 2, ") > 1]"),
    ("$", "[*,*]", 20, ""), ("$..[", "::0,", 5_000, "0]"),
    ("$..[?", "1 == 2 || ", 5_000, "3 == 4]"),
  ])
  func `too much work is an error`(
    _ start: String, _ piece: String, times: Int, _ end: String
  ) throws {
    let path = start + String(repeating: piece, count: times) + end
    let limits = Document.Limits(work: 10_000, workPerByte: 10)
    let text = Self.nested(400, "1,2,3,4,5,6,7,8,9")
    for guidance in Guidance.allCases {
      let error = #expect(throws: JSONError.self) {
        try JSONPath(path).find(in: text, guidance, limits: limits)
      }
      #expect(error?.kind == .tooBig)
    }
  }

  /// Repeats can make a list many times as large as its document.
  @Test func `a place in a list counts as several visits`() throws {
    let limits = Document.Limits(work: 10_000, workPerByte: 0)
    let text = "[\(String(repeating: "1,", count: 2_000))1]"
    let error = #expect(throws: JSONError.self) {
      try JSONPath("$[*]").find(in: text, limits: limits)
    }
    #expect(error?.kind == .tooBig)
    #expect(try JSONPath("$[2000]").find(in: text, limits: limits).count == 1)
  }

  /// Each of them goes over the same long text again and again.
  @Test(arguments: [
    "$..[?$.a == $.b]", "$..[?$.a <= $.b]", "$..[?length($.a) == 1]", "$..[?search($.a, 'b')]",
    "$..[?$.n == $.m]", "$..[?$.a == 'x']", "$..[?$.c == $.d]", "$..[?match('', $.a)]",
    "$..[?search($.p, '(a?){3000}b')]",
  ]) func `long texts count`(_ path: String) throws {
    let long = String(repeating: "a", count: 5_000)
    let zeros = String(repeating: "0", count: 5_000)
    let short = String(repeating: "a", count: 100)
    let many = String(repeating: "1,", count: 500)
    let text = #"""
      {"a":"\#(long)","b":"\#(long)","n":1\#(zeros),"m":1\#(zeros)e0,
       "c":[0,"\#(long)"],"d":[0.0,"\#(long)"],
       "p":"\#(short)b","x":[\#(many)2]}
      """#
    let limits = Document.Limits(work: 25_000, workPerByte: 0)
    let path = try JSONPath(path.replacing("'x'", with: "'\(long)'"))
    let error = #expect(throws: JSONError.self) { try path.find(in: text, limits: limits) }
    #expect(error?.kind == .tooBig)
  }

  @Test func `deep documents need no stack`() async throws {
    for guidance in Guidance.allCases {
      let counts = try await onSmallStack {
        let arrays = Self.nested(10_000)
        let objects =
          String(repeating: #"{"a":"#, count: 9_999) + "[7]" + String(repeating: "}", count: 9_999)
        return [
          try JSONPath("$..*").count(in: arrays, guidance, limits: Self.deepest),
          try JSONPath("$..[?@ == 7]").count(in: objects, guidance, limits: Self.deepest),
          try JSONPath("$..a[0]").count(in: objects, guidance, limits: Self.deepest),
          try JSONPath("$[?@ == $[0]]").count(in: arrays, guidance, limits: Self.deepest),
        ]
      }
      #expect(counts == [9_999, 1, 1, 1])
    }
  }

  @Test func `deep values are compared without a stack`() async throws {
    let isRight = try await onSmallStack {
      let objects = { (inner: String) in
        String(repeating: #"{"b":0,"a":"#, count: 5_000) + inner
          + String(repeating: "}", count: 5_000)
      }
      let text = "[\(objects("1")), \(objects(" 1.0")), \(objects("2"))]"
      var constants = Constants()
      let same = try JSONCondition("@[0] == @[1] && @[0] != @[2]")
        .bound(to: .nothing, constants: &constants)
      var document = Document(constants: constants, limits: Self.deepest)
      document.load(text.utf8)
      try document.read()
      var evaluator = PathEvaluator(constants, root: document.root)
      return try evaluator.holds(same, at: document.root, in: &document)
    }
    #expect(isRight)
  }

  @Test func `filters as deep as they may be need little stack`() async throws {
    let filters = (0..<31).reduce("@.x") { inner, _ in "@[?\(inner)]" }
    let nested = (0..<10).reduce("@") { inner, _ in "@[?(!(\(inner) && 1 == 1))]" }
    let functions = (0..<10).reduce("1 == 1") { inner, _ in "length(value(@[?\(inner)])) != 1" }
    let count = try await onSmallStack {
      let text = Self.nested(32, #"{"x":1}"#)
      return try ["$[?\(filters)]", "$[?\(nested)]", "$[?\(functions)]"].map {
        try JSONPath($0).find(in: text).count
      }
    }
    #expect(count == [1, 1, 1])
  }

  @Test func `a closed text that is deep and long is opened in one pass`() throws {
    let text = Self.nested(1_000, #""\#(String(long: "a", count: 1_000_000))""#)
    // One pass is half the bytes. Opened level by level, the bytes are charged a thousand times.
    let limits = Document.Limits(work: 1_000_000, workPerByte: 0)
    #expect(try JSONPath("$..*").count(in: text, .none, limits: limits) == 1_000)
  }
}
