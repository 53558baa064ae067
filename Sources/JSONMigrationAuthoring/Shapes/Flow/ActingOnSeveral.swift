internal import JSONMigrationCore
internal import JSONText

/// Acts that make new values of those that they read.
extension Acting {
  func make(
    _ from: [Int], _ spots: [Effects.Spot], _ function: any ValueFunction, in scope: Shape,
    _ reads: [Shape.Finding]
  ) throws(UnknownShape) -> Shape {
    if from.count == 1, case .beside(_, _)? = spots.first,
      case .query(let query) = rule.effects.reads[from[0]].source
    {
      let names = spots.compactMap { spot in
        if case .beside(_, let name) = spot { name.text } else { nil }
      }
      return try make(names, beside: query, function, in: scope)
    }
    guard spots.count == 1, case .slot(let slot) = spots[0] else {
      throw UnknownShape(reason: "it makes several values")
    }
    let found = from.map { reads[$0] }
    if found.allSatisfy(\.shape.isNever), !found.isEmpty { return scope }
    let made = function.onShapes.made(of: found.map(\.shape))
    if made.needs == .all {
      // They are looked for in turn, up to the first that isn't there.
      if found.prefix(while: { !$0.shape.isNever }).contains(where: \.maySeveral) {
        flow.noteFailure("find several values where it takes one")
      }
      if found.contains(where: \.shape.isNever) { return scope }
    }
    for failure in made.failures { flow.noteFailure(failure) }
    guard let result = made.members.first, !result.shape.isNever else {
      // The rule always fails, unless there is nothing to do.
      let isSure = found.contains(where: \.isAlways) && (made.needs == .any || found.count == 1)
      return isSure ? .never : scope
    }
    if made.isElement {
      let appended = try append(result.shape, to: slot, in: scope)
      return found.allSatisfy(\.isAlways) ? appended : appended.joined(scope)
    }
    return try put(result.shape, made, from, found, at: slot, in: scope)
  }

  private func put(
    _ value: Shape, _ made: Made, _ from: [Int], _ found: [Shape.Finding],
    at slot: Slot, in scope: Shape
  ) throws(UnknownShape) -> Shape {
    var shape = scope
    let target = slot.target
    var isOwn = false
    var gone: Set<[[UInt8]]> = []
    for number in from {
      let read = rule.effects.reads[number]
      guard case .query(let query) = read.source else { continue }
      let path = query.path.query
      let names = path.segments.isPlain ? path.segments.compactMap(\.name) : nil
      if let names, names == target, path.root == .scope || isRoot {
        isOwn = true
        continue
      }
      guard read.leaves else { continue }
      guard path.root == .scope || isRoot else {
        throw UnknownShape(reason: "it takes `\(query.path)` from a scope in the document")
      }
      if let names {
        // One that is named twice is taken once.
        if !gone.insert(names).inserted { continue }
        if made.needs == .all { shape = shape.having(names) }
        if let target, target.count > names.count, target.starts(with: names) {
          flow.noteFailure("bring a value into itself")
        }
        shape = shape.removing(names)
      } else {
        shape = try flow.change([query], in: shape, isRoot: isRoot) { _, _ in
          Carried(.never, mayGo: true)
        }.shape
      }
    }
    let plain = isOwn ? Occupancy.overwrite : Occupancy(rule.ifExists)
    let how = made.over.map { Occupancy($0) } ?? plain
    let result = try flow.put(value, at: slot, in: shape, isRoot: isRoot, how)
    let isSure: Bool
    switch made.needs {
    case .all: isSure = found.allSatisfy(\.isAlways)
    case .any: isSure = found.contains(where: \.isAlways)
    case .perhaps: isSure = false
    }
    return isSure ? result : result.joined(scope)
  }

  /// Puts the parts of a value beside it or in its place.
  private func make(
    _ names: [[UInt8]], beside query: Query, _ function: any ValueFunction, in scope: Shape
  ) throws(UnknownShape) -> Shape {
    let path = query.path.query
    guard path.root == .scope || isRoot else {
      throw UnknownShape(reason: "it acts at `\(query.path)` from a scope inside the document")
    }
    guard let name = path.segments.last?.name else {
      throw UnknownShape(reason: "`\(query.path)` doesn't end in a name")
    }
    let update = ShapeUpdate(isRoot: isRoot, trustsFilters: rule.effects.reads.count == 1)
    return try update.update(scope, path.segments.dropLast()) { parent, _ in
      let parent = parent.spelled
      return Carried(
        parent.with(
          objects: parent.objects.flatMap { self.made(names, beside: name, function, in: $0) }))
    }.shape
  }

  private func made(
    _ names: [[UInt8]], beside name: [UInt8], _ function: any ValueFunction,
    in object: ObjectShape
  ) -> [ObjectShape] {
    let source = object[name]
    var results: [ObjectShape] = []
    if !source.isAlways { results.append(object.without(name)) }
    if source.shape.isNever { return results }
    let made = function.onShapes.made(of: [source.shape])
    for failure in made.failures { flow.noteFailure(failure) }
    if !made.kept.isNever {
      results += [object.with(name, made.kept, isAlways: true)].compactMap { $0 }
    }
    guard made.members.allSatisfy({ !$0.shape.isNever }) else { return results }
    var result = object
    if !names.contains(name) { result = result.without(name) }
    for (own, part) in zip(names, made.members) {
      if own == name {
        // The source goes even if this part is left out.
        result[own] = part
        continue
      }
      guard let member = put(part, over: object[own], named: own) else { return results }
      result[own] = member
    }
    return results + [result]
  }
}

extension Slot {
  /// The names that lead to the target, from the scope or from the document.
  fileprivate var target: [[UInt8]]? {
    if case .target(let target) = self { target.names.map(\.text) } else { nil }
  }
}
