/// Tells documents apart by a member whose texts say of what kind they are, before they are read.
///
/// It reads up to that member, and what it says of a document that has one of the texts is a guess:
/// whether the member stands there once, and the text is JSON at all, finds out who reads on. That
/// a document has none of them it knows.
package struct FlatSorter: ~Copyable {
  /// What a document is.
  package enum Answer: Equatable, Sendable {
    /// It seems to have the text of this number.
    case kind(Int)
    /// It is an object whose member is none of the texts, or isn't there.
    case other
    /// It is out of the ordinary.
    case unsure
  }

  private var envelope: FlatEnvelope
  private let texts: [[UInt8]]
  /// The numbers of texts plus 1, by their hashes; 0: none.
  private var places: [Int32]
  private let depth: Int

  /// One for the member that these names lead to.
  ///
  /// Nil where the texts don't spread over a table.
  package init?(at names: [[UInt8]], texts: [[UInt8]], depth: Int) {
    let size = FlatProgram.Table.size(for: texts.count)
    let hashes = texts.map { Guide.hash(Guide.word(of: $0[...]), $0.count) }
    guard Probing.isSound(hashes, in: size) else { return nil }
    envelope = FlatEnvelope(names)
    self.texts = texts
    self.depth = depth
    places = Array(repeating: 0, count: size)
    for (number, hash) in hashes.enumerated() {
      var place = hash & (size - 1)
      while places[place] != 0 { place = (place + 1) & (size - 1) }
      places[place] = Int32(number + 1)
    }
  }

  /// What the document in a range of a text is.
  package mutating func sort(_ text: ByteView, _ range: Range<Int>) -> Answer {
    precondition(range.lowerBound >= 0 && range.upperBound <= text.count)
    var scanner = Scanner(bytes: text, depthLimit: depth)
    let start = envelope.enter(&scanner, at: range.lowerBound)
    if start < 0 { return isEnd(envelope.endWithout, of: range, text) ? .other : .unsure }
    var end: Int
    if text.byte(unchecked: start) == 0x22 {
      end = text.findSpecial(start &+ 1)
      if text.byte(unchecked: end) == 0x22 {
        end &+= 1
      } else {
        end = scanner.skipSpecialString(from: end, start &+ 1)
        if end < 0 || scanner.hasEscapes { return .unsure }
      }
      if let number = find((start &+ 1)..<(end &- 1), of: text) { return .kind(number) }
    } else {
      end = envelope.skip(&scanner, start)
      if end < 0 { return .unsure }
    }
    let behind = envelope.leave(&scanner, at: end)
    return isEnd(behind, of: range, text) ? .other : .unsure
  }

  private func find(_ range: Range<Int>, of text: ByteView) -> Int? {
    var place = Guide.hash(Guide.word(range, of: text), range.count) & (places.count - 1)
    while places[place] != 0 {
      let number = Int(places[place]) - 1
      if texts[number].count == range.count, texts[number].elementsEqual(text[range]) {
        return number
      }
      place = (place + 1) & (places.count - 1)
    }
    return nil
  }

  private func isEnd(_ end: Int, of range: Range<Int>, _ text: ByteView) -> Bool {
    end >= 0 && end <= range.upperBound && text.skipSpace(end) >= range.upperBound
  }
}
