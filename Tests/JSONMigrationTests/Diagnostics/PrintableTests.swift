import Testing

@testable import JSONMigrationCore

@Suite struct PrintableTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]
    let shown: String

    init(_ name: String, _ text: String, _ shown: String) {
      self.init(name, Array(text.utf8), shown)
    }

    init(_ name: String, _ bytes: [UInt8], _ shown: String) {
      (testDescription, self.bytes, self.shown) = (name, bytes, shown)
    }
  }

  @Test(arguments: [
    Case("plain text", "name 1 → 2 é 日本 👩‍🚀", "name 1 → 2 é 日本 👩‍🚀"),
    Case("line ends", "a\nb\r\nc\td", "a\\nb\\r\\nc\\td"),
    Case("terminal control", "\u{1B}[31m\u{7}\u{0}", "\\u001b[31m\\u0007\\u0000"),
    Case("delete and C1", "\u{7F}\u{9B}", "\\u007f\\u009b"),
    Case("text direction", "a\u{202E}b\u{2066}c\u{200F}", "a\\u202eb\\u2066c\\u200f"),
    Case("line separators", "\u{2028}\u{2029}", "\\u2028\\u2029"),
    Case("byte-order mark and tags", "\u{FEFF}\u{E0041}", "\\ufeff\\u{e0041}"),
    Case("no UTF-8", [0x61, 0xFF, 0xC3, 0x28, 0xE2, 0x82], "a\\xff\\xc3(\\xe2\\x82"),
    Case("a surrogate", [0xED, 0xA0, 0x80], "\\xed\\xa0\\x80"),
    Case("nothing", "", ""),
  ])
  func `text is shown with escapes`(_ example: Case) {
    #expect(Array(Printable.text(of: example.bytes).utf8) == Array(example.shown.utf8))
    // The String form takes a shortcut where nothing needs an escape.
    let string = String(decoding: example.bytes, as: UTF8.self)
    if string.utf8.elementsEqual(example.bytes) {
      #expect(Array(Printable.text(of: string).utf8) == Array(example.shown.utf8))
    }
  }

  @Test func `an escaped text escapes to itself`() {
    let once = Printable.text(of: "\u{1B}[0m\u{202E}\n")
    #expect(Printable.text(of: once) == once)
  }

  @Test func `line ends can be kept`() {
    #expect(Printable.lines(of: "a\n\n\u{1B}b\r\nc") == "a\n\n\\u001bb\\r\nc")
  }

  @Test(arguments: [
    (String(repeating: "x", count: 64), String(repeating: "x", count: 64)),
    (String(repeating: "x", count: 65), String(repeating: "x", count: 64) + "…"),
    (String(repeating: "x", count: 63) + "é", String(repeating: "x", count: 63) + "…"),
    (String(repeating: "x", count: 62) + "日", String(repeating: "x", count: 62) + "…"),
    (String(repeating: "x", count: 61) + "👍", String(repeating: "x", count: 61) + "…"),
    (String(repeating: "x", count: 60) + "👍", String(repeating: "x", count: 60) + "👍"),
    (String(repeating: "x", count: 60) + "👍!", String(repeating: "x", count: 60) + "👍…"),
  ])
  func `quoted data ends at 64 bytes, never inside a scalar`(data: String, quoted: String) {
    #expect(Printable.quote(data) == quoted)
  }

}
