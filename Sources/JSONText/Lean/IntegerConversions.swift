// The standard library's conversions are generic, and each takes the compiler 3 to 7 ms. Those
// that are needed often are said here for one pair of types each, so these are taken.

extension Int {
  @inlinable @inline(__always)
  package init(_ value: UInt8) { self.init(truncatingIfNeeded: value) }

  @inlinable @inline(__always)
  package init(_ value: UInt16) { self.init(truncatingIfNeeded: value) }

  @inlinable @inline(__always)
  package init(_ value: UInt32) { self.init(truncatingIfNeeded: value) }

  @inlinable @inline(__always)
  package init(_ value: Int32) { self.init(truncatingIfNeeded: value) }

  @inlinable @inline(__always)
  package init(_ value: UInt64) {
    precondition(value <= UInt64(truncatingIfNeeded: Int.max))
    self.init(truncatingIfNeeded: value)
  }

  /// A number that is not below zero, or half of the largest `Int`: so much that nothing is as
  /// large where that has 32 bits, and little enough for a sum.
  @inlinable @inline(__always)
  package init(capped value: Int64) {
    self.init(truncatingIfNeeded: Swift.min(value, Int64(truncatingIfNeeded: Int.max / 2)))
  }

  @inlinable @inline(__always)
  package init(_ value: UInt) {
    self.init(bitPattern: value)
    precondition(self >= 0)
  }
}

extension UInt64 {
  @inlinable @inline(__always)
  package init(_ value: UInt8) { self.init(truncatingIfNeeded: value) }

  @inlinable @inline(__always)
  package init(_ value: UInt32) { self.init(truncatingIfNeeded: value) }

  @inlinable @inline(__always)
  package init(_ value: Int) {
    precondition(value >= 0)
    self.init(truncatingIfNeeded: value)
  }
}

extension UInt32 {
  @inlinable @inline(__always)
  package init(_ value: UInt8) { self.init(truncatingIfNeeded: value) }

  @inlinable @inline(__always)
  package init(_ value: UInt16) { self.init(truncatingIfNeeded: value) }

  @inlinable @inline(__always)
  package init(_ value: Int) {
    // As 64 bits, since a shift by as many bits as there are is none.
    precondition(UInt64(truncatingIfNeeded: value) &>> 32 == 0)
    self.init(truncatingIfNeeded: value)
  }
}

extension Int32 {
  @inlinable @inline(__always)
  package init(_ value: Int) {
    self.init(truncatingIfNeeded: value)
    precondition(Int(self) == value)
  }
}

extension UInt16 {
  @inlinable @inline(__always)
  package init(_ value: UInt8) { self.init(truncatingIfNeeded: value) }

  @inlinable @inline(__always)
  package init(_ value: Int) {
    precondition(UInt(bitPattern: value) &>> 16 == 0)
    self.init(truncatingIfNeeded: value)
  }
}

extension UInt8 {
  @inlinable @inline(__always)
  package init(_ value: UInt32) {
    precondition(value &>> 8 == 0)
    self.init(truncatingIfNeeded: value)
  }

  @inlinable @inline(__always)
  package init(_ value: Int) {
    precondition(UInt(bitPattern: value) &>> 8 == 0)
    self.init(truncatingIfNeeded: value)
  }
}
