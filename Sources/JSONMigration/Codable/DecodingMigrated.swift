package import JSONMigrationCoding
package import JSONMigrationCore
internal import JSONText

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension JSONDecoder {
  /// Migrates a document to the newest version and decodes a value from it, in one pass.
  ///
  ///     let poem = try JSONDecoder().decode(Poem.self, from: data, migrating: migrator)
  ///
  /// The strategies of this decoder count, and so does its `userInfo`; values and errors are those
  /// that `decode(_:from:)` has for the migrated document. A document that can't be migrated is a
  /// ``MigrationError``. If this decoder allows JSON 5 that is one too, for documents are migrated
  /// as strict JSON. As with `JSONDecoder`, data may be in UTF-8, UTF-16 or UTF-32, with a
  /// byte-order mark or without.
  ///
  /// Three things are more exact than with `JSONDecoder`: keys are compared byte for byte, an
  /// integer is never one that was rounded, and `JSON` keeps its order and the spelling of its
  /// numbers and keys, whatever the strategy for keys is. One thing is stricter: the whole document
  /// has to be JSON, also where nobody reads it.
  public func decode<Value: Decodable>(
    _ type: Value.Type, from data: Data, migrating migrator: Migrator
  ) throws -> Value {
    try EncodedDocument(data).read(named: Migrator.unnamed) { text in
      try migrator.read(text, Strategies(of: self)) { reading, root in
        try reading.value(type, root)
      }
    }
  }

  /// Migrates a document and decodes a value from it that needs a configuration.
  public func decode<Value: DecodableWithConfiguration>(
    _ type: Value.Type, from data: Data, configuration: Value.DecodingConfiguration,
    migrating migrator: Migrator
  ) throws -> Value {
    try EncodedDocument(data).read(named: Migrator.unnamed) { text in
      try migrator.read(text, Strategies(of: self)) { reading, root in
        try type.init(from: reading.decoder(root), configuration: configuration)
      }
    }
  }

  /// Migrates a document and decodes a value from it, with the configuration that a type provides.
  public func decode<Value: DecodableWithConfiguration, Provider: DecodingConfigurationProviding>(
    _ type: Value.Type, from data: Data, configuration: Provider.Type,
    migrating migrator: Migrator
  ) throws -> Value where Value.DecodingConfiguration == Provider.DecodingConfiguration {
    try decode(
      type, from: data, configuration: configuration.decodingConfiguration, migrating: migrator)
  }
}

extension Migrator {
  /// What messages call a document that has no name.
  fileprivate static var unnamed: String { "document" }

  /// Migrates a document, and lets `body` read the result; one that is current is read as it is.
  ///
  /// Where it is called the type of the document is known, and its bytes are reached in one step.
  @inline(__always)
  package func read<Value>(
    _ document: some Sequence<UInt8>, _ strategies: consuming Strategies,
    named name: String = unnamed, base: @autoclosure @escaping () -> [any CodingKey] = [],
    isCurrent: Bool = false,
    _ body: (Reading, Int) throws -> Value
  ) throws -> Value {
    let station = try station()
    // Unless a decoder escapes: then it keeps the memory that it reads.
    var isFree = true
    defer {
      if isFree { pool.give(station) }
    }
    station.put(document)
    if isCurrent {
      try station.read(named: name)
    } else {
      _ = try open(in: station, named: name, keepingComments: false)
    }
    let memory = station.memoryOfReading
    guard station.lay(out: &memory.outline, depth: Reading.depthLimit) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: base(),
          debugDescription: "the document nests deeper than \(Reading.depthLimit) levels"))
    }
    var reading = Reading(
      station.view(of: memory.outline), in: memory, of: station, strategies, base: base)
    defer { isFree = isKnownUniquelyReferenced(&reading) }
    return try body(reading, Outline.root)
  }
}

extension Station {
  /// What reading a document left for the next.
  fileprivate var memoryOfReading: ReadingMemory {
    if let memory = memory as? ReadingMemory { return memory }
    let memory = ReadingMemory()
    self.memory = memory
    return memory
  }
}

extension Strategies {
  /// The strategies of a decoder, if it can be followed.
  package init(of decoder: JSONDecoder) throws(MigrationError) {
    do throws(Refusal) {
      try self.init(decoder)
    } catch {
      throw MigrationError(
        Diagnostic(
          .unsupported, "the decoder can't be followed: \(error.why)",
          help: "migrate the data first, then decode it: `decode(_:from: migrator.migrate(data))`"))
    }
  }
}
