internal import JSONText

/// Which rules have found something in any document of a run, and which steps were gone.
package struct RuleFinds: Sendable {
  /// By the numbers of the rules.
  private var rules: [Bool]
  /// By the numbers of the steps' files.
  private var steps: [Bool]
  /// How many documents its rules were for, where formats are told apart.
  package var documents = 0

  init(_ rules: RuleSet) {
    self.rules = Array(repeating: false, count: rules.ruleCount)
    steps = Array(repeating: false, count: rules.files.count)
  }

  @inline(__always)
  mutating func note(_ rule: Rule) {
    if rule.number >= 0 { rules[rule.number] = true }
  }

  @inline(__always)
  mutating func note(_ step: Step) { steps[step.file] = true }

  mutating func note(rule number: Int) { rules[number] = true }

  mutating func note(step file: Int) { steps[file] = true }

  /// Adds what was found in other documents, by the same rules.
  package mutating func add(_ other: RuleFinds) {
    for index in rules.indices where other.rules[index] { rules[index] = true }
    for index in steps.indices where other.steps[index] { steps[index] = true }
    documents += other.documents
  }

  fileprivate func has(_ rule: Rule) -> Bool { rule.number < 0 || rules[rule.number] }

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
}

extension Migrator {
  /// The rules that found nothing in a run.
  package func idleRules(_ finds: RuleFinds) -> [IdleRule] { rules.idleRules(finds) }
}

extension RuleSet {
  /// The rules that found nothing, of those whose step was gone; of a block in which none did, the
  /// block alone.
  func idleRules(_ finds: RuleFinds) -> [IdleRule] {
    formats.flatMap { format in
      format.chain.steps.filter { finds.has($0) }.flatMap { idle($0.rules, finds) }
    }.map { IdleRule(verb: $0.name, place: files[$0.file].place($0.range)) }
  }

  private func idle(_ rules: [Rule], _ finds: RuleFinds) -> [Rule] {
    rules.flatMap { rule -> [Rule] in
      let inner = rule.verb.inner.rules
      if inner.isEmpty {
        // What only asks is never idle.
        return rule.effects.asks || finds.has(rule) || rule.isBlock ? [] : [rule]
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

extension Worker {
  /// What a document shows of rules that found nothing.
  package mutating func reasons(for idle: [IdleRule], in document: [UInt8]) -> [IdleRule] {
    var shown: [Diagnostic.Place: IdleRule] = [:]
    for rule in idleRules(in: document) { shown[rule.place] = rule }
    return idle.map { shown[$0.place] ?? $0 }
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
        verb: $0.rule.verb, place: $0.rule.place, reason: $0.reason, isMistake: $0.isMistake)
    }
  }
}
