package import JSONMigrationCore
package import JSONText

/// Looks for a document that one schema accepts and whose result another one refuses.
struct WitnessSearch {
  /// The number of documents to try; few if it is proven that none will be found.
  static let tries = 3_000
  static let fewTries = 200
  private static let shrinkingTries = 600
  /// The most values of all documents that are tried; more than usual ones have together.
  private static let mostValues = 2_000_000

  struct Witness {
    let document: JSON
    let result: JSON?
    let diagnostic: Diagnostic
  }

  /// What is wrong with a document.
  private enum Break: Equatable {
    case refused(Refusal, JSON)
    case fails(MigrationError)

    /// Whether two documents break for the same reason.
    func isLike(_ other: Break) -> Bool {
      switch (self, other) {
      case (.refused(let one, _), .refused(let two, _)): one.range == two.range
      case (.fails(let one), .fails(let two)): one.kind == two.kind
      default: false
      }
    }
  }

  private let migrator: Migrator
  private var source: SchemaJudge
  private var target: SchemaJudge
  private var sampler: ShapeSampler
  private(set) var tried = 0
  /// Whether what stands in the place of a version and is none counts.
  private let isMisread: Bool

  /// Shapes to make documents of: of old ones, and of those that no rule changes.
  struct Parts {
    var old: [Shape] = []
    var new: [Shape] = []
  }

  init(
    _ migrator: Migrator, from source: SchemaFile, to target: SchemaFile, isMisread: Bool
  ) {
    self.migrator = migrator
    self.isMisread = isMisread
    self.source = SchemaJudge(source)
    self.target = SchemaJudge(target)
    sampler = ShapeSampler(SamplePool(migrator, [source, target]))
  }

  /// A document that breaks it, one that rules change if there is one.
  mutating func witness(of parts: Parts, tries: Int) -> Witness? {
    let count = parts.old.count + parts.new.count
    guard count > 0 else { return nil }
    let share = tries * parts.old.count / count
    return witness(of: parts.old, tries: share) ?? witness(of: parts.new, tries: tries - share)
  }

  private mutating func witness(of parts: [Shape], tries: Int) -> Witness? {
    guard !parts.isEmpty else { return nil }
    for number in 0..<tries where sampler.made < Self.mostValues {
      guard let document = sampler.document(of: parts[number % parts.count]) else { continue }
      tried += 1
      guard let found = broken(document) else { continue }
      var search = self
      let least = document.shrunk(atMost: Self.shrinkingTries) { candidate in
        search.broken(candidate)?.isLike(found) ?? false
      }
      guard let end = broken(least) else { continue }
      return witness(least, end)
    }
    return nil
  }

  /// What goes wrong with a document; nil if nothing does, or the source refuses it.
  private mutating func broken(_ document: JSON) -> Break? {
    guard source.judge(document).isTaken else { return nil }
    do throws(MigrationError) {
      let version = try migrator.version(of: document)
      guard migrator.rules.format.chain.names(version) else { return nil }
    } catch {
      let isRefused = error.kind == .missingVersion || isMisread && error.kind == .badVersion
      return isRefused ? .fails(error) : nil
    }
    do throws(MigrationError) {
      let result = try migrator.migrate(document)
      return target.judge(result).refusal.map { .refused($0, result) }
    } catch {
      let limits: [Diagnostic.Kind] = [.tooDeep, .tooBig, .wrongFormat, .badRules]
      return limits.contains(error.kind) ? nil : .fails(error)
    }
  }

  private func witness(_ document: JSON, _ found: Break) -> Witness {
    let (source, target) = (source.file.name, target.file.name)
    switch found {
    case .fails(let error):
      let first = error.diagnostics.first
      let places = (first.map { ($0.place.map { [$0] } ?? []) + $0.relatedPlaces } ?? [])
        .filter { $0.file != Self.document }
      return Witness(
        document: document, result: nil,
        diagnostic: Diagnostic(
          .brokenSchema,
          "a document that \(Printable.text(of: source)) takes can't be migrated",
          at: places.first, relatedPlaces: Array(places.dropFirst()), help: first?.help,
          notes: ["document: \(document)", first?.message ?? ""]))
    case .refused(let refusal, let result):
      let rule = writer(of: refusal, in: document)
      return Witness(
        document: document, result: result,
        diagnostic: Diagnostic(
          .brokenSchema,
          "a document that \(Printable.text(of: source)) takes becomes one that "
            + "\(Printable.text(of: target)) refuses",
          at: self.target.file.place(refusal.range, label: "wants \(refusal.wanted)"),
          relatedPlaces: [rule].compactMap { $0 }, help: help(ifNew: document),
          notes: [
            "document: \(document)", "result: \(result)",
            "\(refusal.path) is \(refusal.found)",
          ]))
    }
  }

  /// What to do about a document that no rule is asked about; nil for others.
  private func help(ifNew document: JSON) -> String? {
    guard (try? migrator.version(of: document)) == migrator.target else { return nil }
    let format = migrator.rules.format
    let start = format.chain.beginning
    let words = "no rule ran: the document is of version \(migrator.target) already"
    guard start.beginning == nil, let name = format.at.first?.names?.last?.text else {
      return words
    }
    return words + "; `\(JSON.string(String(decoding: name, as: UTF8.self))): "
      + "{ \"const\": \(start.value) }` in "
      + "\(Printable.text(of: source.file.name)) leaves such documents out"
  }

  private static let document = "document"

  /// The rule that wrote the refused value, or a container around it.
  private func writer(of refusal: Refusal, in document: JSON) -> Diagnostic.Place? {
    if refusal.isOfNull, let version = try? migrator.version(of: document),
      let place = VerdictMend(migrator.rules).null(
        at: refusal.general, from: version, to: migrator.target)
    {
      return place
    }
    guard var worker = try? Worker(migrator, generator: .fixed) else { return nil }
    let bytes = Array(document.description.utf8)
    worker.withText { text in
      text.truncate(to: 0)
      text.append(contentsOf: bytes)
    }
    let trace = worker.trace(0..<bytes.count, named: Self.document)
    let path = JSONPath(query: PathQuery(root: .document, segments: refusal.place))
    guard let history = try? worker.history(of: path, in: trace),
      let edit = history.edits.last(where: { $0.edit.rule != nil }),
      let number = edit.edit.rule
    else { return nil }
    var place = trace.rules[number].place
    let value = String(decoding: history.spot.value, as: UTF8.self)
    place.label = "\(trace.rules[number].verb) leaves \(Printable.text(of: value))"
    return place
  }
}

extension SamplePool {
  /// The keys and values that the rules and some schemas name.
  init(_ migrator: Migrator, _ schemas: [SchemaFile]) {
    self.init()
    let sources = RuleSources(migrator.rules)
    for number in migrator.rules.files.indices {
      add(sources.value(of: number)["rules"] ?? [])
    }
    for (condition, _) in migrator.rules.symbols.conditions {
      for literal in condition.expression.literals { add(literal) }
    }
    for schema in schemas { add(schema.root.json) }
  }
}

extension Migrator {
  /// Documents that a schema accepts, of versions that the rules name; the same in every run.
  package func samples(of source: SchemaFile, count: Int) -> [JSON] {
    var sampler = ShapeSampler(SamplePool(self, [source]))
    let parts = ShapeFlow(rules).versions(of: source.shape)
    guard !parts.isEmpty else { return [] }
    return (0..<count).compactMap { sampler.document(of: parts[$0 % parts.count]) }
  }
}
