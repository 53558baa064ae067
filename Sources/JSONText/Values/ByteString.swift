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
}
