import Foundation
import JSONMigration

/// What an app pays: Foundation's decoder on a current document, and on an old one that is migrated
/// first.
struct InAnApp {
  let bench: Bench

  func run() throws {
    var table = MarkdownTable(["µs for a document of", "1 KB", "times", "100 KB", "times"])
    let small = try samples("1kb.json", turns: 500)
    let large = try samples("100kb.json", turns: 10)
    for (small, large) in zip(small, large) {
      table.add([
        small.name, short(median(small.seconds) * 1e6), short(small.isBeatenBy),
        short(median(large.seconds) * 1e6), short(large.isBeatenBy),
      ])
    }
    table.print(
      "In an app",
      notes: [
        "\"Types for each version\" is what VersionedCodable does: decode the version, decode the old "
          + "type, make the next one of it, until it is the newest."
      ])
  }

  private func samples(_ name: String, turns: Int) throws -> [Timing] {
    let old = try Data(contentsOf: bench.file(name))
    let migrator = try Migrator(rulesAt: WorkerJob.rules.appending(path: "headline"))
    let current = Data(try migrator.migrate(old))
    let decoder = JSONDecoder()
    guard try decoder.decode(Record.self, from: current) == FirstRecord.newest(old, decoder) else {
      throw BenchmarkError("\(name): the decoded values differ")
    }
    func contender(_ name: String, _ work: @escaping () throws -> Void) -> Contender {
      Contender(
        name,
        reporting: {
          try seconds { for _ in 0..<turns { try work() } } / Double(turns)
        })
    }
    return try measure(
      [
        contender("JSONDecoder, a current document") {
          use(try decoder.decode(Record.self, from: current))
        },
        contender("migrate v1 to v3") { use(try migrator.migrate(old)) },
        contender("migrate a current document") { use(try migrator.migrate(current)) },
        contender("migrate v1 to v3, then JSONDecoder") {
          use(try decoder.decode(Record.self, from: Data(migrator.migrate(old))))
        },
        contender("migrate v1 to v3 and decode") {
          use(try decoder.decode(Record.self, from: old, migrating: migrator))
        },
        contender("types for each version, with JSONDecoder") {
          use(try FirstRecord.newest(old, decoder))
        },
        contender("JSONSerialization: parse, edit, write") { use(try Self.edited(old)) },
      ], bytes: 1, rounds: bench.rounds)
  }

  /// The headline job on untyped values.
  private static func edited(_ data: Data) throws -> Data {
    guard var record = try JSONSerialization.jsonObject(with: data) as? [String: Any],
      let name = record.removeValue(forKey: "name") as? String,
      let space = name.firstIndex(of: " ")
    else { throw BenchmarkError("the record is not as it should be") }
    record["text"] = record.removeValue(forKey: "body")
    record["priority"] = record["priority"] ?? 0
    let states = ["todo": "pending", "doing": "active", "done": "completed"]
    record["status"] = (record["status"] as? String).flatMap { states[$0] }
    record.removeValue(forKey: "legacyFlag")
    record["firstName"] = String(name[..<space])
    record["lastName"] = String(name[name.index(after: space)...])
    record["version"] = 3
    return try JSONSerialization.data(withJSONObject: record)
  }
}

/// The type that the app had at first.
private struct FirstRecord: Decodable {
  struct Stamp: Decodable {
    let version: Int
  }

  let id, createdAt, name, email, status, body: String
  let tags: [String]
  let legacyFlag: Bool
  let address: Record.Address
  let settings: Record.Settings
  let score: Double
  let visits: Int
  let parent: String?
  let items: [Record.Item]?

  /// The newest version, from a document of any.
  static func newest(_ data: Data, _ decoder: JSONDecoder) throws -> Record {
    if try decoder.decode(Stamp.self, from: data).version > 1 {
      return try decoder.decode(Record.self, from: data)
    }
    return try decoder.decode(Self.self, from: data).newest()
  }

  private func newest() throws -> Record {
    let states = ["todo": Record.Status.pending, "doing": .active, "done": .completed]
    guard let space = name.firstIndex(of: " "), let status = states[status] else {
      throw BenchmarkError("the record is not as it should be")
    }
    return Record(
      id: id, version: 3, createdAt: createdAt, firstName: String(name[..<space]),
      lastName: String(name[name.index(after: space)...]), email: email, status: status, text: body,
      tags: tags, address: address, settings: settings, score: score, visits: visits,
      parent: parent, priority: 0, items: items)
  }
}
