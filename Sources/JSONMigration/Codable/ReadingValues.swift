internal import JSONText

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

extension Reading {
  /// A value of any type.
  ///
  /// What Foundation writes in ways of its own is read so; what is read very often is read without a
  /// decoder in between.
  func value<Value: Decodable>(_ type: Value.Type, _ number: Int) throws -> Value {
    if type == String.self { return try cast(string(number)) }
    if type == Int.self { return try cast(integer(number) as Int) }
    if type == Double.self { return try cast(double(number)) }
    if type == Bool.self { return try cast(boolean(number)) }
    if type == Date.self { return try cast(date(number)) }
    if type == Data.self { return try cast(data(number)) }
    if type == URL.self, !strategies.isPropertyList { return try cast(url(number)) }
    if type == FoundationDecimal.self, !strategies.isPropertyList {
      return try cast(decimal(number))
    }
    if type == [String].self { return try cast(array(number) { try string($0) }) }
    if type == [Int].self { return try cast(array(number) { try integer($0) as Int }) }
    if type == [Double].self { return try cast(array(number) { try double($0) }) }
    if !strategies.keys.areAsTheyAre { return try dictionary(type, number) }
    return try Value(from: decoder(number))
  }

  /// A value as the type that it has anyway.
  ///
  /// A cast with `as?` looks up the type of an optional each time. This one makes sure that both types
  /// are the same, and does nothing else.
  @inline(__always)
  private func cast<Known, Value>(_ value: Known) -> Value {
    _identityCast(value, to: Value.self)
  }

  /// A value that may be a dictionary whose keys are text.
  ///
  /// Apart, since an optional of a generic type costs something wherever it may be needed.
  @inline(never)
  private func dictionary<Value: Decodable>(_ type: Value.Type, _ number: Int) throws -> Value {
    if let type = type as? any TextKeyed.Type, let value = try type.read(self, number) as? Value {
      return value
    }
    return try Value(from: decoder(number))
  }

  @inline(__always)
  private func decoder(_ number: Int) -> DocumentDecoder {
    DocumentDecoder(reading: self, number: number)
  }

  private func array<Element>(
    _ number: Int, _ element: (Int) throws -> Element
  ) throws -> [Element] {
    guard kind(number) == .array else { throw mismatch([Any].self, number) }
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

/// Dictionaries whose keys are data, and not names of properties: a strategy for keys leaves them
/// alone.
private protocol TextKeyed {
  static func read(_ reading: Reading, _ number: Int) throws -> Self
}

extension Dictionary: TextKeyed where Key == String, Value: Decodable {
  fileprivate static func read(_ reading: Reading, _ number: Int) throws -> Self {
    guard reading.kind(number) == .object else {
      throw reading.mismatch([String: Any].self, number)
    }
    reading.note(PlainKey.self, for: number)
    var dictionary: Self = [:]
    dictionary.reserveCapacity(reading.view.count(number))
    for member in reading.members(of: number) {
      let key = reading.view.key(member)
      let value = try reading.value(Value.self, member)
      if dictionary[key] == nil { dictionary[key] = value }
    }
    return dictionary
  }
}
