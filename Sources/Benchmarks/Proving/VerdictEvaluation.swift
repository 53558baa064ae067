import Foundation
import JSONMigration
import JSONMigrationAuthoring
import JSONText

/// `verdicts SUITE [DEMANDS]`: asks whether verdicts on two schemas are right, and find their
/// documents.
///
/// For each folder of rules the schema of its documents is carried along the rules, which the
/// carried schema has to take: where that is called compatible, documents are made and migrated,
/// and none may fail or be refused. Then one demand is added that a document is known to break, as
/// many times as is asked for: that has to be called broken, with a document that was run.
struct VerdictEvaluation {
  private let suite: URL
  private let demands: Int

  private static let documents = 300
  private static let outside: [Diagnostic.Kind] = [
    .badVersion, .newerVersion, .unknownVersion, .wrongFormat, .noWayBack,
  ]
  /// The share of demands for which a document has to be found.
  private static let wanted = 0.95

  init(_ arguments: [String]) throws {
    guard let path = arguments.first, arguments.count <= 2 else {
      throw BenchmarkError(BenchmarkMain.usage)
    }
    suite = URL(filePath: path)
    demands = arguments.dropFirst().first.flatMap(Int.init) ?? 2
  }

  private struct Score {
    var compatible = 0
    var run = 0
    var wrong = 0
    var asked = 0
    var found = 0
    var unconfirmed = 0
  }

  func run() throws {
    var score = Score()
    for folder in try AcceptanceFolder.all(in: suite) {
      for isOpen in [false, true] {
        guard let source = folder.schema(isOpen: isOpen),
          let carried = try? folder.migrator.schema(after: source)
        else { continue }
        let documents = folder.documents + folder.migrator.samples(of: source, count: 60)
        try crossCheck(folder, source, carried.schema, &score)
        try demand(folder, source, carried.schema, documents, isOpen, &score)
      }
    }
    let share = Double(score.found) / Double(max(score.asked, 1))
    print(
      "\(score.compatible) verdicts are compatible, and \(score.run) documents were run on them: "
        + "\(score.wrong) wrong; \(score.asked) demands that a document breaks: "
        + "\(score.found) found (\(short(share * 100)) %), \(score.unconfirmed) not confirmed")
    if score.wrong + score.unconfirmed > 0 || share < Self.wanted { exit(1) }
  }

  /// Runs documents where nothing can go wrong.
  private func crossCheck(
    _ folder: AcceptanceFolder, _ source: SchemaFile, _ carried: JSON, _ score: inout Score
  ) throws {
    let target = try SchemaFile(Array(carried.description.utf8), named: "target")
    let verdict = try folder.migrator.check(from: source, to: target)
    guard verdict.outcome == .compatible else { return }
    score.compatible += 1
    for document in folder.migrator.samples(of: source, count: Self.documents)
    where source.takes(document) == true {
      let result: JSON?
      do {
        result = try folder.migrator.migrate(document)
      } catch {
        // Documents of versions that the rules don't name are not asked about.
        if Self.outside.contains(error.kind) { continue }
        result = nil
      }
      score.run += 1
      if let result, target.takes(result) != false { continue }
      score.wrong += 1
      print("\(folder.name): called compatible, and \(document) becomes \(result as Any)")
    }
  }

  /// Adds demands, one at a time, that the result of some document doesn't meet.
  private func demand(
    _ folder: AcceptanceFolder, _ source: SchemaFile, _ carried: JSON, _ documents: [JSON],
    _ isOpen: Bool, _ score: inout Score
  ) throws {
    var maker = DemandMaker()
    let known = documents.filter { source.takes($0) == true }
      .compactMap { document in (try? folder.migrator.migrate(document)).map { (document, $0) } }
    guard !known.isEmpty else { return }
    for number in 0..<demands {
      let (document, result) = known[maker.number(below: known.count)]
      let demand = maker.demand(against: result)
      let all: JSON = ["allOf": [carried, demand]]
      let target = try SchemaFile(Array(all.description.utf8), named: "target")
      guard target.takes(result) == false else { continue }
      let verdict = try folder.migrator.check(from: source, to: target)
      score.asked += 1
      switch verdict.outcome {
      case .broken:
        score.found += 1
        if !isConfirmed(verdict, folder, source, target) {
          score.unconfirmed += 1
          print("\(folder.name): \(demand) isn't broken by \(verdict.document as Any)")
        }
      case .compatible:
        score.wrong += 1
        print("\(folder.name): \(demand) is called compatible, and \(document) breaks it")
      case .unknown:
        print("\(folder.name), \(isOpen ? "open" : "closed") \(number): \(demand) is unknown")
      }
    }
  }

  /// Whether the document of a verdict breaks it.
  private func isConfirmed(
    _ verdict: SchemaVerdict, _ folder: AcceptanceFolder, _ source: SchemaFile,
    _ target: SchemaFile
  ) -> Bool {
    guard let document = verdict.document, source.takes(document) == true else { return false }
    // Ids and the like may be others in another run.
    guard let result = try? folder.migrator.migrate(document) else { return verdict.result == nil }
    return target.takes(result) == false
  }
}

/// Makes schemas that a document doesn't meet, the same ones in every run.
private struct DemandMaker {
  private var state: UInt64 = 88_172_645_463_325_252

  mutating func number(below limit: Int) -> Int {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Int(state % UInt64(limit))
  }

  private mutating func one<Element>(of elements: [Element]) -> Element {
    elements[number(below: elements.count)]
  }

  mutating func demand(against value: JSON, depth: Int = 0) -> JSON {
    let goesIn = number(below: depth == 0 ? 8 : 3) > 0
    switch value {
    case .object(let members) where goesIn && !members.isEmpty:
      let (key, inner) = one(of: Array(members))
      if number(below: 8) == 0 { return ["properties": .object([key: false])] }
      return ["properties": .object([key: demand(against: inner, depth: depth + 1)])]
    case .array(let elements) where goesIn && !elements.isEmpty:
      return ["items": demand(against: one(of: elements), depth: depth + 1)]
    default: return own(value)
    }
  }

  /// A demand on a value itself.
  private mutating func own(_ value: JSON) -> JSON {
    let general: [JSON] = [
      ["type": .array(Self.types(without: value))], ["enum": ["no such value"]],
    ]
    switch value {
    case .object(let members):
      let count = JSON.number(JSONNumber(members.count))
      let more = JSON.number(JSONNumber(members.count + 1))
      return one(
        of: general + [["required": ["no such key"]], ["minProperties": more]]
          + (members.isEmpty ? [] : [["not": ["minProperties": count]]]))
    case .array(let elements):
      return one(
        of: general + [["minItems": .number(JSONNumber(elements.count + 1))]]
          + (elements.isEmpty ? [] : [["maxItems": .number(JSONNumber(elements.count - 1))]]))
    case .string(let text):
      let count = text.unicodeScalars.count
      return one(
        of: general + [["minLength": .number(JSONNumber(count + 1))], ["not": ["const": value]]]
          + (count == 0 ? [] : [["maxLength": .number(JSONNumber(count - 1))]]))
    case .number:
      return one(
        of: general + [
          ["exclusiveMinimum": value], ["exclusiveMaximum": value], ["not": ["const": value]],
        ])
    case .bool(let bool): return one(of: general + [["const": .bool(!bool)]])
    case .null: return one(of: general)
    }
  }

  private static func types(without value: JSON) -> [JSON] {
    let own: Set<String> =
      switch value {
      case .null: ["null"]
      case .bool: ["boolean"]
      case .number: ["number", "integer"]
      case .string: ["string"]
      case .array: ["array"]
      case .object: ["object"]
      }
    return ["null", "boolean", "number", "string", "array", "object"]
      .filter { !own.contains($0) }.map { .string($0) }
  }
}
