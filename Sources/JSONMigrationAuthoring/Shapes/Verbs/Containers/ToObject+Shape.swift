internal import JSONMigrationCore
internal import JSONText

extension ToObject: ShapeFunction {
  func carried(_ shape: Shape) -> Carried {
    var result = Carried(shape.only(.null), of: shape, needs: [.null, .array], "an array")
    guard let arrays = shape.spelled.arrays else { return result }
    if arrays.most == 0 {
      result.shape = result.shape.joined(Shape(objects: [ObjectShape(rest: .never)]))
      return result
    }
    if arrays.most ?? .max > 1 { result.failures.append("find a key twice") }
    var value = arrays.item
    switch entry {
    case .pairs: result.failures.append("find a key that is no text, or has no value")
    case .object(let key, let inner):
      let found = arrays.item.look([key.text])
      if !found.isAlways || found.shape.kinds != [.string] {
        result.failures.append("find an element without a text `\(Printable.quote(key.text))`")
      }
      if let inner {
        let found = arrays.item.look([inner.text])
        if !found.isAlways || arrays.item.spelled.objects.contains(where: { $0.mostMembers != 2 }) {
          result.failures.append("find other members in an element")
        }
        value = found.shape
      } else {
        value = Shape.never.with(
          objects: arrays.item.spelled.objects.map { $0.without(key.text) })
      }
    }
    result.shape = result.shape.joined(Shape(objects: [ObjectShape(rest: value)]))
    return result
  }
}
