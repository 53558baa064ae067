/// Keys in ASCII, as nearly all are: by their bytes.
extension KeyCase {
  /// As `spelling`.
  func plainSpelling(of key: [UInt8], from old: KeyCase) -> [UInt8]? {
    guard let separator = old.byte else { return spelling(ofHumps: key) }
    guard let start = key.firstIndex(where: { $0 != separator }),
      let last = key.lastIndex(where: { $0 != separator }),
      key[start..<last].contains(separator)
    else { return nil }
    var result = Array(key[..<start])
    result.reserveCapacity(key.count)
    var isFirst = true
    for word in key[start...last].split(separator: separator) {
      add(word, isFirst: isFirst, to: &result)
      isFirst = false
    }
    result += key[(last + 1)...]
    return result == key ? nil : result
  }

  private func spelling(ofHumps key: [UInt8]) -> [UInt8]? {
    // One word in small letters, which is spelled the same in each way.
    if !key.contains(where: \.isCapital) { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(key.count + 8)
    var start = 0
    for index in key.indices.dropFirst() where key[index].isCapital {
      let isAfterCapital = key[index - 1].isCapital
      let isBeforeSmall = index + 1 < key.count && key[index + 1].isSmall
      if isAfterCapital, !isBeforeSmall { continue }
      add(key[start..<index], isFirst: start == 0, to: &result)
      start = index
    }
    add(key[start...], isFirst: start == 0, to: &result)
    return result == key ? nil : result
  }

  private func add(_ word: ArraySlice<UInt8>, isFirst: Bool, to result: inout [UInt8]) {
    if !isFirst, let byte { result.append(byte) }
    let start = result.count
    for letter in word { result.append(letter.small) }
    if self == .camel, !isFirst, start < result.count { result[start] = result[start].capital }
  }

  private var byte: UInt8? { separator.map { UInt8(ascii: $0) } }
}
