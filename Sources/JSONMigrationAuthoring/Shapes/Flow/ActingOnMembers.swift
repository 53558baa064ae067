internal import JSONMigrationCore
internal import JSONText

/// Acts that take members elsewhere.
extension Acting {
  /// The result of a rule whose acts only put what it reads; nil for other rules.
  func perform(
    moving scope: Shape, _ reads: [Shape.Finding]
  ) throws(UnknownShape) -> Shape? {
    var renames: [(query: Query, name: [UInt8])] = []
    var moves: [(read: Int, target: Target)] = []
    var nested: [(read: Int, under: Target, name: [UInt8])] = []
    for act in rule.effects.acts {
      guard case .put(.read(let read), let spot, _) = act else { return nil }
      switch (spot, rule.effects.reads[read].source) {
      case (.beside(_, let name), .query(let query)): renames.append((query, name.text))
      case (.slot(.target(let target)), _): moves.append((read, target))
      case (.inside(let under, let name), _): nested.append((read, under, name.text))
      default: throw UnknownShape(reason: "it puts something beside others")
      }
    }
    if !renames.isEmpty { return try rename(renames, in: scope) }
    if !moves.isEmpty { return try move(moves, in: scope, reads) }
    return nested.isEmpty ? nil : try nest(nested, in: scope, reads)
  }

  // MARK: - Rename

  private func rename(
    _ pairs: [(query: Query, name: [UInt8])], in scope: Shape
  ) throws(UnknownShape) -> Shape {
    var groups: [(parent: [PathSegment], renames: [(old: [UInt8], new: [UInt8])])] = []
    for (query, new) in pairs {
      let path = query.path.query
      guard path.root == .scope || isRoot else {
        throw UnknownShape(reason: "it renames `\(query.path)` from a scope in the document")
      }
      guard let last = path.segments.last, last.selectors.count == 1,
        case .name(let old) = last.selectors[0]
      else { throw UnknownShape(reason: "`\(query.path)` doesn't end in a name") }
      var parent = Array(path.segments.dropLast())
      if last.isDescendant { parent.append(PathSegment(isDescendant: true, [])) }
      if let index = groups.firstIndex(where: { $0.parent == parent }) {
        groups[index].renames.append((old, new))
      } else {
        groups.append((parent, [(old, new)]))
      }
    }
    groups = groups.ordered { $0.parent.count > $1.parent.count }
    var shape = scope
    for (index, group) in groups.enumerated() {
      let earlier = groups[..<index].map(\.parent)
      var update = ShapeUpdate(isRoot: isRoot)
      update.trustsFilters = earlier.allSatisfy { group.parent.isUntouched(by: $0) }
      let isDeep = group.parent.last?.selectors.isEmpty == true
      let path = isDeep ? Array(group.parent.dropLast()) : group.parent
      if index > 0, isDeep || group.parent.contains(where: \.isDescendant) {
        throw UnknownShape(reason: "several of its paths lead anywhere")
      }
      func renamed(_ shape: Shape) -> Shape {
        let shape = shape.spelled
        return shape.with(objects: shape.objects.flatMap { self.renamed($0, group.renames) })
      }
      if isDeep {
        shape = try update.updateAll(shape, path[...]) { renamed($0) }
      } else {
        let isApart = index == 0 || earlier.allSatisfy { $0 != path && $0.count != path.count }
        shape = try update.update(shape, path[...]) { parent, _ in
          Carried(isApart ? renamed(parent) : renamed(parent).joined(parent))
        }.shape
      }
    }
    return shape
  }

  /// The object after some members were renamed at once.
  private func renamed(
    _ object: ObjectShape, _ pairs: [(old: [UInt8], new: [UInt8])]
  ) -> [ObjectShape] {
    let leaving = pairs.map(\.old)
    var result = object
    for name in leaving { result[name] = .absent }
    var taken: Set<[UInt8]> = []
    for (old, new) in pairs {
      let source = object[old]
      if source.shape.isNever { continue }
      if old == new, !taken.contains(new) {
        result[new] = source
        taken.insert(new)
        continue
      }
      let isFree = !taken.contains(new) && leaving.contains(new)
      let there = isFree ? ObjectShape.Member(.never) : result[new]
      taken.insert(new)
      guard let member = put(source, over: there, named: new) else { return [] }
      result[new] = member
    }
    return [result]
  }

  // MARK: - Move and copy

  private func move(
    _ pairs: [(read: Int, target: Target)], in scope: Shape, _ reads: [Shape.Finding]
  ) throws(UnknownShape) -> Shape {
    var shape = scope
    var puts: [(found: Shape.Finding, target: Target)] = []
    try checkOverlaps(pairs)
    for (number, target) in pairs {
      let found = reads[number]
      guard !found.shape.isNever, case .query(let query) = rule.effects.reads[number].source else {
        continue
      }
      if found.maySeveral { flow.noteFailure("find several values at `\(query.path)`") }
      let path = query.path.query
      let names = target.names.map(\.text)
      let own = path.segments.isPlain ? path.segments.compactMap(\.name) : nil
      if own == names, (path.root == .document || isRoot) == (target.isFromDocument || isRoot) {
        continue
      }
      puts.append((found, target))
      guard rule.effects.reads[number].leaves else { continue }
      guard path.root == .scope || isRoot else {
        throw UnknownShape(reason: "it moves `\(query.path)` from a scope in the document")
      }
      if let own {
        if names.starts(with: own), names.count > own.count {
          flow.noteFailure("bring a value into itself")
          shape = shape.lacking(own)
          puts.removeLast()
          continue
        }
        shape = shape.removing(own)
      } else {
        shape = try flow.change([query], in: shape, isRoot: isRoot) { _, _ in
          Carried(.never, mayGo: true)
        }.shape
      }
    }
    for (found, target) in puts {
      let slot = Slot.target(target)
      let put = try flow.put(
        found.shape, at: slot, in: shape, isRoot: isRoot, Occupancy(rule.ifExists))
      shape = found.isAlways ? put : shape.joined(put)
    }
    return rule.effects.dropsEmptyParents ? droppingParents(pairs, shape) : shape
  }

  /// Throws if a target lies inside something that another pair takes away.
  private func checkOverlaps(_ pairs: [(read: Int, target: Target)]) throws(UnknownShape) {
    for (number, _) in pairs where rule.effects.reads[number].leaves {
      guard case .query(let query) = rule.effects.reads[number].source else { continue }
      let source = query.path.query.segments
      for (other, target) in pairs where other != number {
        let names = target.names.dropLast().map { PathSegment([.name($0.text)]) }
        if source.count <= names.count, !source.isApart(from: Array(names)) {
          throw UnknownShape(reason: "a target is in what it takes away")
        }
      }
    }
  }

  /// Removes objects that may be left without members.
  private func droppingParents(
    _ pairs: [(read: Int, target: Target)], _ shape: Shape
  ) -> Shape {
    var result = shape
    for (number, _) in pairs {
      guard case .query(let query) = rule.effects.reads[number].source else { continue }
      let segments = query.path.query.segments
      guard segments.isPlain else { return .any }
      let names = segments.compactMap(\.name)
      for count in (1..<max(1, names.count)).reversed() {
        let parent = Array(names.prefix(count))
        let mayBeEmpty = result.look(parent).shape.spelled.objects.contains { $0.alwaysCount == 0 }
        if mayBeEmpty { result = result.joined(result.removing(parent)) }
      }
    }
    return result
  }

  // MARK: - Nest and unnest

  private func nest(
    _ members: [(read: Int, under: Target, name: [UInt8])], in scope: Shape,
    _ reads: [Shape.Finding]
  ) throws(UnknownShape) -> Shape {
    noteOthers(than: .object, in: scope)
    var shape = scope.only(.object)
    guard let under = members.first?.under, !under.isFromDocument || isRoot else {
      throw UnknownShape(reason: "it nests under `$` from a scope in the document")
    }
    let outer = under.names.count > 1 ? under.names[0].text : nil
    if let outer, members.contains(where: { $0.name == outer }) {
      // The object would be in one of the members that come into it.
      if !shape.having([outer]).isNever { flow.noteFailure("bring a value into itself") }
      shape = shape.lacking([outer])
    }
    for member in members { shape = shape.removing([member.name]) }
    for member in members where member.name != outer {
      let found = reads[member.read]
      if found.shape.isNever { continue }
      let names = under.names.map(\.text) + [member.name]
      let put = flow.put(found.shape, at: names, in: shape, Occupancy(rule.ifExists))
      shape = found.isAlways ? put : shape.joined(put)
    }
    return shape
  }

  func spread(_ query: Query, in scope: Shape) throws(UnknownShape) -> Shape {
    let path = query.path.query
    guard path.root == .scope || isRoot else {
      throw UnknownShape(reason: "it acts at `\(query.path)` from a scope inside the document")
    }
    guard let name = path.segments.last?.name else {
      throw UnknownShape(reason: "`\(query.path)` doesn't end in a name")
    }
    let update = ShapeUpdate(isRoot: isRoot)
    return try update.update(scope, path.segments.dropLast()) { parent, _ in
      let parent = parent.spelled
      return Carried(
        parent.with(objects: parent.objects.flatMap { self.spread($0, name) }))
    }.shape
  }

  /// The object after the members of one member took its place.
  private func spread(_ object: ObjectShape, _ name: [UInt8]) -> [ObjectShape] {
    let member = object[name]
    var results: [ObjectShape] = []
    let without = object.without(name)
    if !member.isAlways { results.append(without) }
    if member.shape.isNever { return results }
    noteOthers(than: .object, in: member.shape)
    for inner in member.shape.spelled.objects {
      if let joined = spread(inner, over: without, for: name) { results.append(joined) }
    }
    return results
  }

  private func spread(
    _ inner: ObjectShape, over outer: ObjectShape, for name: [UInt8]
  ) -> ObjectShape? {
    var result = outer
    for own in inner.names + outer.names where own != name {
      let (new, old) = (inner[own], outer[own])
      if new.shape.isNever { continue }
      guard let member = put(new, over: old, named: own) else { return nil }
      result[own] = member
    }
    // The inner object is gone, but one of its members may have the same name.
    result[name] = inner[name]
    if !inner.rest.isNever {
      if !outer.rest.isNever, rule.ifExists == .fail {
        flow.noteFailure("find a member there already")
      }
      result.rest = outer.rest.joined(inner.rest)
      for own in result.names where !inner.isNamed(own) {
        let old = result[own]
        if own == name { continue }
        result[own] = .init(old.shape.joined(inner.rest), isAlways: old.isAlways)
      }
    }
    return result
  }

  /// The objects with their members' names respelled; `spell` gives nil for a name that stays.
  func respelled(_ value: Shape, _ spell: ([UInt8]) -> [UInt8]?) -> Shape {
    let others = value.kinds.filter { $0 != .object && $0 != .null }
    if !others.isEmpty {
      flow.noteFailure("find \(others.map(\.words).joined(separator: " or ")) and needs an object")
    }
    let shape = value.only(.null, .object)
    return shape.with(objects: shape.objects.map { respelled($0, spell) })
  }

  private func respelled(
    _ object: ObjectShape, _ spell: ([UInt8]) -> [UInt8]?
  ) -> ObjectShape {
    var result = ObjectShape(rest: object.rest)
    if !object.rest.isNever { flow.noteFailure("make one name of two") }
    for name in object.names {
      let member = object[name]
      let new = spell(name) ?? name
      if member.shape.isNever, new == name, object.rest.isNever { continue }
      if result.isNamed(new) {
        let there = result[new]
        flow.noteFailure("make `\(Printable.quote(new))` of two names")
        result[new] = .init(
          there.shape.joined(member.shape), isAlways: there.isAlways || member.isAlways)
      } else {
        // A member that isn't listed may get this name.
        result[new] = .init(
          object.rest.isNever ? member.shape : member.shape.joined(object.rest),
          isAlways: member.isAlways)
      }
    }
    return result
  }
}
