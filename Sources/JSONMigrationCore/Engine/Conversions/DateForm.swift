package import JSONText

/// How a moment is written.
package enum DateForm: Equatable, Sendable {
  case iso8601
  case number(Moment.Count)
  /// As people write it.
  case written(WrittenForm)

  static let words: KeyValuePairs<String, DateForm> = [
    "iso8601": .iso8601, "unix-seconds": .number(.unixSeconds),
    "unix-milliseconds": .number(.unixMilliseconds), "apple-seconds": .number(.appleSeconds),
    "date": .written(.date),
  ]

  /// Whether such dates are text.
  package var isText: Bool {
    switch self {
    case .iso8601, .written: true
    case .number: false
    }
  }

  /// What a text in this form looks like, for messages.
  var sample: String {
    switch self {
    case .iso8601: "date with time and zone, such as `2025-08-23T00:00:00Z`"
    case .written(let form): "date of the form `\(Printable.quote(form.text))`"
    case .number: "number that is a date"
    }
  }

  /// A moment in this form.
  var example: JSON {
    switch self {
    case .iso8601: "2026-01-01T00:00:00Z"
    case .written(let form): form.example
    case .number: 0
    }
  }
}

extension RuleReader {
  /// A form of dates: one of the words for them, or an object with the form.
  func dateForm(_ value: LocatedJSON) -> DateForm? {
    if case .object = value.value { return writtenForm(value).map { .written($0) } }
    return word(value, DateForm.words, or: #"{ "form": "dd.MM.yyyy" }"#)
  }
}

extension DateForm {
  /// The moment that a value in this form stands for; nil for none.
  func moment(of text: [UInt8]) -> Moment? {
    switch self {
    case .iso8601: Moment(iso8601: text)
    case .written(let form): form.moment(of: text)
    case .number(let count): Decimal(text).flatMap { Moment($0, count) }
    }
  }

  /// A moment, as it is written in this form; nil where it can't be.
  func scalar(for moment: Moment, isCut: Bool = false) -> Scalar? {
    switch self {
    case .iso8601: moment.iso8601.map { .string($0) }
    case .written(let form): form.text(of: moment, isCut: isCut).map { .string($0) }
    case .number(let count): Scalar(.number, moment.number(as: count))
    }
  }
}

extension Engine {
  /// The time, as it is written in a form; what that can't hold is left out.
  mutating func time(as form: DateForm) throws -> ValueText {
    let now = generator.time()
    let moment = Moment(iso8601: Array(now.utf8))
    guard let scalar = moment.flatMap({ form.scalar(for: $0, isCut: true) }) else {
      throw RuleFailure(
        .invalidValue, "was given the time `\(Printable.quote(now))`, which is none", at: nil)
    }
    return document.make(scalar)
  }
}
