internal import JSONMigrationCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension GeneratedValues {
  /// The clock of the system, and random ids.
  public static let system = GeneratedValues(now: { Date() }, id: { UUID() })

  /// A generator that asks the given functions for the time and for ids.
  public init(now: @escaping @Sendable () -> Date, id: @escaping @Sendable () -> UUID) {
    self.init(now: { now().formatted(.iso8601) }, id: { _ in id().uuidString.lowercased() })
  }
}
