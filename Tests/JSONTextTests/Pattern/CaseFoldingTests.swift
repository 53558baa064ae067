import Testing

@testable import JSONText

@Suite struct CaseFoldingTests {
  private static func fold(_ text: String) -> String {
    String(decoding: FoldedText(Array(text.utf8)).bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("AbC xyZ 09_[", "abc xyz 09_["), ("ÀÉŸ", "àéÿ"), ("ΌΣΟΣ", "όσοσ"), ("όσος", "όσοσ"),
    ("K\u{212A}Å\u{212B}", "kkåå"), ("ſ", "s"), ("ẞß", "ßß"), ("µΜ", "μμ"), ("İIı", "İiı"),
    ("ǅǄǆ", "ǆǆǆ"), ("\u{13F8}\u{13F0}\u{AB70}\u{13A0}", "\u{13F0}\u{13F0}\u{13A0}\u{13A0}"),
    ("\u{FB05}\u{FB06}", "\u{FB06}\u{FB06}"), ("ᾈᾀ", "ᾀᾀ"), ("ΐ\u{1FD3}", "ΐΐ"),
    ("\u{10400}", "\u{10428}"), ("\u{1E900}", "\u{1E922}"), ("\u{2C2F}", "\u{2C5F}"),
    ("Ⓐ", "ⓐ"), ("Ｚ", "ｚ"), ("日本😀", "日本😀"),
  ])
  func `letters fold as Unicode has it`(_ text: String, folded: String) {
    #expect(Self.fold(text) == folded)
    #expect(Self.fold(folded) == folded)
  }

  @Test func `places are known again where letters have other lengths`() {
    let text = Array("aKß\u{212A}İẞ😀Z".utf8)
    let folded = FoldedText(text)
    #expect(String(decoding: folded.bytes, as: UTF8.self) == "akßkİß😀z")
    #expect([0, 1, 2, 4, 5, 7, 9, 13].map { folded.origin(of: $0) } == [0, 1, 2, 4, 7, 9, 12, 16])
    #expect(folded.origin(of: folded.bytes.count) == text.count)
  }

  @Test func `what is no UTF-8 stays`() {
    #expect(
      FoldedText([0x41, 0xED, 0xA0, 0x80, 0x42, 0xFF]).bytes == [
        0x61, 0xED, 0xA0, 0x80, 0x62, 0xFF,
      ])
  }

  @Test(arguments: [
    ("abc", "aBC", true), ("[a-c]+", "AbC", true), ("[^a-c]", "B", false), ("k", "\u{212A}", true),
    ("[\u{212A}]", "k", true), ("\\w", "\u{212A}", false), ("\\p{Lu}", "a", false),
    ("σ", "ς", true), ("ß", "ss", false), ("i", "İ", false), ("É", "é", true), ("[à-ö]", "Ç", true),
    ("(ab)*c", "aBAbC", true), ("a\\.", "A.", true), ("[\\d_x]", "X", true),
  ])
  func `patterns take letters of either case`(_ pattern: String, text: String, fits: Bool) throws {
    let pattern = try Pattern(pattern, .patterns, ignoresCase: true)
    #expect(pattern.matches(Array(text.utf8)) == fits)
  }

  @Test func `the case counts where nothing is said`() throws {
    #expect(try Pattern("a", .patterns) != Pattern("a", .patterns, ignoresCase: true))
    #expect(try !Pattern("a", .patterns).matches([0x41]))
  }
}
