/// Long stretches of a text that belong to what a buffer holds, and are not in it.
///
/// Most of a large document mostly comes out as it went in. Who writes it to a file can take that from
/// where it is, so the buffer only notes which stretches of the text stand where:
///
///     text:    {"version":1,"items":[ a hundred megabytes ]}
///     buffer:  {"version":2,"items":        }
///                                   ^ here stands a stretch of the text
///
/// Only where someone asks for it, by `lend(from:)`, and reads `parts`.
struct Lending {
  /// What is shorter is copied.
  static var long: Int { 1 << 16 }

  struct Loan {
    /// How much the buffer has in front of it.
    let place: Int
    let range: Range<Int>
  }

  fileprivate(set) var lender: ByteView?
  fileprivate(set) var loans: [Loan] = []
  /// How many bytes that are.
  fileprivate(set) var count = 0
}

extension ByteBuffer {
  /// From now on long stretches of a text are not copied.
  ///
  /// The text must not change as long as `parts` are needed.
  package mutating func lend(from text: ByteView?) {
    precondition(lending.count == 0)
    lending.lender = text
  }

  /// How many bytes it holds, with those that are in the text.
  package var size: Int { count + lending.count }

  /// All that it holds, one piece behind the other; at least one.
  package var parts: [ByteSlice] {
    guard lending.count > 0, let lender = lending.lender else { return [view[0..<count]] }
    var parts: [ByteSlice] = []
    var start = 0
    for loan in lending.loans {
      if loan.place > start { parts.append(view[start..<loan.place]) }
      parts.append(lender[loan.range])
      start = loan.place
    }
    if start < count { parts.append(view[start..<count]) }
    return parts
  }

  /// Adds a range as a stretch of the text, if it is one.
  mutating func lends(_ range: Range<Int>, of text: ByteView) -> Bool {
    guard range.count >= Lending.long, let lender = lending.lender, text.isSame(as: lender) else {
      return false
    }
    precondition(range.lowerBound >= 0 && range.upperBound <= lender.count)
    lending.loans.append(Lending.Loan(place: count, range: range))
    lending.count += range.count
    return true
  }

  /// Forgets what stood behind so many bytes, and all if none is left of what was begun last.
  @inline(never)
  mutating func takeBack(from place: Int) {
    while let last = lending.loans.last, last.place > place || place <= bounds.start {
      lending.loans.removeLast()
      lending.count -= last.range.count
    }
  }
}
