/// The value of a number as it is written in JSON, without ever making a `Double` of it.
///
/// A number that isn't zero has one normal form: a sign, the significant digits without zeros at
/// either end, and the power of ten of the first of them. `-0.0250e3` is `-`, `25` and 1, for it is
/// -2.5 times ten to the power 1; `-25`, `-25.0` and `-250e-1` have the same form. Two numbers are
/// equal if their forms are, and of two powers the larger belongs to the larger number. So nothing
/// is ever written out: `1e999999999999` costs what its 14 characters cost.
///
/// The bytes handed in have to be a number by RFC 8259, see `scan(_:from:)`.
package enum NumberText {
  /// Whether two numbers have the same value.
  package static func areEqual(
    _ left: some Collection<UInt8>, _ right: some Collection<UInt8>
  ) -> Bool {
    left.elementsEqual(right) || compare(left, right) == 0
  }

  /// Below zero if the left number is less, above if it is more, zero if they are equal.
  package static func compare(
    _ left: some Collection<UInt8>, _ right: some Collection<UInt8>
  ) -> Int {
    if let left = ShortDecimal(left), let right = ShortDecimal(right),
      let order = left.order(to: right)
    {
      return order
    }
    return compareForms(left, right)
  }

  /// As `compare`, for any numbers.
  static func compareForms(
    _ left: some Collection<UInt8>, _ right: some Collection<UInt8>
  ) -> Int {
    let (left, right) = (NumberForm(left), NumberForm(right))
    guard left.sign == right.sign else { return left.sign < right.sign ? -1 : 1 }
    guard left.sign != 0 else { return 0 }
    let magnitudes =
      left.power == right.power
      ? compareDigits(left, right)
      : (left.power < right.power ? -1 : 1)
    return magnitudes * left.sign
  }

  /// Feeds a number's value to a hasher: the same for all ways to write it.
  package static func hash(_ text: some Collection<UInt8>, into hasher: inout Hasher) {
    let form = NumberForm(text)
    hasher.combine(form.sign)
    guard form.sign != 0 else { return }
    hasher.combine(form.power)
    var digits = form.digits
    var count = 0
    var word: UInt64 = 0
    while let digit = digits.next() {
      word = word * 10 + UInt64(digit)
      count += 1
      if count % 18 == 0 {
        hasher.combine(word)
        word = 0
      }
    }
    hasher.combine(word)
    hasher.combine(count)
  }

  private static func compareDigits<Left, Right>(
    _ left: NumberForm<Left>, _ right: NumberForm<Right>
  ) -> Int {
    var (leftDigits, rightDigits) = (left.digits, right.digits)
    while true {
      switch (leftDigits.next(), rightDigits.next()) {
      case (nil, nil): return 0
      case (nil, _): return -1
      case (_, nil): return 1
      case (let left?, let right?):
        if left != right { return left < right ? -1 : 1 }
      }
    }
  }
}

/// A number taken apart: see `NumberText`.
struct NumberForm<Text: Collection<UInt8>> {
  /// -1, 0 or 1.
  private(set) var sign = 1
  /// The power of ten of the first significant digit.
  private(set) var power = NumberPower.small(0)
  private let text: Text
  private var significant: Range<Text.Index>

  init(_ text: Text) {
    self.text = text
    var index = text.startIndex
    significant = index..<index
    if index < text.endIndex, text[index] == UInt8(ascii: "-") {
      sign = -1
      text.formIndex(after: &index)
    }
    // The power of the digit at hand: falling in a fraction, while before it the first one rises.
    var position = 0
    var first: Int?
    var isFraction = false
    while index < text.endIndex {
      let byte = text[index]
      let next = text.index(after: index)
      if byte == UInt8(ascii: ".") {
        isFraction = true
      } else if NumberText.isDigit(byte) {
        if isFraction { position -= 1 } else if let power = first { first = power + 1 }
        if byte != UInt8(ascii: "0") {
          if first == nil { significant = index..<next }
          first = first ?? position
          significant = significant.lowerBound..<next
        }
      } else {
        break
      }
      index = next
    }
    guard let first else {
      sign = 0
      return
    }
    // What stopped the loop is the `e`.
    if index < text.endIndex { text.formIndex(after: &index) }
    power = NumberPower(text[index...], plus: first)
  }

  /// The significant digits, as numbers from 0 to 9.
  var digits: Digits { Digits(rest: text[significant]) }

  struct Digits: IteratorProtocol {
    fileprivate var rest: Text.SubSequence

    mutating func next() -> UInt8? {
      guard var byte = rest.popFirst() else { return nil }
      if byte == UInt8(ascii: ".") {
        guard let after = rest.popFirst() else { return nil }
        byte = after
      }
      return byte &- UInt8(ascii: "0")
    }
  }
}
