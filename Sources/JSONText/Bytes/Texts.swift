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
  private let base: UnsafeRawPointer?
  let length: UInt32

  @inline(__always)
  fileprivate init(_ bytes: UnsafeBufferPointer<UInt8>) {
    unsafe base = UnsafeRawPointer(bytes.baseAddress)
    length = UInt32(truncatingIfNeeded: bytes.count)
  }

  /// A byte of the name.
  subscript(index: Int) -> UInt8 {
    precondition(UInt(bitPattern: index) < UInt(length))
    // A name with a byte has a base, and `length` is how many there are.
    guard let base = unsafe base else { return 0 }
    return unsafe base.load(fromByteOffset: index, as: UInt8.self)
  }

  /// All its bytes.
  var bytes: some RandomAccessCollection<UInt8> { (0..<Int(length)).lazy.map { self[$0] } }

  /// Whether the bytes at `start` are this name; it has been asked before whether they are as many.
  @inline(__always)
  func equals(_ bytes: ByteView, at start: Int) -> Bool {
    guard let base = unsafe base, length > 0 else { return true }
    let length = Int(length)
    // `pointer` checks the range; the name has `length` bytes too.
    let other = unsafe UnsafeRawPointer(bytes.pointer(at: start..<(start &+ length)))
    if length < 4 {
      // The first byte, the last, and the one between them.
      let middle = length &>> 1
      let last = length &- 1
      return unsafe (base.load(as: UInt8.self) == other.load(as: UInt8.self))
        && (base.load(fromByteOffset: middle, as: UInt8.self)
          == other.load(fromByteOffset: middle, as: UInt8.self))
        && (base.load(fromByteOffset: last, as: UInt8.self)
          == other.load(fromByteOffset: last, as: UInt8.self))
    }
    if length < 8 {
      // Two words of four bytes, which overlap.
      let last = length &- 4
      return unsafe (base.loadUnaligned(as: UInt32.self) == other.loadUnaligned(as: UInt32.self))
        && (base.loadUnaligned(fromByteOffset: last, as: UInt32.self)
          == other.loadUnaligned(fromByteOffset: last, as: UInt32.self))
    }
    var offset = 0
    while offset < length {
      // There are eight bytes or more; the last words overlap.
      let place = min(offset, length &- 8)
      let left = unsafe base.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      let right = unsafe other.loadUnaligned(fromByteOffset: place, as: UInt64.self)
      if left != right { return false }
      offset &+= 8
    }
    return true
  }
}

extension String {
  /// Gives `body` the string as a name for keys.
  @inline(__always)
  func withKeyName<Result>(_ body: (KeyName) -> Result) -> Result {
    if let result = unsafe utf8.withContiguousStorageIfAvailable({ unsafe body(KeyName($0)) }) {
      return result
    }
    // One of Apple's own strings, which are not UTF-8.
    var copy = self
    return copy.withUTF8 { unsafe body(KeyName($0)) }
  }
}
