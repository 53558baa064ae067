/// Which items live on in others, so that comments can go where the content is.
struct Heirs {
  struct Entry: BitwiseCopyable {
    let item: UInt32
    let heir: UInt32
    /// Whether that is another container with the same in it, and nothing else.
    let isRecast: Bool
  }

  /// Whether anybody will ask.
  var areNoted = false
  var entries: [Entry] = []

  mutating func empty() {
    areNoted = false
    if !entries.isEmpty { entries.removeAll() }
  }
}

extension Document {
  /// Notes that what an item holds, which is to go, lives on in another one, or as it; a container
  /// that becomes a scalar leaves what it holds to itself.
  package mutating func leave(_ item: NodeID, to heir: NodeID, isRecast: Bool = false) {
    if heirs.areNoted {
      heirs.entries.append(
        Heirs.Entry(item: item.number, heir: heir.number, isRecast: isRecast))
    }
  }
}
