/// Making strings of bytes, and comparing keys with names that are strings.
extension ByteView {
  /// The text of bytes that are known to be UTF-8.
  @inline(__always)
  func text(_ range: Range<Int>) -> String {
    // `pointer` checks the range.
    let bytes = unsafe UnsafeBufferPointer(start: pointer(at: range), count: range.count)
    return unsafe String(decoding: bytes, as: UTF8.self)
  }

  /// The text of bytes that are UTF-8 but for halves of surrogate pairs; nil if there are any.
  func checkedText(_ range: Range<Int>) -> String? {
    let text = text(range)
    // Those begin with this byte; in the text something else is in their place.
    guard self[range].contains(0xED) else { return text }
    return text.utf8.elementsEqual(self[range]) ? text : nil
  }
}

/// A name that keys are compared with.
///
/// It lives in the closure that it was given to.
@safe
struct KeyName {
  private let base: UnsafePointer<UInt8>?
  let length: UInt32
  /// The first eight bytes; zeros behind the last.
  private let word: UInt64

  @inline(__always)
  fileprivate init(_ bytes: UnsafeBufferPointer<UInt8>) {
    unsafe base = bytes.baseAddress
    length = UInt32(truncatingIfNeeded: bytes.count)
    var word: UInt64 = 0
    if bytes.count >= 8 {
      // There are eight bytes.
      word = unsafe UnsafeRawBufferPointer(bytes).loadUnaligned(as: UInt64.self)
    } else {
      var index = bytes.count
      while index > 0 {
        index &-= 1
        word = unsafe word &<< 8 | UInt64(bytes[index])
      }
    }
    self.word = word
  }

  /// Whether the bytes at `start` are this name; it has been asked before whether they are as many.
  @inline(__always)
  func equals(_ bytes: ByteView, at start: Int) -> Bool {
    // The pad lets eight bytes be read where fewer count.
    let first = bytes.word(start)
    if length <= 8 {
      let unused = UInt64(64 &- length &* 8)
      return length == 0 || (first ^ word) &<< unused == 0
    }
    return first == word && hasEqualRest(bytes, at: start)
  }

  @inline(__always)
  private func hasEqualRest(_ bytes: ByteView, at start: Int) -> Bool {
    guard let base = unsafe UnsafeRawPointer(base) else { return true }
    let length = Int(length)
    // `pointer` checks the range.
    let other = unsafe UnsafeRawPointer(bytes.pointer(at: start..<(start &+ length)))
    var offset = 8
    while offset < length {
      // Both sides have `length` bytes, which are more than eight; the last words overlap.
      let last = min(offset, length &- 8)
      let left = unsafe base.loadUnaligned(fromByteOffset: last, as: UInt64.self)
      let right = unsafe other.loadUnaligned(fromByteOffset: last, as: UInt64.self)
      if left != right { return false }
      offset &+= 8
    }
    return true
  }
}

extension String {
  /// Gives `body` the string as a name for keys.
  @inline(__always)
  mutating func withKeyName<Result>(_ body: (KeyName) -> Result) -> Result {
    withUTF8 { unsafe body(KeyName($0)) }
  }
}
