extension GeneratedValues {
  /// Ids that a seed stands for, the same each time; random ones where it is nil.
  package static func ids(seed: UInt64?) -> @Sendable (_ number: Int) -> String {
    guard let seed else { return { _ in id(.random(in: 0 ... .max), .random(in: 0 ... .max)) } }
    return { number in
      let place = UInt64(truncatingIfNeeded: number) &* 2
      return id(mixed(seed, place), mixed(seed, place &+ 1))
    }
  }

  /// The number at a place in the row that a seed stands for (SplitMix64).
  private static func mixed(_ seed: UInt64, _ place: UInt64) -> UInt64 {
    var bits = seed &+ (place &+ 1) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  /// A UUID of version 4 with the given random bits.
  private static func id(_ high: UInt64, _ low: UInt64) -> String {
    let high = high & ~0xF000 | 0x4000
    let low = low & ~(0b11 << 62) | 0b10 << 62
    func digits(_ value: UInt64) -> String {
      let text = String(value, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }
    let all = Array((digits(high) + digits(low)).utf8)
    return [0..<8, 8..<12, 12..<16, 16..<20, 20..<32]
      .map { String(decoding: all[$0], as: UTF8.self) }.joined(separator: "-")
  }
}
