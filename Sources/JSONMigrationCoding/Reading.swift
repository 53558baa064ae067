package import JSONText

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// One document while a value is decoded from it.
///
/// Decoders and containers are small structs that hold this and the number of an entry. They may
/// outlive the call that made them, so it keeps the memory that it looks at: that may be used for
/// another document only if nothing else holds its reading.
package final class Reading {
  let view: OutlineView
  package let strategies: Strategies
  private let owner: AnyObject
  private let memory: ReadingMemory
  let areKeysAsTheyAre: Bool
  /// Where the document itself is, for errors: leaf types are decoded in the middle of another one.
  private let base: () -> [any CodingKey]
  /// Members by key, for objects whose keys are converted, or that are large.
  private var convertedKeys = ConvertedKeyTable()
  /// Members that aren't there and stand for null: number -1 is the first.
  private var standIns: [(object: Int, key: any CodingKey)] = []
  /// The path that was asked for last, and those of containers on its way, the innermost last: a
  /// type that finds out by trying asks for the same one again, and neighbours for one beside it.
  private var lastPath: (number: Int, keys: [any CodingKey]) = (0, [])
  private var containerPaths: [(number: Int, keys: [any CodingKey])] = []
  /// So many containers are kept; each further one would be as long as all of them.
  private static let mostContainerPaths = 16

  /// Levels that values can be decoded from, as many as with Foundation.
  package static let depthLimit = 512

  /// Begins to read a document that is laid out in the memory; `owner` keeps its text.
  package init(
    _ view: OutlineView, in memory: ReadingMemory, of owner: AnyObject, _ strategies: Strategies,
    base: @escaping () -> [any CodingKey]
  ) {
    memory.keyNotes.begin(entries: memory.outline.count)
    self.view = view
    self.owner = owner
    self.memory = memory
    self.strategies = strategies
    areKeysAsTheyAre = strategies.keys.areAsTheyAre
    self.base = base
  }
}

/// What reading one document leaves for the next.
package final class ReadingMemory {
  // One owner at a time: the check at run time isn't needed.
  @exclusivity(unchecked) package var outline = Outline()
  @exclusivity(unchecked) fileprivate var entrances = Entrances()
  @exclusivity(unchecked) fileprivate var shapes = KnownShapes()
  @exclusivity(unchecked) fileprivate var keyNotes = KeyNotes()
  @exclusivity(unchecked) fileprivate var mismatches = Mismatches()

  package init() {}
}

// MARK: - Members

extension Reading {
  /// The member with a key; nil if there is none.
  @inline(__always)
  func member(_ name: String, of object: Int, keyedBy type: any CodingKey.Type) -> Int? {
    if areKeysAsTheyAre {
      let member = view.member(name, of: object)
      if member > 0 { return member }
      if member == -1 { return nil }
    }
    return rareMember(name, of: object, keyedBy: type)
  }

  /// The same where keys are converted, or of several types, or very many.
  @inline(never)
  private func rareMember(
    _ name: String, of object: Int, keyedBy type: any CodingKey.Type
  ) -> Int? {
    if memory.keyNotes.ask(type, of: object) { forgetPaths() }
    var member = -2
    if case .snakeCase = strategies.keys {
      member = view.member(name, of: object, camelCase: SnakeCase.camelCase)
    } else if areKeysAsTheyAre, view.isShared(object) {
      member = view.sharedMember(name, of: object)
    }
    if member != -2 { return member > 0 ? member : nil }
    guard let member = converted(object).member(name) else { return nil }
    view.remember(member)
    return member
  }

  /// The keys of an object, each once; keys that are equal as texts are one, as for Foundation.
  func keys(of object: Int) -> [String] {
    let names = members(of: object).map { convertedKey($0, of: object) }
    let keys = names.count > ConvertedKeys.few ? Self.once(names) : Self.few(once: names)
    if areKeysAsTheyAre, keys.count == names.count { view.restart(distinct: object) }
    return keys
  }

  private static func once(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  private static func few(once names: [String]) -> [String] {
    var keys: [String] = []
    keys.reserveCapacity(names.count)
    for name in names where !keys.contains(name) { keys.append(name) }
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

  private func converted(_ object: Int) -> ConvertedKeys {
    if let known = convertedKeys[object] { return known }
    let members = members(of: object)
    let names: [String]
    switch strategies.keys {
    case .asTheyAre: names = members.map(view.key)
    case .snakeCase: names = members.map { SnakeCase.camelCase(view.key($0)) }
    case .custom(let convert):
      let path = path(to: object)
      names = members.map { convert(path + [PlainKey(view.key($0))]).stringValue }
    }
    let keys = ConvertedKeys(members: members, names: names)
    convertedKeys[object] = keys
    return keys
  }

  /// A member's key, as types are to see it.
  func convertedKey(_ member: Int, of object: Int) -> String {
    switch strategies.keys {
    case .asTheyAre: view.key(member)
    case .snakeCase: SnakeCase.camelCase(view.key(member))
    case .custom: converted(object).name(of: member) ?? view.key(member)
    }
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
    return memory.entrances.entrance(for: type).open(object, of: self)
  }

  /// The elements of an array.
  func elements(of array: Int, isNested: Bool = false) throws -> UnkeyedPlace {
    guard case .array = kind(array) else { throw mismatch([Any].self, array) }
    if isNested { _ = memory.keyNotes.note(PlainKey.self, for: array, isNested: true) }
    return UnkeyedPlace(reading: self, array: array)
  }

  @inline(never)
  func shapeOfArray(_ type: Any.Type, _ number: Int) -> (any KnownShape.Type)? {
    memory.shapes.shape(of: type, elements: view.count(number))
  }

  @inline(__always)
  func shapeOfObject(_ type: Any.Type, _ number: Int) -> (any KnownShape.Type)? {
    memory.shapes.isShapeless(type) ? nil : newShapeOfObject(type, number)
  }

  /// The shape of a type that an object is read as: where keys are converted it makes a difference.
  @inline(never)
  private func newShapeOfObject(_ type: Any.Type, _ number: Int) -> (any KnownShape.Type)? {
    // Most objects are read as types that have none, so it takes more of them until that is worth
    // it.
    areKeysAsTheyAre
      ? memory.shapes.shape(of: type, elements: view.count(number) / 16 + 1)
      : memory.shapes.shape(of: type)
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
    if memory.keyNotes.note(type, for: object, isNested: isNested) { share(object) }
  }

  /// Several types of keys ask an object for members: the path to one has the type that asked last.
  @inline(never)
  private func share(_ object: Int) {
    view.share(object)
    forgetPaths()
  }

  private func forgetPaths() {
    lastPath = (0, [])
    containerPaths = []
  }

  /// The value whose `init(from:)` asks for this one.
  func asker(of number: Int) -> Int {
    var asker = view.parent(number)
    while let note = memory.keyNotes[asker], note.isNested { asker = view.parent(asker) }
    return asker
  }

  /// A number for a member that isn't there.
  func standIn(for key: some CodingKey, of object: Int) -> Int {
    standIns.append((object, key))
    return -standIns.count
  }

  /// The way to a value: keys of the types that asked for them.
  ///
  /// It is put together when an error needs it, so that decoding doesn't pay for it. That takes as
  /// long as the way is; how many neighbours there are makes no difference.
  func path(to number: Int) -> [any CodingKey] {
    if number < 0 {
      let standIn = standIns[-number - 1]
      return path(to: standIn.object) + [standIn.key]
    }
    let container = view.parent(number)
    if container == 0 { return base() }
    if lastPath.number != number {
      let keys = path(toContainer: container) + CollectionOfOne(key(of: number, in: container))
      lastPath = (number, keys)
    }
    return lastPath.keys
  }

  private func path(toContainer number: Int) -> [any CodingKey] {
    // What is in a container has higher numbers, and so has what stands behind it.
    while let last = containerPaths.last, last.number > number { containerPaths.removeLast() }
    if let last = containerPaths.last, last.number == number { return last.keys }
    let path = newPath(to: number)
    if containerPaths.count == Self.mostContainerPaths { containerPaths.removeLast() }
    containerPaths.append((number, path))
    return path
  }

  /// From the nearest container on the way that is known.
  private func newPath(to number: Int) -> [any CodingKey] {
    var keys: [any CodingKey] = []
    var number = number
    while case let container = view.parent(number), container != 0 {
      keys.append(key(of: number, in: container))
      if let known = containerPaths.last(where: { $0.number == container }) {
        return known.keys + keys.reversed()
      }
      number = container
    }
    return base() + keys.reversed()
  }

  private func key(of number: Int, in container: Int) -> any CodingKey {
    if view.kind(container) == .array { return PlainKey(index: view.position(number)) }
    let type = memory.keyNotes[container]?.type ?? PlainKey.self
    // Keys of dictionaries are never converted.
    if type == PlainKey.self { return PlainKey(view.key(number)) }
    let name = convertedKey(number, of: container)
    return type.init(stringValue: name) ?? PlainKey(name)
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
    let context = DecodingError.Context(
      codingPath: path(to: number),
      debugDescription: memory.mismatches.words(type, found: kind(number)))
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
      path + (key.intValue.map { "[\($0)]" } ?? ".\(Found.shown(key.stringValue.utf8))")
    }
    let text = Found.shown(view.text(number))
    return corrupted("\(text) at \(place) is no value of \(type)", at: [])
  }
}
