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
  static var long: Int { 1 &<< 16 }

  struct Loan {
    /// How much the buffer has in front of it.
    var place: Int
    let range: Range<Int>
    /// How many bytes come of it, and the patches that it has.
    let size: Int
    var patches = 0..<0
  }

  fileprivate(set) var lender: ByteView?
  fileprivate(set) var loans: [Loan] = []
  /// How many bytes that are.
  fileprivate(set) var count = 0
  /// Whether stretches may have patches, whether some have, and these.
  fileprivate(set) var takesPatches = false
  fileprivate(set) var hasPatches = false
  fileprivate(set) var store: FlatPatchStore?
}

extension ByteBuffer {
  /// From now on long stretches of a text are not copied.
  ///
  /// The text must not change as long as `parts` are needed. Where one document is all that is
  /// written now, what is changed in such stretches can be left to `parts` too.
  package mutating func lend(from text: ByteView?, patched: Bool = false) {
    precondition(lending.count == 0)
    lending.lender = text
    lending.takesPatches = patched
    lending.hasPatches = false
    lending.store = nil
  }

  /// Whether a text may be added as it is, with patches.
  @inline(__always)
  func takesPatches(of text: ByteView) -> Bool {
    lending.takesPatches && lending.lender?.isSame(as: text) == true && lending.store == nil
  }

  /// From now on stretches of the text that are added as they are have no patches.
  mutating func refusePatches() { lending.takesPatches = false }

  /// Adds a stretch of the text with patches, those of a row that `take` gets afterwards.
  mutating func lend(_ range: Range<Int>, size: Int, patches: Range<Int>, at tail: Tail) -> Tail {
    take(tail)
    if self.size + size > bounds.end { overrun() }
    lending.loans.append(Lending.Loan(place: count, range: range, size: size, patches: patches))
    lending.count += size
    lending.hasPatches = true
    return self.tail
  }

  /// Takes the patches of the document that was written, if it needs them.
  @inline(__always)
  mutating func take(_ store: FlatPatchStore) {
    if lending.hasPatches, lending.store == nil { takeAll(store) }
  }

  @inline(never)
  private mutating func takeAll(_ store: FlatPatchStore) {
    let own = FlatPatchStore()
    // Two stores, and neither is in use now.
    unsafe swap(&own.patches, &store.patches)
    lending.store = own
  }

  /// How many bytes it holds, with those that are in the text.
  package var size: Int { count + lending.count }

  /// How many bytes came since a mark, with those that are in the text.
  package func size(since mark: Mark) -> Int {
    var size = count - mark.count
    for loan in lending.loans[mark.loans...] { size += loan.size }
    return size
  }

  /// All that it holds, one part behind the other; they are valid until the buffer or the text
  /// changes.
  package var parts: ByteParts { parts(since: Self.empty) }

  /// What came since a mark.
  package func parts(since mark: Mark) -> ByteParts {
    ByteParts(
      own: view, start: mark.count, lender: lending.lender, loans: lending.loans[mark.loans...],
      store: lending.store)
  }

  /// Adds a range as a stretch of the text, if it is one.
  mutating func lends(_ range: Range<Int>, of text: ByteView) -> Bool {
    guard range.count >= Lending.long, let lender = lending.lender, text.isSame(as: lender) else {
      return false
    }
    precondition(range.lowerBound >= 0 && range.upperBound <= lender.count)
    lending.loans.append(Lending.Loan(place: count, range: range, size: range.count))
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
      lending.count -= lending.loans.removeLast().size
    }
    count = min(count, mark.count)
  }

  /// Puts a range of a text in front of what came since a mark, long or short as `append` does.
  package mutating func insert(_ range: Range<Int>, of text: ByteView, at mark: Mark) {
    if lends(range, of: text) {
      let range = lending.loans.removeLast().range
      let loan = Lending.Loan(place: mark.count, range: range, size: range.count)
      lending.loans.insert(loan, at: mark.loans)
    } else {
      insertBytes(range, of: text, at: mark.count)
      for loan in mark.loans..<lending.loans.count { lending.loans[loan].place += range.count }
    }
  }

  /// The mark of the empty buffer.
  package static var empty: Mark { Mark(count: 0, loans: 0) }
}

/// What a buffer holds: by turns what is in it, which may be nothing, and a stretch of the text,
/// which comes in pieces where it has patches.
package struct ByteParts: Sequence {
  fileprivate let own: ByteView
  /// Where in it the first part begins.
  fileprivate let start: Int
  fileprivate let lender: ByteView?
  fileprivate let loans: ArraySlice<Lending.Loan>
  fileprivate let store: FlatPatchStore?

  /// The first part.
  package var first: ByteSlice? {
    var iterator = makeIterator()
    return iterator.next()
  }

  package func makeIterator() -> Iterator { Iterator(self) }

  /// Gives one part after the other; a piece with patches is valid until the next is asked for.
  package struct Iterator: IteratorProtocol {
    private let parts: ByteParts
    private var index = 0
    private var rendering: FlatRendering?

    fileprivate init(_ parts: ByteParts) { self.parts = parts }

    package mutating func next() -> ByteSlice? {
      if let piece = rendering?.next() { return piece }
      rendering = nil
      let loans = parts.loans
      if index > 2 * loans.count { return nil }
      let number = loans.startIndex + index / 2
      let isLent = index % 2 == 1
      index += 1
      if isLent, let lender = parts.lender {
        let loan = loans[number]
        guard !loan.patches.isEmpty, let store = parts.store else { return lender[loan.range] }
        rendering = FlatRendering(loan.range, of: lender, store, loan.patches)
        return next()
      }
      let start = number > loans.startIndex ? loans[number - 1].place : parts.start
      return parts.own[start..<(number < loans.endIndex ? loans[number].place : parts.own.count)]
    }
  }
}
