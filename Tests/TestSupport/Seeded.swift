import Foundation

/// Random numbers that can be had again: a failing test prints its seed, and the environment
/// variable `JSONMIGRATE_SEED` brings it back.
package struct Seeded: RandomNumberGenerator, CustomStringConvertible {
  package let seed: UInt64
  private var state: UInt64

  /// Other numbers in every run, unless the environment names the seed.
  package init() {
    let named = ProcessInfo.processInfo.environment["JSONMIGRATE_SEED"].flatMap { UInt64($0) }
    self.init(named ?? .random(in: 0...999_999))
  }

  /// Numbers that are the same in every run.
  package init(_ seed: UInt64) {
    self.seed = seed
    state = seed
  }

  package var description: String { "JSONMIGRATE_SEED=\(seed)" }

  // SplitMix64.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
