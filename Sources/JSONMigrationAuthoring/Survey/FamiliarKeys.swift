internal import JSONMigrationCore
internal import JSONText

/// The keys that rules and tests have, by their places.
struct FamiliarKeys: Sendable {
  private struct State {
    var keys: [[UInt8]: Int] = [:]
    /// Where any element leads to.
    var element: Int?
    /// Where any key or element leads to.
    var every: Int?
    /// What holds in this container and in all below it.
    var below: Int?
    /// Where the same values stand before or after some rule.
    var same: [Int] = []
  }

  private var states = [State()]

  /// The keys that rules name, and those of the documents of tests.
  ///
  /// `cases` are the files in the folder `tests`.
  init(_ rules: RuleSet, cases: [RuleSource]) {
    for touched in rules.symbols.touched { _ = state(at: touched.place) }
    for format in rules.formats {
      for effects in EffectReader(format).effects(format.chain.steps.flatMap(\.rules)) {
        for move in effects.moves where !move.isShell {
          join(state(at: move.from.place), state(at: move.to))
        }
      }
      for test in format.chain.steps.flatMap(\.tests) {
        for place in format.places {
          add(test.before, at: place)
          if case .after(let after) = test.outcome { add(after, at: place) }
        }
      }
    }
    for file in cases {
      // What is no JSON has no keys, and a test may be about that.
      if let (document, _) = try? LocatedJSON.parse(file.bytes) { add(document.json, at: []) }
    }
  }

  // MARK: - Asking

  /// Where one is in a document: the states that hold there.
  struct Position {
    fileprivate var states: [Int]
    /// Those of them that hold in all containers below, too.
    fileprivate var lasting: [Int]
  }

  var root: Position { position([0], after: []) }

  /// Where a key leads to; nil if neither a rule nor a test has it.
  func position(of key: [UInt8], at position: Position) -> Position? {
    let next = position.states.flatMap {
      [states[$0].keys[key], states[$0].every].compactMap { $0 }
    }
    return next.isEmpty ? nil : self.position(next, after: position.lasting)
  }

  /// Where an element of an array is.
  func element(at position: Position) -> Position {
    let next = position.states.flatMap {
      [states[$0].element, states[$0].every].compactMap { $0 }
    }
    return self.position(next, after: position.lasting)
  }

  private func position(_ found: [Int], after lasting: [Int]) -> Position {
    var known: Set<Int> = []
    var states = found.filter { known.insert($0).inserted }
    var next = 0
    while next < states.count {
      for state in self.states[states[next]].same where known.insert(state).inserted {
        states.append(state)
      }
      next += 1
    }
    var lasting = lasting
    for case let below? in states.map({ self.states[$0].below }) where !lasting.contains(below) {
      lasting.append(below)
    }
    return Position(states: states + lasting.filter { !known.contains($0) }, lasting: lasting)
  }

  // MARK: - Adding

  /// The state that a place leads to.
  private mutating func state(at place: Place) -> Int {
    place.reduce(0) { state, segment in
      switch segment {
      case .key(let key): next(of: state, \.keys[key])
      case .every: next(of: state, \.every)
      case .some: next(of: state, \.element)
      case .descendants: next(of: state, \.below)
      }
    }
  }

  /// What is known of one is known of the other.
  private mutating func join(_ first: Int, _ second: Int) {
    if first == second || states[first].same.contains(second) { return }
    states[first].same.append(second)
    states[second].same.append(first)
  }

  private mutating func next(of state: Int, _ edge: WritableKeyPath<State, Int?>) -> Int {
    if let next = states[state][keyPath: edge] { return next }
    states.append(State())
    states[state][keyPath: edge] = states.count - 1
    return states.count - 1
  }

  /// All keys of a value that is known as a whole.
  private mutating func add(_ value: JSON, at place: Place) {
    // A value nests no deeper than its reader lets it.
    var pending = [(value, state(at: place))]
    while let (value, state) = pending.popLast() {
      switch value {
      case .object(let members):
        for (key, member) in members {
          pending.append((member, next(of: state, \.keys[Array(key.utf8)])))
        }
      case .array(let elements):
        let next = next(of: state, \.element)
        pending += elements.map { ($0, next) }
      default: break
      }
    }
  }
}
