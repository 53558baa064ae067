/// Base64 as RFC 4648 has it.
package enum Base64 {
  private static let digits = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, digit) in digits.enumerated() { values[Int(digit)] = UInt8(value) }
    return values
  }()

  /// What rules see of data that are empty: an empty text could not be told from any other.
  package static let nothing = "===="

  /// The text with as many signs at its end as fill it up.
  package static func filledUp(_ text: String) -> String {
    let sign = UInt8(ascii: "=")
    guard text.utf8.last == sign else { return text }
    let digits = text.utf8.count - text.utf8.reversed().prefix { $0 == sign }.count
    return text.prefix(digits) + String(repeating: "=", count: (4 - digits % 4) % 4)
  }

  static func text(of data: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity((data.count + 2) / 3 * 4)
    var offset = 0
    while offset < data.count {
      let rest = data[offset..<min(offset + 3, data.count)]
      let bits = rest.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - rest.count))
      for place in 0..<4 {
        text.append(
          place > rest.count
            ? UInt8(ascii: "=") : digits[Int(bits >> UInt32(18 - 6 * place)) & 0x3F])
      }
      offset += 3
    }
    return text
  }

  /// The data that a text stands for, in which white space may stand anywhere; nil for other texts.
  static func data(of text: some Collection<UInt8>) -> [UInt8]? {
    var data: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    var padding = 0
    for byte in text where byte > 0x20 {
      if byte == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      let value = values[Int(byte)]
      guard value != 0xFF, padding == 0 else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 1
      if count.isMultiple(of: 4) {
        data += [UInt8(bits >> 16 & 0xFF), UInt8(bits >> 8 & 0xFF), UInt8(bits & 0xFF)]
      }
    }
    switch (count % 4, padding) {
    case (0, 0): break
    case (2, 2): data.append(UInt8(bits >> 4 & 0xFF))
    case (3, 1): data += [UInt8(bits >> 10 & 0xFF), UInt8(bits >> 2 & 0xFF)]
    default: return nil
    }
    return data
  }
}
