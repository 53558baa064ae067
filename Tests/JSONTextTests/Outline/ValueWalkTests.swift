import TestSupport
import Testing

@testable import JSONText

/// Documents that are gone through once, in order.
@Suite struct ValueWalkTests {
  /// Goes through a value by a walk, in ways drawn at random, and compares with an outline.
  private struct Comparison: ~Copyable {
    let view: OutlineView
    var walk: ValueWalk
    var generator: RandomText

    /// Whether the walk finds what the outline has from an entry on.
    mutating func holds(at number: Int) -> Bool {
      let kind = view.kind(number)
      guard walk.kind == kind else { return false }
      switch kind {
      case .null, .boolean: walk.passLiteral()
      case .number:
        if generator.once(in: 3) { return !walk.passNumber(asksForInteger: false) }
        return walk.passNumber(asksForInteger: true) == NumberText.isInteger(view.text(number))
      case .string:
        return holds(string: view.string(number).map { Array($0.utf8) })
      case .array, .object:
        if generator.once(in: 6) {
          walk.pass()
          return true
        }
        var item = number + 1
        var hasItem = walk.enter()
        while hasItem, item < view.next(number) {
          if kind == .object, !holds(key: Array(view.key(item).utf8)) { return false }
          guard holds(at: item) else { return false }
          item = view.next(item)
          hasItem = walk.advance()
        }
        return !hasItem && item == view.next(number)
      }
      return true
    }

    private mutating func holds(key: [UInt8]) -> Bool {
      // An outline has something else in the place of half of a surrogate pair.
      if String(decoding: key, as: UTF8.self).contains("\u{FFFD}") {
        _ = walk.passKey()
        return true
      }
      if walk.pass(key: QuotedText(key + [0x61])) || walk.pass(key: QuotedText([0x61] + key)) {
        return false
      }
      if generator.once(in: 2), walk.pass(key: QuotedText(key)) { return true }
      return walk.stands(walk.passKey(), for: key)
    }

    private mutating func holds(string: [UInt8]?) -> Bool {
      // Half of a surrogate pair is no text.
      guard let string else {
        _ = walk.passString()
        return true
      }
      if walk.pass(string: QuotedText(string + [0x61]))
        || !string.isEmpty
          && walk.pass(string: QuotedText(string.dropLast()))
      {
        return false
      }
      if generator.once(in: 2), walk.pass(string: QuotedText(string)) { return true }
      let passed = walk.passString()
      return walk.text(of: passed) == string && walk.stands(passed, for: string)
        && !walk.stands(passed, for: string + [0])
    }
  }

  @Test func `a walk finds what an outline has`() {
    var generator = RandomText()
    let seed = "\(generator.random)"
    for _ in 0..<Amount.of(100, thorough: 4_000) {
      let text = generator.document(isContainer: true)
      var buffer = ByteBuffer()
      buffer.append(contentsOf: text)
      buffer.seal()
      var outline = Outline()
      _ = outline.lay(out: buffer.view, depth: .max)
      var comparison = Comparison(
        view: OutlineView(outline, of: buffer.view), walk: ValueWalk(buffer.view, from: 0),
        generator: generator)
      let holds = comparison.holds(at: Outline.root)
      #expect(holds, "\(String(decoding: text, as: UTF8.self)) \(seed)")
      generator = comparison.generator
    }
  }

  @Test(arguments: [
    // The key is a line break, and the name a backslash and a letter.
    (#"{"\n":1}"#, #"\n"#), (#"{"a":1,"b":2}"#, #"a":1,"b"#), (#"{"abcdefgh":1}"#, "abcdefg"),
    (#"{"":1}"#, "a"),
    (#"{"abcdefghijklmnopqrstuvwxyz_abcd":1}"#, "abcdefghijklmnopqrstuvwxyz_abce"),
    (#"{"abcdefghijklmnopqrstuvwxyz_abcdef":1}"#, "abcdefghijklmnopqrstuvwxyz_abcdef"),
  ])
  func `a name that is not written so is not found`(text: String, name: String) {
    var buffer = ByteBuffer()
    buffer.append(contentsOf: text.utf8)
    buffer.seal()
    var walk = ValueWalk(buffer.view, from: 0)
    let hasItem = walk.enter()
    let isFound = walk.pass(key: QuotedText(Array(name.utf8)))
    #expect(hasItem && !isFound)
  }

  @Test(
    arguments: [
      ("7", 7), ("-0", 0), ("-123456789012345678", -123_456_789_012_345_678), ("1.0", nil),
      ("1234567890123456789", nil), ("\"1\"", nil), ("1e2", nil),
    ] as [(String, Int?)])
  func `integers are read where they are short`(text: String, value: Int?) {
    var buffer = ByteBuffer()
    buffer.append(contentsOf: text.utf8)
    buffer.seal()
    #expect(ValueWalk(buffer.view, from: 0).integer == value)
  }
}
