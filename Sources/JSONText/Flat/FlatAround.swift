/// Whether there is white space in what is around an object, as far as is known in front of it.
///
/// An object with one member doesn't show what stands between two, nor does an array with one
/// element: the tree goes by the next container further out that shows anything.
struct FlatAround: BitwiseCopyable {
  private enum Place { case anywhere, firstMember, member, firstElement, element }

  private var place: Place
  private var isCompact: Bool
  /// Around the array that the object may be the only element of; nothing more needs to be known
  /// where that is the document, or in something compact.
  private var isCompactFurtherOut = false
  private var isRoot = false

  /// It isn't known to be without white space.
  static let unknown = FlatAround(.anywhere, false)
  /// There is none.
  static let compact = FlatAround(.anywhere, true)

  private init(_ place: Place, _ isCompact: Bool) {
    (self.place, self.isCompact) = (place, isCompact)
  }

  /// Around the value of the first member of the object that starts there.
  static func first(_ value: Int, inObjectAt start: Int, of text: ByteView) -> FlatAround {
    FlatAround(.firstMember, text[start + 1] == 0x22 && text.hasLoneColon(before: value))
  }

  /// Around the first element of the array that starts there, with what is around that; nil if the
  /// array is the document.
  static func first(
    inArrayAt start: Int, of text: ByteView, in outer: FlatAround?
  ) -> FlatAround {
    // Behind a bracket there is one more byte of the text, or its pad.
    var around = FlatAround(.firstElement, text.byte(unchecked: start &+ 1) > 0x20)
    around.isCompactFurtherOut = outer.map { $0.isCompact && $0.place != .firstElement } ?? true
    around.isRoot = outer.map { $0.isCompact && $0.place == .anywhere } ?? true
    return around
  }

  /// Goes on to what follows an item, which ends there; the first two show what is between all.
  mutating func pass(itemEndingAt end: Int, of text: ByteView) {
    switch place {
    case .firstMember: place = .member
    case .firstElement: place = .element
    case .anywhere, .member, .element: return
    }
    isCompact = isCompact && text.goesOn(behind: end)
  }

  /// Whether it is known once the object was read, which ends there.
  func isKnownCompact(behind end: Int, of text: ByteView) -> Bool {
    if !isCompact || place == .anywhere { return isCompact }
    if text.goesOn(behind: end) { return true }
    // Behind a value is at most the pad.
    let isMember = place == .firstMember || place == .member
    guard text.byte(unchecked: end) == (isMember ? 0x7D : 0x5D) else { return false }
    if place != .firstElement || isRoot { return true }
    let behind = end &+ 1
    return isCompactFurtherOut
      && (text.byte(unchecked: behind) == 0x7D || text.goesOn(behind: behind))
  }
}

extension ByteView {
  /// Whether a comma without white space stands behind an item.
  fileprivate func goesOn(behind end: Int) -> Bool {
    // As above.
    byte(unchecked: end) == 0x2C && byte(unchecked: end &+ 1) > 0x20
  }

  /// Whether nothing but a colon stands between a key and its value, which begins there.
  @inline(__always)
  func hasLoneColon(before value: Int) -> Bool {
    // A key has two quotes.
    byte(unchecked: value &- 1) == 0x3A && byte(unchecked: value &- 2) == 0x22
  }
}

extension FlatDocument {
  /// What is around the value of a member of the object that is read, of which no more may be known
  /// than what stands in front of that.
  func around(_ value: Int, _ text: ByteView) -> FlatAround {
    if firstEnd == brace || firstValue == value {
      return .first(value, inObjectAt: brace, of: text)
    }
    return isCompact(text) ? .compact : .unknown
  }
}
