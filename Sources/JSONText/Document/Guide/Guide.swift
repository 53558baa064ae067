/// Which places of a document matter, as an automaton that the scanner walks along.
///
/// A state stands for "we are in this container": it tells, for each key and for elements, whether
/// the child becomes a node of its own, and in which state the child is read if it is a container.
/// State 0 is "nothing in here matters", but for keys that someone watches for. A guide is a hint:
/// what it leaves out is opened on demand.
///
/// In each state the keys that are named have a slot, where an open object keeps the node of its
/// member, so that asking for a named member is a look into a table.
package final class Guide: Sendable {
  struct Edge: BitwiseCopyable, Sendable {
    static let none = Edge(slot: -2, child: 0)

    /// -2: the child doesn't matter; -1: it does; from 0 on: it does, and this is its slot.
    var slot: Int32
    /// The state in which the child is read; 0 where it need not be opened.
    var child: UInt32

    @inline(__always) var isTouched: Bool { slot > -2 }
  }

  struct State: Sendable {
    var firstEntry = 0
    /// The number of entries less one; they are a power of two.
    ///
    /// -1: the state names no keys.
    var entryMask = -1
    var slots = 0
    var firstSlotKey = 0
    var other = Edge.none
    var element = Edge.none
    /// Whether every container in containers of this state is opened.
    var opensAll = false
  }

  /// A place in a state's hash table of keys.
  struct KeySlot: Sendable {
    var word: UInt64 = 0
    var length = -1
    var key = 0
    var edge = Edge.none
  }

  private let states: [State]
  private let entries: [KeySlot]
  private let keys: [[UInt8]]
  private let numbers: [[UInt8]: Int]
  /// For each state and each key the slot, or -1.
  private let slots: [Int16]
  let root: UInt32
  private let stride: Int
  /// For each slot of each state the key.
  private let slotKeys: [Int32]
  /// Whether nothing of the paths was left out.
  let isComplete: Bool
  /// Whether keys matter also where nothing else does.
  private let watches: Bool

  /// How many keys the paths name.
  var keyCount: Int { keys.count }

  /// A guide that opens nothing by itself.
  package static let nothing = Guide(paths: [])

  /// A guide that makes a node of every value.
  package static let everything = Guide(paths: [[.descendants, .every]])

  /// Keys that are looked out for where nothing else matters.
  struct Watch {
    /// Those that may not stand there.
    var unwanted: [[UInt8]] = []
    /// Those that may stand there once in a document.
    var single: [[UInt8]] = []
    /// Those of which is told where they stand.
    var sought: [[UInt8]] = []

    var isEmpty: Bool { unwanted.isEmpty && single.isEmpty && sought.isEmpty }

    /// More keys of the second kind than this can't be told apart.
    static let mostSingle = 63
    /// The slot of the first key of the third kind.
    static let firstSought: Int32 = 64
  }

  /// The guide to the places that the paths lead to, from the root.
  package convenience init(paths: [Place]) { self.init(paths: paths, watch: Watch()) }

  init(paths: [Place], watch: Watch) {
    var builder = GuideBuilder(paths: paths, watch: watch)
    builder.build()
    watches = !watch.isEmpty
    states = builder.states
    entries = builder.entries
    keys = builder.keys
    numbers = builder.numbers
    slots = builder.slots
    root = builder.root
    stride = builder.keys.count
    slotKeys = builder.slotKeys
    isComplete = builder.isComplete
  }

  /// The number that a key has in this guide, to ask for members by; -1 if no path names it.
  package func number(of key: [UInt8]) -> Int { numbers[key] ?? -1 }

  /// The number of the key that has a slot.
  @inline(__always)
  func key(state: UInt32, slot: Int) -> Int {
    Int(slotKeys[states[Int(state)].firstSlotKey &+ slot])
  }

  @inline(__always)
  func slotCount(_ state: UInt32) -> Int { states[Int(state)].slots }

  @inline(__always)
  func opensAll(_ state: UInt32) -> Bool { states[Int(state)].opensAll }

  @inline(__always)
  func elementEdge(_ state: UInt32) -> Edge { states[Int(state)].element }

  /// The slot of a numbered key in objects of this state, or -1.
  @inline(__always)
  func slot(state: UInt32, number: Int) -> Int {
    guard number >= 0 else { return -1 }
    return Int(slots[Int(state) &* stride &+ number])
  }

  /// The state in which the place is read that `path` leads to; 0 where it is not opened.
  package func state(at path: Place) -> UInt32 {
    var state = root
    for segment in path {
      guard state != 0 else { return 0 }
      switch segment {
      case .key(let key):
        let slot = slot(state: state, number: number(of: key))
        state = slot < 0 ? states[Int(state)].other.child : child(of: state, named: key)
      case .every, .some, .descendants:
        state = states[Int(state)].element.child
      }
    }
    return state
  }

  /// The state of a member that has a slot.
  private func child(of state: UInt32, named key: [UInt8]) -> UInt32 {
    let row = states[Int(state)]
    var index = Self.hash(Self.word(of: key[...]), key.count) & row.entryMask
    while entries[row.firstEntry + index].length >= 0 {
      let entry = entries[row.firstEntry + index]
      if entry.length == key.count, keys[entry.key] == key { return entry.edge.child }
      index = (index + 1) & row.entryMask
    }
    return 0
  }

  /// What to do with the member whose key, quotes and all, stands at `key`.
  ///
  /// A plain one has no escapes.
  @inline(__always)
  func edge(state: UInt32, key: Range<Int>, isPlain: Bool, of bytes: ByteView) -> Edge {
    state == 0 && !watches ? .none : find(state, key, isPlain, bytes)
  }

  private func find(_ state: UInt32, _ key: Range<Int>, _ isPlain: Bool, _ bytes: ByteView) -> Edge
  {
    let row = states[Int(state)]
    if row.entryMask < 0 { return row.other }
    let body = (key.lowerBound + 1)..<(key.upperBound - 1)
    if isPlain { return edge(row, key: body, of: bytes) }
    let unescaped = ByteBuffer(unescaping: body, of: bytes)
    return edge(row, key: 0..<unescaped.count, of: unescaped.view)
  }

  @inline(__always)
  private func edge(_ row: State, key: Range<Int>, of bytes: ByteView) -> Edge {
    let word = Self.word(key, of: bytes)
    var index = Self.hash(word, key.count) & row.entryMask
    while true {
      let entry = entries[row.firstEntry + index]
      if entry.length < 0 { return row.other }
      if entry.word == word, entry.length == key.count,
        key.count <= 8 || bytes.equals(key, keys[entry.key])
      {
        return entry.edge
      }
      index = (index + 1) & row.entryMask
    }
  }

  /// The first eight bytes of a key; both buffers and texts have a pad to read past the end.
  @inline(__always)
  static func word(_ key: Range<Int>, of bytes: ByteView) -> UInt64 {
    let word = bytes.word(unchecked: key.lowerBound)
    return key.count >= 8 ? word : word & ~(~0 &<< UInt64(key.count * 8))
  }

  @inline(__always)
  static func hash(_ word: UInt64, _ length: Int) -> Int {
    let mixed = (word ^ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15
    return Int(truncatingIfNeeded: mixed &>> 40)
  }
}
