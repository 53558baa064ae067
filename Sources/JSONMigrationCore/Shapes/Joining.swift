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
  /// A shape for the values that both take.
  ///
  /// It may be wider if nothing tells alternatives apart; with `exactly` it is not, and keeps all
  /// alternatives.
  package func met(with other: Shape, exactly: Bool = false) -> Shape {
    if isAny { return other }
    if other.isAny { return self }
    var both = Shape(
      takesNull: takesNull && other.takesNull,
      booleans: booleans.intersection(other.booleans),
      numbers: numbers.flatMap { one in other.numbers.flatMap { one.intersection($0) } },
      texts: texts.flatMap { one in other.texts.flatMap { one.intersection($0) } },
      arrays: arrays.flatMap { one in other.arrays.flatMap { one.met(with: $0, exactly) } })
    let objects = objects.flatMap { one in
      other.objects.compactMap { one.met(with: $0, exactly) }
    }
    both.objects = exactly ? objects : ObjectShape.apart(objects)
    return both
  }
}

extension ArrayShape {
  fileprivate func met(with other: ArrayShape, _ exactly: Bool) -> ArrayShape? {
    let item = item.met(with: other.item, exactly: exactly)
    let least = max(least, other.least)
    let most = [most, other.most, item.isNever ? 0 : nil].compactMap { $0 }.min()
    if let most, most < least { return nil }
    return ArrayShape(item: item, least: least, most: most)
  }
}

extension ObjectShape {
  fileprivate func met(with other: ObjectShape, _ exactly: Bool) -> ObjectShape? {
    var met = ObjectShape(rest: rest.met(with: other.rest, exactly: exactly))
    for name in names + other.names where !met.isNamed(name) {
      let (one, two) = (self[name], other[name])
      let isAlways = one.isAlways || two.isAlways
      let shape = one.shape.met(with: two.shape, exactly: exactly)
      guard let next = met.with(name, shape, isAlways: isAlways) else { return nil }
      met = next
    }
    return met
  }
}
