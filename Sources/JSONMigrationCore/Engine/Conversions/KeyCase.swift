/// How the words of a key are told apart: `line_width`, `lineWidth`, `line-width`.
package enum KeyCase: Sendable {
  case snake, camel, kebab

  /// From one to another, by the word for it in a rule.
  static let changes: KeyValuePairs<String, (KeyCase, KeyCase)> = [
    "snake-to-camel": (.snake, .camel), "camel-to-snake": (.camel, .snake),
    "snake-to-kebab": (.snake, .kebab), "kebab-to-snake": (.kebab, .snake),
    "camel-to-kebab": (.camel, .kebab), "kebab-to-camel": (.kebab, .camel),
  ]

  static let words = changes.map(\.key)

  var separator: Unicode.Scalar? {
    switch self {
    case .snake: "_"
    case .kebab: "-"
    case .camel: nil
    }
  }

  /// A key as it is spelled this way; nil where that is no change.
  ///
  /// What separates at the beginning and at the end stays, and so does a key of one word that is
  /// not told by its capitals.
  package func spelling(of key: [UInt8], from old: KeyCase) -> [UInt8]? {
    key.allSatisfy { $0 < 0x80 }
      ? plainSpelling(of: key, from: old) : anySpelling(of: key, from: old)
  }

  /// As `spelling`, for keys beyond ASCII.
  func anySpelling(of key: [UInt8], from old: KeyCase) -> [UInt8]? {
    let text = String(decoding: key, as: UTF8.self)
    guard text.utf8.elementsEqual(key) else { return nil }
    let scalars = text.unicodeScalars
    let words: [Substring.UnicodeScalarView]
    var (start, end) = (scalars.startIndex, scalars.endIndex)
    if let separator = old.separator {
      start = scalars.firstIndex { $0 != separator } ?? end
      end = scalars.lastIndex { $0 != separator }.map { scalars.index(after: $0) } ?? end
      words = scalars[start..<end].split(separator: separator)
      if words.count < 2 { return nil }
    } else {
      words = Self.humps(scalars[...])
    }
    var result = String(scalars[..<start])
    for (index, word) in words.enumerated() {
      if index > 0, let separator { result.unicodeScalars.append(separator) }
      result += spelling(of: word, isFirst: index == 0)
    }
    result += String(scalars[end...])
    return result.utf8.elementsEqual(key) ? nil : Array(result.utf8)
  }

  private func spelling(of word: Substring.UnicodeScalarView, isFirst: Bool) -> String {
    guard self == .camel, !isFirst, let first = word.first else {
      return String(word).lowercased()
    }
    return first.properties.titlecaseMapping + String(word.dropFirst()).lowercased()
  }

  /// The words of `myURLPath`: a capital begins one, but for those in a row only the last.
  private static func humps(
    _ key: Substring.UnicodeScalarView
  ) -> [Substring.UnicodeScalarView] {
    var words: [Substring.UnicodeScalarView] = []
    var start = key.startIndex
    var index = key.startIndex
    while index < key.endIndex {
      let next = key.index(after: index)
      if index > start, isCapital(key[index]) {
        let isAfterCapital = isCapital(key[key.index(before: index)])
        let isBeforeSmall = next < key.endIndex && isSmall(key[next])
        if !isAfterCapital || isBeforeSmall {
          words.append(key[start..<index])
          start = index
        }
      }
      index = next
    }
    words.append(key[start...])
    return words
  }

  /// Whether it has a small letter beside it; what has none would be taken for one again and again.
  private static func isCapital(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? ("A"..."Z").contains(scalar) : scalar.properties.changesWhenLowercased
  }

  private static func isSmall(_ scalar: Unicode.Scalar) -> Bool {
    scalar.isASCII ? ("a"..."z").contains(scalar) : scalar.properties.isLowercase
  }
}
