internal import JSONText

/// Finds where the innermost array or object begins that is still open at a byte.
///
/// What is no JSON is gone over like anything else: it is about brackets, outside of texts and
/// comments.
enum OpenBracket {
  static func position(in bytes: [UInt8], before end: Int) -> Int? {
    var open: [Int] = []
    var index = 0
    while index < min(end, bytes.count) {
      switch bytes[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): open.append(index)
      case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = open.popLast()
      case UInt8(ascii: "\""): index = endOfText(in: bytes, from: index)
      case UInt8(ascii: "/"): index = endOfComment(in: bytes, from: index)
      default: break
      }
      index += 1
    }
    return open.last
  }

  /// The quote at the end of a text; a text ends with its line.
  private static func endOfText(in bytes: [UInt8], from start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\""),
      bytes[index] != UInt8(ascii: "\n")
    {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return index
  }

  /// The last byte of a comment, or the slash itself where none begins.
  private static func endOfComment(in bytes: [UInt8], from start: Int) -> Int {
    let rest = bytes[(start + 1)...]
    switch rest.first {
    case UInt8(ascii: "/"):
      return rest.firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    case UInt8(ascii: "*"):
      let stars = rest.dropFirst().indices.dropLast()
      let end = stars.first {
        bytes[$0] == UInt8(ascii: "*") && bytes[$0 + 1] == UInt8(ascii: "/")
      }
      return end.map { $0 + 1 } ?? bytes.count
    default: return start
    }
  }
}
