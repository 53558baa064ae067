internal import JSONText

/// What verbs write themselves down with.
extension Shortcut {
  /// The name that a query asks the root for; nil where it asks for anything else, or where the rule
  /// has named it before: then its order would matter.
  mutating func source(_ query: Query, isNeeded: Bool) -> FlatProgram.Name? {
    guard let text = name(of: query.path), let name = unused(text) else { return nil }
    if isNeeded {
      // Without a scope it is enough if one of the elements has it.
      if place != nil, !isScoped { return nil }
      program.need(name)
    }
    return name
  }

  /// The name of a new member of the root.
  mutating func target(_ name: Name) -> FlatProgram.Name? { unused(name.text) }

  /// The member of the root that a slot leads to.
  mutating func member(_ slot: Slot) -> FlatProgram.Name? {
    leaveFilter()
    switch slot {
    case .target(let target):
      guard target.names.count == 1, !isScoped || !target.isFromDocument else { return nil }
      if !isScoped { leave() }
      return unused(target.names[0].text)
    case .member(let name, let query):
      guard !isNeeded, enter(childrenOf: query.path) else { return nil }
      return unused(name.text)
    case .places: return nil
    }
  }

  private mutating func unused(_ text: [UInt8]) -> FlatProgram.Name? {
    if place == nil, !nameInRoot(text) { return nil }
    let name = program.name(text)
    return used.insert(Used(place: place, name: name)).inserted ? name : nil
  }

  /// Notes a name in the root; false where it is that of an array whose elements are changed.
  mutating func nameInRoot(_ text: [UInt8]) -> Bool {
    if inner.contains(where: { $0.array == text }) { return false }
    rootNames.insert(text)
    return true
  }

  func text(of constant: Constant) -> [UInt8] { rules.symbols.values[constant.number] }

  mutating func rename(_ name: FlatProgram.Name, to target: FlatProgram.Name) {
    program.rename(name, to: target)
  }

  mutating func drop(_ name: FlatProgram.Name) { program.drop(name) }

  mutating func add(_ name: FlatProgram.Name, _ value: Constant, replacesNull: Bool) -> Bool {
    program.add(name, value: text(of: value), replacesNull: replacesNull)
  }

  mutating func set(_ name: FlatProgram.Name, _ value: Constant) -> Bool {
    program.set(name, value: text(of: value))
  }

  mutating func map(
    _ name: FlatProgram.Name, _ cases: [(value: [UInt8], result: [UInt8])],
    otherwise: FlatProgram.Builder.Otherwise
  ) -> Bool {
    program.map(name, cases, otherwise: otherwise)
  }

  mutating func split(
    _ name: FlatProgram.Name, by separator: [UInt8], into targets: [FlatProgram.Name],
    takesRest: Bool
  ) -> Bool {
    program.split(name, by: separator, into: targets, takesRest: takesRest)
  }
}
