internal import JSONMigrationCore
internal import JSONText

extension TemplateFilling: ShapeFunction {
  func made(of shapes: [Shape]) -> Made {
    Made(members: [.init(.text)], failures: Filling.failures(ofTexts: shapes))
  }
}
