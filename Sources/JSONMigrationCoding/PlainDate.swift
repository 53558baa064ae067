#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Dates in the one form that almost all of them have: `2025-08-23T02:00:00Z`.
enum PlainDate {
  /// The date, or nil if it is not written in just this form, or before the calendar of today.
  static func parse(_ text: String.UTF8View) -> Date? {
    guard text.count == 20 else { return nil }
    var fields = [0, 0, 0, 0, 0, 0]
    var field = 0
    for (offset, byte) in text.enumerated() {
      switch offset {
      case 4, 7: guard byte == UInt8(ascii: "-") else { return nil }
      case 10: guard byte == UInt8(ascii: "T") else { return nil }
      case 13, 16: guard byte == UInt8(ascii: ":") else { return nil }
      case 19: guard byte == UInt8(ascii: "Z") else { return nil }
      default:
        guard byte &- 0x30 < 10 else { return nil }
        fields[field] = fields[field] * 10 + Int(byte &- 0x30)
        continue
      }
      field += 1
    }
    let (year, month, day) = (fields[0], fields[1], fields[2])
    guard year >= 1583, 1...12 ~= month, 1...days(year, month) ~= day, fields[3] < 24,
      fields[4] < 60, fields[5] < 60
    else { return nil }
    let minutes = (daysSince1970(year, month, day) * 24 + fields[3]) * 60 + fields[4]
    return Date(timeIntervalSince1970: Double(Int64(minutes) * 60 + Int64(fields[5])))
  }

  private static func days(_ year: Int, _ month: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  /// Years begin in March here, so that the leap day is the last one.
  private static func daysSince1970(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let month = (month + 9) % 12
    let leapDays = year / 4 - year / 100 + year / 400
    return year * 365 + leapDays + (month * 153 + 2) / 5 + day - 1 - 719_468
  }
}
