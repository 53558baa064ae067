internal import JSONText

/// Patterns that were written as for another tool, and texts that are taken for none.
extension RuleReader {
  /// Warns of slashes around a pattern, which are part of it.
  ///
  /// `/api/v1/` may be meant so: what tells is a flag behind the slash, or an anchor inside.
  func check(pattern text: String, at range: Range<Int>) {
    let slash = UInt8(ascii: "/")
    let bytes = Array(text.utf8)
    guard bytes.first == slash, let end = bytes.lastIndex(of: slash), end > 1 else { return }
    let (inner, flags) = (bytes[1..<end], bytes[(end + 1)...])
    let hasFlags =
      !flags.isEmpty && Set(flags).count == flags.count
      && flags.allSatisfy { "gims".utf8.contains($0) }
    let hasAnchors = inner.first == UInt8(ascii: "^") || inner.last == UInt8(ascii: "$")
    guard hasFlags || flags.isEmpty && hasAnchors else { return }
    let pattern = JSON.string(String(decoding: inner, as: UTF8.self))
    warn(
      .pattern, "the slashes are part of this pattern", at: range,
      help: "write `\(pattern)`" + (flags.contains(UInt8(ascii: "i")) ? " and `ignore-case`" : ""))
  }

  /// Warns of a group that is written as other tools have it.
  func check(template text: String, at range: Range<Int>) {
    let bytes = Array(text.utf8)
    let group = bytes.indices.dropLast().first { index in
      bytes[index] == UInt8(ascii: "\\") && ("1"..."9").contains(Unicode.Scalar(bytes[index + 1]))
    }
    guard let group else { return }
    let number = Unicode.Scalar(bytes[group + 1])
    warn(
      .pattern, "`\\\(number)` is text here, and no group", at: range,
      help: "what a group fits is `$\(number)`")
  }

  /// Warns of a group in what comes in the place of a text that is no pattern.
  func check(replacement text: String, at range: Range<Int>) {
    let bytes = Array(text.utf8)
    let group = bytes.indices.dropLast().first { index in
      bytes[index] == UInt8(ascii: "$") && ("1"..."9").contains(Unicode.Scalar(bytes[index + 1]))
    }
    guard let group else { return }
    let name = String(decoding: bytes[group...(group + 1)], as: UTF8.self)
    warn(
      .pattern, "`\(name)` is text here, and no group", at: range,
      help: "`pattern` in place of `replace` has groups")
  }
}
