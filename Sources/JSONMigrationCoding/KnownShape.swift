internal import JSONText

/// A type that is read here, and not by its own `init(from:)`.
protocol KnownShape {
  /// `isAlone` if its own decoder is asked for it: then a type of ours stands around it.
  static func read(_ reading: Reading, _ number: Int, isAlone: Bool) throws -> Self
}

/// The standard library goes through a container, which takes longer than what some elements do.
extension Array: KnownShape where Element: Decodable {
  static func read(_ reading: Reading, _ number: Int, isAlone: Bool) throws -> Self {
    try reading.array(number) { try reading.value(Element.self, $0) }
  }
}

/// Keys of these are data, and not names of properties: a strategy for keys leaves them alone.
extension Dictionary: KnownShape where Key == String, Value: Decodable {
  static func read(_ reading: Reading, _ number: Int, isAlone: Bool) throws -> Self {
    guard case .object = reading.kind(number) else {
      throw reading.mismatch([String: Any].self, number)
    }
    // With keys as they are Foundation leaves a dictionary to its own `init(from:)`.
    let isPlain = !reading.areKeysAsTheyAre
    try reading.note(
      isPlain ? PlainKey.self : DictionaryKey.self, for: number, isNested: isPlain && !isAlone)
    var dictionary: Self = [:]
    dictionary.reserveCapacity(reading.view.count(number))
    for member in reading.members(of: number) {
      let key = reading.view.key(member)
      // Of keys that are equal as texts the first counts, as for Foundation.
      if dictionary[key] == nil { dictionary[key] = try reading.value(Value.self, member) }
    }
    return dictionary
  }
}

/// Which types have a known shape.
///
/// To find it out for one takes as long as the standard library needs for some hundred elements, so
/// it is left until an array has had that many.
struct KnownShapes: ~Copyable {
  private enum Fact {
    case waiting(elements: Int)
    case known((any KnownShape.Type)?)
  }

  private var table = TypeTable<Fact>()
  /// Types that are known to have none, for an answer at once.
  private var shapeless = Slab<UInt>(capacity: 64)
  private static let patience = 256

  init() { _ = shapeless.append(repeating: 0, count: 64) }

  /// Whether a type is known to have no shape.
  @inline(__always)
  func isShapeless(_ type: Any.Type) -> Bool {
    let type = UInt(bitPattern: ObjectIdentifier(type))
    return shapeless[Int(type &>> 4 & 63)] == type
  }

  /// The shape of a type, whatever finding it out takes.
  mutating func shape(of type: Any.Type) -> (any KnownShape.Type)? {
    if case .known(let shape) = table[type] { return shape }
    let shape = type as? any KnownShape.Type
    table[type] = .known(shape)
    if shape == nil {
      let type = UInt(bitPattern: ObjectIdentifier(type))
      shapeless[Int(type &>> 4 & 63)] = type
    }
    return shape
  }

  /// The shape of a type, if it is worth it for this many more elements.
  mutating func shape(of type: Any.Type, elements: Int) -> (any KnownShape.Type)? {
    var sum = elements
    switch table[type] {
    case .known(let shape): return shape
    case .waiting(let before): sum += before
    case nil: break
    }
    if sum >= Self.patience { return shape(of: type) }
    table[type] = .waiting(elements: sum)
    return nil
  }
}
