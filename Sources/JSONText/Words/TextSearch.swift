/// Search in texts, byte by byte.
///
/// What Swift has for that comes with its regular expressions, more than a megabyte of a static
/// executable.
extension StringProtocol {
  /// Where a text stands first; an empty one stands at the start.
  package func place(of part: some StringProtocol) -> Range<String.Index>? {
    guard let place = Array(utf8).place(of: Array(part.utf8)) else { return nil }
    let start = utf8.index(utf8.startIndex, offsetBy: place.lowerBound)
    return start..<utf8.index(start, offsetBy: place.count)
  }

  /// Whether a text stands in this one.
  package func includes(_ part: some StringProtocol) -> Bool {
    Array(utf8).includes(Array(part.utf8))
  }

  /// This text with another one wherever `part` stands, which isn't empty.
  package func replacingAll(_ part: some StringProtocol, with other: some StringProtocol) -> String
  {
    let (bytes, wanted) = (Array(utf8), Array(part.utf8))
    var (result, start) = ([UInt8](), 0)
    while let place = bytes.place(of: wanted, from: start), !wanted.isEmpty {
      result += bytes[start..<place.lowerBound]
      result += other.utf8
      start = place.upperBound
    }
    return String(decoding: result + bytes[start...], as: UTF8.self)
  }
}

extension [UInt8] {
  /// Where some bytes stand first from an offset on; no bytes stand right there.
  package func place(of part: [UInt8], from start: Int = 0) -> Range<Int>? {
    guard let first = part.first else { return start..<start }
    guard part.count <= count - start else { return nil }
    for offset in start...(count - part.count)
    where self[offset] == first && self[offset..<(offset + part.count)].elementsEqual(part) {
      return offset..<(offset + part.count)
    }
    return nil
  }

  /// Whether some bytes stand in these.
  package func includes(_ part: [UInt8]) -> Bool { place(of: part) != nil }

  /// Whether a text stands in these, which are UTF-8.
  package func includes(_ text: String) -> Bool { includes(Array(text.utf8)) }
}
