internal import JSONMigration
internal import JSONMigrationCoding
public import JSONMigrationCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A document that a release of an app has saved, kept for tests.
///
///     @Test(arguments: try Sample.all(in: folder))
///     func `what any release has saved can be read`(sample: Sample) throws {
///       _ = try sample.decode(as: Event.self, by: migrator)
///     }
///
/// That is one test case for each file, with its name.
public struct Sample: Hashable, Sendable, CustomStringConvertible {
  /// The path in the folder of samples.
  public let name: String
  /// What is in the file.
  public let data: Data

  /// The name.
  public var description: String { name }

  /// A sample that is in no file.
  public init(name: String, data: Data) {
    self.name = name
    self.data = data
  }

  /// The JSON files of a folder and of the folders in it, by name; hidden ones are left out.
  ///
  /// A folder without any is an error: a test of nothing shows nothing.
  public static func all(in folder: URL) throws(MigrationError) -> [Sample] {
    let found = try Samples.files(in: folder)
    guard !found.isEmpty else {
      throw MigrationError(
        Diagnostic(
          .missingValue, "there is no JSON file among the samples",
          at: Diagnostic.Place(folder.path),
          help: "keep a document of each version that was ever released"))
    }
    return found.map { Sample(name: $0.key, data: $0.value) }
      .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
  }

  /// Migrates the document and decodes a value from it.
  ///
  /// An error in the document has the sample's name.
  public func decode<Value: Decodable>(
    as type: Value.Type, by migrator: Migrator, decoder: JSONDecoder = JSONDecoder()
  ) throws -> Value {
    try EncodedDocument(data).read(named: name) { text in
      try migrator.read(text, Strategies(of: decoder), named: name) { reading, root in
        try reading.value(type, root)
      }
    }
  }
}
