internal import JSONMigrationCore
internal import JSONText

/// What became of one thing that was released, and says something else now.
struct LockComparison {
  private let rules: RuleSet
  private let subject: LockSubjects.Subject
  private let released: JSON
  /// What accepts it; nil where there is no lock file.
  private let accepting: String?
  /// The versions of the format that released steps start at or lead to.
  private let releasedVersions: Set<String>

  /// How many documents are tried to tell one from the other.
  private static let tries = 600

  init(_ rules: RuleSet, _ subject: LockSubjects.Subject, released: JSON, in lock: RuleLock) {
    (self.rules, self.subject, self.released) = (rules, subject, released)
    accepting = lock.accepting(subject.names[0])
    releasedVersions = subject.part == .format ? lock.versions(in: subject.folder) : []
  }

  var diagnostic: Diagnostic {
    switch subject.part {
    case .format: formatDiagnostic
    case .undo:
      Diagnostic(
        .changedStep, "\(subject.shown) was released with other rules", severity: .warning,
        at: changedUndo, help: help, notes: ["it was \(released)"])
    case .step: stepDiagnostic
    }
  }

  /// The first `undo` that says something else.
  private var changedUndo: Diagnostic.Place? {
    guard let step = subject.step else { return subject.place }
    let now = subject.line.meaning
    let then = Meaning.renewed(wayBack: released, as: now)
    if let undo = step.undo?.first, then["undo"] != now["undo"] {
      return rules.files[step.file].place(undo.range)
    }
    let old = then["rules"]?.array ?? []
    let all = step.allRules.filter { $0.undo != nil }
      .ordered { $0.range.lowerBound < $1.range.lowerBound }
    let changed = zip(all, now["rules"]?.array ?? []).enumerated().first { index, one in
      index >= old.count || old[index] != one.1
    }
    guard let rule = changed?.element.0 else { return subject.place }
    return rules.files[step.file].place(rule.undo?.first?.range ?? rule.range)
  }

  private var help: String {
    accepting.map { "if it is meant so: \($0)" }
      ?? "a change to what was released belongs into a new step"
  }
}

// MARK: - Formats

extension LockComparison {
  /// Whether the format says more than it did, and nothing else: of new versions, or of new files.
  var isGrowth: Bool { subject.part == .format && changedKeys.isEmpty }

  /// The keys that say something else than they did.
  private var changedKeys: [String] {
    let now = subject.line.meaning.object ?? [:]
    let then = released.object ?? [:]
    let keys = Set(now.map(\.key) + then.map(\.key)).sorted()
    return keys.filter { key in
      guard key != "newest", now[key] != then[key] else { return false }
      // A new version may have a shape of its own.
      guard key == "shape", let now = now[key]?.object else { return true }
      let then = then[key]?.object ?? [:]
      return then.contains { now[$0.key] != $0.value }
        || now.contains { then[$0.key] == nil && releasedVersions.contains($0.key) }
    }
  }

  private var formatDiagnostic: Diagnostic {
    let notes = changedKeys.map { key in
      let then = released[key]?.description ?? "nothing"
      return "`\(key)` was \(then), and is \(subject.line.meaning[key]?.description ?? "nothing")"
    }
    return Diagnostic(
      .changedStep, "\(subject.shown) was released, and means something else now",
      at: subject.place,
      help: help, notes: notes)
  }
}

// MARK: - Steps

extension LockComparison {
  private var stepDiagnostic: Diagnostic {
    guard let step = subject.step else { return formatDiagnostic }
    let place = rules.files[step.file].place(changedRule(of: step)?.range ?? step.range)
    guard let witness else {
      return Diagnostic(
        .changedStep,
        "\(subject.shown) is written otherwise than when it was released; no document "
          + "was found that tells", severity: .warning, at: place, help: help)
    }
    let before = Printable.text(of: witness.document.description)
    return Diagnostic(
      .changedStep, "\(subject.shown) was released, and means something else now", at: place,
      help: help,
      notes: [
        "\(before) \(witness.then.told("became", "was refused"))"
          + ", and \(witness.now.told("becomes", "is refused"))"
      ])
  }

  /// The first rule that says something else.
  private func changedRule(of step: Step) -> Rule? {
    let texts = RuleSources(rules).step(step)["rules"]?.array ?? []
    return Self.changed(step.rules, texts, then: released["rules"]?.array ?? []) ?? step.rules.last
  }

  /// The first of some rules that says something else; in a block that one inside it.
  private static func changed(_ rules: [Rule], _ texts: [JSON], then: [JSON]) -> Rule? {
    var count = 0
    for (rule, text) in zip(rules, texts) {
      for now in Meaning.of(rulesOfStep: [text]) {
        guard count < then.count, then[count].description.utf8.elementsEqual(now.description.utf8)
        else {
          let old = count < then.count ? then[count]["rules"]?.array : nil
          guard let old, let inner = text["rules"]?.array else { return rule }
          return changed(rule.verb.inner.rules, inner, then: old) ?? rule
        }
        count += 1
      }
    }
    return nil
  }

  private struct Witness {
    let document: JSON
    let then: StepOutcome
    let now: StepOutcome
  }

  /// A document of which the rules made something else when they were released.
  private var witness: Witness? {
    let sources = RuleSources(rules)
    guard let step = subject.step, let format = rules.step(to: step.to, in: subject.folder)?.format,
      let then = released["rules"], let old = sources.rules(with: then, in: step),
      let before = old.step(to: step.to, in: subject.folder)
    else { return nil }
    var oldTrial = StepTrial(old, before.format, before.step)
    var newTrial = StepTrial(rules, format, step)
    let now = sources.step(step)["rules"] ?? []
    let known = step.tests.map(\.before)
    let misses =
      NearMisses(for: before.step, in: old).documents(from: known) {
        oldTrial.outcome(of: $0).isDocument
      }
      + NearMisses(for: step, in: rules).documents(from: known) {
        newTrial.outcome(of: $0).isDocument
      }
    let tests =
      known + RuleSpecimen.all(for: before.step, in: old)
      + RuleSpecimen.all(for: step, in: rules)
      + RuleSpecimen.aboveAll(for: before.step, in: old, before.format, then)
      + RuleSpecimen.aboveAll(for: step, in: rules, format, now)
      + RuleSpecimen.apart(for: before.step, in: old) + RuleSpecimen.apart(for: step, in: rules)
      + misses
    var specimens = Specimens(
      for: [(rules, format, step, now), (old, before.format, before.step, then)], from: tests)
    var seen: Set<[Int]> = []
    for number in 0..<Self.tries + tests.count {
      let made = number < tests.count ? tests[number] : specimens.next()
      let document = newTrial.takes(made, format) ? made : newTrial.without(versionsOf: made)
      let bytes = Array(document.description.utf8)
      let (activity, now) = newTrial.activity(on: bytes)
      if !newTrial.isSame(oldTrial.result(of: bytes), now) {
        let least = document.shrunk { candidate in
          let bytes = Array(candidate.description.utf8)
          return newTrial.takes(candidate, format)
            && !newTrial.isSame(oldTrial.result(of: bytes), newTrial.result(of: bytes))
        }
        return Witness(
          document: least, then: oldTrial.outcome(of: least), now: newTrial.outcome(of: least))
      }
      if seen.insert(activity.signature(of: step)).inserted { specimens.keep(document) }
    }
    return witness(inTestsOutside: step, old)
  }

  /// A document from the tests of other steps that the rules made something else of.
  private func witness(inTestsOutside step: Step, _ old: RuleSet) -> Witness? {
    for format in rules.formats {
      for other in format.chain.steps where other.file != step.file && !other.tests.isEmpty {
        guard let then = old.step(to: other.to, in: format.folder) else { continue }
        var oldTrial = StepTrial(old, then.format, then.step)
        var newTrial = StepTrial(rules, format, other)
        for document in other.tests.map(\.before) {
          let (then, now) = (oldTrial.outcome(of: document), newTrial.outcome(of: document))
          if then != now { return Witness(document: document, then: then, now: now) }
        }
      }
    }
    return nil
  }
}

extension StepOutcome {
  /// In a sentence: `became {…}`, `was refused (wrong-type)`.
  func told(_ becoming: String, _ refused: String) -> String {
    switch self {
    case .after(let document): "\(becoming) \(Printable.text(of: document.description))"
    case .fails(let kind): "\(refused) (\(kind))"
    }
  }
}

extension Activity {
  /// Which rules of a step had something to do, and whether several times.
  func signature(of step: Step) -> [Int] {
    step.allRules.map { min(2, counts[ObjectIdentifier($0)] ?? 0) }
  }
}
