internal import JSONMigrationCore
internal import JSONText

extension Unwrap: ShapeFunction {
  func carried(_ shape: Shape) -> Carried {
    under.isEmpty ? element(of: shape) : member(of: shape)
  }

  private func element(of shape: Shape) -> Carried {
    var result = Carried(.never, of: shape, needs: [.array], "an array")
    guard let arrays = shape.spelled.arrays else { return result }
    if arrays.least == 0 {
      if makesNull { result.shape = .null } else { result.failures.append("find an empty array") }
    }
    if choice == .only, arrays.most ?? .max > 1 {
      result.failures.append("find several elements")
    }
    if arrays.most != 0 { result.shape = result.shape.joined(arrays.item) }
    return result
  }

  private func member(of shape: Shape) -> Carried {
    var result = Carried(shape)
    for name in under {
      let step = Carried(.never, of: result.shape, needs: [.object], "an object")
      result.failures += step.failures
      let objects = result.shape.spelled.objects
      for object in objects {
        if !object[name.text].isAlways {
          result.failures.append("find no `\(Printable.quote(name.text))`")
        }
        if object.mostMembers ?? .max > 1 { result.failures.append("find other members") }
      }
      result.shape = Shape(joining: objects.map { $0[name.text].shape })
    }
    return result
  }
}
