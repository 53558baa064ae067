/// Letters by Unicode, without a language: each scalar has a mapping of its own, which may be
/// several scalars long, as for `ß`.
extension [UInt8] {
  /// UTF-8 text in small letters.
  var lowercased: [UInt8] {
    mapping(plain: \.small, all: { $0.lowercaseMapping })
  }

  /// UTF-8 text in capital letters.
  var uppercased: [UInt8] {
    mapping(plain: \.capital, all: { $0.uppercaseMapping })
  }

  /// UTF-8 text where each word begins with a capital letter, and goes on in small ones.
  ///
  /// Words are what stands between white space; what is neither letter nor digit in front of one
  /// doesn't count: `"well-known (in 3rd place)"` becomes `"Well-known (In 3rd Place)"`.
  var capitalized: [UInt8] {
    var isStart = true
    return mapping(
      plain: { byte in
        if byte.isPlainSpace { isStart = true }
        guard isStart, byte.isCapital || byte.isSmall || byte &- 0x30 < 10 else {
          return byte.small
        }
        isStart = false
        return byte.capital
      },
      all: { properties in
        if properties.isWhitespace { isStart = true }
        guard isStart, properties.isAlphabetic || properties.numericType != nil else {
          return properties.lowercaseMapping
        }
        isStart = false
        return properties.titlecaseMapping
      })
  }

  /// Maps what is in ASCII byte by byte, as `all` would map it, and the rest by what Unicode says.
  private func mapping(
    plain: (UInt8) -> UInt8, all: (Unicode.Scalar.Properties) -> String
  ) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    var index = 0
    while index < count {
      while index < count, self[index] < 0x80 {
        result.append(plain(self[index]))
        index += 1
      }
      let start = index
      while index < count, self[index] >= 0x80 { index += 1 }
      if index == start { continue }
      for scalar in String(decoding: self[start..<index], as: UTF8.self).unicodeScalars {
        result += all(scalar.properties).utf8
      }
    }
    return result
  }
}

/// Characters of ASCII.
extension UInt8 {
  var isCapital: Bool { self &- 0x41 < 26 }

  var isSmall: Bool { self &- 0x61 < 26 }

  /// White space, as Unicode has it.
  var isPlainSpace: Bool { self == 0x20 || self &- 0x09 < 5 }

  /// A letter as a small one; all else as it is.
  var small: UInt8 { isCapital ? self | 0x20 : self }

  /// A letter as a capital one; all else as it is.
  var capital: UInt8 { isSmall ? self & ~0x20 : self }
}
