internal import JSONMigration
internal import JSONMigrationCore
internal import JSONText

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Documents that show what old ones look like.
struct ContractDocument {
  let place: Diagnostic.Place
  let versions: [Version]
  /// The document in those versions, and what the rules make of it.
  let old: JSON
  let migrated: JSON
  /// The sample, which is a document as an app has saved it; nil for what is only a part of one.
  var sample: Data?
}

extension Migrator {
  /// A sample, migrated.
  func document(sample data: Data, named name: String) throws -> ContractDocument {
    let migration = try migration(of: data, named: name)
    func value(_ document: Data) throws -> JSON {
      takesComments
        ? try JSON(parsing: CommentedText.blanked(document)) : try JSON(parsing: document)
    }
    return ContractDocument(
      place: Diagnostic.Place(name), versions: [migration.from], old: try value(data),
      migrated: try value(migration.document), sample: data)
  }

  /// The documents in the tests of steps, migrated, and those that have to come out of the steps.
  ///
  /// What is in a test need not be a whole document. A test whose document doesn't get through all
  /// steps says nothing.
  func documentsOfTests() -> [ContractDocument] {
    let format = rules.format
    guard let way = format.places.first, format.places.count == 1,
      way.allSatisfy({ $0.isKeyOrEvery })
    else { return [] }
    var documents: [ContractDocument] = []
    for (number, step) in format.chain.steps.enumerated() {
      guard let rest = format.chain.steps(from: step.to, to: target) else { continue }
      for test in step.tests {
        guard case .after(let after) = test.outcome else { continue }
        let place = rules.files[step.file].place(test.range)
        if let migrated = try? run([number] + rest, on: test.before) {
          documents.append(
            ContractDocument(
              place: place, versions: step.from, old: test.before.put(at: way),
              migrated: migrated.put(at: way)))
        }
        if let migrated = try? run(rest, on: after) {
          documents.append(
            ContractDocument(
              place: place, versions: [step.to], old: after.put(at: way),
              migrated: migrated.put(at: way)))
        }
      }
    }
    return documents
  }

  /// What some steps make of a document, of which the version is not asked.
  private func run(_ steps: [Int], on document: JSON) throws -> JSON {
    var bytes: [UInt8] = []
    document.write(into: &bytes)
    var engine = Engine(plan, generator: .fixed)
    return try engine.result(for: bytes) { engine in
      for step in steps { try engine.run(rules.format.chain.steps[step].rules, in: nil) }
    }
  }
}

extension Place.Segment {
  fileprivate var isKeyOrEvery: Bool {
    switch self {
    case .key, .every: true
    case .some, .descendants: false
    }
  }
}

extension JSON {
  /// The value inside others, at a place.
  fileprivate func put(at place: Place) -> JSON {
    place.reversed().reduce(self) { value, segment in
      if case .key(let key) = segment {
        [String(decoding: key, as: UTF8.self): value]
      } else {
        [value]
      }
    }
  }

  /// All keys in it, those of members of members too.
  var keys: [String] {
    var keys: [String] = []
    var pending = [self]
    while let value = pending.popLast() {
      switch value {
      case .object(let members):
        keys += members.map(\.key)
        pending += members.map(\.value)
      case .array(let elements): pending += elements
      default: break
      }
    }
    return keys
  }
}
