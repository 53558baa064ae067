/// A look at the bytes of a `ByteBuffer`.
///
/// The buffer must not change while a view of it is held; inside this module views live only on
/// the stack of one function. What is labelled `unchecked` is for the scanner: it doesn't ask where
/// the text ends, because the scanner stops at the zeros of the pad (each place that calls it says
/// why it can't get past them). Everything else goes through the checked `subscript`.
@safe
package struct ByteView {
  fileprivate let base: UnsafePointer<UInt8>
  package let count: Int

  @inline(__always)
  init(base: UnsafePointer<UInt8>, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  package subscript(index: Int) -> UInt8 {
    @inline(__always) get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      return unsafe base[index]
    }
  }

  package subscript(range: Range<Int>) -> ByteSlice {
    @inline(__always) get { ByteSlice(bytes: self, range: range) }
  }

  @inline(__always)
  func pointer(at range: Range<Int>) -> UnsafePointer<UInt8> {
    precondition(range.lowerBound >= 0 && range.upperBound <= count)
    return unsafe base + range.lowerBound
  }

  /// Whether the bytes of a range are these.
  func equals(_ range: Range<Int>, _ other: [UInt8]) -> Bool {
    if range.count != other.count { return false }
    var index = 0
    while index < other.count {
      if self[range.lowerBound &+ index] != other[index] { return false }
      index &+= 1
    }
    return true
  }

  /// Whether both are a look at the same bytes.
  func isSame(as other: ByteView) -> Bool { unsafe base == other.base && count == other.count }

  /// The first byte, where the range was checked otherwise.
  @inline(__always)
  var start: UnsafePointer<UInt8> { unsafe base }

  @inline(__always)
  func byte(unchecked offset: Int) -> UInt8 { unsafe base[offset] }

  @inline(__always)
  func word(unchecked offset: Int) -> UInt64 {
    unsafe UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self)
  }

  @inline(__always)
  func halfWord(unchecked offset: Int) -> UInt32 {
    unsafe UnsafeRawPointer(base + offset).loadUnaligned(as: UInt32.self)
  }

  @inline(__always)
  func block(unchecked offset: Int) -> SIMD16<Int8> {
    unsafe UnsafeRawPointer(base + offset).loadUnaligned(as: SIMD16<Int8>.self)
  }
}

/// Some of the bytes of a view, for code that takes any collection.
package struct ByteSlice: RandomAccessCollection {
  private let bytes: ByteView
  package let startIndex: Int
  package let endIndex: Int

  @inline(__always)
  init(bytes: ByteView, range: Range<Int>) {
    precondition(range.lowerBound >= 0 && range.upperBound <= bytes.count)
    self.bytes = bytes
    startIndex = range.lowerBound
    endIndex = range.upperBound
  }

  package subscript(index: Int) -> UInt8 {
    @inline(__always) get {
      precondition(index >= startIndex && index < endIndex)
      return bytes.byte(unchecked: index)
    }
  }

  package subscript(range: Range<Int>) -> ByteSlice {
    precondition(range.lowerBound >= startIndex && range.upperBound <= endIndex)
    return ByteSlice(bytes: bytes, range: range)
  }

  // What a collection has by itself goes through tables of types where nothing is optimized.
  @inline(__always)
  package func index(after index: Int) -> Int { index + 1 }

  @inline(__always)
  package func formIndex(after index: inout Int) { index += 1 }

  @inline(__always)
  package func index(before index: Int) -> Int { index - 1 }

  @inline(__always)
  package func index(_ index: Int, offsetBy distance: Int) -> Int { index + distance }

  @inline(__always)
  package func distance(from start: Int, to end: Int) -> Int { end - start }

  package struct Iterator: IteratorProtocol {
    fileprivate let slice: ByteSlice
    fileprivate var index: Int

    @inline(__always)
    package mutating func next() -> UInt8? {
      if index == slice.endIndex { return nil }
      defer { index += 1 }
      return slice[index]
    }
  }

  @inline(__always)
  package func makeIterator() -> Iterator { Iterator(slice: self, index: startIndex) }

  package func withContiguousStorageIfAvailable<Result>(
    _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    // The range was checked when the slice was made.
    let start = unsafe bytes.pointer(at: startIndex..<endIndex)
    return unsafe try body(UnsafeBufferPointer(start: start, count: count))
  }

  /// The bytes for calls of the system; they are valid until the buffer changes.
  package var memory: UnsafeRawBufferPointer {
    // The range was checked when the slice was made.
    unsafe UnsafeRawBufferPointer(
      start: bytes.pointer(at: startIndex..<endIndex), count: endIndex - startIndex)
  }

  /// How many bytes are the same as those of another slice, from a place in each on.
  package func commonCount(from start: Int, with other: ByteSlice, from otherStart: Int) -> Int {
    precondition(start >= startIndex && otherStart >= other.startIndex)
    let count = Swift.min(endIndex - start, other.endIndex - otherStart)
    var index = 0
    while index < count {
      // The pad lets whole words be read at the ends too.
      let (left, right) = (
        bytes.word(unchecked: start + index), other.bytes.word(unchecked: otherStart + index)
      )
      if left != right {
        // The lowest bit that differs is in the first byte that does.
        let common = UInt64(littleEndian: left ^ right).trailingZeroBitCount / 8
        return Swift.min(count, index + common)
      }
      index += 8
    }
    return Swift.max(count, 0)
  }

  /// The bytes in an array of their own.
  package var array: [UInt8] {
    // The range was checked when the slice was made. Of a buffer all bytes are copied at once.
    let start = unsafe bytes.pointer(at: startIndex..<endIndex)
    return unsafe Array(UnsafeBufferPointer(start: start, count: endIndex &- startIndex))
  }

  package func contains(_ byte: UInt8) -> Bool {
    var index = startIndex
    while index < endIndex {
      // The pad lets whole words be read at the end too; what is behind that doesn't count.
      let flags = UInt64(littleEndian: bytes.word(unchecked: index)).flags(of: byte)
      let left = endIndex &- index
      if left < 8 { return flags &<< UInt64(64 &- 8 &* left) != 0 }
      if flags != 0 { return true }
      index &+= 8
    }
    return false
  }

  @inline(__always)
  package func elementsEqual(_ other: ByteSlice) -> Bool {
    count == other.count
      && commonCount(from: startIndex, with: other, from: other.startIndex) == count
  }

  @inline(__always)
  static func == (left: ByteSlice, right: ByteSlice) -> Bool { left.elementsEqual(right) }
}

extension UInt64 {
  /// A flag for each of its bytes that is this one; the lowest is right, others may be too many.
  @inline(__always)
  func flags(of byte: UInt8) -> UInt64 {
    let other = self ^ (UInt64(byte) &* 0x0101_0101_0101_0101)
    return (other &- 0x0101_0101_0101_0101) & ~other & 0x8080_8080_8080_8080
  }
}
