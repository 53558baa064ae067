#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Migrator {
  /// Checks that a type of today can be decoded from what the rules make of old documents.
  ///
  ///     @Test func `old events can still be read`() throws {
  ///       try migrator.check(decodes: Event.self, samples: folder)
  ///     }
  ///
  /// Everything that the type needs and nothing supplies is in the error, each with its type, the
  /// versions that lack it, and the rule that would mend it:
  ///
  ///     error: `Event` needs `isRecurring: Bool`, and nothing adds it from version 1;
  ///     add: { "add-default": { "isRecurring": false } } [missing-value]
  ///
  /// The samples are the JSON files of the folder and of the folders in it: keep a document of each
  /// version that was ever released. Each is migrated, and then the type is decoded from it with a
  /// decoder that takes notes, and makes up what is missing in order to see what comes after. So it
  /// sees through nested types, arrays, dictionaries, optionals and enumerations. Where a type refuses
  /// what was made up, such as an enumeration that is no `CaseIterable` and that no sample shows a case
  /// of, what comes behind it is not seen, and a warning says so. **A trap in an `init(from:)` of your
  /// own can't be caught**: it ends the test. Last, each sample is decoded in earnest.
  ///
  /// What comes back are notes and warnings: optional properties that no document has, versions without
  /// a sample, and what could not be seen. `decoder` is the one that the app decodes with.
  @discardableResult
  public func check<Value: Decodable>(
    decodes type: Value.Type, samples folder: URL, decoder: JSONDecoder = JSONDecoder()
  ) throws -> [Diagnostic] {
    try check(decodes: type, samples: Samples.files(in: folder), decoder: decoder)
  }

  /// Checks that a type of today can be decoded from what the rules make of old documents.
  ///
  /// The samples have names for messages.
  @discardableResult
  public func check<Value: Decodable>(
    decodes type: Value.Type, samples: [String: Data], decoder: JSONDecoder = JSONDecoder()
  ) throws -> [Diagnostic] {
    try Contract(migrator: self, type: type, decoder: decoder).check(samples)
  }
}

/// Documents to try a type on.
private enum Samples {
  /// The JSON files of a folder and of the folders in it, by their paths there.
  static func files(in folder: URL) throws(MigrationError) -> [String: Data] {
    do {
      var samples: [String: Data] = [:]
      for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      where path.hasSuffix(".json") && !path.split(separator: "/").contains(where: isHidden) {
        samples[path] = try Data(contentsOf: folder.appendingPathComponent(path))
      }
      return samples
    } catch {
      throw MigrationError(
        Diagnostic(
          .missingValue, "the samples can't be read: \(Printable.text(of: "\(error)"))",
          at: Diagnostic.Place(folder.path)))
    }
  }

  private static func isHidden(_ name: Substring) -> Bool { name.hasPrefix(".") }
}
