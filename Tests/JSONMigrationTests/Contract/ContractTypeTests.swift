import Foundation
import JSONMigrationCore
import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationTesting

/// How far the check sees into types, and that it raises no false alarm.
@Suite struct ContractTypeTests {
  @propertyWrapper struct Clamped: Codable {
    var wrappedValue: Int
    init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
    init(from decoder: any Decoder) throws {
      wrappedValue = min(100, try decoder.singleValueContainer().decode(Int.self))
    }
  }

  class Base: Codable { var id: Int = 0 }

  final class Derived: Base {
    var name: String
    private enum CodingKeys: CodingKey { case name }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      name = try container.decode(String.self, forKey: .name)
      try super.init(from: container.superDecoder())
    }
  }

  /// Takes what it finds.
  struct Lenient: Decodable {
    var flag: Bool
    var count: Int
    private enum CodingKeys: CodingKey { case flag, count, legacy }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      flag = (try? container.decode(Bool.self, forKey: .flag)) ?? false
      if let number = try? container.decode(Int.self, forKey: .count) {
        count = number
      } else if container.contains(.legacy) {
        count = try container.decode(Int.self, forKey: .legacy)
      } else {
        count = 0
      }
    }
  }

  /// A value of any type, as many apps have one.
  enum Anything: Decodable {
    case text(String)
    case number(Double)
    case list([Anything])
    case members([String: Anything])
    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else if let list = try? container.decode([Anything].self) {
        self = .list(list)
      } else {
        self = .members(try container.decode([String: Anything].self))
      }
    }
  }

  /// Reads a list to its end, which it takes an error for.
  struct Drained: Decodable {
    var numbers: [Int] = []
    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      while let number = try? container.decode(Int.self) { numbers.append(number) }
    }
  }

  struct Email: Decodable {
    struct NoAt: Error, CustomStringConvertible {
      var description: String { "an address has an @" }
    }
    init(from decoder: any Decoder) throws {
      let text = try decoder.singleValueContainer().decode(String.self)
      guard text.contains("@") else { throw NoAt() }
    }
  }

  final class Node: Codable {
    var value: Int
    var next: Node?
    var children: [String: [Node]]
  }

  indirect enum Tree: Codable {
    case leaf(Int)
    case branch(Tree, Tree)
  }

  struct Whole: Codable {
    enum Level: Int, Codable { case low, high }
    enum Shape: Codable, CaseIterable { case round, square }
    enum Body: Codable { case quatrain([String]), couplet(first: String, second: String) }
    struct Point: Codable { var x: Double }
    var level: Level
    var shape: Shape
    var points: [Point]
    var grid: [[Point]]
    var named: [String: Point]
    var numbered: [Int: Point]
    var byPoint: [Data: Point]
    var maybe: Point?
    var link: URL
    var id: UUID
    var when: Date
    var data: Data
    var price: Foundation.Decimal
    var extra: JSON
    var set: Set<String>
    @Clamped var volume: Int
    var node: Node
    var body: Body
  }

  private func errors(
    _ type: any Decodable.Type, _ rules: String, _ samples: [String]? = nil,
    decoder: JSONDecoder = JSONDecoder()
  ) throws -> [String] {
    try Checked.messages(type, steps: [rules], samples: samples, decoder: decoder)
      .filter { !$0.hasPrefix("note:") && !$0.hasPrefix("warning: no sample") }
  }

  @Test func `it sees the whole of a type with nothing but rules`() throws {
    // The rules tell the cases of the enumeration with payloads.
    let rules = #"{ "in": "body", "rename": { "four": "quatrain" } }"#
    #expect(try errors(Whole.self, rules) == [])
    let found = try Checked.messages(Whole.self, steps: [rules])
    for field in [
      "`level: Level`", "`shape: Shape`", "`points: [Point]`", "`grid: [[Point]]`",
      "`named: [String: Point]`", "`numbered: [Int: Point]`", "`link: URL`", "`id: UUID`",
      "`when: Date`", "`data: Data`", "`price: Decimal`",
    ] {
      #expect(found[0].contains(field), "\(found)")
    }
  }

  @Test(.timeLimit(.patience)) func `a type that reads on until something fails comes to an end`()
    throws
  {
    struct Holder: Decodable { var list: Drained }
    #expect(try errors(Holder.self, #"{ "rename": { "l": "list" } }"#, [#"{"l":[1,2]}"#]) == [])
    #expect(try errors(Holder.self, #"{ "drop": "list" }"#).count == 1)
  }

  @Test(arguments: [
    ("drop", "points[*].x", "points[*].x: Double"),
    ("drop", "grid[*][*].x", "grid[*][*].x: Double"),
    ("drop", "named.*.x", "named[*].x: Double"), ("drop", "numbered.*.x", "numbered[*].x: Double"),
    ("drop", "maybe.x", "maybe.x: Double"), ("drop", "node.value", "node.value: Int"),
    ("drop", "node.children.*[*].value", ""), ("drop", "volume", "volume: Clamped"),
  ])
  func `it sees into containers of all kinds`(verb: String, path: String, field: String) throws {
    let found = try errors(
      Whole.self, #"{ "\#(verb)": "\#(path)" }, { "in": "body", "rename": { "f": "quatrain" } }"#)
    if field.isEmpty {
      #expect(found == [])
    } else {
      #expect(found.count == 1, "\(found)")
      #expect(
        found.first?.hasPrefix(
          "error: `Whole` needs `\(field)`, and nothing adds it from version 1 after `drop`")
          == true, "\(found)")
    }
  }

  @Test(
    arguments: [
      ("level", "7", "needs `level: Level`, and `set` gives it 7"),
      ("level", "1", nil), ("shape", #"{ "oval": {} }"#, "needs `shape: Shape`"),
      ("shape", #"{ "square": {} }"#, nil),
      ("link", "7", "needs `link: URL`, and `set` gives it 7"),
      ("id", "\"abc\"", "needs `id: UUID`, and `set` gives it \"abc\""),
      ("when", "\"2026-01-01T00:00:00Z\"", "needs `when: Date`, and `set` gives it"),
      ("data", "\"!\"", "needs `data: Data`, and `set` gives it \"!\""), ("data", "\"AQ==\"", nil),
      ("price", "\"1\"", "needs `price: Decimal`"), ("extra", "[1, {}]", nil),
      ("set", "[\"a\", 1]", "needs `set[*]: String`"),
      ("numbered", #"{ "a": { "x": 1 } }"#, "needs `numbered: [Int: Point]`"),
      ("volume", "\"loud\"", "needs `volume: Clamped`, and `set` gives it \"loud\""),
      ("volume", "400", nil),
      ("body", #"{ "quatrain": { "_0": ["a"] } }"#, nil),
      ("body", #"{ "sonnet": {} }"#, "needs `body: Body`"),
      (
        "node", #"{ "value": 1, "children": { "a": [{ "value": 2 }] } }"#,
        "needs `node.children[*][*].children: [String: [Node]]`"
      ),
      ("maybe", "null", nil),
      ("points", "null", "needs `points: [Point]`, and `set` gives it null"),
    ] as [(String, String, String?)])
  func `values that rules write are tried`(key: String, value: String, message: String?) throws {
    let found = try errors(
      Whole.self,
      #"{ "in": "body", "rename": { "f": "quatrain" } }, { "set": { "\#(key)": \#(value) } }"#)
    #expect(found.count == (message == nil ? 0 : 1), "\(found)")
    if let message { #expect(found.first?.contains(message) == true, "\(found)") }
  }

  /// They have functions of their own in the protocols, which throw unless they are there.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  struct Wide: Codable {
    var id: Int128
    var size: UInt128
    var maybe: Int128?
    var list: [Int128]
    var byID: [String: UInt128]
    var name: String
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func `integers of 128 bits are seen as others are`() throws {
    let found = try errors(Wide.self, #"{ "drop": ["name", "list[*]"] }"#)
    #expect(found.count == 1, "\(found)")
    #expect(found.first?.contains("`Wide` needs `name: String`") == true, "\(found)")
  }

  @Test func `no false alarm of a type that takes what it finds`() throws {
    #expect(try errors(Lenient.self, #"{ "drop": ["flag", "count", "legacy"] }"#) == [])
    #expect(try errors(Lenient.self, #"{ "set": { "flag": "no", "count": "many" } }"#) == [])
    for sample in ["{}", #"{ "flag": 1, "count": "x" }"#, #"{ "legacy": 3 }"#] {
      #expect(try errors(Lenient.self, "", [sample]) == [])
    }
    #expect(
      try errors(Lenient.self, "", [#"{ "legacy": "x" }"#]) == [
        "error: `Lenient` needs `count: Int`, and nothing adds it from version 1; add: "
          + #"{ "add-default": { "count": 0 } }"#
      ])
  }

  @Test func `values of any type`() throws {
    struct Bag: Decodable {
      var any: Anything
      var more: [String: Anything]
    }
    let sample = #"{ "any": [1, "a", { "b": [] }], "more": { "x": "y", "z": { "w": 1 } } }"#
    #expect(try errors(Bag.self, "", [sample]) == [])
    #expect(try errors(Bag.self, #"{ "set": { "any": { "a": [1, 2] } } }"#) == [])
  }

  @Test func `superDecoder, nested and unkeyed containers`() throws {
    struct Pair: Decodable {
      private enum CodingKeys: CodingKey { case inner, list, deep }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let inner = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .inner)
        _ = try inner.decode(Int.self, forKey: .deep)
        var list = try container.nestedUnkeyedContainer(forKey: .list)
        _ = try list.decode(String.self)
        _ = try list.decode(Int.self)
      }
    }
    #expect(
      try errors(Pair.self, "", [#"{ "inner": {}, "list": ["a", 1] }"#]) == [
        "error: `Pair` needs `inner.deep: Int`, and nothing adds it from version 1; add: "
          + #"{ "add-default": { "inner.deep": 0 } }"#
      ])
    let pair = try errors(Pair.self, "", [#"{ "inner": 7 }"#])
    #expect(
      pair == [
        "error: `Pair` needs `inner: [String: Any]`, and it is a number from version 1",
        "error: `Pair` needs `list: [Any]`, and nothing adds it from version 1; add: "
          + #"{ "add-default": { "list": ["",0] } }"#,
      ])
    #expect(
      try errors(Derived.self, "", [#"{ "name": "A", "super": {} }"#]) == [
        "error: `Derived` needs `super.id: Int`, and nothing adds it from version 1; add: "
          + #"{ "add-default": { "super.id": 0 } }"#
      ])
    #expect(
      try errors(Derived.self, #"{ "drop": "super.id" }"#).first?.hasPrefix(
        "error: `Derived` needs `super.id: Int`, and nothing adds it from version 1 after") == true)
  }

  @Test func `a custom init that refuses what is made up`() throws {
    struct Contact: Decodable {
      var name: String
      var mail: Email
      var after: Int
    }
    let found = try errors(Contact.self, #"{ "drop": "name" }"#)
    #expect(
      found == [
        "error: `Contact` needs `name: String`, and nothing adds it from version 1 after `drop` has "
          + #"taken it away (rules/v2.json:1:24); add: { "add-default": { "name": "" } }"#,
        "warning: `Contact` was not seen whole: nothing can stand in for `Email` at `mail`, and "
          + "what is decoded after it was not checked (an address has an @)",
      ])
    // A rule, a test or a sample that has one shows what it may be.
    let shown = try errors(
      Contact.self, #"{ "add-default": { "mail": "a@b.c" } }, { "drop": "after" }"#)
    #expect(shown.map { $0.prefix(40) } == ["error: `Contact` needs `after: Int`, and"])
    #expect(
      try errors(
        Contact.self, #"{ "drop": "after" }"#,
        [#"{ "name": "A", "mail": "a@b.c", "after": 1 }"#, #"{ "name": "A", "after": 1 }"#]
      ).count == 2)
  }

  @Test func `types that hold themselves end`() throws {
    #expect(try errors(Node.self, "") == [])
    #expect(try errors(Node.self, #"{ "drop": "value" }"#).count == 1)
    // Nothing shows a tree, and its cases are known to nobody.
    #expect(
      try errors(Tree.self, "").allSatisfy { $0.hasPrefix("warning: `Tree` was not seen whole") })
    #expect(
      try errors(
        Tree.self, "", [#"{ "branch": { "_0": { "leaf": { "_0": 1 } }, "_1": { "leaf": {} } } }"#]
      ) == [
        "error: `Tree` needs `branch._1.leaf._0: Int`, and nothing adds it from version 1; add: "
          + #"{ "add-default": { "branch._1.leaf._0": 0 } }"#
      ])
  }

  @Test func `strategies for keys`() throws {
    struct Snake: Decodable {
      struct Inner: Decodable { var deepName: String }
      var firstName: String
      var inner: [String: Inner]
      var imageURL: URL
    }
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    #expect(
      try errors(
        Snake.self,
        #"{ "drop": ["first_name", "inner.*.deep_name"] }, { "rename": { "u": "image_url" } }"#,
        decoder: decoder
      ).map { $0.prefix(70) } == [
        "error: `Snake` needs `firstName: String`, and nothing adds it from ver",
        "error: `Snake` needs `inner[*].deepName: String`, and nothing adds it ",
        "error: `Snake` needs `imageURL: URL`, and nothing adds it from version",
      ])
    let custom = JSONDecoder()
    custom.keyDecodingStrategy = .custom { path in
      let key = path[path.count - 1].stringValue
      return PlainKey(stringValue: key.hasPrefix("_") ? String(key.dropFirst()) : key)
    }
    let found = try errors(
      Snake.self,
      #"{ "drop": ["_firstName"] }, { "set": { "_inner": {}, "_imageURL": "https://a.b" } }"#,
      decoder: custom)
    #expect(found.count == 1)
    #expect(found.first?.contains(#"add: { "add-default": { "_firstName": "" } }"#) == true)
  }

  @Test func `a huge type`() throws {
    let keys = (0..<120).map { "k\($0)" }
    let full = "{ " + keys.map { "\"\($0)\": 1" }.joined(separator: ", ") + " }"
    #expect(try errors(Huge.self, "", [full]) == [])
    let found = try errors(Huge.self, "", ["{}"])
    #expect(found.count == 120)
    let known = try Checked.messages(Huge.self, steps: [""])
    #expect(known[0].hasSuffix("`k9: Int`, `k10: Int`, `k11: Int` and 108 more"))
  }

  @Test func `a long chain of many rules, and a deep document`() throws {
    let steps = (0..<100).map { step in
      (0..<8).map { #"{ "add-default": { "k\#(step)_\#($0)": \#(step) } }"# }.joined(separator: ",")
        + #", { "rename": { "v\#(step)": "v\#(step + 1)" } }"#
    }
    struct Last: Decodable {
      var v100: Int
      var k7_1: Int
    }
    let found = try Checked.messages(Last.self, steps: steps)
    #expect(
      found.first == "warning: no sample has version 2, and no rule or test shows that it has what "
        + "`Last` needs: `v100: Int`" || found.allSatisfy { $0.hasPrefix("note:") }, "\(found[0])")
    let depth = 200
    let deep =
      String(repeating: #"{ "value": 1, "children": {}, "next": "#, count: depth) + "{}"
      + String(repeating: "}", count: depth)
    #expect(try errors(Node.self, "", [deep]).count == 1)
  }

  struct Huge: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: PlainKey.self)
      for index in 0..<120 { _ = try container.decode(Int.self, forKey: PlainKey("k\(index)")) }
    }
  }

  struct PlainKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(_ text: String) { stringValue = text }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

/// Types with rules of their own in a type that is checked.
@Suite struct ContractLeafTests {
  struct Author: Versioned {
    static let rules = Result<Migrator, any Error> {
      try Migrator(rules: [
        RuleSource(
          name: "v2.json", text: #"{ "to": 2, "rules": [{ "rename": { "called": "name" } }] }"#)
      ])
    }
    static var migrator: Migrator { get throws { try rules.get() } }
    var name: String
    var born: Int
  }

  struct Poem: Codable {
    @Migrated var author: Author
    @Migrated var editor: Author?
    @Migrated var others: [Author]
    var title: String
  }

  private func messages(_ rules: String, _ samples: [String]?) throws -> [String] {
    try Checked.messages(Poem.self, steps: [rules], samples: samples)
      .filter { !$0.hasPrefix("note:") && !$0.hasPrefix("warning: no sample") }
  }

  @Test func `a leaf is migrated by its own rules first`() throws {
    let old = #"{ "called": "A", "born": 1 }"#
    #expect(try messages("", [#"{ "author": \#(old), "others": [\#(old)], "title": "T" }"#]) == [])
    let found = try messages(
      "", [#"{ "author": { "called": "A" }, "others": [\#(old), {}], "title": 1 }"#])
    #expect(
      found
        == [
          "error: `Poem` needs `author.born: Int`, and nothing adds it from version 1; add: "
            + #"{ "add-default": { "born": 0 } }"#,
          "error: `Poem` needs `others[*].name: String`, and nothing adds it from version 1; add: "
            + #"{ "add-default": { "name": "" } }"#,
          "error: `Poem` needs `others[*].born: Int`, and nothing adds it from version 1; add: "
            + #"{ "add-default": { "born": 0 } }"#,
          "error: `Poem` needs `title: String`, and it is a number from version 1; add: "
            + #"{ "convert": "title", "to": "string" }"#,
        ])
  }

  @Test func `rules around it are tried with it`() throws {
    #expect(try messages(#"{ "drop": ["author", "editor"] }"#, nil).count == 1)
    #expect(
      try messages(#"{ "set": { "author": { "called": "A", "born": 1 } } }"#, nil) == [])
    #expect(
      try messages(#"{ "set": { "editor": { "called": "A", "born": "x" } } }"#, nil).count == 1)
  }

  private struct Inner: Decodable { var a: Int?, b: Bool }
  private struct Outer: Decodable { var inner: Inner?, list: [Inner?] = [] }
  private struct Small: Decodable { var small: Int8 }

  /// Each message has the rule that it proposes.
  private func mended(_ type: any Decodable.Type, _ samples: [String]) throws -> [String] {
    let messages = try Checked.messages(type, steps: [""], samples: samples)
    let rules = messages.compactMap { message in
      message.range(of: "; add: ").map { String(message[$0.upperBound...]) }
    }
    #expect(rules.isEmpty || messages.count >= rules.count)
    let steps = [rules.joined(separator: ", ")]
    let left = try Checked.messages(type, steps: steps, samples: samples)
    #expect(left.filter { $0.hasPrefix("error") } == [])
    return rules
  }

  @Test func `what need not be there isn't made by the rule that mends what is in it`() throws {
    let samples = [
      #"{"inner":{},"list":[]}"#, #"{"list":[null,{}]}"#, #"{"inner":null,"list":[]}"#,
    ]
    #expect(
      try mended(Outer.self, samples) == [
        #"{ "in": "inner", "when": "type(@) == 'object'", "add-default": { "b": false } }"#,
        #"{ "in": "list[*]", "when": "type(@) == 'object'", "add-default": { "b": false } }"#,
      ])
  }

  @Test func `a number isn't made a number`() throws {
    for value in ["300", "1.5"] {
      let messages = try Checked.messages(
        Small.self, steps: [""], samples: ["{\"small\":\(value)}"])
      #expect(
        messages.contains { $0.hasPrefix("error") } && !messages.contains { $0.contains("add:") })
    }
    #expect(
      try mended(Small.self, [#"{"small":"12"}"#]) == [#"{ "convert": "small", "to": "number" }"#])
  }

  @Test func `samples may be in any encoding that the decoder takes`() throws {
    let migrator = try Migrator(rules: [RuleSource(name: "v2.json", text: #"{"to":2,"rules":[]}"#)])
    let text = #"{"small":12}"#
    for sample in [Data([0xEF, 0xBB, 0xBF] + text.utf8), try #require(text.data(using: .utf16))] {
      try migrator.check(decodes: Small.self, samples: ["a.json": sample])
    }
  }

  @Test func `a version whose sample fails is not called one without`() throws {
    let step = #"{ "convert": "small", "to": "number" }"#
    let messages = try Checked.messages(
      Small.self, steps: [step], samples: [#"{"small":"x"}"#, #"{"version":2,"small":1}"#])
    #expect(messages.count == 1 && messages[0].hasPrefix("error: "))
    let without = try Checked.messages(
      Small.self, steps: [step], samples: [#"{"version":2,"small":1}"#])
    #expect(without.contains { $0.contains("no sample has version 1") })
  }
}
