internal import JSONMigration
internal import JSONMigrationCoding
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
    let migration: Migration<Data> = try EncodedDocument(data).read(named: name) {
      text throws(MigrationError) in
      try self.migration(of: text, named: name)
    }
    func value(_ document: Data) throws -> JSON {
      let text = try EncodedDocument(document).text
      return takesComments
        ? try JSON(parsing: CommentedText.blanked(text)) : try JSON(parsing: text)
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
  func run(_ steps: [Int], on document: JSON) throws -> JSON {
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

extension JSON {
  /// The way to the first of the values that a place means for which something holds; nil stands
  /// for a member that is missing, to which the way ends before it.
  func path(
    to place: ArraySlice<Place.Segment>, where holds: (JSON?) -> Bool
  ) -> [any CodingKey]? {
    guard let segment = place.first else { return holds(self) ? [] : nil }
    let children: [(key: PlainKey, value: JSON)]
    switch (segment, self) {
    case (.key(let name), .object(let members)):
      let name = String(decoding: name, as: UTF8.self)
      guard let member = members[name] else {
        return place.count == 1 && holds(nil) ? [] : nil
      }
      children = [(.name(name), member)]
    case (.every, .array(let elements)), (.some, .array(let elements)):
      children = elements.enumerated().map { (.index($0), $1) }
    case (.every, .object(let members)), (.some, .object(let members)):
      children = members.map { (.name($0), $1) }
    default: return nil
    }
    for (key, child) in children {
      if let rest = child.path(to: place.dropFirst(), where: holds) { return [key] + rest }
    }
    return nil
  }

  /// What is at a coding path, or the last thing on the way there, with the path that leads to it.
  func follow(_ path: [any CodingKey]) -> (path: String, value: JSON) {
    var value = self
    var segments: [PathSegment] = []
    for key in path {
      if let index = key.intValue, case .array(let elements) = value,
        elements.indices.contains(index)
      {
        segments.append(PathSegment([.index(index)]))
        value = elements[index]
      } else if case .object(let members) = value, let member = members[key.stringValue] {
        segments.append(PathSegment([.name(Array(key.stringValue.utf8))]))
        value = member
      } else {
        break
      }
    }
    return (JSONPath(query: PathQuery(root: .document, segments: segments)).description, value)
  }
}
