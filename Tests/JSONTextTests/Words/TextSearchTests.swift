import Testing

@testable import JSONText

@Suite struct TextSearchTests {
  @Test(arguments: [
    ("the kettle", "kettle", 4), ("aab", "ab", 1), ("abc", "", 0), ("", "", 0), ("ab", "ab", 0),
    ("ab", "abc", -1), ("abab", "c", -1), ("é🎉x", "x", 6), ("a\r\nb", "\n", 2),
  ])
  func `a text is found where it stands first`(text: String, part: String, offset: Int) {
    let place = text.place(of: part)
    let found = place.map { text.utf8.distance(from: text.startIndex, to: $0.lowerBound) }
    #expect(found ?? -1 == offset)
    #expect(place.map { String(text[$0]) } ?? part == part)
    #expect(text.includes(part) == (offset >= 0))
  }

  @Test func `bytes are compared, so an accent of its own is another letter`() {
    #expect(!"caf\u{E9}".includes("e\u{301}"))
    #expect("cafe\u{301}".includes("e"))
  }

  @Test func `a part of a text is searched in its own bounds`() {
    let text = "one, two, three"
    #expect(!text.prefix(8).includes("three"))
    #expect(text.dropFirst(3).place(of: ", ").map { text[$0.upperBound...] } == "two, three")
  }

  @Test(arguments: [
    ("{a}{b}", "{", "{{", "{{a}{{b}"), ("$", "$", "$$", "$$"), ("aaa", "aa", "b", "ba"),
    ("abc", "", "x", "abc"), ("", "a", "b", ""),
  ])
  func `all places get the other text`(text: String, part: String, other: String, result: String) {
    #expect(text.replacingAll(part, with: other) == result)
  }
}
