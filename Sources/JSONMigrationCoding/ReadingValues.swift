internal import JSONText
internal import PropertyLists

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A type that is read in a way of its own, but for the few that nearly all values have.
private enum KnownType {
  case date, data, url, decimal, texts, integers, doubles, float, json, object, number

  @inline(__always)
  init?(_ type: Any.Type, _ strategies: Strategies) {
    if type == Date.self {
      self = .date
    } else if type == Data.self {
      self = .data
    } else if type == URL.self, !strategies.isPropertyList {
      self = .url
    } else if type == FoundationDecimal.self, !strategies.isPropertyList {
      self = .decimal
    } else if type == [String].self {
      self = .texts
    } else if type == [Int].self {
      self = .integers
    } else if type == [Double].self {
      self = .doubles
    } else if type == Float.self {
      self = .float
    } else if type == JSON.self {
      self = .json
    } else if type == JSONObject.self {
      self = .object
    } else if type == JSONNumber.self {
      self = .number
    } else {
      return nil
    }
  }
}

extension Reading {
  /// A value of any type.
  ///
  /// What Foundation writes in ways of its own is read so; what is read very often is read without
  /// a decoder in between.
  package func value<Value: Decodable>(_ type: Value.Type, _ number: Int) throws -> Value {
    if type == String.self { return try cast(string(number)) }
    if type == Int.self { return try cast(integer(number) as Int) }
    if type == Double.self { return try cast(double(number)) }
    if type == Bool.self { return try cast(boolean(number)) }
    if let known = KnownType(type, strategies) { return try read(known, number) }
    if let shape = shape(of: type, number) { return try read(shape, number) }
    // The type may be that of a subclass, which `Value` doesn't tell.
    return try type.init(from: DocumentDecoder(reading: self, number: number))
  }

  /// Apart from `value`, which is on the stack once for each level of a document.
  @inline(never)
  private func read<Value: Decodable>(_ type: KnownType, _ number: Int) throws -> Value {
    switch type {
    case .date: try cast(date(number))
    case .data: try cast(data(number))
    case .url: try cast(url(number))
    case .decimal: try cast(decimal(number))
    case .texts: try cast(array(number) { try string($0) })
    case .integers: try cast(array(number) { try integer($0) as Int })
    case .doubles: try cast(array(number) { try double($0) })
    case .float: try cast(float(number))
    case .json: try cast(anyJSON(number))
    case .object: try cast(jsonObject(number))
    case .number: try cast(exactNumber(number))
    }
  }

  /// A value that its own decoder is asked for.
  func singleValue<Value: Decodable>(_ type: Value.Type, _ number: Int) throws -> Value {
    if type == Date.self { return try cast(date(number, isAlone: true)) }
    if !areKeysAsTheyAre, case .object = kind(number), let shape = shapeOfObject(type, number) {
      return try read(shape, number, isAlone: true)
    }
    return try value(type, number)
  }

  /// The shape of a type that isn't to be left to its own `init(from:)`.
  @inline(__always)
  private func shape(of type: Any.Type, _ number: Int) -> (any KnownShape.Type)? {
    switch kind(number) {
    case .array: shapeOfArray(type, number)
    case .object: shapeOfObject(type, number)
    default: nil
    }
  }

  private func read<Known: KnownShape, Value>(
    _ type: Known.Type, _ number: Int, isAlone: Bool = false
  ) throws -> Value {
    try cast(type.read(self, number, isAlone: isAlone))
  }

  /// A value as the type that it has anyway.
  ///
  /// A cast with `as?` looks up the type of an optional each time. This one makes sure that both
  /// types are the same, and does nothing else.
  @inline(__always)
  private func cast<Known, Value>(_ value: Known) -> Value {
    _identityCast(value, to: Value.self)
  }

  func array<Element>(
    _ number: Int, _ element: (Int) throws -> Element
  ) throws -> [Element] {
    guard case .array = kind(number) else { throw mismatch([Any].self, number) }
    var elements: [Element] = []
    elements.reserveCapacity(view.count(number))
    var next = view.first(number)
    for _ in 0..<view.count(number) {
      elements.append(try element(next))
      next = view.next(next)
    }
    return elements
  }
}
