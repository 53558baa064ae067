/// A number written out: the digits in front of the point and those behind it.
package struct Decimal: Equatable, Sendable {
  package var isNegative: Bool
  /// ASCII digits without zeros in front; none where the number is less than 1.
  package var whole: [UInt8]
  /// ASCII digits without zeros at the end.
  package var fraction: [UInt8]

  /// The digits that a number may have, written out, so that `1e999999999` is no text of a
  /// gigabyte.
  package static let digitLimit = 1_000

  package init(isNegative: Bool, whole: [UInt8], fraction: [UInt8]) {
    self.whole = Array(whole.drop { $0 == UInt8(ascii: "0") })
    let zeros = fraction.reversed().prefix { $0 == UInt8(ascii: "0") }.count
    self.fraction = Array(fraction.dropLast(zeros))
    self.isNegative = isNegative && !(self.whole.isEmpty && self.fraction.isEmpty)
  }

  /// The value of a number as it is written in JSON; nil where it has too many digits.
  package init?(_ text: some Collection<UInt8>) { self.init(Array(text)) }

  /// The same; not generic, so that other modules call compiled code.
  package init?(_ text: [UInt8]) {
    // What most are: a whole number that says no more than its digits.
    if text.count <= 18, text.first != UInt8(ascii: "0"), !text.isEmpty,
      text.allSatisfy({ UInt8(ascii: "0") <= $0 && $0 <= UInt8(ascii: "9") })
    {
      self.init(isNegative: false, whole: text, fraction: [])
      return
    }
    let form = NumberForm(text)
    guard form.sign != 0 else {
      self.init(isNegative: false, whole: [], fraction: [])
      return
    }
    guard case .small(let wide) = form.power, abs(wide) < Self.digitLimit else { return nil }
    let power = Int(wide)
    var digits: [UInt8] = Array(repeating: UInt8(ascii: "0"), count: max(0, -power - 1))
    var rest = form.digits
    while let digit = rest.next() {
      guard digits.count < Self.digitLimit else { return nil }
      digits.append(digit + UInt8(ascii: "0"))
    }
    let wholeCount = max(0, power + 1)
    let missing = max(0, wholeCount - digits.count)
    digits += repeatElement(UInt8(ascii: "0"), count: missing)
    self.init(
      isNegative: form.sign < 0, whole: Array(digits[..<wholeCount]),
      fraction: Array(digits[wholeCount...]))
  }

  /// Moves the point: to the right where `places` is above zero.
  package func shifted(by places: Int) -> Decimal {
    var whole = whole
    var fraction = fraction
    if places > 0 {
      fraction += repeatElement(UInt8(ascii: "0"), count: max(0, places - fraction.count))
      whole += fraction.prefix(places)
      fraction.removeFirst(places)
    } else {
      let places = -places
      whole = Array(repeating: UInt8(ascii: "0"), count: max(0, places - whole.count)) + whole
      fraction = whole.suffix(places) + fraction
      whole.removeLast(places)
    }
    return Decimal(isNegative: isNegative, whole: whole, fraction: fraction)
  }

  /// The number as JSON, without an exponent.
  package var text: [UInt8] {
    var text: [UInt8] = isNegative ? [UInt8(ascii: "-")] : []
    text += whole.isEmpty ? [UInt8(ascii: "0")] : whole
    if !fraction.isEmpty {
      text.append(UInt8(ascii: "."))
      text += fraction
    }
    return text
  }
}

extension NumberText {
  /// Whether a number is an integer, however it is written: `4`, `4.0`, `40e-1`.
  static func isInteger(_ text: some Collection<UInt8>) -> Bool {
    let form = NumberForm(text)
    guard form.sign != 0 else { return true }
    // The power of the last digit can't be below zero.
    var digits = form.digits
    var count = 0
    while digits.next() != nil { count += 1 }
    return form.power > .small(Int64(count - 2))
  }
}
