internal import JSONMigrationCoding
internal import JSONMigrationCore
internal import JSONText

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What a ``Migrated`` property can hold; conform to ``Versioned`` to make a type one of these.
public protocol VersionedContent {
  /// Migrates what a decoder has, and decodes it.
  static func _decodeMigrated(from decoder: any Decoder) throws -> Self

  /// Encodes the value with its version.
  func _encodeStamped(to encoder: any Encoder) throws
}

/// A decoder that wants to see leaf types itself, as that of the check of types does.
package protocol LeafDecoder: Decoder {
  func leaf<Value: Versioned>(_ type: Value.Type, _ migrator: Migrator) throws -> Value
}

extension Versioned {
  /// Migrates what a decoder has by the rules of this type, and decodes it.
  public static func _decodeMigrated(from decoder: any Decoder) throws -> Self {
    let migrator = try migrator
    let json: [UInt8]
    var strategies: Strategies
    if let (reading, number) = Reading.behind(decoder) {
      json = reading.leaf(number, stampedAt: (migrator.rules.format.stampPlace ?? [])[...])
      strategies = reading.strategies
    } else if let recorder = decoder as? any LeafDecoder {
      return try recorder.leaf(Self.self, migrator)
    } else {
      json = Array(try JSON(from: decoder).description.utf8)
      strategies = try Strategies(of: Self.fallbackDecoder)
      strategies.userInfo.merge(decoder.userInfo) { $1 }
    }
    if migrator.rules.format.isStamped, json.elementsEqual("null".utf8) {
      throw DecodingError.valueNotFound(
        Self.self,
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "expected a document of \(Self.self), found null"))
    }
    do {
      return try migrator.read(json, strategies, base: decoder.codingPath) { reading, root in
        try Self(from: reading.decoder(root))
      }
    } catch let error as MigrationError {
      throw error.inLeaf("\(Self.self)", at: decoder.codingPath)
    }
  }

  /// Encodes the value, and its version where its rules say that it is.
  ///
  /// A value that is encoded as anything but an object has no place for a version, which is an
  /// error.
  public func _encodeStamped(to encoder: any Encoder) throws {
    if let marked = encoder as? MarkedEncoder, marked.marks.arePut {
      return try marked.encode(leaf: self)
    }
    try encodeWithStamp(to: encoder)
  }

  func encodeWithStamp(to encoder: any Encoder) throws {
    let migrator = try Self.migrator
    let format = migrator.rules.format
    guard format.isStamped, format.each == nil, let place = format.stampPlace else {
      return try encode(to: encoder)
    }
    let stamp = Stamp(of: migrator, at: place[...])
    try stamp.encode(self, to: encoder)
    guard let keys = stamp.keysWithoutPlace else { return }
    throw EncodingError.invalidValue(
      self,
      EncodingError.Context(
        codingPath: encoder.codingPath,
        debugDescription:
          "\((["\(Self.self)"] + keys).joined(separator: ".")) is encoded as a single value, a "
          + "dictionary or a list, which has no place for its version: encode it as an object, or "
          + "say `\"stamp\": false` in its format"))
  }
}

extension Format {
  /// The keys that lead to the version; nil where it stands at an index.
  var stampPlace: [String]? {
    at.first?.names?.map { String(decoding: $0.text, as: UTF8.self) }
  }
}

extension MigrationError {
  /// The same error, of a value that is in the middle of a document.
  fileprivate func inLeaf(_ type: String, at path: [any CodingKey]) -> MigrationError {
    let place = path.reduce("$") { place, key in
      place + (key.intValue.map { "[\($0)]" } ?? ".\(Printable.quote(key.stringValue))")
    }
    let name = "\(type) at `\(place)` in a document"
    // Lines and columns would be those of the value by itself.
    return renamingDocument(name).placed(in: name) { place, _ in place.span = nil }
  }
}

extension Optional: VersionedContent where Wrapped: VersionedContent {
  /// Nil for null, else what the type makes of it.
  public static func _decodeMigrated(from decoder: any Decoder) throws -> Self {
    try decoder.singleValueContainer().decodeNil() ? nil : Wrapped._decodeMigrated(from: decoder)
  }

  /// Encodes null, or the value with its version.
  public func _encodeStamped(to encoder: any Encoder) throws {
    if let self { return try self._encodeStamped(to: encoder) }
    var container = encoder.singleValueContainer()
    try container.encodeNil()
  }
}

extension Array: VersionedContent where Element: VersionedContent {
  /// Migrates and decodes each element.
  public static func _decodeMigrated(from decoder: any Decoder) throws -> Self {
    try [Migrated<Element>](from: decoder).map(\.wrappedValue)
  }

  /// Encodes each element with its version.
  public func _encodeStamped(to encoder: any Encoder) throws {
    try map { Migrated(wrappedValue: $0) }.encode(to: encoder)
  }
}

extension Set: VersionedContent where Element: VersionedContent {
  /// Migrates and decodes each element.
  public static func _decodeMigrated(from decoder: any Decoder) throws -> Self {
    Set(try [Element]._decodeMigrated(from: decoder))
  }

  /// Encodes each element with its version.
  public func _encodeStamped(to encoder: any Encoder) throws {
    if let marked = encoder as? MarkedEncoder, marked.marks.arePut {
      return try marked.encode(
        map { Migrated(wrappedValue: $0) as any Encodable }, markedBy: marked.marks.ofSet)
    }
    try Array(self)._encodeStamped(to: encoder)
  }
}

extension Dictionary: VersionedContent where Key: Codable, Value: VersionedContent {
  /// Migrates and decodes each value; keys are decoded as they always are.
  public static func _decodeMigrated(from decoder: any Decoder) throws -> Self {
    try [Key: Migrated<Value>](from: decoder).mapValues(\.wrappedValue)
  }

  /// Encodes each value with its version.
  public func _encodeStamped(to encoder: any Encoder) throws {
    let migrated = mapValues { Migrated(wrappedValue: $0) }
    if let marked = encoder as? MarkedEncoder, !Self.hasTextKeys {
      return try migrated.encodeKeyed(to: marked)
    }
    try migrated.encode(to: encoder)
  }
}
