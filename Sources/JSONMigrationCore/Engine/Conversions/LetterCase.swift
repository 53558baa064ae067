/// Letters by Unicode, without a language: each scalar has a mapping of its own, which may be
/// several scalars long, as for `ß`.
extension [UInt8] {
  /// UTF-8 text in small letters.
  var lowercased: [UInt8] { mapping { $0.lowercaseMapping } }

  /// UTF-8 text in capital letters.
  var uppercased: [UInt8] { mapping { $0.uppercaseMapping } }

  /// UTF-8 text where each word begins with a capital letter, and goes on in small ones.
  ///
  /// Words are what stands between white space; what is neither letter nor digit in front of one
  /// doesn't count: `"well-known (in 3rd place)"` becomes `"Well-known (In 3rd Place)"`.
  var capitalized: [UInt8] {
    var isStart = true
    return mapping { properties in
      if properties.isWhitespace { isStart = true }
      guard isStart, properties.isAlphabetic || properties.numericType != nil else {
        return properties.lowercaseMapping
      }
      isStart = false
      return properties.titlecaseMapping
    }
  }

  private func mapping(_ map: (Unicode.Scalar.Properties) -> String) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(count)
    for scalar in String(decoding: self, as: UTF8.self).unicodeScalars {
      result += map(scalar.properties).utf8
    }
    return result
  }
}
