/// Long stretches of a text that belong to what a buffer holds, and are not in it.
///
/// Most of a large document mostly comes out as it went in. A writer to a file can take that from
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
    var place: Int
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

  /// All that it holds, one part behind the other; they are valid until the buffer or the text
  /// changes.
  package var parts: ByteParts { parts(since: Self.empty) }

  /// What came since a mark.
  package func parts(since mark: Mark) -> ByteParts {
    ByteParts(
      own: view, first: mark.count, lender: lending.lender, loans: lending.loans[mark.loans...])
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

  /// How far a buffer was filled: what came since can be taken back.
  package struct Mark: BitwiseCopyable {
    fileprivate let count: Int
    fileprivate let loans: Int
  }

  /// How far it is filled.
  ///
  /// A count of bytes alone wouldn't do: where one ends, a stretch of the text may stand, or
  /// several.
  package var mark: Mark { Mark(count: count, loans: lending.loans.count) }

  /// Takes back what came since; less may be left already, where it was too long.
  @inline(never)
  package mutating func takeBack(to mark: Mark) {
    while lending.loans.count > mark.loans {
      lending.count -= lending.loans.removeLast().range.count
    }
    count = min(count, mark.count)
  }

  /// Puts a range of a text in front of what came since a mark, long or short as `append` does.
  package mutating func insert(_ range: Range<Int>, of text: ByteView, at mark: Mark) {
    if lends(range, of: text) {
      let range = lending.loans.removeLast().range
      lending.loans.insert(Lending.Loan(place: mark.count, range: range), at: mark.loans)
    } else {
      insertBytes(range, of: text, at: mark.count)
      for loan in mark.loans..<lending.loans.count { lending.loans[loan].place += range.count }
    }
  }

  /// The mark of the empty buffer.
  static var empty: Mark { Mark(count: 0, loans: 0) }
}

/// What a buffer holds: by turns what is in it, which may be nothing, and a stretch of the text.
package struct ByteParts: RandomAccessCollection {
  fileprivate let own: ByteView
  /// Where in it the first part begins.
  fileprivate let first: Int
  fileprivate let lender: ByteView?
  fileprivate let loans: ArraySlice<Lending.Loan>

  /// How many bytes that are.
  package var size: Int { loans.reduce(own.count - first) { $0 + $1.range.count } }

  package var startIndex: Int { 0 }
  package var endIndex: Int { 2 * loans.count + 1 }

  package subscript(index: Int) -> ByteSlice {
    let number = loans.startIndex + index / 2
    if index % 2 == 1, let lender { return lender[loans[number].range] }
    let start = number > loans.startIndex ? loans[number - 1].place : first
    return own[start..<(number < loans.endIndex ? loans[number].place : own.count)]
  }
}
