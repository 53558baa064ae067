internal import JSONText

/// One verb's effects as steps.
struct VerbLowering {
  private let rule: Rule
  private let symbols: Symbols
  private let ground: Lowering.Ground
  private var parts: [LoweredRule.Part] = []
  /// What is asked of children before others of the rule's paths take them away.
  private var asked: [LoweredRule.Part] = []
  /// The names that it has changed so far, by the way to their objects.
  private var changed: [[JSONPath.Step]: Set<[UInt8]>] = [:]
  /// Those of them that it takes away, and does nothing else with.
  private var removed: [[JSONPath.Step]: Set<[UInt8]>] = [:]
  /// Those of them that it has given.
  private var targets: [[JSONPath.Step]: Set<[UInt8]>] = [:]
  /// The places between which it has brought values, by the same.
  private var carried: [[JSONPath.Step]: CarriedPlaces] = [:]

  /// Where a path leads to.
  private struct NamedMember {
    let way: JSONPath.Way
    let name: [UInt8]

    /// Whether it stands for the children of what the way leads to, whatever their type.
    var isChild: Bool { way.steps.last?.areValues == true }
  }

  static func parts(
    _ rule: Rule, _ symbols: Symbols, _ ground: Lowering.Ground
  ) -> [LoweredRule.Part]? {
    // Of all elements one has to have it.
    if rule.effects.acts.isEmpty || ground.isArray && rule.ifMissing == .fail { return nil }
    var lowering = VerbLowering(rule: rule, symbols: symbols, ground: ground)
    for (number, act) in rule.effects.acts.enumerated() {
      let first = lowering.parts.count
      guard lowering.add(act) else { return nil }
      if rule.paths.isEmpty { continue }
      let note = RuleFinds.note(path: rule.paths.lowerBound + number)
      for index in first..<lowering.parts.count {
        lowering.parts[index].steps = [.noted(note, lowering.parts[index].steps)]
      }
    }
    return lowering.asked + lowering.parts
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
    case .put(.read(let number), .inside(let target, let name), _):
      guard case .member(let member) = rule.effects.reads[number].source else { return false }
      return addNested(member, as: name, in: target)
    case .put(.constant(let constant), .slot(let slot), let over):
      let value = FlatValue(symbols.text(of: constant))
      if over == .nothingOrEmpty { return false }
      if ground.isStill, case .target(let target) = slot, target.names.count == 2 {
        return addObject(value, at: target)
      }
      return put(in: slot) { name in
        switch over {
        case .nothing, .nothingOrEmpty: .add(name, value, replacesNull: false)
        case .nothingOrNull: .add(name, value, replacesNull: true)
        case .anything: .set(name, value)
        }
      }
    case .append(let constant, let slot, let isOnce):
      let appending = FlatAppending(symbols.text(of: constant), isOnce: isOnce)
      guard let appending else { return false }
      return put(in: slot) { .append($0, appending) }
    case .remove(let query):
      if let name = query.path.nameBelow { return addBelow(name) }
      return addSource(query, mayBeChild: true, isRemoving: true) { name, _ in .drop(name) }
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
      case .unwrapping(let unwrapping)?:
        return addSource(query) { name, _ in .unwrap(name, unwrapping) }
      case .list(let division)?:
        return addSource(query) { name, _ in .separate(name, by: division) }
      case .separator?, .division?, .template?, .elements?, nil: return false
      }
    case .make(let reads, let spots, let function):
      switch function.flat(symbols) {
      case .glue(let glue)?: return addCombined(reads, with: glue, into: spots)
      case .template(let template)?: return addComposed(reads, in: template, into: spots)
      case .elements?: return addConcatenated(reads, into: spots)
      case .separator(let separator)?:
        return addParts(reads, spots, keepsFirst: false) { .split($0, by: separator, into: $1) }
      case .division(let division)?:
        return addParts(reads, spots, keepsFirst: true) { .divide($0, by: division, into: $1) }
      case .table?, .edit?, .wrapping?, .unwrapping?, .list?, nil: return false
      }
    case .ask(let condition): return addQuestion(condition.condition.expression)
    default: return false
    }
  }

  /// Adds a step for a member that comes to be where it is missing.
  private mutating func put(in slot: Slot, _ step: ([UInt8]) -> FlatStep) -> Bool {
    guard let found = find(slot) else { return false }
    var isPutting = false
    if case .target = slot {
      // Where one of its parents is missing it would be made.
      isPutting = rule.ifMissing != .fail && found.way.steps.count > ground.way.count
      parts += needs(found, creating: isPutting)
    }
    return add(found, isSource: false, isPutting: isPutting) { name, _ in step(name) }
  }

  /// Adds a step that leaves documents to the engine for which a condition doesn't hold.
  private mutating func addQuestion(_ condition: PathCondition) -> Bool {
    guard !ground.isArray, let asked = FlatCondition(condition), let way = asked.way,
      let own = asked.raised(by: way.count)
    else { return false }
    parts.append(
      LoweredRule.Part(
        way: ground.way, asked: own.names, measured: own.measured,
        steps: [.choose([(own, []), (nil, [.refuse])])]))
    return true
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
    _ query: Query?, mayBeChild: Bool = false, isRemoving: Bool = false,
    _ step: ([UInt8], inout [[UInt8]]) -> FlatStep
  ) -> Bool {
    guard let query, let found = find(query.path), mayBeChild || !found.isChild else {
      return false
    }
    return add(found, isSource: true, isRemoving: isRemoving, step)
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
      max(from.count, to.count) <= Self.mostKeys
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
    parts.append(LoweredRule.Part(way: way, changed: [name, other], steps: [step]))
    return true
  }

  /// Each of the members that come into one object asks for all others.
  private static let mostNested = 64

  /// Adds a step for a member of the scope that comes into an object there, as others of the rule
  /// do.
  private mutating func addNested(_ member: Name, as name: Name, in target: Target) -> Bool {
    guard rule.ifMissing != .fail, !ground.isArray, !target.isFromDocument,
      rule.effects.reads.count <= Self.mostNested, target.names.count == 1,
      target.names[0].text != member.text
    else { return false }
    let (from, to) = ([member.text], [target.names[0].text, name.text])
    let together = rule.effects.reads.compactMap { read in
      if case .member(let other) = read.source { other.text } else { nil }
    }
    guard !together.contains(to[0]), noteCarried(from, in: ground.way, isRead: false),
      noteCarried(to, in: ground.way, isRead: false)
    else { return false }
    let carrying = FlatCarrying(
      from: from, to: to, isCopy: false, keepsOther: occupant == .stays, together: together)
    parts.append(
      LoweredRule.Part(way: ground.way, changed: [from[0], to[0]], steps: [.carry(carrying)]))
    return true
  }

  /// Paths with more keys than this are for the engine.
  private static let mostKeys = 8

  /// Notes names that the rule changes; false where it has named one of them before.
  private mutating func noteChanged(_ names: [[UInt8]], in way: [JSONPath.Step]) -> Bool {
    names.allSatisfy { changed[way, default: []].insert($0).inserted }
  }

  /// Notes names that the rule gives; false where it has changed one of them before, but that
  /// several members get one name is as if each did after the other.
  private mutating func noteTargets(_ names: [[UInt8]], in way: [JSONPath.Step]) -> Bool {
    for name in names {
      let isNew = changed[way, default: []].insert(name).inserted
      if !isNew, targets[way]?.contains(name) != true { return false }
      targets[way, default: []].insert(name)
    }
    return true
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

  /// Adds a step for a value of which the parts become members beside it, or all but the first,
  /// which may keep its name.
  private mutating func addParts(
    _ reads: [Int], _ spots: [Effects.Spot], keepsFirst: Bool,
    _ step: ([UInt8], [[UInt8]]) -> FlatStep
  ) -> Bool {
    guard let read = reads.first, reads.count == 1 else { return false }
    var names: [[UInt8]] = []
    for case .beside(read, let name) in spots { names.append(name.text) }
    guard names.count == spots.count, let query = rule.effects.reads[read].source.query,
      let found = find(query.path), !found.isChild,
      !names.dropFirst(keepsFirst ? 1 : 0).contains(found.name)
    else { return false }
    return add(found, isSource: true) { source, targets in
      targets = names.filter { $0 != source }
      return step(source, names)
    }
  }

  /// Values of one object that become one in it.
  private struct Merging {
    let way: [JSONPath.Step]
    let sources: [[UInt8]]
    let target: [UInt8]
  }

  private func merging(_ reads: [Int], into spots: [Effects.Spot]) -> Merging? {
    guard case .slot(.target(let target))? = spots.first, spots.count == 1,
      rule.ifMissing != .fail, !ground.isArray, !ground.isScope || !target.isFromDocument,
      let name = target.names.last?.text
    else { return nil }
    let outer = target.names.dropLast().map(\.text)
    var names: [[UInt8]] = []
    for read in reads {
      guard let path = rule.effects.reads[read].source.query?.path, let keys = path.plainNames,
        !ground.isScope || path.isRelative, let key = keys.last, keys.dropLast() == outer[...]
      else { return nil }
      names.append(key)
    }
    return Merging(
      way: ground.way + outer.map { JSONPath.Step(key: $0, isArray: false) }, sources: names,
      target: name)
  }

  /// Adds a step for texts that become one beside them.
  private mutating func addCombined(
    _ reads: [Int], with glue: FlatGlue, into spots: [Effects.Spot]
  ) -> Bool {
    guard let merging = merging(reads, into: spots), merging.sources.count > 1,
      noteChanged(merging.sources + [merging.target], in: merging.way)
    else { return false }
    let step = FlatStep.combine(merging.sources, with: glue, into: merging.target)
    return add(step, merging)
  }

  /// Adds a step for a text that is made of values, which stay.
  private mutating func addComposed(
    _ reads: [Int], in template: FlatTemplate, into spots: [Effects.Spot]
  ) -> Bool {
    guard let merging = merging(reads, into: spots), !merging.sources.isEmpty,
      // What another template makes isn't what this one reads: all of it happens at once.
      noteChanged(Array(Set(merging.sources + [merging.target])), in: merging.way)
    else { return false }
    let step = FlatStep.compose(merging.sources, in: template, into: merging.target)
    return add(step, merging)
  }

  /// Adds a step for arrays that become one, which may be one of them.
  private mutating func addConcatenated(_ reads: [Int], into spots: [Effects.Spot]) -> Bool {
    guard let merging = merging(reads, into: spots), !merging.sources.isEmpty,
      Set(merging.sources).count == merging.sources.count,
      noteChanged(Array(Set(merging.sources + [merging.target])), in: merging.way)
    else { return false }
    return add(.concat(merging.sources, into: merging.target), merging)
  }

  private mutating func add(_ step: FlatStep, _ merging: Merging) -> Bool {
    parts.append(
      LoweredRule.Part(
        way: merging.way, changed: Set(merging.sources + [merging.target]), steps: [step]))
    return true
  }

  /// Adds a step that makes an object with one member, for documents that don't have the object.
  private mutating func addObject(_ value: FlatValue, at target: Target) -> Bool {
    let name = target.names[0].text
    guard !ground.isScope || !target.isFromDocument, rule.ifMissing != .fail,
      noteChanged([name], in: ground.way)
    else { return false }
    let object = FlatValue(members: [(target.names[1].text, value)])
    parts.append(
      LoweredRule.Part(
        way: ground.way, changed: [name],
        steps: [.lack(name), .add(name, object, replacesNull: false)]))
    return true
  }

  /// Adds a step for members at any depth, which has to be the only one for their name.
  private mutating func addBelow(_ name: [UInt8]) -> Bool {
    guard ground.way.isEmpty, !ground.isScope, !ground.isArray, !ground.isAsked,
      rule.ifMissing != .fail,
      changed[[], default: []].insert(name).inserted
    else { return false }
    parts.append(
      LoweredRule.Part(way: [], changed: [name], steps: [.dropBelow(name)], isBelow: true))
    return true
  }

  /// Documents in which one of the objects is missing that lead from the scope to what was found
  /// are for the tree, but where the last of them is made.
  private func needs(_ found: NamedMember, creating: Bool = false) -> [LoweredRule.Part] {
    (ground.way.count..<found.way.steps.count).map { index in
      let key = found.way.steps[index].key
      let isCreated = creating && index == found.way.steps.count - 1
      return LoweredRule.Part(
        way: Array(found.way.steps[..<index]), made: isCreated ? [key] : [],
        steps: [isCreated ? .create(key) : .need(key)])
    }
  }

  /// Adds a step for a name and for those that it gives.
  ///
  /// False where the rule has named one of them before: then the order would matter.
  private mutating func add(
    _ found: NamedMember, isSource: Bool, isPutting: Bool = false, isRemoving: Bool = false,
    _ step: ([UInt8], inout [[UInt8]]) -> FlatStep
  ) -> Bool {
    let isNeeded = rule.ifMissing == .fail
    var added: [LoweredRule.Part] = []
    if isNeeded {
      // Of the elements of an array one has to have it.
      if found.way.steps[ground.way.count...].contains(where: \.isArray) { return false }
      if isSource { added = needs(found) }
    }
    var part = LoweredRule.Part(way: found.way.steps, isPutting: isPutting)
    if isNeeded, isSource { part.steps.append(.need(found.name)) }
    var targets: [[UInt8]] = []
    part.steps.append(step(found.name, &targets))
    part.changed = Set([found.name] + targets)
    added.append(part)
    // What is gone goes no second time.
    let isGone = isRemoving && removed[found.way.steps]?.contains(found.name) == true
    guard let asking = LoweredRule.asking(on: found.way, added),
      !found.way.conditions.contains(where: {
        asksForChanged($1, at: Array(found.way.steps[..<$0]), butFor: isGone ? found : nil)
      }),
      isGone || noteChanged([found.name], in: found.way.steps),
      noteTargets(targets, in: found.way.steps)
    else { return false }
    if isRemoving { removed[found.way.steps, default: []].insert(found.name) }
    if isGone, found.isChild {
      part.steps = [.choose([])]
      asked += LoweredRule.asking(on: found.way, [part]) ?? []
    }
    parts += asking
    return true
  }

  /// Whether a condition asks for what the rule has changed: all of it happens at once.
  private func asksForChanged(
    _ condition: PathCondition, at way: [JSONPath.Step], butFor gone: NamedMember?
  ) -> Bool {
    func isChanged(_ names: Set<[UInt8]>, in way: [JSONPath.Step]) -> Bool {
      let others = gone.map { $0.way.steps == way ? names.subtracting([$0.name]) : names }
      return changed[way]?.isDisjoint(with: others ?? names) == false
    }
    return (FlatCondition.byObject(condition) ?? []).contains { asked in
      let object = way + asked.steps
      return isChanged(asked.names, in: object)
        || (way.count..<object.count).contains {
          isChanged([object[$0].key], in: Array(object[..<$0]))
        } || !asked.measured.isEmpty && changed.keys.contains { $0.count > object.count }
    }
  }

  private func find(_ path: JSONPath) -> NamedMember? {
    if let (parent, name) = path.slot { return find(name, in: parent) }
    guard let way = ground.way(to: path), way.steps.count > ground.way.count else { return nil }
    return way.children.map { NamedMember(way: $0, name: []) }
  }

  private func find(_ slot: Slot) -> NamedMember? {
    switch slot {
    case .target(let target):
      guard !ground.isScope || !target.isFromDocument, !ground.isArray,
        let name = target.names.last
      else { return nil }
      let way = target.names.dropLast().map { JSONPath.Step(key: $0.text, isArray: false) }
      return NamedMember(way: JSONPath.Way(steps: ground.way + way), name: name.text)
    case .member(let name, let query):
      return rule.ifMissing == .fail ? nil : find(name.text, in: query.path)
    case .places: return nil
    }
  }

  private func find(_ name: [UInt8], in parent: JSONPath) -> NamedMember? {
    ground.way(to: parent).map { NamedMember(way: $0, name: name) }
  }
}
