import Foundation
import JSONMigrationCore

@testable import JSONMigration
@testable import JSONMigrationTesting

/// A type that is checked against rules, for tests of the check.
enum Checked {
  /// What is found, each with its severity; rules are those of steps, from version 1 on.
  static func messages(
    _ type: any Decodable.Type, steps: [String], samples: [String]? = nil,
    decoder: JSONDecoder = JSONDecoder(), places: Bool = false
  ) throws -> [String] {
    let sources = steps.enumerated().map { number, step in
      RuleSource(
        name: "v\(number + 2).json",
        text: step.hasPrefix("{ \"rules\"")
          ? "{ \"to\": \(number + 2)," + step.dropFirst()
          : "{ \"to\": \(number + 2), \"rules\": [\(step)] }")
    }
    return try messages(
      type, Migrator(rules: sources), samples: samples, decoder: decoder, places: places)
  }

  static func messages(
    _ type: any Decodable.Type, _ migrator: Migrator, samples: [String]? = nil,
    decoder: JSONDecoder = JSONDecoder(), places: Bool = false
  ) throws -> [String] {
    let named = samples.map { samples in
      Dictionary(
        samples.enumerated().map { ("\($0).json", Data($1.utf8)) }, uniquingKeysWith: { $1 })
    }
    func told(_ diagnostic: Diagnostic) -> String {
      places ? diagnostic.description : "\(diagnostic.severity): \(diagnostic.message)"
    }
    do {
      guard let named else { return try migrator.check(decodes: type, decoder: decoder).map(told) }
      return try migrator.check(decodes: type, samples: named, decoder: decoder).map(told)
    } catch let error as MigrationError {
      return error.diagnostics.map(told)
    }
  }
}
