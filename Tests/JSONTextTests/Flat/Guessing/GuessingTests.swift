import Testing

@testable import JSONText

/// Guesses at the next key, and when to leave them.
@Suite struct GuessingTests {
  private static func buffer(_ text: String) -> ByteBuffer {
    var buffer = ByteBuffer()
    buffer.append(contentsOf: text.utf8)
    buffer.seal()
    return buffer
  }

  private static let first = Guide.Edge(slot: 3, child: 0)

  @Test func `a guess is what stands between two values, byte by byte`() {
    let text = Self.buffer(#"1,"name": 2,"nama": 3,"name":4"#)
    let predictor = Predictor()
    let turn = predictor.learn(
      text.view, from: 1, key: 2, to: 10, turn: 0, context: 4, edge: Self.first)
    let known = [
      predictor.length(0), predictor.lead(0), predictor.next(0), Int(predictor.edge(0).slot),
    ]
    #expect(known == [9, 1, turn, 3])
    // The same; another key, other white space, another context, another turn.
    let matches = [
      predictor.matches(text.view, at: 1, turn: 0, context: 4),
      predictor.matches(text.view, at: 11, turn: 0, context: 4),
      predictor.matches(text.view, at: 21, turn: 0, context: 4),
      predictor.matches(text.view, at: 1, turn: 0, context: 5),
      predictor.matches(text.view, at: 1, turn: turn, context: 4),
    ]
    #expect(matches == [true, false, false, false, false])
  }

  @Test func `a key that was seen is recalled behind another`() {
    let text = Self.buffer(#"1,"name": 2,"other": 3"#)
    let predictor = Predictor()
    let turn = predictor.learn(
      text.view, from: 1, key: 2, to: 10, turn: 0, context: 4, edge: Self.first)
    let other = predictor.learn(
      text.view, from: 11, key: 12, to: 21, turn: turn, context: 4, edge: .none)
    #expect(turn != other)
    // White space is taken to be what was guessed, so there has to be a guess.
    _ = predictor.learn(
      text.view, from: 11, key: 12, to: 21, turn: other, context: 4, edge: .none)
    let before = predictor.matches(text.view, at: 1, turn: other, context: 4)
    let isRecalled = predictor.recall(text.view, at: 1, turn: other, context: 4)
    let after = predictor.matches(text.view, at: 1, turn: other, context: 4)
    #expect([before, isRecalled, after] == [false, true, true])
    let next = predictor.next(other)
    #expect(next == turn)
  }

  @Test(arguments: [31, 32, 33, 40])
  func `what is longer than a guess is not kept`(length: Int) {
    let key = String(repeating: "k", count: length - 4)
    let text = Self.buffer("1,\"\(key)\":2")
    let predictor = Predictor()
    _ = predictor.learn(
      text.view, from: 1, key: 2, to: 1 + length, turn: 0, context: 0, edge: .none)
    let isKept = predictor.matches(text.view, at: 1, turn: 0, context: 0)
    #expect(isKept == (length <= Guess.longest))
  }

  @Test func `members are found by the first bytes of their keys`() {
    let text = Self.buffer(#"1,"name":2,"other":3,"namely":4"#)
    let predictor = Predictor()
    var recollection = Recollection()
    recollection.begin()
    let early = recollection.find(text.view, at: 1, context: 4)
    #expect(early == nil)
    let turn = predictor.learn(
      text.view, from: 1, key: 2, to: 9, turn: 0, context: 4, edge: Self.first)
    recollection.learn(predictor, turn, text.view, at: 1, key: 2, 4)
    let seen = recollection.find(text.view, at: 1, context: 4)
    #expect(seen == Recollection.Seen(value: 9, key: 2, slot: 3, turn: turn))
    let others = [
      recollection.find(text.view, at: 10, context: 4),
      recollection.find(text.view, at: 20, context: 4),
      recollection.find(text.view, at: 1, context: 5),
    ]
    #expect(others == [nil, nil, nil])
  }

  @Test func `after two objects without order thirty are read without guesses`() {
    var order = KeyOrder()
    var isNone: [Bool] = []
    for wrong in [3, 0, 3, 5] {
      order.note(wrong: wrong, of: 5)
      isNone.append(order.isNone)
    }
    #expect(isNone == [false, false, false, true])
    var objects = 0
    while order.isNone, objects < 1_000 {
      order.pass()
      objects += 1
    }
    #expect(objects == 30)
  }
}
