internal import JSONText

/// A rule as steps.
struct LoweredRule {
  /// What it does to the root, or to objects in it.
  struct Part {
    let way: [JSONPath.Step]
    /// The names that it changes there, and those that it asks for.
    var changed: Set<[UInt8]> = []
    var asked: Set<[UInt8]> = []
    var steps: [FlatStep] = []
    /// What is asked of objects on the way before it goes on, by how many steps lead to them.
    ///
    /// That is asked of them as they came.
    var guards: [Int: PathCondition] = [:]
    /// Whether it is for members at any depth.
    var isBelow = false
    /// Whether it puts something into an object that the same rule makes where it is missing.
    var isPutting = false

    var names: Set<[UInt8]> { changed.union(asked) }

    /// Whether it changes something that one of other parts asks for on its way.
    func changes(_ others: [Part]) -> Bool {
      others.contains { other in
        other.questions.contains { $0.way == way && !changed.isDisjoint(with: $0.names) }
      }
    }

    /// The names that it asks for on its way, each with the way to their object.
    var questions: [(way: [JSONPath.Step], names: Set<[UInt8]>)] {
      guards.map { (Array(way[..<$0]), FlatCondition($1)?.names ?? []) }
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

  /// Lets parts ask for what is in the object that a way leads to.
  static func asking(
    _ condition: PathCondition, _ parts: [Part], around way: [JSONPath.Step]
  ) -> [Part]? {
    condition.byWay?.reduce(parts) { parts, question in
      let inner = way + question.way.map { JSONPath.Step(key: $0, isArray: false) }
      return parts.flatMap { asking(question.condition, $0, at: inner) }
    }
  }

  private static func askingChildren(
    _ condition: PathCondition, _ parts: [Part], at way: [JSONPath.Step]
  ) -> [Part]? {
    guard let asked = FlatCondition(condition), asked.way == nil else { return nil }
    return asking(condition, parts, at: way)
  }

  /// Lets parts ask for members of the object that a way leads to, or for a child itself.
  ///
  /// Where that object is missing, whatever a condition says, they find nothing in it, and where it
  /// would be made they need it; so what has to be there for it isn't asked.
  private static func asking(
    _ condition: PathCondition, _ parts: [Part], at way: [JSONPath.Step]
  ) -> [Part]? {
    guard let asked = FlatCondition(condition) else { return nil }
    var needs: [Part] = []
    var here = Part(way: way, asked: asked.names)
    var inside: [Part] = []
    for var part in parts {
      if part.isBelow { return nil }
      if part.way == way {
        guard part.guards.isEmpty else { return nil }
        here.changed.formUnion(part.changed)
        here.asked.formUnion(part.asked)
        here.steps += part.steps.map { step in
          step.replacingCreations { .create($0, where: condition.and($1)) }
        }
      } else if part.way.starts(with: way) {
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
    here.steps = [.ask(asked, here.steps)]
    return needs + [here] + inside
  }
}

extension PathCondition {
  /// What it asks of each object, by the names that lead there, the longest first; nil if that
  /// isn't each by itself.
  var byWay: [(way: [[UInt8]], condition: PathCondition)]? {
    var all: [[[UInt8]]: [PathCondition]] = [:]
    var parts = [self]
    if case .and(let several) = self { parts = several }
    for part in parts {
      guard let way = FlatCondition(part)?.way else { return nil }
      all[way, default: []].append(part)
    }
    return all.map { (way: $0, condition: $1.count == 1 ? $1[0] : .and($1)) }
      .sorted { $0.way.count > $1.way.count }
  }

  fileprivate func and(_ other: PathCondition?) -> PathCondition {
    other.map { .and([self, $0]) } ?? self
  }
}
