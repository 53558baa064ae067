/// The free end of a buffer while a writer fills it.
///
/// Kept apart from the buffer, in the writer's own frame, so that the compiler can hold it in
/// registers: what is written could otherwise be the buffer's own fields, for all it knows.
@safe
struct Tail: BitwiseCopyable {
  fileprivate var cursor: UnsafeMutableRawPointer
  fileprivate var room: Int

  /// Copies a range of a text to the end; where there is too little room, or much to copy, `buffer`
  /// does it.
  ///
  /// The range must lie in the text. Those of nodes do: the scanner and the functions that make
  /// bytes are the only ones that make them.
  @inline(__always)
  mutating func put(_ range: Range<Int>, of text: ByteView, in buffer: inout ByteBuffer) {
    let length = range.upperBound &- range.lowerBound
    if length > room { return self = buffer.put(range, of: text, at: self) }
    // The range lies in the text, `room` was checked, and both sides have a pad of 64 bytes.
    let from = unsafe UnsafeRawPointer(text.start + range.lowerBound)
    if length <= ByteBuffer.pad {
      // Without asking how long exactly: a jump that always goes the same way is free.
      let first = unsafe from.loadUnaligned(as: SIMD32<UInt8>.self)
      let second = unsafe (from + 32).loadUnaligned(as: SIMD32<UInt8>.self)
      unsafe cursor.storeBytes(of: first, as: SIMD32<UInt8>.self)
      unsafe (cursor + 32).storeBytes(of: second, as: SIMD32<UInt8>.self)
    } else if length < Lending.long {
      unsafe cursor.copyMemory(from: from, byteCount: length)
    } else {
      return self = buffer.put(range, of: text, at: self)
    }
    unsafe cursor += length
    room &-= length
  }
}

extension Tail {
  /// As `put`, for what mostly is a name or a word.
  @inline(__always)
  mutating func putShort(_ range: Range<Int>, of text: ByteView, in buffer: inout ByteBuffer) {
    let length = range.upperBound &- range.lowerBound
    if length > 32 || length > room { return put(range, of: text, in: &buffer) }
    // As there, with half of the pad.
    let from = unsafe UnsafeRawPointer(text.start + range.lowerBound)
    let word = unsafe from.loadUnaligned(as: SIMD32<UInt8>.self)
    unsafe cursor.storeBytes(of: word, as: SIMD32<UInt8>.self)
    unsafe cursor += length
    room &-= length
  }
}

extension Tail {
  /// How full the buffer is that it belongs to.
  @inline(__always)
  func place(in buffer: borrowing ByteBuffer) -> Int { buffer.capacity &- room }
}

extension ByteBuffer {
  /// Hands out the free end.
  ///
  /// Until `take` the buffer itself must be left alone.
  var tail: Tail {
    unsafe Tail(cursor: UnsafeMutableRawPointer(end), room: capacity - count)
  }

  /// Takes in what was written.
  mutating func take(_ tail: Tail) {
    // `room` went down by just what was written, and never below 0.
    count = capacity - tail.room
  }

  @inline(never)
  fileprivate mutating func put(_ range: Range<Int>, of text: ByteView, at tail: Tail) -> Tail {
    take(tail)
    if size + range.count > bounds.end { overrun() }
    appendLong(range, of: text)
    return self.tail
  }
}
