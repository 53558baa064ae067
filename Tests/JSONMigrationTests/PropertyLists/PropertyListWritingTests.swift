import Foundation
import JSONText
import TestSupport
import Testing

@testable import JSONMigrationCore
@testable import PropertyLists

/// Property lists that went through JSON are what they were, with Foundation as the judge.
@Suite struct PropertyListWritingTests {
  private static let formats: [PropertyListSerialization.PropertyListFormat] = [.xml, .binary]

  private func plain(_ value: Any, _ format: PropertyListSerialization.PropertyListFormat) throws
    -> [UInt8]
  {
    Array(try PropertyListSerialization.data(fromPropertyList: value, format: format, options: 0))
  }

  private func object(_ bytes: [UInt8]) throws -> NSDictionary {
    try #require(
      try PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? NSDictionary)
  }

  private static func value(_ random: inout Seeded, depth: Int) -> Any {
    switch Int.random(in: 0...(depth == 0 ? 6 : 8), using: &random) {
    case 0: return Bool.random(using: &random)
    case 1:
      return Int.random(in: .min ... .max, using: &random) >> Int.random(in: 0...63, using: &random)
    case 2: return [0.5, -2.25, 1e300, 1e-7, 3, 100_000].randomElement(using: &random) ?? 0
    case 3:
      // Whole seconds are all that XML has.
      return Date(
        timeIntervalSinceReferenceDate: Double(
          Int.random(in: -1_000_000...1_000_000_000, using: &random)))
    case 4:
      return Data(
        (0..<Int.random(in: 0...120, using: &random)).map { _ in
          UInt8.random(in: 0...255, using: &random)
        })
    case 5:
      return ["", "a", " b ", "<&>\"'", "é", "e\u{301}", "😀\n\t"].randomElement(using: &random)
        ?? ""
    case 6: return String(repeating: "x", count: Int.random(in: 0...300, using: &random))
    case 7:
      return (0..<Int.random(in: 0...20, using: &random)).map { _ in
        value(&random, depth: depth - 1)
      }
    default: return dictionary(&random, depth: depth - 1)
    }
  }

  private static func dictionary(_ random: inout Seeded, depth: Int) -> [String: Any] {
    let keys = ["a", "key", "ä", "z<", String(repeating: "k", count: 20), "1"]
    return keys.reduce(into: [:]) { members, key in
      if Bool.random(using: &random) { members[key] = value(&random, depth: depth) }
    }
  }

  @Test func `whatever it holds stays what it was`() throws {
    var random = Seeded()
    let seed = random.description
    for _ in 0..<Amount.of(60, thorough: 600) {
      let value = Self.dictionary(&random, depth: 4)
      for format in Self.formats {
        let bytes = try plain(value, format)
        let list = try PropertyList(bytes, named: "a.plist")
        let written = try list.bytes(list.json, named: "a.plist")
        #expect(written.starts(with: "bplist".utf8) == (format == .binary))
        #expect(try object(written) == object(bytes), "\(seed)\n\(value)")
        // What was written is read as the same, and written as the same.
        let again = try PropertyList(written, named: "a.plist")
        #expect(again.json == list.json, "\(seed)")
        #expect(try again.bytes(again.json, named: "a.plist") == written, "\(seed)")
      }
    }
  }

  static let xml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0">
    <dict>
    \t<key>z</key>
    \t<string>a &amp; b&#13;</string>
    \t<key>a</key>
    \t<array>
    \t\t<real>2.50</real>
    \t\t<real>-inf</real>
    \t\t<integer>2</integer>
    \t\t<dict/>
    \t\t<data>
    \t\tAAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8gISIjJCUmJygpKiss
    \t\tLS4v
    \t\t</data>
    \t\t<data>
    \t\t</data>
    \t\t<date>2024-02-29T12:00:00Z</date>
    \t\t<string>$null</string>
    \t</array>
    </dict>
    </plist>

    """

  @Test func `XML in the usual layout comes back byte for byte`() throws {
    let list = try PropertyList(Array(Self.xml.utf8), named: "a.plist")
    let written = try list.bytes(list.json, named: "a.plist")
    #expect(String(decoding: written, as: UTF8.self) == Self.xml)
  }

  @Test(arguments: [
    "<plist>\n<!-- why --><true/></plist>", "<plist>\n<string>a<!-- why -->b</string></plist>",
    "<?xml version=\"1.0\"?>\n<!-- why -->\n<plist><true/></plist>",
    "<plist><true/></plist>\n<?editor left?>",
  ])
  func `comments are read past, and nothing is written without them`(xml: String) throws {
    let list = try PropertyList(Array(xml.utf8), named: "a.plist")
    let error = #expect(throws: MigrationError.self) {
      try list.bytes(Array("1".utf8), named: "a.plist")
    }
    #expect(error?.kind == .unsupported)
    #expect(
      error?.diagnostics.first?.message == "the property list has a comment, which would be lost")
    #expect(error?.diagnostics.first?.place?.span?.line == 2)
    #expect(list.bytes == Array(xml.utf8))
  }

  @Test(arguments: [
    ("1", "<integer>1</integer>"), ("1.0", "<real>1.0</real>"), ("1e2", "<real>1e2</real>"),
    ("20000000000000000000", "<real>20000000000000000000</real>"),
    ("null", "<string>$null</string>"),
    (#""2001-01-01T00:00:00Z""#, "<string>2001-01-01T00:00:00Z</string>"),
    (#""""#, "<string></string>"),
    (#""\u00e9\/""#, "<string>é/</string>"),
  ])
  func `what rules made`(_ json: String, _ xml: String) throws {
    let list = try PropertyList(Array("<plist><true/></plist>".utf8), named: "a.plist")
    let written = String(
      decoding: try list.bytes(Array(json.utf8), named: "a.plist"), as: UTF8.self)
    #expect(written.hasSuffix("\n\(xml)\n</plist>\n"))
  }

  @Test func `an integer of more than 64 bits is a real where that is the same`() throws {
    let list = try PropertyList(BinaryPropertyListTests.file([[0x09]]), named: "a.plist")
    let json = "[20000000000000000000,-1e23,18446744073709551615,0.12345678901234567890]"
    let written = try list.bytes(Array(json.utf8), named: "a.plist")
    #expect(
      String(decoding: try PropertyList(written, named: "a.plist").json, as: UTF8.self)
        == "[2e+19,-1e+23,18446744073709551615,0.12345678901234568]")
  }

  @Test func `a real beyond all others stays if the list came with one`() throws {
    let xml = Self.xml.replacing("2.50", with: "1e400")
    let list = try PropertyList(Array(xml.utf8), named: "a.plist")
    let written = try list.bytes(list.json, named: "a.plist")
    #expect(String(decoding: written, as: UTF8.self) == xml)
  }

  @Test func `no more is written than the limit, tabs in XML among it`() throws {
    let xml = try PropertyList(Array("<plist><true/></plist>".utf8), named: "a.plist")
    let binary = try PropertyList(BinaryPropertyListTests.file([[0x09]]), named: "a.plist")
    let deep =
      String(repeating: "[", count: 100) + String(repeating: "true,", count: 100) + "1"
      + String(repeating: "]", count: 100)
    for list in [xml, binary] {
      for json in [deep, #""\#(String(repeating: "long", count: 1000))""#] {
        let bytes = try list.bytes(Array(json.utf8), named: "a.plist")
        #expect(try list.bytes(Array(json.utf8), limit: bytes.count) == bytes)
        let error = #expect(throws: TextProblem.self) {
          try list.bytes(Array(json.utf8), limit: bytes.count - 1)
        }
        #expect(error?.kind == "too-big")
        #expect(
          error?.message == "expected at most \(bytes.count - 1) bytes of output, found more")
      }
    }
    #expect(throws: TextProblem.self) { try xml.shown(Array(deep.utf8), limit: 10_000) }
    #expect(PropertyList.outputLimit(forBytes: 10) == 64 << 20)
    #expect(PropertyList.outputLimit(forBytes: 5 << 20) == 80 << 20)
  }

  @Test func `what a form can't hold is an error with its path`() throws {
    let xml = try PropertyList(Array("<plist><true/></plist>".utf8), named: "a.plist")
    let binary = try PropertyList(BinaryPropertyListTests.file([[0x09]]), named: "a.plist")
    for (list, json) in [
      (xml, #"{"a":[1,{"b":"\u0000"}]}"#), (binary, #"{"a":[1,{"b":1e400}]}"#),
      (xml, #"{"a":[1,{"b":"\ud800"}]}"#), (xml, #"{"a":[1,{"b":-1e400}]}"#),
      (binary, #"{"a":[1,{"b":9223372036854775807000}]}"#),
      (binary, #"{"a":[1,{"b":-9223372036854775809}]}"#),
      (binary, #"{"a":[1,{"b":9.223372036854775807e21}]}"#),
      (binary, #"{"a":[1,{"b":9007199254740993.0}]}"#),
    ] {
      let error = #expect(throws: MigrationError.self) {
        try list.bytes(Array(json.utf8), named: "a.plist")
      }
      #expect(error?.kind == .invalidValue)
      #expect(error?.diagnostics.first?.place?.path == "$.a[1].b")
    }
    let shown = try xml.shown(Array(#""\u0001""#.utf8), named: "a.plist")
    #expect(String(decoding: shown, as: UTF8.self).contains("<string>&#1;</string>"))
  }

  @Test(arguments: [
    (0, "$"), (1, "$.a"), (5, "$.a"), (6, "$.a[0]"), (9, "$.a[1]"),
    (10, "$.a[1].b"), (16, "$.a[1].b"), (18, "$.a[1]"), (21, "$.c"),
  ])
  func `the path of a byte`(_ byte: Int, _ path: String) {
    let json = #"{"a":[1, {"b": "x"}],"c":2}"#
    #expect(JSONTokens.path(to: byte, in: Array(json.utf8)) == path)
  }
}
