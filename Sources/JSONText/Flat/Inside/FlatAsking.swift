/// The answer to a single question, as most filters and conditions are.
extension FlatDocument {
  /// As `answers`, where one question is all that the program asks.
  @inline(__always)
  mutating func answer(_ text: ByteView) -> UInt32? {
    let test = program.questions.tests[0]
    let number = Int(names[Int(test.name)])
    if number == 0 { return program.questions.withoutAny }
    let value = Int(items[number].value)..<Int(items[number].end)
    guard test.path == 0, let outcome = test.outcome(ofPlain: value, of: text) else {
      return answers(text)
    }
    return test.takes.contains(outcome) ? 1 : 0
  }
}

extension FlatTest {
  /// How a value is to it, if that shows at a glance; else nil.
  @inline(__always)
  fileprivate func outcome(ofPlain value: Range<Int>, of text: ByteView) -> Outcome? {
    switch subject {
    case .boolean:
      let word: UInt8 = self.value == 1 ? 0x74 : 0x66
      return text[value.lowerBound] == word ? .equal : .other
    case .integer:
      var integer = 0
      // No number that is that short is too large.
      guard value.count <= 8 else { return nil }
      for index in value {
        let digit = text[index] &- 0x30
        if digit > 9 { return nil }
        integer = integer &* 10 &+ Int(digit)
      }
      return integer < self.value ? .less : integer == self.value ? .equal : .greater
    default: return nil
    }
  }
}
