internal import JSONMigrationCore
internal import JSONText

/// How like two values are, and how texts overlap.
enum Likeness {
  private static let identities = ["id", "uid", "uuid", "name", "key", "refId", "slug", "url"]
    .map { ByteString($0) }

  /// From 0 to 1.
  static func of(_ before: Term, _ after: Term) -> Double {
    if before === after { return 1 }
    if before.isScalar, after.isScalar {
      guard let old = before.text, let new = after.text else { return 0.15 }
      return 0.2 + 0.6 * overlap(old, new)
    }
    guard before.kind == .object, after.kind == .object else {
      return before.leafNumbers.isDisjoint(with: after.leafNumbers) ? 0.2 : 0.5
    }
    let (old, new) = (before.marks, after.marks)
    let (oldLeaves, newLeaves) = (before.tellingLeaves, after.tellingLeaves)
    let shared = Double(countShared(old, new))
    let sharedLeaves = Double(countShared(oldLeaves, newLeaves))
    var likeness = shared / Double(max(1, min(old.count, new.count))) * 0.5
    likeness += shared / Double(max(1, old.count + new.count - Int(shared))) * 0.25
    likeness += sharedLeaves / Double(max(1, min(oldLeaves.count, newLeaves.count))) * 0.25
    for (number, key) in identities.enumerated() {
      guard let left = before[key], let right = after[key], left.isScalar else { continue }
      likeness += (left === right ? 0.4 : -0.3) * (number < 3 ? 1 : 0.7)
    }
    return max(0, min(likeness, 1))
  }

  private static func countShared<Element>(_ old: Set<Element>, _ new: Set<Element>) -> Int {
    old.count <= new.count ? old.count { new.contains($0) } : new.count { old.contains($0) }
  }

  /// The share of the longer text that the common prefix and suffix make up.
  static func overlap(_ old: String, _ new: String) -> Double {
    let (old, new) = (Array(old.utf8), Array(new.utf8))
    let (start, end) = commonEnds(old, new)
    return Double(start + end) / Double(max(old.count, new.count, 1))
  }

  /// The length of the common prefix of two rows, and of the common suffix after it.
  static func commonEnds<Element: Equatable>(
    _ old: [Element], _ new: [Element]
  ) -> (start: Int, end: Int) {
    let least = min(old.count, new.count)
    var start = 0
    while start < least, old[start] == new[start] { start += 1 }
    var end = 0
    while end < least - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    return (start, end)
  }

  /// How like two names are, from 0 to 1, by their longest common substrings.
  static func ofNames(_ old: ByteString, _ new: ByteString) -> Double {
    let (left, right) = (letters(old), letters(new))
    guard !left.isEmpty, !right.isEmpty else { return 0 }
    let ratio = 2 * Double(matching(left[...], right[...])) / Double(left.count + right.count)
    return min(1, ratio + (left[0] == right[0] ? 0.2 : 0))
  }

  private static func letters(_ name: ByteString) -> [UInt8] {
    name.text.utf8.prefix(48).compactMap { byte in
      byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
        ? nil : (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
    }
  }

  /// The number of letters in the longest common substring, and in those left and right of it.
  private static func matching(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Int {
    var (best, leftEnd, rightEnd) = (0, 0, 0)
    var row = [Int](repeating: 0, count: right.count + 1)
    for index in left.indices {
      var corner = 0
      for (offset, byte) in right.enumerated() {
        let above = row[offset + 1]
        row[offset + 1] = left[index] == byte ? corner + 1 : 0
        corner = above
        if row[offset + 1] > best {
          (best, leftEnd, rightEnd) = (row[offset + 1], index + 1, right.startIndex + offset + 1)
        }
      }
    }
    guard best > 0 else { return 0 }
    return best
      + matching(left[..<(leftEnd - best)], right[..<(rightEnd - best)])
      + matching(left[leftEnd...], right[rightEnd...])
  }
}
