internal import JSONMigrationCore
internal import JSONText

/// What the objects at a place have in common.
struct ObjectTally: Sendable {
  struct Key: Sendable {
    let name: [UInt8]
    /// The place of its values.
    var place: Int
    var count = 0
    /// The object that had it last.
    var last = 0
    /// Where it came first: by that keys are put in order.
    var first: TallyOrder

    @inline(__always)
    mutating func note(_ object: Int) -> Bool {
      if last == object { return false }
      last = object
      count &+= 1
      return true
    }
  }

  /// The objects in which a text that all have is one value.
  struct Row: Sendable {
    var count = 0
    /// In how many of them each key is missing.
    var absent: [Int]
  }

  /// So many keys, or so many that look like ids, make a map.
  static let mostKeys = 1_024
  static let mostIDs = 64

  var count = 0
  var keys: [Key] = []
  private var numbers: [[UInt8]: Int] = [:]
  /// The key that mostly follows each key, and the first one; -1 where that isn't known.
  private var following: [Int] = [-1]
  private(set) var idCount = 0
  /// The place of all values, once it is known to be a map.
  var mapPlace: Int?
  /// For keys that may tell kinds of objects apart: a row for each value.
  private(set) var tags: [Int: [Row]] = [:]
  /// Those keys, to go along while rows change.
  private(set) var watched: [Int] = []

  /// Notes a member if its key is the one that mostly comes after another: its number, its place, and
  /// whether the object has not had it before; -1 if it is another one.
  @inline(__always)
  mutating func note(
    _ member: Int, _ view: OutlineView, after key: Int
  ) -> (key: Int, place: Int, isFirst: Bool) {
    let guess = following[key + 1]
    guard guess >= 0, view.hasKey(member, keys[guess].name) else { return (-1, -1, false) }
    return (guess, keys[guess].place, keys[guess].note(count))
  }

  /// Notes that an object has a key; whether that is new.
  mutating func note(_ key: Int) -> Bool { keys[key].note(count) }

  mutating func number(of name: [UInt8], after key: Int) -> Int? {
    guard let number = numbers[name] else { return nil }
    following[key + 1] = number
    return number
  }

  mutating func add(_ name: [UInt8], place: Int, first: TallyOrder) -> Int {
    let number = keys.count
    keys.append(Key(name: name, place: place, first: first))
    numbers[name] = number
    following.append(-1)
    if name.looksLikeID { idCount += 1 }
    for (tag, rows) in tags {
      tags[tag] = rows.map { Row(count: $0.count, absent: $0.absent + [$0.count]) }
    }
    return number
  }

  var isTooLarge: Bool { keys.count > Self.mostKeys || idCount >= Self.mostIDs }

  mutating func becomeMap(at place: Int) {
    mapPlace = place
    keys = []
    numbers = [:]
    following = [-1]
    tags = [:]
    watched = []
  }

  // MARK: - Kinds of objects

  /// Begins to watch keys of the first object.
  mutating func watch(_ candidates: [Int]) {
    for key in candidates where tags.updateValue([], forKey: key) == nil { watched.append(key) }
  }

  mutating func forget(_ tag: Int) {
    tags[tag] = nil
    watched.removeAll { $0 == tag }
  }

  /// Notes an object in which a tag is the value with a number, and which has some keys or all.
  mutating func note(_ tag: Int, _ value: Int, hasAll: Bool) {
    guard let index = tags.index(forKey: tag) else { return }
    while tags.values[index].count <= value {
      tags.values[index].append(Row(absent: Array(repeating: 0, count: keys.count)))
    }
    tags.values[index][value].count += 1
    if hasAll { return }
    for number in keys.indices where keys[number].last != count {
      tags.values[index][value].absent[number] += 1
    }
  }

  /// Rows as another tally has them, whose keys and values have other numbers there.
  mutating func merge(
    _ tag: Int, _ rows: [Row], values: [Int], keys numbers: [Int]
  ) {
    for (row, value) in zip(rows, values) {
      while tags[tag]?.count ?? .max <= value {
        tags[tag]?.append(Row(absent: Array(repeating: 0, count: keys.count)))
      }
      tags[tag]?[value].count += row.count
      var isKnown = Array(repeating: false, count: keys.count)
      for (number, absent) in zip(numbers, row.absent) {
        isKnown[number] = true
        tags[tag]?[value].absent[number] += absent
      }
      for number in keys.indices where !isKnown[number] {
        tags[tag]?[value].absent[number] += row.count
      }
    }
  }
}

/// What came before what: the piece of work, the line in it, the value in that.
struct TallyOrder: Comparable, Sendable {
  var piece = 0
  var line = 0
  var value = 0

  static func < (left: Self, right: Self) -> Bool {
    (left.piece, left.line, left.value) < (right.piece, right.line, right.value)
  }
}

extension [UInt8] {
  /// Whether a key is more likely data than a name: a number, a uuid, an address.
  var looksLikeID: Bool {
    var digits = 0
    var areHexadecimal = count >= 6
    for byte in self {
      if byte == UInt8(ascii: ":") || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "@")
        || byte == UInt8(ascii: " ")
      {
        return true
      }
      digits = byte.isDigit ? digits + 1 : 0
      if digits == 3 { return true }
      if !byte.isHexadecimal, byte != UInt8(ascii: "-") { areHexadecimal = false }
    }
    return areHexadecimal || !isEmpty && allSatisfy(\.isDigit)
  }
}
