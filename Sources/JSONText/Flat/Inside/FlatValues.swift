/// Programs for the children of a member, taken as they are: `tags[*]`.
///
/// Such a program knows one name, which stands for the child. It is run on each of them as on a
/// document that has nothing else, and what has become of the child is noted as a patch.
extension FlatDocument {
  /// Runs the program on each child of a container; gives the end of that, or -1 where something is
  /// not as the program expects.
  @inline(never)
  mutating func patchValues(
    _ text: ByteView, at start: Int, from entry: Int, _ patches: inout FlatPatches
  ) -> Int {
    var scanner = Scanner(bytes: text, depthLimit: limits.depth)
    keys.empty()
    let isArray = text[start] == 0x5B
    var mark = patches.mark
    var gap = start + 1
    // Where the first child begins as long as all before it go; else -1.
    var leading = -1
    var isFirst = true
    while true {
      var value: Int
      var begin: Int
      if isArray {
        value = scanner.skipToElement(gap, isFirst: isFirst)
        begin = value
      } else {
        value = scanner.skipKey(
          gap, isFirst: isFirst, state: 0, guide: guide, predictor: predictor)
        begin = scanner.key
        if value > 0, !keys.add(begin, text) { return -1 }
      }
      if value < 0 { return -1 }
      if value == 0 {
        let end = text.skipSpace(gap)
        if leading >= 0 { patches.remove((start + 1)..<end) }
        return end + 1
      }
      // It may be the end of the text, behind which there is its pad.
      let end =
        text.byte(unchecked: value) | 0x20 == 0x7B
        ? scanner.skipContainer(value, outer: outer, guide: guide, predictor: predictor)
        : scanner.skipScalar(value)
      guard end >= 0, run(on: value..<end, of: text, from: entry) else { return -1 }
      let child = items[1]
      if child.has(.removed) {
        if isFirst { leading = begin }
        if leading < 0 { patches.remove(gap..<end) }
      } else {
        if leading >= 0 { patches.remove(leading..<begin) }
        leading = -1
        let new = Int(child.text)..<Int(child.textEnd)
        if child.has(.made) {
          patches.replace(value..<end, by: new, of: program.bytes.view)
        } else if child.has(.draft) {
          patches.replace(value..<end, by: new, of: drafts.view)
        }
      }
      if leading < 0 { mark = patches.pack(since: mark) }
      isFirst = false
      gap = end
    }
  }

  /// Runs the program on a value.
  private mutating func run(on value: Range<Int>, of text: ByteView, from entry: Int) -> Bool {
    (brace, firstValue, firstEnd) = (value.lowerBound, value.lowerBound, value.upperBound)
    (count, noted) = (1, 1)
    names[0] = 1
    items[1] = FlatItem(
      value: UInt32(truncatingIfNeeded: value.lowerBound),
      end: UInt32(truncatingIfNeeded: value.upperBound))
    return execute(from: entry, text)
  }
}

/// The keys of a small object, to find one that stands there twice.
struct FlatKeys: ~Copyable {
  /// Where each begins and ends.
  private var places = Slab<Int>(capacity: 2)

  /// Objects with more members are for the tree.
  private static let most = 32

  mutating func empty() { places.truncate(to: 0) }

  /// False where the object has the key already, or that can't be told.
  mutating func add(_ key: Int, _ text: ByteView) -> Bool {
    let end = text.endOfValidString(key + 1)
    if places.count == 2 * Self.most || text[key..<end].contains(0x5C) { return false }
    for index in 0..<places.count / 2 {
      let other = places[2 * index]..<places[2 * index + 1]
      if text[other].elementsEqual(text[key..<end]) { return false }
    }
    places.append(key)
    places.append(end)
    return true
  }
}
