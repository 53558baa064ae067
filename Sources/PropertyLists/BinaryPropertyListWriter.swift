internal import JSONText

/// Writes a binary property list; see `BinaryPropertyListReader` for what it is made of.
///
/// Scalars that are the same are written once. The root is the first object.
struct BinaryPropertyListWriter {
  private enum Object {
    /// All its bytes.
    case scalar([UInt8])
    /// References to the items; a dictionary has keys and values in turn.
    case container(isDictionary: Bool, [Int])
  }

  private let specials: [ByteString: PropertyList.Special]
  private let limit: Int
  private var objects: [Object] = []
  private var numbers: [[UInt8]: Int] = [:]
  /// The containers that are open, and their items so far.
  private var open: [(number: Int, isDictionary: Bool, items: [Int])] = []

  private let null: [UInt8]

  /// A writer of at most so many bytes; a null is an object of its own, or the text `$null`.
  init(_ specials: [ByteString: PropertyList.Special], limit: Int, nullIsText: Bool = true) {
    self.specials = specials
    self.limit = limit
    null = nullIsText ? Self.bytes(ofText: "$null") : [0x00]
  }

  mutating func write(_ json: [UInt8]) throws(PropertyListProblem) -> [UInt8] {
    var tokens = JSONTokens(json)
    while let token = try tokens.token() {
      switch token {
      case .begin(let isObject, _):
        refer(to: objects.count)
        open.append((objects.count, isObject, []))
        objects.append(.container(isDictionary: isObject, []))
      case .end:
        guard let (number, isDictionary, items) = open.popLast() else { break }
        objects[number] = .container(isDictionary: isDictionary, items)
      case .key(let key): add(Self.bytes(ofText: key))
      case .text(let text): add(bytes(of: text))
      case .number(let number): add(try Self.bytes(ofNumber: number, at: tokens.start))
      case .word("true"): add([0x09])
      case .word("false"): add([0x08])
      case .word: add(null)
      }
    }
    return try file()
  }

  private mutating func add(_ bytes: [UInt8]) {
    if let number = numbers[bytes] { return refer(to: number) }
    refer(to: objects.count)
    numbers[bytes] = objects.count
    objects.append(.scalar(bytes))
  }

  private mutating func refer(to number: Int) {
    if let last = open.indices.last { open[last].items.append(number) }
  }

  private func file() throws(PropertyListProblem) -> [UInt8] {
    var file = Array("bplist00".utf8)
    var offsets: [Int] = []
    let referenceSize = Self.size(of: UInt64(objects.count))
    for object in objects {
      if file.count > limit { throw .tooMuchOutput(limit: limit) }
      offsets.append(file.count)
      switch object {
      case .scalar(let bytes): file += bytes
      case .container(let isDictionary, let items):
        file += Self.head(isDictionary ? 0xD0 : 0xA0, isDictionary ? items.count / 2 : items.count)
        let sorted =
          isDictionary
          ? [0, 1].flatMap { stride(from: $0, to: items.count, by: 2).map { items[$0] } } : items
        for item in sorted { file += Self.bytes(of: UInt64(item), size: referenceSize) }
      }
    }
    let table = file.count
    let offsetSize = Self.size(of: UInt64(table))
    for offset in offsets { file += Self.bytes(of: UInt64(offset), size: offsetSize) }
    file += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
    for number in [objects.count, 0, table] {
      file += Self.bytes(of: UInt64(number), size: 8)
    }
    if file.count > limit { throw .tooMuchOutput(limit: limit) }
    return file
  }
}

// MARK: - Scalars

extension BinaryPropertyListWriter {
  private func bytes(of text: String) -> [UInt8] {
    switch specials[ByteString(text)] {
    case nil: Self.bytes(ofText: text)
    case .date(let seconds, _): Self.bytes(of: seconds ?? 0, marker: 0x33)
    case .data(let data): Self.head(0x40, data.count) + data
    case .real(let value, _): Self.bytes(of: value, marker: 0x23)
    case .unreadable(_, let text): Self.bytes(ofText: text)
    }
  }

  private static func bytes(ofText text: String) -> [UInt8] {
    let utf8 = Array(text.utf8)
    if utf8.allSatisfy({ $0 < 0x80 }) { return head(0x50, utf8.count) + utf8 }
    let units = Array(text.utf16)
    return head(0x60, units.count) + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
  }

  private static func bytes(
    ofNumber number: String, at offset: Int
  ) throws(PropertyListProblem) -> [UInt8] {
    if !number.isReal {
      if let integer = Int64(number) {
        let natural = UInt64(bitPattern: integer)
        if integer < 0 { return [0x13] + bytes(of: natural, size: 8) }
        let size = size(of: natural)
        return [0x10 | UInt8(size.trailingZeroBitCount)] + bytes(of: natural, size: size)
      }
      if let natural = UInt64(number) {
        return [0x14] + bytes(of: 0, size: 8) + bytes(of: natural, size: 8)
      }
    }
    // A whole number is refused rather than rounded.
    guard let value = Double(number), value.isFinite,
      value.magnitude < 0x1p53 || !NumberText.isInteger(number)
        || NumberText.areEqual(Array(number.utf8), Array(String(value).utf8))
    else {
      throw PropertyListProblem(
        kind: .invalidValue,
        message: "a binary property list can't hold the number `\(Found.shown(number.utf8))`",
        offset: offset)
    }
    return bytes(of: value, marker: 0x23)
  }

  private static func bytes(of value: Double, marker: UInt8) -> [UInt8] {
    [marker] + bytes(of: value.bitPattern, size: 8)
  }

  /// A marker and a length.
  private static func head(_ marker: UInt8, _ count: Int) -> [UInt8] {
    if count < 0x0F { return [marker | UInt8(count)] }
    let count = UInt64(count)
    let size = size(of: count)
    return [marker | 0x0F, 0x10 | UInt8(size.trailingZeroBitCount)] + bytes(of: count, size: size)
  }

  /// The last bytes of a number, the highest first.
  private static func bytes(of number: UInt64, size: Int) -> [UInt8] {
    (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// How many bytes a number takes: 1, 2, 4 or 8.
  private static func size(of number: UInt64) -> Int {
    number < 1 << 8 ? 1 : number < 1 << 16 ? 2 : number < 1 << 32 ? 4 : 8
  }
}
