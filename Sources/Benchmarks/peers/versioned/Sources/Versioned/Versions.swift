import Foundation
import VersionedCodable

/// The record of the headline job in its three versions, each made of the one before.
struct RecordV3: VersionedCodable, Equatable {
  static let version: Int? = 3

  var id, createdAt, firstName, lastName, email: String
  var status: Status
  var text: String
  var tags: [String]
  var address: Address
  var settings: Settings
  var score: Double
  var visits: Int
  var parent: String?
  var priority: Int
  var items: [Item]?

  init(from old: RecordV2) throws {
    guard let space = old.name.firstIndex(of: " "), let status = Status(rawValue: old.status) else {
      throw Unexpected()
    }
    (id, createdAt, email) = (old.id, old.createdAt, old.email)
    firstName = String(old.name[..<space])
    lastName = String(old.name[old.name.index(after: space)...])
    self.status = status
    (text, tags, address, settings) = (old.text, old.tags, old.address, old.settings)
    (score, visits, parent) = (old.score, old.visits, old.parent)
    (priority, items) = (old.priority, old.items)
  }
}

struct RecordV2: VersionedCodable {
  static let version: Int? = 2

  var id, createdAt, name, email, status, text: String
  var tags: [String]
  var legacyFlag: Bool
  var address: Address
  var settings: Settings
  var score: Double
  var visits: Int
  var parent: String?
  var priority: Int
  var items: [Item]?

  init(from old: RecordV1) throws {
    let states = ["todo": "pending", "doing": "active", "done": "completed"]
    guard let status = states[old.status] else { throw Unexpected() }
    (id, createdAt, name, email) = (old.id, old.createdAt, old.name, old.email)
    (self.status, text, tags, legacyFlag) = (status, old.body, old.tags, old.legacyFlag)
    (address, settings, score) = (old.address, old.settings, old.score)
    (visits, parent, priority, items) = (old.visits, old.parent, 0, old.items)
  }
}

struct RecordV1: VersionedCodable {
  typealias PreviousVersion = NothingEarlier
  static let version: Int? = 1

  var id, createdAt, name, email, status, body: String
  var tags: [String]
  var legacyFlag: Bool
  var address: Address
  var settings: Settings
  var score: Double
  var visits: Int
  var parent: String?
  var items: [Item]?
}

struct Unexpected: Error {}

enum Status: String, Codable { case pending, active, completed }

struct Address: Codable, Equatable {
  struct Place: Codable, Equatable {
    var lat, lon: Double
  }

  var street, city, zip: String
  var geo: Place
}

struct Settings: Codable, Equatable {
  struct Notify: Codable, Equatable {
    var email, push: Bool
  }

  var theme: String
  var pageSize: Int
  var notify: Notify
}

struct Item: Codable, Equatable {
  var sku, title: String
  var price: Double
  var quantity: Int
  var done: Bool
}
