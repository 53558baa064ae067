import JSONMigrationCore
import JSONText

/// A value before and after a change, as it is shown: all that differs, and of long values only
/// some of what both begin and end with.
struct ChangedValues {
  let before: String
  let after: String

  /// The bytes on either side of the difference that are shown.
  private static let around = 24

  /// Nil for values that are the same; `most` is how many bytes of each are shown at the most.
  init?(_ before: [UInt8], _ after: [UInt8], atMost most: Int = .max) {
    if before == after { return nil }
    var common = zip(before, after).prefix { $0 == $1 }.count
    let shorter = min(before.count, after.count)
    var end = zip(before.reversed(), after.reversed()).prefix(shorter - common) { $0 == $1 }.count
    // What fits is shown whole.
    if max(before.count, after.count) <= Found.quotedBytes { (common, end) = (0, 0) }
    let start = common > Self.around ? common - Self.around : 0
    let left = end > Self.around ? end - Self.around : 0
    func shown(_ value: [UInt8]) -> String {
      var (first, last) = (start, value.count - left)
      // Never inside a scalar.
      while first > 0, value[first] & 0xC0 == 0x80 { first -= 1 }
      while last < value.count, value[last] & 0xC0 == 0x80 { last += 1 }
      if last - first > most {
        last = first + most
        while last > first, value[last] & 0xC0 == 0x80 { last -= 1 }
      }
      return (first > 0 ? "…" : "") + Printable.text(of: value[first..<last])
        + (last < value.count ? "…" : "")
    }
    self.before = shown(before)
    self.after = shown(after)
  }
}

extension Sequence {
  /// The first elements, `most` of them, as long as they are as they should be.
  fileprivate func prefix(_ most: Int, while isRight: (Element) -> Bool) -> [Element] {
    var found: [Element] = []
    for element in self {
      guard found.count < most, isRight(element) else { break }
      found.append(element)
    }
    return found
  }
}
