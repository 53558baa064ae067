internal import JSONText

/// Gathers what the objects at a place have in common.
struct ObjectTally: Sendable {
  struct Key: Sendable {
    let name: [UInt8]
    let quoted: QuotedText
    /// The place of its values.
    var place: Int
    var count = 0
    /// The last object that had the key.
    var last = 0
    /// Where the key was met first; keys are sorted by that.
    var first: TallyOrder

    init(_ name: [UInt8], place: Int, first: TallyOrder) {
      (self.name, self.place, self.first) = (name, place, first)
      quoted = QuotedText(name)
    }
  }

  /// A key whose values may tell kinds of objects apart, with a row for each of them.
  struct KindTag: Sendable {
    let key: Int
    var rows: [Row] = []
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
  /// So many keys are looked at one by one.
  private static let fewKeys = 20

  var count = 0
  var keys: [Key] = []
  private var numbers: [[UInt8]: Int] = [:]
  /// For the start and each key the key that came next last time; -1 if there was none.
  private var following: [Int] = [-1]
  private(set) var idCount = 0
  /// The place of all values, once the objects are known to be maps.
  var mapPlace: Int?
  private(set) var tags: [KindTag] = []

  /// The number of the key that a walk passes, if it is the one that came next last time, or one of
  /// few; else -1, and the walk stays where it is.
  mutating func pass(_ walk: inout ValueWalk, after last: Int) -> Int {
    var number = following[last + 1]
    if number >= 0, walk.pass(key: keys[number].quoted) { return number }
    if keys.count > Self.fewKeys { return -1 }
    for _ in keys.indices {
      number = number + 1 < keys.count ? number + 1 : 0
      if walk.pass(key: keys[number].quoted) {
        following[last + 1] = number
        return number
      }
    }
    return -1
  }

  mutating func number(of name: [UInt8], after key: Int) -> Int? {
    guard let number = numbers[name] else { return nil }
    following[key + 1] = number
    return number
  }

  mutating func add(_ name: [UInt8], place: Int, first: TallyOrder) -> Int {
    let number = keys.count
    keys.append(Key(name, place: place, first: first))
    numbers[name] = number
    following.append(-1)
    if name.looksLikeID { idCount += 1 }
    for tag in tags.indices {
      for row in tags[tag].rows.indices {
        tags[tag].rows[row].absent.append(tags[tag].rows[row].count)
      }
    }
    return number
  }

  /// Notes that the object has a key; false if it was noted before.
  @inline(__always)
  mutating func note(_ key: Int) -> Bool {
    if keys[key].last == count { return false }
    keys[key].last = count
    keys[key].count &+= 1
    return true
  }

  var isTooLarge: Bool { keys.count > Self.mostKeys || idCount >= Self.mostIDs }

  mutating func becomeMap(at place: Int) {
    mapPlace = place
    keys = []
    numbers = [:]
    following = [-1]
    tags = []
  }

  // MARK: - Kinds of objects

  /// Begins to watch some keys as possible tags.
  mutating func watch(_ candidates: [Int]) {
    for key in candidates where rows(of: key) == nil { tags.append(KindTag(key: key)) }
  }

  func rows(of key: Int) -> [Row]? { tags.first { $0.key == key }?.rows }

  mutating func forget(_ key: Int) { tags.removeAll { $0.key == key } }

  /// Notes an object with the keys that it has, under one value of the tag at an index.
  mutating func note(_ tag: Int, _ value: Int, hasAll: Bool) {
    addRows(upTo: value, to: tag)
    tags[tag].rows[value].count += 1
    if hasAll { return }
    for number in keys.indices where keys[number].last != count {
      tags[tag].rows[value].absent[number] += 1
    }
  }

  private mutating func addRows(upTo value: Int, to tag: Int) {
    while tags[tag].rows.count <= value {
      tags[tag].rows.append(Row(absent: Array(repeating: 0, count: keys.count)))
    }
  }

  /// The rows of another tally, with this tally's numbers for keys and values.
  mutating func merge(
    _ key: Int, _ rows: [Row], values: [Int], keys numbers: [Int]
  ) {
    guard let tag = tags.firstIndex(where: { $0.key == key }) else { return }
    for (row, value) in zip(rows, values) {
      addRows(upTo: value, to: tag)
      tags[tag].rows[value].count += row.count
      var isKnown = Array(repeating: false, count: keys.count)
      for (number, absent) in zip(numbers, row.absent) {
        isKnown[number] = true
        tags[tag].rows[value].absent[number] += absent
      }
      for number in keys.indices where !isKnown[number] {
        tags[tag].rows[value].absent[number] += row.count
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
