internal import JSONMigrationCore
internal import JSONText

/// Carries a scope through the acts of one rule.
struct Acting {
  let flow: ShapeFlow
  let rule: Rule
  /// The scope when the rule asked: what it reads is read from that.
  let before: Shape
  let isRoot: Bool

  private var effects: Effects { rule.effects }

  mutating func perform(in scope: Shape) throws(UnknownShape) -> Carried {
    var shape = scope
    let reads = try effects.reads.map { read throws(UnknownShape) in
      var found = try look(read, in: before)
      // What goes elsewhere is by then what scopes inside it have made of it.
      if read.leaves, scope != before {
        found.shape = found.shape.joined(try look(read, in: scope).shape)
      }
      return found
    }
    if rule.ifMissing == .fail { shape = try requireSources(in: shape, reads) }
    if let changed = try perform(inPlace: shape) { return changed }
    if let widened = try widened(shape) { return Carried(widened) }
    if let moved = try perform(moving: shape, reads) { return Carried(moved) }
    var result = Carried(shape)
    for act in effects.acts {
      let next = try perform(act, in: result.shape, reads)
      result = Carried(next.shape, mayGo: result.mayGo || next.mayGo)
      if result.shape.isNever { break }
    }
    return result
  }

  /// A member after another value came to its name; nil if that always fails.
  package func put(
    _ new: ObjectShape.Member, over old: ObjectShape.Member, named name: [UInt8]
  ) -> ObjectShape.Member? {
    if old.shape.isNever { return new }
    if rule.ifExists == .fail {
      flow.noteFailure("find `\(Printable.quote(name))` there already")
      if new.isAlways, old.isAlways { return nil }
    }
    let shape =
      switch rule.ifExists {
      case .keep where old.isAlways: old.shape
      case .overwrite where new.isAlways: new.shape
      case .fail, .keep, .overwrite: new.shape.joined(old.shape)
      }
    return ObjectShape.Member(shape, isAlways: new.isAlways || old.isAlways)
  }

  private func look(
    _ read: Effects.Read, in scope: Shape
  ) throws(UnknownShape) -> Shape.Finding {
    switch read.source {
    case .member(let name): scope.look([name.text])
    case .query(let query): try flow.look(query, in: scope, isRoot: isRoot)
    }
  }

  /// Notes a failure for what may be missing, with `if-missing: fail`.
  private func requireSources(
    in scope: Shape, _ reads: [Shape.Finding]
  ) throws(UnknownShape) -> Shape {
    var shape = scope
    let spared = sourcesThatMayLack(reads)
    func require(_ path: PathQuery) {
      guard path.segments.isPlain, path.root == .scope || isRoot else {
        return flow.noteFailure("find nothing at `\(JSONPath(query: path))`")
      }
      let names = path.segments.compactMap(\.name)
      if !before.look(names).isAlways {
        flow.noteFailure("find nothing at `\(JSONPath(query: path))`")
      }
      shape = shape.having(names)
    }
    func require(_ slot: Slot) {
      switch slot {
      case .target(let target):
        if target.names.count < 2 { return }
        let names = target.names.dropLast().map { PathSegment([.name($0.text)]) }
        require(PathQuery(root: target.isFromDocument ? .document : .scope, segments: names))
      case .member(_, let query), .places(let query):
        if query.path.query.segments.isEmpty { return }
        flow.noteFailure("find nothing at `\(query.path)`")
      }
    }
    for (number, read) in effects.reads.enumerated() where !spared.contains(number) {
      switch read.source {
      case .member(let name):
        require(PathQuery(root: .scope, segments: [PathSegment([.name(name.text)])]))
      case .query(let query): require(query.path.query)
      }
    }
    for (number, act) in effects.acts.enumerated() where !effects.unasked.contains(number) {
      switch act {
      case .change(let query, _), .remove(let query), .respell(let query, _, _),
        .spread(let query), .unknown(let query):
        require(query.path.query)
      // What moves makes the parents of the place that it comes to.
      case .put(.read, .slot(.target), _): break
      case .put(_, .slot(let slot), _), .append(_, let slot, _): require(slot)
      case .make(_, let spots, let function):
        for case .slot(let slot) in spots {
          if case .target = slot, function.needsParents == false { continue }
          require(slot)
        }
      default: break
      }
    }
    return shape
  }

  /// The reads of which not each has to be there, though the rule fails where its sources are
  /// missing; notes that it may.
  private func sourcesThatMayLack(_ reads: [Shape.Finding]) -> Set<Int> {
    var spared: Set<Int> = []
    for (number, act) in effects.acts.enumerated() {
      guard case .make(let from, let spots, let function) = act else { continue }
      if effects.unasked.contains(number) {
        spared.formUnion(from)
        continue
      }
      let made = function.onShapes.made(of: from.map { reads[$0].shape })
      // What is there already is left alone, without a look at what it would be made of.
      let isLeft = made.over.map { $0 != .anything && !areFree(spots) } ?? false
      let isSure =
        made.needs == .any
        ? from.contains { reads[$0].isAlways } : from.allSatisfy { reads[$0].isAlways }
      guard made.needs == .any || isLeft else { continue }
      if !isSure { flow.noteFailure("find nothing to make a value of") }
      spared.formUnion(from)
    }
    return spared
  }

  /// Whether nothing is at any of these places.
  private func areFree(_ spots: [Effects.Spot]) -> Bool {
    spots.allSatisfy { spot in
      guard case .slot(.target(let target)) = spot, !target.isFromDocument || isRoot else {
        return false
      }
      return before.look(target.names.map(\.text)).shape.isNever
    }
  }

  // MARK: - One act

  private func perform(
    _ act: Effects.Act, in scope: Shape, _ reads: [Shape.Finding]
  ) throws(UnknownShape) -> Carried {
    switch act {
    case .put(.constant(let value), .slot(let slot), let over):
      return Carried(
        try flow.put(Shape(value.json), at: slot, in: scope, isRoot: isRoot, Occupancy(over)))
    case .put(.generated(let example, let isSure), .slot(let slot), let over):
      // The position of an element; a scope outside of arrays has none.
      if case .target = slot, !isSure { flow.noteFailure("find no number to generate") }
      return Carried(
        try flow.put(
          Shape(like: example), at: slot, in: scope, isRoot: isRoot, Occupancy(over)))
    case .put: throw UnknownShape(reason: "it puts something beside others")
    case .make(let from, let spots, let function):
      return Carried(try make(from, spots, function, in: scope, reads))
    case .change(let query, _), .respell(let query, _, _), .unknown(let query):
      return try flow.change([query], in: scope, isRoot: isRoot) { value, _ in
        self.changed(value, by: act)
      }
    case .append(let value, let slot, _):
      return Carried(try append(Shape(value.json), to: slot, in: scope))
    case .remove(let query):
      if isRoot, query.path.query.segments.isEmpty {
        flow.noteFailure("drop the whole document")
        return Carried(.never)
      }
      return try flow.change([query], in: scope, isRoot: isRoot) { value, _ in
        self.changed(value, by: act)
      }
    case .keep(let names): return Carried(keep(names, in: scope))
    case .spread(let query): return Carried(try spread(query, in: scope))
    case .ask(let condition):
      let expression = condition.condition.expression
      if !before.refined(by: expression, false, isRoot: isRoot).isNever {
        flow.noteFailure("find that `\(condition.shown)` does not hold")
      }
      return Carried(scope.refined(by: expression, isRoot: isRoot))
    }
  }

  /// A value after an act that changes it in its place.
  func changed(_ value: Shape, by act: Effects.Act) -> Carried {
    switch act {
    case .change(_, let function): changed(value, by: function)
    case .respell(_, let old, let new):
      Carried(respelled(value) { new.spelling(of: $0, from: old) })
    case .remove: Carried(.never, mayGo: true)
    default: reshaped(value)
    }
  }

  private func changed(_ value: Shape, by function: any ValueFunction) -> Carried {
    if let tried = flow.trial(rule, of: value) {
      for failure in tried.failures { flow.noteFailure(failure) }
      return tried
    }
    let carried = function.onShapes.carried(value)
    for failure in carried.failures { flow.noteFailure(failure) }
    return carried
  }

  private func reshaped(_ value: Shape) -> Carried {
    if let nested = rule.verb.nested { return flow.carry(value, toNested: nested) }
    let carried =
      (rule.verb as? any Reshaping)?.reshaped(value) ?? Carried(.any, failures: ["fail"])
    for failure in carried.failures { flow.noteFailure(failure) }
    if carried.shape.isAny { flow.noteUnknown("may make anything") }
    return carried
  }

  private func keep(_ names: Set<[UInt8]>, in scope: Shape) -> Shape {
    noteOthers(than: .object, in: scope)
    let shape = scope.spelled
    return Shape.never.with(
      objects: shape.objects.map { object in
        var kept = ObjectShape(rest: .never)
        for name in object.names where names.contains(name) { kept[name] = object[name] }
        for name in names.inByteOrder where !object.isNamed(name) {
          kept[name] = .init(object.rest)
        }
        return kept
      })
  }

  func noteOthers(than kind: Kind, in shape: Shape) {
    let others = shape.kinds.filter { $0 != kind }
    if others.isEmpty { return }
    flow.noteFailure(
      "find \(others.map(\.words).joined(separator: " or ")) and needs \(kind.words)")
  }

  func append(_ value: Shape, to slot: Slot, in scope: Shape) throws(UnknownShape) -> Shape {
    func appended(_ there: Shape) -> Shape {
      noteOthers(than: .array, in: there)
      guard var arrays = there.spelled.arrays else { return .never }
      arrays.item = arrays.item.joined(value)
      // With `unless-present` an equal element may be there already.
      arrays.least = max(1, arrays.least)
      arrays.most = arrays.most.map { $0 + 1 }
      return Shape(arrays: arrays)
    }
    func appended(_ parent: Shape, _ name: [UInt8]) -> Shape {
      noteOthers(than: .object, in: parent)
      let new = Shape(arrays: ArrayShape(item: value, least: 1, most: 1))
      return Shape.never.with(
        objects: parent.spelled.objects.flatMap { object -> [ObjectShape] in
          let member = object[name]
          var result = Shape.never
          if !member.shape.isNever { result = appended(member.shape) }
          if !member.isAlways { result = result.joined(new) }
          return [object.with(name, result, isAlways: true)].compactMap { $0 }
        })
    }
    switch slot {
    case .places(let query):
      return try flow.change([query], in: scope, isRoot: isRoot) { there, _ in
        Carried(appended(there))
      }.shape
    case .member(let name, let parents):
      return try flow.change([parents], in: scope, isRoot: isRoot) { parent, _ in
        Carried(appended(parent, name.text))
      }.shape
    case .target(let target):
      let names = target.names.map(\.text)
      if target.isFromDocument, !isRoot {
        throw UnknownShape(reason: "it appends to `\(target.text)` from a scope in the document")
      }
      guard let last = names.last else { return scope }
      let parents = Array(names.dropLast())
      if parents.isEmpty { return appended(scope, last) }
      let made = flow.put(
        Shape(objects: [ObjectShape(rest: .never)]), at: parents, in: scope, .keep)
      return made.changed(at: parents, orAbsent: false) { appended($0, last) }
    }
  }
}

extension Shape {
  /// All values of the type of an example; for texts, all of its format.
  fileprivate init(like example: JSON) {
    switch example {
    case .null: self = .null
    case .bool: self = .boolean
    case .number: self = .number
    case .string: self = .text
    case .array: self = Shape(arrays: ArrayShape(item: .any))
    case .object: self = Shape(objects: [ObjectShape(rest: .any)])
    }
  }
}
