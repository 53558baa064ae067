internal import JSONText

/// Reads a binary property list.
///
/// Behind the word `bplist00` it has objects, then a table of where each begins, then a trailer of
/// 32 bytes that says how wide offsets and references are, how many objects there are, which of
/// them is the root, and where the table is. Containers refer to objects by number. So one object
/// may stand in many places, and a container even in itself, which no JSON could be.
struct BinaryPropertyListReader {
  private let bytes: [UInt8]
  private var values: PropertyListValues
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let root: Int
  private let table: Int
  private var open: [Container] = []
  private var isOpen: Set<Int> = []
  /// How many objects may still be read, each as often as it is referred to.
  private var visitsLeft: Int

  /// A container whose items are being read.
  private struct Container {
    let number: Int
    let isDictionary: Bool
    /// Where the references to its items begin; those to a dictionary's keys are in front of them.
    let items: Int
    let count: Int
    var index = 0
  }

  /// A reader; the JSON may have about this many bytes, if not as many as results may have.
  init(
    _ bytes: [UInt8], limit: Int? = nil, besides texts: Set<ByteString> = []
  ) throws(PropertyListProblem) {
    self.bytes = bytes
    let limit = limit ?? PropertyList.outputLimit(forBytes: bytes.count)
    values = PropertyListValues(limit: limit, besides: texts)
    // Where nothing stands in several places, each reference is a byte at least.
    visitsLeft = 1_000_000 + 4 * bytes.count
    let body = bytes.count - 32
    guard bytes.starts(with: "bplist00".utf8) else {
      throw PropertyListProblem(
        message: "expected `bplist00`, found another kind of binary property list")
    }
    guard body > 8 else { throw Self.broken("its end is missing") }
    offsetSize = Int(bytes[body + 6])
    referenceSize = Int(bytes[body + 7])
    objectCount = Self.number(bytes[(body + 8)..<(body + 16)]) ?? -1
    root = Self.number(bytes[(body + 16)..<(body + 24)]) ?? -1
    table = Self.number(bytes[(body + 24)..<(body + 32)]) ?? -1
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize),
      (0...body).contains(table), (1...body).contains(objectCount),
      objectCount <= (body - table) / offsetSize, (0..<objectCount).contains(root)
    else { throw Self.broken("its trailer makes no sense, or its end is missing") }
  }

  mutating func read() throws(PropertyListProblem) -> PropertyListValues {
    try readObject(root)
    while let container = open.last {
      guard container.index < container.count else {
        open.removeLast()
        isOpen.remove(container.number)
        values.end()
        continue
      }
      open[open.count - 1].index += 1
      if container.isDictionary {
        let key = try object(
          at: container.items + (container.index - container.count) * referenceSize)
        values.add(key: try readKey(key), at: nil)
      }
      try readObject(try object(at: container.items + container.index * referenceSize))
    }
    return values
  }

  private mutating func readObject(_ number: Int) throws(PropertyListProblem) {
    visitsLeft -= 1
    if visitsLeft < 0 {
      throw problem(
        .tooBig,
        "the property list refers so often to the same objects that it has millions of values")
    }
    var offset = try start(of: number)
    let marker = try byte(offset)
    let low = Int(marker & 0x0F)
    offset += 1
    switch marker >> 4 {
    case 0x0:
      guard let word = [0: "null", 8: "false", 9: "true"][low] else { throw unknown(marker) }
      if low == 0 { try values.addNull() } else { try values.add(word: word) }
    case 0x1: try readInteger(offset, size: 1 << low)
    case 0x2: try values.add(real: try real(offset, size: 1 << low))
    case 0x3:
      let seconds = try real(offset, size: 8)
      let text = JSONNumber(seconds).flatMap { Decimal($0.text.utf8) }
        .flatMap { Moment($0, .appleSeconds)?.iso8601 }
        .map { String(decoding: $0, as: UTF8.self) }
      try values.add(
        .date(seconds, text ?? ""), as: text ?? PropertyList.text(ofUnwritable: seconds))
    case 0x4:
      try values.add(data: Array(try bytes(try span(low, &offset, width: 1))))
    case 0x5, 0x6: try values.add(text: try text(marker, offset))
    case 0x8:
      throw problem(
        .unsupported, "the property list has a UID, as archives of objects do, and JSON has none")
    case 0xA, 0xD:
      let isDictionary = marker >> 4 == 0xD
      let span = try span(low, &offset, width: isDictionary ? 2 * referenceSize : referenceSize)
      guard isOpen.insert(number).inserted else {
        throw problem(.badPropertyList, "the property list has a container that contains itself")
      }
      let count = span.count / (isDictionary ? 2 * referenceSize : referenceSize)
      try values.begin(isDictionary: isDictionary)
      open.append(
        Container(
          number: number, isDictionary: isDictionary,
          items: span.lowerBound + (isDictionary ? count * referenceSize : 0), count: count))
    case 0xB, 0xC:
      throw problem(.unsupported, "the property list has a set, and JSON has none")
    default: throw unknown(marker)
    }
  }

  private mutating func readInteger(
    _ offset: Int, size: Int
  ) throws(PropertyListProblem) {
    guard size <= 16 else { throw Self.broken("it has an integer of \(size) bytes") }
    let digits = try bytes(offset..<offset + size)
    // Only those of eight bytes and more have a sign.
    let value = digits.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    if size == 8 { return try values.add(word: String(Int64(bitPattern: value))) }
    if size == 16 {
      let isNegative = digits.prefix(8).allSatisfy { $0 == 0xFF } && value >> 63 == 1
      if isNegative { return try values.add(word: String(Int64(bitPattern: value))) }
      guard digits.prefix(8).allSatisfy({ $0 == 0 }) else {
        throw problem(.unsupported, "the property list has an integer of more than 64 bits")
      }
    }
    try values.add(word: String(value))
  }

  private func real(_ offset: Int, size: Int) throws(PropertyListProblem) -> Double {
    let digits = try bytes(offset..<offset + size)
    let bits = digits.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    switch size {
    case 4: return Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case 8: return Double(bitPattern: bits)
    default: throw Self.broken("it has a real number of \(size) bytes")
    }
  }

  private func readKey(_ number: Int) throws(PropertyListProblem) -> String {
    let offset = try start(of: number)
    let marker = try byte(offset)
    guard marker >> 4 == 0x5 || marker >> 4 == 0x6 else {
      throw problem(.badPropertyList, "the property list has a key that is no text")
    }
    return try text(marker, offset + 1)
  }

  private func text(_ marker: UInt8, _ offset: Int) throws(PropertyListProblem) -> String {
    var offset = offset
    let isWide = marker >> 4 == 0x6
    let span = try bytes(try span(Int(marker & 0x0F), &offset, width: isWide ? 2 : 1))
    if !isWide {
      guard span.allSatisfy({ $0 < 0x80 }) else {
        throw Self.broken("it has text that is no ASCII")
      }
      return String(decoding: span, as: UTF8.self)
    }
    let units = stride(from: span.startIndex, to: span.endIndex, by: 2).map {
      UInt16(span[$0]) << 8 | UInt16(span[$0 + 1])
    }
    let text = String(decoding: units, as: UTF16.self)
    guard text.utf16.elementsEqual(units) else {
      throw problem(.badPropertyList, "the property list has text with half a surrogate pair")
    }
    return text
  }
}

// MARK: - Bytes

extension BinaryPropertyListReader {
  /// The bytes of an object's items, each so wide; their count is in the marker or behind it.
  private func span(
    _ low: Int, _ offset: inout Int, width: Int
  ) throws(PropertyListProblem) -> Range<Int> {
    var count = low
    if low == 0x0F {
      let marker = try byte(offset)
      let size = 1 << Int(marker & 0x0F)
      guard marker >> 4 == 0x1, size <= 8,
        let long = Self.number(try bytes(offset + 1..<offset + 1 + size))
      else { throw Self.broken("it has a length that is no number") }
      count = long
      offset += 1 + size
    }
    guard count <= (bytes.count - offset) / width else { throw Self.broken("it is cut off") }
    return offset..<offset + count * width
  }

  /// The number of the object that is referred to at an offset.
  private func object(at offset: Int) throws(PropertyListProblem) -> Int {
    guard let number = Self.number(try bytes(offset..<offset + referenceSize)),
      number < objectCount
    else { throw Self.broken("it refers to an object that it doesn't have") }
    return number
  }

  private func start(of number: Int) throws(PropertyListProblem) -> Int {
    let place = table + number * offsetSize
    guard let offset = Self.number(try bytes(place..<place + offsetSize)), offset < table else {
      throw Self.broken("an object begins outside of it")
    }
    return offset
  }

  private func byte(_ offset: Int) throws(PropertyListProblem) -> UInt8 {
    try bytes(offset..<offset + 1)[offset]
  }

  private func bytes(_ range: Range<Int>) throws(PropertyListProblem) -> ArraySlice<UInt8> {
    // The trailer is no object.
    guard range.upperBound <= bytes.count - 32 else { throw Self.broken("it is cut off") }
    return bytes[range]
  }

  /// A number of up to eight bytes, if it fits.
  private static func number(_ bytes: ArraySlice<UInt8>) -> Int? {
    Int(exactly: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
  }

  private static func broken(_ why: String) -> PropertyListProblem {
    PropertyListProblem(message: "the binary property list is broken: \(why)")
  }

  private func unknown(_ marker: UInt8) -> PropertyListProblem {
    problem(
      .badPropertyList,
      "the property list has an object of an unknown kind, 0x\(String(marker, radix: 16))")
  }

  private func problem(_ kind: PropertyListProblem.Kind, _ message: String) -> PropertyListProblem {
    PropertyListProblem(kind: kind, message: message, path: values.path)
  }
}
