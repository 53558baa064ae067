internal import JSONMigrationCore
internal import JSONText

/// What becomes of values of a shape.
struct Carried: Sendable {
  var shape: Shape
  /// Whether the value may go, with the member or element that it is.
  var mayGo = false
  /// What may go wrong, in words behind "may".
  var failures: [String] = []

  @inline(never)
  init(_ shape: Shape, mayGo: Bool = false, failures: [String] = []) {
    (self.shape, self.mayGo, self.failures) = (shape, mayGo, failures)
  }

  /// Of a value that a verb doesn't take, the failure that says so.
  init(_ shape: Shape, of value: Shape, needs kinds: [Kind], _ words: String) {
    self.shape = shape
    let others = value.kinds.filter { !kinds.contains($0) }
    if !others.isEmpty {
      failures = ["find \(others.map(\.words).joined(separator: " or ")) and needs \(words)"]
    }
  }
}

/// What comes of several values that are read.
struct Made: Sendable {
  /// Which of the values have to be there.
  enum Needs: Sendable {
    case all, any
    /// Nothing may come of it, whatever is there.
    case perhaps
  }

  /// What comes to each place.
  var members: [ObjectShape.Member]
  var needs = Needs.all
  /// The part of the value that stays where it is.
  var kept = Shape.never
  /// What it may replace, where that is not up to `if-exists`.
  var over: Effects.Occupant?
  /// Whether it comes into an array.
  var isElement = false
  var failures: [String] = []
}

extension Kind {
  /// The type with its article, for sentences.
  var words: String {
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
