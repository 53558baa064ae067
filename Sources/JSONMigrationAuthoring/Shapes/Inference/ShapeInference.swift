package import JSONMigrationCore
package import JSONText

/// The shapes of documents, one for each version.
package struct ShapeInference: Sendable {
  private var tallies: [Version?: ShapeTally] = [:]
  /// The member that holds each version, if there is one.
  private var places: [Version?: [[UInt8]]] = [:]

  package init() {}

  /// How many documents there were.
  package var documents: Int { tallies.values.reduce(0) { $0 + $1.documents } }

  /// The versions that documents have; nil for those that say none.
  package var versions: [Version?] {
    tallies.keys.sorted { left, right in
      switch (left, right) {
      case (nil, _): right != nil
      case (_, nil): false
      case (.integer(let one)?, .integer(let two)?): one < two
      case (let one?, let two?):
        one.description.utf8.lexicographicallyPrecedes(two.description.utf8)
      }
    }
  }

  package mutating func add(_ other: ShapeInference) {
    for (version, tally) in other.tallies {
      tallies[version, default: ShapeTally()].add(tally)
    }
    places.merge(other.places) { one, _ in one }
  }

  mutating func add(
    _ walk: ValueWalk, _ version: Version?, at place: [[UInt8]]?, _ order: TallyOrder
  ) {
    if let version, let place { places[version] = place }
    tallies[version, default: ShapeTally()].add(walk, order)
  }

  /// Adds a document of a version, which stands in a member if that has a place.
  package mutating func add(
    _ document: JSON, of version: Version? = nil, at place: [[UInt8]]? = nil
  ) {
    var text = ByteBuffer()
    text.append(contentsOf: document.description.utf8)
    text.seal()
    add(ValueWalk(text.view, from: 0), version, at: place, TallyOrder(piece: documents))
  }

  /// Whether a document of a version has something at a place.
  package func has(_ place: Place, in version: Version?) -> Bool {
    tallies[version]?.has(place[...], from: 0) ?? false
  }

  /// The places of all members of documents of a version.
  package func places(in version: Version? = nil) -> [Place] {
    tallies[version]?.places(from: 0, at: .root) ?? []
  }

  package func shape(of version: Version?, isOpen: Bool) -> Shape {
    let shape = tallies[version]?.shape(isOpen: isOpen) ?? .never
    guard let value = version?.value, let place = places[version] else { return shape }
    // The member always has this version.
    return shape.changed(at: place, orAbsent: true) { $0.equal(to: value) }
  }

  /// The schema of the documents of one version, or of all: an `anyOf` then.
  package func schema(of versions: [Version?], isOpen: Bool) -> JSON {
    let parts = versions.map { version in
      (schema: shape(of: version, isOpen: isOpen), comment: comment(on: version))
    }
    if parts.count == 1 { return JSON(schemaFileOf: parts[0].schema, comment: parts[0].comment) }
    var file: JSONObject = ["$schema": "https://json-schema.org/draft/2020-12/schema"]
    file["anyOf"] = .array(
      parts.map { part in
        guard case .object(let members) = JSON(schemaOf: part.schema) else { return true }
        var commented: JSONObject = ["$comment": .string(part.comment)]
        for (key, value) in members { commented[key] = value }
        return .object(commented)
      })
    return .object(file)
  }

  private func comment(on version: Version?) -> String {
    let count = tallies[version]?.documents ?? 0
    let documents = count == 1 ? "1 document" : "\(count.grouped) documents"
    return version.map { "version \($0): \(documents)" } ?? documents
  }
}

/// Reads documents for their shapes, one after the other, and keeps the memory.
package struct ShapeGatherer: ~Copyable {
  private var document: Document
  /// The migrator whose format tells the versions.
  private let migrator: Migrator?
  /// Whether documents may have comments and trailing commas.
  package var takesComments: Bool
  package private(set) var inference = ShapeInference()

  /// Members that are taken for the version if no rules say where it stands.
  private static let names = Format.usualPlaces.map { Array($0.utf8) }

  /// With a migrator its format tells the versions; without one a number that is a member named
  /// `version`, `schemaVersion` or `formatVersion`.
  package init(_ migrator: Migrator?, limits: Document.Limits = Document.Limits()) {
    self.migrator = migrator
    takesComments = migrator?.takesComments ?? false
    document = Document(limits: limits)
  }

  package mutating func withText<Result, Failure: Error>(
    _ body: (inout ByteBuffer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try document.withSource(body)
  }

  /// Reads the document in a range of the text; `piece` and `line` give its position in the input.
  package mutating func look(
    at range: Range<Int>, named name: String, firstLine: Int = 1, piece: Int, line: Int
  ) throws(MigrationError) {
    do throws(JSONError) {
      if takesComments { try document.blankComments(in: range) }
      try document.read(range)
    } catch {
      var error = error
      error.offset -= range.lowerBound
      let text = document.original(of: range) ?? document.text[range].array
      var diagnostic = Diagnostic(error, in: text, file: name, firstLine: firstLine)
      if error.isAboutComments, diagnostic.help == nil {
        diagnostic.help = "`--comments` allows comments and commas behind the last value"
      }
      throw MigrationError(diagnostic)
    }
    let walk = ValueWalk(document.text, from: range.lowerBound)
    let found: (version: Version?, place: [[UInt8]]?)
    if let migrator {
      let format = migrator.rules.format
      do throws(MigrationError) {
        found.version = try migrator.version(
          of: document.text[range], named: name, firstLine: firstLine)
      } catch {
        guard let text = document.original(of: range), let diagnostic = error.diagnostics.first
        else {
          throw error
        }
        throw MigrationError(
          diagnostic.placed(in: name) { place, span in
            place.span = Diagnostic.Span(span.bytes, in: text, firstLine: firstLine)
          })
      }
      let isAlone = format.at.count == 1 && format.each == nil
      found.place = isAlone ? format.at.first?.names?.map(\.text) : nil
    } else {
      found = Self.version(in: walk)
    }
    inference.add(
      walk, found.version, at: found.place, TallyOrder(piece: piece, line: line))
  }

  private static func version(in document: ValueWalk) -> (Version?, [[UInt8]]?) {
    guard document.kind == .object else { return (nil, nil) }
    // Of each name the first member counts, and of the names the one that is listed first.
    var best: (rank: Int, version: Int)?
    var seen = 0
    var walk = document
    var hasNext = walk.enter()
    while hasNext, best?.rank != 0 {
      let key = walk.passKey()
      if let rank = names.firstIndex(where: { walk.stands(key, for: $0) }), seen & 1 << rank == 0 {
        seen |= 1 << rank
        if let version = walk.integer, rank < best?.rank ?? .max { best = (rank, version) }
      }
      walk.pass()
      hasNext = walk.advance()
    }
    return best.map { (.integer($0.version), [names[$0.rank]]) } ?? (nil, nil)
  }
}
