internal import JSONMigrationCore
internal import JSONText

extension Split: ShapeFunction {
  /// Whether all texts have as many parts as are needed.
  private var mayBeShort: Bool {
    if case .pattern = separator { return true }
    return (names?.count ?? 1) > 1
  }

  private var failures: [String] {
    var failures: [String] = []
    if case .fail = short, mayBeShort { failures.append("find text with too few parts") }
    if !takesRest, names != nil { failures.append("find text with too many parts") }
    return failures
  }

  /// What a part is, and whether it is there; the first one always is where a separator cuts.
  private func part(_ index: Int) -> ObjectShape.Member {
    if case .pattern = separator {} else if index == 0 { return .init(.text, isAlways: true) }
    switch short {
    case .fail: return .init(.text, isAlways: true)
    case .leaveOut: return .init(.text)
    case .becomes(let value): return .init(Shape.text.joined(Shape(value.json)), isAlways: true)
    }
  }

  func carried(_ shape: Shape) -> Carried {
    var result = Carried(shape.only(.null), of: shape, needs: [.null, .string], "text")
    guard shape.spelled.texts != nil else { return result }
    result.failures += failures
    let part = part(1)
    let isPattern = if case .pattern = separator { true } else { false }
    let item = isPattern ? part.shape : .text
    let least = isPattern && !part.isAlways ? 0 : 1
    result.shape = result.shape.joined(Shape(arrays: ArrayShape(item: item, least: least)))
    if isPattern, case .pattern(let pattern) = separator, pattern.groupCount == 0 {
      result.shape = result.shape.joined(Shape(arrays: ArrayShape(item: .never)))
    }
    return result
  }

  func made(of shapes: [Shape]) -> Made {
    let shape = Shape(joining: shapes)
    let parts = (0..<(names?.count ?? 0)).map { part($0) }
    let others = Carried(.never, of: shape, needs: [.null, .string], "text").failures
    guard shape.spelled.texts != nil else {
      return Made(
        members: parts.map { _ in .init(.never) }, kept: shape.only(.null), failures: others)
    }
    return Made(members: parts, kept: shape.only(.null), failures: others + failures)
  }
}
