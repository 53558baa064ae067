import Foundation
import JSONMigrationCore
import Testing

@testable import JSONMigration
@testable import JSONMigrationTesting

/// Types that ask for one thing or for another, which the check must not call wrong.
@Suite struct ContractChoiceTests {
  enum Key: CodingKey { case type, old, new, name, title }

  /// It has a member that says which of its cases the others are of.
  enum Block: Decodable {
    case text(Text), image(Image)

    struct Text: Decodable { var body: String }
    struct Image: Decodable {
      var url: URL
      var width: Int
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      switch try container.decode(String.self, forKey: .type) {
      case "text": self = .text(try Text(from: decoder))
      case "image": self = .image(try Image(from: decoder))
      case let other:
        throw DecodingError.dataCorruptedError(
          forKey: .type, in: container, debugDescription: "no case \(other)")
      }
    }
  }

  struct Page: Decodable { var blocks: [Block] }

  struct KeyTried: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      if (try? container.decode(Int.self, forKey: .old)) == nil {
        _ = try container.decode(Int.self, forKey: .new)
      }
    }
  }

  struct KeyAskedFor: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      _ = try container.decode(Int.self, forKey: container.contains(.old) ? .old : .new)
    }
  }

  struct KeyCaught: Decodable {
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      do {
        _ = try container.decode(Int.self, forKey: .old)
      } catch {
        _ = try container.decode(Int.self, forKey: .new)
      }
    }
  }

  struct VersionAsked: Decodable {
    enum Key: CodingKey { case version, old, new }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let version = try container.decodeIfPresent(Int.self, forKey: .version) ?? 1
      _ = try container.decode(Int.self, forKey: version < 2 ? .old : .new)
    }
  }

  private func errors(
    _ type: any Decodable.Type, _ rules: String, _ samples: [String]?
  ) throws -> [String] {
    try Checked.messages(type, steps: [rules], samples: samples).filter { $0.hasPrefix("error") }
  }

  static let blocks =
    #"{"blocks":[{"type":"txt","body":"x"},{"type":"img","url":"http://a","width":3}]}"#

  @Test(arguments: [[blocks], nil])
  func `each case of a type that a member tells has members of its own`(
    samples: [String]?
  ) throws {
    let map = #"{"map-values":"blocks[*].type","table":{"txt":"text","img":"image"}}"#
    #expect(try errors(Page.self, map, samples) == [])
    let other = #"{"map-values":"blocks[*].type","table":{"txt":"text","img":"picture"}}"#
    let found = try errors(Page.self, other, samples)
    #expect(found.contains { $0.contains(#"`map-values` gives it "picture""#) }, "\(found)")
  }

  @Test func `a type that asks for an old key first does with the new one`() throws {
    let rename = #"{"rename":{"old":"new"}}"#
    let types: [any Decodable.Type] = [
      KeyTried.self, KeyAskedFor.self, KeyCaught.self, VersionAsked.self,
    ]
    for type in types {
      for samples in [[#"{"old":1}"#], [#"{"old":1}"#, #"{"new":1,"version":2}"#], nil] {
        #expect(try errors(type, rename, samples) == [], "\(type)")
      }
      #expect(try errors(type, #"{"drop":["old","new"]}"#, [#"{"old":1}"#]).count == 1)
    }
  }
}
