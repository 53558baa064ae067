internal import JSONMigrationCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A type with rules of its own, for values that sit in documents of other types.
///
///     struct Author: Codable, Versioned {
///       static let rules = Result {
///         try Migrator(rules: [RuleSource(name: "v2.json", text: "…")])
///       }
///       static var migrator: Migrator { get throws { try rules.get() } }
///       var name: String
///     }
///
///     struct Poem: Codable {
///       var title: String
///       @Migrated var author: Author
///     }
///
/// Wherever an author stands, it is brought to its newest version before it is decoded, and gets
/// its version when it is encoded. What version the poem has, and whether that is migrated too,
/// makes no difference. Rules that are mistaken are an error when the first value is decoded.
public protocol Versioned: Codable, VersionedContent {
  /// The rules of the type, from a `static let`, so that they are read once.
  static var migrator: Migrator { get throws }

  /// The strategies for values that come from another decoder than this package's.
  ///
  /// A `Decoder` doesn't tell what strategies it has, so if they aren't the default ones, give them
  /// here too.
  static var fallbackDecoder: JSONDecoder { get }
}

extension Versioned {
  /// A decoder with the default strategies.
  public static var fallbackDecoder: JSONDecoder { JSONDecoder() }
}

/// A property whose values have rules of their own: a ``Versioned`` type, or an optional, an array,
/// a set or a dictionary of one.
///
/// As a payload of an enum `Migrated<Author>` is a type like any other.
///
/// Such a value is encoded as an object, for its version has to stand in it: another is an error
/// when it is saved, and nothing is written.
///
/// With `decode(_:from:migrating:)` values are migrated just as documents are. With any other
/// decoder they are migrated by value: that decoder has no bytes to give, so the order of members
/// and the spelling of numbers are what it makes of them, with as many digits as an integer or a
/// `Double` has, and of its strategies only `userInfo` can be known; see
/// ``Versioned/fallbackDecoder``. Rules see keys as that decoder's strategy makes them then, and
/// with `migrating:` as they are written; the version is found both ways, also where a strategy has
/// made `schema_version` of it. Dates and data of a property list are nothing that JSON has: such a
/// list is to be decoded with `migrating:`.
///
/// An optional whose key is missing is nil. In a generic type, in which it is of a type that is a
/// parameter, its key has to be there, with null: the compiler doesn't see then that it is one.
@propertyWrapper
public struct Migrated<Value: VersionedContent> {
  /// The value, in its newest version.
  public var wrappedValue: Value

  /// A property with a value that is in its newest version.
  public init(wrappedValue: Value) {
    self.wrappedValue = wrappedValue
  }
}

extension Migrated: Codable {
  /// Migrates and decodes the value.
  public init(from decoder: any Decoder) throws {
    wrappedValue = try Value._decodeMigrated(from: decoder)
  }

  /// Encodes the value with its version.
  public func encode(to encoder: any Encoder) throws {
    try wrappedValue._encodeStamped(to: encoder)
  }
}

extension Migrated: Sendable where Value: Sendable {}
extension Migrated: Equatable where Value: Equatable {}
extension Migrated: Hashable where Value: Hashable {}

extension KeyedDecodingContainer {
  /// Decodes an optional property: nil where the key is missing.
  ///
  /// The compiler's own `init(from:)` calls this.
  public func decode<Value>(
    _ type: Migrated<Value?>.Type, forKey key: Key
  ) throws -> Migrated<Value?> {
    try decodeIfPresent(type, forKey: key) ?? Migrated(wrappedValue: nil)
  }
}

extension KeyedEncodingContainer {
  /// Encodes an optional property, and no key where it is nil.
  ///
  /// The compiler's own `encode(to:)` calls this.
  public mutating func encode<Value>(_ value: Migrated<Value?>, forKey key: Key) throws {
    if value.wrappedValue != nil { try encodeIfPresent(value, forKey: key) }
  }
}
