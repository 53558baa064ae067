import Foundation
import JSONMigration
import JSONText

/// `documents`: decoding documents shaped like those that JSON libraries are measured with, beside
/// JSONDecoder.
///
/// They are made here, of the same seed each time: outlines of countries with coordinates of 17
/// digits (as `canada.json`), a catalogue of events in objects keyed by number
/// (`citm_catalog.json`), and messages in many scripts with dozens of members in snake case
/// (`twitter.json`).
struct KnownDocuments {
  let rounds: Int

  func run() throws {
    var table = MarkdownTable(
      ["decoding, times as fast as JSONDecoder", "MB/s", "times"])
    for work in Self.all {
      Bench.progress(work.name)
      let document = work.document(0)
      let samples = try measure(
        [
          Contender("JSONDecoder") { try work.foundation(document) },
          Contender("migrating") { try work.ours(document) },
        ], bytes: document.count, rounds: rounds)
      table.add([work.name, short(samples[1].speed), short(samples[1].ratio)])
    }
    table.print("Documents of known shapes")
  }

  static var all: [DecodingWork] {
    let (canada, citm, twitter) = (
      DocumentShapes.canada, DocumentShapes.citm, DocumentShapes.twitter
    )
    return [
      DecodingWork("outlines, the usual model", Canada.self, canada),
      DecodingWork("outlines, as `[[[Double]]]`", Outlines.self, canada),
      DecodingWork("outlines, an enum of any JSON", AnyJSON.self, canada),
      DecodingWork("100,000 computed doubles", [Double].self, DocumentShapes.doubles),
      DecodingWork("100,000 computed floats", [Float].self, DocumentShapes.floats),
      DecodingWork("100,000 integers", [Int].self, DocumentShapes.integers),
      DecodingWork("a catalogue, typed", TicketCatalogue.self, citm),
      DecodingWork("a catalogue, an enum of any JSON", AnyJSON.self, citm),
      DecodingWork("a catalogue, as `JSON`", JSON.self, citm),
      DecodingWork("messages, typed", Messages.self, twitter),
      DecodingWork(
        "messages, snake case", SnakeMessages.self, twitter,
        configure: { $0.keyDecodingStrategy = .convertFromSnakeCase }),
      DecodingWork("messages, an enum of any JSON", AnyJSON.self, twitter),
      DecodingWork("messages, as `JSON`", JSON.self, twitter),
    ]
  }
}

extension DecodingWork {
  /// A document that is made once.
  fileprivate init<Value: Decodable>(
    _ name: String, _ type: Value.Type, _ document: Data,
    configure: @escaping (JSONDecoder) -> Void = { _ in }
  ) {
    self.init(name, type, beside: type, document: { _ in document }, configure: configure)
  }
}

private struct Canada: Decodable {
  struct Feature: Decodable {
    let type: String
    let properties: [String: String]
    let geometry: Geometry
  }

  struct Geometry: Decodable {
    let type: String
    let coordinates: [[Coordinate]]
  }

  struct Coordinate: Decodable {
    let longitude: Double
    let latitude: Double

    init(from decoder: any Decoder) throws {
      var container = try decoder.unkeyedContainer()
      longitude = try container.decode(Double.self)
      latitude = try container.decode(Double.self)
    }
  }

  let type: String
  let features: [Feature]
}

private struct Outlines: Decodable {
  struct Feature: Decodable { let geometry: Geometry }
  struct Geometry: Decodable { let coordinates: [[[Double]]] }

  let features: [Feature]
}

private struct TicketCatalogue: Decodable {
  struct Event: Decodable {
    let description: String?
    let id: Int
    let logo: String?
    let name: String
    let subTopicIds: [Int]
    let subjectCode: Int?
    let subtitle: String?
    let topicIds: [Int]
  }

  struct Performance: Decodable {
    struct Price: Decodable {
      let amount: Int
      let audienceSubCategoryId: Int
      let seatCategoryId: Int
    }

    struct SeatCategory: Decodable {
      struct Area: Decodable {
        let areaId: Int
        let blockIds: [Int]
      }

      let areas: [Area]
      let seatCategoryId: Int
    }

    let eventId: Int
    let id: Int
    let logo: String?
    let name: String?
    let prices: [Price]
    let seatCategories: [SeatCategory]
    let seatMapImage: String?
    let start: Int
    let venueCode: String
  }

  let areaNames: [String: String]
  let events: [String: Event]
  let performances: [Performance]
}

private struct Messages: Decodable {
  struct Message: Decodable {
    let created_at: String
    let id: Int
    let id_str: String
    let text: String
    let truncated: Bool
    let in_reply_to_status_id: Int?
    let user: User
    let retweet_count: Int
    let favorite_count: Int
    let entities: Entities
    let favorited: Bool
    let lang: String
  }

  struct User: Decodable {
    let id: Int
    let id_str: String
    let name: String
    let screen_name: String
    let location: String
    let description: String
    let url: String?
    let protected: Bool
    let followers_count: Int
    let friends_count: Int
    let created_at: String
    let utc_offset: Int?
    let time_zone: String?
    let verified: Bool
    let statuses_count: Int
    let profile_image_url: String
    let default_profile: Bool
  }

  struct Entities: Decodable {
    struct Mention: Decodable {
      let screen_name: String
      let id: Int
      let indices: [Int]
    }

    let hashtags: [String]
    let user_mentions: [Mention]
  }

  let statuses: [Message]
}

private struct SnakeMessages: Decodable {
  struct Message: Decodable {
    let createdAt: String
    let id: Int
    let idStr: String
    let text: String
    let truncated: Bool
    let inReplyToStatusId: Int?
    let user: User
    let retweetCount: Int
    let favoriteCount: Int
    let entities: Entities
    let favorited: Bool
    let lang: String
  }

  struct User: Decodable {
    let id: Int
    let idStr: String
    let name: String
    let screenName: String
    let location: String
    let description: String
    let url: String?
    let protected: Bool
    let followersCount: Int
    let friendsCount: Int
    let createdAt: String
    let utcOffset: Int?
    let timeZone: String?
    let verified: Bool
    let statusesCount: Int
    let profileImageUrl: String
    let defaultProfile: Bool
  }

  struct Entities: Decodable {
    struct Mention: Decodable {
      let screenName: String
      let id: Int
      let indices: [Int]
    }

    let hashtags: [String]
    let userMentions: [Mention]
  }

  let statuses: [Message]
}
