internal import JSONMigration
public import JSONMigrationCore

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
  /// version that was ever released. The documents in the tests of steps count too, though nothing
  /// is made of what isn't in them. And the rules are asked, for versions without a sample as well:
  /// what they take away, what they add always or only under a condition, and whether the type
  /// takes the values that they write.
  ///
  /// An error is what is certain: the type was decoded in earnest, and refused it. What comes back
  /// are warnings and notes: what can't be known for want of a sample, what rules do only under a
  /// condition, optional properties that no sample has, and what could not be seen.
  ///
  /// The check sees through nested types, arrays, dictionaries, optionals, enumerations and types
  /// that hold themselves, by a decoder that takes notes and makes up what is missing. Where a type
  /// refuses what was made up, and no document and no rule shows a value, what comes behind it is
  /// not seen, and a warning says so. **A trap in an `init(from:)` of your own can't be caught**:
  /// it ends the test.
  ///
  /// `decoder` is the one that the app decodes with.
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

  /// Checks that a type of today fits what the rules and their tests say, without any sample.
  ///
  /// What was always there and no rule ever touched is not known then: warnings tell of it.
  @discardableResult
  public func check<Value: Decodable>(
    decodes type: Value.Type, decoder: JSONDecoder = JSONDecoder()
  ) throws -> [Diagnostic] {
    try Contract(migrator: self, type: type, decoder: decoder).check(nil)
  }
}

/// Documents to try a type on.
enum Samples {
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
          .missingValue,
          "the samples can't be read: \(Printable.text(of: RuleSource.words(for: error)))",
          at: Diagnostic.Place(folder.path)))
    }
  }

  private static func isHidden(_ name: Substring) -> Bool { name.hasPrefix(".") }
}
