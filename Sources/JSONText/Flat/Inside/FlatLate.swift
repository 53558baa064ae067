/// What is done in a member behind operations for the member itself: in its text as that is then.
extension FlatDocument {
  /// Runs the program of an operation on the value of a member; false where it is for the tree.
  @inline(never)
  mutating func runInside(at index: Int, _ run: FlatExecution, _ maker: FlatMaker) -> Bool {
    let operation = program.operations[index]
    let number = names[Int(operation.name)]
    guard run.render(number, operation, maker, into: &drafts) else { return false }
    let item = run.items[number]
    if item.has(.part) || item.place.count > FlatMaker.longest { return false }
    // It is read as a text of its own: nothing but zeros is known to be behind it.
    drafts.seal()
    let place = item.place
    let bytes = run.bytes(of: item, drafts.view)
    let element = inner[Int(operation.count)]
    if bytes[place.lowerBound] | 0x20 != 0x7B {
      return element.leavesOthers(from: Int(operation.start))
    }
    // How that is laid out is told by what is around it, or was there before.
    let isNew = item.has([.made, .draft])
    if isNew, element.addsAny, !isCompact(item, run, maker) { return false }
    late.empty()
    let end = element.patch(
      bytes, at: place.lowerBound, from: Int(operation.start), laidOut: nil,
      in: isNew ? .compact : around(place.lowerBound, run.text), adding: &late)
    if end < 0 { return false }
    respelled.truncate(to: 0)
    guard let patches = late.view, patches.add(place, of: bytes, to: &respelled) else {
      return true
    }
    let start = drafts.count
    drafts.append(0..<respelled.count, of: respelled.view)
    if drafts.count > FlatMaker.most { return false }
    let isKept = operation.isLenient && (item.has(.kept) || !item.has([.made, .draft]))
    run.items[number].replace(byDraft: start..<drafts.count)
    run.items[number].flags.insert(isKept ? [.kept, .past] : .past)
    return true
  }

  /// Whether there is no white space in what a member was made of, nor around it.
  private func isCompact(_ item: FlatItem, _ run: FlatExecution, _ maker: FlatMaker) -> Bool {
    if !item.has(.past) { return maker.laying?.isCompact == true }
    return !item.has(.new) && !run.text[Int(item.value)..<Int(item.end)].contains { $0 <= 0x20 }
  }
}
