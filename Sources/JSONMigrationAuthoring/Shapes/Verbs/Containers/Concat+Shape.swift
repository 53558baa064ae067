internal import JSONMigrationCore
internal import JSONText

extension Concat: ShapeFunction {
  func made(of shapes: [Shape]) -> Made {
    let arrays = shapes.compactMap(\.spelled.arrays)
    let others = shapes.contains { !$0.without(.array).isNever }
    let item = Shape(joining: arrays.map(\.item))
    return Made(
      members: [.init(arrays.isEmpty ? .never : Shape(arrays: ArrayShape(item: item)))],
      needs: .any, failures: others ? ["find a part that is no array"] : [])
  }
}
