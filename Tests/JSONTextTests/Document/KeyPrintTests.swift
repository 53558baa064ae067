import JSONText
import TestSupport
import Testing

/// Keys that are told apart by a few of their bytes are those that reading them whole tells apart.
@Suite struct KeyPrintTests {
  static let names = [
    "", "a", "b", "ab", "id", "é", "\"", "\\", "a\"b", "\u{1}", "\u{7F}", "\u{2028}", "seven77",
    "eight888", "nine99999", "matchPackageNames", "matchPackagePatterns", "matchPackageXatterns",
    "sixteen161616161", "seventeen17171717", "seventeex17171717", "\u{1F600}",
  ].map { Array($0.utf8) }

  /// A key of JSON that stands for a name, at times with escapes that it doesn't need.
  private static func key(_ name: [UInt8], using random: inout Seeded) -> [UInt8] {
    let text = JSON.string(String(decoding: name, as: UTF8.self)).description
    guard let first = name.first, first < 0x7F, first > 0x22, Bool.random(using: &random) else {
      return Array(text.utf8)
    }
    let hex = String(first, radix: 16)
    return Array("\"\\u00\(hex)".utf8) + text.utf8.dropFirst(first == 0x5C ? 3 : 2)
  }

  @Test func `any object is asked the same two ways`() throws {
    var random = Seeded()
    for round in 0..<Amount.of(500, thorough: 2_000) {
      let count = Int.random(in: 0...40, using: &random)
      let keys = (0..<count).map { _ in
        let name = Self.names.randomElement(using: &random) ?? []
        return round.isMultiple(of: 2)
          ? name + "\(Int.random(in: 0...60, using: &random))".utf8 : name
      }
      var text: [UInt8] = Array("{".utf8)
      for (index, key) in keys.enumerated() {
        if index > 0 { text.append(0x2C) }
        text += Self.key(key, using: &random) + ":1".utf8
      }
      var subject = Subject()
      try subject.read(text + "}".utf8)
      let root = subject.document.root
      let named = Set(Self.names.filter { _ in Bool.random(using: &random) } + keys.prefix(3))
      let names = KeyNames(named)
      let namesakes = try subject.document.openMembers(of: root)
      let items = try subject.items(of: root)
      #expect(items.count == keys.count)
      for (item, key) in zip(items, keys) {
        #expect(subject.document.key(of: item) == key, "\(random)")
        #expect(subject.document.hasKey(item, among: names) == named.contains(key), "\(random)")
        let isThere = try subject.document.hasNamesake(item, among: namesakes)
        #expect(isThere == (keys.count { $0 == key } > 1), "\(random): \(key)")
        if namesakes.areNone { #expect(!isThere) }
      }
    }
  }

  @Test func `keys that differ have no namesakes most of the time`() throws {
    var subject = Subject()
    try subject.read(Array(#"{"id":1,"name":2,"title":3}"#.utf8))
    #expect(try subject.document.openMembers(of: subject.document.root).areNone)
    try subject.read(Array(#"{"id":1,"name":2,"id":3}"#.utf8))
    #expect(try subject.document.openMembers(of: subject.document.root).areNone == false)
  }
}
