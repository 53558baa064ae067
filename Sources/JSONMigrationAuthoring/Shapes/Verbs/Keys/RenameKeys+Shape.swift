internal import JSONMigrationCore
internal import JSONText

extension RenameKeys: Reshaping {
  /// The members are what they were, under other names.
  func reshaped(_ shape: Shape) -> Carried {
    guard case .pattern(let pattern, let template) = spelling else {
      return Carried(.any, failures: ["fail"])
    }
    var result = Carried(
      shape.only(.null), of: shape, needs: [.null, .object], "an object")
    for object in shape.spelled.objects {
      var renamed = ObjectShape(rest: object.rest)
      var isMixed = !object.rest.isNever
      for name in object.names {
        let new = name.hasSurrogate ? name : pattern.replacingWhole(name, with: template) ?? name
        if renamed.isNamed(new) { isMixed = true }
        let there = renamed.isNamed(new) ? renamed[new] : .init(object.rest)
        renamed[new] = .init(
          there.shape.joined(object[name].shape),
          isAlways: there.isAlways || object[name].isAlways)
      }
      if isMixed { result.failures.append("make one name of two") }
      result.shape = result.shape.joined(Shape(objects: [renamed]))
    }
    return result
  }
}
