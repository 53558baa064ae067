/// A path made ready for the documents of one guide.
///
/// Its names are keys, so that looking for a member is mostly a look into a table. It goes with
/// documents that were made with the guide and the constants that it was bound to, and no others.
package struct BoundPath: Sendable {
  let query: BoundQuery
  /// The key, if it means a member of `@` and no more.
  package let ownKey: Key?

  init(query: BoundQuery) {
    self.query = query
    if query.root == .scope, query.rest.isEmpty, query.steps.count == 1,
      case .name(let key) = query.steps[0]
    {
      ownKey = key
    } else {
      ownKey = nil
    }
  }

  /// Whether it matches one place at most: names and indices only.
  package var isSingular: Bool { query.rest.isEmpty }
}

/// A condition made ready for the documents of one guide.
package struct BoundCondition: Sendable {
  let test: BoundTest
}

/// A query: single steps as far as they go, and the segments from the first on that can lead to
/// several places.
///
/// It is an object so that the evaluator counts one reference when it is handed on.
final class BoundQuery: Sendable {
  let root: PathQuery.Root
  let steps: [BoundStep]
  let rest: [BoundSegment]

  init(root: PathQuery.Root, steps: [BoundStep], rest: [BoundSegment]) {
    (self.root, self.steps, self.rest) = (root, steps, rest)
  }
}

/// A step to one child at most.
enum BoundStep: Sendable {
  case name(Key)
  case index(Int)
}

struct BoundSegment: Sendable {
  var isDescendant: Bool
  var selectors: [BoundSelector]

  /// The step, if the segment leads to one child at most.
  var step: BoundStep? {
    guard !isDescendant, selectors.count == 1, case .step(let step) = selectors[0] else {
      return nil
    }
    return step
  }
}

enum BoundSelector: Sendable {
  case step(BoundStep)
  case wildcard
  case slice(BoundSlice)
  case filter(BoundTest)
}

/// Elements of an array in even steps, forwards or backwards.
struct BoundSlice: Sendable {
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

indirect enum BoundTest: Sendable {
  case or([BoundTest])
  case and([BoundTest])
  case not(BoundTest)
  case exists(BoundQuery)
  case comparison(BoundOperand, PathComparison, BoundOperand)
  /// Whether what an operand comes to is of a type, or there is nothing if that is nil.
  case type(BoundOperand, Kind?)
  case pattern(BoundOperand, BoundPattern, isWhole: Bool)
  /// A query for one place at most.
  case empty(BoundQuery)
}

indirect enum BoundOperand: Sendable {
  case value(PathValue)
  /// A query for one place at most.
  case place(BoundQuery)
  case length(BoundOperand)
  case count(BoundQuery)
  /// The place, if the query leads to just one.
  case only(BoundQuery)
  case type(BoundOperand)
}

enum BoundPattern: Sendable {
  case compiled(Pattern)
  /// What fits nothing.
  case invalid
  case operand(BoundOperand)
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
