internal import JSONMigrationCore
internal import JSONText

extension ShapeFlow {
  /// Puts a value at a target.
  ///
  /// Missing parents are made; a parent that is no object is a failure.
  func put(
    _ value: Shape, at names: [[UInt8]], in scope: Shape, _ how: Occupancy
  ) -> Shape {
    guard let name = names.first else { return scope }
    let shape = scope.spelled
    let others = shape.without(.object).kinds.map(\.words)
    if !others.isEmpty {
      noteFailure("find \(others.joined(separator: " or ")) where an object has to be")
    }
    var objects: [ObjectShape] = []
    for object in shape.objects {
      if names.count == 1 {
        objects += put(value, name, in: object, how)
        continue
      }
      let rest = Array(names.dropFirst())
      let member = object[name]
      if !member.shape.isNever {
        let inner = put(value, at: rest, in: member.shape, how)
        if !inner.isNever {
          objects += [object.with(name, inner, isAlways: true)].compactMap { $0 }
        }
      }
      if !member.isAlways {
        let inner = put(
          value, at: rest, in: Shape(objects: [ObjectShape(rest: .never)]), how)
        objects += [object.with(name, inner, isAlways: true)].compactMap { $0 }
      }
    }
    return Shape.never.with(objects: objects)
  }

  /// The objects with a value in a member, where it was there and where it was missing.
  func put(
    _ value: Shape, _ name: [UInt8], in object: ObjectShape, _ how: Occupancy
  ) -> [ObjectShape] {
    let member = object[name]
    var there: Shape?
    if !member.shape.isNever {
      switch how {
      case .fail: noteFailure("find `\(Printable.quote(name))` there already")
      case .keep: there = member.shape
      case .overwrite: there = value
      case .replaceNull, .replaceEmpty:
        let empty =
          how == .replaceNull
          ? Shape(takesNull: member.shape.spelled.takesNull) : member.shape.empty
        let rest = how == .replaceNull ? member.shape.minus(.null) : member.shape.notEmpty
        there = empty.isNever ? member.shape : rest.joined(value)
      }
    }
    let isMissing = !member.isAlways
    switch (there, isMissing) {
    case (let there?, true):
      return [object.with(name, there.joined(value), isAlways: true)].compactMap { $0 }
    case (let there?, false): return [object.with(name, there, isAlways: true)].compactMap { $0 }
    case (nil, true): return [object.with(name, value, isAlways: true)].compactMap { $0 }
    case (nil, false): return []
    }
  }

  /// A value in each object that a slot leads to.
  func put(
    _ value: Shape, at slot: Slot, in scope: Shape, isRoot: Bool, _ how: Occupancy
  ) throws(UnknownShape) -> Shape {
    switch slot {
    case .target(let target):
      let names = target.names.map(\.text)
      if target.isFromDocument, !isRoot {
        try putLater(value, at: names, how)
        return scope
      }
      return put(value, at: names, in: scope, how)
    case .member(let name, let parents):
      return try change([parents], in: scope, isRoot: isRoot) { parent, _ in
        Carried(self.put(value, at: [name.text], in: parent, how))
      }.shape
    case .places(let query):
      return try change([query], in: scope, isRoot: isRoot) { there, _ in
        switch how {
        case .overwrite: Carried(value)
        case .replaceNull where there.spelled.takesNull:
          Carried(there.minus(.null).joined(value))
        case .replaceEmpty where !there.empty.isNever:
          Carried(there.notEmpty.joined(value))
        case .fail: Carried(there.joined(value))
        default: Carried(there)
        }
      }.shape
    }
  }
}
