internal import JSONText

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A property list on its way through JSON.
///
/// Rules see dates as text in ISO 8601, with every digit that they have, and data as text in Base64.
/// Which texts those were is kept, so that the way back makes dates and data of them again, wherever
/// rules have taken them. A text of the property list that reads like one of its own dates or data
/// could not be told from it, and is refused.
struct PropertyList {
  /// The property list as JSON.
  private(set) var json: [UInt8] = []
  /// What stood for dates and data.
  private var values: [ByteString: PropertyListValue] = [:]
  private var texts: Set<ByteString> = []
  private let isBinary: Bool

  /// Reads a property list, in XML or binary.
  init(_ data: Data, named name: String) throws(MigrationError) {
    isBinary = data.starts(with: "bplist".utf8)
    let value: PropertyListValue
    do {
      value = try PropertyListDecoder().decode(PropertyListValue.self, from: data)
    } catch {
      throw Self.refused("can't be read: \(Printable.text(of: "\(error)"))", .badJSON, name)
    }
    guard write(value) else {
      throw Self.refused("has a date that no calendar has", .unsupported, name)
    }
    if values.keys.contains(where: texts.contains) {
      throw Self.refused(
        "has a text that reads just like one of its dates or data", .unsupported, name)
    }
  }

  /// The property list with other contents, in the form that it had.
  func data(_ json: some Sequence<UInt8>, named name: String) throws(MigrationError) -> Data {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = isBinary ? .binary : .xml
    return try data(json, by: encoder, named: name)
  }

  /// The property list with other contents.
  func data(
    _ json: some Sequence<UInt8>, by encoder: PropertyListEncoder, named name: String
  ) throws(MigrationError) -> Data {
    do {
      return try encoder.encode(value(JSON(parsing: json)))
    } catch {
      throw Self.refused("can't be written: \(Printable.text(of: "\(error)"))", .badJSON, name)
    }
  }

  private static func refused(
    _ why: String, _ kind: Diagnostic.Kind, _ name: String
  ) -> MigrationError {
    MigrationError(Diagnostic(kind, "the property list \(why)", at: Diagnostic.Place(name)))
  }
}

// MARK: - To JSON and back

extension PropertyList {
  private mutating func write(_ value: PropertyListValue) -> Bool {
    switch value {
    case .null: json += "null".utf8
    case .boolean(let value): json += (value ? "true" : "false").utf8
    case .integer(let value): json += String(value).utf8
    case .natural(let value): json += String(value).utf8
    case .real(let value):
      guard let number = JSONNumber(value) else { return add(text: "\(value)", for: .real(value)) }
      json += number.text.utf8
    case .text(let text):
      texts.insert(ByteString(text))
      JSON.write(text, into: &json)
    case .date(let date):
      guard let text = PropertyListDate.text(of: date) else { return false }
      return add(text: text, for: value)
    case .data(let data): return add(text: data.base64EncodedString(), for: value)
    case .array(let elements):
      json.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { json.append(UInt8(ascii: ",")) }
        guard write(element) else { return false }
      }
      json.append(UInt8(ascii: "]"))
    case .dictionary(let members):
      json.append(UInt8(ascii: "{"))
      // A property list has no order; this one is always the same.
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      for (index, member) in sorted.enumerated() {
        if index > 0 { json.append(UInt8(ascii: ",")) }
        JSON.write(member.key, into: &json)
        json.append(UInt8(ascii: ":"))
        guard write(member.value) else { return false }
      }
      json.append(UInt8(ascii: "}"))
    }
    return true
  }

  private mutating func add(text: String, for value: PropertyListValue) -> Bool {
    values[ByteString(text)] = value
    JSON.write(text, into: &json)
    return true
  }

  private func value(_ json: JSON) -> PropertyListValue {
    switch json {
    case .null: .null
    case .bool(let value): .boolean(value)
    case .number(let number):
      if let integer = Int64(exactly: number) {
        .integer(integer)
      } else if let natural = UInt64(exactly: number) {
        .natural(natural)
      } else {
        .real(Double(number) ?? .infinity)
      }
    case .string(let text): values[ByteString(text)] ?? .text(text)
    case .array(let elements): .array(elements.map { value($0) })
    case .object(let members):
      .dictionary(
        Dictionary(
          members.map { ($0.key, value($0.value)) }, uniquingKeysWith: { first, _ in first }))
    }
  }
}
