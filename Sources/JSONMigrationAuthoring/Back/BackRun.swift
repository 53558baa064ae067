package import JSONMigrationCore
package import JSONText

/// Takes documents over a step and back.
package struct RoundTrip: ~Copyable {
  /// What stands where a version does stays as it is: a trial knows which one it is.
  private static let versionPlace = "version_of_trial"

  private var there: Engine
  private var back: Engine

  package enum Result {
    /// The step refuses the document.
    case notTaken
    /// The way back refuses the result.
    case refused
    case back(between: JSON, after: JSON)
  }

  /// Rules in a step of their own; nil where they can't be read, or some have no way back.
  package init?(_ rules: JSON, undo: JSON?, in step: Step, _ format: Format) {
    var text: JSONObject = ["from": step.from[0].value, "to": step.to.value, "rules": rules]
    text["undo"] = undo
    var says: JSONObject = ["version": ["at": .string(Self.versionPlace), "stamp": false]]
    says["stash"] = format.stash.map { .string($0) }
    let files = [
      RuleSource(name: "format.json", text: JSON.object(says).description),
      RuleSource(name: "step.json", text: text.description),
    ]
    guard step.from[0].beginning == nil,
      let rules = try? RuleSet(
        named: "", functions: [:], files: { $0.isEmpty ? .success(files) : nil })
    else { return nil }
    let planner = Planner(rules: rules)
    let plan = planner.planForEngine(to: step.from[0], from: step.to)
    if plan.back.values.contains(where: { $0.values.contains { !$0.lost.isEmpty } }) { return nil }
    there = Engine(planner.planForEngine(to: step.to, from: step.from[0]))
    back = Engine(plan)
  }

  package mutating func result(for document: JSON) -> Result {
    guard let between = Self.migrate(document, &there) else { return .notTaken }
    guard let after = Self.migrate(between, &back) else { return .refused }
    return .back(between: between, after: after)
  }

  /// What comes back of a document that the rules may have made; nil where they refuse that.
  package mutating func before(_ document: JSON) -> JSON? { Self.migrate(document, &back) }

  /// Whether it comes back as another document.
  mutating func loses(_ document: JSON) -> Bool { result(for: document).loses(document) }

  private static func migrate(_ document: JSON, _ engine: inout Engine) -> JSON? {
    try? engine.result(for: Array(document.description.utf8)) { _ = try $0.migrate() }
  }
}

extension RoundTrip.Result {
  /// Whether a document came back as another one; parents that were made may stay.
  package func loses(_ document: JSON) -> Bool {
    guard case .back(_, let after) = self else { return false }
    return after != document && after.withoutEmptyObjects != document.withoutEmptyObjects
  }
}

/// Looks for documents that don't come back from the steps of a folder, one step after the other.
package struct BackRun: Sendable {
  private let rules: RuleSet
  private let shared: Set<Diagnostic.Place>
  private let steps: [(format: Format, step: Step)]

  /// The number of documents to try for each step.
  private static let tries = 800

  package init(_ migrator: Migrator) {
    rules = migrator.rules
    shared = Set(migrator.rulesWithSharedPlaces.compactMap(\.place))
    steps = rules.formats.flatMap { format in format.chain.steps.map { (format, $0) } }
  }

  /// The number of steps; reports on several may be asked for at once.
  package var count: Int { steps.count }

  /// A report on each step.
  package var reports: [BackReport] { (0..<count).map { report(on: $0) } }

  /// What is found of the step with a number.
  package func report(on number: Int) -> BackReport {
    let (format, step) = steps[number]
    return Self.report(on: step, of: format, rules, shared)
      ?? Self.noReport(on: step, of: format, rules)
  }

  private static func noReport(
    on step: Step, of format: Format, _ rules: RuleSet
  ) -> BackReport {
    let lost = rules.lostRules(of: step, format)
    let other = rules.files[step.file].place(
      step.range, label: "it starts at any version like \(step.from[0])")
    return BackReport(
      step: name(of: step), obstacles: lost.isEmpty ? [other] : lost, tried: 0, refused: 0, lost: 0,
      losses: [])
  }

  private static func name(of step: Step) -> String { "version \(step.to) → \(step.from[0])" }

  private static func report(
    on step: Step, of format: Format, _ rules: RuleSet, _ shared: Set<Diagnostic.Place>
  ) -> BackReport? {
    let text = RuleSources(rules).step(step)
    let list = text["rules"] ?? []
    guard var trip = RoundTrip(list, undo: text["undo"], in: step, format) else { return nil }
    let made = Self.made(by: step.rules, format)
    var specimens = Specimens(
      for: [(rules, format, step, list)], from: step.tests.map(\.before))
    var counts = (tried: 0, refused: 0, lost: 0)
    var losses: [BackReport.Loss] = []
    var seen: Set<JSON> = []
    var told: Set<Bool> = []
    for number in 0..<tries {
      let document = number < step.tests.count ? step.tests[number].before : specimens.next()
      guard seen.insert(document).inserted else { continue }
      let result = trip.result(for: document)
      switch result {
      case .notTaken: continue
      case .refused: counts.refused += 1
      case .back(let between, _): if between != document { specimens.keep(document) }
      }
      counts.tried += 1
      guard result.loses(document) else { continue }
      counts.lost += 1
      let has = document.hasAny(of: made)
      guard told.insert(has).inserted else { continue }
      let least = document.shrunk { trip.loses($0) && $0.hasAny(of: made) == has }
      let loss = loss(of: least, has, (step, format), list, rules, shared, &trip)
      if !losses.contains(where: { $0.place == loss.place && $0.cause == loss.cause }) {
        losses.append(loss)
      }
    }
    return BackReport(
      step: name(of: step), tried: counts.tried, refused: counts.refused,
      lost: counts.lost, losses: losses)
  }

  /// The places where a step puts something that may have been there already.
  package static func made(by rules: [Rule], _ format: Format) -> [Place] {
    var places: [Place] = []
    for effects in EffectReader(format).effects(rules) {
      for move in effects.moves where !move.isOfMembers { places.append(move.to) }
      for write in effects.writes where write.mode != .inPlace { places.append(write.site.place) }
      for spelling in effects.spellings { places.append(spelling.object.children) }
    }
    return places.compactMap { place in
      for start in format.places {
        if let rest = start.rest(to: place) { return Place(rest) }
      }
      return nil
    }
  }

  private static func loss(
    of document: JSON, _ hasWhatIsMade: Bool, _ subject: (step: Step, format: Format),
    _ rules: JSON, _ set: RuleSet, _ shared: Set<Diagnostic.Place>, _ trip: inout RoundTrip
  ) -> BackReport.Loss {
    let step = subject.step
    var (between, after) = (document, document)
    if case .back(let middle, let end) = trip.result(for: document) {
      (between, after) = (middle, end)
    }
    let rule =
      step.undo == nil ? firstLoser(of: document, subject, step.rules, rules.array ?? []) : nil
    let place = set.files[step.file].place(rule?.range ?? step.range)
    let own: BackReport.Loss.Cause = shared.contains(place) ? .takesAnothers : .takesItsOwn
    let other = cause(of: rule, step)
    // An `undo` may bring something back without any of what the step puts somewhere.
    let isOther =
      !hasWhatIsMade
      || other == .undo && rule.map { !document.hasAny(of: made(by: [$0], subject.format)) } == true
    return BackReport.Loss(
      before: document, between: between, after: after, place: place, rule: rule?.name,
      cause: isOther ? other : own)
  }

  private static func cause(of rule: Rule?, _ step: Step) -> BackReport.Loss.Cause {
    guard let rule else { return step.undo == nil ? .unknown : .undo }
    let all = [rule] + rule.inner
    if all.contains(where: { $0.undo != nil }) { return .undo }
    if case .conditional = rule.inverse { return .data }
    return .unknown
  }

  /// The first rule that alone doesn't bring its document back; of a block the one in it, if one
  /// does so by itself.
  private static func firstLoser(
    of document: JSON, _ subject: (step: Step, format: Format), _ rules: [Rule], _ texts: [JSON],
    in block: JSON? = nil
  ) -> Rule? {
    let (step, format) = subject
    var document = document
    for (rule, text) in zip(rules, texts) {
      var alone = text
      if var block = block?.object {
        block["rules"] = [text]
        alone = .object(block)
      }
      guard var trip = RoundTrip([alone], undo: nil, in: step, format) else { return nil }
      let result = trip.result(for: document)
      if result.loses(document) {
        guard block == nil, text["undo"] == nil, let texts = text["rules"]?.array else {
          return rule
        }
        return firstLoser(of: document, subject, rule.inner, texts, in: text) ?? rule
      }
      guard case .back(let next, _) = result else { return nil }
      document = next
    }
    return nil
  }
}

extension JSON {
  /// The value without empty objects, which stay behind where parents were made.
  package var withoutEmptyObjects: JSON {
    switch self {
    case .array(let elements): return .array(elements.map(\.withoutEmptyObjects))
    case .object(let members):
      var kept = JSONObject()
      for (key, value) in members {
        let value = value.withoutEmptyObjects
        if value != [:] { kept[key] = value }
      }
      return .object(kept)
    default: return self
    }
  }

  /// Whether something stands at one of some places.
  package func hasAny(of places: [Place]) -> Bool {
    places.contains { holds($0.segments[...]) }
  }

  private func holds(_ way: ArraySlice<Place.Segment>) -> Bool {
    guard let segment = way.first else { return true }
    let children = array ?? object.map { $0.map(\.value) } ?? []
    switch segment {
    case .key(let key):
      return self[String(decoding: key, as: UTF8.self)]?.holds(way.dropFirst()) ?? false
    case .every, .some: return children.contains { $0.holds(way.dropFirst()) }
    case .descendants:
      return holds(way.dropFirst()) || children.contains { $0.holds(way) }
    }
  }
}
