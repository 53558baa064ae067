internal import JSONMigrationCoding
internal import JSONMigrationCore
internal import JSONText
internal import PropertyLists

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Property lists go through JSON: see `PropertyList`.

extension Migrator {
  /// Migrates a property list to the newest version, in XML or binary as it was.
  ///
  /// Rules see it as JSON: dates as text in ISO 8601 and data as text in Base64. Wherever such a
  /// text is afterwards, it is a date or data again, exactly the one it was. The order of members
  /// is kept, white space in XML is not; one that has comments, or a key twice in a dictionary, is
  /// refused. One that is current comes back as it is.
  public func migrate(
    propertyList: Data, named name: String = "property list"
  ) throws(MigrationError) -> Data {
    let list = try PropertyList(propertyList, named: name)
    let migrated = try migrate(list.json, named: name)
    if migrated == list.json { return propertyList }
    return try list.data(migrated, named: name)
  }
}

extension PropertyListDecoder {
  /// Migrates a property list to the newest version and decodes a value from it.
  ///
  /// Rules see dates as text in ISO 8601 and data as text in Base64, and a type that asks for a
  /// date or for data gets it from such a text. So it is no difference whether rules or the
  /// property list made it; but a type that only tries whether something is text finds text.
  public func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data, migrating migrator: Migrator
  ) throws -> Value {
    try read(data, migrating: migrator) { reading, root in try reading.value(type, root) }
  }
}

extension PropertyListDecoder {
  /// Migrates a property list and decodes a value from it; `format` is set to the form that it had.
  public func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data, format: inout PropertyListFormat,
    migrating migrator: Migrator
  ) throws -> Value {
    let value = try decode(type, from: data, migrating: migrator)
    format = data.starts(with: "bplist".utf8) ? .binary : .xml
    return value
  }

  /// Migrates a property list and decodes a value from it that needs a configuration.
  public func decode<Value: DecodableWithConfiguration>(
    _ type: Value.Type, from data: Data, configuration: Value.DecodingConfiguration,
    migrating migrator: Migrator
  ) throws -> Value {
    try read(data, migrating: migrator) { reading, root in
      try type.init(from: reading.decoder(root), configuration: configuration)
    }
  }

  private func read<Value>(
    _ data: Data, migrating migrator: Migrator, _ body: (Reading, Int) throws -> Value
  ) throws -> Value {
    let list = try PropertyList(data, named: "property list")
    return try migrator.read(list.json, Strategies(self), body)
  }
}

extension PropertyListEncoder {
  /// Encodes a value and writes its version where the rules say that documents have it.
  public func encode(_ value: some Encodable, stamping migrator: Migrator) throws -> Data {
    try migrator.checkPlace(in: value)
    let name = "the encoded value"
    let list = try PropertyList(encode(value), named: name)
    return try list.data(migrator.stamp(Data(list.json), named: name), named: name)
  }
}

extension Data {
  /// Whether it begins as property lists do; no JSON begins so.
  var isPropertyList: Bool {
    let text = EncodedDocument.isMarked(self) ? dropFirst(EncodedDocument.mark.count) : self
    return starts(with: "bplist".utf8) || text.first { $0 > 0x20 } == UInt8(ascii: "<")
  }
}

extension PropertyList {
  init(_ data: Data, named name: String) throws(MigrationError) {
    self = try MigrationError.reported(of: name) { () throws(TextProblem) in
      try PropertyList(data)
    }
  }

  fileprivate func data(
    _ json: some Collection<UInt8>, named name: String
  ) throws(MigrationError) -> Data {
    try MigrationError.reported(of: name) { () throws(TextProblem) in Data(try bytes(json)) }
  }
}
