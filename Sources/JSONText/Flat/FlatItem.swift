/// A member of the root, or one that comes to be: 32 bytes of plain data.
struct FlatItem: BitwiseCopyable {
  /// Where it stands in the source: what is in front of its key, its key, its value.
  ///
  /// A new member has none of these.
  var gap: UInt32 = 0
  var key: UInt32 = 0
  var value: UInt32 = 0
  var end: UInt32 = 0
  /// What is written as its value, if that is not the source's; else the text is the number of its
  /// name.
  var text: UInt32 = 0
  var textEnd: UInt32 = 0
  /// Where its `"key":` is among the bytes of the program; 0: it has its own.
  var head: UInt32 = 0
  /// The item that is written after it; 0 at the end.
  var next: UInt16 = 0
  var flags: Flags = []

  struct Flags: OptionSet, BitwiseCopyable {
    let rawValue: UInt16

    /// Its value is the text: bytes of the program.
    static let made = Flags(rawValue: 1)
    /// Its value is the text: part of a string of the source, without quotes.
    static let part = Flags(rawValue: 2)
    static let removed = Flags(rawValue: 4)
    static let new = Flags(rawValue: 8)
    /// A new one behind all members of the source.
    static let last = Flags(rawValue: 16)
    /// A string of the source without escapes.
    static let plain = Flags(rawValue: 32)
    /// Its value is the text: bytes that were drafted for this document.
    static let draft = Flags(rawValue: 64)
    /// A draft that is laid out as it stood in the source.
    static let kept = Flags(rawValue: 128)
    /// A draft of a value that may have had more in it.
    static let past = Flags(rawValue: 256)
    fileprivate static let derived: Flags = [.part, .draft, .kept, .past]
  }

  @inline(__always)
  func has(_ flags: Flags) -> Bool { self.flags.rawValue & flags.rawValue != 0 }

  /// Gives it a value of the program.
  @inline(__always)
  mutating func replace(_ start: UInt32, _ end: UInt32) {
    text = start
    textEnd = end
    flags = Flags(rawValue: flags.rawValue & ~Flags.derived.rawValue | Flags.made.rawValue)
  }

  /// Gives it null: it is among the bytes of the program, so that later operations see it.
  mutating func replaceByNull() { replace(UInt32(Fixed.null.start.offset), UInt32(Fixed.null.end)) }

  /// Gives it a value that was drafted.
  mutating func replace(byDraft range: Range<Int>) {
    text = UInt32(truncatingIfNeeded: range.lowerBound)
    textEnd = UInt32(truncatingIfNeeded: range.upperBound)
    flags.remove([.made, .kept, .past])
    flags.insert(.draft)
  }
}
