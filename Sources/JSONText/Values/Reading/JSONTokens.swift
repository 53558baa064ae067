/// The words of a JSON text that is known to be right, one after the other.
package struct JSONTokens {
  package enum Token {
    case begin(isObject: Bool, isEmpty: Bool)
    case end
    case key(String)
    case text(String)
    case number(String)
    case word(String)
  }

  /// A text that has half a surrogate pair, which JSON may have and no string.
  package struct LoneSurrogate: Error {
    /// Where the text begins.
    package let offset: Int
  }

  private let json: [UInt8]
  /// Where the last token begins.
  package private(set) var start = 0
  private var offset = 0

  package init(_ json: [UInt8]) {
    self.json = json
  }

  package mutating func next() throws(LoneSurrogate) -> Token? {
    skipSpace(andMarks: true)
    guard offset < json.count else { return nil }
    start = offset
    switch json[offset] {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      let isObject = json[offset] == UInt8(ascii: "{")
      offset += 1
      skipSpace()
      // The closing brackets differ in this bit only.
      let isEmpty = offset < json.count && json[offset] | 0x20 == UInt8(ascii: "}")
      return .begin(isObject: isObject, isEmpty: isEmpty)
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      offset += 1
      return .end
    case UInt8(ascii: "\""):
      let text = try readString()
      skipSpace()
      let isKey = offset < json.count && json[offset] == UInt8(ascii: ":")
      return isKey ? .key(text) : .text(text)
    default:
      while offset < json.count, !Self.endsWord(json[offset]) { offset += 1 }
      let word = String(decoding: json[start..<offset], as: UTF8.self)
      return json[start] >= UInt8(ascii: "a") ? .word(word) : .number(word)
    }
  }

  private mutating func readString() throws(LoneSurrogate) -> String {
    offset += 1
    var hasEscape = false
    while offset < json.count, json[offset] != UInt8(ascii: "\"") {
      let isEscape = json[offset] == UInt8(ascii: "\\")
      hasEscape = hasEscape || isEscape
      offset += isEscape ? 2 : 1
    }
    offset += 1
    let bytes = json[start..<min(offset, json.count)]
    if !hasEscape { return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self) }
    guard case .string(let text)? = try? JSON(parsing: bytes) else {
      throw LoneSurrogate(offset: start)
    }
    return text
  }

  /// Skips white space; `andMarks` also commas and colons, which tell nothing that isn't known.
  private mutating func skipSpace(andMarks: Bool = false) {
    while offset < json.count {
      switch json[offset] {
      case 0x20, 0x0A, 0x0D, 0x09: break
      case UInt8(ascii: ","), UInt8(ascii: ":"): if !andMarks { return }
      default: return
      }
      offset += 1
    }
  }

  private static func endsWord(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: ",") || byte | 0x20 == UInt8(ascii: "}")
  }
}

extension JSONTokens {
  /// The path of the value that a byte of the text is part of, or of the container
  /// around it.
  package static func path(to byte: Int, in json: [UInt8]) -> String? {
    var tokens = JSONTokens(json)
    var open: [(isObject: Bool, key: String, index: Int)] = []
    while tokens.offset <= byte {
      var token: Token?
      do {
        token = try tokens.next()
      } catch {
        // A text that can't be read stands somewhere too.
        token = .text("")
      }
      guard let token else { return nil }
      if case .end = token {
        _ = open.popLast()
        continue
      }
      if let last = open.indices.last {
        if case .key(let key) = token {
          open[last].key = key
        } else if !open[last].isObject {
          open[last].index += 1
        }
      }
      if tokens.offset <= byte, case .begin(let isObject, _) = token {
        open.append((isObject, "", -1))
      }
    }
    return open.reduce(into: "$") { path, container in
      path +=
        container.isObject
        ? PathText.step(Array(container.key.utf8)) : "[\(container.index)]"
    }
  }
}
