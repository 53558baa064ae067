/// Comparisons and functions of conditions, by RFC 9535: strings are compared as bytes, numbers by
/// their exact value, arrays and objects as a whole, objects without order. Nothing is equal to
/// nothing only.
extension Document {
  mutating func compare(
    _ left: PathValue, _ comparison: PathComparison, _ right: PathValue
  ) throws(JSONError) -> Bool {
    switch comparison {
    case .equal: return try areEqual(left, right)
    case .notEqual: return try areEqual(left, right) == false
    case .less, .lessOrEqual, .greater, .greaterOrEqual: break
    }
    guard let order = try order(left, right) else {
      let takesEqual = comparison == .lessOrEqual || comparison == .greaterOrEqual
      return takesEqual ? try areEqual(left, right) : false
    }
    switch comparison {
    case .less: return order < 0
    case .lessOrEqual: return order <= 0
    case .greater: return order > 0
    default: return order >= 0
    }
  }

  private mutating func areEqual(
    _ left: PathValue, _ right: PathValue
  ) throws(JSONError) -> Bool {
    switch (left, right) {
    case (.place(let left), .place(let right)): return try areEqual(left, right)
    case (.place(let node), let value), (let value, .place(let node)):
      return try isEqual(node, to: value)
    case (.nothing, .nothing), (.null, .null): return true
    case (.boolean(let left), .boolean(let right)): return left == right
    case (.integer(let left), .integer(let right)): return left == right
    case (.text(let left), .text(let right)): return left == right
    default: return try order(left, right) == 0
    }
  }

  /// Compares a place with what is none.
  private mutating func isEqual(
    _ node: NodeID, to value: PathValue
  ) throws(JSONError) -> Bool {
    switch value {
    case .nothing, .place: return false
    case .null: return kind(node) == .null
    case .boolean(let value): return kind(node) == .boolean && boolean(of: node) == value
    case .text(let text): return try isString(node, equalTo: text)
    case .integer, .number: return try order(.place(node), value) == 0
    }
  }

  /// Below zero if the left is less, above if it is more; nil if they are not two numbers or two
  /// texts.
  private mutating func order(
    _ left: PathValue, _ right: PathValue
  ) throws(JSONError) -> Int? {
    if let left = short(left), let right = short(right), let order = left.order(to: right) {
      return order
    }
    if let left = try number(left), let right = try number(right) {
      return NumberText.compare(left, right)
    }
    guard let left = try text(left), let right = try text(right) else { return nil }
    return left == right ? 0 : left.lexicographicallyPrecedes(right) ? -1 : 1
  }

  private func short(_ value: PathValue) -> ShortDecimal? {
    switch value {
    case .integer(let value): ShortDecimal(value)
    case .number(let text): ShortDecimal(text)
    case .place(let node) where kind(node) == .number: ShortDecimal(scalarText(of: node))
    default: nil
    }
  }

  private mutating func number(_ value: PathValue) throws(JSONError) -> [UInt8]? {
    switch value {
    case .integer(let value): return Array(String(value).utf8)
    case .number(let text): return text
    case .place(let node) where kind(node) == .number:
      try charge(bytes: scalarText(of: node).count)
      return scalarText(of: node).array
    default: return nil
    }
  }

  private mutating func text(_ value: PathValue) throws(JSONError) -> [UInt8]? {
    switch value {
    case .text(let text): return text
    case .place(let node) where kind(node) == .string:
      try charge(bytes: scalarText(of: node).count)
      return string(of: node)
    default: return nil
    }
  }
}

// MARK: - Functions

extension Document {
  /// The Unicode scalars of a text, the elements of an array, the members of an object.
  mutating func length(of value: PathValue) throws(JSONError) -> PathValue {
    switch value {
    case .text(let text): return .integer(text.scalarCount)
    case .place(let node):
      switch kind(node) {
      case .string:
        try charge(bytes: scalarText(of: node).count)
        return .integer(scalarCount(of: node))
      case .array, .object: return .integer(count(of: node))
      case .null, .boolean, .number: return .nothing
      }
    case .nothing, .null, .boolean, .integer, .number: return .nothing
    }
  }

  /// The type of a value; nil if there is none.
  func kind(of value: PathValue) -> Kind? {
    switch value {
    case .nothing: nil
    case .null: .null
    case .boolean: .boolean
    case .integer, .number: .number
    case .text: .string
    case .place(let node): kind(node)
    }
  }

  func type(of value: PathValue) -> PathValue {
    .text(kind(of: value).map(KindName.of) ?? KindName.missing)
  }
}

extension Kind {
  /// Whether `type()` says this of some value, or of none.
  static func isType(_ name: [UInt8]) -> Bool {
    name == KindName.missing || Kind(type: name) != nil
  }

  /// The type of which `type()` says this; nil if it is none.
  package init?(type name: [UInt8]) {
    let kinds = (Self.null.rawValue...Self.object.rawValue).lazy.compactMap(Self.init(rawValue:))
    guard let kind = kinds.first(where: { KindName.of($0) == name }) else { return nil }
    self = kind
  }
}

/// What `type()` says.
private enum KindName {
  static let missing = Array("missing".utf8)
  static let null = Array("null".utf8)
  static let boolean = Array("boolean".utf8)
  static let number = Array("number".utf8)
  static let string = Array("string".utf8)
  static let array = Array("array".utf8)
  static let object = Array("object".utf8)

  static func of(_ kind: Kind) -> [UInt8] {
    switch kind {
    case .null: null
    case .boolean: boolean
    case .number: number
    case .string: string
    case .array: array
    case .object: object
    }
  }
}
