extension [UInt8] {
  /// UTF-8 text without the white space at both ends.
  var trimmed: [UInt8] {
    if let first, let last, first | last < 0x80, !first.isPlainSpace, !last.isPlainSpace {
      return self
    }
    var rest = String(decoding: self, as: UTF8.self).unicodeScalars[...]
    while let first = rest.first, first.properties.isWhitespace { rest.removeFirst() }
    while let last = rest.last, last.properties.isWhitespace { rest.removeLast() }
    return Array(String(rest).utf8)
  }

  /// Where the parts are between the places where a separator stands, at most `limit`; the last one
  /// has all that is left.
  func parts(splitBy separator: [UInt8], atMost limit: Int = .max) -> [Range<Int>] {
    if separator.count == 1 { return parts(splitBy: separator[0], atMost: limit) }
    var parts: [Range<Int>] = []
    var start = 0
    // What there is of the separator at the end of what was read: nothing is read twice.
    var known = 0
    let borders = separator.count > count ? [] : separator.borders
    for offset in indices {
      if borders.isEmpty || parts.count == limit - 1 { break }
      while known > 0, self[offset] != separator[known] { known = borders[known - 1] }
      if self[offset] == separator[known] { known += 1 }
      if known == separator.count {
        parts.append(start..<(offset + 1 - known))
        start = offset + 1
        known = 0
      }
    }
    parts.append(start..<count)
    return parts
  }

  /// The same with one byte for a separator, as most have.
  private func parts(splitBy separator: UInt8, atMost limit: Int) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var start = 0
    while parts.count < limit - 1, let end = self[start...].firstIndex(of: separator) {
      parts.append(start..<end)
      start = end + 1
    }
    parts.append(start..<count)
    return parts
  }

  /// Some parts of a text with another text between them.
  func joining(_ parts: [Range<Int>], with other: [UInt8], _ count: Int) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    for (number, part) in parts.enumerated() {
      if number > 0 { result += other }
      result += self[part]
    }
    return result
  }

  /// For each beginning of a text how much of its own end, the whole aside, it begins with.
  ///
  /// Of `abab` that is 0, 0, 1, 2: the search of Knuth, Morris and Pratt goes on from there where
  /// the next byte is another one.
  private var borders: [Int] {
    var borders = [0]
    borders.reserveCapacity(count)
    for offset in indices.dropFirst() {
      var known = borders[offset - 1]
      while known > 0, self[offset] != self[known] { known = borders[known - 1] }
      borders.append(self[offset] == self[known] ? known + 1 : 0)
    }
    return borders
  }
}
