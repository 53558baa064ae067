/// What a script writes with: stretches of the source that stay, and what is new between them.
///
/// The three are compiled into functions of their own.
protocol FlatScriptPen {
  var tail: Tail { get }

  /// Adds a stretch of the source.
  mutating func copy(
    _ range: Range<Int>, of text: ByteView, to out: inout ByteBuffer,
    _ notes: inout some FlatNotes & ~Copyable)

  /// Adds something short that doesn't stand there.
  mutating func put(_ range: Range<Int>, of bytes: ByteView, to out: inout ByteBuffer)
}

/// Where patches are noted, if they are.
protocol FlatNotes: ~Copyable {
  mutating func append(_ patch: FlatPatches.Patch)
}

extension Slab: FlatNotes where Element == FlatPatches.Patch {}

struct NoNotes: FlatNotes {
  // As that of `NoPatches`.
  private let place: UInt8 = 0

  @inline(__always)
  mutating func append(_ patch: FlatPatches.Patch) {}
}

/// Writes a document.
struct PlainPen: FlatScriptPen {
  private(set) var tail: Tail

  @inline(__always)
  init(_ tail: Tail) { self.tail = tail }

  @inline(__always)
  mutating func copy(
    _ range: Range<Int>, of text: ByteView, to out: inout ByteBuffer,
    _ notes: inout some FlatNotes & ~Copyable
  ) {
    tail.put(range, of: text, in: &out)
  }

  @inline(__always)
  mutating func put(_ range: Range<Int>, of bytes: ByteView, to out: inout ByteBuffer) {
    tail.putShort(range, of: bytes, in: &out)
  }
}

/// Writes a document in which values are patched.
struct PatchedPen: FlatScriptPen {
  private(set) var tail: Tail
  private var patches: FlatPatchView

  @inline(__always)
  init(_ tail: Tail, _ patches: FlatPatchView) { (self.tail, self.patches) = (tail, patches) }

  @inline(__always)
  mutating func copy(
    _ range: Range<Int>, of text: ByteView, to out: inout ByteBuffer,
    _ notes: inout some FlatNotes & ~Copyable
  ) {
    if patches.isEmpty {
      tail.put(range, of: text, in: &out)
    } else {
      tail = patches.copy(range, of: text, tail, to: &out)
    }
  }

  @inline(__always)
  mutating func put(_ range: Range<Int>, of bytes: ByteView, to out: inout ByteBuffer) {
    tail.putShort(range, of: bytes, in: &out)
  }
}

/// Notes patches: where stretches of the source that stay don't follow each other.
struct PatchingPen: FlatScriptPen {
  private(set) var tail: Tail
  /// Where the last stretch ended, and where among the bytes begins what comes behind it.
  private var at: Int
  private var start: Int

  @inline(__always)
  init(_ tail: Tail, at place: Int, _ bytes: borrowing ByteBuffer) {
    (self.tail, at) = (tail, place)
    start = tail.place(in: bytes)
  }

  @inline(__always)
  mutating func copy(
    _ range: Range<Int>, of text: ByteView, to out: inout ByteBuffer,
    _ notes: inout some FlatNotes & ~Copyable
  ) {
    let end = tail.place(in: out)
    if range.lowerBound != at || end != start {
      notes.append(
        FlatPatches.Patch(
          from: UInt32(truncatingIfNeeded: at), to: UInt32(truncatingIfNeeded: range.lowerBound),
          start: UInt32(truncatingIfNeeded: start), end: UInt32(truncatingIfNeeded: end)))
      start = end
    }
    at = range.upperBound
  }

  @inline(__always)
  mutating func put(_ range: Range<Int>, of bytes: ByteView, to out: inout ByteBuffer) {
    tail.putShort(range, of: bytes, in: &out)
  }
}
