import Foundation
import JSONMigration
import JSONMigrationAuthoring
import JSONText

/// How long a draft from large samples takes: such as people have, and such as are made to cost
/// time.
struct LearnSizes {
  private struct Pair {
    let name: String
    let before: JSON
    let after: JSON
  }

  private static let sizes = [100_000, 1_000_000, 10_000_000]
  private static let mostSeconds = 9.0

  func run() throws {
    for size in Self.sizes {
      for pair in Self.pairs(size) {
        let clock = ContinuousClock()
        let bytes = (Array(pair.before.description.utf8), Array(pair.after.description.utf8))
        let read = clock.now
        let sample = StepSample(
          name: pair.name, before: try JSON(parsing: bytes.0), after: try JSON(parsing: bytes.1))
        let drafting = try StepDrafting(.new(formatName: "a"), to: nil, samples: [sample]) {
          clock.now - read > .seconds(Self.mostSeconds)
        }
        let draft = drafting.draft()
        let seconds = (clock.now - read) / .seconds(1)
        let outcome = draft.learned.isComplete ? "fits" : "PART"
        let line = String(
          format: "%8d bytes %6.2f s %@ %@, %d rules\n", bytes.0.count, seconds, outcome, pair.name,
          draft.ruleCount)
        FileHandle.standardOutput.write(Data(line.utf8))
      }
    }
  }

  private static func number(_ value: Int) -> JSON { .number(JSONNumber(value)) }

  private static func pairs(_ size: Int) -> [Pair] {
    let records = size / 150
    func list(_ make: (Int) -> JSON) -> JSON { .array((0..<records).map(make)) }
    func text(_ index: Int) -> String { "entry \(index * 7919 % 100_003) of the list" }
    let kinds = ["graph", "text", "table"]
    let old = list { index in
      [
        "id": number(index), "type": .string(kinds[index % 3]), "title": .string(text(index)),
        "stars": number(index % 5), "span": ["w": number(index % 12), "h": 4], "legacy": true,
        "tags": ["a", .string("t\(index % 40)")],
      ]
    }
    let new = list { index in
      [
        "id": number(index), "type": .string(index % 3 == 0 ? "timeseries" : kinds[index % 3]),
        "name": .string(text(index)), "rating": number(index % 5),
        "size": ["w": number(index % 12), "h": 4], "tags": ["a", .string("t\(index % 40)")],
        "isOpen": false,
      ]
    }
    let shuffled = { (factor: Int) in
      JSON.array((0..<(size / 6)).map { number($0 * factor % 99_991) })
    }
    let wide = { (letter: String, factor: Int) in
      var object = JSONObject()
      for index in 0..<(size / 20) { object["\(letter)\(index)"] = number(index * factor % 9_973) }
      return JSON.object(object)
    }
    let long = { (word: String) in JSON.string(String(repeating: word, count: size / 4)) }
    return [
      Pair(name: "records", before: ["list": old], after: ["list": new]),
      Pair(name: "two shuffled lists", before: ["a": shuffled(31)], after: ["a": shuffled(17)]),
      Pair(name: "objects without a common key", before: wide("k", 1), after: wide("m", 7)),
      Pair(name: "two long texts", before: ["t": long("ab c")], after: ["t": long("b ca")]),
    ]
  }
}
