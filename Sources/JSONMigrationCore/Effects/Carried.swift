package import JSONText

/// What becomes of values of a shape.
package struct Carried: Sendable {
  package var shape: Shape
  /// Whether the value may go, with the member or element that it is.
  package var mayGo = false
  /// What may go wrong, in words behind "may".
  package var failures: [String] = []

  package init(_ shape: Shape, mayGo: Bool = false, failures: [String] = []) {
    (self.shape, self.mayGo, self.failures) = (shape, mayGo, failures)
  }

  /// Of a value that a verb doesn't take, the failure that says so.
  package init(_ shape: Shape, of value: Shape, needs kinds: [Kind], _ words: String) {
    self.shape = shape
    let others = value.kinds.filter { !kinds.contains($0) }
    if !others.isEmpty {
      failures = ["find \(others.map(\.words).joined(separator: " or ")) and needs \(words)"]
    }
  }
}

/// What comes of several values that are read.
package struct Made: Sendable {
  /// Which of the values have to be there.
  package enum Needs: Sendable {
    case all, any
    /// Nothing may come of it, whatever is there.
    case perhaps
  }

  /// What comes to each place.
  package var members: [ObjectShape.Member]
  package var needs = Needs.all
  /// The part of the value that stays where it is.
  package var kept = Shape.never
  /// What it may replace, where that is not up to `if-exists`.
  package var over: Effects.Occupant?
  /// Whether it comes into an array.
  package var isElement = false
  package var failures: [String] = []
}

extension ValueFunction {
  package func carried(_ shape: Shape) -> Carried { Carried(.any, failures: ["make anything"]) }

  package func made(of shapes: [Shape]) -> Made {
    Made(members: [.init(.any)], needs: .perhaps, failures: ["make anything"])
  }
}

extension Kind {
  /// The type with its article, for sentences.
  package var words: String {
    switch self {
    case .null: "null"
    case .boolean: "a boolean"
    case .number: "a number"
    case .string: "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }
}
