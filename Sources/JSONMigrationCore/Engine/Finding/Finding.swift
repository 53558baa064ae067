internal import JSONText

/// What verbs find with. Nothing here changes the document.
extension Engine {
  /// Notes every place that a query leads to; where there is none, that is missing.
  mutating func find(_ query: Query, in scope: NodeID, item: Int = 0) throws {
    if try finds(query.number, endsInName: query.endsInName, in: scope, item: item) == false {
      try miss(query, in: scope)
    }
  }

  /// Notes every place that queries lead to.
  mutating func find(_ queries: [Query], in scope: NodeID) throws {
    for item in queries.indices {
      // To hand a query on is to count a reference, and few of them have to be told.
      if try finds(
        queries[item].number, endsInName: queries[item].endsInName, in: scope, item: item)
      {
        continue
      }
      if ifMissing == .fail { try miss(queries[item], in: scope) }
    }
  }

  /// Notes every place that the query with a number leads to, and tells whether there is any.
  mutating func finds(
    _ query: Int, endsInName: Bool, in scope: NodeID, item: Int
  ) throws -> Bool {
    if let key = ownKey(ofQuery: query) {
      guard let member = try ownMember(key, of: scope) else { return false }
      matches.append(Match(node: member, item: item))
      return true
    }
    let path = bound(query)
    if path.isSingular {
      guard let node = try place(path, from: scope) else { return false }
      matches.append(Match(node: node, item: item))
      return true
    }
    let places = try findPlaces(ofQuery: query, from: scope)
    for place in places {
      let node = found(place)
      if !endsInName { try requireOneKey(node) }
      matches.append(Match(node: node, item: item))
    }
    forget(places)
    return !places.isEmpty
  }

  /// Makes sure that a member that was not asked for by its name has no namesake.
  mutating func requireOneKey(_ node: NodeID) throws {
    if try document.hasNamesake(node) { throw duplicateKey(node) }
  }

  /// The same for a member of an object that was opened before.
  mutating func requireOneKey(_ member: NodeID, among namesakes: Namesakes) throws {
    if try document.hasNamesake(member, among: namesakes) { throw duplicateKey(member) }
  }

  /// Makes sure that an object has no key twice, and that all its members can be walked along.
  mutating func requireOneKeyEach(_ object: NodeID) throws {
    let namesakes = try document.openMembers(of: object)
    if namesakes.areNone { return }
    var items = document.items(of: object)
    while let member = items.next(in: document) {
      try requireOneKey(member, among: namesakes)
    }
  }

  /// The place that a query leads to: none is missing, several are a conflict.
  mutating func findOne(_ query: Query, in scope: NodeID) throws -> NodeID? {
    if let key = ownKey(query) {
      if let member = try ownMember(key, of: scope) { return member }
      try miss(query, in: scope)
      return nil
    }
    let path = bound(query.number)
    if path.isSingular {
      if let node = try place(path, from: scope) { return node }
    } else {
      let nodes = try places(query, from: scope)
      // A path with several names may find one place twice.
      if let second = nodes.first(where: { $0 != nodes[0] }) {
        throw RuleFailure(
          .conflict, "found \(Set(nodes).count) values at `\(query.shown)`, and takes one",
          at: second, label: "the second",
          help: "name one of them, or act in each of several scopes with `in`")
      }
      if let node = nodes.first { return node }
    }
    try miss(query, in: scope)
    return nil
  }

  /// The source of a rule is not there: that is an error if the rule says so.
  func miss(_ query: Query, in scope: NodeID) throws {
    if ifMissing == .fail { throw missingValue("`\(query.shown)`", LookedFor(query), in: scope) }
  }

  func miss(_ name: Name, in scope: NodeID) throws {
    if ifMissing == .fail {
      throw missingValue("`\(Printable.quote(name.text))`", LookedFor(name), in: scope)
    }
  }

  /// The member of an object under a key; an error if the key stands there twice.
  mutating func member(_ key: Key, of object: NodeID) throws -> NodeID? {
    switch try document.member(key, of: object) {
    case .none: return nil
    case .one(let member): return member
    case .several(let member): throw duplicateKey(member)
    }
  }

  /// Makes sure that members can be asked for and added.
  ///
  /// `path` is what to write if the rule means the elements of a list here.
  func requireObject(_ node: NodeID, _ path: () -> String? = { nil }) throws {
    let kind = document.kind(node)
    if kind == .object { return }
    let path = kind == .array && mayHold("object", in: node) ? path() : nil
    throw wrongType(
      node, needs: "an object",
      help: path.map {
        listHelp(node) + "`\(Printable.path($0))` is in each of its elements"
      })
  }

  /// How help begins for a list where its elements are meant.
  func listHelp(_ node: NodeID) -> String {
    isListThatGetsNoVersion(node)
      ? "if it holds several documents, format.json says `\"each\": \"[*]\"`; else "
      : "this is a list: "
  }

  /// Whether it is the whole file, into which no version could be written.
  private func isListThatGetsNoVersion(_ node: NodeID) -> Bool {
    let format = plan.rules.format
    return document.parent(of: node) == nil && format.isStamped && format.each == nil
      && format.at.first?.target != nil
  }

  /// Whether the first element of a list is of a type, as conditions call it, or there is none.
  func mayHold(_ type: String, in list: NodeID) -> Bool {
    if let first = document.firstItem(of: list) {
      return Kind(type: Array(type.utf8)) == document.kind(first)
    }
    let text = document.scalarText(of: list).dropFirst()
    return switch text.first(where: { !" \t\r\n".utf8.contains($0) }) ?? 0 {
    case 0x5D: true
    case 0x7B: type == "object"
    case 0x22: type == "string"
    case 0x2D, 0x30...0x39: type == "number"
    default: false
    }
  }

  /// The text of a string; half of a surrogate pair can't be read as text.
  mutating func text(of node: NodeID) throws -> [UInt8] {
    guard document.kind(node) == .string else { throw wrongType(node, needs: "text") }
    try document.charge(bytes: document.scalarText(of: node).count)
    let text = document.string(of: node)
    if text.hasSurrogate { throw invalidValue(node, "found half of a surrogate pair") }
    return text
  }
}

extension Engine {
  /// The value of a node as JSON.
  mutating func json(of node: NodeID) throws -> JSON {
    try json(document.text(of: node), at: node)
  }

  /// A value as JSON; where it is, is said in an error.
  mutating func json(_ text: ValueText, at node: NodeID) throws -> JSON {
    try document.charge(bytes: text.count)
    do {
      return try JSON(parsing: document.bytes(of: text))
    } catch {
      throw RuleFailure(
        Diagnostic.Kind(rawValue: error.kind.rawValue),
        "can't read \(place(of: node)): expected \(error.expected), found "
          + error.found, at: node)
    }
  }
}

// MARK: - Slots

/// Where a slot leads to in one object: the member, or the object and the names still to be made.
struct Landing: BitwiseCopyable {
  /// The innermost object that is there.
  var parent: NodeID
  /// The number of the first name that is not there.
  var first: Int
  /// The member, if it is there.
  var member: NodeID?
}

extension Match {
  /// A value that is there and is to come to a target.
  init(moving node: NodeID, to landing: Landing, item: Int) {
    self.init(node: node, item: item, other: landing.parent)
    index = landing.first
  }

  /// A value that is to be written to a target.
  init(writing value: ValueText, to landing: Landing, item: Int) {
    self.init(node: landing.parent, item: item)
    self.value = value
    index = landing.first
    changesMembers = true
    scope = landing.parent
  }

  /// Where it is to come.
  var landing: Landing { Landing(parent: other ?? node, first: index) }
}

extension Engine {
  /// Follows a target as far as it is there.
  ///
  /// What stands in the way and is no object is an error. Where that is a list, `helpsWithLists`
  /// says that a path may go through its elements.
  mutating func follow(
    _ target: Target, from scope: NodeID, helpsWithLists: Bool = false
  ) throws -> Landing {
    var node = target.isFromDocument ? root : scope
    for index in target.names.indices {
      try document.charge(1)
      try requireObject(node) { helpsWithLists ? target.path(throughListAt: index) : nil }
      guard let next = try member(key(target.names[index]), of: node) else {
        return Landing(parent: node, first: index)
      }
      node = next
    }
    return Landing(
      parent: document.parent(of: node) ?? node,
      first: target.names.count, member: node)
  }

  /// Notes a member in each object that a slot leads to: the member, or the object that it is
  /// missing in.
  ///
  /// Where no parent is there and none can be made, that is missing. `isSource` says that the rule
  /// has no other source: what of its parents is missing is made unless the rule forbids that.
  mutating func find(_ slot: Slot, in scope: NodeID, item: Int, isSource: Bool = true) throws {
    switch slot {
    case .target(let target):
      let landing = try follow(target, from: scope, helpsWithLists: true)
      if isSource, ifMissing == .fail, landing.first < target.names.count - 1 {
        throw missingParent(target.names[landing.first], in: landing.parent)
      }
      add(landing.member, in: landing.parent, item: item, from: landing.first)
    case .member(let name, let query):
      let parents = try findPlaces(query, from: scope)
      if isSource, parents.isEmpty { try miss(query, in: scope) }
      for place in parents {
        let parent = found(place)
        try requireObject(parent) { query.path(throughListTo: name) }
        add(try member(key(name), of: parent), in: parent, item: item, from: 0)
      }
      forget(parents)
    case .places(let query):
      try find(query, in: scope, item: item)
    }
  }

  private mutating func add(_ member: NodeID?, in parent: NodeID, item: Int, from first: Int) {
    var match = Match(node: member ?? parent, item: item)
    match.changesMembers = member == nil
    match.index = first
    if member == nil { match.scope = parent }
    matches.append(match)
  }
}
