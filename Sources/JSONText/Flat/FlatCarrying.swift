/// Values that become part of others, or go to another object, when operations run.
extension FlatExecution {
  /// Makes one text of several, where all of them are there; false where that is for the tree.
  @inline(never)
  mutating func combine(
    _ operations: Row<FlatProgram.Operation>, at index: UInt32, _ maker: FlatMaker,
    into drafts: inout ByteBuffer
  ) -> Bool {
    let operation = operations[index]
    let parts = (index + 1)..<(index + 1 + operation.count)
    for part in parts where names[operations[part].name] == 0 { return true }
    if names[operation.target] != 0 || !hasLayout { return false }
    let start = drafts.count
    let (items, names) = (items, names)
    let glue = Int(operation.start)..<Int(operation.end)
    let isMade = maker.combine(parts, glue, into: &drafts) { items[names[operations[$0].name]] }
    if !isMade { return false }
    let first = first(of: operations, parts)
    insert(draft: start..<drafts.count, operation, after: first, like: items[first])
    for part in parts { remove(names[operations[part].name], operations[part].name) }
    found[index] = 1
    return true
  }

  /// Makes members of the parts of a text; false where that is for the tree.
  @inline(never)
  mutating func divide(
    _ number: UInt32, _ operations: Row<FlatProgram.Operation>, at index: UInt32,
    _ maker: FlatMaker, into drafts: inout ByteBuffer
  ) -> Bool {
    let item = items[number]
    if isNull(item) { return true }
    if item.has([.part, .draft]) || !hasLayout { return false }
    let operation = operations[index]
    let targets = (index + 1)..<(index + 1 + operation.count)
    let (bytes, body, isText) = item.body(made: made, text)
    guard isText, let parts = maker.parts(of: body, in: bytes, by: operation.start),
      parts.count == targets.count
    else { return false }
    // What comes first may keep the name.
    let staysFirst = operations[targets.lowerBound].target == operation.name
    var previous = number
    for (target, part) in zip(targets, parts) {
      let start = drafts.count
      drafts.appendQuoted(part)
      if drafts.count > FlatMaker.most { return false }
      if staysFirst, target == targets.lowerBound {
        items[number].replace(byDraft: start..<drafts.count)
        continue
      }
      if names[operations[target].target] != 0 { return false }
      insert(draft: start..<drafts.count, operations[target], after: previous, like: item)
      previous = UInt32(truncatingIfNeeded: itemCount &- 1)
    }
    if !staysFirst { remove(number, operation.name) }
    return true
  }

  /// Makes a text of several values, where all of them are there; false where that is for the tree.
  @inline(never)
  mutating func compose(
    _ operations: Row<FlatProgram.Operation>, at index: UInt32, _ maker: FlatMaker,
    into drafts: inout ByteBuffer, beside spare: inout ByteBuffer
  ) -> Bool {
    let operation = operations[index]
    let parts = (index + 1)..<(index + 1 + operation.count)
    for part in parts where names[operations[part].name] == 0 { return true }
    let target = names[operation.name]
    if target == 0, !hasLayout { return false }
    if target != 0, !parts.contains(where: { operations[$0].name == operation.name }) {
      return false
    }
    let start = drafts.count
    drafts.append(0x22)
    drafts.append(Int(operation.start)..<Int(operation.end), of: made)
    for part in parts {
      let item = items[names[operations[part].name]]
      spare.truncate(to: 0)
      let place = place(of: item, drafts, &spare)
      let value =
        item.has(.part)
        ? item.body(made: made, text)
        : bytes(of: item, spare.view).unquoted(place.lowerBound, place.upperBound)
      guard maker.append(value, to: &drafts) else { return false }
      drafts.append(Int(operations[part].start)..<Int(operations[part].end), of: made)
    }
    drafts.append(0x22)
    if drafts.count - start > maker.longestText { return false }
    if target == 0 {
      append(draft: start..<drafts.count, operation)
    } else {
      items[target].replace(byDraft: start..<drafts.count)
    }
    found[index] = 1
    return true
  }

  /// A new member with a value that was drafted, behind all others if the one is that it is like.
  private mutating func insert(
    draft: Range<Int>, _ operation: FlatProgram.Operation, after previous: UInt32,
    like other: FlatItem
  ) {
    var item = FlatItem(head: operation.head, flags: .new)
    if other.has(.last) { item.flags.insert(.last) }
    item.replace(byDraft: draft)
    insert(item, after: previous, name: operation.target)
  }

  /// Which of the members that parts name is written first.
  func first(
    of operations: Row<FlatProgram.Operation>, _ parts: Range<UInt32>
  ) -> UInt32 {
    var number = UInt32(items[0].next)
    while number != 0 {
      for part in parts where names[operations[part].name] == number { return number }
      number = UInt32(items[number].next)
    }
    return last
  }

  /// Writes a value out with what was done inside of it, for operations that look into it; false
  /// where that is for the tree.
  @inline(never)
  func render(
    _ number: UInt32, _ operation: FlatProgram.Operation, _ maker: FlatMaker,
    into drafts: inout ByteBuffer
  ) -> Bool {
    let item = items[number]
    guard !item.has([.made, .part, .draft]), let patches = maker.patches else { return true }
    let start = drafts.count
    guard item.place.count <= FlatMaker.longest else { return false }
    guard patches.add(item.place, of: text, to: &drafts) else { return true }
    guard drafts.count <= FlatMaker.most else { return false }
    items[number].replace(byDraft: start..<drafts.count)
    items[number].flags.insert(operation.isLenient ? [.kept, .past] : .past)
    return true
  }

  /// Makes a text of an array, or a container around a value, whatever was made of it before; false
  /// where that is for the tree.
  @inline(never)
  func make(
    _ number: UInt32, _ operations: Row<FlatProgram.Operation>, at index: UInt32,
    _ maker: FlatMaker, into drafts: inout ByteBuffer, beside spare: inout ByteBuffer
  ) -> Bool {
    let item = items[number]
    if item.has(.part) { return false }
    spare.truncate(to: 0)
    let value = place(of: item, drafts, &spare)
    let bytes = bytes(of: item, spare.view)
    let (operation, first) = (operations[index], bytes[value.lowerBound])
    if operation.staysArray(first) { return true }
    let mayStand =
      operation.code == .join || maker.mayStand(item, first) || maker.laying?.isCompact == true
    if !mayStand { return false }
    let start = drafts.count
    let isDone = maker.make(operations, at: index, value, of: bytes, into: &drafts)
    if !isDone { return false }
    if drafts.count == start { return true }
    if drafts.view[start] == 0x6E {
      items[number].replaceByNull()
    } else {
      items[number].replace(byDraft: start..<drafts.count)
    }
    return true
  }

  /// Makes another text of one, whatever was made of it before; false where that is for the tree.
  @inline(never)
  mutating func edit(
    _ number: UInt32, _ operation: FlatProgram.Operation, _ maker: FlatMaker,
    into drafts: inout ByteBuffer, beside spare: inout ByteBuffer
  ) -> Bool {
    let item = items[number]
    if item.has(.part) { return false }
    spare.truncate(to: 0)
    let value = place(of: item, drafts, &spare)
    let start = drafts.count
    guard maker.edit(value, of: bytes(of: item, spare.view), by: operation.start, into: &drafts)
    else { return false }
    if drafts.count > start { items[number].replace(byDraft: start..<drafts.count) }
    return true
  }

  /// Brings a value to another object; false where that is for the tree.
  ///
  /// What was drafted is copied to `spare` before it is looked into, since drafts move.
  @inline(never)
  mutating func carry(
    _ number: UInt32, _ operations: Row<FlatProgram.Operation>, at index: UInt32,
    _ maker: FlatMaker, into drafts: inout ByteBuffer, beside spare: inout ByteBuffer
  ) -> Bool {
    let operation = operations[index]
    let middle = index + 1 + operation.start
    let behind = index + 1 + operation.count
    let from = (index + 1)..<middle
    let to = middle..<(behind - UInt32(operation.together))
    let target = names[operation.target]
    let isInside = target != 0 && !to.isEmpty
    // A part of a text has no quotes.
    if items[number].has(.part) { return false }
    if isInside, items[target].has([.part, .made]) { return false }
    spare.truncate(to: 0)
    let value = place(of: items[number], drafts, &spare)
    let object = isInside ? place(of: items[target], drafts, &spare) : value
    let bytes = bytes(of: items[number], spare.view)
    var moved = value
    var found: FlatMember?
    if !from.isEmpty {
      switch maker.find(operations, from, in: value, of: bytes) {
      case .nothing: return true
      case .unsure: return false
      case .member(let member): (found, moved) = (member, member.value)
      }
    }
    let home = self.bytes(of: isInside ? items[target] : items[number], spare.view)
    // Of what was changed a copy isn't written as that is.
    let mayStand =
      maker.mayStand(items[number], bytes[moved.lowerBound])
      && (operation.end == 0 || !items[number].has(.draft))
    guard mayStand || maker.isCompact(moved, of: bytes) && maker.isCompact(object, of: home) else {
      return false
    }
    let start = drafts.count
    if isInside {
      let example: FlatMaker.Example =
        !items[target].has(.draft) ? .itself : items[target].has(.new) ? .surroundings : .past
      let outcome = maker.add(
        moved, of: bytes, operations, at: to, in: object, of: home, like: example, into: &drafts)
      switch outcome {
      case .unsure: return false
      case .taken:
        if !operation.isLenient { return false }
        drafts.truncate(to: start)
      case .done: items[target].replace(byDraft: start..<drafts.count)
      }
    } else if target != 0 {
      if !operation.isLenient { return false }
    } else {
      guard hasLayout,
        to.isEmpty
          ? maker.copy(moved, of: bytes, into: &drafts)
          : maker.wrap(moved, of: bytes, operations, to, into: &drafts)
      else { return false }
      if operation.together > 0 {
        let first = first(of: operations, to.upperBound..<behind)
        insert(draft: start..<drafts.count, operation, after: first, like: items[first])
      } else {
        let isNull = to.isEmpty && bytes[moved.lowerBound] == 0x6E
        append(draft: start..<drafts.count, isNull: isNull, operation)
      }
    }
    if operation.end == 0 {
      if let found {
        let left = drafts.count
        maker.remove(found, from: value, of: bytes, into: &drafts)
        items[number].replace(byDraft: left..<drafts.count)
      } else {
        remove(number, operation.name)
      }
    }
    self.found[index] = 1
    return true
  }

  /// Where the value of a member stands: in the text, in the program, or in `spare`.
  private func place(
    of item: FlatItem, _ drafts: borrowing ByteBuffer, _ spare: inout ByteBuffer
  ) -> Range<Int> {
    if !item.has(.draft) { return item.place }
    let start = spare.count
    spare.append(item.place, of: drafts.view)
    return start..<spare.count
  }

  /// What the value of a member stands in, if drafts stand in these bytes.
  func bytes(of item: FlatItem, _ drafts: ByteView) -> ByteView {
    item.has(.draft) ? drafts : item.has(.made) ? made : text
  }
}
