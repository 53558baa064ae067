internal import JSONText

/// What a rule makes at a place, and of which values.
struct Derivation: Sendable {
  enum Kind {
    /// The same value as that of the source.
    case copy
    case made
    /// An element more for the array at the place.
    case element
    /// Another value in the place of the source.
    case change
  }

  let kind: Kind
  /// What the place is in or is, and the rest of its path from there.
  let base: NodeID
  let way: String
  let sources: [NodeID]
}

/// Noting what is made of what, before a rule changes what it has found.
extension Engine {
  /// What isn't there to be read is no failure of the document, and nothing is made of it.
  mutating func noteDerivations(of rule: Rule, in outer: NodeID) {
    guard rule.effects.deriveValues else { return }
    let work = document.work
    defer {
      document.work = work
      forgetDuplicate()
    }
    var scopes = [outer]
    if let queries = rule.scopes {
      scopes = []
      var known: Set<NodeID> = []
      for query in queries {
        for scope in (try? places(query, from: outer)) ?? [] where known.insert(scope).inserted {
          scopes.append(scope)
        }
      }
    }
    for scope in scopes {
      if let when = rule.when, (try? holds(when, at: scope)) != true { continue }
      for act in rule.effects.acts { try? noteDerivations(by: act, of: rule, in: scope) }
    }
  }

  private mutating func noteDerivations(
    by act: Effects.Act, of rule: Rule, in scope: NodeID
  ) throws {
    switch act {
    case .put(.read(let number), .slot(let slot), _):
      let read = rule.effects.reads[number]
      guard !read.leaves, let source = try values(read, in: scope).first else { return }
      try note(.copy, of: [source], at: slot, in: scope)
    case .put(_, .slot(let slot), _): try note(.made, of: [], at: slot, in: scope)
    case .make(let reads, let spots, let function):
      let sources = try reads.map { try values(rule.effects.reads[$0], in: scope) }
      for spot in spots {
        switch spot {
        case .slot(let slot):
          if let filling = function as? Filling {
            try note(filling, of: sources, at: slot, in: scope)
          } else if let copied = try rule.verb.copied(in: scope, &self) {
            try note(.copy, of: [copied], at: slot, in: scope)
          } else if !sources.allSatisfy(\.isEmpty) {
            try note(.made, of: sources.flatMap { $0 }, at: slot, in: scope)
          }
        case .beside(let read, let name):
          for source in try values(rule.effects.reads[read], in: scope) {
            guard let object = document.parent(of: source) else { continue }
            note(.made, of: [source], at: object, PathText.step(name.text))
          }
        case .inside: break
        }
      }
    case .change(let query, let function):
      let isConstant = function.results?.isEmpty == false && function.results?.areConstant == true
      for node in try places(query, from: scope) {
        note(.change, of: isConstant ? [] : [node], at: node, "")
      }
    default: break
    }
  }

  private mutating func values(_ read: Effects.Read, in scope: NodeID) throws -> [NodeID] {
    switch read.source {
    case .query(let query): try places(query, from: scope)
    case .member(let name): try member(key(name), of: scope).map { [$0] } ?? []
    }
  }

  /// Notes of each field of a value where in it that comes to stand.
  private mutating func note(
    _ filling: Filling, of sources: [[NodeID]], at slot: Slot, in scope: NodeID
  ) throws {
    // Where a field is missing nothing happens.
    guard sources.allSatisfy({ !$0.isEmpty }) else { return }
    var rest = sources.map { $0[0] }[...]
    if case .appending = filling.use {
      return try note(.element, of: Array(rest), at: slot, in: scope)
    }
    let fields = filling.fields
    if fields.first?.way != "" { try note(.made, of: [], at: slot, in: scope) }
    for field in fields {
      try note(
        field.isWhole ? .copy : .made, of: Array(rest.prefix(field.count)), at: slot,
        below: field.way, in: scope)
      rest = rest.dropFirst(field.count)
    }
  }

  private mutating func note(
    _ kind: Derivation.Kind, of sources: [NodeID], at slot: Slot, below way: String = "",
    in scope: NodeID
  ) throws {
    switch slot {
    case .target(let target):
      let names = target.names.map { PathText.step($0.text) }.joined()
      note(kind, of: sources, at: target.isFromDocument ? root : scope, names + way)
    case .member(let name, let parents):
      for parent in try places(parents, from: scope) {
        note(kind, of: sources, at: parent, PathText.step(name.text) + way)
      }
    case .places(let query):
      for place in try places(query, from: scope) { note(kind, of: sources, at: place, way) }
    }
  }

  private mutating func note(
    _ kind: Derivation.Kind, of sources: [NodeID], at base: NodeID, _ way: String
  ) {
    tracer?.derivations.append(Derivation(kind: kind, base: base, way: way, sources: sources))
  }
}

extension Effects {
  /// Whether it makes values of others, and doesn't only move or write some.
  fileprivate var deriveValues: Bool {
    acts.contains { act in
      switch act {
      case .put(.read(let number), _, _): !reads[number].leaves
      case .make, .change: true
      default: false
      }
    }
  }
}

extension [ValueResult] {
  fileprivate var areConstant: Bool {
    allSatisfy { result in
      switch result {
      case .constant, .removed: true
      case .like: false
      }
    }
  }
}
