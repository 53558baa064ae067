/// A number as it is written in JSON.
///
/// The text is kept, so nothing is lost: not the zero of `1.0`, not a 30th digit, not `1e400`.
/// Equality, order and hash go by the exact value: `1`, `1.0` and `10e-1` are equal, and so are `0`
/// and `-0`. They never make a `Double`, and cost time in proportion to the text alone.
public struct JSONNumber: Sendable {
  /// The number as it is written.
  public let text: String

  /// A number by the grammar of RFC 8259, or nil: `01`, `+1`, `.5`, `1.`, `NaN` and ` 1` are none.
  public init?(_ text: String) {
    let bytes = text.utf8
    guard case .end(bytes.endIndex) = NumberText.scan(bytes, from: bytes.startIndex) else {
      return nil
    }
    self.text = text
  }

  /// An integer in decimal digits.
  public init(_ value: some BinaryInteger) {
    text = String(value)
  }

  /// The shortest text that reads back as the same value; nil for infinity and what is no number.
  public init?(_ value: some BinaryFloatingPoint & LosslessStringConvertible) {
    self.init(String(value))
  }

  /// A number whose text was checked before.
  package init(checked text: String) {
    self.text = text
  }
}

extension JSONNumber: Hashable, Comparable {
  /// Whether both have the same value, however they are written.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    NumberText.areEqual(left.text.utf8, right.text.utf8)
  }

  /// Whether the left value is less than the right one.
  public static func < (left: JSONNumber, right: JSONNumber) -> Bool {
    NumberText.compare(left.text.utf8, right.text.utf8) < 0
  }

  /// Feeds the value to the hasher, the same for all ways to write it.
  public func hash(into hasher: inout Hasher) {
    NumberText.hash(text.utf8, into: &hasher)
  }
}

extension JSONNumber: LosslessStringConvertible {
  /// The number as it is written.
  public var description: String { text }
}

extension JSONNumber: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  /// An integer as it stands in the source.
  public init(integerLiteral value: Int) {
    self.init(value)
  }

  /// The shortest text of the `Double` that the literal stands for.
  ///
  /// A literal beyond the range of `Double` stops the program; `JSONNumber("1e400")` is the way.
  public init(floatLiteral value: Double) {
    precondition(value.isFinite, "a number literal is in the range of Double")
    text = String(value)
  }
}
