import Foundation
import JSONText
import TestSupport
import Testing

@Suite struct CodableTests {
  static func encoded(_ value: some Encodable) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  static func decoded<Value: Decodable>(_ type: Value.Type, _ text: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(text.utf8))
  }

  @Test(arguments: [
    "null", "true", "-7", "18446744073709551615", "0.5", "\"é\"", "[]", "{}", "[[],{}]",
    #"{"a":[1,{"b":null},"x"],"c":{"d":{"e":[[true]]}},"f":1}"#,
  ])
  func `values go out and come back`(_ text: String) throws {
    let value = try JSON(parsing: text)
    #expect(try Self.encoded(value) == text)
    #expect(try Self.decoded(JSON.self, text) == value)
  }

  @Test func `numbers are integers where they equal one, else doubles`() throws {
    let numbers: JSON = [1.0, 10e-1, -0.0, 1e3, 0.25, 9_007_199_254_740_993]
    #expect(try Self.encoded(numbers) == "[1,1,0,1000,0.25,9007199254740993]")
    #expect(throws: EncodingError.self) { try Self.encoded(JSON(parsing: "[1e400]")) }
    #expect(try Self.decoded(JSONNumber.self, "2.50").text == "2.5")
    #expect(
      try Self.decoded(JSONNumber.self, "18446744073709551615").text == "18446744073709551615")
    #expect(throws: DecodingError.self) { try Self.decoded(JSONNumber.self, "\"1\"") }
  }

  @Test func `objects are coded on their own`() throws {
    let object: JSONObject = ["a": [1], "b": ["c": nil]]
    #expect(try Self.encoded(object) == #"{"a":[1],"b":{"c":null}}"#)
    #expect(try Self.decoded(JSONObject.self, #"{"b":{"c":null},"a":[1]}"#) == object)
    #expect(throws: DecodingError.self) { try Self.decoded(JSONObject.self, "[1]") }
  }

  struct Poem: Codable, Equatable {
    var title: String
    var extra: JSON
    var meta: JSONObject?
    var stars: JSONNumber
  }

  @Test func `values are parts of other types`() throws {
    let poem = Poem(title: "Dust", extra: ["tags": ["a", ["b": 1]]], meta: ["k": 2], stars: 4.5)
    let text = try Self.encoded(poem)
    #expect(
      text == #"{"extra":{"tags":["a",{"b":1}]},"meta":{"k":2},"stars":4.5,"title":"Dust"}"#)
    #expect(try Self.decoded(Poem.self, text) == poem)
    #expect(try Self.decoded(Poem.self, #"{"title":"","extra":null,"stars":1}"#).extra == .null)
  }

  @Test func `property lists take values without null`() throws {
    let value: JSON = ["a": [1, 2.5, true, "x"], "b": ["c": []], "d": 0, "e": false]
    for format in [PropertyListSerialization.PropertyListFormat.xml, .binary] {
      let encoder = PropertyListEncoder()
      encoder.outputFormat = format
      let data = try encoder.encode(value)
      #expect(try PropertyListDecoder().decode(JSON.self, from: data) == value)
    }
  }

  @Test func `generated values go out and come back`() throws {
    var random = Seeded()
    for _ in 0..<200 {
      let value = JSON.random(using: &random)
      // Foundation's decoder takes canonically equivalent keys for one.
      guard !value.description.unicodeScalars.contains("\u{301}") else { continue }
      let back = try Self.decoded(JSON.self, try Self.encoded(value))
      #expect(back == value, "\(value) \(random)")
    }
  }
}
