/// A growing row of plain records with one owner.
///
/// An array would do, but each write to an array asks whether it is shared. A slab can't be shared,
/// so a write is a bounds check and a store. It keeps its memory when it is emptied, which is what
/// makes a document free of allocations from the second record on.
@safe
package struct Slab<Element: BitwiseCopyable>: ~Copyable {
  private var base: UnsafeMutablePointer<Element>
  private(set) var capacity: Int
  package private(set) var count = 0
  /// How many elements there are likely to be, should they become many.
  ///
  /// Growing step by step leaves holes behind that the allocator keeps, and room that nothing was
  /// written to costs nothing.
  var likely = 0

  /// From this size on a slab grows to what is likely.
  static var many: Int { 1 &<< 15 }

  package init(capacity: Int = 16) {
    self.capacity = max(capacity, 1)
    unsafe base = .allocate(capacity: self.capacity)
  }

  init(copying other: borrowing Slab) {
    self.init(capacity: other.count)
    for index in 0..<other.count { append(other[index]) }
  }

  deinit {
    unsafe base.deallocate()
  }

  package subscript(index: Int) -> Element {
    @inline(__always) get {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      // Below `count` all elements have been written.
      return unsafe base[index]
    }
    @inline(__always) _modify {
      precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
      // As above, and `~Copyable` with `mutating` access means that no other code reads it now.
      yield unsafe &base[index]
    }
  }

  @inline(__always)
  package mutating func append(_ element: Element) {
    if count == capacity { grow(to: count + 1) }
    // `grow` leaves room for one more.
    unsafe (base + count).initialize(to: element)
    count += 1
  }

  /// Adds `number` equal elements, gives the index of the first.
  @inline(__always)
  package mutating func append(repeating element: Element, count number: Int) -> Int {
    if count + number > capacity { grow(to: count + number) }
    let first = count
    var index = 0
    while index < number {
      // `grow` left room for all of them.
      unsafe (base + first + index).initialize(to: element)
      index += 1
    }
    count += number
    return first
  }

  /// Forgets everything from `count` on; the memory stays.
  @inline(__always)
  package mutating func truncate(to count: Int) {
    precondition(count >= 0 && count <= self.count)
    self.count = count
  }

  /// The capacity that comes next.
  var grownCapacity: Int { max(capacity * 2, capacity < Self.many ? 0 : likely) }

  @inline(never)
  private mutating func grow(to needed: Int) {
    let larger = max(needed, grownCapacity)
    let fresh = UnsafeMutablePointer<Element>.allocate(capacity: larger)
    // `fresh` is larger than `count` and overlaps nothing.
    unsafe fresh.moveInitialize(from: base, count: count)
    unsafe base.deallocate()
    unsafe base = fresh
    capacity = larger
  }
}

extension Slab {
  /// The elements for reading and writing inside one function that adds none: the compiler then
  /// keeps base and count at hand, where after each write to a slab it must load them again.
  @inline(__always)
  var row: Row<Element> { unsafe Row(base: base, count: count) }
}

/// A look at the elements of a slab.
///
/// As with `ByteView`: on the stack of one function only, and gone when the slab grows.
@safe
struct Row<Element: BitwiseCopyable> {
  private let base: UnsafeMutablePointer<Element>
  let count: Int

  @inline(__always)
  fileprivate init(base: UnsafeMutablePointer<Element>, count: Int) {
    unsafe self.base = base
    self.count = count
  }

  subscript(index: UInt32) -> Element {
    @inline(__always) get {
      precondition(Int(index) < count)
      // Below `count` all elements have been written.
      return unsafe base[Int(index)]
    }
    @inline(__always) nonmutating _modify {
      precondition(Int(index) < count)
      yield unsafe &base[Int(index)]
    }
  }

  /// Sets all elements back.
  @inline(__always)
  func clear() where Element == UInt32 {
    if count == 16 {
      // 16 elements are 64 bytes; a call costs more than two stores.
      let start = unsafe UnsafeMutableRawPointer(base)
      unsafe start.storeBytes(of: .zero, as: SIMD8<UInt32>.self)
      unsafe (start + 32).storeBytes(of: .zero, as: SIMD8<UInt32>.self)
    } else {
      // Below `count`, which is how many there are.
      unsafe base.update(repeating: 0, count: count)
    }
  }
}
