internal import JSONText

extension Shape {
  package init(joining shapes: some Sequence<Shape>) {
    self = shapes.reduce(.never) { $0.joined($1) }
  }

  /// A shape for all values that this one or the other one takes.
  package func joined(_ other: Shape) -> Shape {
    if other.isNever || isAny { return self }
    if isNever || other.isAny { return other }
    var joined = Shape(
      takesNull: takesNull || other.takesNull, booleans: booleans.union(other.booleans),
      numbers: Self.joined(numbers, other.numbers) { $0.joined($1) },
      texts: Self.joined(texts, other.texts) { $0.joined($1) },
      arrays: Self.joined(arrays, other.arrays) { $0.joined($1) })
    joined.objects =
      objects == other.objects
      ? objects : ObjectShape.apart(objects + other.objects)
    return joined.collapsed
  }

  private static func joined<Part>(
    _ one: Part?, _ two: Part?, _ join: (Part, Part) -> Part
  ) -> Part? {
    guard let one, let two else { return one ?? two }
    return join(one, two)
  }

  /// The same shape, as `any` if every component takes everything.
  package var collapsed: Shape { isEverything ? .any : self }

  private var isEverything: Bool {
    takesNull && booleans.count == 2 && numbers == .any && texts == .any
      && arrays == ArrayShape(item: .any) && objects == [ObjectShape(rest: .any)]
  }
}

extension ArrayShape {
  package func joined(_ other: ArrayShape) -> ArrayShape {
    var most: Int?
    if let one = self.most, let two = other.most { most = max(one, two) }
    return ArrayShape(
      item: item.joined(other.item), least: min(least, other.least), most: most)
  }
}

// MARK: - What both take

extension Shape {
  /// A shape for the values that both take; it may be wider if nothing tells alternatives apart.
  package func met(with other: Shape) -> Shape {
    var isExact: Bool?
    return met(with: other, &isExact)
  }

  /// A shape for the values that both take, and no others.
  ///
  /// It keeps all alternatives; where there are too many of them some are left out, and `isExact`
  /// becomes false.
  package func met(with other: Shape, isExact: inout Bool) -> Shape {
    var exact: Bool? = isExact
    defer { isExact = exact ?? false }
    return met(with: other, &exact)
  }

  /// `isExact` is nil where the shape may be wider.
  fileprivate func met(with other: Shape, _ isExact: inout Bool?) -> Shape {
    if isAny { return other }
    if other.isAny { return self }
    var both = Shape(
      takesNull: takesNull && other.takesNull,
      booleans: booleans.intersection(other.booleans),
      numbers: numbers.flatMap { one in other.numbers.flatMap { one.intersection($0) } },
      texts: texts.flatMap { one in other.texts.flatMap { one.intersection($0) } })
    if let one = arrays, let two = other.arrays { both.arrays = one.met(with: two, &isExact) }
    var objects: [ObjectShape] = []
    for one in self.objects {
      for two in other.objects {
        if let met = one.met(with: two, &isExact) { objects.append(met) }
        if isExact != nil, objects.count > ObjectShape.mostExact {
          objects = ObjectShape.merged(objects)
          if objects.count > ObjectShape.mostExact / 2 {
            isExact = false
            both.objects = Array(objects.prefix(ObjectShape.mostInexact))
            return both
          }
        }
      }
    }
    both.objects = isExact == nil ? ObjectShape.apart(objects) : objects
    return both
  }

  /// Whether there is a value that both take.
  package func overlaps(_ other: Shape) -> Bool {
    if isAny { return !other.isNever }
    if other.isAny { return !isNever }
    if takesNull && other.takesNull || !booleans.isDisjoint(with: other.booleans) { return true }
    if let one = numbers, let two = other.numbers, one.intersection(two) != nil { return true }
    if let one = texts, let two = other.texts, one.intersection(two) != nil { return true }
    if let one = arrays, let two = other.arrays, one.overlaps(two) { return true }
    return objects.contains { one in other.objects.contains { one.overlaps($0) } }
  }

  /// A shape for all values that both take, and no others; nil if it would be wider.
  fileprivate func joinedExactly(_ other: Shape) -> Shape? {
    if self == other || other.isNever || isAny { return self }
    if isNever || other.isAny { return other }
    let texts = [self, other].compactMap { $0.texts?.values }
    let areFew = texts.count == 2 && texts[0].union(texts[1]).count <= TextShape.mostValues
    guard numbers == nil || other.numbers == nil || numbers == other.numbers,
      arrays == nil || other.arrays == nil || arrays == other.arrays,
      self.texts == nil || other.texts == nil || self.texts == other.texts || areFew
    else { return nil }
    var joined = without(.object).joined(other.without(.object))
    joined.objects = objects == other.objects ? objects : objects + other.objects
    return joined.collapsed
  }
}

extension ArrayShape {
  fileprivate func met(with other: ArrayShape, _ isExact: inout Bool?) -> ArrayShape? {
    let item = item.met(with: other.item, &isExact)
    let least = max(least, other.least)
    let most = [most, other.most, item.isNever ? 0 : nil].compactMap { $0 }.min()
    if let most, most < least { return nil }
    return ArrayShape(item: item, least: least, most: most)
  }

  fileprivate func overlaps(_ other: ArrayShape) -> Bool {
    let least = max(least, other.least)
    return min(most ?? .max, other.most ?? .max) >= least
      && (least == 0 || item.overlaps(other.item))
  }
}

extension ObjectShape {
  /// The most alternatives of a shape that is not to be wider.
  fileprivate static let mostExact = 256
  /// As many stay where there are more, so that what comes then takes little time.
  fileprivate static let mostInexact = 16

  fileprivate func met(with other: ObjectShape, _ isExact: inout Bool?) -> ObjectShape? {
    var met = ObjectShape(rest: rest.met(with: other.rest, &isExact))
    for name in names + other.names where !met.isNamed(name) {
      let (one, two) = (self[name], other[name])
      let isAlways = one.isAlways || two.isAlways
      let shape = one.shape.met(with: two.shape, &isExact)
      guard met.set(name, shape, isAlways: isAlways) else { return nil }
    }
    return met
  }

  fileprivate func overlaps(_ other: ObjectShape) -> Bool {
    (names + other.names).allSatisfy { name in
      let (one, two) = (self[name], other[name])
      return !one.isAlways && !two.isAlways || one.shape.overlaps(two.shape)
    }
  }

  /// The alternatives, those together that differ in one member.
  fileprivate static func merged(_ objects: [ObjectShape]) -> [ObjectShape] {
    var merged: [ObjectShape] = []
    for object in objects {
      var object = object
      while let (index, both) = merged.indices.lazy.compactMap({ index in
        merged[index].joinedExactly(object).map { (index, $0) }
      }).first {
        merged.remove(at: index)
        object = both
      }
      merged.append(object)
    }
    return merged
  }

  /// One shape for both, if they differ in the shape of one member at most.
  private func joinedExactly(_ other: ObjectShape) -> ObjectShape? {
    guard rest == other.rest else { return nil }
    var differing: [UInt8]?
    for name in names + other.names where self[name] != other[name] && name != differing {
      guard differing == nil, self[name].isAlways == other[name].isAlways else { return nil }
      differing = name
    }
    guard let name = differing else { return self }
    guard let shape = self[name].shape.joinedExactly(other[name].shape) else { return nil }
    return with(name, shape, isAlways: self[name].isAlways)
  }
}
