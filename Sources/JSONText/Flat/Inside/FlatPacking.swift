/// Making many patches smaller.
///
/// Where a rule acts in each element of a long array, its patches could take more memory than the
/// document. Most of them say the same: this many bytes go, and these come. That is written once,
/// and then pointed to:
///
///     how the text grows (8 bytes), then for each patch
///         distance from the end of the last one
///         0, how many bytes go, how many come, those bytes       or       where such a thing stands
///
/// The numbers have seven bits in each byte, the lowest first, and the top bit where more follow.
struct FlatPacking: ~Copyable {
  /// A patch that was written already, found by a hash.
  struct Known: BitwiseCopyable {
    /// Its offset from the start; 0 if there is none.
    var place = 0
    var removed = 0
    var text = 0
    var length = 0
  }

  /// The number of patches from which on a row is packed.
  static let many = 2048
  fileprivate static let headLength = 8

  private var known = Slab<Known>(capacity: 1)

  /// Writes the patches of a row from `first` on to an empty buffer; gives one patch for all of
  /// them.
  ///
  /// They have to be in the order of the text, and none of them packed.
  mutating func pack(
    _ row: borrowing Slab<FlatPatches.Patch>, from first: Int, _ bytes: ByteView,
    into out: inout ByteBuffer
  ) -> FlatPatches.Patch {
    known.truncate(to: 0)
    _ = known.append(repeating: Known(), count: 256)
    out.reserve(Self.headLength)
    for _ in 0..<Self.headLength { out.append(0) }
    let start = Int(row[first].from)
    var at = start
    var growth = 0
    for index in first..<row.count {
      let patch = row[index]
      // A patch inside a stretch that an earlier patch took away is gone with it.
      if Int(patch.from) < at { continue }
      out.append(number: Int(patch.from) - at)
      at = Int(patch.to)
      let text = Int(patch.start)..<Int(patch.end)
      add(removed: at - Int(patch.from), text, bytes, to: &out)
      growth += text.count - (at - Int(patch.from))
    }
    let bits = Int64(growth)
    for index in 0..<Self.headLength {
      out[index] = UInt8(truncatingIfNeeded: bits &>> Int64(8 * index))
    }
    return FlatPatches.Patch(
      from: UInt32(truncatingIfNeeded: start),
      to: UInt32(truncatingIfNeeded: at) | FlatPatches.Patch.packed, start: 0,
      end: UInt32(truncatingIfNeeded: out.count))
  }

  private mutating func add(
    removed: Int, _ text: Range<Int>, _ bytes: ByteView, to out: inout ByteBuffer
  ) {
    let hash = Guide.hash(Guide.word(text, of: bytes), text.count &<< 20 ^ removed) & 255
    let same = known[hash]
    if same.place > 0, same.removed == removed, same.length == text.count {
      let other = same.text..<(same.text + same.length)
      let common = bytes[text].commonCount(
        from: text.lowerBound, with: out.view[other], from: other.lowerBound)
      if common == text.count { return out.append(number: same.place) }
    }
    out.append(number: 0)
    let place = out.count
    out.append(number: removed)
    out.append(number: text.count)
    known[hash] = Known(place: place, removed: removed, text: out.count, length: text.count)
    out.append(text, of: bytes)
  }
}

extension FlatPatches {
  /// Packs the patches since a mark, if there are many; gives the mark for the next ones.
  ///
  /// They must be in order and final, as those of whole elements of an array are.
  @inline(__always)
  mutating func pack(since mark: Mark) -> Mark {
    row.count &- mark.row < most ? mark : packMany(since: mark)
  }

  @inline(never)
  private mutating func packMany(since mark: Mark) -> Mark {
    // Some elements had enough patches to be packed by themselves: the rest is not worth it.
    for index in mark.row..<row.count where row[index].isPacked { return self.mark }
    scratch.truncate(to: 0)
    var patch = packing.pack(row, from: mark.row, bytes.view, into: &scratch)
    cut(to: mark)
    patch.start = UInt32(truncatingIfNeeded: bytes.count)
    patch.end &+= patch.start
    bytes.append(0..<scratch.count, of: scratch.view)
    row.append(patch)
    scratch.truncate(to: 0)
    return self.mark
  }
}

/// Reads packed patches.
struct FlatUnpacking {
  private let bytes: ByteView
  private let start: Int
  private let end: Int
  private var offset: Int
  /// Where the last patch ended in the text.
  private var at: Int

  @inline(__always)
  init(_ patch: FlatPatches.Patch, _ bytes: ByteView) {
    self.bytes = bytes
    start = Int(patch.start)
    end = Int(patch.end)
    offset = start &+ FlatPacking.headLength
    at = Int(patch.from)
  }

  /// The next patch: what goes, and what comes, among the bytes of the patches.
  @inline(__always)
  mutating func next() -> (range: Range<Int>, text: Range<Int>)? {
    if offset >= end { return nil }
    let from = at &+ Self.number(bytes, at: &offset)
    let place = Self.number(bytes, at: &offset)
    var other = start &+ place
    if place == 0 { other = offset }
    at = from &+ Self.number(bytes, at: &other)
    let length = Self.number(bytes, at: &other)
    if place == 0 { offset = other &+ length }
    return (from..<at, other..<(other &+ length))
  }

  @inline(__always)
  private static func number(_ bytes: ByteView, at offset: inout Int) -> Int {
    var byte = bytes[offset]
    offset &+= 1
    var number = Int(byte & 0x7F)
    var shift = 7
    while byte > 0x7F {
      byte = bytes[offset]
      offset &+= 1
      number |= Int(byte & 0x7F) &<< shift
      shift &+= 7
    }
    return number
  }

  /// How much longer the text gets by packed patches.
  static func growth(by patch: FlatPatches.Patch, _ bytes: ByteView) -> Int {
    var growth: UInt64 = 0
    for index in (0..<FlatPacking.headLength).reversed() {
      growth = growth &<< 8 | UInt64(bytes[Int(patch.start) + index])
    }
    return Int(truncatingIfNeeded: growth)
  }
}

extension ByteBuffer {
  /// Adds a number, seven bits in each byte.
  @inline(__always)
  fileprivate mutating func append(number: Int) {
    var rest = number
    while rest > 0x7F {
      append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest &>>= 7
    }
    append(UInt8(truncatingIfNeeded: rest))
  }
}
