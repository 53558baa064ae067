internal import JSONMigrationCore
internal import JSONText

/// Gathers what the texts at a place have in common.
struct TextTally: Sendable {
  /// The most values of an enumeration, and the most bytes of each.
  static let mostValues = 12
  static let longest = 40
  /// How often each value of an enumeration is met on average, at least.
  static let leastTimes = 3

  struct KnownText: Sendable {
    let text: [UInt8]
    let quoted: QuotedText
    var count = 1

    init(_ text: [UInt8]) { (self.text, quoted) = (text, QuotedText(text)) }
  }

  private(set) var count = 0
  /// The values and how often each was met; empty once there are too many.
  private(set) var values: [KnownText] = []
  private(set) var isFree = false
  private var formats = TextFormat.all
  /// The index of the last value.
  private(set) var last = 0

  /// Counts the text that a walk stands at, and passes it.
  mutating func pass(_ walk: inout ValueWalk) {
    // A text that was met before: its formats were looked at then.
    var index = 0
    while index < values.count {
      if walk.pass(string: values[index].quoted) {
        count &+= 1
        values[index].count &+= 1
        last = index
        return
      }
      index &+= 1
    }
    let string = walk.passString()
    if isFree, formats.isEmpty { count &+= 1 } else { add(walk.text(of: string)) }
  }

  private mutating func add(_ text: [UInt8]) {
    count += 1
    if !formats.isEmpty { formats.removeAll { !$0.fits(text) } }
    guard !isFree else { return }
    guard text.count <= Self.longest, !text.contains(UInt8(ascii: "\n")) else { return free() }
    if let number = values.firstIndex(where: { $0.text == text }) {
      values[number].count += 1
      last = number
    } else if values.count < Self.mostValues {
      last = values.count
      values.append(KnownText(text))
    } else {
      free()
    }
  }

  private mutating func free() {
    isFree = true
    values = []
  }

  mutating func add(_ other: TextTally) {
    count += other.count
    formats.removeAll { !other.formats.contains($0) }
    if isFree || other.isFree { return free() }
    for value in other.values {
      if let number = values.firstIndex(where: { $0.text == value.text }) {
        values[number].count += value.count
      } else if values.count < Self.mostValues {
        values.append(value)
      } else {
        return free()
      }
    }
  }

  var shape: TextShape {
    if !isFree, count >= Self.leastTimes * values.count {
      return TextShape(values: Set(values.map(\.text)))
    }
    return TextShape(format: formats.first?.rawValue)
  }
}

/// The formats of JSON Schema that are recognized.
enum TextFormat: String, CaseIterable, Sendable {
  case uuid
  case dateTime = "date-time"
  case date
  case uri

  static let all = allCases

  func fits(_ text: [UInt8]) -> Bool {
    switch self {
    case .uuid:
      return text.count == 36
        && text.enumerated().allSatisfy { index, byte in
          [8, 13, 18, 23].contains(index) ? byte == UInt8(ascii: "-") : byte.isHexadecimal
        }
    case .date:
      return Self.fits(text[...], Self.dateForm) && Moment(iso8601: text + "T00:00:00Z".utf8) != nil
    case .dateTime:
      guard text.count >= 20, Self.fits(text[..<19], Self.dateTimeForm) else { return false }
      var rest = text[19...]
      if rest.first == UInt8(ascii: ".") {
        rest = rest.dropFirst()
        let digits = rest.prefix { $0.isDigit }
        if digits.isEmpty { return false }
        rest = rest.dropFirst(digits.count)
      }
      let isZone = rest.elementsEqual("Z".utf8) || Self.zones.contains { Self.fits(rest, $0) }
      return isZone && Moment(iso8601: text) != nil
    case .uri:
      guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon > 0,
        text[colon...].starts(with: "://".utf8), text.count > colon + 3, text[0].isLetter
      else { return false }
      return text.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }
  }

  // Forms, in which `0` stands for any digit.
  private static let dateForm = Array("0000-00-00".utf8)
  private static let dateTimeForm = Array("0000-00-00T00:00:00".utf8)
  private static let zones = ["+00:00", "-00:00"].map { Array($0.utf8) }

  private static func fits(_ text: ArraySlice<UInt8>, _ form: [UInt8]) -> Bool {
    guard text.count == form.count else { return false }
    return zip(text, form).allSatisfy { byte, wanted in
      wanted == UInt8(ascii: "0") ? byte.isDigit : byte == wanted
    }
  }
}

extension UInt8 {
  var isDigit: Bool { self &- 0x30 < 10 }
  fileprivate var isLetter: Bool { (self | 0x20) &- 0x61 < 26 }
  var isHexadecimal: Bool { isDigit || (self | 0x20) &- 0x61 < 6 }
}
