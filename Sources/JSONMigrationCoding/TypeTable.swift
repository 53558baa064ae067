/// What is known about types, for those that were met last.
///
/// What has to be looked up at run time takes longer than reading a value; here it is one
/// comparison. Types live as long as the process does, so the address of one stands for it for
/// good.
struct TypeTable<Fact> {
  private var slots = [(type: ObjectIdentifier, fact: Fact)?](repeating: nil, count: 64)

  private func slot(_ type: ObjectIdentifier) -> Int { Int(bitPattern: type) &>> 4 & 63 }

  /// What is known about a type; nil if it was not met, or another took its place.
  subscript(type: Any.Type) -> Fact? {
    get {
      let type = ObjectIdentifier(type)
      guard let known = slots[slot(type)], known.type == type else { return nil }
      return known.fact
    }
    set {
      let type = ObjectIdentifier(type)
      slots[slot(type)] = newValue.map { (type, $0) }
    }
  }
}
