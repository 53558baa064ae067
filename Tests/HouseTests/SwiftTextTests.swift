import Testing

@Suite struct SwiftTextTests {
  /// What is expected has each run of blanks squeezed into one.
  @Test(arguments: [
    ("let a = 1  // b", "let a = 1 ", " // b"),
    ("a /* b /* c */ d */ e", "a e", " /* b /* c */ d */ "),
    (#"a("b! // c")"#, #"a(" ")"#, " "),
    (#"a("b\"c!")d"#, #"a(" ")d"#, " "),
    (#"a("b\(c!)d")"#, #"a(" \(c!) ")"#, " "),
    (#"a("\(b((c), "d!") + e!)f!")g"#, #"a("\(b((c), " ") + e!) ")g"#, " "),
    (##"a(#"b"c!\(d!)\#(e!)"#)f"##, ##"a(#" \#(e!)"#)f"##, " "),
    ("\"\"\"\na \"b\" c!\n\"\"\" d", "\"\"\"\n \n\"\"\" d", " \n \n "),
    ("func `a \"b\" c!`() {}", "func ` `() {}", " "),
  ])
  func `code, comments and strings are told apart`(_ text: String, code: String, comments: String) {
    let parts = SwiftText(text)
    #expect(squeezed(parts.code) == code)
    #expect(squeezed(parts.comments) == comments)
    #expect(parts.code.utf8.count == text.utf8.count)
  }

  @Test func `lines are kept`() {
    let text = "a\n/* b\nc */\n\"\"\"\nd\n\"\"\"\n// e\nf!\n"
    let parts = SwiftText(text)
    #expect(parts.code.split(separator: "\n", omittingEmptySubsequences: false)[7] == "f!")
    #expect(parts.comments.split(separator: "\n", omittingEmptySubsequences: false)[6] == "// e")
  }

  private func squeezed(_ text: String) -> String {
    text.reduce(into: "") { squeezed, next in
      if next != " " || squeezed.last != " " { squeezed.append(next) }
    }
  }
}
