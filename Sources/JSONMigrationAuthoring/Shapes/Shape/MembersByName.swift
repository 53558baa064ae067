internal import JSONText

extension Shape {
  /// What a path finds in values of a shape.
  package struct Finding {
    package var shape: Shape
    package var isAlways: Bool
    package var maySeveral: Bool

    package init(shape: Shape, isAlways: Bool, maySeveral: Bool) {
      (self.shape, self.isAlways, self.maySeveral) = (shape, isAlways, maySeveral)
    }
  }

  /// The shape at the end of some names.
  package func look(_ names: [[UInt8]]) -> Finding {
    var shape = self
    var isAlways = true
    for name in names {
      let spelled = shape.spelled
      let members = spelled.objects.map { $0[name] }
      if spelled.kinds != [.object] || !members.allSatisfy(\.isAlways) { isAlways = false }
      shape = Shape(joining: members.map(\.shape))
    }
    return .init(shape: shape, isAlways: isAlways && !shape.isNever, maySeveral: false)
  }

  /// The part in which something is at these names.
  package func having(_ names: [[UInt8]]) -> Shape { changed(at: names, orAbsent: false) { $0 } }

  /// The part in which nothing is at these names.
  package func lacking(_ names: [[UInt8]]) -> Shape {
    changed(at: names, orAbsent: true) { _ in .never }
  }

  /// The shape with nothing at these names.
  package func removing(_ names: [[UInt8]]) -> Shape {
    guard let name = names.first else { return .never }
    let rest = Array(names.dropFirst())
    let shape = spelled
    return shape.with(
      objects: shape.objects.map { object in
        let member = object[name]
        if rest.isEmpty { return object.without(name) }
        if member.shape.isNever { return object }
        return object.with(name, member.shape.removing(rest), isAlways: member.isAlways) ?? object
      })
  }
}
