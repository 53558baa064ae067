internal import JSONText

/// How people write dates: `dd.MM.yyyy HH:mm`, in a zone.
package struct WrittenForm: Hashable, Sendable {
  fileprivate enum Field: String, CaseIterable {
    case year = "yyyy"
    case milliseconds = "SSS"
    case month = "MM"
    case day = "dd"
    case hour = "HH"
    case minute = "mm"
    case second = "ss"

    var width: Int { rawValue.utf8.count }
  }

  fileprivate enum Piece: Hashable {
    case field(Field)
    /// What stands for itself.
    case mark(UInt8)
  }

  /// The form as it was written.
  let text: String
  /// How it is written in a rule.
  let json: JSON
  private let pieces: [Piece]
  /// The minutes that its zone is ahead of UTC.
  private let offset: Int

  /// `2026-11-20`: midnight UTC.
  static let date = WrittenForm(
    "yyyy-MM-dd", pieces: pieces(of: "yyyy-MM-dd"), offset: 0, json: "date")

  private init(_ text: String, pieces: [Piece], offset: Int, json: JSON) {
    (self.text, self.pieces, self.offset, self.json) = (text, pieces, offset, json)
  }

  private static func pieces(of text: String) -> [Piece] {
    var rest = Array(text.utf8)[...]
    var pieces: [Piece] = []
    while let byte = rest.first {
      if let field = Field.allCases.first(where: { rest.starts(with: $0.rawValue.utf8) }) {
        pieces.append(.field(field))
        rest = rest.dropFirst(field.width)
      } else {
        pieces.append(.mark(byte))
        rest = rest.dropFirst()
      }
    }
    return pieces
  }

  private static let fields = "yyyy MM dd HH mm ss SSS"

  static let keys = [
    Parameter(
      "form", .text, isRequired: true, limits: ["pattern": "yyyy"],
      "the date as people write it: `yyyy MM dd HH mm ss SSS` are digits, all else stands for itself"
    ),
    Parameter(
      "zone", .text, "how far its clock is ahead of UTC, such as `+01:00`; UTC if not said"),
  ]
}

extension WrittenForm {
  /// The moment that a text stands for; nil where it isn't written so, or is no day or time that
  /// there is.
  func moment(of text: [UInt8]) -> Moment? {
    var reader = DigitReader(text)
    var numbers: [Field: Int] = [:]
    for piece in pieces {
      switch piece {
      case .mark(let byte):
        guard reader.skip(Unicode.Scalar(byte)) else { return nil }
      case .field(let field):
        guard let number = reader.number(field.width) else { return nil }
        numbers[field] = number
      }
    }
    guard reader.isAtEnd else { return nil }
    let milliseconds = numbers[.milliseconds].map { String($0 + 1_000).utf8.dropFirst() }
    return Moment(
      year: numbers[.year] ?? 0, month: numbers[.month] ?? 1, day: numbers[.day] ?? 1,
      hour: numbers[.hour] ?? 0, minute: numbers[.minute] ?? 0, second: numbers[.second] ?? 0,
      fraction: milliseconds.map { Array($0) } ?? [], offset: offset)
  }

  /// The text for a moment, or nil where the form can't hold all of it; `isCut` leaves that out.
  func text(of moment: Moment, isCut: Bool = false) -> [UInt8]? {
    let parts = moment.parts(ahead: offset)
    var values: [Field: Int] = [
      .year: parts.year, .month: parts.month, .day: parts.day, .hour: parts.hour,
      .minute: parts.minute, .second: parts.second,
    ]
    guard (0...9_999).contains(parts.year) else { return nil }
    let zero = UInt8(ascii: "0")
    var fraction =
      moment.fraction + Array(repeating: zero, count: max(0, 3 - moment.fraction.count))
    values[.milliseconds] = fraction.prefix(3).reduce(0) { $0 * 10 + Int($1 - zero) }
    fraction.removeFirst(3)
    if !isCut {
      guard fraction.allSatisfy({ $0 == zero }) else { return nil }
      for (field, value) in values where !pieces.contains(.field(field)) {
        guard value == (field == .month || field == .day ? 1 : 0) else { return nil }
      }
    }
    var text: [UInt8] = []
    for piece in pieces {
      switch piece {
      case .mark(let byte): text.append(byte)
      case .field(let field):
        let digits = Array(String(values[field] ?? 0).utf8)
        text += repeatElement(zero, count: max(0, field.width - digits.count)) + digits
      }
    }
    return text
  }
}

extension WrittenForm {
  /// Whether the year of a moment has four digits.
  func hasYear(of moment: Moment) -> Bool {
    (0...9_999).contains(moment.parts(ahead: offset).year)
  }

  /// A date that is written so.
  var example: JSON {
    .string(String(decoding: text(of: Moment(seconds: 0, fraction: [])) ?? [], as: UTF8.self))
  }
}

extension RuleReader {
  /// A form of dates: an object with `form` and `zone`.
  func writtenForm(_ value: LocatedJSON) -> WrittenForm? {
    guard var fields = Fields(value, "a form of dates", self) else { return nil }
    let form = fields.require("form", "the date as people write it, such as `dd.MM.yyyy HH:mm`")
    let zone = fields.take("zone")
    fields.finish(WrittenForm.keys.map(\.name), of: "a form of dates")
    guard let form, let text = text(form) else { return nil }
    var offset = 0
    if let zone {
      guard let text = self.text(zone) else { return nil }
      var digits = DigitReader(Array(text.utf8))
      guard let minutes = digits.zone(), digits.isAtEnd else {
        report(
          "`\(Printable.quote(text))` is no distance from UTC", at: zone.range,
          help: "write it as `+01:00`; zones with summer time have no fixed one")
        return nil
      }
      offset = minutes
    }
    return WrittenForm(text, offset: offset, at: form.range, json: value.json, self)
  }
}

extension WrittenForm {
  fileprivate init?(
    _ text: String, offset: Int, at range: Range<Int>, json: JSON, _ reader: RuleReader
  ) {
    let pieces = Self.pieces(of: text)
    for field in Field.allCases where pieces.count(where: { $0 == .field(field) }) > 1 {
      reader.report("`\(field.rawValue)` stands twice in this form", at: range)
      return nil
    }
    guard pieces.contains(.field(.year)) else {
      reader.report(
        "this form has no year", at: range,
        help: "`\(Self.fields)` are digits, in capital and small letters as here")
      return nil
    }
    // A form that was written for another program has minutes where months are meant.
    if let minute = pieces.firstIndex(of: .field(.minute)),
      !pieces[..<minute].contains(.field(.hour))
    {
      reader.report(
        "`mm` are minutes, and no hour stands in front of them", at: range,
        help: "months are `MM`, hours from 00 to 23 are `HH`")
      return nil
    }
    let words = Self.words(in: pieces, isInUTC: offset == 0)
    if !words.isEmpty {
      let verb = words.count == 1 ? "stands for itself" : "stand for themselves"
      reader.warn(
        .dateForm, "\(Printable.list(words)) \(verb) in this form", at: range,
        help: "its fields are `\(Self.fields)`, all of them digits")
    }
    self.init(text, pieces: pieces, offset: offset, json: json)
  }

  /// What looks like a field of other programs: letters that stand for themselves, and the field in
  /// front of them that has the same letter.
  ///
  /// `T` stands between date and time, and `Z` at the end where the zone is UTC.
  private static func words(in pieces: [Piece], isInUTC: Bool) -> [String] {
    var words: [String] = []
    var run: [UInt8] = []
    var front = ""
    for (index, piece) in pieces.enumerated() {
      guard let letter = piece.letter else { continue }
      if index > 0, case .field(let field) = pieces[index - 1],
        field.rawValue.utf8.last == letter
      {
        front = " behind `\(field.rawValue)`"
      }
      run.append(letter)
      let isLast = index == pieces.count - 1
      if !isLast, pieces[index + 1].letter != nil { continue }
      let isMeant = run == Array("T".utf8) || isLast && isInUTC && run == Array("Z".utf8)
      if !isMeant { words.append("`\(String(decoding: run, as: UTF8.self))`\(front)") }
      (run, front) = ([], "")
    }
    return words
  }
}

extension WrittenForm.Piece {
  /// The letter that stands for itself, or the quote that other programs put around such letters.
  fileprivate var letter: UInt8? {
    guard case .mark(let byte) = self else { return nil }
    let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    return isLetter || byte == UInt8(ascii: "'") ? byte : nil
  }
}
