internal import JSONText

/// A rule as steps.
struct LoweredRule {
  /// What it does to the root, or to objects in it.
  struct Part {
    var way: [JSONPath.Step]
    /// Which steps of the way lead through the old key of a member that was renamed before.
    var renamed: Set<Int> = []
    /// Which steps of it lead to members that other rules have changed before.
    var late: [Int: Late] = [:]
    /// The names that it changes there, and those that it asks for.
    var changed: Set<[UInt8]> = []
    var asked: Set<[UInt8]> = []
    /// Those of which it asks what or how much is in them.
    var measured: Set<[UInt8]> = []
    /// The names of values that are written out first, with what was done in them.
    var rendered: Set<[UInt8]> = []
    /// Whether nothing was done before in what it makes an array of, and the arrays in which other
    /// rules do something then.
    var isFirst = false
    var entered: [JSONPath.Step] = []
    /// Objects that it makes where they are missing.
    var made: Set<[UInt8]> = []
    var steps: [FlatStep] = []
    /// What is asked of objects on the way before it goes on, by how many steps lead to them.
    ///
    /// That is asked of them as they came.
    var guards: [Int: FlatCondition] = [:]
    /// Whether it is for members at any depth.
    var isBelow = false
    /// Whether it puts something into an object that the same rule makes where it is missing.
    var isPutting = false

    enum Late {
      case first
      /// It is done together with what was done there before.
      case further
    }

    var names: Set<[UInt8]> { changed.union(asked) }

    /// Notes what another part, of the same object, changes and asks for.
    mutating func add(_ other: Part) {
      changed.formUnion(other.changed)
      made.formUnion(other.made)
      asked.formUnion(other.asked)
      measured.formUnion(other.measured)
    }

    /// Whether it changes something that one of other parts asks for on its way, or in something
    /// that one of them measures: what is further in may come to be done behind what isn't.
    func changes(_ others: [Part]) -> Bool {
      others.contains { other in
        other.questions.contains {
          $0.way == way && !changed.union(made).isDisjoint(with: $0.names)
        }
          || isInside(other.measured, in: other.way)
          || other.measurings.contains { isInside($0.names, in: $0.way) }
      }
    }

    /// Whether it is inside of one of the members of an object.
    private func isInside(_ names: Set<[UInt8]>, in object: [JSONPath.Step]) -> Bool {
      way.count > object.count && way.starts(with: object) && names.contains(way[object.count].key)
    }

    /// The names that it asks for on its way, each with the way to their object.
    var questions: [(way: [JSONPath.Step], names: Set<[UInt8]>)] {
      guards.map { (Array(way[..<$0]), $1.names) }
    }

    /// Those of them of which it asks how much is in them.
    var measurings: [(way: [JSONPath.Step], names: Set<[UInt8]>)] {
      guards.map { (Array(way[..<$0]), $1.measured) }
    }
  }

  let parts: [Part]

  init(_ parts: [Part]) { self.parts = parts }

  /// Whether it is for more than the root.
  var isDeep: Bool { parts.contains { !$0.way.isEmpty || $0.isBelow } }

  /// Lets parts ask what is asked on a way to where they are.
  static func asking(on way: JSONPath.Way, _ parts: [Part]) -> [Part]? {
    var asking = parts
    for count in way.conditions.keys.sorted(by: >) {
      let outer = Array(way.steps[..<count])
      guard let condition = way.conditions[count],
        let more =
          outer.last?.areValues == true
          ? askingChildren(condition, asking, at: outer)
          : self.asking(condition, asking, around: outer)
      else { return nil }
      asking = more
    }
    return asking
  }

  /// Lets the first parts act whose condition holds; nil where they are for several objects.
  static func choosing(
    _ choices: [(condition: PathCondition?, parts: [Part])], around way: [JSONPath.Step]
  ) -> [Part]? {
    let objects = objects(of: choices.flatMap(\.parts))
    guard objects.count == 1, let object = objects.first else { return nil }
    var here = Part(way: object)
    var needs: [Part] = []
    var branches: [(condition: FlatCondition?, steps: [FlatStep])] = []
    for (asked, parts) in choices {
      var branch: [FlatStep] = []
      let condition = asked.flatMap { asking($0, of: objects, around: way)?.1 }
      if asked != nil, condition == nil { return nil }
      for var part in parts {
        if part.isBelow || !part.guards.isEmpty { return nil }
        part.steps = part.steps.map(\.withoutCreating)
        if part.way == here.way {
          here.add(part)
          branch += part.steps
        } else if part.names.isEmpty {
          needs.append(part)
        } else {
          return nil
        }
      }
      here.asked.formUnion(condition?.names ?? [])
      here.measured.formUnion(condition?.measured ?? [])
      branches.append((condition, branch))
    }
    here.steps = [.choose(branches)]
    return needs + [here]
  }

  /// Lets parts ask for what is in the object that a way leads to.
  static func asking(
    _ condition: PathCondition, _ parts: [Part], around way: [JSONPath.Step]
  ) -> [Part]? {
    if let (object, asked) = asking(condition, of: objects(of: parts), around: way) {
      return asking(asked, parts, at: object)
    }
    let all = FlatCondition.byObject(condition) ?? []
    if all.count > 1, !FlatCondition.asksInwards(condition) { return nil }
    // A key further in may stand there twice, which shows where one looks: all is asked in order.
    if all.isEmpty || all.count > 1 && all.contains(where: \.asksInside) { return nil }
    var each: [Part]? = parts
    for asked in all { each = each.flatMap { asking(asked, $0, at: way + asked.steps) } }
    if let each { return each }
    // What is asked further in than where something is done is asked from there.
    guard let asked = FlatCondition(condition), let inner = asked.way else { return nil }
    return asked.raised(by: inner.count).flatMap { asking($0, parts, at: way) }
  }

  /// A condition as it is asked of the members of an object that all is done in, if that is one.
  private static func asking(
    _ condition: PathCondition, of objects: Set<[JSONPath.Step]>, around way: [JSONPath.Step]
  ) -> (object: [JSONPath.Step], FlatCondition)? {
    guard let object = objects.first, objects.count == 1, object.starts(with: way),
      let asked = FlatCondition(condition), asked.way != nil
    else { return nil }
    let own = way + asked.steps
    guard own.starts(with: object) else { return nil }
    return asked.raised(by: own.count - object.count).map { (object, $0) }
  }

  private static func objects(of parts: [Part]) -> Set<[JSONPath.Step]> {
    Set(parts.filter { !$0.names.isEmpty }.map(\.way))
  }

  private static func askingChildren(
    _ condition: PathCondition, _ parts: [Part], at way: [JSONPath.Step]
  ) -> [Part]? {
    FlatCondition(condition).flatMap { asking($0.ofChild, parts, at: way) }
  }

  /// Lets parts ask for members of the object that a way leads to, or for a child itself.
  ///
  /// Where that object is missing, whatever a condition says, they find nothing in it, and where it
  /// would be made they need it; so what has to be there for it isn't asked.
  private static func asking(
    _ condition: FlatCondition, _ parts: [Part], at way: [JSONPath.Step]
  ) -> [Part]? {
    var needs: [Part] = []
    var here = Part(way: way, asked: condition.names, measured: condition.measured)
    var inside: [Part] = []
    // Whether members are changed in which something was done before, or was asked or done behind
    // that.
    var (changesInside, isMixed) = (false, false)
    for var part in parts {
      if part.isBelow { return nil }
      if part.way == way {
        guard part.guards.isEmpty else { return nil }
        let changed = part.changed.union(part.made)
        if inside.contains(where: { changed.contains($0.way[way.count].key) }) {
          changesInside = true
        }
        here.add(part)
        here.steps += part.steps.map { step in
          step.replacingCreations { .create($0, where: condition.and($1)) }
        }
      } else if part.way.starts(with: way) {
        let key = part.way[way.count].key
        if here.changed.union(here.made).union(here.measured).contains(key) { isMixed = true }
        part.guards[way.count] = condition.and(part.guards[way.count])
        inside.append(part)
      } else if part.names.isEmpty {
        part.steps = part.steps.map(\.withoutCreating)
        needs.append(part)
      } else {
        return nil
      }
    }
    if here.steps.isEmpty { return needs + inside }
    here.steps = [.ask(condition, here.steps)]
    return needs + (changesInside && !isMixed ? inside + [here] : [here] + inside)
  }
}

extension FlatCondition {
  /// The steps to the object of whose members it asks.
  var steps: [JSONPath.Step] { (way ?? []).map { JSONPath.Step(key: $0, isArray: false) } }
}
