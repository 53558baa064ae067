import Foundation

/// Random numbers that are the same in every run.
///
/// The environment variable `JSONMIGRATE_SEED` gives a run of the tests other numbers.
package struct Seeded: RandomNumberGenerator, CustomStringConvertible {
  package let seed: UInt64
  private var state: UInt64

  /// The numbers of the seed in the environment, or of the one that is fixed.
  package init() {
    let named = ProcessInfo.processInfo.environment["JSONMIGRATE_SEED"].flatMap { UInt64($0) }
    self.init(named ?? 1)
  }

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
