import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore
@testable import JSONText

/// A large document that is written from where it is, with patches, is what it is in one piece.
struct LentResultTests {
  @Test func `elements of the root come out the same`() throws {
    var random = Seeded()
    var taken = 0
    // Some are for the tree alone.
    for _ in 0..<Amount.of(20, thorough: 50) {
      let rules =
        Bool.random(using: &random) ? ShortRules.deep(using: &random) : .random(using: &random)
      let plan = try Self.plan(rules.files, each: true)
      let documents = (0..<20).map { _ in rules.deepDocument(using: &random) }
      for program in [plan.shortcut, plan.deepShortcut] where !program.isEmpty {
        // Those that are not for the program would leave all of the others to the tree.
        let fit = documents.filter { Self.run(program, "[\($0)]") != nil }
        guard let first = fit.first else { continue }
        var elements: [String] = []
        var size = 0
        while size < 70_000 {
          elements.append(fit.randomElement(using: &random) ?? first)
          size += elements[elements.count - 1].utf8.count
        }
        let text = "[\(elements.joined(separator: Bool.random(using: &random) ? "," : " ,\n "))]"
        let expected = Self.run(program, text)
        for most in [3, FlatPacking.many] {
          try Self.check(program, text, expected, most: most, "\(rules.text)\n\(random)")
          taken += 1
        }
      }
    }
    #expect(taken > Amount.of(10, thorough: 30))
  }

  @Test(arguments: [
    #"{ "rename": { "items[*].a": "c" } }"#,
    #"{ "in": "items[*]", "rules": [{ "rename": { "a": "c" } }, { "set": { "d": 1 } }] }"#,
    #"{ "split": "items[*].b", "by": " ", "into": ["c", "d"], "if-missing": "skip" }"#,
    #"{ "set": { "items[?@.a > 4].bulk": true } }"#, #"{ "drop": "$..n" }"#,
    #"{ "rename": { "items[*].n[*].x": "y", "items[*].a": "c" } }"#,
    #"{ "rename": { "items[*].n[*].x": "a long name that stands in each of them, once" } }"#,
  ])
  func `elements of a member come out the same`(rule: String) throws {
    var random = Seeded()
    let plan = try Self.plan(
      [RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [\#(rule)] }"#)], each: false)
    let long = String(repeating: "long ", count: 20_000)
    for round in 0..<4 {
      var elements = (0..<Amount.of(2_200, thorough: 3_000)).map { number in
        let inner = (0..<Int.random(in: 0...(number == 7 ? 90 : 2), using: &random)).map {
          #"{"x":\#($0)}"#
        }
        let space = round == 1 ? " " : ""
        return
          #"{\#(space)"a":\#(number % 9),"b":"x \#(number)","n":[\#(inner.joined(separator: ","))]}"#
      }
      if round == 2 { elements.insert(#"{"a":1,"b":"\#(long)y","n":[]}"#, at: 1_000) }
      let version = #""version":1"#
      let items = #""items":[\#(elements.joined(separator: ","))],"z":{"n":1}"#
      let text = round == 3 ? "{\(items),\(version)}" : "{\(version),\(items)}"
      let expected = Self.run(plan.deepShortcut, text)
      for most in Amount.of([7, FlatPacking.many], thorough: [1, 7, 100, FlatPacking.many]) {
        try Self.check(plan.deepShortcut, text, expected, most: most, "\(rule) \(round)")
      }
    }
  }

  @Test(arguments: [
    #"{ "add-default": { "c": 1 } }"#, #"{ "drop": "b" }, { "rename": { "a": "c" } }"#,
    #"{ "split": "b", "by": " ", "into": ["c", "d"] }"#, #"{ "set": { "n": 5, "e": 1 } }"#,
    #"{ "rename": { "n.x": "y" } }, { "set": { "e": 1 } }"#,
  ])
  func `elements on lines of their own are patched too`(rule: String) throws {
    let plan = try Self.plan(
      [RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [\#(rule)] }"#)], each: true)
    let long = String(repeating: "long ", count: 40)
    let elements = (0..<500).map { number in
      let space = String(repeating: " ", count: number % 3)
      return """
        {
          "version": 1,
          "a": \(number),
          "n": {\(space)"x": "\(long)"},
          "b": "\(number) text",
          "z": "\(long)\(long)"
        }
        """
    }
    let text = "[\n  \(elements.joined(separator: ",\n  "))\n]\n"
    let program = rule.contains(".") ? plan.deepShortcut : plan.shortcut
    let expected = Self.run(program, text)
    for most in [3, FlatPacking.many] {
      try Self.check(program, text, expected, most: most, rule)
    }
  }

  @Test func `where patches would be long the elements are copied`() throws {
    let long = "a text that is longer than all that stands in a small element"
    let rule = #"{ "add-default": { "c": "\#(long)" } }, { "rename": { "i[*].a": "b" } }"#
    let plan = try Self.plan(
      [RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [\#(rule)] }"#)], each: true)
    let inner = Array(repeating: #"{"a":1}"#, count: 10_000).joined(separator: ",")
    let small = "{\n  \"version\": 1,\n  \"i\": [{\"a\": 1}]\n}"
    let large = "{\n  \"version\": 1,\n  \"i\": [\(inner)]\n}"
    for passed in [0, 1_000, 100_000, 1 << 18] {
      for elements in [[small, large, small, large, small], [large, large], [small, small]] {
        let text = Self.buffer("[\(elements.joined(separator: ",\n"))]")
        var flat = FlatDocument(plan.deepShortcut)
        flat.mostPassed = passed
        var out = ByteBuffer()
        out.lend(from: text.view, patched: true)
        let outcome = flat.run(text.view, 0..<text.count, into: &out)
        var bytes: [UInt8] = []
        for part in out.parts { bytes += part.array }
        let expected = try #require(
          Self.run(plan.deepShortcut, String(decoding: text.view[0..<text.count], as: UTF8.self)))
        let isSame = bytes == expected
        #expect(outcome == .changed && isSame && out.size == bytes.count)
      }
    }
  }

  @Test func `a result that is too long is none`() throws {
    let rule = #"{ "rename": { "items[*].a": "a name that is longer than the one before" } }"#
    let plan = try Self.plan(
      [RuleSource(name: "v2.json", text: #"{ "to": 2, "rules": [\#(rule)] }"#)], each: false)
    let items = Array(repeating: #"{"a":1}"#, count: 20_000).joined(separator: ",")
    let text = Self.buffer(#"{"version":1,"items":[\#(items)]}"#)
    for (limit, isEnough) in [(.max, true), (text.count + 9_999, false)] {
      var flat = FlatDocument(
        plan.deepShortcut, limits: Document.Limits(output: limit, outputPerByte: 1))
      var out = ByteBuffer()
      out.lend(from: text.view, patched: true)
      let outcome = flat.run(text.view, 0..<text.count, into: &out)
      #expect((outcome == .changed) == isEnough)
      #expect((out.size > text.count) == isEnough)
    }
  }

  private static func check(
    _ program: FlatProgram, _ document: String, _ expected: [UInt8]?, most: Int, _ about: String
  ) throws {
    let expected = try #require(expected, "\(about)")
    let text = buffer(document)
    var flat = FlatDocument(program)
    flat.mostPatches = most
    var out = ByteBuffer()
    out.lend(from: text.view, patched: true)
    let outcome = flat.run(text.view, 0..<text.count, into: &out)
    if outcome == .current {
      let isSame = expected.elementsEqual(document.utf8)
      #expect(isSame, "\(about)")
      return
    }
    var bytes: [UInt8] = []
    for part in out.parts { bytes += part.array }
    #expect(outcome == .changed && out.size == bytes.count, "\(about)")
    #expect(out.count < document.utf8.count / 4, "\(about)")
    let isSame = bytes == expected
    #expect(isSame, "\(about)")
  }

  /// What comes out in one piece; nil where it is not for the program.
  private static func run(_ program: FlatProgram, _ document: String) -> [UInt8]? {
    let text = buffer(document)
    var flat = FlatDocument(program)
    var out = ByteBuffer()
    return switch flat.run(text.view, 0..<text.count, into: &out) {
    case .notMine: nil
    case .current: text.view[0..<text.count].array
    case .changed: out.view[0..<out.count].array
    }
  }

  private static func buffer(_ text: String) -> ByteBuffer {
    var buffer = ByteBuffer()
    buffer.append(contentsOf: text.utf8)
    buffer.seal()
    return buffer
  }

  private static func plan(_ files: [RuleSource], each: Bool) throws -> Plan {
    let format = RuleSource(name: "format.json", text: #"{ "each": "[*]" }"#)
    return try Migrator(rules: files + (each ? [format] : [])).plan(to: nil, from: nil)
  }
}
