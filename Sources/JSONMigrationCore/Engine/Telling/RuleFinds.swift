internal import JSONText

/// Which rules have found something in any document of a run, and which steps were gone; of rules
/// with several paths, which of them have.
package struct RuleFinds: Sendable {
  /// By the numbers of the rules.
  private var rules: [Bool]
  /// By the numbers of the paths.
  private var paths: [Bool]
  /// By the numbers of the steps' files.
  private var steps: [Bool]
  /// How many documents its rules were for, where formats are told apart.
  package var documents = 0

  init(_ rules: RuleSet) {
    self.rules = Array(repeating: false, count: rules.ruleCount)
    paths = Array(repeating: false, count: rules.pathCount)
    steps = Array(repeating: false, count: rules.files.count)
  }

  @inline(__always)
  mutating func note(_ rule: Rule) {
    if rule.number >= 0 { rules[rule.number] = true }
  }

  @inline(__always)
  mutating func note(_ step: Step) { steps[step.file] = true }

  @inline(__always)
  mutating func note(path item: Int, of rule: Rule) {
    paths[rule.paths.lowerBound + item] = true
  }

  /// Notes what a program has: the number of a rule, or what `note(path:)` makes of that of a path.
  mutating func note(_ note: Int) {
    if note < 0 { paths[-1 - note] = true } else { rules[note] = true }
  }

  /// What stands for a path in a program.
  static func note(path number: Int) -> Int { -1 - number }

  mutating func note(step file: Int) { steps[file] = true }

  /// Adds what was found in other documents, by the same rules.
  package mutating func add(_ other: RuleFinds) {
    for index in rules.indices where other.rules[index] { rules[index] = true }
    for index in paths.indices where other.paths[index] { paths[index] = true }
    for index in steps.indices where other.steps[index] { steps[index] = true }
    documents += other.documents
  }

  fileprivate func has(_ rule: Rule) -> Bool { rule.number < 0 || rules[rule.number] }

  /// Which of the paths of a rule have found nothing, where others have.
  fileprivate func idlePaths(of rule: Rule) -> [Int] {
    rule.paths.indices.filter { !paths[$0] }.map { $0 - rule.paths.lowerBound }
  }

  fileprivate func has(_ step: Step) -> Bool { steps[step.file] }
}

/// A rule that found nothing in any document that it was for.
public struct IdleRule: Hashable, Sendable {
  /// What it does: `rename`.
  public let verb: String
  /// Where it is in the rules.
  public let place: Diagnostic.Place
  /// Why it found nothing, where a document shows it: "`items` is a list here: `items[*].a`".
  public internal(set) var reason: String?
  /// Whether the document shows that it is most likely wrong, and not only for other documents.
  package internal(set) var isMistake = false
  /// The path that found nothing, where others of the rule did; `place` is that of the path then.
  package internal(set) var path: String?
}

extension Migrator {
  /// The rules that found nothing in a run, and then the paths of other rules that found nothing.
  package func idleRules(_ finds: RuleFinds) -> [IdleRule] {
    rules.idleRules(finds) + rules.idlePaths(finds)
  }
}

extension RuleSet {
  /// The rules that found nothing, of those whose step was gone; of a block in which none did, the
  /// block alone.
  func idleRules(_ finds: RuleFinds) -> [IdleRule] {
    formats.flatMap { format in
      format.chain.steps.filter { finds.has($0) }.flatMap { idle($0.rules, finds) }
    }.map { IdleRule(verb: $0.name, place: files[$0.file].place($0.range)) }
  }

  /// The paths that found nothing, of rules that found something by others.
  func idlePaths(_ finds: RuleFinds) -> [IdleRule] {
    formats.flatMap { format in
      format.chain.steps.filter { finds.has($0) }.flatMap { idlePaths(of: $0.rules, finds) }
    }
  }

  private func idlePaths(of rules: [Rule], _ finds: RuleFinds) -> [IdleRule] {
    rules.flatMap { rule -> [IdleRule] in
      let paths = rule.paths.isEmpty || !finds.has(rule) ? [] : finds.idlePaths(of: rule)
      let ways = paths.isEmpty ? [] : rule.effects.separateWays
      return paths.map { IdleRule(path: ways[$0], of: rule, files) }
        + idlePaths(of: rule.verb.inner.rules, finds)
    }
  }

  private func idle(_ rules: [Rule], _ finds: RuleFinds) -> [Rule] {
    rules.flatMap { rule -> [Rule] in
      let inner = rule.verb.inner.rules
      if inner.isEmpty {
        return finds.has(rule) || rule.isBlock ? [] : [rule]
      }
      let idle = idle(inner, finds)
      return idle.count == inner.count && zip(idle, inner).allSatisfy({ $0 === $1 }) ? [rule] : idle
    }
  }
}

extension Rule {
  /// Whether it has rules in it, be it none.
  fileprivate var isBlock: Bool { if case .none = verb.inner { false } else { true } }
}

extension IdleRule {
  /// A path of a rule that has several.
  init(path way: LookedFor, of rule: Rule, _ files: [RuleText]) {
    self.init(
      verb: rule.name, place: files[rule.file].place(way.range),
      path: Query.short(way.path.description))
  }
}

extension Worker {
  /// Adds what a document shows of rules that found nothing in any, where none has shown more.
  package mutating func addReasons(to idle: inout [IdleRule], in document: [UInt8]) {
    guard idle.contains(where: { !$0.isMistake }) else { return }
    var shown: [Diagnostic.Place: IdleRule] = [:]
    for rule in idleRules(in: document) { shown[rule.place] = rule }
    for index in idle.indices where !idle[index].isMistake {
      guard let rule = shown[idle[index].place], rule.isMistake || idle[index].reason == nil
      else { continue }
      idle[index] = rule
    }
  }

  /// The rules that find nothing in a document, with reasons; of a document that fails, those of
  /// the steps before.
  mutating func idleRules(in document: [UInt8]) -> [IdleRule] {
    withText { text in
      text.truncate(to: 0)
      text.append(contentsOf: document)
    }
    return trace(0..<document.count, named: "").steps.flatMap(\.idle).map {
      IdleRule(
        verb: $0.rule.verb, place: $0.place, reason: $0.reason, isMistake: $0.isMistake,
        path: $0.path)
    }
  }
}
