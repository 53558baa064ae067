internal import JSONMigrationCore
internal import JSONText

extension MapValues: ShapeFunction {
  /// Case by case: what fits one is no more there for the ones behind it.
  func carried(_ shape: Shape) -> Carried {
    var left = shape.spelled
    var result = Carried(.never)
    func add(_ outcome: Result, _ value: Shape) {
      switch outcome {
      case .becomes(let constant): result.shape = result.shape.joined(Shape(constant.json))
      case .drop: result.mayGo = true
      case .keep: result.shape = result.shape.joined(value)
      case .fail:
        if !value.isNever {
          let kinds = value.kinds.map(\.words).joined(separator: " or ")
          result.failures.append("find \(kinds) without a case")
        }
      }
    }
    for (test, outcome) in cases {
      switch test {
      case .bounds(let bounds):
        let numbers = bounds.intervals.reduce(left.numbers) { $0?.cut(to: $1) }
        guard let numbers else { continue }
        add(outcome, Shape(numbers: numbers))
        let outside = bounds.intervals.compactMap { left.numbers?.cut(outside: $0) }
        left.numbers = outside.dropFirst().reduce(outside.first) { $0?.joined($1) }
      case .text where folded != nil:
        if left.texts != nil { add(outcome, .text) }
      default:
        guard let value = test.json, !left.equal(to: value).isNever else { continue }
        add(outcome, Shape(value))
        left.remove(value)
      }
    }
    if left.takesNull {
      result.shape = result.shape.joined(.null)
      left.takesNull = false
    }
    if !left.isNever { add(otherwise, left) }
    return result
  }
}

extension Bounds {
  /// The numbers that are in all of these.
  fileprivate var intervals: [NumberShape.Interval] {
    [
      atLeast.map { .init(low: .init($0)) }, above.map { .init(low: .init($0, isOpen: true)) },
      atMost.map { .init(high: .init($0)) }, below.map { .init(high: .init($0, isOpen: true)) },
    ].compactMap { $0 }
  }
}
