public import JSONMigrationCore
public import JSONText

/// Whether the rules turn every document of one JSON Schema into a document of another one.
public struct SchemaVerdict: Sendable {
  /// The answer.
  public enum Outcome: String, Sendable {
    /// The target accepts every result, and no rule fails.
    case compatible
    /// There is a document for which that is not so.
    case broken
    /// No such document was found, and it isn't proven that there is none.
    case unknown
  }

  /// The answer.
  public let outcome: Outcome
  /// The details: the error with its places, or what could not be proven.
  public let diagnostics: [Diagnostic]
  /// A document that breaks it, as small as it could be made.
  public let document: JSON?
  /// The result for that document; nil if a rule fails.
  public let result: JSON?
  /// The number of documents that were tried.
  public let tried: Int
}

extension Diagnostic.Kind {
  /// A document that one schema takes becomes one that another refuses, or fails.
  public static let brokenSchema = Diagnostic.Kind(rawValue: "broken-schema")
  /// Something about documents could not be proven.
  public static let notProven = Diagnostic.Kind(rawValue: "not-proven")
}

extension Migrator {
  /// Whether every document that one JSON Schema takes becomes one that another takes.
  ///
  ///     let verdict = try migrator.check(from: oldSchema, to: newSchema)
  ///     #expect(verdict.outcome == .compatible)
  ///
  /// `source` and `target` are JSON Schemas (2020-12), and the names are what messages call them.
  /// The rules are asked what they make of all documents of a shape; where that proves nothing,
  /// documents are made and migrated. What breaks it is made small, and was run before it is told.
  /// The same rules and schemas give the same verdict.
  ///
  /// Documents of versions that the rules don't name are left out, and so are those with something
  /// that is no version in its place, unless `source` says of that member that it may be that.
  public func check(
    from source: some Sequence<UInt8>, to target: some Sequence<UInt8>,
    sourceName: String = "the source", targetName: String = "the target"
  ) throws(MigrationError) -> SchemaVerdict {
    try check(
      from: SchemaFile(Array(source), named: sourceName),
      to: SchemaFile(Array(target), named: targetName))
  }

  /// The schema of the newest version of documents that a schema takes.
  package func schema(after source: SchemaFile) throws(MigrationError) -> CarriedSchema {
    let flow = ShapeFlow(rules)
    let shape = flow.carryAll(source.shape)
    if shape.isNever {
      throw MigrationError(
        flow.failures.isEmpty ? Self.noDocuments(source) : Self.noResults(source, flow.failures))
    }
    return CarriedSchema(
      schema: JSON(schemaFileOf: shape), unknowns: flow.unknowns.map(\.diagnostic))
  }

  /// The shape of what becomes of objects of a version of which nothing else is known.
  package func result(ofAnyObjectOf version: Version) -> Shape {
    let chain = rules.format.chain
    guard let steps = chain.steps(from: version, to: target) else { return .any }
    let flow = ShapeFlow(rules)
    return steps.reduce(Shape.any.only(.object)) { flow.carry($0, over: chain.steps[$1].rules) }
  }

  package func check(
    from source: SchemaFile, to target: SchemaFile
  ) throws(MigrationError) -> SchemaVerdict {
    let shape = source.shape
    let flow = ShapeFlow(rules)
    let carried = flow.carryAll(shape)
    if carried.isNever, flow.failures.isEmpty { throw MigrationError(Self.noDocuments(source)) }
    let (wanted, unread) = target.target
    let isMisread = flow.mayMisreadVersion && source.takesOthers(than: rules.format)
    var reasons = carried.gaps(to: wanted).map { gap in
      Diagnostic(
        .notProven, "\(gap.message)", severity: .warning,
        at: Diagnostic.Place(target.name, path: gap.path))
    }
    reasons += unread.map(\.diagnostic)
    reasons += (flow.unknowns + flow.failures).map(\.diagnostic)
    let version = rules.format.at.first?.text ?? "version"
    if flow.mayLackVersion {
      reasons.append(
        Self.notProven("`\(version)` may be missing, and `missing` tells no version then"))
    }
    if isMisread { reasons.append(Self.notProven("`\(version)` may be something else")) }
    var search = WitnessSearch(self, from: source, to: target, isMisread: isMisread)
    let tries = reasons.isEmpty ? WitnessSearch.fewTries : WitnessSearch.tries
    if let witness = search.witness(of: flow.parts(of: shape, isMisread), tries: tries) {
      return SchemaVerdict(
        outcome: .broken, diagnostics: [witness.diagnostic], document: witness.document,
        result: witness.result, tried: search.tried)
    }
    if !reasons.isEmpty { reasons += source.lostReferences.map(\.diagnostic) }
    return SchemaVerdict(
      outcome: reasons.isEmpty ? .compatible : .unknown, diagnostics: reasons, document: nil,
      result: nil, tried: search.tried)
  }

  private static func notProven(_ message: String) -> Diagnostic {
    Diagnostic(.notProven, message, severity: .warning)
  }

  private static func noDocuments(_ source: SchemaFile) -> Diagnostic {
    Diagnostic(
      .badSchema, "no document that this schema takes has a version that the rules name",
      at: Diagnostic.Place(source.name),
      help: "`version` in format.json says where the version stands and what is missing one")
  }

  private static func noResults(
    _ source: SchemaFile, _ failures: [FlowFinding]
  ) -> Diagnostic {
    Diagnostic(
      .badSchema, "every document that this schema takes fails on the way",
      at: Diagnostic.Place(source.name), relatedPlaces: failures.compactMap(\.place),
      notes: failures.map { "`\($0.name)` \($0.message)" })
  }
}

/// A schema that was carried along rules, and the rules whose results are unknown.
package struct CarriedSchema: Sendable {
  package let schema: JSON
  package let unknowns: [Diagnostic]
}

extension FlowFinding {
  fileprivate var diagnostic: Diagnostic {
    Diagnostic(.notProven, "`\(name)` \(message)", severity: .warning, at: place)
  }
}

extension UnreadKeyword {
  fileprivate var diagnostic: Diagnostic {
    let what =
      switch reason {
      case .notUnderstood: "is not understood"
      case .tooMuch: "has too many alternatives together"
      case .leadsNowhere: "leads nowhere: nothing is there in this file"
      }
    return Diagnostic(
      .notProven, "`\(Printable.quote(keyword))` \(what)", severity: .warning, at: place)
  }
}

extension ShapeFlow {
  /// The shape of the results in the newest version.
  func carryAll(_ shape: Shape) -> Shape {
    do throws(UnknownShape) {
      return try carry(shape)
    } catch {
      noteUnknown("may make anything: \(error.reason)")
      return .any
    }
  }

  /// The parts of a shape that have a version, to make documents of.
  func versions(of shape: Shape) -> [Shape] {
    if rules.format.each != nil { return [shape] }
    return versions(shape, rules.format).known.map(\.part).filter { !$0.isNever }
  }

  /// The same, with those that are refused for it; those that no rule changes apart.
  fileprivate func parts(of shape: Shape, _ isMisread: Bool) -> WitnessSearch.Parts {
    if rules.format.each != nil { return .init(old: [shape]) }
    let versions = versions(shape, rules.format)
    let newest = rules.format.chain.newest
    var parts = WitnessSearch.Parts()
    for (version, part) in versions.known where !part.isNever {
      if version == newest { parts.new.append(part) } else { parts.old.append(part) }
    }
    parts.old += [versions.unsaid, isMisread ? versions.misread : .never].filter { !$0.isNever }
    return parts
  }
}
