/// A path made ready for the documents of one guide.
///
/// Its names are keys, so that looking for a member is mostly a look into a table. It goes with
/// documents and evaluators that were made with the guide and the constants that it was bound to,
/// and no others.
package struct BoundPath: Sendable, BitwiseCopyable {
  let query: BoundQuery
  /// The key, if it means a member of `@` and no more.
  package let ownKey: Key?

  /// Whether it matches one place at most: names and indices only.
  package var isSingular: Bool { query.rest.isEmpty }

  /// The path that its first segments are.
  package func prefix(_ count: Int) -> BoundPath {
    let steps = min(count, query.steps.range.count)
    return BoundPath(
      query: BoundQuery(
        isFromDocument: query.isFromDocument, steps: query.steps.prefix(steps),
        rest: query.rest.prefix(count - steps)), ownKey: nil)
  }
}

/// A condition made ready for the documents of one guide.
package struct BoundCondition: Sendable, BitwiseCopyable {
  let test: BoundTest
  /// Whether what it asks of the document stays the same while a rule runs in its scopes.
  let isSteady: Bool
}

/// What paths and conditions are made of, in rows: they say only where it is there, so no reference
/// is counted while one is followed.
struct BoundTable: ~Copyable {
  var steps = Slab<BoundStep>()
  var segments = Slab<BoundSegment>()
  var selectors = Slab<BoundSelector>()
  var tests = Slab<BoundTest>()
  var operands = Slab<BoundOperand>()
  var values: [PathValue] = []
  var patterns: [Pattern] = []
  /// Texts that members are compared with, one behind the other.
  var texts = ByteBuffer(capacity: 64)

  init() {}

  init(copying other: borrowing BoundTable) {
    steps = Slab(copying: other.steps)
    segments = Slab(copying: other.segments)
    selectors = Slab(copying: other.selectors)
    tests = Slab(copying: other.tests)
    operands = Slab(copying: other.operands)
    values = other.values
    patterns = other.patterns
    texts.append(contentsOf: other.texts.view[0..<other.texts.count])
  }
}

/// Some elements of a row that follow each other.
struct BoundRange: Sendable, BitwiseCopyable {
  let first: UInt32
  let count: UInt32

  init(_ range: Range<Int>) {
    first = UInt32(range.lowerBound)
    count = UInt32(range.count)
  }

  var isEmpty: Bool { count == 0 }
  var range: Range<Int> { Int(first)..<Int(first) + Int(count) }

  func prefix(_ count: Int) -> BoundRange {
    BoundRange(Int(first)..<Int(first) + count)
  }
}

/// A query: single steps as far as they go, and the segments from the first on that can lead to
/// several places.
struct BoundQuery: Sendable, BitwiseCopyable {
  let isFromDocument: Bool
  let steps: BoundRange
  let rest: BoundRange
}

/// A step to one child at most.
enum BoundStep: Sendable, BitwiseCopyable {
  case name(Key)
  case index(Int)
}

struct BoundSegment: Sendable, BitwiseCopyable {
  let isDescendant: Bool
  let selectors: BoundRange
  /// The step, if the segment leads to one child at most.
  let step: BoundStep?
}

enum BoundSelector: Sendable, BitwiseCopyable {
  case step(BoundStep)
  case wildcard
  case slice(BoundSlice)
  /// With the number of a test.
  case filter(Int32)
}

/// Elements of an array in even steps, forwards or backwards.
struct BoundSlice: Sendable, BitwiseCopyable {
  var start: Int?
  var end: Int?
  var step: Int

  /// The indices that the slice means in an array of this length.
  func indices(in count: Int) -> StrideTo<Int> {
    func bound(_ index: Int?, otherwise: Int, in range: ClosedRange<Int>) -> Int {
      guard let index else { return otherwise }
      return min(max(index < 0 ? index + count : index, range.lowerBound), range.upperBound)
    }
    if step > 0 {
      return stride(
        from: bound(start, otherwise: 0, in: 0...count),
        to: bound(end, otherwise: count, in: 0...count), by: step)
    }
    if step == 0 { return stride(from: 0, to: 0, by: 1) }
    return stride(
      from: bound(start, otherwise: count - 1, in: -1...count - 1),
      to: bound(end, otherwise: -1, in: -1...count - 1), by: step)
  }
}

/// What a condition asks; tests, operands, values and patterns in it are numbers.
enum BoundTest: Sendable, BitwiseCopyable {
  case or(BoundRange)
  case and(BoundRange)
  case not(Int32)
  case exists(BoundQuery)
  case comparison(Int32, PathComparison, Int32)
  /// Whether a query for one place leads to a text, or doesn't.
  case text(BoundQuery, BoundRange, isSame: Bool)
  /// Whether what an operand comes to is of a type, or there is nothing if that is nil.
  case type(Int32, Kind?)
  case pattern(Int32, BoundPattern, isWhole: Bool)
  /// A query for one place at most.
  case empty(BoundQuery)
}

/// What has a value; operands and values in it are numbers.
enum BoundOperand: Sendable, BitwiseCopyable {
  case value(Int32)
  /// A query for one place at most.
  case place(BoundQuery)
  case length(Int32)
  case count(BoundQuery)
  /// The place, if the query leads to just one.
  case only(BoundQuery)
  case type(Int32)
}

enum BoundPattern: Sendable, BitwiseCopyable {
  case compiled(Int32)
  /// What fits nothing.
  case invalid
  case operand(Int32)
}

/// What an operand comes to.
enum PathValue: Sendable {
  /// There is no value, as where a member is missing.
  case nothing
  case place(NodeID)
  case null
  case boolean(Bool)
  /// A number that is written as an integer of up to 18 digits.
  case integer(Int)
  /// Any other number, as it is written.
  case number([UInt8])
  case text([UInt8])
}
