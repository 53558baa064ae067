internal import JSONText

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// One document while a value is decoded from it.
///
/// Decoders and containers are small structs that hold this and the number of an entry. They may
/// outlive the call that made them, so it keeps the memory that it looks at: a station goes back to
/// its pool only if nobody else holds its reading.
final class Reading {
  let view: OutlineView
  let strategies: Strategies
  private let station: Station
  let areKeysAsTheyAre: Bool
  /// Where the document itself is, for errors: leaf types are decoded in the middle of another one.
  private let base: [any CodingKey]
  /// Members by key, for objects whose keys are converted, or that are large.
  private var indexes: [Int: [ByteString: Int]] = [:]
  /// Members that aren't there and stand for null: number -1 is the first.
  private var standIns: [(object: Int, key: any CodingKey)] = []

  /// Levels that values can be decoded from, as many as with Foundation.
  static let depthLimit = 512

  /// Begins to read the document that is open at a station; nil if it nests too deep.
  init?(_ station: Station, _ strategies: Strategies, base: [any CodingKey] = []) {
    guard station.layOut(depth: Self.depthLimit) else { return nil }
    view = station.view
    self.station = station
    self.strategies = strategies
    areKeysAsTheyAre = strategies.keys.areAsTheyAre
    self.base = base
    station.keyTypes.removeAll(keepingCapacity: true)
  }
}

// MARK: - Members

extension Reading {
  /// The member with a key; nil if there is none.
  @inline(__always)
  func member(_ name: String, of object: Int) -> Int? {
    if areKeysAsTheyAre {
      let member = view.member(name, of: object)
      if member > 0 { return member }
      if member == -1 { return nil }
    }
    return convertedMember(name, of: object)
  }

  @inline(never)
  private func convertedMember(_ name: String, of object: Int) -> Int? {
    guard let member = index(of: object)[ByteString(name)] else { return nil }
    view.remember(member)
    return member
  }

  /// The keys of an object, each once.
  func keys(of object: Int) -> [String] {
    var seen: Set<ByteString> = []
    let keys = members(of: object).compactMap { member in
      let key = convertedKey(member, of: object)
      return seen.insert(ByteString(key)).inserted ? key : nil
    }
    if areKeysAsTheyAre, keys.count == view.count(object) { view.restart(distinct: object) }
    return keys
  }

  /// The numbers of an object's members.
  func members(of object: Int) -> [Int] {
    var members: [Int] = []
    members.reserveCapacity(view.count(object))
    var member = view.first(object)
    for _ in 0..<view.count(object) {
      members.append(member)
      member = view.next(member)
    }
    return members
  }

  private func index(of object: Int) -> [ByteString: Int] {
    if let index = indexes[object] { return index }
    let members = members(of: object).map { (ByteString(convertedKey($0, of: object)), $0) }
    let index = Dictionary(members, uniquingKeysWith: { first, _ in first })
    indexes[object] = index
    return index
  }

  /// A member's key, as types are to see it.
  private func convertedKey(_ member: Int, of object: Int) -> String {
    strategies.keys.converted(view.key(member), at: path(to: object))
  }
}

// MARK: - Ways in

extension Reading {
  /// The members of an object, for keys of a type.
  func members<Key: CodingKey>(
    of object: Int, keyedBy type: Key.Type, isNested: Bool = false
  ) throws -> KeyedDecodingContainer<Key> {
    guard case .object = kind(object) else { throw mismatch([String: Any].self, object) }
    try note(type, for: object, isNested: isNested)
    return station.entrances.entrance(for: type).open(object, of: self)
  }

  /// The elements of an array.
  func elements(of array: Int, isNested: Bool = false) throws -> UnkeyedPlace {
    guard case .array = kind(array) else { throw mismatch([Any].self, array) }
    if isNested { station.keyTypes.append((array, PlainKey.self, true)) }
    return UnkeyedPlace(reading: self, array: array)
  }

  @inline(never)
  func shapeOfArray(_ type: Any.Type, _ number: Int) -> (any KnownShape.Type)? {
    station.shapes.shape(of: type, elements: view.count(number))
  }

  @inline(never)
  func shapeOfDictionary(_ type: Any.Type) -> (any KnownShape.Type)? {
    station.shapes.shape(of: type)
  }
}

// MARK: - Where a value is

extension Reading {
  /// Begins to ask an object for members, and remembers what type its keys have: paths are made of
  /// it.
  ///
  /// It is nested if the type of what it is in asks for its members.
  @inline(__always)
  func note(_ type: any CodingKey.Type, for object: Int, isNested: Bool) throws {
    guard view.restart(object) else { throw corrupted("a key is no text", at: []) }
    station.keyTypes.append((object, type, isNested))
  }

  /// The value whose `init(from:)` asks for this one.
  func asker(of number: Int) -> Int {
    var asker = view.parent(number)
    while let note = station.keyTypes.last(where: { $0.object == asker }), note.isNested {
      asker = view.parent(asker)
    }
    return asker
  }

  /// A number for a member that isn't there.
  func standIn(for key: some CodingKey, of object: Int) -> Int {
    standIns.append((object, key))
    return -standIns.count
  }

  /// The way to a value: keys of the types that asked for them.
  ///
  /// It is put together when an error needs it, so that decoding doesn't pay for it.
  func path(to number: Int) -> [any CodingKey] {
    if number < 0 {
      let standIn = standIns[-number - 1]
      return path(to: standIn.object) + [standIn.key]
    }
    var keys: [any CodingKey] = []
    var number = number
    while view.parent(number) != 0 {
      let parent = view.parent(number)
      if view.kind(parent) == .array {
        keys.append(PlainKey(index: view.position(number)))
      } else {
        let type = station.keyTypes.last { $0.object == parent }?.type ?? PlainKey.self
        // Keys of dictionaries are never converted.
        let name =
          type == PlainKey.self ? view.key(number) : convertedKey(number, of: parent)
        keys.append(type.init(stringValue: name) ?? PlainKey(name))
      }
      number = parent
    }
    return base + keys.reversed()
  }
}

// MARK: - What doesn't fit

extension Reading {
  /// A value as JSON text.
  func json(_ number: Int) -> [UInt8] {
    number < 0 ? Array("null".utf8) : view.json(number)
  }

  func kind(_ number: Int) -> Kind { number < 0 ? .null : view.kind(number) }

  func isNull(_ number: Int) -> Bool { number < 0 || view.isNull(number) }

  /// What to throw where a value is none of the type that is wanted.
  func mismatch(_ type: Any.Type, _ number: Int) -> DecodingError {
    let found =
      switch kind(number) {
      case .null: "null"
      case .boolean: "a boolean"
      case .number: "a number"
      case .string: "a string"
      case .array: "an array"
      case .object: "an object"
      }
    let context = DecodingError.Context(
      codingPath: path(to: number), debugDescription: "expected \(type), found \(found)")
    return isNull(number) && type != Bool.self
      ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  /// What to throw where a value has the right kind, but is none that the type has.
  func corrupted(_ message: String, at path: [any CodingKey]) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: path, debugDescription: message))
  }

  /// What to throw where a scalar is beyond what its type can hold.
  ///
  /// The path is that of the document, as `JSONDecoder` has it; the message says where it is.
  func beyond(_ type: Any.Type, _ number: Int) -> DecodingError {
    let place = path(to: number).reduce("$") { path, key in
      path + (key.intValue.map { "[\($0)]" } ?? ".\(Printable.quote(key.stringValue))")
    }
    let text = Printable.quote(view.text(number))
    return corrupted("\(text) at \(place) is no value of \(type)", at: [])
  }
}
