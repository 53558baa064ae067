internal import JSONMigrationCore
internal import JSONText

extension Scale: ShapeFunction {
  func carried(_ shape: Shape) -> Carried {
    var result = Carried(shape.only(.null), of: shape, needs: [.null, .number], "a number")
    guard let numbers = shape.spelled.numbers else { return result }
    if !scaling.alwaysEnds { result.failures.append("find a quotient without an end") }
    let isWhole = scaling.places == 0 || numbers.isWhole && scaling.keepsIntegers
    result.shape = result.shape.joined(isWhole ? .integer : .number)
    return result
  }
}

extension Scaling {
  /// Whether an integer stays one.
  fileprivate var keepsIntegers: Bool {
    divisor == nil && [factor, summand].allSatisfy { $0?.fraction.isEmpty ?? true }
  }

  /// Whether every quotient has an end, or is cut off.
  fileprivate var alwaysEnds: Bool {
    guard places == nil, let divisor else { return true }
    let digits = divisor.whole + divisor.fraction
    guard var number = Int(String(decoding: digits, as: UTF8.self)), number > 0 else {
      return false
    }
    for prime in [2, 5] {
      while number % prime == 0 { number /= prime }
    }
    return number == 1
  }
}
