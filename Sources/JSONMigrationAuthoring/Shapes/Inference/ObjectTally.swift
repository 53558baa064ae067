/// Gathers what the objects at a place have in common.
struct ObjectTally: Sendable {
  struct Key: Sendable {
    let name: [UInt8]
    /// The place of its values.
    var place: Int
    var count = 0
    /// The last object that had the key.
    var last = 0
    /// Where the key was met first; keys are sorted by that.
    var first: TallyOrder
  }

  /// The objects in which a tag has one value.
  struct Row: Sendable {
    var count = 0
    /// For each key the number of these objects that don't have it.
    var absent: [Int]
  }

  /// From this number of keys on, or of keys that look like ids, an object is a map.
  static let mostKeys = 1_024
  static let mostIDs = 64

  var count = 0
  var keys: [Key] = []
  private var numbers: [[UInt8]: Int] = [:]
  /// For the start and each key the key that came next last time; -1 if there was none.
  private var following: [Int] = [-1]
  private(set) var idCount = 0
  /// The place of all values, once the objects are known to be maps.
  var mapPlace: Int?
  /// For each key that may tell kinds of objects apart, a row for each of its values.
  private(set) var tags: [Int: [Row]] = [:]
  /// The same keys as a list, to iterate over while rows change.
  private(set) var watched: [Int] = []

  /// The key that probably comes after another one.
  func guess(after key: Int) -> Int { following[key + 1] }

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

  /// Begins to watch the keys of the first object as possible tags.
  mutating func watch(_ candidates: [Int]) {
    for key in candidates where tags.updateValue([], forKey: key) == nil { watched.append(key) }
  }

  mutating func forget(_ tag: Int) {
    tags[tag] = nil
    watched.removeAll { $0 == tag }
  }

  /// Notes an object with the keys that it has, under one value of a tag.
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

  /// The rows of another tally, with this tally's numbers for keys and values.
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

/// The position of a value in the input: the piece of work, the line in it, the value in that.
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
