/// Numbers of a document as floating-point values, straight from their bytes.
extension OutlineView {
  /// The nearest `Double` to a number of up to 19 digits; nil for longer ones, for what is out of
  /// range, and for what is no number.
  package func double(_ number: Int) -> Double? {
    guard let decimal = decimal(number) else { return nil }
    let (digits, power) = (decimal.digits, decimal.power)
    let magnitude: Double
    if digits < 1 &<< 53, -22...22 ~= power {
      // Both are exact, so the result of one operation is the nearest.
      magnitude =
        power < 0
        ? Double(digits) / Self.powersOfTen[-power] : Double(digits) * Self.powersOfTen[power]
    } else {
      guard let value = DoubleParsing.double(digits, power: power) else { return nil }
      magnitude = value
    }
    return decimal.isNegative ? -magnitude : magnitude
  }

  /// The nearest `Float`, as `double` does it.
  package func float(_ number: Int) -> Float? {
    guard let decimal = decimal(number),
      let magnitude = DoubleParsing.float(decimal.digits, power: decimal.power)
    else { return nil }
    return decimal.isNegative ? -magnitude : magnitude
  }

  private struct ShortDecimal {
    var digits: UInt64 = 0
    var power = 0
    let isNegative: Bool
  }

  /// A number taken apart, if its digits fit in a word.
  @inline(__always)
  private func decimal(_ number: Int) -> ShortDecimal? {
    let entry = entry(number)
    let bytes = view(of: entry.value)
    var offset = entry.value.offset
    let end = Int(entry.end)
    var decimal = ShortDecimal(isNegative: bytes[offset] == 0x2D)
    if decimal.isNegative { offset &+= 1 }
    let start = offset
    var count = 0
    // Below `end` all bytes are the number's own. More than 19 digits wrap round, and are refused
    // then.
    while offset < end, case let digit = bytes.byte(unchecked: offset) &- 0x30, digit < 10 {
      decimal.digits = decimal.digits &* 10 &+ UInt64(digit)
      offset &+= 1
    }
    if offset == start { return nil }
    if offset < end, bytes.byte(unchecked: offset) == 0x2E {
      offset &+= 1
      let point = offset
      while offset < end, case let digit = bytes.byte(unchecked: offset) &- 0x30, digit < 10 {
        decimal.digits = decimal.digits &* 10 &+ UInt64(digit)
        offset &+= 1
      }
      decimal.power = point &- offset
      // The point is no digit.
      count = -1
    }
    count &+= offset &- start
    if count > 19, Self.significantDigits(bytes, start, offset) > 19 { return nil }
    if offset < end {
      guard let exponent = Self.exponent(bytes, offset &+ 1, end) else { return nil }
      decimal.power &+= exponent
    }
    return decimal
  }

  /// How many digits there are from the first that is not zero.
  @inline(never)
  private static func significantDigits(_ bytes: ByteView, _ start: Int, _ end: Int) -> Int {
    bytes[start..<end].drop { $0 &- 0x31 > 8 }.count { $0 != 0x2E }
  }

  /// The exponent behind an `e`, if it isn't a huge one.
  @inline(never)
  private static func exponent(_ bytes: ByteView, _ start: Int, _ end: Int) -> Int? {
    var digits = bytes[start..<end]
    let isNegative = digits.first == 0x2D
    if isNegative || digits.first == 0x2B { digits = digits.dropFirst() }
    guard digits.count <= 6 else { return nil }
    let exponent = digits.reduce(0) { $0 * 10 + Int($1 &- 0x30) }
    return isNegative ? -exponent : exponent
  }

  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
    1e18, 1e19, 1e20, 1e21, 1e22,
  ]
}
