/// Bytes with one owner and a pad of zeros behind them.
///
/// The pad is what lets the scanner load whole words without asking where the text ends: a zero
/// ends every string, number and run of white space. It also lets short copies be made in fixed
/// blocks, which may write past the end of what counts, never past the memory.
@safe
package struct ByteBuffer: ~Copyable {
  /// How many bytes can be read and written behind the last one.
  package static let pad = 64

  private var base: UnsafeMutablePointer<UInt8>
  package private(set) var capacity: Int
  package internal(set) var count = 0
  /// Where a writer began, and how far it may go.
  private(set) var bounds = (start: Self.empty, end: Int.max)
  /// Whether it would have gone further.
  private(set) var isOver = false
  /// What is in a text and wasn't copied: see `Lending`.
  var lending = Lending()

  package init(capacity: Int = 0) {
    self.capacity = capacity
    unsafe base = .allocate(capacity: capacity + Self.pad)
    // The rest is set before it is read; memory that nothing was written to need not be there.
    unsafe base.initialize(repeating: 0, count: Self.pad)
  }

  deinit {
    unsafe base.deallocate()
  }

  /// The bytes for reading without an owner; they are valid until the buffer changes.
  @inline(__always)
  package var view: ByteView { unsafe ByteView(base: UnsafePointer(base), count: count) }

  package subscript(index: Int) -> UInt8 {
    @inline(__always) get { view[index] }
    @inline(__always) set {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      unsafe base[index] = newValue
    }
  }

  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    if count == capacity { grow(to: count + 1) }
    unsafe base[count] = byte
    count += 1
  }

  /// Adds the bytes of `range` of another buffer.
  @inline(__always)
  package mutating func append(_ range: Range<Int>, of source: ByteView) {
    let length = range.count
    let end = count &+ length
    if length > Self.pad || end > capacity { return appendLong(range, of: source) }
    // `source.pointer` checks the range; both sides have a pad, so blocks may run past the ends.
    let from = unsafe UnsafeRawPointer(source.pointer(at: range))
    let to = unsafe UnsafeMutableRawPointer(base + count)
    // Without asking how long exactly: a jump that always goes the same way is free.
    let first = unsafe from.loadUnaligned(as: SIMD32<UInt8>.self)
    let second = unsafe (from + 32).loadUnaligned(as: SIMD32<UInt8>.self)
    unsafe to.storeBytes(of: first, as: SIMD32<UInt8>.self)
    unsafe (to + 32).storeBytes(of: second, as: SIMD32<UInt8>.self)
    count = end
  }

  /// As `append`, for what is long or finds no room.
  @inline(never)
  mutating func appendLong(_ range: Range<Int>, of source: ByteView) {
    if lends(range, of: source) { return }
    if count + range.count > capacity { grow(to: count + range.count) }
    // The range is checked, there is room, and another's bytes don't overlap ours.
    unsafe (base + count).update(from: source.pointer(at: range), count: range.count)
    count += range.count
  }

  /// Adds bytes that the buffer has already.
  package mutating func append(own range: Range<Int>) {
    // Room first: growing moves the bytes.
    if count + range.count > capacity { grow(to: count + range.count) }
    append(range, of: view)
  }

  /// Adds bytes of another buffer not at the end: what is there from `place` on comes behind them.
  mutating func insertBytes(_ range: Range<Int>, of source: ByteView, at place: Int) {
    precondition(place >= 0 && place <= count)
    if count + range.count > capacity { grow(to: count + range.count) }
    // There is room, `update` allows overlap, and the range is checked.
    unsafe (base + place + range.count).update(from: base + place, count: count - place)
    unsafe (base + place).update(from: source.pointer(at: range), count: range.count)
    count += range.count
  }

  /// Where the next byte goes.
  var end: UnsafeMutablePointer<UInt8> { unsafe base + count }

  /// Begins an output that may have at most this many bytes.
  mutating func beginOutput(atMost number: Int) {
    let (end, isFar) = size.addingReportingOverflow(number)
    bounds = (mark, isFar ? .max : end)
    isOver = false
  }

  /// Ends what was begun: if it was too long, it is gone, and this is false.
  mutating func endOutput() -> Bool {
    if isOver || size > bounds.end {
      takeBack(to: bounds.start)
      isOver = true
    }
    bounds.end = .max
    return !isOver
  }

  /// Notes that what was begun is too long; what comes now is written over what is there, so that
  /// the memory that it takes stays within bounds.
  mutating func overrun() {
    isOver = true
    takeBack(to: bounds.start)
  }

  /// Makes room for `number` more bytes.
  @inline(__always)
  package mutating func reserve(_ number: Int) {
    if count &+ number > capacity { grow(to: count + number) }
  }

  package mutating func append(contentsOf bytes: UnsafeBufferPointer<UInt8>) {
    if count + bytes.count > capacity { grow(to: count + bytes.count) }
    if let from = bytes.baseAddress {
      // `grow` left room, and the storage of someone else can't be ours.
      unsafe (base + count).update(from: from, count: bytes.count)
    }
    count += bytes.count
  }

  package mutating func append(contentsOf bytes: some Sequence<UInt8>) {
    let done: Void? = bytes.withContiguousStorageIfAvailable { unsafe append(contentsOf: $0) }
    if done == nil {
      for byte in bytes { append(byte) }
    }
  }

  package mutating func append(_ text: StaticString) {
    // A static string is UTF-8 in the program's own data, for as long as the program runs.
    let bytes = unsafe UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    unsafe append(contentsOf: bytes)
  }

  /// Forgets everything from `count` on; the memory stays.
  @inline(__always)
  package mutating func truncate(to count: Int) {
    precondition(count >= 0 && count <= self.count)
    self.count = count
    if lending.count > 0 {
      // Of what was lent only all can be forgotten: see `takeBack`.
      precondition(count == 0)
      takeBack(to: Self.empty)
    }
  }

  /// Makes the pad zeros again: after the last byte is written, before anyone scans.
  package mutating func seal() {
    // The allocation is `capacity + pad` long and `count <= capacity`.
    unsafe (base + count).update(repeating: 0, count: Self.pad)
  }

  /// Gives `body` room for `number` more bytes, and takes in as many as it says it wrote.
  package mutating func appendWriting<Failure: Error>(
    atMost number: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) -> Int {
    if count + number > capacity { grow(to: count + number) }
    let room = unsafe UnsafeMutableRawBufferPointer(start: base + count, count: number)
    let written = unsafe try body(room)
    precondition(written >= 0 && written <= number)
    count += written
    return written
  }

  @inline(never)
  private mutating func grow(to needed: Int) {
    let larger = max(needed, capacity + capacity / 2, 256)
    let fresh = UnsafeMutablePointer<UInt8>.allocate(capacity: larger + Self.pad)
    // `fresh` overlaps nothing and is longer than `count`; what is behind is set before it is read.
    unsafe fresh.initialize(from: base, count: count)
    unsafe (fresh + count).initialize(repeating: 0, count: Self.pad)
    unsafe base.deallocate()
    unsafe base = fresh
    capacity = larger
  }
}
