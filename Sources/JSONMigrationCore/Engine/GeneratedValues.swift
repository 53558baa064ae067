internal import JSONText

/// Where the time and new ids come from that rules ask for with `generate`.
///
/// Apps need none: `.system` is what a ``Migrator`` has by itself. Tests give one that always says
/// the same.
public struct GeneratedValues: Sendable {
  /// The time, in ISO 8601.
  public var now: @Sendable () -> String
  /// An id for each number, which counts up from 1.
  public var id: @Sendable (_ number: Int) -> String
  private(set) var count = 0
  /// The time that the current call was told, where a call is to be told one time only.
  private var moment: String?
  private var keepsMoment = false

  /// A generator that asks the given functions for the time, in ISO 8601, and for ids.
  ///
  /// Each id is asked for with a number that counts up from 1.
  public init(
    now: @escaping @Sendable () -> String, id: @escaping @Sendable (_ number: Int) -> String
  ) {
    self.now = now
    self.id = id
  }

  /// The time: of a call that has begun, always the same one.
  mutating func time() -> String {
    if let moment { return moment }
    let moment = now()
    if keepsMoment { self.moment = moment }
    return moment
  }

  /// Begins a call: its ids are counted from 1, and its time is asked for once, when it is needed.
  mutating func begin() {
    count = 0
    moment = nil
    keepsMoment = true
  }

  /// An id that was not handed out before.
  mutating func nextID() -> String {
    count += 1
    return id(count)
  }

  /// A time in ISO 8601 as `generate` writes it, in UTC; nil if the text is no date, time and zone.
  package static func time(_ text: String) -> String? {
    Moment(iso8601: Array(text.utf8))?.iso8601.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The time `seconds` after the start of 1970; nil after the year 999999.
  package static func time(secondsSince1970 seconds: Int) -> String? {
    Moment(seconds: Int64(seconds), fraction: []).iso8601.map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  /// The time and the ids of tests.
  package static let fixed = GeneratedValues(
    now: { "2026-01-01T00:00:00Z" },
    id: { number in
      let digits = String(number)
      return "00000000-0000-4000-8000-" + String(repeating: "0", count: max(0, 12 - digits.count))
        + digits
    })
}
