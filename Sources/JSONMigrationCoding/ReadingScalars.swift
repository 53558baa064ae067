internal import JSONText
internal import PropertyLists

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Scalars of a document, as values of the types that Swift has for them.
extension Reading {
  func boolean(_ number: Int) throws -> Bool {
    guard case .boolean = kind(number) else { throw mismatch(Bool.self, number) }
    return view.boolean(number)
  }

  func string(_ number: Int) throws -> String {
    if number > 0, let string = view.string(number) { return string }
    guard case .string = kind(number) else { throw mismatch(String.self, number) }
    throw beyond(String.self, number)
  }

  func integer<Integer: FixedWidthInteger>(_ number: Int) throws -> Integer {
    if number > 0, let wide = view.integer(number) {
      if let value = Integer(exactly: wide) { return value }
      throw beyond(Integer.self, number)
    }
    guard case .number = kind(number) else { throw mismatch(Integer.self, number) }
    guard let value = Integer(exactly: jsonNumber(number)) else {
      throw beyond(Integer.self, number)
    }
    return value
  }

  func double(_ number: Int) throws -> Double {
    if number > 0, let value = view.double(number) { return value }
    return try floatingPoint(number) { Double($0) }
  }

  func float(_ number: Int) throws -> Float {
    if number > 0, let value = view.float(number) { return value }
    return try floatingPoint(number) { Float($0.text) }
  }

  private func floatingPoint<Value: BinaryFloatingPoint>(
    _ number: Int, _ convert: (JSONNumber) -> Value?
  ) throws -> Value {
    if case .string = kind(number), let special: Value = nonConforming(number) { return special }
    guard case .number = kind(number) else { throw mismatch(Value.self, number) }
    let text = jsonNumber(number)
    guard let value = convert(text), value.isFinite, value != 0 || text == 0 else {
      throw beyond(Value.self, number)
    }
    return value
  }

  private func nonConforming<Value: BinaryFloatingPoint>(_ number: Int) -> Value? {
    guard let names = strategies.nonConforming else { return nil }
    // As with `JSONDecoder`, a text with escapes stands for none of them.
    let text = view.text(number).dropFirst().dropLast()
    if text.elementsEqual(names.infinity.utf8) { return .infinity }
    if text.elementsEqual(names.negativeInfinity.utf8) { return -.infinity }
    return text.elementsEqual(names.nan.utf8) ? .nan : nil
  }

  func jsonNumber(_ number: Int) -> JSONNumber {
    JSONNumber(checked: String(decoding: view.text(number), as: UTF8.self))
  }
}

/// Values that Foundation writes in ways of its own.
extension Reading {
  /// A date; `isAlone` if its own decoder is asked for it.
  func date(_ number: Int, isAlone: Bool = false) throws -> Date {
    if isNull(number) { throw mismatch(Date.self, number) }
    if strategies.isPropertyList {
      guard case .string = kind(number),
        let date = PropertyListDate.date(of: try string(number))
      else { throw mismatch(Date.self, number) }
      return date
    }
    switch strategies.dates {
    case .deferredToDate:
      return Date(timeIntervalSinceReferenceDate: try double(number))
    case .secondsSince1970:
      return Date(timeIntervalSince1970: try double(number))
    case .millisecondsSince1970:
      return Date(timeIntervalSince1970: try double(number) / 1000)
    case .iso8601:
      let text = try string(number)
      if let date = PlainDate.parse(text.utf8) { return date }
      guard let date = try? Date.ISO8601FormatStyle().parse(text) else {
        // `JSONDecoder` tells the place of what asked for it, and not of the date.
        throw corrupted(
          "expected a date in ISO 8601", at: path(to: isAlone ? number : asker(of: number)))
      }
      return date
    #if !canImport(FoundationEssentials)
      case .formatted(let formatter):
        guard let date = formatter.date(from: try string(number)) else {
          throw corrupted("the date doesn't have the form of its formatter", at: path(to: number))
        }
        return date
    #endif
    case .custom(let decode):
      return try decode(DocumentDecoder(reading: self, number: number))
    @unknown default:
      throw corrupted("its strategy for dates is not known here", at: path(to: number))
    }
  }

  func data(_ number: Int) throws -> Data {
    if isNull(number) { throw mismatch(Data.self, number) }
    switch strategies.data {
    case .deferredToData:
      return try Data(from: DocumentDecoder(reading: self, number: number))
    case .base64:
      var text = try string(number)
      if strategies.isPropertyList { text = Base64.filledUp(text) }
      guard let data = Data(base64Encoded: text) else {
        throw corrupted("expected Base64", at: path(to: number))
      }
      return data
    case .custom(let decode):
      return try decode(DocumentDecoder(reading: self, number: number))
    @unknown default:
      throw corrupted("its strategy for data is not known here", at: path(to: number))
    }
  }

  func url(_ number: Int) throws -> URL {
    if isNull(number) { throw mismatch(URL.self, number) }
    guard let url = URL(string: try string(number)) else {
      throw corrupted("expected a URL", at: path(to: number))
    }
    return url
  }

  func decimal(_ number: Int) throws -> FoundationDecimal {
    guard case .number = kind(number) else { throw mismatch(FoundationDecimal.self, number) }
    let text = String(decoding: view.text(number), as: UTF8.self)
    guard let decimal = FoundationDecimal(string: text), !decimal.isNaN else {
      throw beyond(FoundationDecimal.self, number)
    }
    return decimal
  }
}
