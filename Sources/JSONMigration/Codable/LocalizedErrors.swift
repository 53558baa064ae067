internal import JSONMigrationCore
internal import JSONText

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

// Alerts and logs show what these say: all of the message, and not a number.

extension MigrationError: LocalizedError {
  /// All that there is to tell, a line for each diagnostic.
  public var errorDescription: String? { description }

  /// What went wrong first.
  public var failureReason: String? { diagnostics.first { $0.severity == .error }?.message }

  /// What to do next, where a diagnostic says it.
  public var recoverySuggestion: String? { diagnostics.lazy.compactMap(\.help).first }
}

extension JSONError: LocalizedError {
  /// The place, what was expected, and what was found.
  public var errorDescription: String? { description }
}

extension PathError: LocalizedError {
  /// What was expected, what was found, and where.
  public var errorDescription: String? { description }
}

// What Linux has of Foundation in small knows no `NSError`.
#if !canImport(FoundationEssentials)
  extension MigrationError: CustomNSError {
    /// The domain of these errors.
    public static var errorDomain: String { "JSONMigration.MigrationError" }

    /// What an `NSError` tells: the keys are those of Foundation.
    public var errorUserInfo: [String: Any] {
      var info: [String: Any] = ["NSLocalizedDescription": description]
      if let failureReason { info["NSLocalizedFailureReason"] = failureReason }
      if let recoverySuggestion {
        info["NSLocalizedRecoverySuggestion"] = recoverySuggestion
      }
      return info
    }
  }
#endif
