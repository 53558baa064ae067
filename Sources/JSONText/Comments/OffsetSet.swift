/// Some places of a text: a bit for each of its bytes.
struct OffsetSet {
  private var words: [UInt64]

  /// None of the places below a count.
  init(below count: Int) { words = Array(repeating: 0, count: count / 64 + 1) }

  func contains(_ offset: Int) -> Bool { words[offset >> 6] & 1 << UInt64(offset & 63) != 0 }

  /// Adds a place; whether it wasn't there.
  @discardableResult
  mutating func insert(_ offset: Int) -> Bool {
    let isNew = !contains(offset)
    words[offset >> 6] |= 1 << UInt64(offset & 63)
    return isNew
  }
}
