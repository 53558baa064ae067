import Foundation

/// Random numbers that can be had again: a failing test prints its seed, and the environment
/// variable `JSONMIGRATE_SEED` brings it back.
struct Seeded: RandomNumberGenerator, CustomStringConvertible {
  let seed: UInt64
  private var state: UInt64

  init() {
    let named = ProcessInfo.processInfo.environment["JSONMIGRATE_SEED"].flatMap { UInt64($0) }
    seed = named ?? .random(in: 0...999_999)
    state = seed
  }

  var description: String { "JSONMIGRATE_SEED=\(seed)" }

  // SplitMix64.
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
