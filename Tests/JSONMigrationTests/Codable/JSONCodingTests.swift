import Foundation
import JSONMigrationCore
import Testing

@testable import JSONMigration
@testable import JSONText

@Suite struct JSONCodingTests {
  struct Poem: Codable, Equatable {
    var title: String
    var isShort: Bool
  }

  @Test func `a value is encoded to JSON and decoded from it`() throws {
    let poem = Poem(title: "Dust", isShort: true)
    let json = try JSON(encoding: poem)
    #expect(json == ["title": "Dust", "isShort": true])
    #expect(try json.decode(as: Poem.self) == poem)
    #expect(try json.decode() == poem)
    #expect(json.data(.sortedKeys) == Data(#"{"isShort":true,"title":"Dust"}"#.utf8))
    #expect(throws: DecodingError.self) { try (["title": 1] as JSON).decode(as: Poem.self) }
  }

  @Test func `the coder's strategies count`() throws {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let poem = Poem(title: "Dust", isShort: true)
    let json = try JSON(encoding: poem, with: encoder)
    #expect(json["is_short"] == true)
    #expect(try json.decode(as: Poem.self, with: decoder) == poem)
  }
}
