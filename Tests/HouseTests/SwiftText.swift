import Synchronization

/// A Swift file taken apart into code and comments.
///
/// Each half keeps the line breaks of the file, so a line counted in one is the line in the file.
/// What belongs to neither half, the insides of strings and of raw identifiers, is blank in both;
/// code interpolated into a string is code. Regex literals aren't known: the house writes none.
struct SwiftText {
  let code: String
  let comments: String

  /// The files that were taken apart: each is asked for by many tests.
  private static let known = Mutex<[String: SwiftText]>([:])

  init(_ text: String) {
    if let known = Self.known.withLock({ $0[text] }) {
      self = known
      return
    }
    var splitter = Splitter(bytes: Array(text.utf8))
    splitter.run()
    code = String(decoding: splitter.code, as: UTF8.self)
    comments = String(decoding: splitter.comments, as: UTF8.self)
    let whole = self
    Self.known.withLock { $0[text] = whole }
  }
}

private struct Splitter {
  private enum Place {
    /// Code inside `\( )`, with so many parentheses open.
    case interpolation(open: Int)
    case string(hashes: Int, multiline: Bool)
  }

  private enum Half {
    case code, comments, neither
  }

  private static let codeEnds = ends("/`#\"()\n")
  private static let stringEnds = ends("\\\"\n")
  private static let lineEnds = ends("\n")

  /// Whether a byte is among some; all bytes of a package are asked, in a build that is slow.
  private static func ends(_ text: String) -> [Bool] {
    var table = [Bool](repeating: false, count: 256)
    for byte in text.utf8 { table[Int(byte)] = true }
    return table
  }

  let bytes: [UInt8]
  var code: [UInt8] = []
  var comments: [UInt8] = []
  private var position = 0
  private var places: [Place] = []

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  mutating func run() {
    while position < bytes.count {
      if case .string(let hashes, let multiline) = places.last {
        string(hashes: hashes, multiline: multiline)
      } else {
        plain()
      }
    }
  }

  private mutating func plain() {
    if takeOrdinary(.code, until: Self.codeEnds) { return }
    if starts("//") {
      _ = takeOrdinary(.comments, until: Self.lineEnds)
    } else if starts("/*") {
      blockComment()
    } else if starts("`") {
      take(1, .code)
      while position < bytes.count, !starts("`"), !starts("\n") { take(1, .neither) }
      take(1, .code)
    } else if let hashes = hashesBeforeQuote() {
      take(hashes, .code)
      let multiline = starts("\"\"\"")
      take(multiline ? 3 : 1, .code)
      places.append(.string(hashes: hashes, multiline: multiline))
    } else {
      countParentheses()
      take(1, .code)
    }
  }

  private mutating func countParentheses() {
    guard case .interpolation(let open) = places.last else { return }
    places.removeLast()
    if starts("(") {
      places.append(.interpolation(open: open + 1))
    } else if !starts(")") || open > 1 {
      places.append(.interpolation(open: starts(")") ? open - 1 : open))
    }
  }

  private mutating func blockComment() {
    var depth = 0
    repeat {
      if starts("/*") {
        depth += 1
        take(2, .comments)
      } else if starts("*/") {
        depth -= 1
        take(2, .comments)
      } else {
        take(1, .comments)
      }
    } while depth > 0 && position < bytes.count
  }

  private mutating func string(hashes: Int, multiline: Bool) {
    if takeOrdinary(.neither, until: Self.stringEnds) { return }
    let fence = String(repeating: "#", count: hashes)
    if starts("\\" + fence + "(") {
      take(2 + hashes, .code)
      places.append(.interpolation(open: 1))
    } else if starts("\\" + fence) {
      take(2 + hashes, .neither)
    } else if starts((multiline ? "\"\"\"" : "\"") + fence) {
      take((multiline ? 3 : 1) + hashes, .code)
      places.removeLast()
    } else {
      // A string that its line doesn't close is no Swift; going on as code limits the damage.
      if !multiline, starts("\n") { places.removeLast() }
      take(1, .neither)
    }
  }

  private func hashesBeforeQuote() -> Int? {
    var end = position
    while end < bytes.count, bytes[end] == UInt8(ascii: "#") { end += 1 }
    guard end < bytes.count, bytes[end] == UInt8(ascii: "\"") else { return nil }
    return end - position
  }

  private func starts(_ text: String) -> Bool {
    bytes[position...].starts(with: text.utf8)
  }

  /// Takes what is before the next of some bytes; false if one of them is next.
  private mutating func takeOrdinary(_ half: Half, until ends: [Bool]) -> Bool {
    let start = position
    bytes.withUnsafeBufferPointer { bytes in
      while position < bytes.count, !ends[Int(bytes[position])] { position += 1 }
    }
    guard position > start else { return false }
    let blank = repeatElement(UInt8(ascii: " "), count: position - start)
    if half == .code { code += bytes[start..<position] } else { code += blank }
    if half == .comments { comments += bytes[start..<position] } else { comments += blank }
    return true
  }

  private mutating func take(_ count: Int, _ half: Half) {
    for byte in bytes[position...].prefix(count) {
      let blank = byte == UInt8(ascii: "\n") ? byte : UInt8(ascii: " ")
      code.append(half == .code ? byte : blank)
      comments.append(half == .comments ? byte : blank)
    }
    position = min(position + count, bytes.count)
  }
}
