/// Whether the keys of objects come in an order that can be foreseen.
///
/// Where they don't, guessing at the next one is lost time. That is found out by two objects in a
/// row in which most guesses were wrong; after some more objects order gets another chance.
struct KeyOrder {
  private static let chances = 30

  /// How many objects are left that are read without guesses.
  private var left = 0
  private var isDoubted = false

  /// Whether the next object is to be read without guesses.
  @inline(__always)
  var isNone: Bool { left > 0 }

  /// Notes an object that was read without guesses.
  @inline(__always)
  mutating func pass() { left &-= 1 }

  /// Notes how many of an object's keys were not what was guessed.
  @inline(__always)
  mutating func note(wrong: Int, of count: Int) {
    if wrong &* 2 <= count { isDoubted = false } else { doubt() }
  }

  @inline(never)
  private mutating func doubt() {
    if isDoubted { left = Self.chances }
    isDoubted.toggle()
  }
}
