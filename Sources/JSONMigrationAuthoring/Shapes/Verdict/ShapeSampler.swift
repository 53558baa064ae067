internal import JSONMigrationCore
internal import JSONText

/// Makes documents of a shape, the same in every run.
struct ShapeSampler {
  private var random: FixedRandom
  private let pool: SamplePool
  /// The number of values that the document may still get.
  private var left = 0
  /// The number of values that all documents got so far.
  private(set) var made = 0

  /// The values of a document besides those that it can't be without.
  private static let usual = 150
  /// The most values that a document can be made to have.
  private static let most = 20_000

  private static let texts: [[UInt8]] = [
    "", "a", "ab", "x y", "a b c", "1", "true", "Ünï", "a,b", "a-b", "2026-01-01T00:00:00Z",
    "[1]", "null", "A",
  ].map { Array($0.utf8) }
  private static let numbers: [JSONNumber] = [
    0, 1, -1, 2, 3, 0.5, 10, 100, 1_755_952_200, JSONNumber(checked: "1.0"),
  ]
  private static let keys = ["k1", "extra", "z_a", "zB", "id"].map { Array($0.utf8) }

  init(_ pool: SamplePool, seed: UInt64 = 1) {
    self.pool = pool
    random = FixedRandom(seed: seed)
  }

  /// A document; nil if the shape has none, or none that is small enough.
  mutating func document(of shape: Shape) -> JSON? {
    let start = Self.usual + shape.leastValues(atMost: Self.most)
    left = start
    defer { made += start - left }
    return value(of: shape, depth: 0)
  }

  private mutating func value(of shape: Shape, depth: Int) -> JSON? {
    left -= 1
    if shape.isNever || depth > Shape.depthLimit || left < -2_000 { return nil }
    var shape = shape
    if shape.isAny {
      let isPlain = depth > 3 || left < 0 || !random.once(in: 5)
      shape = isPlain ? shape.without(.array, .object) : shape.only(.array, .object)
    } else if left < 0 {
      let plain = shape.without(.array, .object)
      if !plain.isNever { shape = plain }
    }
    guard let kind = random.one(of: shape.kinds) else { return nil }
    switch kind {
    case .null: return .null
    case .boolean:
      return random.one(of: [false, true].filter { shape.booleans.contains($0) }).map { .bool($0) }
    case .number: return shape.numbers.flatMap { number(of: $0) }.map { .number($0) }
    case .string:
      return shape.texts.flatMap { text(of: $0) }
        .map { .string(String(decoding: $0, as: UTF8.self)) }
    case .array: return shape.arrays.flatMap { array(of: $0, depth) }
    case .object: return random.one(of: shape.objects).flatMap { object(of: $0, depth) }
    }
  }

  private mutating func number(of shape: NumberShape) -> JSONNumber? {
    if let values = shape.values { return random.one(of: values.sorted()) }
    var candidates = random.once(in: 3) || pool.numbers.isEmpty ? Self.numbers : pool.numbers
    for interval in shape.intervals {
      for bound in [interval.low, interval.high].compactMap({ $0?.number }) {
        candidates += [bound] + bound.neighbours
      }
    }
    let fitting = candidates.filter { shape.contains($0) }
    if let one = random.one(of: fitting) { return one }
    return (Self.numbers + pool.numbers + (-20...120).map { JSONNumber($0) })
      .first { shape.contains($0) }
  }

  private mutating func text(of shape: TextShape) -> [UInt8]? {
    if let values = shape.values {
      return random.one(of: values.inByteOrder)
    }
    if let example = shape.example, !random.once(in: 4) { return Array(example.utf8) }
    return random.once(in: 3) || pool.texts.isEmpty
      ? random.one(of: Self.texts) : random.one(of: pool.texts)
  }

  private mutating func array(of shape: ArrayShape, _ depth: Int) -> JSON? {
    var count = random.one(of: depth < 3 ? [0, 1, 1, 2, 3] : [0, 1, 1]) ?? 0
    if left < 0 { count = 0 }
    count = min(max(count, shape.least), shape.most ?? .max)
    if shape.item.isNever { return shape.least == 0 ? .array([]) : nil }
    var elements: [JSON] = []
    for _ in 0..<min(count, 64) {
      guard let element = value(of: shape.item, depth: depth + 1) else { return nil }
      elements.append(element)
    }
    return .array(elements)
  }

  private mutating func object(of shape: ObjectShape, _ depth: Int) -> JSON? {
    // Few members, some, most, or all of them.
    let share = random.one(of: [2, 5, 8, 10]) ?? 5
    var members = JSONObject()
    for name in names(of: shape) {
      let member = shape[name]
      let isThere =
        member.isAlways || left > 0 && Int.random(in: 0..<10, using: &random) < share
      guard isThere, !member.shape.isNever else { continue }
      guard let value = value(of: member.shape, depth: depth + 1) else {
        if member.isAlways { return nil }
        continue
      }
      members[String(decoding: name, as: UTF8.self)] = value
    }
    guard !shape.rest.isNever, depth < 5, left > 0 else { return .object(members) }
    let most = shape.names.isEmpty ? [0, 1, 2, 3] : [0, 0, 1, 2]
    for _ in 0..<(random.one(of: most) ?? 0) {
      let keys = random.once(in: 3) || pool.keys.isEmpty ? Self.keys : pool.keys
      guard let key = random.one(of: keys), !shape.isNamed(key),
        let value = value(of: shape.rest, depth: depth + 1)
      else { continue }
      members[String(decoding: key, as: UTF8.self)] = value
    }
    return .object(members)
  }

  /// The names of an object; from a different one on where a document hasn't room for all of them.
  private mutating func names(of shape: ObjectShape) -> [[UInt8]] {
    let names = shape.names
    guard names.count > Self.usual else { return names }
    let first = Int.random(in: 0..<names.count, using: &random)
    return Array(names[first...] + names[..<first])
  }
}

extension Shape {
  /// The values without which there is no value of the shape, as far as that is easily told.
  fileprivate func leastValues(atMost most: Int) -> Int {
    if kinds == [.object] {
      return objects.map { object in
        var count = 0
        for name in object.names where object[name].isAlways && count < most {
          count += 1 + object[name].shape.leastValues(atMost: most - count)
        }
        return min(count, most)
      }.max() ?? 0
    }
    guard kinds == [.array], let arrays else { return 0 }
    return min(arrays.least, 64) * (1 + arrays.item.leastValues(atMost: most / 64))
  }
}

/// The keys and values that rules and schemas name.
struct SamplePool {
  private(set) var texts: [[UInt8]] = []
  private(set) var numbers: [JSONNumber] = []
  private(set) var keys: [[UInt8]] = []
  private var known: Set<JSON> = []

  private static let longest = 40
  private static let most = 400

  /// Adds all keys and scalars of a value.
  mutating func add(_ value: JSON) {
    var pending = [value]
    while let next = pending.popLast(), known.count < Self.most {
      switch next {
      case .null, .bool: break
      case .array(let elements): pending += elements
      case .object(let members):
        for (key, value) in members {
          pending.append(value)
          add(text: key)
        }
      case .string(let text): add(text: text)
      case .number(let number):
        for one in [number] + number.neighbours where known.insert(.number(one)).inserted {
          numbers.append(one)
        }
      }
    }
  }

  private mutating func add(text: String) {
    guard text.utf8.count <= Self.longest, known.insert(.string(text)).inserted else { return }
    texts.append(Array(text.utf8))
    if !text.isEmpty { keys.append(Array(text.utf8)) }
    guard (1...3).contains(text.utf8.count) else { return }
    for cut in ["a\(text)b", "a\(text)b\(text)c"] where known.insert(.string(cut)).inserted {
      texts.append(Array(cut.utf8))
    }
  }
}

extension JSONNumber {
  /// The neighbours of a number, if it is a small integer.
  fileprivate var neighbours: [JSONNumber] {
    guard let integer = Int(exactly: self), abs(integer) < 1 << 50 else { return [] }
    return [JSONNumber(integer - 1), JSONNumber(integer + 1)]
  }
}
