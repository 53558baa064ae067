/// The name of a node, the same for as long as its document is open.
package struct NodeID: Hashable, Sendable, BitwiseCopyable {
  package let number: UInt32

  @inline(__always)
  init(_ number: UInt32) { self.number = number }

  @inline(__always)
  var index: Int { Int(number) }

  /// The place around the root: it holds the root value as its only child.
  static let holder = NodeID(0)
}

/// Where some bytes begin: in the source, or among the bytes that edits made.
package struct Address: Hashable, Sendable, BitwiseCopyable {
  let raw: UInt32

  @inline(__always)
  init(source offset: Int) { raw = UInt32(truncatingIfNeeded: offset) }

  @inline(__always)
  init(made offset: Int) { raw = UInt32(truncatingIfNeeded: offset) | 0x8000_0000 }

  @inline(__always)
  private init(raw: UInt32) { self.raw = raw }

  /// A place some bytes behind another.
  @inline(__always)
  init(_ other: Address, plus distance: UInt32) { raw = other.raw &+ distance }

  static let none = Address(raw: .max)

  /// What is this far in can't be told; nor can what is from there on.
  static let limit = Int(Int32.max)

  @inline(__always)
  var isMade: Bool { raw & 0x8000_0000 != 0 }

  @inline(__always)
  var offset: Int { Int(raw & 0x7FFF_FFFF) }
}

/// A value, a member, or a run of untouched ones: 32 bytes of plain data.
///
/// A member is written as `lead head value`: the lead is what stands between it and the item before
/// it (white space and comma), the head is its key with the colon and the space around that.
/// An element has no head. Leads always lie in the source; an item that was made or moved has none.
struct Node: BitwiseCopyable {
  /// Where the lead begins.
  var lead: Address
  /// Where the head begins.
  ///
  /// A run: the number of its items.
  var head: Address
  /// Where the value begins; a run: its first item.
  var value: Address
  /// Where the value ends, in the same bytes; a run: its last item.
  var end: UInt32
  private var parentAndFlags: UInt32
  /// The items before and after it; 0 where there is none.
  var next: UInt32
  var previous: UInt32
  /// The record of the open container; 0 where the value is none, or is not open.
  var frame: UInt32

  @inline(__always)
  init(
    lead: Address, head: Address, value: Address, end: Int, parent: UInt32, previous: UInt32,
    next: UInt32 = 0, flags: Flags = []
  ) {
    self.lead = lead
    self.head = head
    self.value = value
    self.end = UInt32(truncatingIfNeeded: end)
    parentAndFlags = parent | flags.rawValue
    self.next = next
    self.previous = previous
    frame = 0
  }

  /// The top bits of the parent's number, which has 28.
  struct Flags: OptionSet, BitwiseCopyable {
    let rawValue: UInt32

    /// Several untouched members or elements.
    static let run = Flags(rawValue: 1 &<< 31)
    /// No longer in the document.
    static let removed = Flags(rawValue: 1 &<< 30)
    /// It can't be copied from the source as it is: something in it or about it has changed.
    static let dirty = Flags(rawValue: 1 &<< 29)
    /// The value is not the one that stood behind the head.
    static let replaced = Flags(rawValue: 1 &<< 28)

    static let mask: UInt32 = 0xF000_0000
  }

  /// Nodes from this number on can't be parents.
  static let limit = 1 &<< 28

  @inline(__always)
  var parent: UInt32 {
    get { parentAndFlags & ~Flags.mask }
    set { parentAndFlags = parentAndFlags & Flags.mask | newValue }
  }

  @inline(__always)
  var isRun: Bool { parentAndFlags & Flags.run.rawValue != 0 }

  @inline(__always)
  var isRemoved: Bool { parentAndFlags & Flags.removed.rawValue != 0 }

  @inline(__always)
  var isReplaced: Bool { parentAndFlags & Flags.replaced.rawValue != 0 }

  @inline(__always)
  var isDirty: Bool { parentAndFlags & Flags.dirty.rawValue != 0 }

  @inline(__always)
  mutating func insert(_ flags: Flags) { parentAndFlags |= flags.rawValue }

  @inline(__always)
  mutating func remove(_ flags: Flags) { parentAndFlags &= ~flags.rawValue }

  @inline(__always)
  var isMember: Bool { head != .none && !isRun }

  /// How many items a run stands for.
  @inline(__always)
  var runCount: Int { head.offset }

  @inline(__always)
  var valueRange: Range<Int> { value.offset..<Int(end) }
}

/// What an open container knows beyond its node.
struct Frame: BitwiseCopyable {
  /// Its first and last item; 0 where there is none.
  var first: UInt32 = 0
  var last: UInt32 = 0
  /// How many members or elements it has, those of runs too.
  var count: UInt32 = 0
  /// The guide's state that it was read in, and where its slots begin.
  var state: UInt32 = 0
  var slots: UInt32 = 0
  /// 1 and up: its entry among the key indexes.
  var keyIndex: UInt32 = 0
  /// Whether all containers in it have nodes of their own, so that runs hold none.
  var showsContainers = false
}
