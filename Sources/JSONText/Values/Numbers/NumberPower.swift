/// A power of ten, which may have more digits than an integer holds.
///
/// Each has one form only, so that the synthesized equality and hash are right: `small` up to 18
/// digits, `large` from 19 on.
enum NumberPower: Hashable {
  case small(Int64)
  case large(isNegative: Bool, digits: [UInt8])

  private static let smallDigits = 18

  /// The sum of an exponent as written, after its `e`, and a shift; an empty exponent is zero.
  ///
  /// The shift counts characters of a text in memory, so it has at most 18 digits.
  init(_ exponent: some Collection<UInt8>, plus shift: Int) {
    let shift = Int64(shift)
    var isNegative = false
    var digits = exponent[...]
    if let first = digits.first, !NumberText.isDigit(first) {
      isNegative = first == UInt8(ascii: "-")
      digits = digits.dropFirst()
    }
    digits = digits.drop { $0 == UInt8(ascii: "0") }
    if digits.prefix(Self.smallDigits + 1).count <= Self.smallDigits {
      let magnitude = digits.reduce(0 as Int64) { $0 * 10 + Int64($1 & 0x0F) }
      self.init(isNegative ? shift - magnitude : shift + magnitude)
    } else {
      // A sum of two different signs keeps the sign of the exponent, which is the larger one.
      let sum = Self.add(isNegative ? -shift : shift, to: digits.map { $0 & 0x0F })
      if sum.count > Self.smallDigits {
        self = .large(isNegative: isNegative, digits: sum)
      } else {
        let magnitude = sum.reduce(0 as Int64) { $0 * 10 + Int64($1) }
        self = .small(isNegative ? -magnitude : magnitude)
      }
    }
  }

  private init(_ value: Int64) {
    let digits = String(value.magnitude).utf8.map { $0 & 0x0F }
    self =
      digits.count > Self.smallDigits
      ? .large(isNegative: value < 0, digits: digits)
      : .small(value)
  }

  /// Decimal digits, the highest first, and a number of smaller magnitude.
  private static func add(_ addend: Int64, to digits: [UInt8]) -> [UInt8] {
    var sum = digits
    var carry = addend
    var index = sum.count
    while carry != 0, index > 0 {
      index -= 1
      let value = carry + Int64(sum[index])
      let digit = ((value % 10) + 10) % 10
      sum[index] = UInt8(digit)
      carry = (value - digit) / 10
    }
    if carry > 0 { sum.insert(contentsOf: String(carry).utf8.map { $0 & 0x0F }, at: 0) }
    return Array(sum.drop { $0 == 0 })
  }
}

extension NumberPower: Comparable {
  static func < (left: NumberPower, right: NumberPower) -> Bool {
    switch (left, right) {
    case (.small(let left), .small(let right)):
      return left < right
    case (.small, .large(let isNegative, _)):
      return !isNegative
    case (.large(let isNegative, _), .small):
      return isNegative
    case (.large(let leftIsNegative, let left), .large(let rightIsNegative, let right)):
      guard leftIsNegative == rightIsNegative else { return leftIsNegative }
      let isNearer =
        left.count == right.count
        ? left.lexicographicallyPrecedes(right) : left.count < right.count
      return left != right && isNearer != leftIsNegative
    }
  }
}
