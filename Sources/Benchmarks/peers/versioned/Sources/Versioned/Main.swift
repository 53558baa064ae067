import Foundation
import JSONMigration
import VersionedCodable

/// `Versioned DIR [ROUNDS]`: the same documents from version 1 to 3 by VersionedCodable and by this
/// package, on the files that `Benchmarks generate` made.
@main
enum Main {
  static func main() throws {
    let arguments = CommandLine.arguments
    let folder = URL(filePath: arguments.count > 1 ? arguments[1] : ".build/data")
    let rounds = arguments.count > 2 ? Int(arguments[2]) ?? 15 : 15
    let rules = URL(filePath: #filePath).appending(path: "../../../../../rules/headline")
    let migrator = try Migrator(rulesAt: rules.standardizedFileURL)

    func data(_ name: String) throws -> Data { try Data(contentsOf: folder.appending(path: name)) }
    let lines = try data("compact.ndjson").split(separator: 0x0A).prefix(1_000).map { Data($0) }
    for (title, documents) in [
      ("1 KB", [Data](repeating: try data("1kb.json"), count: 1_000)),
      ("100 KB", [Data](repeating: try data("100kb.json"), count: 10)),
      ("1,000 records", lines),
    ] {
      let ratio = try compare(documents, migrator, rounds)
      print("\(title): \((ratio * 100).rounded() / 100) times VersionedCodable")
    }
  }

  /// How many times as fast as VersionedCodable this package is: the median of the rounds.
  private static func compare(
    _ documents: [Data], _ migrator: Migrator, _ rounds: Int
  ) throws -> Double {
    let decoder = JSONDecoder()
    func theirs(_ data: Data) throws -> RecordV3 {
      try decoder.decode(versioned: RecordV3.self, from: data)
    }
    func ours(_ data: Data) throws -> RecordV3 {
      try decoder.decode(RecordV3.self, from: data, migrating: migrator)
    }
    func seconds(_ decode: (Data) throws -> RecordV3) throws -> Double {
      let clock = ContinuousClock()
      var count = 0
      let time = try clock.measure {
        for document in documents { count += try decode(document).text.utf8.count }
      }
      if count == 0 { throw Unexpected() }
      return time / .seconds(1)
    }
    for document in documents.prefix(20) where try ours(document) != theirs(document) {
      throw Unexpected()
    }
    let ratios = try (0...rounds).map { _ in try seconds(theirs) / seconds(ours) }
    // The first round is to warm up.
    return ratios.dropFirst().sorted()[rounds / 2]
  }
}
