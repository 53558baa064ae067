/// Where functions that read a document note the changes inside of its members.
///
/// They are compiled twice, for programs that do something there and for those that don't.
protocol FlatPatching: ~Copyable {
  static var areWanted: Bool { get }
  /// The patches noted so far; nil if there are none.
  var view: FlatPatchView? { get }

  mutating func empty()

  /// Forgets what came since a mark.
  mutating func cut(to mark: FlatPatches.Mark)

  /// How many there are.
  var count: Int { get }

  /// Does what a document that was read has waited with; false if it isn't for its program.
  mutating func patchGuarded(
    _ document: inout FlatDocument, _ text: ByteView, since first: Int
  ) -> Bool

  /// As that, where it wasn't known before where the document starts; nil if all of it has to be
  /// read again.
  mutating func patchLate(
    _ document: inout FlatDocument, _ text: ByteView, from entry: Int
  ) -> Bool?

  /// Reads a container in a document, and notes what is changed in it.
  mutating func readInside(
    _ document: inout FlatDocument, _ scanner: inout Scanner, _ value: Int, _ slot: Int
  ) -> Int
}

/// For programs that do nothing inside of members.
struct NoPatches: FlatPatching {
  // One byte: values without a size share an address between threads, which the thread sanitizer
  // takes for a race.
  private let place: UInt8 = 0

  static var areWanted: Bool { false }
  var view: FlatPatchView? { nil }

  var count: Int { 0 }

  func empty() {}

  func cut(to mark: FlatPatches.Mark) {}

  func patchGuarded(_ document: inout FlatDocument, _ text: ByteView, since first: Int) -> Bool {
    true
  }

  func patchLate(_ document: inout FlatDocument, _ text: ByteView, from entry: Int) -> Bool? { nil }

  func readInside(
    _ document: inout FlatDocument, _ scanner: inout Scanner, _ value: Int, _ slot: Int
  ) -> Int {
    document.skip(&scanner, value)
  }
}

/// What comes in the place of stretches of a text, in the order of the text.
///
/// Programs for values inside of a document run while the document is read, so that no byte is read
/// twice; what becomes of the members around them isn't known yet then. So they note what they
/// change, and the document's writer puts it in where it comes by:
///
///     {"v":1,"items":[{"price":3},{"price":4}]}       rename items[*].price -> amount
///                      └ from ┘to
///     patches: "amount" in the place of both
struct FlatPatches: FlatPatching, ~Copyable {
  /// 16 bytes of plain data.
  struct Patch: BitwiseCopyable {
    /// What is left out of the text; texts end before `packed`.
    var from: UInt32
    var to: UInt32
    /// What comes there, among the bytes of the patches.
    var start: UInt32
    var end: UInt32

    /// In `to`: what comes there is the text with many patches, which `FlatPacking` has made
    /// smaller.
    static let packed: UInt32 = 1 &<< 31

    var isPacked: Bool { to >= Self.packed }
    /// Where the text goes on.
    var textEnd: Int { Int(to & ~Self.packed) }
  }

  /// How much was noted up to a moment.
  struct Mark: BitwiseCopyable {
    let row: Int
    let bytes: Int

    static let none = Mark(row: 0, bytes: 0)
  }

  var row = Slab<Patch>(capacity: 1)
  var bytes = ByteBuffer()
  /// Room to pack patches in.
  var scratch = ByteBuffer()
  var packing = FlatPacking()
  /// The number of patches in the elements of an array at which they are packed.
  var most = Int.max
  private var merged = Slab<Patch>(capacity: 1)

  static var areWanted: Bool { true }

  var view: FlatPatchView? { row.count == 0 ? nil : FlatPatchView(self) }

  mutating func empty() { cut(to: .none) }

  var count: Int { row.count }

  var mark: Mark { Mark(row: row.count, bytes: bytes.count) }

  mutating func patchGuarded(
    _ document: inout FlatDocument, _ text: ByteView, since first: Int
  ) -> Bool {
    document.patchGuarded(text, &self, since: first)
  }

  mutating func patchLate(
    _ document: inout FlatDocument, _ text: ByteView, from entry: Int
  ) -> Bool? {
    document.patchLate(text, from: entry, &self)
  }

  mutating func cut(to mark: Mark) {
    row.truncate(to: mark.row)
    bytes.truncate(to: mark.bytes)
  }

  mutating func readInside(
    _ document: inout FlatDocument, _ scanner: inout Scanner, _ value: Int, _ slot: Int
  ) -> Int {
    document.readInside(&scanner, value, slot, &self)
  }

  /// Removes a stretch, and puts nothing in its place.
  mutating func remove(_ range: Range<Int>) {
    let place = UInt32(truncatingIfNeeded: bytes.count)
    row.append(
      Patch(
        from: UInt32(truncatingIfNeeded: range.lowerBound),
        to: UInt32(truncatingIfNeeded: range.upperBound), start: place, end: place))
  }

  /// Replaces a range by other bytes.
  mutating func replace(_ range: Range<Int>, by new: Range<Int>, of other: ByteView) {
    let start = bytes.count
    bytes.append(new, of: other)
    remove(range)
    row[row.count - 1].start = UInt32(truncatingIfNeeded: start)
  }

  /// Adds what the programs for values in a value have noted.
  mutating func take(_ other: inout FlatPatches) {
    if other.row.count == 0 { return }
    if row.count == 0, bytes.count == 0 {
      swap(&row, &other.row)
      swap(&bytes, &other.bytes)
      return
    }
    let distance = UInt32(truncatingIfNeeded: bytes.count)
    bytes.append(0..<other.bytes.count, of: other.bytes.view)
    for index in 0..<other.row.count {
      var patch = other.row[index]
      patch.start &+= distance
      patch.end &+= distance
      row.append(patch)
    }
    other.empty()
  }

  /// Merges two sorted runs of patches: from `first` to `middle`, and from there to the end.
  @inline(__always)
  mutating func merge(from first: Int, _ middle: Int) {
    if first < middle, middle < row.count { mergeSome(from: first, middle) }
  }

  private mutating func mergeSome(from first: Int, _ middle: Int) {
    if row[middle - 1].from <= row[middle].from { return }
    merged.truncate(to: 0)
    for index in first..<middle { merged.append(row[index]) }
    var (left, right, place) = (0, middle, first)
    while left < merged.count {
      if right < row.count, row[right].from < merged[left].from {
        row[place] = row[right]
        right += 1
      } else {
        row[place] = merged[left]
        left += 1
      }
      place += 1
    }
  }
}

/// Where patches are, for one function that reads them.
struct FlatPatchView {
  private let row: Row<FlatPatches.Patch>
  private let bytes: ByteView
  private var next: UInt32
  private let count: UInt32

  @inline(__always)
  init(_ patches: borrowing FlatPatches) {
    row = patches.row.row
    bytes = patches.bytes.view
    next = 0
    count = UInt32(truncatingIfNeeded: row.count)
  }

  /// Whether there are any left.
  @inline(__always)
  var isEmpty: Bool { next == count }

  /// Adds a stretch of the text, wherever it stands, as patches have it; false where they change
  /// nothing in it.
  @inline(never)
  func add(_ range: Range<Int>, of text: ByteView, to buffer: inout ByteBuffer) -> Bool {
    var (first, behind) = (UInt32(0), count)
    while first < behind {
      let middle = (first &+ behind) / 2
      if Int(row[middle].from) < range.lowerBound { first = middle &+ 1 } else { behind = middle }
    }
    guard first < count, Int(row[first].from) < range.upperBound else { return false }
    var view = self
    view.next = first
    let tail = view.copy(range, of: text, buffer.tail, to: &buffer)
    buffer.take(tail)
    return true
  }

  /// Copies a stretch of the text, as patches have it.
  @inline(never)
  mutating func copy(
    _ range: Range<Int>, of text: ByteView, _ tail: Tail, to out: inout ByteBuffer
  ) -> Tail {
    if range.count >= Lending.long, out.takesPatches(of: text) {
      return lend(range, tail, to: &out)
    }
    // In variables of their own: for all the compiler knows, what is written could be this view.
    let (row, bytes, count) = (row, bytes, count)
    var (tail, from, next) = (tail, range.lowerBound, next)
    while next < count, Int(row[next].from) < range.upperBound {
      let patch = row[next]
      next &+= 1
      // A patch inside a stretch that an earlier patch took away is gone with it.
      if Int(patch.from) < from { continue }
      tail.put(from..<Int(patch.from), of: text, in: &out)
      from = patch.textEnd
      if patch.isPacked {
        tail = copyPacked(patch, of: text, tail, to: &out)
      } else {
        tail.putShort(Int(patch.start)..<Int(patch.end), of: bytes, in: &out)
      }
    }
    tail.put(from..<range.upperBound, of: text, in: &out)
    self.next = next
    return tail
  }

  @inline(never)
  private func copyPacked(
    _ patch: FlatPatches.Patch, of text: ByteView, _ tail: Tail, to out: inout ByteBuffer
  ) -> Tail {
    var tail = tail
    var from = Int(patch.from)
    var unpacking = FlatUnpacking(patch, bytes)
    while let (range, new) = unpacking.next() {
      tail.put(from..<range.lowerBound, of: text, in: &out)
      tail.putShort(new, of: bytes, in: &out)
      from = range.upperBound
    }
    return tail
  }

  /// As `copy`, into a buffer that writes patched texts later.
  @inline(never)
  private mutating func lend(
    _ range: Range<Int>, _ tail: Tail, to out: inout ByteBuffer
  ) -> Tail {
    let first = next
    var from = range.lowerBound
    var size = range.count
    while next < count, Int(row[next].from) < range.upperBound {
      let patch = row[next]
      next &+= 1
      if Int(patch.from) < from { continue }
      from = patch.textEnd
      size +=
        patch.isPacked
        ? FlatUnpacking.growth(by: patch, bytes)
        : Int(patch.end &- patch.start) &- (from &- Int(patch.from))
    }
    return out.lend(range, size: size, patches: Int(first)..<Int(next), at: tail)
  }
}
