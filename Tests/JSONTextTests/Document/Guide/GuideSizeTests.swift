import TestSupport
import Testing

@testable import JSONText

@Suite struct GuideSizeTests {
  /// Each of the keys alone leads below everything, so that sets of them could be told apart.
  @Test(.timeLimit(.patience))
  func `many keys at every level make a guide in little time`() {
    let paths = (0..<Amount.of(300, thorough: 1_000)).map { number -> Place in
      [.descendants, .key(Array("a\(number)".utf8)), .key(Array("b\(number)".utf8))]
    }
    let guide = Guide(paths: paths)
    let state = guide.state(at: [.key(Array("a7".utf8))])
    #expect(guide.slot(state: state, number: guide.number(of: Array("b7".utf8))) >= 0)
    #expect(guide.slot(state: state, number: guide.number(of: Array("b8".utf8))) < 0)
  }

  @Test func `a key below everything leads to what every key leads to`() {
    let guide = Guide(paths: [
      [.descendants, .key(Array("a".utf8))], [.descendants, .key(Array("b".utf8))],
    ])
    #expect(guide.state(at: [.key(Array("a".utf8))]) == guide.root)
    #expect(guide.state(at: [.every, .key(Array("b".utf8))]) == guide.root)
  }
}
