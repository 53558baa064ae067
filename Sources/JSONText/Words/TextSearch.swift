/// Search in texts, byte by byte.
///
/// What Swift has for that comes with its regular expressions, more than a megabyte of a static
/// executable.
extension StringProtocol {
  /// Where a text stands first; an empty one stands at the start.
  package func place(of part: some StringProtocol) -> Range<String.Index>? {
    let (bytes, wanted) = (Array(utf8), Array(part.utf8))
    guard let offset = bytes[...].offset(of: wanted, from: 0) else { return nil }
    let start = utf8.index(utf8.startIndex, offsetBy: offset)
    return start..<utf8.index(start, offsetBy: wanted.count)
  }

  /// Whether a text stands in this one.
  package func includes(_ part: some StringProtocol) -> Bool {
    Array(utf8)[...].offset(of: Array(part.utf8), from: 0) != nil
  }

  /// This text with another one wherever `part` stands, which isn't empty.
  package func replacingAll(_ part: some StringProtocol, with other: some StringProtocol) -> String
  {
    let (bytes, wanted) = (Array(utf8), Array(part.utf8))
    var (result, start) = ([UInt8](), 0)
    while let offset = bytes[...].offset(of: wanted, from: start), !wanted.isEmpty {
      result += bytes[start..<offset]
      result += other.utf8
      start = offset + wanted.count
    }
    return String(decoding: result + bytes[start...], as: UTF8.self)
  }
}

extension ArraySlice<UInt8> {
  fileprivate func offset(of part: [UInt8], from start: Int) -> Int? {
    guard let first = part.first else { return start }
    guard part.count <= count - start else { return nil }
    return (start...(count - part.count)).first { offset in
      self[offset] == first && self[offset..<(offset + part.count)].elementsEqual(part)
    }
  }
}
