/// A text that is compared as UTF-8 bytes.
///
/// `String ==` is canonical equivalence: it takes `é` composed and `e` with an accent for the same
/// text. In JSON they are two keys and two values.
package struct ByteString: Hashable, Sendable {
  package let text: String

  package init(_ text: String) {
    self.text = text
  }

  package static func == (left: ByteString, right: ByteString) -> Bool {
    areEqual(left.text, right.text)
  }

  package func hash(into hasher: inout Hasher) {
    Self.hash(text, into: &hasher)
  }

  package static func areEqual(_ left: String, _ right: String) -> Bool {
    left.utf8.count == right.utf8.count && left.utf8.elementsEqual(right.utf8)
  }

  package static func hash(_ text: String, into hasher: inout Hasher) {
    var word: UInt64 = 0
    var count = 0
    for byte in text.utf8 {
      word = word &<< 8 | UInt64(byte)
      count += 1
      if count.isMultiple(of: 8) { hasher.combine(word) }
    }
    hasher.combine(word)
    hasher.combine(count)
  }
}
