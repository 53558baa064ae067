internal import JSONMigrationCore
internal import JSONText

/// The reason why the result of a rule can't be described.
struct UnknownShape: Error {
  let reason: String
}

/// Changes shapes at the places that a path leads to.
struct ShapeUpdate {
  /// A change of the shape at a place; `before` is the shape when the path was followed.
  typealias Change = (_ shape: Shape, _ before: Shape) throws(UnknownShape) -> Carried

  /// A change in one place in memory.
  ///
  /// Of all that takes a function by itself the compiler makes a copy for each place that gives
  /// one, which came to a fiftieth of the command.
  private final class At<Other> {
    private let change: (Shape, Other) throws(UnknownShape) -> Carried

    init(_ change: @escaping (Shape, Other) throws(UnknownShape) -> Carried) {
      self.change = change
    }

    func callAsFunction(_ shape: Shape, _ other: Other) throws(UnknownShape) -> Carried {
      try change(shape, other)
    }
  }

  /// Whether the scope is the document.
  let isRoot: Bool
  /// Whether filters still describe the values: nothing was changed since they were asked.
  var trustsFilters = true

  private static let mostLevels = 8

  /// The shape after a change at every match of a path.
  func update(
    _ shape: Shape, _ path: ArraySlice<PathSegment>, _ change: Change
  ) throws(UnknownShape) -> Carried {
    try withoutActuallyEscaping(change) { change throws(UnknownShape) in
      try update(shape, path, At<Shape>(change))
    }
  }

  private func update(
    _ shape: Shape, _ path: ArraySlice<PathSegment>, _ change: At<Shape>
  ) throws(UnknownShape) -> Carried {
    guard let segment = path.first else { return try change(shape, shape) }
    if shape.isNever { return Carried(shape) }
    let rest = path.dropFirst()
    if segment.isDescendant {
      return Carried(try deep(shape, segment, rest, level: 0, change))
    }
    return Carried(
      try children(
        of: shape, only: segment.name,
        At { child, step throws(UnknownShape) in
          let (hit, miss) = select(child, segment, step)
          if hit.isNever { return Carried(miss) }
          var result = try go(hit, hit, rest, change)
          result.shape = result.shape.joined(miss)
          return result
        }))
  }

  private func go(
    _ shape: Shape, _ before: Shape, _ rest: ArraySlice<PathSegment>, _ change: At<Shape>
  ) throws(UnknownShape) -> Carried {
    if rest.isEmpty { return try change(shape, before) }
    var inner = self
    if shape != before { inner.trustsFilters = false }
    return Carried(try inner.update(shape, rest, change).shape)
  }

  /// Changes matches at all levels, the innermost first.
  private func deep(
    _ shape: Shape, _ segment: PathSegment, _ rest: ArraySlice<PathSegment>, level: Int,
    _ change: At<Shape>
  ) throws(UnknownShape) -> Shape {
    if shape.isNever { return shape }
    if shape.isAny || level > Self.mostLevels {
      // The change runs anyway, so that failures are noted.
      _ = try go(.any, .any, rest, change)
      return .any
    }
    let inside = At { (child: Shape, step: Step) throws(UnknownShape) in
      let inner = try deep(child, segment, rest, level: level + 1, change)
      var (hit, miss) = select(child, segment, step)
      if hit.isNever { return Carried(inner) }
      let before = hit
      let isMissed = !miss.isNever
      if isMissed, inner == child {
        // Nothing inside was changed, so the condition still describes it.
      } else {
        (hit, miss) = (inner, isMissed ? inner : .never)
      }
      var result = try go(hit, inner == child ? hit : before, rest, change)
      result.shape = result.shape.joined(miss)
      return result
    }
    return try children(of: shape, inside)
  }

  enum Step { case member([UInt8]), otherMember, element }

  /// Splits the shape of a child into the values that a segment selects and the others.
  private func select(
    _ child: Shape, _ segment: PathSegment, _ step: Step
  ) -> (hit: Shape, miss: Shape) {
    var all = (hit: Shape.never, miss: child)
    for selector in segment.selectors {
      let (hit, miss) = select(child, selector, step)
      all.hit = all.hit.joined(hit)
      // One selector that takes everything is enough.
      if miss.isNever { all.miss = .never }
      if segment.selectors.count == 1 { all.miss = miss }
    }
    return all
  }

  private func select(
    _ child: Shape, _ selector: PathSelector, _ step: Step
  ) -> (hit: Shape, miss: Shape) {
    switch (selector, step) {
    case (.name(let name), .member(let own)): name == own ? (child, .never) : (.never, child)
    case (.name, .otherMember): (child, child)
    case (.name, .element): (.never, child)
    case (.wildcard, _): (child, .never)
    case (.index, .element), (.slice, .element): (child, child)
    case (.index, _), (.slice, _): (.never, child)
    case (.filter(let condition), _):
      trustsFilters
        ? (child.refined(by: condition), child.refined(by: condition, false)) : (child, child)
    }
  }

  private func children(
    of shape: Shape, only name: [UInt8]? = nil,
    _ change: At<Step>
  ) throws(UnknownShape) -> Shape {
    var result = shape.spelled
    if name == nil, let arrays = result.arrays, !arrays.item.isNever {
      let item = try change(arrays.item, .element)
      if item.shape.isNever, arrays.least > 0, !item.mayGo {
        result.arrays = nil
      } else {
        result.arrays = ArrayShape(
          item: item.shape, least: item.mayGo ? 0 : arrays.least, most: arrays.most)
      }
    }
    var objects: [ObjectShape] = []
    for object in result.objects {
      if let changed = try members(of: object, only: name, change) { objects.append(changed) }
    }
    return result.with(objects: objects)
  }

  /// Nil if a member that is always there would have no value.
  private func members(
    of object: ObjectShape, only name: [UInt8]?,
    _ change: At<Step>
  ) throws(UnknownShape) -> ObjectShape? {
    var result = object
    for own in name.map({ [$0] }) ?? object.names {
      let member = object[own]
      if member.shape.isNever { continue }
      let changed = try change(member.shape, .member(own))
      let isAlways = member.isAlways && !changed.mayGo
      guard let next = result.with(own, changed.shape, isAlways: isAlways) else { return nil }
      result = next
    }
    if name == nil, !object.rest.isNever {
      result.rest = try change(object.rest, .otherMember).shape
      // Members that are known to be absent stay absent.
    }
    return result
  }
}

extension ShapeUpdate {
  /// Changes every value that a path leads to, and all values inside those, the innermost first.
  func updateAll(
    _ shape: Shape, _ path: ArraySlice<PathSegment>, level: Int = 0,
    _ change: (Shape) throws(UnknownShape) -> Shape
  ) throws(UnknownShape) -> Shape {
    try withoutActuallyEscaping(change) { change throws(UnknownShape) in
      func deep(_ shape: Shape, _ level: Int) throws(UnknownShape) -> Shape {
        if shape.isNever { return shape }
        if shape.isAny || level > Self.mostLevels {
          _ = try change(.any)
          return .any
        }
        let inside = At { (child: Shape, _: Step) throws(UnknownShape) in
          Carried(try deep(child, level + 1))
        }
        return try change(try children(of: shape, inside))
      }
      return try update(
        shape, path,
        At { (shape: Shape, _: Shape) throws(UnknownShape) in Carried(try deep(shape, 0)) }
      ).shape
    }
  }
}

extension [PathSegment] {
  var isPlain: Bool { allSatisfy { $0.name != nil } }

  /// Whether no match of this path is a match of another one, or inside one.
  func isApart(from other: [PathSegment]) -> Bool {
    for (one, two) in zip(self, other) {
      if one.isDescendant || two.isDescendant { return false }
      if let name = one.name, let other = two.name, name != other { return true }
    }
    return false
  }

  /// The same, and no filter of this path asks about the other one.
  func isUntouched(by other: [PathSegment]) -> Bool {
    for (one, two) in zip(self, other) {
      if one.isDescendant || two.isDescendant || one.hasFilter { return false }
      if let name = one.name, let other = two.name, name != other { return true }
    }
    return false
  }
}

extension PathSegment {
  fileprivate var hasFilter: Bool {
    selectors.contains { if case .filter = $0 { true } else { false } }
  }
}
