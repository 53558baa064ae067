import JSONMigrationCore

extension GenerateOptions {
  /// The time and the ids that rules get: real ones, or those that were asked for.
  ///
  /// The time is that of the start, so that all documents of a run get the same one.
  func generator(clock: () -> Int) throws(UsageError) -> GeneratedValues {
    let time =
      now.map { GeneratedValues.time($0) } ?? GeneratedValues.time(secondsSince1970: clock())
    guard let time else {
      throw UsageError(
        "`--now` takes a date, a time and a zone, found `\(Printable.quote(now ?? ""))`",
        help: "write it as in `--now=2026-01-31T12:00:00Z`")
    }
    let seed = seed
    return GeneratedValues(
      now: { time },
      id: { number in
        guard let seed else { return Self.randomID() }
        let place = UInt64(truncatingIfNeeded: number) &* 2
        return Self.id(Self.mixed(seed, place), Self.mixed(seed, place &+ 1))
      })
  }

  /// The number at a place in the row that a seed stands for (SplitMix64).
  private static func mixed(_ seed: UInt64, _ place: UInt64) -> UInt64 {
    var bits = seed &+ (place &+ 1) &* 0x9E37_79B9_7F4A_7C15
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }

  fileprivate static func randomID() -> String {
    id(.random(in: 0 ... .max), .random(in: 0 ... .max))
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

extension GeneratedValues {
  /// The clock of the system, and random ids.
  static let system = GeneratedValues(
    now: { time(secondsSince1970: secondsSince1970()) ?? "" },
    id: { _ in GenerateOptions.randomID() })
}
