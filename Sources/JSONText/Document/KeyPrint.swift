/// What tells most keys apart without reading all of them: their length, and both ends.
struct KeyPrint: Equatable, BitwiseCopyable {
  let count: Int
  let first: UInt64
  let last: UInt64

  /// Whether keys with this print are one key.
  var isWhole: Bool { count <= 16 }

  @inline(__always)
  var hash: UInt64 {
    ((first ^ UInt64(truncatingIfNeeded: count)) &* 0x9E37_79B9_7F4A_7C15
      ^ last &* 0xC2B2_AE3D_27D4_EB4F) &* 0x9E37_79B9_7F4A_7C15
  }

  /// One bit of 64.
  @inline(__always)
  var mark: UInt64 { 1 &<< (hash &>> 58) }
}

extension ByteView {
  /// The print of the string at `start`, in text known to be valid; nil where it has escapes.
  @inline(__always)
  func keyPrint(at start: Int) -> KeyPrint? {
    let body = (start &+ 1)..<(endOfValidString(start &+ 1) &- 1)
    if self[body].contains(0x5C) { return nil }
    // What a word holds behind a short key is cut off; the pad lets it be read.
    let first = UInt64(littleEndian: word(unchecked: body.lowerBound))
    if body.count < 8 {
      let bits = UInt64(8 &* body.count)
      return KeyPrint(count: body.count, first: first & (1 &<< bits &- 1), last: 0)
    }
    let last = UInt64(littleEndian: word(unchecked: body.upperBound &- 8))
    return KeyPrint(count: body.count, first: first, last: last)
  }
}

/// Names that keys of many objects are looked for among.
package struct KeyNames: Sendable {
  package let names: Set<[UInt8]>
  /// A table that is at most half full, with what follows of a name in the place behind it.
  private var prints: [KeyPrint?]

  package init(_ names: Set<[UInt8]>) {
    self.names = names
    var size = 4
    while size < 2 * names.count { size *= 2 }
    prints = Array(repeating: nil, count: size)
    var buffer = ByteBuffer(capacity: 64)
    // A key with escapes is looked for among the names themselves.
    for name in names where !name.contains(where: { $0 < 0x20 || $0 == 0x22 || $0 == 0x5C }) {
      buffer.truncate(to: 0)
      buffer.append(0x22)
      buffer.append(contentsOf: name)
      buffer.append(0x22)
      guard let print = buffer.view.keyPrint(at: 0) else { continue }
      var place = Self.place(of: print, in: size)
      while let other = prints[place], other != print { place = (place + 1) & (size - 1) }
      prints[place] = print
    }
  }

  private static func place(of print: KeyPrint, in size: Int) -> Int {
    Int(truncatingIfNeeded: print.hash &>> 32) & (size - 1)
  }

  /// Whether a name has this print.
  func contains(_ print: KeyPrint) -> Bool {
    var place = Self.place(of: print, in: prints.count)
    while let other = prints[place] {
      if other == print { return true }
      place = (place &+ 1) & (prints.count &- 1)
    }
    return false
  }
}

/// Which keys of an object may stand there more than once: a bit for each 64th of all keys.
package struct Namesakes: Sendable, BitwiseCopyable {
  fileprivate var several: UInt64

  /// Whether no key stands there more than once.
  package var areNone: Bool { several == 0 }
}

extension Document {
  @inline(__always)
  private func keyPrint(of member: NodeID) -> KeyPrint? {
    let head = nodes[member.index].head
    return view(of: head).keyPrint(at: head.offset)
  }

  /// Whether a member's key is one of some names.
  package func hasKey(_ member: NodeID, among names: KeyNames) -> Bool {
    guard let print = keyPrint(of: member) else { return names.names.contains(key(of: member)) }
    guard names.contains(print) else { return false }
    return print.isWhole || names.names.contains(key(of: member))
  }

  /// Opens an object, and tells which of its keys may stand there more than once.
  package mutating func openMembers(of object: NodeID) throws(JSONError) -> Namesakes {
    try openItems(of: object)
    var seen: UInt64 = 0
    var several: UInt64 = 0
    var items = items(of: object)
    while let member = items.next(in: self) {
      guard let mark = keyPrint(of: member)?.mark else { return Namesakes(several: .max) }
      several |= seen & mark
      seen |= mark
    }
    return Namesakes(several: several)
  }

  /// As `hasNamesake`, of a member that was there when the object was opened.
  package mutating func hasNamesake(
    _ member: NodeID, among namesakes: Namesakes
  ) throws(JSONError) -> Bool {
    if let mark = keyPrint(of: member)?.mark, mark & namesakes.several == 0 { return false }
    return try hasNamesake(member)
  }
}
