package import JSONMigrationCore
internal import JSONText

/// What was learned from many documents without changing any: how they stand, what rules would do.
///
/// Its size is bounded, however many documents there are.
package struct Survey: Sendable {
  /// The documents that were met, those in a text of many each by itself, and the texts that can't
  /// be migrated.
  package private(set) var documents = 0
  package private(set) var failing = 0
  /// Documents of another format, which are left alone.
  package private(set) var foreign = 0
  /// The documents of each version.
  package private(set) var versions: [Version: Int] = [:]
  package private(set) var failures: [Failure] = []
  /// The first document that says no version where it is read, and may say it elsewhere.
  private var unread: [(order: Order, diagnostic: Diagnostic)] = []
  private var failureNumbers: [String: Int] = [:]
  private var rules: [ObjectIdentifier: Count] = [:]
  private var uncovered: [ObjectIdentifier: Tally<Value>] = [:]
  private var unseen = Tally<[KeyStep]>()

  /// Of more reasons than these, those of text that is no JSON aren't told apart.
  private static let mostFailures = 64

  /// Documents that fail for the same reason: by the same rule, if it was one.
  package struct Failure: Sendable {
    package let kind: Diagnostic.Kind
    package fileprivate(set) var documents = 0
    /// The first of them, by their order.
    package fileprivate(set) var examples: [(order: Order, diagnostic: Diagnostic)] = []
  }

  /// Where a document stands among all.
  package struct Order: Comparable, Sendable {
    package let piece: Int
    package let line: Int

    package init(piece: Int, line: Int) { (self.piece, self.line) = (piece, line) }

    package static func < (left: Self, right: Self) -> Bool {
      (left.piece, left.line) < (right.piece, right.line)
    }
  }

  /// How often a rule has something to do.
  package struct Count: Sendable {
    package fileprivate(set) var documents = 0
    package fileprivate(set) var times = 0
  }

  /// A step of the path to a key.
  enum KeyStep: Hashable, Sendable {
    case key([UInt8])
    case element
  }

  /// How often each of some values was met; of too many different ones some are only counted.
  struct Tally<Value: Hashable & Sendable>: Sendable {
    private(set) var counts: [Value: Int] = [:]
    private(set) var others = 0
    private static var most: Int { 1_000 }

    mutating func add(_ value: Value, _ times: Int) {
      if let known = counts[value] {
        counts[value] = known + times
      } else if counts.count < Self.most {
        counts[value] = times
      } else {
        others += times
      }
    }

    mutating func add(_ other: Tally) {
      for (value, times) in other.counts { add(value, times) }
      others += other.others
    }
  }

  /// A value as it stands in a document, or as much of it as is kept.
  package struct Value: Hashable, Sendable {
    package let text: [UInt8]
    package let isCut: Bool

    /// Never ends inside a scalar.
    package init(_ whole: [UInt8]) {
      isCut = whole.count > Self.longest
      var end = min(whole.count, Self.longest)
      while isCut, end > 0, whole[end] & 0xC0 == 0x80 { end -= 1 }
      text = Array(whole[..<end])
    }

    private static let longest = 256
  }

  package init() {}
}

// MARK: - Gathering

extension Survey {
  /// Adds what was learned from a document, or from a text of many that can't be looked at.
  mutating func add(_ activity: Activity, _ error: MigrationError?, _ order: Order) {
    // A text that fails before a version is found, or has none, is one all the same.
    foreign += activity.others
    documents += max(1, activity.versions.values.reduce(activity.others, +))
    for (version, count) in activity.versions { versions[version, default: 0] += count }
    for (rule, values) in activity.uncovered {
      for (value, times) in values {
        uncovered[rule, default: Tally()].add(Value(value), times)
      }
    }
    if let error {
      failing += 1
      add(error, order)
    } else {
      // Rules do nothing in a document that comes out as it was.
      for (rule, times) in activity.counts {
        rules[rule, default: Count()].documents += 1
        rules[rule, default: Count()].times += times
      }
    }
  }

  /// The warning about a version that isn't read, if one was met.
  package var unreadVersion: [Diagnostic] { unread.map(\.diagnostic) }

  /// Adds such a warning, unless one of an earlier document is there.
  mutating func add(unread diagnostic: Diagnostic, _ order: Order) {
    if let first = unread.first, first.order < order { return }
    unread = [(order, diagnostic)]
  }

  /// Adds a document of another format.
  mutating func addForeign() {
    documents += 1
    foreign += 1
  }

  /// Adds the places of keys of a text that no rule and no test has.
  mutating func add(unseen keys: Set<[KeyStep]>) {
    for key in keys { unseen.add(key, 1) }
  }

  /// Adds a text that could not even be read.
  package mutating func add(unreadable error: MigrationError, _ order: Order) {
    documents += 1
    failing += 1
    add(error, order)
  }

  private mutating func add(_ error: MigrationError, _ order: Order) {
    guard let diagnostic = error.diagnostics.first else { return }
    var reason = diagnostic.relatedPlaces.last?.description ?? ""
    if error.kind == .badJSON, failures.count < Self.mostFailures {
      // What stands there itself is no reason of its own.
      let message = Array(diagnostic.message.utf8)
      let end = message.indices.first { message[$0...].starts(with: "found `".utf8) }
      reason += String(decoding: message[..<(end ?? message.count)], as: UTF8.self)
    }
    let number = number(ofFailure: "\(error.kind) \(reason)", error.kind)
    failures[number].documents += 1
    failures[number].add(diagnostic, order)
  }

  private mutating func number(ofFailure name: String, _ kind: Diagnostic.Kind) -> Int {
    if let known = failureNumbers[name] { return known }
    failureNumbers[name] = failures.count
    failures.append(Failure(kind: kind))
    return failures.count - 1
  }

  /// Adds what was learned from other documents.
  package mutating func add(_ other: Survey) {
    documents += other.documents
    failing += other.failing
    foreign += other.foreign
    for (version, count) in other.versions { versions[version, default: 0] += count }
    for (name, number) in other.failureNumbers {
      let failure = other.failures[number]
      let own = self.number(ofFailure: name, failure.kind)
      failures[own].documents += failure.documents
      for example in failure.examples { failures[own].add(example.diagnostic, example.order) }
    }
    for (rule, count) in other.rules {
      rules[rule, default: Count()].documents += count.documents
      rules[rule, default: Count()].times += count.times
    }
    for (rule, values) in other.uncovered { uncovered[rule, default: Tally()].add(values) }
    unseen.add(other.unseen)
    for unread in other.unread { add(unread: unread.diagnostic, unread.order) }
  }
}

extension Survey.Failure {
  static let most = 3

  fileprivate mutating func add(_ diagnostic: Diagnostic, _ order: Survey.Order) {
    let place = examples.firstIndex { order < $0.order } ?? examples.count
    examples.insert((order, diagnostic), at: place)
    if examples.count > Self.most { examples.removeLast() }
  }
}

// MARK: - Telling

extension Survey {
  /// A rule, and how often it has something to do.
  package struct RuleCount: Sendable {
    package let verb: String
    package let place: Diagnostic.Place
    package let step: String
    package let count: Count
  }

  /// A rule, and the values that none of its cases fits.
  package struct Uncovered: Sendable {
    package let verb: String
    package let place: Diagnostic.Place
    /// The most frequent first.
    package let values: [(value: Value, times: Int)]
    /// How often other values were met, of which there are too many.
    package let others: Int
  }

  /// All rules in the order of their steps, those that have nothing to do, too, but for the rules
  /// that go back.
  package func ruleCounts(_ migrator: Migrator) -> [RuleCount] {
    migrator.rules.eachRule().compactMap { rule, step, isUndo in
      let count = rules[ObjectIdentifier(rule)]
      if isUndo, count == nil { return nil }
      return RuleCount(
        verb: rule.name, place: migrator.rules.place(of: rule), step: step.description,
        count: count ?? Count())
    }
  }

  /// The rules with values that no case fits, in the order of their steps.
  package func uncoveredValues(_ migrator: Migrator) -> [Uncovered] {
    migrator.rules.eachRule().compactMap { rule, _, _ in
      guard let tally = uncovered[ObjectIdentifier(rule)] else { return nil }
      return Uncovered(
        verb: rule.name, place: migrator.rules.place(of: rule),
        values: tally.counts.sorted {
          if $0.value != $1.value { return $0.value > $1.value }
          return $0.key.text.lexicographicallyPrecedes($1.key.text)
        }.map { ($0.key, $0.value) },
        others: tally.others)
    }
  }

  /// The places of keys that no rule and no test has, with the documents that have them; the most
  /// frequent first.
  package var unseenKeys: [(path: String, documents: Int)] {
    unseen.counts.map { (Self.path($0.key), $0.value) }
      .ordered { ($1.documents, $0.path) < ($0.documents, $1.path) }
  }

  /// How often others were met, of which there are too many.
  package var otherUnseenKeys: Int { unseen.others }

  private static func path(_ steps: [KeyStep]) -> String {
    let segments = steps.map { step in
      switch step {
      case .key(let name): PathSegment([.name(name)])
      case .element: PathSegment([.wildcard])
      }
    }
    return JSONPath(query: PathQuery(root: .document, segments: segments)).description
  }
}

extension RuleSet {
  /// All rules of all steps, in the order of the chain, and those in them.
  package func eachRule() -> [(rule: Rule, step: Step, isUndo: Bool)] {
    var found: [(Rule, Step, Bool)] = []
    for format in formats {
      for step in format.chain.stepsInOrder {
        var pending = (step.rules.map { ($0, false) } + (step.undo ?? []).map { ($0, true) })
        pending.reverse()
        while let (rule, isUndo) = pending.popLast() {
          found.append((rule, step, isUndo))
          pending += (rule.undo ?? []).map { ($0, true) }.reversed()
          pending += rule.verb.inner.rules.map { ($0, isUndo) }.reversed()
        }
      }
    }
    return found
  }

  fileprivate func place(of rule: Rule) -> Diagnostic.Place {
    files[rule.file].place(rule.range)
  }
}
