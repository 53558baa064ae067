import Foundation
import TestSupport
import Testing

@testable import JSONMigrationCore
@testable import PropertyLists

/// Property lists as rules see them, and what is refused.
@Suite struct PropertyListReadingTests {
  private func json(_ xml: String) throws -> String {
    let list = try PropertyList(Array("<plist>\(xml)</plist>".utf8), named: "a.plist")
    return String(decoding: list.json, as: UTF8.self)
  }

  @Test(arguments: [
    ("<dict/>", "{}"), ("<array></array>", "[]"), (" <dict > </dict\n>\n", "{}"),
    (
      "<dict><key>b</key><true/><key>a</key><array><false></false><false/></array></dict>",
      #"{"b":true,"a":[false,false]}"#
    ),
    ("<integer>-7</integer>", "-7"), ("<integer>0x1F</integer>", "31"),
    ("<integer>-0x10</integer>", "-16"), ("<integer>+5</integer>", "5"),
    ("<integer>18446744073709551615</integer>", "18446744073709551615"),
    ("<real>2</real>", "2.0"), ("<real>2.50</real>", "2.50"), ("<real>1e400</real>", "1e400"),
    ("<real>.5</real>", "0.5"), ("<real>+infinity</real>", #""inf""#),
    ("<real>nan</real>", #""nan""#),
    ("<date>2024-02-29T12:00:00Z</date>", #""2024-02-29T12:00:00Z""#),
    ("<data>\n\tAAH/\n\t</data>", #""AAH/""#), ("<data>AQ==</data>", #""AQ==""#),
    ("<data></data>", #""====""#), ("<string/>", #""""#), ("<string>$null</string>", "null"),
    (
      "<string> &lt;&#x41;&#66;&amp;&quot;&apos;<![CDATA[<x>&]]><!-- c -->\r\n\t</string>",
      #"" <AB&\"'<x>&\r\n\t""#
    ),
    // Two keys, since their bytes differ; and of one that stands twice the last counts.
    (
      "<dict><key>\u{E9}</key><true/><key>e\u{301}</key><false/></dict>",
      "{\"\u{E9}\":true,\"e\u{301}\":false}"
    ),
    (
      "<dict><key>a</key><true/><key>a</key><false/></dict>", #"{"a":false}"#
    ),
    (
      "<dict><key>a</key><dict><key>b</key><true/><key>b</key><true/></dict><key>c</key><true/>"
        + "<key>a</key><integer>1</integer><key>a</key><array><integer>2</integer></array></dict>",
      #"{"c":true,"a":[2]}"#
    ),
    // What can't be read is nothing to whoever doesn't ask for it.
    ("<integer> 5 </integer>", #""<integer> 5 </integer>""#),
    ("<real>0x10</real>", #""<real>0x10</real>""#),
    ("<date>today</date>", #""<date>today</date>""#), ("<data>A</data>", #""<data>A</data>""#),
    ("<date>2025-02-30T24:00:00Z</date>", #""2025-02-30T24:00:00Z""#),
    ("<string>\u{1}&#2;</string>", #""\u0001\u0002""#),
    // A text that reads like a date is one, and the date is told from it by a zero.
    (
      "<array><date>2025-01-01T00:00:00Z</date><string>2025-01-01T00:00:00Z</string></array>",
      #"["2025-01-01T00:00:00.0Z","2025-01-01T00:00:00Z"]"#
    ),
  ])
  func `XML as JSON`(_ xml: String, _ json: String) throws {
    #expect(try self.json(xml) == json)
  }

  @Test(arguments: [
    ("", "expected a property list, found the end of the text", 1),
    ("{\"version\": 1}", "expected a property list, in XML or binary, found `{`", 1),
    ("<dict/><dict/>", "expected the end of the text, found `<`", 8),
    ("</dict>", "expected `<plist>`, found `</dict>`", 1),
    ("<plist/>", "expected `<plist>`, found `<plist/>`", 1),
    ("<plist></plist>", "expected a value, found `</plist>`", 8),
    ("<plist><true/><true/></plist>", "expected `</plist>`, found `<true/>`", 15),
    ("<plist><true/></plist>x", "expected the end of the text, found `x`", 23),
    ("<plist><dict><true/></dict></plist>", "expected a `<key>` or `</dict>`, found `<true/>`", 14),
    (
      "<plist><dict><key>a</key></dict></plist>", "expected a value, found `</dict>`", 26
    ),
    ("<plist><array></dict></plist>", "expected `</array>`, found `</dict>`", 15),
    ("<plist><array><key>a</key></array></plist>", "a property list has no `<key>`", 15),
    ("<plist><array>text</array></plist>", "expected a tag in `<array>`, found `text`", 15),
    ("<plist><array>", "expected a tag in `<array>`, found the end of the text", 15),
    ("<plist><intger>1</intger></plist>", "a property list has no `<intger>`", 8),
    ("<plist><string>a<b/></string></plist>", "expected `</string>`, found another tag", 17),
    ("<plist><string>a</strings></plist>", "expected `</string>`, found `</strings>`", 17),
    ("<plist><string>a", "expected `</string>`, found the end of the text", 17),
    ("<plist><string>&lt", "expected `&amp;`, or a `;` behind this", 16),
    ("<plist><string>a & b</string></plist>", "expected `&amp;`, or a `;` behind this", 18),
    ("<plist><string>&x;</string></plist>", "`&x;` stands for no character here", 16),
    ("<plist><string>&#0;</string></plist>", "`&#0;` stands for no character here", 16),
    (
      "<plist><array><data/></array></plist>",
      "expected `<data>` and `</data>` around data, found `<data/>`", 15
    ),
    (
      "<plist><dict><key/><true/></dict></plist>",
      "expected `<key>` and `</key>` around a key, found `<key/>`", 14
    ),
    ("<plist><true>x</true></plist>", "expected `<true/>`, found `x`", 8),
    (
      "<!DOCTYPE plist [<!ENTITY a \"b\">]><plist><true/></plist>",
      "a property list has no declarations of its own", 17
    ),
    (
      "<?xml version=\"1.0\" encoding=\"latin1\"?><plist><true/></plist>",
      "expected UTF-8, found another encoding", 1
    ),
    ("<!-- <plist>", "expected `-->` behind the comment", 1),
    (
      "<plist><array><real>inf</real><string>inf</string></array></plist>",
      "the property list has a text that reads just like one of its other values, `inf`", 31
    ),
  ])
  func `broken XML is refused where it is broken`(
    _ xml: String, _ message: String, _ column: Int
  ) throws {
    let error = #expect(throws: MigrationError.self) {
      try PropertyList(Array(xml.utf8), named: "a.plist")
    }
    let diagnostic = try #require(error?.diagnostics.first)
    #expect(diagnostic.message == message)
    #expect(diagnostic.place?.span?.column == column)
  }

  @Test func `a text that no value can be told from is refused before that takes long`() throws {
    let data = "<data>AAAA</data>"
    for count in [60, 70] {
      let texts = (0..<count).map { "<string>AAAA\(String(repeating: "=", count: $0))</string>" }
      let xml = "<plist><array>\(texts.joined())\(data)</array></plist>"
      let list = try? PropertyList(Array(xml.utf8), named: "a.plist")
      #expect((list != nil) == (count == 60))
    }
  }

  @Test func `text that is no UTF-8 is refused`() {
    for (bytes, found) in [
      (
        Array("<plist><string>é".utf8) + [0xFF] + Array("</string></plist>".utf8),
        "a byte that is not UTF-8 (0xFF)"
      ),
      ([0xFF, 0xFE], "a byte-order mark of UTF-16"),
    ] {
      let error = #expect(throws: MigrationError.self) {
        try PropertyList(bytes, named: "a.plist")
      }
      #expect(error?.kind == .badPropertyList)
      #expect(error?.diagnostics.first?.message == "expected UTF-8, found \(found)")
    }
  }

  @Test func `nesting ends no stack`() throws {
    let (start, end) = (
      String(repeating: "<array>", count: 100_000), String(repeating: "</array>", count: 100_000)
    )
    #expect(try json(start + end).count == 200_000)
  }
}

/// Binary property lists, made object by object.
@Suite struct BinaryPropertyListTests {
  /// A property list of these objects, the first of which is the root; references have one byte.
  static func file(_ objects: [[UInt8]]) -> [UInt8] {
    var file = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets.append(UInt8(file.count))
      file += object
    }
    let table = UInt8(file.count)
    file += offsets + [0, 0, 0, 0, 0, 0, 1, 1]
    for number in [UInt8(objects.count), 0, table] { file += [0, 0, 0, 0, 0, 0, 0, number] }
    return file
  }

  private func read(_ objects: [UInt8]...) throws -> String {
    String(decoding: try PropertyList(Self.file(objects), named: "a.plist").json, as: UTF8.self)
  }

  @Test func `what only binary ones have`() throws {
    #expect(try read([0xA2, 1, 1], [0x51, 0x61]) == #"["a","a"]"#)
    #expect(try read([0x11, 0xFF, 0xFF]) == "65535")
    #expect(try read([0x13] + [UInt8](repeating: 0xFF, count: 8)) == "-1")
    #expect(try read([0x14] + [UInt8](repeating: 0xFF, count: 16)) == "-1")
    #expect(try read([0x22, 0x3F, 0x80, 0, 0]) == "1.0")
    #expect(try read([0x61, 0x20, 0xAC]) == "\"€\"")
    #expect(try read([0x00]) == "null")
    #expect(try read([0x33, 0x7F, 0xF8, 0, 0, 0, 0, 0, 0]) == #""date nan""#)
    #expect(try read([0xD2, 1, 1, 2, 3], [0x51, 0x61], [0x10, 1], [0x10, 2]) == #"{"a":2}"#)
    #expect(try read([0x33, 0, 0, 0, 0, 0, 0, 0, 0]) == #""2001-01-01T00:00:00Z""#)
  }

  struct Refusal: Sendable, CustomTestStringConvertible {
    let message: String
    let path: String?
    let objects: [[UInt8]]

    init(_ message: String, at path: String? = nil, _ objects: [UInt8]...) {
      (self.message, self.path, self.objects) = (message, path, objects)
    }

    var testDescription: String { message }
  }

  @Test(arguments: [
    Refusal(
      "the property list has a UID, as archives of objects do, and JSON has none", at: "$.u[1]",
      [0xD1, 1, 2], [0x51, 0x75], [0xA2, 1, 3], [0x80, 5]),
    Refusal("the property list has a set, and JSON has none", at: "$", [0xC0]),
    Refusal("the property list has a container that contains itself", at: "$[0]", [0xA1, 0]),
    Refusal("the property list has a key that is no text", at: "$", [0xD1, 1, 1], [0x10, 1]),
    Refusal(
      "the property list has text with half a surrogate pair", at: "$", [0x61, 0xD8, 0x00]),
    Refusal("the property list has an object of an unknown kind, 0x70", at: "$", [0x70]),
    Refusal(
      "the property list has an integer of more than 64 bits", at: "$",
      [0x14, 1] + [UInt8](repeating: 0, count: 15)),
    Refusal("the binary property list is broken: it is cut off", [0x5F, 0x12, 0x7F, 0, 0, 0]),
    Refusal(
      "the binary property list is broken: it refers to an object that it doesn't have", [0xA1, 9]),
    Refusal("the binary property list is broken: it has text that is no ASCII", [0x51, 0xE9]),
  ])
  func `what JSON can't hold is refused, with its path`(_ refusal: Refusal) throws {
    let error = #expect(throws: MigrationError.self) {
      try PropertyList(Self.file(refusal.objects), named: "a.plist")
    }
    let diagnostic = try #require(error?.diagnostics.first)
    #expect(diagnostic.message == refusal.message)
    #expect(diagnostic.place?.path == refusal.path)
    #expect(diagnostic.place?.span == nil)
  }

  @Test func `few bytes that stand for many are refused`() throws {
    let objects = (1...40).map { [UInt8](arrayLiteral: 0xA2, $0, $0) } + [[0x10, 1]]
    var reader = try BinaryPropertyListReader(Self.file(objects), limit: 10_000)
    let problem = #expect(throws: PropertyListProblem.self) { try reader.read() }
    #expect(problem?.kind == .tooBig)
    guard Amount.isThorough else { return }
    // Many empty ones take little room and much work.
    let graph = (1...60).map { [UInt8](arrayLiteral: 0xA2, $0, $0) } + [[0xA0]]
    var counting = try BinaryPropertyListReader(Self.file(graph), limit: .max)
    let found = #expect(throws: PropertyListProblem.self) { try counting.read() }
    #expect(found?.kind == .tooBig)
  }

  @Test func `a null stays what it was`() throws {
    let text: [UInt8] = [0x55] + "$null".utf8
    for null in [[0x00], text] {
      let list = try PropertyList(Self.file([[0xA2, 1, 2], null, [0x10, 1]]), named: "a.plist")
      #expect(String(decoding: list.json, as: UTF8.self) == "[null,1]")
      let written = try list.bytes(Array("[1,null,null]".utf8), named: "a.plist")
      #expect(written.starts(with: Self.file([[0xA3, 1, 2, 2], [0x10, 1], null]).prefix(20)))
    }
    let error = #expect(throws: MigrationError.self) {
      try PropertyList(Self.file([[0xA2, 1, 2], [0x00], text]), named: "a.plist")
    }
    #expect(error?.kind == .unsupported)
  }

  /// Whatever the bytes are: an error, or JSON that can be read and written.
  @Test func `damaged ones end in an error or in JSON`() throws {
    var random = Seeded()
    let whole = Self.file([
      [0xD2, 1, 2, 3, 4], [0x51, 0x61], [0x62, 0x00, 0xE9, 0x20, 0xAC], [0xA3, 5, 6, 7],
      [0x43, 0, 1, 2], [0x33, 0x41, 0xC0, 0, 0, 0, 0, 0, 0], [0x10, 7],
      [0x23, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0],
    ])
    var sound = 0
    for length in 0..<whole.count {
      #expect(throws: MigrationError.self) {
        try PropertyList(Array(whole.prefix(length)), named: "a.plist")
      }
    }
    for _ in 0..<3_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 8..<bytes.count, using: &random)] = .random(
          in: 0...255, using: &random)
      }
      guard let list = try? PropertyList(bytes, named: "a.plist") else { continue }
      sound += 1
      let written = try list.bytes(list.json, named: "a.plist")
      #expect(try PropertyList(written, named: "a.plist").json == list.json, "\(random)")
    }
    #expect(sound > 100, "\(random)")
  }
}
