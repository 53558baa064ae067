import Foundation
import JSONMigration
import JSONMigrationAuthoring
import JSONText

/// How much time of a processor a draft from large samples takes: such as people have, and such as
/// are made to cost time.
struct LearnSizes {
  private let sizes: [Int]
  /// Only pairs whose names contain this are tried.
  private let only: String

  private static let mostSeconds = 9.0

  init(_ arguments: [String]) throws {
    guard arguments.count <= 2, arguments.first.map({ Int($0) != nil }) ?? true else {
      throw BenchmarkError(BenchmarkMain.usage)
    }
    sizes = arguments.first.flatMap { Int($0) }.map { [$0] } ?? [100_000, 1_000_000, 10_000_000]
    only = arguments.dropFirst().first ?? ""
  }

  func run() throws {
    for size in sizes {
      for pair in SizedPair.all where only.isEmpty || pair.name.contains(only) {
        let (before, after) = pair.make(size)
        let bytes = (Array(before.description.utf8), Array(after.description.utf8))
        let start = processorSeconds()
        let sample = StepSample(
          name: pair.name, before: try JSON(parsing: bytes.0), after: try JSON(parsing: bytes.1))
        let drafting = try StepDrafting(.new(formatName: "a"), to: nil, samples: [sample]) {
          processorSeconds() - start > Self.mostSeconds
        }
        let draft = drafting.draft()
        let seconds = processorSeconds() - start
        let outcome = draft.learned.isComplete ? "fits" : "PART"
        let end = draft.learned.wasEnded ? ", ended by the clock" : ""
        let line = String(
          format: "%8d bytes %6.2f s %@ %@, %d rules%@\n", bytes.0.count, seconds, outcome,
          pair.name, draft.ruleCount, end)
        FileHandle.standardOutput.write(Data(line.utf8))
      }
    }
  }
}

/// Samples of one kind in any size.
private struct SizedPair: Sendable {
  let name: String
  /// Makes both documents, of about so many bytes.
  let make: @Sendable (_ size: Int) -> (before: JSON, after: JSON)

  init(_ name: String, _ make: @escaping @Sendable (_ size: Int) -> (before: JSON, after: JSON)) {
    (self.name, self.make) = (name, make)
  }

  static let all =
    [
      SizedPair("records") { size in
        (["list": records(size, isNew: false)], ["list": records(size, isNew: true)])
      },
      SizedPair("two shuffled lists") { size in
        (["a": numbers(size / 6, 31)], ["a": numbers(size / 6, 17)])
      },
      SizedPair("objects without a common key") { size in
        (wide(size / 20, "k", 1), wide(size / 20, "m", 7))
      },
      SizedPair("two long texts") { size in (["t": long(size, "ab c")], ["t": long(size, "b ca")])
      },
    ] + hostile

  private static let hostile = [
    SizedPair("shuffled lists in a list") { size in
      func lists(_ factor: Int) -> JSON {
        list(size / 350) { row in list(59) { number((row * 59 + $0) * factor % 99_991) } }
      }
      return (["a": lists(31)], ["a": lists(17)])
    },
    SizedPair("shuffled objects in lists") { size in
      func lists(_ factor: Int) -> JSON {
        list(size / 3_000) { row in
          list(58) { column in
            let index = (row * 58 + column) * factor % 99_991
            return ["id": number(index), "n": .string("entry \(index)"), "k\(index % 7)": true]
          }
        }
      }
      return (["a": lists(31)], ["a": lists(17)])
    },
    SizedPair("shuffled records") { size in
      func records(_ factor: Int) -> JSON {
        list(size / 40) { index in
          let index = index * factor % 99_991
          return ["id": number(index), "a": .string("\(index * 7)"), "x\(factor)": number(factor)]
        }
      }
      return (["a": records(31)], ["a": records(17)])
    },
    SizedPair("elements that are all alike") { size in
      (
        ["a": list(size / 10) { _ in ["b": 1] }],
        ["a": list(size / 10 + 7) { _ in ["b": 1, "c": 2] }]
      )
    },
    SizedPair("texts that are all different") { size in
      func texts(_ word: String) -> JSON {
        list(size / 40) { .string("\(word) \($0 * 7919 % 100_003) and more \(word) behind it") }
      }
      return (["a": texts("one")], ["a": texts("another")])
    },
    SizedPair("deep chains") { size in
      func chains(_ key: String) -> JSON {
        list(size / 1_000) { row in
          (0..<100).reduce(number(row)) { inner, level in
            level % 2 == 0 ? [inner, number(level)] : .object([key: inner])
          }
        }
      }
      return (["a": chains("one")], ["a": chains("two")])
    },
  ]

  private static func number(_ value: Int) -> JSON { .number(JSONNumber(value)) }

  private static func list(_ count: Int, _ make: (Int) -> JSON) -> JSON {
    .array((0..<max(1, count)).map(make))
  }

  private static func numbers(_ count: Int, _ factor: Int) -> JSON {
    list(count) { number($0 * factor % 99_991) }
  }

  private static func long(_ size: Int, _ word: String) -> JSON {
    .string(String(repeating: word, count: size / 4))
  }

  private static func wide(_ count: Int, _ letter: String, _ factor: Int) -> JSON {
    var object = JSONObject()
    for index in 0..<count { object["\(letter)\(index)"] = number(index * factor % 9_973) }
    return .object(object)
  }

  private static func records(_ size: Int, isNew: Bool) -> JSON {
    let kinds = ["graph", "text", "table"]
    return list(size / 150) { index in
      let name = JSON.string("entry \(index * 7919 % 100_003) of the list")
      let span: JSON = ["w": number(index % 12), "h": 4]
      let tags: JSON = ["a", .string("t\(index % 40)")]
      let kind = JSON.string(isNew && index % 3 == 0 ? "timeseries" : kinds[index % 3])
      return isNew
        ? [
          "id": number(index), "type": kind, "name": name, "rating": number(index % 5),
          "size": span, "tags": tags, "isOpen": false,
        ]
        : [
          "id": number(index), "type": kind, "title": name, "stars": number(index % 5),
          "span": span, "legacy": true, "tags": tags,
        ]
    }
  }
}
