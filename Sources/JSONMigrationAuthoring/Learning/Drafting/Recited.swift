internal import JSONMigrationCore
internal import JSONText

/// Values that a draft doesn't explain but recites.
///
/// It has half as many rules for them as there are values or more, and these ask now for the value
/// of one member and now for that of another; or rules hold half of the values themselves, which
/// look like data. One table alone may be what an author knows, unless it leads to hashes.
struct Recited {
  /// Where they are.
  let ways: [Way]

  /// Fewer rules than these may well be what somebody would write.
  private static let fewest = 4

  init(by rules: [JSON], in samples: [StepSample]) {
    ways = Self.writers(rules).filter { writer in
      let values = Set(samples.flatMap { writer.way.values(in: $0.after) })
      let many = max(Self.fewest, values.count / 2)
      let held = values.compactMap(\.string).filter { writer.texts.contains($0) }
      if values.count < Self.fewest {
        // A rule for each of few, two of which were copied from the samples.
        return writer.count > 2 && writer.count >= values.count
          && held.count { $0.hasDigits && MapLikeness.isData(ByteString($0)) } > 1
      }
      if writer.count >= many, writer.asked.count > 1 { return true }
      let isTable = writer.count == 1
      return held.count { isTable ? $0.looksRandom : MapLikeness.isData(ByteString($0)) } >= many
    }.map(\.way)
  }

  /// The samples without them; what was there before is no member that goes.
  func removed(from samples: [StepSample]) -> [StepSample] {
    var samples = samples
    for way in ways {
      guard var trial = RuleTrial([["drop": .string(way.text)]]) else { continue }
      for (number, sample) in samples.enumerated() where !way.values(in: sample.after).isEmpty {
        guard let before = trial.result(for: sample.before),
          let after = trial.result(for: sample.after)
        else { continue }
        samples[number] = sample.with(before, becoming: after)
      }
    }
    return samples
  }

  /// The rules that write to a place.
  private struct Writers {
    let way: Way
    var count = 0
    /// The values that they ask for besides.
    var asked: Set<String> = []
    /// The texts that stand in them.
    var texts: Set<String> = []
  }

  /// The rules that write to each place that names and `*` lead to.
  private static func writers(_ rules: [JSON]) -> [Writers] {
    let file: JSON = ["from": 1, "to": 2, "rules": .array(rules)]
    let source = RuleSource(name: "step.json", bytes: Array(file.description.utf8))
    let read = try? RuleSet(named: "", functions: [:]) { $0.isEmpty ? .success([source]) : nil }
    var found: [Writers] = []
    func note(_ rule: Rule, in outer: [PathSegment], _ around: [PathQuery], _ texts: Set<String>) {
      let scope = outer + (rule.scopes?.first?.path.query.segments ?? [])
      let terms = rule.when?.condition.expression.terms ?? []
      let asked = around + terms.filter(\.asksValue).flatMap(\.queries)
      for inner in rule.verb.inner.rules { note(inner, in: scope, asked, texts) }
      for path in rule.effects.acts.compactMap(\.constantPath) {
        guard let way = Way(scope + path.query.segments), !way.isEmpty else { continue }
        let known = found.firstIndex { $0.way == way } ?? found.endIndex
        if known == found.endIndex { found.append(Writers(way: way)) }
        found[known].count += 1
        found[known].asked.formUnion(asked.filter { $0 != path.query }.map(\.description))
        found[known].texts.formUnion(texts)
      }
    }
    for (rule, json) in zip(read?.format.chain.steps.first?.rules ?? [], rules) {
      note(rule, in: [], [], Set(json.leaves.compactMap(\.string)))
    }
    return found
  }
}

extension String {
  fileprivate var hasDigits: Bool { utf8.contains { (0x30...0x39).contains($0) } }

  /// Whether letters and digits change places in it again and again.
  fileprivate var looksRandom: Bool {
    let isDigit = utf8.map { (0x30...0x39).contains($0) }
    let changes = zip(isDigit, isDigit.dropFirst()).count { $0 != $1 }
    return utf8.count >= 6 && utf8.allSatisfy(PathText.isPlain) && changes > 1
  }
}

extension PathCondition {
  /// Whether it asks what a value is, and not only whether there is one.
  fileprivate var asksValue: Bool {
    switch self {
    case .comparison, .pattern: true
    default: false
    }
  }
}

extension Effects.Act {
  /// Where it puts a constant, or changes a value.
  fileprivate var constantPath: JSONPath? {
    switch self {
    case .put(.constant, .slot(let slot), _): slot.jsonPath
    case .change(let query, _): query.path
    default: nil
    }
  }
}

extension Way {
  /// The way that a path of names, filters and wildcards goes; nil for others.
  fileprivate init?(_ path: [PathSegment]) {
    var segments: [Segment] = []
    for segment in path {
      if let name = segment.name {
        segments.append(.name(ByteString(String(decoding: name, as: UTF8.self))))
        continue
      }
      guard !segment.isDescendant, segment.selectors.count == 1 else { return nil }
      switch segment.selectors[0] {
      case .wildcard, .filter: segments.append(.every)
      default: return nil
      }
    }
    self.init(segments)
  }

  /// What it leads to in a document.
  func values(in document: JSON) -> [JSON] {
    (try? document.values(at: JSONPath(rule: text))) ?? []
  }
}
