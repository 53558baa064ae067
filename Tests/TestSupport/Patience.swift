import Foundation
package import Testing

extension TimeLimitTrait.Duration {
  /// How long a test may take that would never end, or for hours, if something were wrong.
  ///
  /// Where all tests start at once each waits for the others, so this has to be much more than a
  /// test takes. The script that runs them under a sanitizer says how many minutes it shall be
  /// there, in the environment variable `JSONMIGRATE_PATIENCE`.
  package static var patience: Self {
    .minutes(ProcessInfo.processInfo.environment["JSONMIGRATE_PATIENCE"].flatMap { Int($0) } ?? 10)
  }
}
