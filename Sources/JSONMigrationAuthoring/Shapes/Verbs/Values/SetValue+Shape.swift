internal import JSONMigrationCore

extension SetValue.Copied: ShapeFunction {
  func made(of shapes: [Shape]) -> Made {
    Made(members: shapes.map { .init($0) }, over: .anything)
  }
}
