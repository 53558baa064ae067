/// Finds the known name that an unknown one was probably meant to be.
///
/// One slip is forgiven in a name of fewer than six letters, two in a longer one; a slip is a
/// letter too many, too few, another one, or two that changed places. Capital letters don't matter,
/// and the beginning of exactly one name will do. Anything further off would be noise.
package enum NearestName {
  /// Longer words are not compared, so that the work stays bounded.
  private static var longest: Int { 64 }

  /// The name meant, if one is near enough; of several the nearest, then the first.
  package static func of(_ word: String, among names: some Sequence<String>) -> String? {
    let letters = folded(word)
    guard (2...longest).contains(letters.count) else { return nil }
    let known = letterSet(word)
    var nearest: (name: String, slips: Int)?
    var begun: [String] = []
    for name in names {
      // Two slips change four of the letters that there are, and most names are further off.
      let others = letterSet(name)
      guard known & ~others == 0 || (known ^ others).nonzeroBitCount <= 4 else { continue }
      let other = folded(name)
      guard other.count <= longest else { continue }
      if other.starts(with: letters) { begun.append(name) }
      let shorter = min(letters.count, other.count)
      let allowed = shorter < 6 ? 1 : 2
      guard abs(letters.count - other.count) <= allowed else { continue }
      let slips = distance(letters, other)
      if slips <= allowed, slips * 2 < shorter, slips < nearest?.slips ?? .max {
        nearest = (name, slips)
      }
    }
    return nearest?.name ?? (begun.count == 1 ? begun[0] : nil)
  }

  /// Whether a word is a name but for one slip, where that name is missing: a short one will do.
  static func isNear(_ word: String, _ name: String) -> Bool {
    let letters = folded(word)
    guard (1...longest).contains(letters.count) else { return false }
    return distance(letters, folded(name)) <= 1 || of(word, among: [name]) != nil
  }

  /// Whether a word is most likely a slip for a name that is near: those that differ in a number,
  /// or in a short word such as `min` and `max` or `X` and `Y`, are names of two things.
  static func isSlip(_ word: String, for name: String) -> Bool {
    let (left, right) = (words(of: word), words(of: name))
    let numbers = [left, right].map { $0.filter { $0[0].properties.numericType != nil } }
    guard numbers[0] == numbers[1] else { return false }
    guard left.count == right.count else { return true }
    return zip(left, right).allSatisfy { left, right in
      left.count != right.count || left.count > 3 || left.sorted() == right.sorted()
    }
  }

  /// The words and numbers in a name such as `maxValue2` or `max_value`, in small letters.
  private static func words(of name: String) -> [[Unicode.Scalar]] {
    var words: [[Unicode.Scalar]] = []
    var last: Unicode.Scalar.Properties?
    for scalar in name.unicodeScalars {
      let now = scalar.properties
      let isNumber = now.numericType != nil
      defer { last = isNumber || now.isAlphabetic ? now : nil }
      guard isNumber || now.isAlphabetic else { continue }
      let goesOn =
        last.map { ($0.numericType != nil) == isNumber && ($0.isUppercase || !now.isUppercase) }
      if goesOn != true { words.append([]) }
      words[words.count - 1] += folded(String(scalar))
    }
    return words
  }

  /// What to say about an unknown word: the name that was meant, or all names if there are at
  /// most twelve; nothing if there are more.
  package static func help(
    for word: String, among names: [String], one: String, many: String
  ) -> String? {
    if let name = of(word, among: names) {
      return "a similar \(one) exists: `\(Printable.quote(name))`"
    }
    guard (1...12).contains(names.count) else { return nil }
    return "the \(many) are " + names.map { "`\(Printable.quote($0))`" }.joined(separator: ", ")
  }

  /// Which letters there are, with one bit for all that are not ASCII.
  private static func letterSet(_ word: String) -> UInt64 {
    word.utf8.reduce(0) { set, byte in
      let letter = byte < 0x40 ? byte & 0x1F : byte < 0x80 ? byte | 0x20 : 0x3F
      return set | 1 << UInt64(letter & 0x3F)
    }
  }

  private static func folded(_ word: String) -> [Unicode.Scalar] {
    word.unicodeScalars.prefix(longest + 1).map { scalar in
      ("A"..."Z").contains(scalar) ? Unicode.Scalar(UInt8(scalar.value) + 32) : scalar
    }
  }

  /// The slips between two words: Damerau's distance, in which no letter is touched twice.
  private static func distance(_ left: [Unicode.Scalar], _ right: [Unicode.Scalar]) -> Int {
    var twoAbove: [Int] = []
    var above = Array(0...right.count)
    for row in 1...max(1, left.count) where row <= left.count {
      var current = [row]
      for column in 1...max(1, right.count) where column <= right.count {
        let isSame = left[row - 1] == right[column - 1]
        var slips = min(
          above[column] + 1, current[column - 1] + 1, above[column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, left[row - 1] == right[column - 2],
          left[row - 2] == right[column - 1]
        {
          slips = min(slips, twoAbove[column - 2] + 1)
        }
        current.append(slips)
      }
      (twoAbove, above) = (above, current)
    }
    return above[right.count]
  }
}
