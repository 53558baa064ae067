/// Tables in which an entry whose place is taken stands in the next one that is free.
enum Probing {
  /// No table has more places than this one after the other, unless its keys were chosen to
  /// collide.
  private static let longestRun = 256

  /// Whether entries stay near their places, so that finding one, or none, is soon done.
  ///
  /// Rule files may be hostile: their keys can be chosen so that all have one place. `places` are
  /// fewer than `size`, a power of two.
  static func isSound(_ places: some Sequence<Int>, in size: Int) -> Bool {
    var counts = [Int](repeating: 0, count: size)
    for place in places { counts[place & (size - 1)] += 1 }
    var waiting = 0
    var run = 0
    // Twice, for what waits at the end goes on at the beginning.
    for place in 0..<2 * size {
      waiting += counts[place & (size - 1)]
      run = waiting > 0 ? run + 1 : 0
      waiting = max(0, waiting - 1)
      if run > longestRun { return false }
    }
    return true
  }
}
