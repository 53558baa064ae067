internal import JSONText

/// The program for the elements of an array in the root.
final class InnerShortcut {
  let array: [UInt8]
  var program = FlatProgram.Builder()
  /// Whether documents of the version at hand are told to run it.
  var isBegun = false

  init(_ array: [UInt8]) { self.array = array }

  /// Nil where it names a key that rules wait for which are left out.
  func build(refusing keys: Set<[UInt8]>) -> FlatProgram? {
    program.refuse(keys)
    return program.build()
  }
}

/// Going from the root to the elements of an array and back.
extension Shortcut {
  /// A name in the root, or in the elements of an array.
  struct Used: Hashable {
    let place: Int?
    let name: FlatProgram.Name
  }

  /// How far the programs have come.
  struct Mark {
    let program: FlatProgram.Builder.Mark
    let inner: [(program: FlatProgram.Builder.Mark, isBegun: Bool)]
  }

  var mark: Mark {
    Mark(program: program.mark, inner: inner.map { ($0.program.mark, $0.isBegun) })
  }

  mutating func remove(from mark: Mark) {
    program.remove(from: mark.program)
    inner.removeLast(inner.count - mark.inner.count)
    for (inner, before) in zip(inner, mark.inner) {
      inner.program.remove(from: before.program)
      inner.isBegun = before.isBegun
    }
  }

  /// Goes to the elements of an array: from now on `program` is theirs, and its names are.
  mutating func enter(_ array: [UInt8]) -> Bool {
    leave()
    guard isDeep, !staysInRoot, !rootNames.contains(array) else { return false }
    if !inner.contains(where: { $0.array == array }) { inner.append(InnerShortcut(array)) }
    guard let number = inner.firstIndex(where: { $0.array == array }) else { return false }
    if !inner[number].isBegun {
      program.change(
        elementsOf: program.name(array), by: number, from: inner[number].program.entry)
      inner[number].isBegun = true
    }
    place = number
    swap(&program, &inner[number].program)
    return true
  }

  /// Goes back to the root.
  mutating func leave() {
    leaveFilter()
    guard let number = place else { return }
    swap(&program, &inner[number].program)
    place = nil
    isScoped = false
  }

  /// Goes back from the elements that a filter chooses to all of them.
  mutating func leaveFilter() {
    program.lead(leftOut)
    leftOut = []
  }

  /// Goes to the children of a member, as far as a path leads to them.
  mutating func enter(childrenOf path: JSONPath) -> Bool {
    guard !isScoped, let children = path.children, enter(children.parent) else { return false }
    guard let condition = children.condition else { return true }
    guard let exits = ask(condition) else { return false }
    leftOut = exits
    return true
  }

  /// The name of what a path leads to, in the root or in the elements of an array.
  mutating func name(of path: JSONPath) -> [UInt8]? {
    leaveFilter()
    if let names = path.plainNames {
      guard names.count == 1, !isScoped || path.isRelative else { return nil }
      if !isScoped { leave() }
      return names[0]
    }
    guard let (parent, name) = path.slot, enter(childrenOf: parent) else { return nil }
    return name
  }
}
