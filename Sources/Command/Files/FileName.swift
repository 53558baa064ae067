import JSONMigrationCore
import JSONText

/// A file's name as the system has it: bytes, which need not be UTF-8.
struct FileName: Hashable, Sendable {
  let bytes: [UInt8]

  init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  init(_ text: String) {
    self.bytes = Array(text.utf8)
  }

  /// The name as text for messages; one that is no UTF-8 has escapes, so that two of them differ.
  var text: String {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.utf8.elementsEqual(bytes) ? text : Printable.text(of: bytes)
  }

  /// The name in backticks, fit to be printed.
  @inline(never)
  var quoted: String {
    "`\(Printable.text(of: bytes))`"
  }

  /// The name as a shell reads it, fit to be printed.
  var shellWord: String { Printable.shellWord(file: bytes) }

  /// The part after the last slash.
  var last: [UInt8] {
    Array(bytes[(slash.map { $0 + 1 } ?? 0)...])
  }

  /// The folder that the file is in.
  var folder: FileName {
    guard let slash else { return FileName(".") }
    return FileName(bytes: slash == 0 ? [UInt8(ascii: "/")] : Array(bytes[..<slash]))
  }

  /// The number of the open file that the name stands for, as `/dev/stdout` does.
  var openDescriptor: Int32? {
    switch self {
    case FileName("/dev/stdin"): return 0
    case FileName("/dev/stdout"): return 1
    case FileName("/dev/stderr"): return 2
    default:
      guard [FileName("/dev/fd"), FileName("/proc/self/fd")].contains(folder) else { return nil }
      return Int32(String(decoding: last, as: UTF8.self))
    }
  }

  /// A name inside this folder.
  func appending(_ name: [UInt8]) -> FileName {
    let separator = bytes.last == UInt8(ascii: "/") ? [] : [UInt8(ascii: "/")]
    return FileName(bytes: bytes + separator + name)
  }

  /// Whether the name ends in a dot and this word.
  @inline(never)
  func hasExtension(_ word: String) -> Bool {
    let ending = Array(".\(word)".utf8)
    return last.count > ending.count && last.suffix(ending.count).elementsEqual(ending)
  }

  private var slash: Int? {
    bytes.lastIndex(of: UInt8(ascii: "/"))
  }
}
