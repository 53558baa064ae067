extension JSON: Encodable {
  /// Encodes the value with any encoder.
  ///
  /// A number becomes an `Int64` or `UInt64` where it equals one, else the nearest `Double`; one
  /// beyond the range of `Double` is an error. So digits that a `Double` doesn't hold are lost, and
  /// so is the spelling: `1.0` becomes `1`. More than 512 levels are an error, as with Foundation,
  /// whose `JSONEncoder` writes one of two keys that are canonically equal, and respells all keys
  /// by its strategy for them; `encode(_:stamping:)` leaves them alone.
  public func encode(to encoder: any Encoder) throws {
    guard isContainer else { return try encodeScalar(to: encoder) }
    var open: [any EncodingPlace] = []
    var walk = JSONWalk(self)
    while let step = walk.next() {
      guard case .enter(let value, let key, _) = step else {
        open.removeLast()
        continue
      }
      guard walk.depth <= Self.maximumCodingDepth else {
        throw EncodingError.invalidValue(
          value,
          .init(codingPath: encoder.codingPath, debugDescription: Self.tooDeepToCode))
      }
      if let last = open.indices.last {
        if let inner = try open[last].add(value, key: key) { open.append(inner) }
      } else if case .object = value {
        open.append(EncodedObject(container: encoder.container(keyedBy: JSONKey.self)))
      } else {
        open.append(EncodedArray(container: encoder.unkeyedContainer()))
      }
    }
  }

  private func encodeScalar(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null, .array, .object: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let number): try number.encode(to: encoder)
    case .string(let value): try container.encode(value)
    }
  }
}

extension JSONObject: Encodable {
  /// Encodes the members with any encoder, as `JSON` does.
  public func encode(to encoder: any Encoder) throws {
    try JSON.object(self).encode(to: encoder)
  }
}

extension JSONNumber: Encodable {
  /// Encodes an `Int64` or `UInt64` that equals the number, else the nearest `Double`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let value = Int64(exactly: self) {
      try container.encode(value)
    } else if let value = UInt64(exactly: self) {
      try container.encode(value)
    } else if let value = Double(self) {
      try container.encode(value)
    } else {
      throw EncodingError.invalidValue(
        self,
        .init(
          codingPath: encoder.codingPath,
          debugDescription: "\(Found.quote(text.utf8)) is beyond the range of Double"))
    }
  }
}

extension JSON {
  /// How many levels are encoded and decoded: as many as Foundation's coders go.
  ///
  /// Beyond it they refuse a value only after they have built their own tree of it, whose release
  /// can overflow a small stack.
  package static let maximumCodingDepth = 512

  static let tooDeepToCode = "more than \(maximumCodingDepth) levels of nesting"
}

/// A container that is being encoded.
///
/// Inner containers are asked of it, so nothing recurses.
private protocol EncodingPlace {
  /// Encodes a scalar, or opens a container and returns it.
  mutating func add(_ value: JSON, key: String?) throws -> (any EncodingPlace)?
}

private struct EncodedArray: EncodingPlace {
  var container: any UnkeyedEncodingContainer

  mutating func add(_ value: JSON, key: String?) throws -> (any EncodingPlace)? {
    switch value {
    case .array:
      return EncodedArray(container: container.nestedUnkeyedContainer())
    case .object:
      return EncodedObject(container: container.nestedContainer(keyedBy: JSONKey.self))
    case .null, .bool, .number, .string:
      try container.encode(value)
      return nil
    }
  }
}

private struct EncodedObject: EncodingPlace {
  var container: KeyedEncodingContainer<JSONKey>

  mutating func add(_ value: JSON, key: String?) throws -> (any EncodingPlace)? {
    let key = JSONKey(key ?? "")
    switch value {
    case .array:
      return EncodedArray(container: container.nestedUnkeyedContainer(forKey: key))
    case .object:
      return EncodedObject(container: container.nestedContainer(keyedBy: JSONKey.self, forKey: key))
    case .null, .bool, .number, .string:
      try container.encode(value, forKey: key)
      return nil
    }
  }
}

/// Any key.
struct JSONKey: CodingKey {
  let stringValue: String
  let intValue: Int? = nil

  init(_ key: String) {
    stringValue = key
  }

  init?(stringValue: String) {
    self.stringValue = stringValue
  }

  init?(intValue: Int) {
    return nil
  }
}
