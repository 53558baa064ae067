internal import JSONMigrationCore
internal import JSONText

extension List: ShapeFunction {
  func carried(_ shape: Shape) -> Carried {
    var result = Carried(shape.only(.null, .array), of: shape, needs: [.null, .array], "an array")
    guard var arrays = result.shape.arrays else { return result }
    for change in changes {
      switch change {
      case .dedupe: arrays.least = min(1, arrays.least)
      case .reverse: break
      case .sort(let query):
        let names = query.path.plainNames
        let found = names.map { arrays.item.look($0) }
        let kinds = found?.shape.kinds ?? []
        let isSortable =
          found?.isAlways == true && query.path.isRelative
          && (kinds == [.number] || kinds == [.string])
        if !isSortable, arrays.most != 0 {
          result.failures.append("find elements that can't be sorted")
        }
      }
    }
    result.shape.arrays = arrays
    return result
  }
}
