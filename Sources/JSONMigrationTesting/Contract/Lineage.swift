internal import JSONMigration
internal import JSONMigrationCore
internal import JSONText

/// Tells for each older version whether its documents have what a type of today needs, and from
/// what that is known: from rules, and from documents.
struct Lineage {
  /// What is known of a value in documents of one version.
  struct Standing {
    let origin: Ancestry
    /// Whether a document, or a rule that is for them, shows that they have it.
    let isKnown: Bool
    /// Whether documents of this very version were seen that have it.
    let isSeen: Bool
  }

  let chain: Chain
  /// By the number of the step.
  private let trees: [[RuleTree]]
  let effects: [StepEffects]
  /// What the rules of each step read, and what is said of the shape of each version.
  private let read: [[Place]]
  private let shapes: [(version: Version, place: Place)]
  /// What documents of each version look like.
  let documents: ShapeInference
  let target: Version
  /// Those that lead to the one of today, which is the last.
  let versions: [Version]
  /// The numbers of the steps that lead to each version.
  private let stepsTo: [Version: [Int]]

  init(_ migrator: Migrator, documents: ShapeInference) {
    let rules = migrator.rules
    let format = rules.format
    chain = format.chain
    target = migrator.target
    versions = chain.versions.filter {
      $0 == migrator.target || format.chain.leads(from: $0, to: migrator.target)
    }
    stepsTo = Dictionary(grouping: chain.steps.indices) { format.chain.steps[$0].to }
    self.documents = documents
    let trees = chain.steps.map { EffectReader(format).trees($0.rules) }
    self.trees = trees
    let depth = format.places.first?.count ?? 0
    let effects = trees.map { StepEffects($0, depth: depth) }
    self.effects = effects
    shapes = format.shapes.flatMap { shape in
      shape.condition.condition.guidePaths(
        root: format.places.first ?? [], scope: format.places.first ?? []
      ).map { (shape.version, $0) }
    }
    var touched: [Int: [Place]] = [:]
    for (place, owner) in rules.symbols.touched { touched[owner, default: []].append(place) }
    read = zip(chain.steps, effects).map { step, effects in
      // What they make need not be there before.
      let effects = effects.all
      let made = Set(
        effects.flatMap { $0.writes.filter { $0.mode != .inPlace }.map(\.site.place) }
          + effects.flatMap { $0.moves.map(\.to) })
      let sources = effects.flatMap { $0.moves.map(\.from.place) + $0.drops.map(\.place) }
      return (touched[step.file] ?? []).filter { !made.contains($0) } + sources
    }
  }

  var olderVersions: ArraySlice<Version> { versions.dropLast() }

  /// The versions that lead to the one of today, and what they have for a place of it.
  func standings(of place: Place) -> [Version: Standing] {
    var origins = [target: Ancestry(place)]
    // The steps that make it: the documents that they lead to have it.
    var makers: Set<Int> = []
    for version in versions.reversed() {
      guard let origin = origins[version] else { continue }
      for number in stepsTo[version] ?? [] {
        var before = origin
        before.isSupplied = false
        before.goBack(over: trees[number])
        if before.isSupplied || before.helpers.count > origin.helpers.count {
          makers.insert(number)
        }
        before.isSupplied = before.isSupplied || origin.isSupplied
        for from in chain.steps[number].from { origins[from] = before }
      }
    }
    var standings: [Version: Standing] = [:]
    for version in versions {
      guard let origin = origins[version] else { continue }
      let isSeen = origin.places.contains { documents.has($0, in: version) }
      let isKnown =
        isSeen || isRead(origin, in: version)
        || (stepsTo[version] ?? []).contains { number in
          makers.contains(number)
            || chain.steps[number].from.contains { standings[$0]?.isKnown == true }
        }
      standings[version] = Standing(origin: origin, isKnown: isKnown, isSeen: isSeen)
    }
    return standings
  }

  private func isRead(_ origin: Ancestry, in version: Version) -> Bool {
    func isThere(_ place: Place) -> Bool {
      origin.places.contains { place.isNamedBelow($0) }
    }
    if let step = chain.step(from: version), version != target, read[step].contains(where: isThere)
    {
      return true
    }
    return shapes.contains { $0.version == version && isThere($0.place) }
  }
}
