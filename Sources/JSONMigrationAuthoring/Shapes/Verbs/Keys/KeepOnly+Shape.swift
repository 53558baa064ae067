internal import JSONMigrationCore
internal import JSONText

extension KeepOnly: ShapeFunction {
  /// The members of an object that go, in an object of their own.
  func made(of shapes: [Shape]) -> Made {
    let objects = shapes.flatMap(\.spelled.objects).map { object in
      var others = ObjectShape(rest: object.rest)
      for name in object.names where !kept.names.contains(name) { others[name] = object[name] }
      for name in kept.names { others[name] = .init(.never) }
      return others
    }
    return Made(
      members: [.init(Shape.never.with(objects: objects))], needs: .perhaps, over: .anything)
  }
}
