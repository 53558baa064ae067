internal import JSONMigrationCore
internal import JSONText

extension Text: ShapeFunction {
  func carried(_ shape: Shape) -> Carried {
    var result = Carried(shape.only(.null), of: shape, needs: [.null, .string], "text")
    if shape.spelled.texts != nil { result.shape = result.shape.joined(.text) }
    return result
  }
}
