extension NumberText {
  /// Bytes for a number that are in the order of the values, compared one by one; equal for numbers
  /// that are equal.
  ///
  /// They are the sign, the power and the digits of its normal form. Of a number below zero all but
  /// the sign is turned round.
  package static func sortKey(_ text: some Collection<UInt8>) -> [UInt8] {
    let form = NumberForm(text)
    guard form.sign != 0 else { return [1] }
    var magnitude = form.power.sortKey
    var digits = form.digits
    // Each is above zero, so that the end comes before any digit.
    while let digit = digits.next() { magnitude.append(digit + 1) }
    magnitude.append(0)
    return form.sign > 0 ? [2] + magnitude : [0] + magnitude.map { ~$0 }
  }
}

extension NumberPower {
  /// Bytes that are in the order of the powers.
  fileprivate var sortKey: [UInt8] {
    switch self {
    case .small(let power): return [1] + Self.bytes(UInt64(bitPattern: power) ^ 1 &<< 63)
    case .large(let isNegative, let digits):
      let magnitude = Self.bytes(UInt64(digits.count)) + digits
      return isNegative ? [0] + magnitude.map { ~$0 } : [2] + magnitude
    }
  }

  private static func bytes(_ value: UInt64) -> [UInt8] {
    (0..<8).reversed().map { UInt8(truncatingIfNeeded: value &>> ($0 * 8)) }
  }
}
