import JSONText
import TestSupport

@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore

/// Compares what shapes are carried to with what becomes of documents.
struct FlowCheck {
  let migrator: Migrator
  var target: Version?
  private(set) var results = 0
  private(set) var failures = 0

  init(_ migrator: Migrator, to target: Version? = nil) {
    (self.migrator, self.target) = (migrator, target)
  }

  /// What is wrong, if anything: a result that the carried shape refuses, or a failure that was not
  /// foreseen.
  mutating func problem(_ documents: [JSON], of shapes: [Shape]) throws -> String? {
    let migrator = try target.map { try self.migrator.targeting($0) } ?? self.migrator
    let outcomes = documents.compactMap { document -> (JSON, Result<JSON, MigrationError>)? in
      guard document.hasNoHalves, (try? migrator.version(of: document)) != nil else { return nil }
      return (document, Result { () throws(MigrationError) in try migrator.migrate(document) })
    }
    for shape in shapes {
      let flow = ShapeFlow(migrator.rules)
      let carried = (try? flow.carry(shape, to: target)) ?? .any
      for (document, outcome) in outcomes where shape.takes(document) {
        switch outcome {
        case .success(let result):
          results += 1
          if carried.takes(result) { continue }
          return "\(document)\nbecomes \(result)\nwhich is none of \(JSON(schemaOf: carried))\n"
            + "from \(JSON(schemaOf: shape))"
        case .failure(let error):
          failures += 1
          let known: [Diagnostic.Kind] = [.wrongType, .invalidValue, .conflict, .missingValue]
          guard known.contains(error.kind), flow.failures.isEmpty else { continue }
          return
            "\(document)\nfails: \(error)\nwhich was not foreseen from \(JSON(schemaOf: shape))"
        }
      }
    }
    return nil
  }

  /// Shapes of some documents: of each alone, of all, as they are inferred, and open.
  static func shapes(of documents: [JSON]) -> [Shape] {
    let tally = ShapeTally(documents)
    return documents.prefix(Amount.of(1, thorough: 3)).map { Shape($0) } + [
      Shape(joining: documents.map { Shape($0) }), tally.shape(isOpen: false),
      tally.shape(isOpen: true), .any,
    ]
  }
}

extension ShapeTally {
  init(_ documents: [JSON]) {
    self.init()
    for (number, document) in documents.enumerated() { add(document, number) }
  }

  mutating func add(_ document: JSON, _ number: Int) {
    var text = Document()
    text.load(Array(document.description.utf8))
    guard (try? text.read()) != nil else { return }
    add(ValueWalk(text.text, from: 0), TallyOrder(piece: 0, line: number))
  }
}

extension JSON {
  /// Whether it is written without halves of surrogate pairs, which are no text.
  var hasNoHalves: Bool { !description.utf8.contains(0xED) }
}
