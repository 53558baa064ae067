/// Noting what a script changes in an element, where all that it writes is known beforehand.
///
/// Most elements of long arrays are small, and what is done to each is a new name or a new value.
/// What splits, looks up or joins is left to the script's own run, which knows it all.
extension FlatDocument {
  /// As `patch(by:)`, for members that get a text of the program, or go; false where there is more
  /// to do, and then nothing is added.
  @inline(__always)
  mutating func stamp(
    _ script: FlatScript, _ text: ByteView, _ patches: inout FlatPatches, since first: Int
  ) -> Bool {
    if noted != script.noted || script.needsLayout && (script.areCompact || !isCompact(text)) {
      return false
    }
    let items = items.row
    let steps = scripts.steps.row
    let made = program.bytes.view
    let middle = patches.row.count
    var pen = FlatStampingPen(patches.bytes)
    var number: UInt32 = 0
    while Int(number) < script.noted {
      number &+= 1
      let item = items[number]
      let isDone = pen.stamp(
        item, steps, at: script.first &+ item.text, leading: brace &+ 1, text, made, &patches)
      if !isDone {
        patches.row.truncate(to: middle)
        inside.refuseToStamp(script)
        return false
      }
    }
    pen.add(script, at: self.tail, made, &patches)
    patches.bytes.take(pen.tail)
    patches.merge(from: first, middle)
    return true
  }
}

/// The end of the bytes of patches, by value, and where what comes next begins among them.
struct FlatStampingPen {
  private(set) var tail: Tail
  private(set) var start: UInt32

  @inline(__always)
  init(_ bytes: borrowing ByteBuffer) {
    tail = bytes.tail
    start = UInt32(truncatingIfNeeded: bytes.count)
  }

  /// Notes what the steps from an index on make of a member; false where that is more than another
  /// text, and then some may have been noted.
  ///
  /// `leading` is where the first member begins.
  @inline(__always)
  mutating func stamp(
    _ item: FlatItem, _ steps: Row<FlatScript.Step>, at index: UInt32, leading: Int,
    _ text: ByteView, _ made: ByteView, _ patches: inout FlatPatches
  ) -> Bool {
    var index = index
    repeat {
      let step = steps[index]
      index = step.next
      var (from, to) = (item.value, item.end)
      switch step.code {
      case .keep: continue
      case .value: break
      case .name:
        (from, to) = (item.key, item.value &- 1)
        // The key ends before its value, which is in the text.
        if text.byte(unchecked: Int(to)) != 0x3A || text.byte(unchecked: Int(to) &- 1) != 0x22 {
          to = endOfKey(item.key, text)
        }
      case .drop where Int(item.gap) == leading:
        // The comma goes that is behind it; only in compact text that is all. Values end before
        // the last brace.
        guard text.byte(unchecked: leading) == 0x22, text.byte(unchecked: Int(to)) == 0x2C,
          text.byte(unchecked: Int(to) &+ 1) == 0x22
        else { return false }
        (from, to) = (item.key, to &+ 1)
      case .drop:
        from = item.gap
        // The comma in front of it may be gone with the first member.
        let count = patches.row.count
        if count > 0, patches.row[count - 1].textEnd == Int(from) + 1 { return false }
      default: return false
      }
      note(from, to, step.start, step.end, made, &patches)
    } while index != 0
    return true
  }

  /// Notes what comes behind all members.
  @inline(__always)
  mutating func add(
    _ script: FlatScript, at place: Int, _ made: ByteView, _ patches: inout FlatPatches
  ) {
    if script.added == script.addedEnd { return }
    let place = UInt32(truncatingIfNeeded: place)
    note(place, place, script.added, script.addedEnd, made, &patches)
  }

  @inline(__always)
  private mutating func note(
    _ from: UInt32, _ to: UInt32, _ newStart: UInt32, _ newEnd: UInt32, _ made: ByteView,
    _ patches: inout FlatPatches
  ) {
    tail.putShort(Int(newStart)..<Int(newEnd), of: made, in: &patches.bytes)
    let end = start &+ (newEnd &- newStart)
    patches.row.append(FlatPatches.Patch(from: from, to: to, start: start, end: end))
    start = end
  }

  @inline(never)
  private func endOfKey(_ key: UInt32, _ text: ByteView) -> UInt32 {
    UInt32(truncatingIfNeeded: text.endOfValidString(Int(key) &+ 1))
  }
}
