/// Members whose keys are written as `one_two`, asked for as `oneTwo`.
extension OutlineView {
  /// The first member of an object whose key is a name in camel case; -1 if none is, or -2 if there
  /// are too many to look at all of them.
  ///
  /// Keys of ASCII letters and underscores, as almost all are, are compared as they stand; what
  /// others are in camel case the function says.
  package func member(
    _ name: String, of object: Int, camelCase: (String) -> String
  ) -> Int {
    if count(object) > Self.searched { return -2 }
    return name.withKeyName { wanted in
      let end = next(object)
      var number = object + 1
      while number < end {
        let entry = entry(number)
        switch Self.compare(entry.keyText(in: self), inCamelCase: wanted) {
        case .same: return number
        case .different: break
        case .unknown: if camelCase(key(number)).utf8.elementsEqual(name.utf8) { return number }
        }
        number = Int(entry.next)
      }
      return -1
    }
  }

  private enum Comparison { case same, different, unknown }

  /// Whether a key is a name, once it is in camel case: underscores at either end stay, the first
  /// word is in lower case, each further one begins with a capital and goes on in lower case.
  private static func compare(_ key: ByteSlice?, inCamelCase name: KeyName) -> Comparison {
    guard let key else { return .unknown }
    guard let first = key.first else { return name.length == 0 ? .same : .different }
    // Whatever follows, a letter stays the first letter.
    if isLetter(first), name.length == 0 || name[0] | 0x20 != first | 0x20 { return .different }
    guard key.allSatisfy({ isLetter($0) || $0 == 0x5F }) else { return .unknown }
    var words = key[...]
    while words.first == 0x5F { words = words.dropFirst() }
    while words.last == 0x5F { words = words.dropLast() }
    if !words.contains(0x5F) {
      return name.length == key.count && key.elementsEqual(name.bytes) ? .same : .different
    }
    var place = 0
    func matches(_ byte: UInt8) -> Bool {
      defer { place += 1 }
      return place < name.length && name[place] == byte
    }
    for _ in key.startIndex..<words.startIndex where !matches(0x5F) { return .different }
    var isCapital = false
    for byte in words {
      if byte == 0x5F {
        isCapital = true
      } else {
        if !matches(isCapital ? byte & ~0x20 : byte | 0x20) { return .different }
        isCapital = false
      }
    }
    for _ in words.endIndex..<key.endIndex where !matches(0x5F) { return .different }
    return place == name.length ? .same : .different
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
}

extension Outline.Entry {
  /// The bytes of a key; nil if some of them are escapes.
  fileprivate func keyText(in view: OutlineView) -> ByteSlice? {
    if keyLength & Self.escapeMark != 0 { return nil }
    return view.view(of: key)[key.offset..<(key.offset + Int(keyLength))]
  }
}
