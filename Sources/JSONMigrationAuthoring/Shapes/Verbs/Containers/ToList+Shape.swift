internal import JSONMigrationCore
internal import JSONText

extension ToList: ShapeFunction {
  func carried(_ shape: Shape) -> Carried {
    var result = Carried(shape.only(.null), of: shape, needs: [.null, .object], "an object")
    for object in shape.spelled.objects {
      var item = Shape.never
      for name in object.names {
        let key = Shape(texts: TextShape(values: [name]))
        item = item.joined(element(object[name].shape, key, &result.failures))
      }
      item = item.joined(element(object.rest, .text, &result.failures))
      let times = if case .pairs = entry { 2 } else { 1 }
      let arrays = ArrayShape(
        item: item, least: object.alwaysCount * times,
        most: object.mostMembers.map { $0 * times })
      result.shape = result.shape.joined(Shape(arrays: arrays))
    }
    return result
  }

  /// What a member becomes; keys and values where they stand in turns.
  private func element(_ value: Shape, _ key: Shape, _ failures: inout [String]) -> Shape {
    if value.isNever { return .never }
    switch entry {
    case .pairs: return key.joined(value)
    case .object(let name, let inner?):
      var object = ObjectShape(rest: .never)
      object[name.text] = .init(key, isAlways: true)
      object[inner.text] = .init(value, isAlways: true)
      return Shape(objects: [object])
    case .object(let name, nil):
      failures += Carried(.never, of: value, needs: [.object], "an object").failures
      let objects = value.spelled.objects.compactMap { object -> ObjectShape? in
        let there = object[name.text].shape
        if !there.isNever { failures.append("find `\(Printable.quote(name.text))` there already") }
        // What stays with `keep` is what was there.
        return object.with(name.text, key.joined(there), isAlways: true)
      }
      return Shape.never.with(objects: objects)
    }
  }
}
