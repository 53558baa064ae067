/// What other modules ask of numbers in arrays: there the functions for any collection would be
/// called as they are, and not as the compiler makes them for one.
extension NumberText {
  /// Whether all of it is a number.
  package static func isNumber(_ text: [UInt8]) -> Bool {
    if case .end(text.endIndex) = scan(text[...], from: 0) { true } else { false }
  }

  package static func isInteger(_ text: [UInt8]) -> Bool { isInteger(text[...]) }

  package static func isInteger(_ text: String) -> Bool {
    // In a number that is only digits, a minus stands in front.
    text.utf8.allSatisfy { $0 == UInt8(ascii: "-") || isDigit($0) }
      || isInteger(Array(text.utf8))
  }

  package static func areEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    areEqual(left[...], right[...])
  }

  package static func sortKey(_ text: [UInt8]) -> [UInt8] { sortKey(text[...]) }
}
