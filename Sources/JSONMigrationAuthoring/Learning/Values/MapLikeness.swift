internal import JSONMigrationCore
internal import JSONText

/// Whether objects are maps from names to things of one kind, or records of a program.
enum MapLikeness {
  /// Whether a key looks like data, not like a name that a program chose.
  static func isData(_ key: ByteString) -> Bool {
    let bytes = Array(key.text.utf8)
    let isDigit = { (byte: UInt8) in (0x30...0x39).contains(byte) }
    var hasCut = false
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: " "): return true
      case UInt8(ascii: "-"), UInt8(ascii: "_"): hasCut = true
      case let digit where isDigit(digit):
        if hasCut || (index > 0 && isDigit(bytes[index - 1])) { return true }
      default: break
      }
    }
    // A letter or a digit behind a short word: `item-a`.
    guard bytes.count >= 3, bytes.count <= 8, bytes[bytes.count - 2] == UInt8(ascii: "-") else {
      return bytes.allSatisfy(isDigit) && !bytes.isEmpty
    }
    return bytes.dropLast(2).allSatisfy { (0x61...0x7A).contains($0) }
  }

  /// Whether all members are of one type, as in a map.
  static func mayBeMap(_ term: Term) -> Bool {
    guard term.members.count >= 2, let kind = term.members.first?.value.kind else { return false }
    return term.members.allSatisfy { $0.value.kind == kind }
  }

  static func isMap(_ term: Term) -> Bool {
    let members = term.members
    guard members.count > 1 else { return members.first.map { isData($0.key) } ?? false }
    let dataCount = members.count { isData($0.key) }
    if dataCount * 2 > members.count { return true }
    guard mayBeMap(term) else { return false }
    switch members[0].value.kind {
    case .object: return areAlike(members.map(\.value))
    case .array, .bool: return false
    default: return members.count > 6
    }
  }

  /// Whether objects share about a third of their keys.
  private static func areAlike(_ objects: [Term]) -> Bool {
    var keys: Set<ByteString> = []
    var count = 0
    for object in objects {
      keys.formUnion(object.members.map(\.key))
      count += object.members.count
    }
    return !keys.isEmpty && Double(count) >= 0.34 * Double(objects.count * keys.count)
  }
}
