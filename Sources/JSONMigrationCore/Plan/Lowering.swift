internal import JSONText

/// Writes rules as steps of the short way, for the members of one object each: of the root, of an
/// object in it, or of the elements of an array.
///
/// A rule is lowered from its effects alone, whatever rules are around it. One that does or asks
/// more than a step can say has none, and is for the engine.
struct Lowering {
  let symbols: Symbols
  /// Whether documents are arrays, and what is written is for their elements.
  var isForElements = false

  /// Which objects the names of a rule belong to.
  fileprivate struct Ground {
    var way: [JSONPath.Step] = []
    var isScope = false
    /// Whether paths start at an array, and lead to its elements before they lead to members.
    var isArray = false
    /// Whether paths may lead further in: not where something has been asked, since what is in a
    /// member is done before that.
    var mayEnter = true

    func steps(of path: JSONPath) -> (way: [JSONPath.Step], condition: PathCondition?)? {
      isArray ? path.stepsInElements : path.steps
    }
  }

  func lower(_ rule: Rule) -> LoweredRule? {
    let root = Ground(isArray: isForElements)
    guard let scopes = rule.scopes else { return parts(rule, on: root).map { LoweredRule($0) } }
    guard scopes.count == 1, let (way, condition) = root.steps(of: scopes[0].path),
      isForElements || !way.isEmpty
    else { return nil }
    var ground = Ground(way: way, isScope: true)
    guard let condition else { return parts(rule, on: ground).map { LoweredRule($0) } }
    ground.mayEnter = false
    return parts(rule, on: ground).flatMap { asking(condition, $0, on: ground) }
      .map { LoweredRule($0) }
  }

  /// What a rule does in a scope.
  private func parts(_ rule: Rule, on ground: Ground) -> [LoweredRule.Part]? {
    guard let when = rule.when?.condition.expression else { return unasked(rule, on: ground) }
    // It would be asked of the array.
    if ground.isArray { return nil }
    if let name = when.objectName, ground.mayEnter,
      let inside = unasked(rule, on: ground).flatMap({ within(name, $0, on: ground) })
    {
      return inside
    }
    if let condition = FlatCondition(when), let way = condition.way, !way.isEmpty, ground.mayEnter {
      let inner = ground.way + way.map { JSONPath.Step(key: $0, isArray: false) }
      return unasked(rule, on: ground).flatMap { asking(condition, $0, in: inner) }
    }
    var inner = ground
    inner.mayEnter = false
    return unasked(rule, on: inner).flatMap { asking(when, $0, on: inner) }
  }

  private func unasked(_ rule: Rule, on ground: Ground) -> [LoweredRule.Part]? {
    switch rule.verb.inner {
    case .none:
      return VerbLowering.parts(rule, symbols, ground)?.map { part in
        var part = part
        part.steps = [.noted(rule.number, part.steps)]
        return part
      }
    case .firstOf: return nil
    case .all(let rules):
      var all: [LoweredRule.Part] = []
      for rule in rules {
        guard rule.scopes == nil, let parts = parts(rule, on: ground) else { return nil }
        all += parts
      }
      return all
    }
  }

  private func asking(
    _ condition: PathCondition, _ parts: [LoweredRule.Part], on ground: Ground
  ) -> [LoweredRule.Part]? {
    guard let condition = FlatCondition(condition), condition.way == [] else { return nil }
    let steps: [FlatStep] = [.ask(condition, parts.flatMap(\.steps))]
    let names = parts.reduce(condition.names) { $0.union($1.names) }
    return [LoweredRule.Part(way: ground.way, names: names, steps: steps)]
  }
}

extension Lowering {
  /// Lets parts that are all for one object, but for what has to be there for it, ask for members
  /// of that.
  ///
  /// Where the object is missing, whatever a condition says, they find nothing in it, and where it
  /// would be made they need it.
  private func asking(
    _ condition: FlatCondition, _ parts: [LoweredRule.Part], in way: [JSONPath.Step]
  ) -> [LoweredRule.Part]? {
    let inside = parts.filter { $0.way == way && !$0.isBelow }
    var needs = parts.filter { $0.way.count < way.count && $0.names.isEmpty }
    guard inside.count + needs.count == parts.count else { return nil }
    for index in needs.indices { needs[index].steps = needs[index].steps.map(\.withoutCreating) }
    let names = inside.reduce(condition.names) { $0.union($1.names) }
    let steps: [FlatStep] = [.ask(condition, inside.flatMap(\.steps))]
    return needs + [LoweredRule.Part(way: way, names: names, steps: steps)]
  }
}

extension Lowering {
  /// Lets parts that are all for what is in a member, which has to be an object, find nothing where
  /// it is missing; where it is something else the document is for the tree anyway.
  private func within(
    _ name: [UInt8], _ parts: [LoweredRule.Part], on ground: Ground
  ) -> [LoweredRule.Part]? {
    let way = ground.way + [JSONPath.Step(key: name, isArray: false)]
    var inside: [LoweredRule.Part] = []
    for part in parts where part.way != ground.way || !part.names.isEmpty {
      guard !part.isBelow, part.way.starts(with: way) else { return nil }
      inside.append(part)
    }
    return inside
  }
}

extension PathCondition {
  /// The member of the scope that it asks to be an object, if that is all it asks.
  fileprivate var objectName: [UInt8]? {
    guard case .comparison(.type(.query(let query)), .equal, .literal(.text(let text))) = self,
      text.elementsEqual("object".utf8), query.root == .scope, query.segments.count == 1
    else { return nil }
    return query.segments[0].name
  }
}

/// A rule as steps.
struct LoweredRule {
  /// What it does to the root, or to objects in it.
  struct Part {
    let way: [JSONPath.Step]
    /// The names that it asks for or changes there.
    var names: Set<[UInt8]>
    var steps: [FlatStep]
    /// Whether it is for members at any depth.
    var isBelow = false
  }

  let parts: [Part]

  init(_ parts: [Part]) { self.parts = parts }

  /// Whether it is for more than the root.
  var isDeep: Bool { parts.contains { !$0.way.isEmpty || $0.isBelow } }
}

/// One verb's effects as steps.
private struct VerbLowering {
  private let rule: Rule
  private let symbols: Symbols
  private let ground: Lowering.Ground
  private var parts: [LoweredRule.Part] = []
  /// The names that it has changed so far, by the way to their objects.
  private var changed: [[JSONPath.Step]: Set<[UInt8]>] = [:]
  /// The places between which it has brought values, by the same.
  private var carried: [[JSONPath.Step]: CarriedPlaces] = [:]

  /// Where a path leads to.
  private struct NamedMember {
    let way: [JSONPath.Step]
    let name: [UInt8]
    let filter: PathCondition?

    /// Whether it stands for the children of what the way leads to, whatever their type.
    var isChild: Bool { way.last?.areValues == true }
  }

  static func parts(
    _ rule: Rule, _ symbols: Symbols, _ ground: Lowering.Ground
  ) -> [LoweredRule.Part]? {
    // Of all elements one has to have it.
    if rule.effects.acts.isEmpty || ground.isArray && rule.ifMissing == .fail { return nil }
    var lowering = VerbLowering(rule: rule, symbols: symbols, ground: ground)
    for act in rule.effects.acts {
      guard lowering.add(act) else { return nil }
    }
    return lowering.parts
  }

  private init(rule: Rule, symbols: Symbols, ground: Lowering.Ground) {
    (self.rule, self.symbols, self.ground) = (rule, symbols, ground)
  }

  private mutating func add(_ act: Effects.Act) -> Bool {
    switch act {
    case .put(.read(let read), .beside(let sibling, let name), _) where sibling == read:
      let occupant = self.occupant
      return addSource(rule.effects.reads[read].source.query) { source, targets in
        targets = [name.text]
        return .rename(source, to: name.text, over: occupant)
      }
    case .put(.read(let number), .slot(.target(let target)), _):
      let read = rule.effects.reads[number]
      return addMove(read.source.query, to: target, isCopy: !read.leaves)
    case .put(.constant(let constant), .slot(let slot), let over):
      let value = FlatValue(symbols.text(of: constant))
      if over == .nothingOrEmpty { return false }
      if !ground.mayEnter, case .target(let target) = slot, target.names.count == 2 {
        return addObject(value, at: target)
      }
      guard let found = find(slot) else { return false }
      // Where one of its parents is missing it would be made.
      if case .target = slot { addNeeds(found, creating: rule.ifMissing != .fail) }
      return add(found, isSource: false) { name, _ in
        switch over {
        case .nothing, .nothingOrEmpty: .add(name, value, replacesNull: false)
        case .nothingOrNull: .add(name, value, replacesNull: true)
        case .anything: .set(name, value)
        }
      }
    case .remove(let query):
      if let name = query.path.nameBelow { return addBelow(name) }
      return addSource(query, mayBeChild: true) { name, _ in .drop(name) }
    case .change(let query, let function):
      switch function.flat(symbols) {
      case .table(let table)?:
        // A child doesn't show how it would be laid out.
        return addSource(query, mayBeChild: !table.hasContainers) { name, _ in .map(name, table) }
      case .glue(let glue)?:
        return addSource(query, mayBeChild: true) { name, _ in .join(name, with: glue) }
      case .edit(let edit)?:
        return addSource(query, mayBeChild: true) { name, _ in .edit(name, edit) }
      case .wrapping(let wrapping)?: return addSource(query) { name, _ in .wrap(name, wrapping) }
      case .separator?, nil: return false
      }
    case .make(let reads, let spots, let function):
      if case .slot(.target(let target))? = spots.first, spots.count == 1,
        case .glue(let glue)? = function.flat(symbols)
      {
        return addCombined(reads, with: glue, into: target)
      }
      guard reads.count == 1, case .separator(let separator)? = function.flat(symbols) else {
        return false
      }
      var names: [[UInt8]] = []
      for case .beside(let sibling, let name) in spots where sibling == reads[0] {
        names.append(name.text)
      }
      guard names.count == spots.count else { return false }
      return addSource(rule.effects.reads[reads[0]].source.query) { source, targets in
        targets = names
        return .split(source, by: separator, into: names)
      }
    default: return false
    }
  }

  /// What the rule says of a member that has the name already that another one gets.
  private var occupant: FlatOccupant {
    switch rule.ifExists {
    case .keep: .stays
    case .overwrite: .goes
    default: .notMine
    }
  }

  private mutating func addSource(
    _ query: Query?, mayBeChild: Bool = false, _ step: ([UInt8], inout [[UInt8]]) -> FlatStep
  ) -> Bool {
    guard let query, let found = find(query.path), mayBeChild || !found.isChild else {
      return false
    }
    return add(found, isSource: true, step)
  }

  /// Adds a step for a value that goes to another object, or to another name, or for a copy of it.
  private mutating func addMove(_ query: Query?, to target: Target, isCopy: Bool) -> Bool {
    guard let path = query?.path, let names = path.plainNames, rule.ifMissing != .fail,
      !ground.isArray, !rule.effects.dropsEmptyParents,
      !ground.isScope || path.isRelative && !target.isFromDocument
    else { return false }
    let goal = target.names.map(\.text)
    var common = 0
    while common < min(names.count, goal.count) - 1, names[common] == goal[common] { common += 1 }
    let (from, to) = (Array(names[common...]), Array(goal[common...]))
    guard let name = from.first, let other = to.first, name != other,
      common == 0 || ground.mayEnter, max(from.count, to.count) <= Self.mostKeys
    else { return false }
    let way = ground.way + names[..<common].map { JSONPath.Step(key: $0, isArray: false) }
    let step: FlatStep
    if from.count == 1, to.count == 1, !isCopy {
      step = .rename(name, to: other, over: occupant)
      guard noteChanged([name, other], in: way) else { return false }
    } else {
      let keepsOther = occupant == .stays
      step = .carry(FlatCarrying(from: from, to: to, isCopy: isCopy, keepsOther: keepsOther))
      guard noteCarried(from, in: way, isRead: isCopy), noteCarried(to, in: way, isRead: false)
      else { return false }
    }
    parts.append(LoweredRule.Part(way: way, names: [name, other], steps: [step]))
    return true
  }

  /// Paths with more keys than this are for the engine.
  private static let mostKeys = 8

  /// Notes names that the rule changes; false where it has named one of them before.
  private mutating func noteChanged(_ names: [[UInt8]], in way: [JSONPath.Step]) -> Bool {
    names.allSatisfy { changed[way, default: []].insert($0).inserted }
  }

  /// Notes a place that a value goes to or comes from; false where another one of the rule has to
  /// do with it, since they happen at once.
  private mutating func noteCarried(
    _ path: [[UInt8]], in way: [JSONPath.Step], isRead: Bool
  ) -> Bool {
    let isCarried = carried[way]?.leads(through: path[0]) == true
    if !isCarried, changed[way, default: []].contains(path[0]) { return false }
    changed[way, default: []].insert(path[0])
    return carried[way, default: CarriedPlaces()].add(path, isRead: isRead)
  }

  /// Adds a step for texts that become one beside them.
  private mutating func addCombined(
    _ reads: [Int], with glue: FlatGlue, into target: Target
  ) -> Bool {
    guard rule.ifMissing != .fail, !ground.isArray, !ground.isScope || !target.isFromDocument,
      let name = target.names.last?.text
    else { return false }
    let outer = target.names.dropLast().map(\.text)
    var names: [[UInt8]] = []
    for read in reads {
      guard let path = rule.effects.reads[read].source.query?.path, let keys = path.plainNames,
        !ground.isScope || path.isRelative, let key = keys.last, keys.dropLast() == outer[...]
      else { return false }
      names.append(key)
    }
    guard outer.isEmpty || ground.mayEnter, names.count > 1 else { return false }
    let way = ground.way + outer.map { JSONPath.Step(key: $0, isArray: false) }
    guard noteChanged(names + [name], in: way) else { return false }
    parts.append(
      LoweredRule.Part(
        way: way, names: Set(names + [name]), steps: [.combine(names, with: glue, into: name)]))
    return true
  }

  /// Adds a step that makes an object with one member, for documents that don't have the object.
  private mutating func addObject(_ value: FlatValue, at target: Target) -> Bool {
    let name = target.names[0].text
    guard !ground.isScope || !target.isFromDocument, rule.ifMissing != .fail,
      changed[ground.way, default: []].insert(name).inserted
    else { return false }
    let object = FlatValue(members: [(target.names[1].text, value)])
    parts.append(
      LoweredRule.Part(
        way: ground.way, names: [name],
        steps: [.lack(name), .add(name, object, replacesNull: false)]))
    return true
  }

  /// Adds a step for members at any depth, which has to be the only one for their name.
  private mutating func addBelow(_ name: [UInt8]) -> Bool {
    guard ground.way.isEmpty, !ground.isScope, !ground.isArray, ground.mayEnter,
      rule.ifMissing != .fail,
      changed[[], default: []].insert(name).inserted
    else { return false }
    parts.append(
      LoweredRule.Part(way: [], names: [name], steps: [.dropBelow(name)], isBelow: true))
    return true
  }

  /// Documents in which one of the objects is missing that lead from the scope to what was found
  /// are for the tree, but where the last of them is made.
  private mutating func addNeeds(_ found: NamedMember, creating: Bool = false) {
    for index in ground.way.count..<max(found.way.count, ground.way.count) {
      let (step, way) = (found.way[index], Array(found.way[..<index]))
      let isCreated = creating && index == found.way.count - 1
      parts.append(
        LoweredRule.Part(
          way: way, names: [], steps: [isCreated ? .create(step.key) : .need(step.key)]))
    }
  }

  /// Adds a step for a name and for those that it gives.
  ///
  /// False where the rule has named one of them before: then the order would matter.
  private mutating func add(
    _ found: NamedMember, isSource: Bool, _ step: ([UInt8], inout [[UInt8]]) -> FlatStep
  ) -> Bool {
    let isNeeded = rule.ifMissing == .fail
    if isNeeded {
      // Of the elements of an array one has to have it.
      if found.way[ground.way.count...].contains(where: \.isArray) { return false }
      if isSource { addNeeds(found) }
    }
    var part = LoweredRule.Part(way: found.way, names: [], steps: [])
    var filter: FlatCondition?
    if let condition = found.filter {
      guard let asked = FlatCondition(condition), asked.way == (found.isChild ? nil : []),
        changed[found.way]?.isDisjoint(with: asked.names) ?? true
      else { return false }
      filter = asked
      part.names = asked.names
    }
    if isNeeded, isSource { part.steps.append(.need(found.name)) }
    var targets: [[UInt8]] = []
    part.steps.append(step(found.name, &targets))
    guard noteChanged([found.name] + targets, in: found.way) else { return false }
    part.names.formUnion([found.name] + targets)
    if let filter { part.steps = [.ask(filter, part.steps)] }
    parts.append(part)
    return true
  }

  private func find(_ path: JSONPath) -> NamedMember? {
    guard !ground.isScope || path.isRelative else { return nil }
    if let (parent, name) = path.slot { return find(name, in: parent) }
    guard ground.mayEnter, let (way, condition) = ground.steps(of: path), let last = way.last else {
      return nil
    }
    let children = JSONPath.Step(key: last.key, isArray: true, areValues: true)
    return NamedMember(
      way: ground.way + way.dropLast() + [children], name: [], filter: condition)
  }

  private func find(_ slot: Slot) -> NamedMember? {
    switch slot {
    case .target(let target):
      guard !ground.isScope || !target.isFromDocument, !ground.isArray,
        let name = target.names.last
      else { return nil }
      let way = target.names.dropLast().map { JSONPath.Step(key: $0.text, isArray: false) }
      return way.isEmpty || ground.mayEnter
        ? NamedMember(way: ground.way + way, name: name.text, filter: nil) : nil
    case .member(let name, let query):
      guard !ground.isScope || query.path.isRelative, rule.ifMissing != .fail else { return nil }
      return find(name.text, in: query.path)
    case .places: return nil
    }
  }

  private func find(_ name: [UInt8], in parent: JSONPath) -> NamedMember? {
    guard let (way, condition) = ground.steps(of: parent), way.isEmpty || ground.mayEnter else {
      return nil
    }
    return NamedMember(way: ground.way + way, name: name, filter: condition)
  }
}
