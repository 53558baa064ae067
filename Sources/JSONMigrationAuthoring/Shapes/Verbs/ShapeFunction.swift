internal import JSONMigrationCore

/// What a verb makes of values, told for shapes: in a file beside this one, `VERB+Shape.swift`.
///
/// A verb that doesn't tell it may make anything, and nothing is proven of its rules.
protocol ShapeFunction {
  /// What comes of a value of a shape in its place.
  func carried(_ shape: Shape) -> Carried

  /// What comes of values that are read, one for each place that something is put at.
  func made(of shapes: [Shape]) -> Made
}

extension ShapeFunction {
  func carried(_ shape: Shape) -> Carried { Carried(.any, failures: ["make anything"]) }

  func made(of shapes: [Shape]) -> Made {
    Made(members: [.init(.any)], needs: .perhaps, failures: ["make anything"])
  }
}

extension ValueFunction {
  /// What it makes of shapes.
  var onShapes: any ShapeFunction { self as? any ShapeFunction ?? UnknownFunction() }
}

private struct UnknownFunction: ShapeFunction {}

/// A verb of which it is known what comes of a value where its effects say that anything may.
protocol Reshaping {
  func reshaped(_ shape: Shape) -> Carried
}
