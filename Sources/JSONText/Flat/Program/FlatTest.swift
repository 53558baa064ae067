/// A question about a member, whose answer tells where a program goes on: plain data.
struct FlatTest: BitwiseCopyable, Sendable {
  /// How many answers of a program are part of what decides on a script, where each is a bit: see
  /// `FlatQuestions`.
  static let most = UInt32.bitWidth
  /// Longer numbers are for the tree, which counts the work of each comparison.
  private static let mostDigits = 1_000

  /// What the member is compared with.
  enum Subject: UInt8, Sendable {
    /// Whether it is there at all.
    case anything
    case null, boolean, integer, number, text
    /// A type, or that it is missing.
    case kind, nothing
    /// A pattern, which a text fits or not: only `FlatPatterns` can tell.
    case pattern
    /// How much is in it, and whether there is anything.
    case length, empty
  }

  /// How a member may be to it; a question names those that it takes.
  struct Outcome: OptionSet, Sendable {
    let rawValue: UInt8

    static let less = Outcome(rawValue: 1)
    static let equal = Outcome(rawValue: 2)
    static let greater = Outcome(rawValue: 4)
    /// Of another type, or not there.
    static let other = Outcome(rawValue: 8)
  }

  let name: UInt32
  /// Which of the program's paths leads to the value from the member, from 1 on; 0 for itself.
  var path: UInt32 = 0
  let subject: Subject
  let takes: Outcome
  /// The integer, or the length; for `boolean` 1 if it is true, for `kind` the type, for `pattern`
  /// which it is.
  let value: Int
  /// The number or the text, among the program's bytes.
  let start: UInt32
  let end: UInt32

  /// The answer where the member is missing.
  var holdsWithout: Bool {
    takes.contains(subject == .nothing || subject == .empty ? .equal : .other)
  }

  /// The answer for the value that it is about, a text without its quotes; nil where bytes can't
  /// tell.
  func answer(
    _ body: (bytes: ByteView, range: Range<Int>, isText: Bool)?, made: ByteView
  ) -> Bool? {
    guard let body else { return holdsWithout }
    return outcome(body, made: made).map { takes.contains($0) }
  }

  private func outcome(
    _ body: (bytes: ByteView, range: Range<Int>, isText: Bool), made: ByteView
  ) -> Outcome? {
    let kind = body.isText ? Kind.string : Kind(first: body.bytes[body.range.lowerBound])
    switch subject {
    case .anything: return .equal
    case .nothing: return .other
    case .kind: return Int(kind.rawValue) == value ? .equal : .other
    case .pattern: return kind == .string ? nil : .other
    case .null: return kind == .null ? .equal : .other
    case .empty: return Self.isEmpty(kind, body) ? .equal : .other
    case .length: return length(kind, body)
    case .boolean:
      let isTrue = body.bytes[body.range.lowerBound] == 0x74
      return kind == .boolean && isTrue == (value == 1) ? .equal : .other
    case .integer, .number:
      guard kind == .number else { return .other }
      let number = body.bytes[body.range]
      if number.count > Self.mostDigits { return nil }
      if subject == .integer, let integer = number.asInteger {
        return Outcome(order: integer < value ? -1 : integer == value ? 0 : 1)
      }
      return Outcome(order: NumberText.compare(number, made[Int(start)..<Int(end)]))
    case .text:
      guard kind == .string else { return .other }
      let text = body.bytes[body.range]
      return text.order(to: made[Int(start)..<Int(end)]).map { Outcome(order: $0) }
    }
  }

  private static func isEmpty(
    _ kind: Kind, _ body: (bytes: ByteView, range: Range<Int>, isText: Bool)
  ) -> Bool {
    switch kind {
    case .null: true
    case .boolean, .number: false
    case .string: body.range.isEmpty
    case .array, .object: body.bytes.hasItems(in: body.range.lowerBound, moreThan: 0) == false
    }
  }

  private func length(
    _ kind: Kind, _ body: (bytes: ByteView, range: Range<Int>, isText: Bool)
  ) -> Outcome? {
    switch kind {
    case .null, .boolean, .number: return .other
    case .string:
      let text = body.bytes[body.range]
      if text.contains(0x5C) { return nil }
      // What goes on with a character begins with two bits of its own.
      let count = text.count { $0 & 0xC0 != 0x80 }
      return Outcome(order: count < value ? -1 : count == value ? 0 : 1)
    case .array, .object:
      let start = body.range.lowerBound
      if value > 0, body.range.count > FlatMaker.longest { return nil }
      if value < 0 || body.bytes.hasItems(in: start, moreThan: value) { return .greater }
      return value == 0 || body.bytes.hasItems(in: start, moreThan: value - 1) ? .equal : .less
    }
  }
}

extension FlatTest {
  /// A question about a number, which is compared with one that stands among the program's bytes.
  init(number: [UInt8], _ takes: Outcome, at range: Range<Int>) {
    let integer = number.asInteger
    self.init(
      name: 0, subject: integer == nil ? .number : .integer, takes: takes, value: integer ?? 0,
      start: UInt32(range.lowerBound), end: UInt32(range.upperBound))
  }
}

extension FlatTest.Outcome {
  fileprivate init(order: Int) { self = order < 0 ? .less : order == 0 ? .equal : .greater }

  init(_ comparison: PathComparison) {
    self =
      switch comparison {
      case .equal: .equal
      case .notEqual: [.less, .greater, .other]
      case .less: .less
      case .lessOrEqual: [.less, .equal]
      case .greater: .greater
      case .greaterOrEqual: [.greater, .equal]
      }
  }
}

extension ByteView {
  /// Whether more than so many items are in a container that was read before.
  fileprivate func hasItems(in start: Int, moreThan count: Int) -> Bool {
    let isObject = self[start] == 0x7B
    var rest = count
    var item = skipSpace(start + 1)
    if self[item] == self[start] + 2 { return false }
    while rest > 0 {
      rest -= 1
      let end = skipSpace(endOfValidValue(isObject ? endOfHead(item) : item))
      if self[end] != 0x2C { return false }
      item = skipSpace(end + 1)
    }
    return true
  }
}

extension ByteSlice {
  /// Below zero if the text that is written here comes before another, above if behind; nil where
  /// an escape stands before what tells them apart.
  fileprivate func order(to other: ByteSlice) -> Int? {
    let common = commonCount(from: startIndex, with: other, from: other.startIndex)
    if self[startIndex..<startIndex + Swift.min(common + 1, count)].contains(0x5C) { return nil }
    if common == count || common == other.count { return count - other.count }
    return Int(self[startIndex + common]) - Int(other[other.startIndex + common])
  }
}
