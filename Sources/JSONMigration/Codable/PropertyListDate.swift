#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Dates of property lists as text: seconds since 2001, as exact as a `Double` has them.
enum PropertyListDate {
  /// The date that a text stands for.
  static func date(of text: String) -> Date? {
    if let moment = Moment(iso8601: Array(text.utf8)) {
      let number = String(decoding: moment.number(as: .appleSeconds), as: UTF8.self)
      return Double(number).map { Date(timeIntervalSinceReferenceDate: $0) }
    }
    if let seconds = PropertyList.seconds(ofUnwritable: text) {
      return Date(timeIntervalSinceReferenceDate: seconds)
    }
    return Moment.secondsIfCounted(on: text.utf8).map {
      Date(timeIntervalSince1970: Double($0))
    }
  }
}

extension Moment {
  /// The seconds since 1970 of a date such as `2025-02-30T24:00:00Z`, whose days and hours are counted on
  /// past the end of their month or day, as Foundation does it in property lists.
  static func secondsIfCounted(on text: some Collection<UInt8>) -> Int? {
    let fields = text.split(whereSeparator: { !(0x30...0x39).contains($0) })
    guard fields.map(\.count) == [4, 2, 2, 2, 2, 2], text.count == 20 else { return nil }
    let marks = text.filter { !(0x30...0x39).contains($0) }
    guard marks.elementsEqual("--T::Z".utf8) else { return nil }
    let numbers = fields.map { $0.reduce(0) { $0 * 10 + Int($1 & 0x0F) } }
    guard numbers[1] > 0, numbers[2] > 0 else { return nil }
    return days(to: numbers[0], numbers[1], numbers[2]) * 86_400 + numbers[3] * 3_600
      + numbers[4] * 60 + numbers[5]
  }
}
