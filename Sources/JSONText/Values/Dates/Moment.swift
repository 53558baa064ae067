/// A moment as seconds since 1970 in UTC, with every digit of the fraction that it was written
/// with.
///
/// Days are counted as Foundation does it: in the Gregorian calendar from 15 October 1582 on, and
/// in the Julian one before; the ten days between the two are none. There are no leap seconds in
/// this count.
package struct Moment: Equatable, Sendable {
  /// What a number that is a moment counts, and from when on.
  package enum Count: Sendable {
    case unixSeconds, unixMilliseconds, appleSeconds
  }

  /// Whole seconds, rounded down.
  let seconds: Int64
  /// ASCII digits of the part of a second that has passed since.
  package let fraction: [UInt8]

  private static let apple: Int64 = 978_307_200
  /// Well beyond the year 9999, and far from the ends of `Int64`.
  private static let digitLimit = 15

  package init(seconds: Int64, fraction: [UInt8]) {
    self.seconds = seconds
    self.fraction = fraction
  }
}

// MARK: - Numbers

extension Moment {
  /// A number of seconds or milliseconds; nil where it is no moment that a calendar has.
  package init?(_ number: Decimal, _ count: Count) {
    let decimal = number.shifted(by: count == .unixMilliseconds ? -3 : 0)
    guard decimal.whole.count <= Self.digitLimit else { return nil }
    let magnitude = decimal.whole.reduce(0) { $0 * 10 + Int64($1 - UInt8(ascii: "0")) }
    let shift = count == .appleSeconds ? Self.apple : 0
    if decimal.isNegative, !decimal.fraction.isEmpty {
      seconds = shift - magnitude - 1
      fraction = Self.complement(decimal.fraction)
    } else {
      seconds = shift + (decimal.isNegative ? -magnitude : magnitude)
      fraction = decimal.fraction
    }
  }

  /// The moment as a number.
  package func number(as count: Count) -> [UInt8] {
    let seconds = seconds - (count == .appleSeconds ? Self.apple : 0)
    let fraction = Decimal(isNegative: false, whole: [], fraction: fraction).fraction
    let isBelow = seconds < 0 && !fraction.isEmpty
    let decimal = Decimal(
      isNegative: seconds < 0,
      whole: Array(String((isBelow ? seconds + 1 : seconds).magnitude).utf8),
      fraction: isBelow ? Self.complement(fraction) : fraction)
    return decimal.shifted(by: count == .unixMilliseconds ? 3 : 0).text
  }

  /// One less a fraction that isn't zero and doesn't end in one.
  private static func complement(_ fraction: [UInt8]) -> [UInt8] {
    let nine = UInt8(ascii: "0") + UInt8(ascii: "9")
    return fraction.dropLast().map { nine - $0 } + fraction.suffix(1).map { nine + 1 - $0 }
  }
}

// MARK: - ISO 8601

extension Moment {
  /// A date, a time and a zone in ISO 8601: `2025-08-23T02:00:00.5+02:00`; nil where the text is
  /// something else, or no day or time that there is.
  package init?(iso8601 text: [UInt8]) {
    var reader = DigitReader(text)
    guard let year = reader.year(), reader.skip("-"), let month = reader.number(2),
      reader.skip("-"), let day = reader.number(2), reader.skip("T", "t"),
      let hour = reader.number(2), reader.skip(":"), let minute = reader.number(2),
      reader.skip(":"), let second = reader.number(2)
    else { return nil }
    var fraction: [UInt8] = []
    if reader.skip(".", ",") {
      fraction = reader.digits()
      if fraction.isEmpty { return nil }
    }
    guard let offset = reader.zone(), reader.isAtEnd else { return nil }
    self.init(
      year: year, month: month, day: day, hour: hour, minute: minute, second: second,
      fraction: fraction, offset: offset)
  }

  /// A day and a time on a clock that many minutes ahead of UTC; nil where there is none such.
  package init?(
    year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int, fraction: [UInt8],
    offset: Int
  ) {
    guard (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day),
      hour < 24, minute < 60, second < 60, (year, month) != (1582, 10) || !(5...14).contains(day)
    else { return nil }
    let days = Self.days(to: year, month, day)
    seconds = days * 86_400 + Int64(hour * 3_600 + minute * 60 + second - offset * 60)
    self.fraction = fraction
  }

  /// Day and time on a clock that is `offset` minutes ahead of UTC.
  package func parts(
    ahead offset: Int
  ) -> (year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
    let seconds = seconds + Int64(offset) * 60
    let time = Int(((seconds % 86_400) + 86_400) % 86_400)
    let (year, month, day) = Self.date(ofDay: (seconds - Int64(time)) / 86_400)
    return (year, month, day, time / 3_600, time / 60 % 60, time % 60)
  }

  /// The moment in UTC, with `Z`; nil where the year is before 0 or has more than six digits.
  package var iso8601: [UInt8]? {
    let (year, month, day, hour, minute, second) = parts(ahead: 0)
    guard (0...999_999).contains(year) else { return nil }
    var text: [UInt8] = []
    text.reserveCapacity(24 + fraction.count)
    // `unit` is what the first digit counts.
    func append(_ number: Int, _ unit: Int, _ mark: Unicode.Scalar) {
      var unit = unit
      while unit > 0 {
        text.append(UInt8(ascii: "0") + UInt8(number / unit % 10))
        unit /= 10
      }
      text.append(UInt8(ascii: mark))
    }
    append(year, year < 10_000 ? 1_000 : year < 100_000 ? 10_000 : 100_000, "-")
    append(month, 10, "-")
    append(day, 10, "T")
    append(hour, 10, ":")
    append(minute, 10, ":")
    append(second, 10, fraction.isEmpty ? "Z" : ".")
    if !fraction.isEmpty {
      text += fraction
      text.append(UInt8(ascii: "Z"))
    }
    return text
  }
}

// MARK: - The calendar

extension Moment {
  private static func days(in month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year <= 1582 || year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  // Years are counted from March, so that the leap day is the last one of its year: 153 days are
  // five months from March on, 146,097 days are 400 years, and 719,468 days lie between the first
  // of March of the year 0 and 1970.

  /// The first day of the Gregorian calendar, 1582-10-15.
  ///
  /// The day before is 1582-10-04.
  private static let firstGregorianDay = -141_427

  /// How many days after 1970-01-01 a date is; months and days may be more than a calendar has.
  package static func days(to year: Int, _ month: Int, _ day: Int) -> Int64 {
    let (calendarYear, month) = (year + (month - 1) / 12, (month - 1) % 12 + 1)
    if (calendarYear, month, day) < (1582, 10, 15) {
      return julianDays(to: calendarYear, month, day)
    }
    let year = month > 2 ? calendarYear : calendarYear - 1
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return Int64(era) * 146_097 + Int64(dayOfEra) - 719_468
  }

  /// As above; in this calendar each fourth year has a leap day, and four years are 1,461 days.
  private static func julianDays(to year: Int, _ month: Int, _ day: Int) -> Int64 {
    let year = month > 2 ? year : year - 1
    let leapDays = (year >= 0 ? year : year - 3) / 4
    let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
    return Int64(year) * 365 + Int64(leapDays + dayOfYear) - 719_470
  }

  private static func julianDate(ofDay day: Int64) -> (year: Int, month: Int, day: Int) {
    let day = day + 719_470
    let era = (day >= 0 ? day : day - 1_460) / 1_461
    let dayOfEra = Int(day - era * 1_461)
    let yearOfEra = (dayOfEra - dayOfEra / 1_460) / 365
    return date(ofDay: dayOfEra - 365 * yearOfEra, ofYear: Int(era) * 4 + yearOfEra)
  }

  private static func date(ofDay day: Int64) -> (year: Int, month: Int, day: Int) {
    if day < firstGregorianDay { return julianDate(ofDay: day) }
    let day = day + 719_468
    let era = (day >= 0 ? day : day - 146_096) / 146_097
    let dayOfEra = Int(day - era * 146_097)
    let yearOfEra =
      (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    return date(ofDay: dayOfYear, ofYear: Int(era) * 400 + yearOfEra)
  }

  /// A date of a year that began in March.
  private static func date(
    ofDay dayOfYear: Int, ofYear year: Int
  ) -> (year: Int, month: Int, day: Int) {
    let fromMarch = (5 * dayOfYear + 2) / 153
    let month = fromMarch < 10 ? fromMarch + 3 : fromMarch - 9
    return (year + (month <= 2 ? 1 : 0), month, dayOfYear - (153 * fromMarch + 2) / 5 + 1)
  }
}
