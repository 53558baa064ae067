package import JSONText

extension Shape {
  /// The part in which a condition holds, or doesn't; it may be wider if that can't be told.
  ///
  /// The shape is that of `@`; `$` is the same where `isRoot`.
  package func refined(
    by condition: PathCondition, _ holds: Bool = true, isRoot: Bool = false
  ) -> Shape {
    if isNever { return self }
    switch condition {
    case .and(let parts) where holds, .or(let parts) where !holds:
      return parts.reduce(self) { $0.refined(by: $1, holds, isRoot: isRoot) }
    case .and(let parts), .or(let parts):
      // Part by part: this one decides, and those before it didn't.
      var left = self
      var result = Shape.never
      for part in parts {
        result = result.joined(left.refined(by: part, holds, isRoot: isRoot))
        left = left.refined(by: part, !holds, isRoot: isRoot)
      }
      return result
    case .not(let part): return refined(by: part, !holds, isRoot: isRoot)
    case .exists(let query): return refined(exists: query, holds, isRoot)
    case .empty(let query):
      guard let names = query.names(isRoot) else { return self }
      return changed(at: names, orAbsent: holds) { holds ? $0.empty : $0.notEmpty }
    case .comparison(let left, let comparison, let right):
      return refined(left, comparison, right, holds, isRoot)
    case .pattern(.query(let query), .compiled(let pattern), let isWhole):
      guard let names = query.names(isRoot) else { return self }
      return changed(at: names, orAbsent: !holds) { value in
        var part = holds ? value.only(.string) : value.spelled
        part.texts = part.texts?.filter {
          (isWhole ? pattern.matches($0) : pattern.isFound(in: $0)) == holds
        }
        return part
      }
    case .pattern: return self
    }
  }

  private func refined(exists query: PathQuery, _ holds: Bool, _ isRoot: Bool) -> Shape {
    if let names = query.names(isRoot) {
      return changed(at: names, orAbsent: !holds) { holds ? $0 : .never }
    }
    guard holds, query.root == .scope || isRoot else { return self }
    let lead = query.segments.prefix { $0.name != nil }.compactMap(\.name)
    return changed(at: lead, orAbsent: false) { $0.only(.array, .object) }
  }

  private func refined(
    _ left: PathOperand, _ comparison: PathComparison, _ right: PathOperand, _ holds: Bool,
    _ isRoot: Bool
  ) -> Shape {
    if case .literal = left {
      if case .literal = right { return self }
      return refined(right, comparison.turned, left, holds, isRoot)
    }
    guard case .literal(let literal) = right, let value = literal.json else { return self }
    if comparison == .notEqual { return refined(left, .equal, right, !holds, isRoot) }
    switch left {
    case .type(.query(let query)):
      guard let names = query.names(isRoot), comparison == .equal, let word = value.string else {
        return self
      }
      if word.utf8.elementsEqual("missing".utf8) {
        return changed(at: names, orAbsent: holds) { holds ? .never : $0 }
      }
      guard let kind = Kind(word: word) else { return holds ? .never : self }
      return changed(at: names, orAbsent: !holds) { holds ? $0.only(kind) : $0.without(kind) }
    case .length(.query(let query)):
      guard let names = query.names(isRoot), holds, case .number = value else { return self }
      return changed(at: names, orAbsent: false) { $0.only(.string, .array, .object) }
    case .query(let query):
      guard let names = query.names(isRoot) else { return self }
      return refined(names, comparison, value, holds)
    default: return self
    }
  }

  private func refined(
    _ names: [[UInt8]], _ comparison: PathComparison, _ value: JSON, _ holds: Bool
  ) -> Shape {
    if comparison == .equal {
      return changed(at: names, orAbsent: !holds) { holds ? $0.equal(to: value) : $0.minus(value) }
    }
    switch value {
    case .number(let number):
      let interval = comparison.interval(to: number)
      return changed(at: names, orAbsent: !holds) { shape in
        let numbers = shape.spelled.numbers
        if holds { return Shape(numbers: numbers?.cut(to: interval)) }
        var rest = shape.spelled
        rest.numbers = numbers?.cut(outside: interval)
        return rest
      }
    case .string where holds: return changed(at: names, orAbsent: false) { $0.only(.string) }
    default: return self
    }
  }

  /// Changes the shape at a place; `orAbsent` says whether the place may be missing.
  package func changed(
    at names: [[UInt8]], orAbsent: Bool, _ change: (Shape) -> Shape
  ) -> Shape {
    withoutActuallyEscaping(change) { change in
      ShapeChange(orAbsent: orAbsent, change: change).changed(self, at: names[...])
    }
  }

  /// The part that equals a value.
  package func equal(to value: JSON) -> Shape {
    if isAny { return Shape(value) }
    switch value {
    case .array: return only(.array)
    case .object: return only(.object)
    default: return takes(value) ? Shape(value) : .never
    }
  }

  /// The shape without a scalar; arrays and objects are not told apart by value.
  package func minus(_ value: JSON) -> Shape {
    var shape = spelled
    shape.remove(value)
    return shape
  }

  /// Takes a value away, of a shape that is spelled.
  package mutating func remove(_ value: JSON) {
    switch value {
    case .null: takesNull = false
    case .bool(let value): booleans.remove(value)
    case .number(let number): numbers = numbers?.without(number)
    case .string(let text): if texts?.remove(Array(text.utf8)) == true { texts = nil }
    case .array, .object: break
    }
  }

  /// The empty values of the shape: null, `""`, `[]`, `{}`.
  package var empty: Shape {
    let shape = spelled
    var empty = Shape(takesNull: shape.takesNull)
    if shape.texts?.contains([]) == true { empty.texts = TextShape(values: [[]]) }
    if let arrays = shape.arrays, arrays.least == 0 {
      empty.arrays = ArrayShape(item: .never, most: 0)
    }
    if shape.objects.contains(where: { $0.alwaysCount == 0 }) {
      empty.objects = [ObjectShape(rest: .never)]
    }
    return empty
  }

  package var notEmpty: Shape {
    var shape = minus(.null).minus(.string(""))
    if var arrays = shape.arrays {
      arrays.least = max(1, arrays.least)
      shape.arrays = arrays.most == 0 || arrays.item.isNever ? nil : arrays
    }
    shape.objects.removeAll { $0.mostMembers == 0 }
    return shape
  }
}

extension Kind {
  /// The type that a word of `type()` stands for.
  fileprivate init?(word: String) {
    let kinds: [String: Kind] = [
      "null": .null, "boolean": .boolean, "number": .number, "string": .string, "array": .array,
      "object": .object,
    ]
    guard let kind = kinds[word] else { return nil }
    self = kind
  }
}

extension PathQuery {
  /// The names of a query that starts at the scope and has nothing but names.
  fileprivate func names(_ isRoot: Bool) -> [[UInt8]]? {
    guard root == .scope || isRoot else { return nil }
    let names = segments.compactMap(\.name)
    return names.count == segments.count ? names : nil
  }
}

extension PathLiteral {
  fileprivate var json: JSON? {
    switch self {
    case .null: .null
    case .boolean(let value): .bool(value)
    case .number(let text): JSONNumber(String(decoding: text, as: UTF8.self)).map { .number($0) }
    case .text(let text): .string(String(decoding: text, as: UTF8.self))
    }
  }
}

extension PathComparison {
  /// The numbers for which the comparison holds.
  fileprivate func interval(to number: JSONNumber) -> NumberShape.Interval {
    switch self {
    case .less: .init(high: .init(number, isOpen: true))
    case .lessOrEqual: .init(high: .init(number))
    case .greater: .init(low: .init(number, isOpen: true))
    default: .init(low: .init(number))
    }
  }
}

/// A change of shapes at a place: an object, so that it isn't compiled anew for each change.
private final class ShapeChange {
  let orAbsent: Bool
  let change: (Shape) -> Shape

  init(orAbsent: Bool, change: @escaping (Shape) -> Shape) {
    (self.orAbsent, self.change) = (orAbsent, change)
  }

  @inline(never)
  func changed(_ whole: Shape, at names: ArraySlice<[UInt8]>) -> Shape {
    guard let name = names.first else { return change(whole) }
    let shape = whole.spelled
    var objects: [ObjectShape] = []
    for object in shape.objects {
      let member = object[name]
      let changed = changed(member.shape, at: names.dropFirst())
      if !changed.isNever, let next = object.with(name, changed, isAlways: true) {
        // An unchanged member stays optional, so that there are fewer alternatives.
        if orAbsent, !member.isAlways, changed == member.shape {
          objects.append(object)
          continue
        }
        objects.append(next)
      }
      if orAbsent, !member.isAlways, let next = object.with(name, .never, isAlways: false) {
        objects.append(next)
      }
    }
    return orAbsent ? shape.with(objects: objects) : Shape.never.with(objects: objects)
  }
}
