extension FixedWidthInteger {
  /// The integer that equals the number, or nil if there is none in this type.
  ///
  /// It goes by value: `4`, `4.0` and `40e-1` are 4; `4.5` and what is out of range are nil.
  public init?(exactly number: JSONNumber) {
    let form = NumberForm(number.text.utf8)
    self = 0
    guard form.sign != 0 else { return }
    // Ten to the width of the type is beyond its range, so the loops below are short.
    guard case .small(let power) = form.power, power >= 0, power <= Self.bitWidth else {
      return nil
    }
    var digits = form.digits
    var count: Int64 = 0
    while let digit = digits.next() {
      count += 1
      guard count <= power + 1, shift(by: digit, isNegative: form.sign < 0) else { return nil }
    }
    while count <= power {
      count += 1
      guard shift(by: 0, isNegative: form.sign < 0) else { return nil }
    }
  }

  /// Puts one more decimal digit behind; false if that doesn't fit.
  private mutating func shift(by digit: UInt8, isNegative: Bool) -> Bool {
    let (product, overflow) = multipliedReportingOverflow(by: 10)
    let (sum, secondOverflow) =
      isNegative
      ? product.subtractingReportingOverflow(Self(digit))
      : product.addingReportingOverflow(Self(digit))
    self = sum
    return !overflow && !secondOverflow
  }
}

extension Double {
  /// The nearest value, or nil where the number is out of range: `1e400` is nil, `1e-400` is 0.
  public init?(_ number: JSONNumber) {
    let form = NumberForm(number.text.utf8)
    guard form.sign != 0 else {
      self = number.text.utf8.first == UInt8(ascii: "-") ? -0.0 : 0
      return
    }
    guard form.power < .small(400) else { return nil }
    guard form.power > .small(-400), case .small(let power) = form.power else {
      self = form.sign < 0 ? -0.0 : 0
      return
    }
    // No two neighbours among the doubles have a middle with more than 768 digits, so for a longer
    // text it is enough to know that more follows. That keeps the conversion linear everywhere.
    var text = form.sign < 0 ? "-" : ""
    var digits = form.digits
    var count: Int64 = 0
    while count < 770, let digit = digits.next() {
      text.unicodeScalars.append(Unicode.Scalar(digit + UInt8(ascii: "0")))
      count += 1
    }
    if digits.next() != nil {
      text += "1"
      count += 1
    }
    guard let value = Double("\(text)e\(power - count + 1)"), value.isFinite else { return nil }
    self = value
  }
}
