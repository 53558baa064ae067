internal import JSONText

/// What a plan has for documents that are read into a tree, made when the first of them comes.
///
/// Most documents go the short way, and a start that sees no other need not wait for this.
final class LongWay: Sendable {
  struct Means: Sendable {
    let guide: Guide
    /// Which rules have something to do.
    let wakings: Wakings
  }

  private let made: Locked<Means?>
  private let make: @Sendable () -> Means

  init(_ make: @escaping @Sendable () -> Means) {
    made = Locked(nil)
    self.make = make
  }

  var means: Means {
    made.withLock { [make] made in
      if let made { return made }
      let fresh = make()
      made = fresh
      return fresh
    }
  }
}
