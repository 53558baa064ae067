internal import JSONMigrationCore
internal import JSONText

extension Wrap: ShapeFunction {
  func carried(_ shape: Shape) -> Carried {
    guard under.isEmpty else {
      return Carried(
        under.reversed().reduce(shape) { inner, name in
          var object = ObjectShape(rest: .never)
          object[name.text] = .init(inner, isAlways: true)
          return Shape(objects: [object])
        })
    }
    let kept = keepsArrays ? shape.only(.array) : .never
    let wrapped = keepsArrays ? shape.without(.array) : shape
    if wrapped.isNever { return Carried(kept) }
    return Carried(
      kept.joined(Shape(arrays: ArrayShape(item: wrapped, least: 1, most: 1))))
  }
}
