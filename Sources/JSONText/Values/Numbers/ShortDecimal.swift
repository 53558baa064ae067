/// A number of at most 18 digits without an exponent, as an integer and a count of fraction digits.
///
/// Nearly all numbers of documents are of this kind, and two of them are compared as integers.
package struct ShortDecimal: Sendable {
  package let digits: Int64
  package let fractionCount: Int

  /// Those that fit.
  package static let powersOfTen = (0...18).map { power in
    (0..<power).reduce(1 as Int64) { product, _ in product * 10 }
  }

  init(_ integer: Int) {
    (digits, fractionCount) = (Int64(integer), 0)
  }

  /// Nil where the number has an exponent or more digits.
  package init?(_ text: [UInt8]) {
    self.init(text[...])
  }

  init?(_ text: some Collection<UInt8>) {
    guard text.count <= 20 else { return nil }
    var (value, count, pointAt) = (0 as Int64, 0, -1)
    for byte in text {
      switch byte {
      case UInt8(ascii: "-"): continue
      case UInt8(ascii: "."): pointAt = count
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        value = value &* 10 &+ Int64(byte & 0x0F)
        count += 1
      default: return nil
      }
    }
    guard count <= 18 else { return nil }
    digits = text.first == UInt8(ascii: "-") ? -value : value
    fractionCount = pointAt < 0 ? 0 : count - pointAt
  }

  /// Below zero if this is less than the other number, above if it is more, zero if they are equal;
  /// nil where integers don't hold both.
  func order(to other: ShortDecimal) -> Int? {
    var (left, right) = (digits, other.digits)
    if fractionCount != other.fractionCount {
      let shift = fractionCount - other.fractionCount
      let product = (shift < 0 ? left : right)
        .multipliedReportingOverflow(by: Self.powersOfTen[abs(shift)])
      guard !product.overflow else { return nil }
      if shift < 0 { left = product.partialValue } else { right = product.partialValue }
    }
    return left < right ? -1 : left == right ? 0 : 1
  }
}
