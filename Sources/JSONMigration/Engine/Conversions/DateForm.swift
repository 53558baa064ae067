internal import JSONText

/// How a moment is written.
enum DateForm: Sendable {
  case iso8601, unixSeconds, unixMilliseconds, appleSeconds

  static let words: KeyValuePairs<String, DateForm> = [
    "iso8601": .iso8601, "unix-seconds": .unixSeconds, "unix-milliseconds": .unixMilliseconds,
    "apple-seconds": .appleSeconds,
  ]

  /// A moment in this form.
  var example: JSON { self == .iso8601 ? "2026-01-01T00:00:00Z" : 0 }
}

extension Engine {
  /// A moment, as it is written in a form; nil where it can't be.
  mutating func make(_ moment: Moment, as form: DateForm) -> ValueText? {
    guard form == .iso8601 else { return document.make(json: moment.number(as: form)) }
    return moment.iso8601.map { document.make(string: $0) }
  }

  /// The time, as it is written in a form.
  mutating func time(as form: DateForm) throws -> ValueText {
    let now = generator.now()
    guard let value = Moment(iso8601: Array(now.utf8)).flatMap({ make($0, as: form) }) else {
      throw RuleFailure(
        .invalidValue, "was given the time `\(Printable.quote(now))`, which is none", at: nil)
    }
    return value
  }
}
