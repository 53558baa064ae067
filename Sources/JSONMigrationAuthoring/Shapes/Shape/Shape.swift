package import JSONText

/// What documents look like: for each JSON type the values that there may be.
///
/// A shape is wider than what it was made from, never narrower. One that takes several types is a
/// union; one that takes none is `never`, and a member of that shape is known to be absent.
package struct Shape: Sendable {
  /// Whether every value is taken; the components are not used then.
  package private(set) var isAny = false
  package var takesNull = false
  package var booleans: Set<Bool> = []
  package var numbers: NumberShape?
  package var texts: TextShape?
  package var arrays: ArrayShape?
  /// Alternatives, which a member tells apart: see `ObjectShape.apart`.
  package var objects: [ObjectShape] = []

  /// No value at all.
  package static let never = Shape()
  /// Any value.
  package static let any: Shape = {
    var shape = Shape()
    shape.isAny = true
    return shape
  }()
  package static let null = Shape(takesNull: true)
  package static let boolean = Shape(booleans: [true, false])
  package static let number = Shape(numbers: .any)
  package static let integer = Shape(numbers: .whole)
  package static let text = Shape(texts: .any)

  package init(
    takesNull: Bool = false, booleans: Set<Bool> = [], numbers: NumberShape? = nil,
    texts: TextShape? = nil, arrays: ArrayShape? = nil, objects: [ObjectShape] = []
  ) {
    self.takesNull = takesNull
    self.booleans = booleans
    self.numbers = numbers
    self.texts = texts
    self.arrays = arrays
    self.objects = objects
  }

  /// The number of levels that a shape describes; anything may be below them.
  package static let depthLimit = 64

  package var isNever: Bool {
    !isAny && !takesNull && booleans.isEmpty && numbers == nil && texts == nil && arrays == nil
      && objects.isEmpty
  }

  /// The same shape, with `any` written as its components.
  package var spelled: Shape {
    guard isAny else { return self }
    return Shape(
      takesNull: true, booleans: [true, false], numbers: .any, texts: .any,
      arrays: ArrayShape(item: .any), objects: [ObjectShape(rest: .any)])
  }

  /// The types of its values, in the order of `Kind`.
  package var kinds: [Kind] {
    let shape = spelled
    var kinds: [Kind] = []
    if shape.takesNull { kinds.append(.null) }
    if !shape.booleans.isEmpty { kinds.append(.boolean) }
    if shape.numbers != nil { kinds.append(.number) }
    if shape.texts != nil { kinds.append(.string) }
    if shape.arrays != nil { kinds.append(.array) }
    if !shape.objects.isEmpty { kinds.append(.object) }
    return kinds
  }

  /// The part that has one of these types.
  package func only(_ kinds: Kind...) -> Shape { only(kinds) }

  package func only(_ kinds: [Kind]) -> Shape {
    let shape = spelled
    return Shape(
      takesNull: shape.takesNull && kinds.contains(.null),
      booleans: kinds.contains(.boolean) ? shape.booleans : [],
      numbers: kinds.contains(.number) ? shape.numbers : nil,
      texts: kinds.contains(.string) ? shape.texts : nil,
      arrays: kinds.contains(.array) ? shape.arrays : nil,
      objects: kinds.contains(.object) ? shape.objects : [])
  }

  /// The part that has none of these types.
  package func without(_ kinds: Kind...) -> Shape {
    let all: [Kind] = [.null, .boolean, .number, .string, .array, .object]
    return only(all.filter { !kinds.contains($0) })
  }

  /// The shape with these objects, of which some may overlap.
  package func with(objects: [ObjectShape]) -> Shape {
    var shape = spelled
    shape.objects = ObjectShape.apart(objects)
    return shape
  }
}

/// The shape of arrays: one shape for all elements, and how many there are.
package struct ArrayShape: Hashable, Sendable {
  // In an array of one, since a struct can't contain itself.
  private var items: [Shape]
  package var least: Int
  /// Nil where there may be any number.
  package var most: Int?

  package init(item: Shape, least: Int = 0, most: Int? = nil) {
    items = [item]
    self.least = least
    // An array of `never` is empty.
    self.most = item.isNever ? 0 : most
  }

  package var item: Shape {
    get { items[0] }
    set { items[0] = newValue }
  }
}

extension Shape: Hashable {
  package static func == (left: Shape, right: Shape) -> Bool {
    left.isAny == right.isAny && left.takesNull == right.takesNull
      && left.booleans == right.booleans && left.numbers == right.numbers
      && left.texts == right.texts && left.arrays == right.arrays
      && left.objects.count == right.objects.count
      && left.objects.allSatisfy { right.objects.contains($0) }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(isAny)
    hasher.combine(takesNull)
    hasher.combine(booleans)
    hasher.combine(numbers)
    hasher.combine(texts)
    hasher.combine(objects.count)
  }
}

// MARK: - Of values

extension Shape {
  /// The shape of one value.
  package init(_ value: JSON, depth: Int = 0) {
    switch value {
    case .null: self = .null
    case .bool(let value): self = Shape(booleans: [value])
    case .number(let number): self = Shape(numbers: NumberShape(values: [number]))
    case .string(let text): self = Shape(texts: TextShape(values: [Array(text.utf8)]))
    case _ where depth > Self.depthLimit: self = .any
    case .array(let elements):
      let item = Shape(joining: elements.map { Shape($0, depth: depth + 1) })
      self = Shape(
        arrays: ArrayShape(item: item, least: elements.count, most: elements.count))
    case .object(let members):
      var object = ObjectShape(rest: .never)
      for (key, value) in members {
        object[Array(key.utf8)] = .init(Shape(value, depth: depth + 1), isAlways: true)
      }
      self = Shape(objects: [object])
    }
  }

  /// Whether a value is one of the shape.
  package func takes(_ value: JSON) -> Bool {
    if isAny { return true }
    switch value {
    case .null: return takesNull
    case .bool(let value): return booleans.contains(value)
    case .number(let number): return numbers?.contains(number) ?? false
    case .string(let text): return texts?.contains(Array(text.utf8)) ?? false
    case .array(let elements):
      guard let arrays, elements.count >= arrays.least, elements.count <= arrays.most ?? .max
      else { return false }
      return elements.allSatisfy { arrays.item.takes($0) }
    case .object(let members):
      return objects.contains { $0.takes(members) }
    }
  }

  /// The values, where there are no more than `most`, and none is an array or object.
  package func scalars(atMost most: Int) -> [JSON]? {
    if isAny || arrays != nil || !objects.isEmpty { return nil }
    var values: [JSON] = takesNull ? [.null] : []
    values += [false, true].filter { booleans.contains($0) }.map { .bool($0) }
    if let numbers {
      guard let known = numbers.values, known.count <= most else { return nil }
      values += known.sorted().map { .number($0) }
    }
    if let texts {
      guard let known = texts.values, known.count <= most else { return nil }
      values += Array(known).ordered { $0.lexicographicallyPrecedes($1) }
        .map { .string(String(decoding: $0, as: UTF8.self)) }
    }
    return values.count <= most ? values : nil
  }
}
