extension [UInt8] {
  /// UTF-8 text without the white space at both ends.
  var trimmed: [UInt8] {
    var rest = String(decoding: self, as: UTF8.self).unicodeScalars[...]
    while let first = rest.first, first.properties.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.properties.isWhitespace { rest.removeLast() }
    return Array(String(rest).utf8)
  }

  /// The parts between the places where a separator stands, at most so many: the last one is all
  /// that is left.
  func split(by separator: [UInt8], atMost limit: Int = .max) -> [[UInt8]] {
    var parts: [[UInt8]] = []
    var start = 0
    var offset = 0
    while offset + separator.count <= count, parts.count < limit - 1 {
      if self[offset] == separator[0],
        self[offset..<offset + separator.count].elementsEqual(separator)
      {
        parts.append(Array(self[start..<offset]))
        offset += separator.count
        start = offset
      } else {
        offset += 1
      }
    }
    parts.append(Array(self[start...]))
    return parts
  }
}
