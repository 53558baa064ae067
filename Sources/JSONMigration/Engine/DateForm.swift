internal import JSONText

/// How a moment is written.
enum DateForm: Sendable {
  case iso8601, unixSeconds, unixMilliseconds, appleSeconds

  static let words: KeyValuePairs<String, DateForm> = [
    "iso8601": .iso8601, "unix-seconds": .unixSeconds, "unix-milliseconds": .unixMilliseconds,
    "apple-seconds": .appleSeconds,
  ]
}

extension Engine {
  /// The time, as it is written in a form.
  mutating func time(as form: DateForm) throws -> ValueText {
    document.make(string: generator.now().utf8)
  }
}
