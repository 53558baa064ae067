/// A decoder that has JSON itself: what it reads is exact.
package protocol JSONSource {
  func json() throws -> JSON
  func jsonObject() throws -> JSONObject
  func jsonNumber() throws -> JSONNumber
}

extension JSON: Decodable {
  /// Decodes a value with any decoder, at most 512 levels deep.
  ///
  /// The decoder decides what is kept. Foundation's knows neither the order of members nor how a
  /// number is written, and merges keys that are canonically equivalent; `JSON(parsing:)` and
  /// `decode(_:from:migrating:)` do none of that.
  public init(from decoder: any Decoder) throws {
    if let source = decoder as? any JSONSource {
      self = try source.json()
      return
    }
    var place: any DecodingPlace
    if let container = try? decoder.container(keyedBy: JSONKey.self) {
      place = DecodedObject(container)
    } else if let container = try? decoder.unkeyedContainer() {
      place = DecodedArray(container)
    } else {
      self = try CodedScalar(from: decoder).value
      return
    }
    var open: [any DecodingPlace] = []
    while true {
      if let inner = try place.next() {
        open.append(place)
        place = inner
        guard open.count < Self.maximumCodingDepth else {
          throw DecodingError.dataCorrupted(
            .init(codingPath: decoder.codingPath, debugDescription: Self.tooDeepToCode))
        }
      } else if var parent = open.popLast() {
        parent.add(place.value)
        place = parent
      } else {
        self = place.value
        return
      }
    }
  }
}

extension JSONObject: Decodable {
  /// Decodes an object with any decoder, as `JSON` does.
  public init(from decoder: any Decoder) throws {
    if let source = decoder as? any JSONSource {
      self = try source.jsonObject()
      return
    }
    guard case .object(let object) = try JSON(from: decoder) else {
      throw DecodingError.typeMismatch(
        Self.self, .init(codingPath: decoder.codingPath, debugDescription: "not an object"))
    }
    self = object
  }
}

extension JSONNumber: Decodable {
  /// Decodes an `Int64` or `UInt64` if the decoder has one, else a `Double`.
  ///
  /// With `decode(_:from:migrating:)` it is the number as it is written, all digits of it.
  public init(from decoder: any Decoder) throws {
    if let source = decoder as? any JSONSource {
      self = try source.jsonNumber()
      return
    }
    guard case .number(let number) = try CodedScalar(from: decoder).value else {
      throw DecodingError.typeMismatch(
        Self.self, .init(codingPath: decoder.codingPath, debugDescription: "not a number"))
    }
    self = number
  }
}

/// Anything but an array or object.
private struct CodedScalar: Decodable {
  let value: JSON

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      value = .null
    } else if let bool = try? container.decode(Bool.self) {
      value = .bool(bool)
    } else if let integer = try? container.decode(Int64.self) {
      value = .number(JSONNumber(integer))
    } else if let integer = try? container.decode(UInt64.self) {
      value = .number(JSONNumber(integer))
    } else if let double = try? container.decode(Double.self),
      let number = JSONNumber(double)
    {
      value = .number(number)
    } else {
      value = .string(try container.decode(String.self))
    }
  }
}

/// A container that is being decoded, and what it held so far.
///
/// Inner containers are asked of it, so nothing recurses.
private protocol DecodingPlace {
  var value: JSON { get }
  /// Takes scalars up to the next container, which it opens and returns; nil at the end.
  mutating func next() throws -> (any DecodingPlace)?
  /// Takes the container that `next` returned, when it is done.
  mutating func add(_ value: JSON)
}

private struct DecodedArray: DecodingPlace {
  private var container: any UnkeyedDecodingContainer
  private var elements: [JSON] = []

  init(_ container: any UnkeyedDecodingContainer) {
    self.container = container
  }

  var value: JSON { .array(elements) }

  mutating func next() throws -> (any DecodingPlace)? {
    while !container.isAtEnd {
      do {
        elements.append(try container.decode(CodedScalar.self).value)
      } catch {
        if let inner = try? container.nestedContainer(keyedBy: JSONKey.self) {
          return DecodedObject(inner)
        }
        guard let inner = try? container.nestedUnkeyedContainer() else { throw error }
        return DecodedArray(inner)
      }
    }
    return nil
  }

  mutating func add(_ value: JSON) {
    elements.append(value)
  }
}

private struct DecodedObject: DecodingPlace {
  private let container: KeyedDecodingContainer<JSONKey>
  private var keys: ArraySlice<JSONKey>
  private var members = JSONObject()

  init(_ container: KeyedDecodingContainer<JSONKey>) {
    self.container = container
    keys = container.allKeys[...]
  }

  var value: JSON { .object(members) }

  mutating func next() throws -> (any DecodingPlace)? {
    while let key = keys.first {
      do {
        members[key.stringValue] = try container.decode(CodedScalar.self, forKey: key).value
        keys.removeFirst()
      } catch {
        if let inner = try? container.nestedContainer(keyedBy: JSONKey.self, forKey: key) {
          return DecodedObject(inner)
        }
        guard let inner = try? container.nestedUnkeyedContainer(forKey: key) else { throw error }
        return DecodedArray(inner)
      }
    }
    return nil
  }

  mutating func add(_ value: JSON) {
    guard let key = keys.popFirst() else { return }
    members[key.stringValue] = value
  }
}
