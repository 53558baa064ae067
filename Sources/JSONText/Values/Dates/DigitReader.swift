/// Reads digits and marks one after the other.
package struct DigitReader {
  private var rest: ArraySlice<UInt8>

  package init(_ text: [UInt8]) { rest = text[...] }

  package var isAtEnd: Bool { rest.isEmpty }

  /// A number of exactly `count` digits.
  package mutating func number(_ count: Int) -> Int? {
    let digits = rest.prefix(count)
    guard digits.count == count, digits.allSatisfy(NumberText.isDigit) else { return nil }
    rest = rest.dropFirst(count)
    return digits.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// A year: four digits, or up to six that don't begin with a zero.
  mutating func year() -> Int? {
    let count = rest.prefix(7).prefix(while: NumberText.isDigit).count
    if count > 4, count < 7, rest.first != UInt8(ascii: "0") { return number(count) }
    return number(4)
  }

  /// All digits that follow.
  mutating func digits() -> [UInt8] {
    let digits = rest.prefix(while: NumberText.isDigit)
    rest = rest.dropFirst(digits.count)
    return Array(digits)
  }

  package mutating func skip(_ marks: Unicode.Scalar...) -> Bool {
    guard let first = rest.first, marks.contains(Unicode.Scalar(first)) else { return false }
    rest = rest.dropFirst()
    return true
  }

  /// The minutes that a zone is ahead of UTC: `Z`, or `+02:00`, `+0200`, `+02`.
  package mutating func zone() -> Int? {
    if skip("Z", "z") { return 0 }
    let isWest = skip("-")
    guard isWest || skip("+"), let hours = number(2), hours < 24 else { return nil }
    var minutes = 0
    if skip(":") || !isAtEnd {
      guard let number = number(2), number < 60 else { return nil }
      minutes = number
    }
    return (isWest ? -1 : 1) * (hours * 60 + minutes)
  }
}
