internal import JSONMigrationCore

/// Gathers what the texts at a place have in common.
struct TextTally: Sendable {
  /// The most values of an enumeration, and the most bytes of each.
  static let mostValues = 12
  static let longest = 40
  /// How often each value of an enumeration is met on average, at least.
  static let leastTimes = 3

  private(set) var count = 0
  /// The values and how often each was met; empty once there are too many.
  private(set) var values: [(text: [UInt8], count: Int)] = []
  private(set) var isFree = false
  private var formats = TextFormat.all
  /// The index of the last value.
  private(set) var last = 0

  /// Whether texts have to be looked at, or only counted.
  var isDone: Bool { isFree && formats.isEmpty }

  /// Counts a text that need not be looked at.
  mutating func pass() { count += 1 }

  /// Counts the value at an index once more.
  mutating func note(value number: Int) {
    count += 1
    values[number].count += 1
    last = number
  }

  mutating func add(_ text: [UInt8]) {
    count += 1
    if !formats.isEmpty { formats.removeAll { !$0.fits(text) } }
    guard !isFree else { return }
    guard text.count <= Self.longest, !text.contains(UInt8(ascii: "\n")) else { return free() }
    if let number = values.firstIndex(where: { $0.text == text }) {
      values[number].count += 1
      last = number
    } else if values.count < Self.mostValues {
      last = values.count
      values.append((text, 1))
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
    case .date: return text.count == 10 && Self.fits(text[...], "0000-00-00")
    case .dateTime:
      guard text.count >= 20, Self.fits(text[..<19], "0000-00-00T00:00:00") else { return false }
      var rest = text[19...]
      if rest.first == UInt8(ascii: ".") {
        rest = rest.dropFirst()
        let digits = rest.prefix { $0.isDigit }
        if digits.isEmpty { return false }
        rest = rest.dropFirst(digits.count)
      }
      return rest.elementsEqual("Z".utf8) || Self.fits(rest, "+00:00") || Self.fits(rest, "-00:00")
    case .uri:
      guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon > 0,
        text[colon...].starts(with: "://".utf8), text.count > colon + 3, text[0].isLetter
      else { return false }
      return text.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    }
  }

  /// Whether a text has a form, in which `0` stands for any digit.
  private static func fits(_ text: ArraySlice<UInt8>, _ form: StaticString) -> Bool {
    let form = Array(form.description.utf8)
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
