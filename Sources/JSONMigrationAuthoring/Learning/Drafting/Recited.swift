internal import JSONMigrationCore
internal import JSONText

/// Values that a draft doesn't explain but recites: it has half as many rules for them as there are
/// values or more, and these ask now for the value of one member and now for that of another.
struct Recited {
  /// Where they are.
  let ways: [Way]

  /// Fewer rules than these may well be what somebody would write.
  private static let fewest = 4

  init(by rules: [JSON], in samples: [StepSample]) {
    ways = Self.writers(rules).filter { writer in
      let values = Set(samples.flatMap { $0.after.values(at: writer.way.segments[...]) })
      return values.count >= Self.fewest && writer.count >= max(Self.fewest, values.count / 2)
        && writer.asked.count > 1
    }.map(\.way)
  }

  /// The samples without them; what was there before is no member that goes.
  func removed(from samples: [StepSample]) -> [StepSample] {
    samples.map { sample in
      ways.reduce(sample) { sample, way in
        let way = way.segments[...]
        if sample.after.values(at: way).isEmpty { return sample }
        return sample.with(sample.before.removing(way), becoming: sample.after.removing(way))
      }
    }
  }

  /// The rules that write to a place.
  private struct Writers {
    let way: Way
    var count = 0
    /// The values that they ask for besides.
    var asked: Set<String> = []
  }

  /// The rules that write to each place that names and `*` lead to.
  private static func writers(_ rules: [JSON]) -> [Writers] {
    let file: JSON = ["from": 1, "to": 2, "rules": .array(rules)]
    let source = RuleSource(name: "step.json", bytes: Array(file.description.utf8))
    let read = try? RuleSet(named: "", functions: [:]) { $0.isEmpty ? .success([source]) : nil }
    var found: [Writers] = []
    for rule in read?.format.chain.steps.first?.rules ?? [] {
      let scope = rule.scopes?.first?.path.query.segments ?? []
      let terms = rule.when?.condition.expression.terms ?? []
      let asked = terms.filter(\.asksValue).flatMap(\.queries)
      for path in rule.effects.acts.compactMap(\.constantPath) {
        guard let way = Way(scope + path.query.segments), !way.isEmpty else { continue }
        let known = found.firstIndex { $0.way == way } ?? found.endIndex
        if known == found.endIndex { found.append(Writers(way: way)) }
        found[known].count += 1
        found[known].asked.formUnion(asked.filter { $0 != path.query }.map(\.description))
      }
    }
    return found
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
}

extension JSON {
  /// The values at the end of a way.
  func values(at way: ArraySlice<Segment>) -> [JSON] {
    guard let first = way.first else { return [self] }
    return children(at: first).flatMap { $0.values(at: way.dropFirst()) }
  }

  private func children(at segment: Segment) -> [JSON] {
    switch (self, segment) {
    case (.object(let object), .name(let name)): [object[name.text]].compactMap(\.self)
    case (.object(let object), .every): object.map(\.value)
    case (.array(let elements), .every): elements
    default: []
    }
  }

  /// The same without what is at the end of a way.
  fileprivate func removing(_ way: ArraySlice<Segment>) -> JSON {
    switch (self, way.first) {
    case (.object(var object), .name(let name)?):
      guard let value = object[name.text] else { return self }
      object[name.text] = way.count == 1 ? nil : .some(value.removing(way.dropFirst()))
      return .object(object)
    case (.object(var object), .every?) where way.count > 1:
      for (key, value) in object { object[key] = value.removing(way.dropFirst()) }
      return .object(object)
    case (.array(let elements), .every?) where way.count > 1:
      return .array(elements.map { $0.removing(way.dropFirst()) })
    default: return self
    }
  }
}
