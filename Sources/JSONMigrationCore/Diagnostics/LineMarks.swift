/// The lines and columns of some bytes of a text, so that the place of any other is soon found.
///
/// A rule file can have thousands of mistakes in one line, and each has a place.
package struct LineMarks: Sendable {
  /// A byte of which it is known where it stands.
  package struct Mark: Sendable {
    var byte = 0
    var line = 1
    var lineStart = 0
    /// The scalars of its line that begin before it.
    var scalars = 0

    /// Goes one byte on.
    mutating func pass(_ next: UInt8) {
      byte += 1
      if next == UInt8(ascii: "\n") {
        line += 1
        lineStart = byte
        scalars = 0
      } else if next & 0xC0 != 0x80 {
        scalars += 1
      }
    }
  }

  private static let distance = 1_024

  /// One for each kilobyte but the first.
  private var marks: [Mark] = []

  package init(_ bytes: [UInt8]) {
    guard bytes.count >= Self.distance else { return }
    var mark = Mark()
    for byte in bytes {
      mark.pass(byte)
      if mark.byte % Self.distance == 0 { marks.append(mark) }
    }
  }

  /// The last mark that isn't behind the start of a range of the text.
  package func last(before range: Range<Int>) -> Mark {
    let passed = min(range.lowerBound / Self.distance, marks.count)
    return passed == 0 ? Mark() : marks[passed - 1]
  }
}
