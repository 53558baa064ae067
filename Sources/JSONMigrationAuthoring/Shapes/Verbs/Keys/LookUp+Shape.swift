internal import JSONMigrationCore
internal import JSONText

extension LookUp: ShapeFunction {
  func made(of shapes: [Shape]) -> Made {
    Made(
      members: [.init(.any)], needs: .perhaps,
      failures: [
        by.isEmpty ? "find a value that is no name" : "find several elements for one value"
      ])
  }
}
