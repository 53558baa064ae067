/// Arrays that become one when operations run.
extension FlatExecution {
  /// Makes one array of several; false where that is for the tree, as where they are laid out in
  /// several ways.
  @inline(never)
  mutating func concat(
    _ operations: Row<FlatProgram.Operation>, at index: UInt32, _ maker: FlatMaker,
    into drafts: inout ByteBuffer, beside spare: inout ByteBuffer
  ) -> Bool {
    let operation = operations[index]
    let parts = (index + 1)..<(index + 1 + operation.count)
    let count = parts.reduce(0) { $0 + (names[operations[$1].name] == 0 ? 0 : 1) }
    if count == 0 { return true }
    if count > 1, maker.patches != nil {
      for part in parts where names[operations[part].name] != 0 {
        let number = names[operations[part].name]
        if !render(number, operations[part], maker, into: &drafts) { return false }
      }
    }
    let own = names[operation.target]
    if own != 0, !parts.contains(where: { operations[$0].name == operation.target }) {
      return false
    }
    let main = own == 0 ? first(of: operations, parts) : own
    var name = operation.target
    // One behind the other, for what was drafted moves while more is.
    spare.truncate(to: 0)
    var place = -1
    for part in parts {
      let number = names[operations[part].name]
      if number == 0 { continue }
      let item = items[number]
      let bytes = self.bytes(of: item, drafts.view)
      guard !item.has(.part), bytes[item.place.lowerBound] == 0x5B,
        spare.count + item.place.count <= FlatMaker.longest
      else { return false }
      if number == main { (place, name) = (spare.count, operations[part].name) }
      spare.append(item.place, of: bytes)
    }
    var joining = FlatJoining(spare.view, end: spare.count, main: place)
    // What is gone has shown what stands between the others.
    let isRead =
      count == 1
      || joining.read(
        isCompact: maker.laying?.isCompact == true, hasHadMore: items[main].has(.past))
    if !isRead { return false }
    if joining.areSeveral {
      let start = drafts.count
      joining.write(into: &drafts)
      if drafts.count > FlatMaker.most { return false }
      items[main].replace(byDraft: start..<drafts.count)
    }
    for part in parts {
      let number = names[operations[part].name]
      if number != 0, number != main { remove(number, operations[part].name) }
    }
    if name != operation.target {
      names[operation.target] = main
      names[name] = 0
      items[main].head = operation.head
    }
    found[index] = 1
    return true
  }
}

extension FlatExecution {
  /// Adds an element to an array; false where that is for the tree.
  @inline(never)
  mutating func append(
    _ number: UInt32, _ operation: FlatProgram.Operation, _ maker: FlatMaker,
    into drafts: inout ByteBuffer, beside spare: inout ByteBuffer
  ) -> Bool {
    if maker.patches != nil, !render(number, operation, maker, into: &drafts) { return false }
    let item = items[number]
    let bytes = self.bytes(of: item, drafts.view)
    let element = Int(operation.start) + 1..<Int(operation.end) - 1
    let isScalar = made[element.lowerBound] | 0x20 != 0x7B
    let isCompact = maker.laying?.isCompact == true
    guard !item.has(.part), bytes[item.place.lowerBound] == 0x5B, isScalar || isCompact,
      item.place.count <= FlatMaker.longest
    else { return false }
    if operation.isLenient {
      guard let has = bytes.has(element, of: made, in: item.place) else { return false }
      if has { return true }
    }
    spare.truncate(to: 0)
    spare.append(item.place, of: bytes)
    spare.append(Int(operation.start)..<Int(operation.end), of: made)
    let start = drafts.count
    if item.place.count == 2 {
      guard isCompact else { return false }
      drafts.append(2..<spare.count, of: spare.view)
    } else {
      var joining = FlatJoining(spare.view, end: spare.count, main: 0)
      guard joining.read(isCompact: isCompact, hasHadMore: item.has(.past)) else { return false }
      joining.write(into: &drafts)
    }
    if drafts.count > FlatMaker.most { return false }
    items[number].replace(byDraft: start..<drafts.count)
    return true
  }
}

extension ByteView {
  /// Whether an array that was read before has an element equal to one of other bytes, which have
  /// one spelling; nil where it has one that may be equal all the same.
  fileprivate func has(_ element: Range<Int>, of other: ByteView, in array: Range<Int>) -> Bool? {
    let wanted = other[element]
    let isNumber = Kind(first: other[element.lowerBound]) == .number
    var start = skipSpace(array.lowerBound + 1)
    while self[start] != 0x5D {
      let end = endOfValidValue(start)
      let value = self[start..<end]
      if value == wanted { return true }
      let kind = Kind(first: self[start])
      if isNumber
        ? kind == .number && !value.isSpelledOneWay(isText: false)
        : kind == .string && value.contains(0x5C)
      {
        return nil
      }
      start = endOfLead(end)
    }
    return false
  }
}

/// Arrays that stand one behind the other, as one that is laid out as they are.
private struct FlatJoining {
  private let bytes: ByteView
  private let end: Int
  /// Where the one stands that the elements of the others come into.
  private let main: Int
  /// What stands behind brackets, between elements and before closing brackets.
  private var opening: Range<Int>?
  private var separator: Range<Int>?
  private var closing: Range<Int>?
  private var filled = 0

  init(_ bytes: ByteView, end: Int, main: Int) {
    (self.bytes, self.end, self.main) = (bytes, end, main)
  }

  /// Whether there are elements in more than one of them.
  var areSeveral: Bool { filled > 1 }

  private var hasLines: Bool { opening.map { bytes[$0].contains(0x0A) } ?? false }

  /// Reads all of them; false where it doesn't show how all in one is laid out.
  mutating func read(isCompact: Bool, hasHadMore: Bool) -> Bool {
    var (offset, elements) = (0, 0)
    while offset < end {
      let start = offset
      let count = pass(&offset)
      if count < 0 { return false }
      if count > 0 { filled += 1 }
      if start == main { elements = count }
    }
    if filled < 2 { return elements > 0 || filled == 0 && bytes[main + 1] == 0x5D }
    if elements == 0 || elements == 1 && hasHadMore && !isCompact { return false }
    if hasLines { return separator.map { isLine($0) } ?? true }
    return elements > 1
      || isCompact && opening?.isEmpty == true && closing?.isEmpty == true
        && (separator?.count ?? 1) == 1
  }

  /// Goes over one of them; gives how many elements it has, -1 if others are laid out otherwise.
  private mutating func pass(_ offset: inout Int) -> Int {
    var count = 0
    var element = bytes.skipSpace(offset + 1)
    if bytes[element] != 0x5D {
      if !note(offset + 1..<element, &opening) { return -1 }
      while true {
        count += 1
        let end = bytes.endOfValidValue(element)
        element = bytes.skipSpace(end)
        if bytes[element] == 0x5D {
          if !note(end..<element, &closing) { return -1 }
          break
        }
        element = bytes.endOfLead(end)
        if !note(end..<element, &separator) { return -1 }
      }
    }
    offset = element + 1
    return count
  }

  /// Whether something is as in those before.
  private func note(_ gap: Range<Int>, _ known: inout Range<Int>?) -> Bool {
    guard let other = known else {
      known = gap
      return true
    }
    return bytes[other].elementsEqual(bytes[gap])
  }

  /// Whether each element has a line as the first.
  private func isLine(_ gap: Range<Int>) -> Bool {
    guard let opening else { return false }
    return bytes[gap.lowerBound] == 0x2C && bytes[gap.dropFirst()].elementsEqual(bytes[opening])
  }

  /// Adds the one array.
  func write(into drafts: inout ByteBuffer) {
    guard let opening, let closing else { return }
    drafts.append(0x5B)
    drafts.append(opening, of: bytes)
    var (offset, isFirst) = (0, true)
    while offset < end {
      var element = bytes.skipSpace(offset + 1)
      if bytes[element] != 0x5D {
        if !isFirst {
          if let separator {
            drafts.append(separator, of: bytes)
          } else {
            drafts.append(0x2C)
            drafts.append(opening, of: bytes)
          }
        }
        isFirst = false
        let first = element
        var last = element
        while bytes[element] != 0x5D {
          last = bytes.endOfValidValue(element)
          element = bytes.endOfLead(last)
        }
        drafts.append(first..<last, of: bytes)
      }
      offset = element + 1
    }
    drafts.append(closing, of: bytes)
    drafts.append(0x5D)
  }
}
