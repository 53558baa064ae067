internal import JSONText

/// What a rule does to places of documents, as far as that can be told without one.
///
/// A verb that isn't told of here may do anything to what it reaches.
struct RuleEffects {

  /// A place, and whether the rule acts on all that is there.
  struct Site {
    let place: Place
    let isWhole: Bool
  }

  /// What comes from one place to another.
  struct Move {
    let from: Site
    let to: Place
    /// What stays behind: the source as it was, a container in its place, or nothing.
    enum Rest { case nothing, source, container }
    var rest = Rest.nothing
    /// What is inside comes along.
    var isDeep = true
    /// Only that something is there comes of it; what is inside comes by other moves.
    var isShell = false
    /// The members come, and not the object that they are in.
    var isOfMembers = false
  }

  /// A value that a rule writes.
  struct Write {
    enum Mode {
      /// Only where nothing is.
      case whereMissing
      case always
      /// Only in the place of something.
      case inPlace
    }

    let site: Site
    let mode: Mode
    /// Whether missing parents are made.
    var makesParents = false
    let value: JSON
    /// The value is an example of a type, and nothing more is known.
    var isExample = false
    let range: Range<Int>
  }

  let rule: Rule
  /// Whether it acts, whatever is in the document.
  var isCertain: Bool
  var moves: [Move] = []
  var drops: [Site] = []
  /// Objects that keep only some members.
  var kept: (objects: [Site], names: Set<[UInt8]>)?
  var writes: [Write] = []
  /// Objects with keys in another spelling.
  var spellings: [(object: Place, old: KeyCase, new: KeyCase)] = []
  /// Places of which nobody knows what is in them.
  var reshaped: [Place] = []
}

/// The rules of a step, or of an option of `choose`, each with what it does.
indirect enum RuleTree {
  case rule(RuleEffects)
  /// Of some lists one, or none unless `hasElse`.
  case choice([[RuleTree]], hasElse: Bool, Rule)

  /// What all rules do, in order; those of options only perhaps.
  var effects: [RuleEffects] {
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
