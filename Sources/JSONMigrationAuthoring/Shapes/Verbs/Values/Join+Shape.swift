internal import JSONMigrationCore
internal import JSONText

extension Join: ShapeFunction {
  func carried(_ shape: Shape) -> Carried {
    var result = Carried(
      shape.only(.null), of: shape, needs: [.null, .array], "an array of texts")
    guard let arrays = shape.spelled.arrays else { return result }
    if !arrays.item.without(.string).isNever, arrays.most != 0 {
      result.failures.append("find an element that is no text")
    }
    let isText = !arrays.item.only(.string).isNever
    if isText || arrays.least == 0 {
      let texts = isText ? TextShape.any : TextShape(values: [[]])
      result.shape = result.shape.joined(Shape(texts: texts))
    }
    return result
  }

  func made(of shapes: [Shape]) -> Made {
    let others = shapes.flatMap { $0.without(.string).kinds }
    let failures = others.isEmpty ? [] : ["find a part that is no text"]
    let areTexts = shapes.allSatisfy { $0.isNever || !$0.only(.string).isNever }
    return Made(members: [.init(areTexts ? .text : .never)], failures: failures)
  }
}
