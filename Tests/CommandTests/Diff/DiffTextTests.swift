import JSONText
import TestSupport
import Testing

@testable import jsonmigrate

@Suite struct DiffTextTests {
  private func diff(_ old: [UInt8], _ new: [UInt8], _ style: DiffText = DiffText()) -> [UInt8] {
    var before = ByteBuffer()
    var after = ByteBuffer()
    var out = ByteBuffer()
    before.append(contentsOf: old)
    after.append(contentsOf: new)
    style.body(before.view[0..<before.count], after.view[0..<after.count], into: &out)
    return out.view[0..<out.count].array
  }

  private func diff(_ old: String, _ new: String, _ style: DiffText = DiffText()) -> String {
    String(decoding: diff(Array(old.utf8), Array(new.utf8), style), as: UTF8.self)
  }

  @Test func `equal texts have no difference`() {
    #expect(diff("", "") == "")
    #expect(diff("a\nb", "a\nb") == "")
  }

  @Test func `three lines around a change, and changes near each other in one hunk`() {
    let old = (1...30).map { "\($0)\n" }.joined()
    let new = old.replacing("\n5\n", with: "\nfive\n").replacing("\n11\n", with: "\n")
      .replacing("\n29\n", with: "\n29\nmore\n")
    #expect(
      diff(old, new) == """
        @@ -2,13 +2,12 @@
         2
         3
         4
        -5
        +five
         6
         7
         8
         9
         10
        -11
         12
         13
         14
        @@ -27,4 +26,5 @@
         27
         28
         29
        +more
         30

        """)
  }

  @Test func `what is drained on the way is the same`() {
    let line = String(long: "x", count: 1_500_000)
    let (old, new) = ("a\n\(line)\nb", "a\n\(line)y\nb\n")
    var before = ByteBuffer()
    var after = ByteBuffer()
    var out = ByteBuffer()
    before.append(contentsOf: old.utf8)
    after.append(contentsOf: new.utf8)
    var drained: [UInt8] = []
    var most = 0
    DiffText().body(before.view[0..<before.count], after.view[0..<after.count], into: &out) {
      most = max(most, $0.count)
      drained += $0.view[0..<$0.count]
      $0.truncate(to: 0)
    }
    #expect(out.count == 0)
    #expect(drained == diff(Array(old.utf8), Array(new.utf8)))
    #expect(most < 1_100_000)
  }

  @Test func `an end without a line end is told`() {
    #expect(
      diff("a", "a\n") == "@@ -1 +1 @@\n-a\n\\ No newline at end of file\n+a\n")
    #expect(
      diff("a\nb", "a\nc") == """
        @@ -1,2 +1,2 @@
         a
        -b
        \\ No newline at end of file
        +c
        \\ No newline at end of file

        """)
    #expect(diff("", "a\n") == "@@ -0,0 +1 @@\n+a\n")
  }

  @Test func `a name with a space ends in a tab, as patch wants it`() {
    for (name, shown) in [("a.json", "a.json"), ("a b", "a b\t")] {
      var out = ByteBuffer()
      DiffText().head(ofFile: name, into: &out)
      #expect(
        String(decoding: out.view[0..<out.count].array, as: UTF8.self)
          == "--- \(shown)\n+++ \(shown)\n")
    }
  }

  @Test func `bytes come as they are, whatever they are`() {
    let bytes: [UInt8] = [0xFF, 0x0D, 0x1B, 0x0A]
    #expect(
      diff(bytes, []) == Array("@@ -1 +0,0 @@\n-".utf8) + bytes)
  }

  @Test func `a terminal gets nothing that it could act on`() {
    #expect(
      diff("\t\u{1B}[2J\r\n", "", DiffText(isShown: true))
        == "@@ -1 +0,0 @@\n-\t\\u001b[2J\\r\n")
    let coloured = diff("a\n", "b\n", DiffText(isShown: true, painter: Painter(isOn: true)))
    #expect(coloured.contains("\u{1B}[31m-a\u{1B}[0m\n\u{1B}[32m+b\u{1B}[0m\n"))
  }
}
