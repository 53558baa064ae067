internal import JSONMigrationCoding
internal import JSONMigrationCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension JSONEncoder {
  /// Encodes a value and writes its version where the rules say that documents have it.
  ///
  ///     let saved = try JSONEncoder().encode(poem, stamping: migrator)
  ///
  /// The version is the migrator's target: what the type of today is encoded to. A version that the
  /// value has encoded itself is replaced; a member of that name that holds something else is an
  /// error, and so is that a version at an index, `format[1]`, has no place in what is encoded, or
  /// would become an entry of a dictionary.
  /// Where rules say `"stamp": false`, or tell versions by their looks, nothing is written.
  /// All else is as this encoder writes it; a new version comes last in its object, with
  /// `.sortedKeys` too. Keys in a `JSON` are data, as those of a dictionary are: a strategy for
  /// keys leaves them alone, to a depth of 100 levels.
  public func encode(_ value: some Encodable, stamping migrator: Migrator) throws -> Data {
    try migrator.checkPlace(in: value)
    return try migrator.stamp(encode(keepingKeysOfJSON: value), named: "the encoded value")
  }

  /// Encodes a value that needs a configuration and writes its version.
  @available(macOS 14, iOS 17, tvOS 17, watchOS 10, *)
  public func encode<Value: EncodableWithConfiguration>(
    _ value: Value, configuration: Value.EncodingConfiguration, stamping migrator: Migrator
  ) throws -> Data {
    try migrator.stamp(
      encode(value, configuration: configuration), named: "the encoded value")
  }

  /// What this encoder makes of a value, but for the keys of JSON in it, which stay as they are.
  func encode(keepingKeysOfJSON value: some Encodable) throws -> Data {
    if case .useDefaultKeys = keyEncodingStrategy { return try encode(value) }
    return try encode(MarkedValue(value: value, marks: Marks(arePut: false)))
  }
}

extension Migrator {
  /// Refuses a dictionary, of which the version would be one of the entries when it is loaded.
  ///
  /// One that has such an entry already keeps it.
  func checkPlace(in value: some Encodable) throws(MigrationError) {
    let format = rules.format
    guard format.isStamped, format.each == nil, let key = format.stampPlace?.first,
      (value as? any DictionaryContent)?.takesEntry(key) == false
    else { return }
    throw MigrationError(
      Diagnostic(
        .conflict,
        "the value is a dictionary, and its version would be one of its entries when it is loaded",
        help: "encode a type that has the dictionary as a member"))
  }

  /// A document with the target's version written into it.
  ///
  /// What `isPart` of a document may be without the place of the version.
  func stamp(
    _ document: Data, named name: String, isPart: Bool = false
  ) throws(MigrationError) -> Data {
    try withStation { station throws(MigrationError) in
      station.put(document)
      try station.stamp(named: name, isPart: isPart)
      return try station.withOutput(named: name) { Data(copying: $0) }
    }
  }
}
