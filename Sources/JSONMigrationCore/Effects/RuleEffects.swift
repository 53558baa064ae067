package import JSONText

/// What a rule does to places of documents, as far as that can be told without one.
package struct RuleEffects {

  /// A place, and whether the rule acts on all that is there.
  package struct Site {
    package let place: Place
    package let isWhole: Bool
  }

  /// What comes from one place to another.
  package struct Move {
    package let from: Site
    package let to: Place
    /// What stays behind: the source as it was, a container in its place, or nothing.
    package enum Rest { case nothing, source, container }
    package var rest = Rest.nothing
    /// What is inside comes along.
    package var isDeep = true
    /// Only that something is there comes of it; what is inside comes by other moves.
    package var isShell = false
    /// The members come, and not the object that they are in.
    package var isOfMembers = false
  }

  /// A value that a rule writes.
  package struct Write {
    package enum Mode {
      /// Only where nothing is.
      case whereMissing
      case always
      /// Only in the place of something.
      case inPlace
    }

    package let site: Site
    package let mode: Mode
    /// Whether missing parents are made.
    package var makesParents = false
    package let value: JSON
    /// The value is an example of a type, and nothing more is known.
    package var isExample = false
    package let range: Range<Int>
  }

  /// A place that a query of the rule reads, and where that stands in its file.
  package struct Read {
    package let site: Site
    package let range: Range<Int>
  }

  package let rule: Rule
  /// Where its scopes are.
  package let scopes: [Place]
  /// Whether it acts, whatever is in the document.
  package var isCertain: Bool
  package var reads: [Read] = []
  package var moves: [Move] = []
  package var drops: [Site] = []
  /// Objects that keep only some members.
  package var kept: (objects: [Site], names: Set<[UInt8]>)?
  package var writes: [Write] = []
  /// Objects with keys in another spelling.
  package var spellings: [(object: Place, old: KeyCase, new: KeyCase)] = []
  /// Places whose values may be others afterwards; what they may be is told by `writes`.
  package var changedInPlace: [Place] = []
  /// Places of which it isn't known what is in them.
  package var reshaped: [Place] = []

  /// Adds what the same rule does elsewhere.
  mutating func add(_ other: RuleEffects) {
    moves += other.moves
    drops += other.drops
    writes += other.writes
    spellings += other.spellings
    changedInPlace += other.changedInPlace
    reshaped += other.reshaped
    if let more = other.kept { kept = ((kept?.objects ?? []) + more.objects, more.names) }
  }

  /// The places whose values are others afterwards where they stand, or may be.
  package var remade: [Place] { changedInPlace + reshaped }

  /// The moves that take a value elsewhere with all that is in it.
  package var taken: [Move] { moves.filter { $0.rest == .nothing && $0.isDeep && !$0.isOfMembers } }

  /// Where it may make objects to put something into them, which stay on the way back.
  package var objectsLeft: [Place] {
    var made = writes.filter(\.makesParents).map(\.site.place)
    // What is put around a value comes off again; so does the object of `nest`.
    let shells = moves.filter(\.isShell)
    for move in shells.isEmpty ? moves : shells where move.rest != .container {
      if move.to.parent != move.from.place.parent { made.append(move.to) }
    }
    return made.map(\.parent).filter { parent in
      parent.key != nil && !scopes.contains { $0.starts(with: parent) }
    }
  }

  /// The places at which something is another value afterwards, or nothing.
  ///
  /// Members that come out of an object are not among them: their names are not known.
  var changed: [Place] {
    moves.flatMap { move in
      (move.rest == .source ? [] : [move.from.place]) + (move.isOfMembers ? [] : [move.to])
    }
      + drops.map(\.place)
      + (kept?.objects.map(\.place.children) ?? []) + writes.map(\.site.place)
      + spellings.map(\.object.children) + remade
  }
}

extension RuleEffects {
  /// The same, and the objects that members come into.
  package var everyChange: [Place] { changed + moves.filter(\.isOfMembers).map(\.to) }
}

/// The rules of a step, or of an option of `choose`, each with what it does.
package indirect enum RuleTree {
  case rule(RuleEffects)
  /// Of some lists one, or none unless `hasElse`.
  case choice([[RuleTree]], hasElse: Bool, Rule)

  /// What all rules do, in order; those of options only perhaps.
  package var effects: [RuleEffects] {
    switch self {
    case .rule(let effects): [effects]
    case .choice(let options, _, _):
      options.flatMap { $0.flatMap(\.effects) }.map { effects in
        var effects = effects
        effects.isCertain = false
        return effects
      }
    }
  }
}
