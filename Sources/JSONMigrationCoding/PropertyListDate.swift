internal import JSONText
internal import PropertyLists

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
