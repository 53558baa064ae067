import JSONText

/// A document under test, with keys and values that edits can use.
struct Subject: ~Copyable {
  var document: Document
  let keys: [Key]
  let values: [ValueText]

  /// The texts that `values` stand for.
  static let values = [
    "0", "-1.50", "null", "true", #""new""#, #""\"\\\u0001é""#, "[]", "{}", "[1]", #"{"a":null}"#,
    #"{"x":[1,{"y":2}],"a":{"a":[[],{}]}}"#, #"[{"k\u0041":"],}"},[[2]],"{"]"#,
  ].map { Array($0.utf8) }

  /// The keys that `keys` stand for.
  static let names = RandomText.names + [Array("new".utf8), Array("k7".utf8), Array("k35".utf8)]

  init(
    guide: Guide = .nothing, keysAskedAt path: Place = [],
    limits: Document.Limits = Document.Limits()
  ) {
    var constants = Constants()
    keys = Self.names.map { constants.add(key: $0, guide: guide, at: path) }
    values = Self.values.map { constants.add(value: $0) }
    document = Document(guide: guide, constants: constants, limits: limits)
  }

  mutating func read(_ text: [UInt8]) throws(JSONError) {
    document.load(text)
    try document.read()
  }

  mutating func written() -> [UInt8] {
    var out = ByteBuffer()
    try? document.write(into: &out)
    return out.view[0..<out.count].array
  }

  /// All items of a container.
  mutating func items(of node: NodeID) throws(JSONError) -> [NodeID] {
    guard document.isContainer(node) else { return [] }
    try document.openItems(of: node)
    var result: [NodeID] = []
    var item = document.firstItem(of: node)
    while let current = item {
      result.append(current)
      item = document.nextItem(after: current)
    }
    return result
  }

  /// The node at a place below one, where the tree tells what should be there.
  mutating func node(
    at place: [Int], from start: NodeID, of tree: Tree, using generator: inout RandomText
  ) throws -> NodeID {
    var node = start
    var tree = tree
    for index in place {
      let key = tree.items[index].key
      if let key, tree.indices(of: key).count == 1, !generator.once(in: 4) {
        let member = try document.member(named: key, of: node)
        guard case .one(let found) = member else {
          throw Mismatch(description: "\(shown(key)) is \(member)")
        }
        node = found
      } else if tree.shape == .array, !generator.once(in: 4) {
        let count = tree.items.count
        let given = generator.once(in: 3) ? index - count : index
        guard let found = try document.element(at: given, of: node) else {
          throw Mismatch(description: "no element \(given)")
        }
        node = found
      } else {
        let items = try items(of: node)
        try check(index < items.count, "\(items.count) items")
        node = items[index]
      }
      tree = tree.items[index]
    }
    return node
  }

  /// Compares a value, and in random order all that is in it, with what it should be.
  mutating func compare(
    _ node: NodeID, with tree: Tree, using generator: inout RandomText
  ) throws {
    let kind = document.kind(node)
    try check(document.isPresent(node), "absent")
    guard tree.isContainer else {
      let text = document.scalarText(of: node).array
      try check(text == tree.text, "\(shown(text)) in place of \(shown(tree.text))")
      if tree.text.first == 0x22 {
        try check(kind == .string && document.string(of: node) == unescaped(tree.text), "the text")
      }
      return
    }
    try check(kind == (tree.shape == .object ? .object : .array), "\(kind)")
    var early: [Int: NodeID] = [:]
    for index in tree.items.indices.shuffled(using: &generator.random) where generator.once(in: 2) {
      early[index] = try self.node(at: [index], from: node, of: tree, using: &generator)
    }
    try compareLookups(in: node, with: tree, using: &generator)
    let items = try items(of: node)
    try check(items.count == tree.items.count, "\(items.count) items")
    for (index, (item, tree)) in zip(items, tree.items).enumerated() {
      try check(early[index] ?? item == item, "another node than before")
      try check(document.parent(of: item) == node, "the parent")
      try check(document.isMember(item) == (tree.key != nil), "a member")
      try check(document.key(of: item) == tree.key ?? [], "the key")
      try compare(item, with: tree, using: &generator)
    }
    var last = document.lastItem(of: node)
    for item in items.reversed() {
      try check(last == item, "the way back")
      last = document.previousItem(before: item)
    }
    try check(last == nil, "the first item")
  }

  /// Asks for each key in one of the ways there are, then looks what stands there.
  mutating func compareLookups(
    in node: NodeID, with tree: Tree, using generator: inout RandomText
  ) throws {
    var found: [(name: [UInt8], member: Document.Member)] = []
    for (key, name) in zip(keys, Self.names) {
      let isByName = generator.once(in: 2)
      let member =
        try isByName ? document.member(named: name, of: node) : document.member(key, of: node)
      found.append((name, member))
    }
    for index in [-tree.items.count - 1, tree.items.count] {
      let item = try document.element(at: index, of: node)
      try check(item == nil, "an element beyond the end")
    }
    let count = document.count(of: node)
    try check(count == tree.items.count, "the count \(count)")
    let items = try items(of: node)
    for (name, member) in found {
      let indices = tree.indices(of: name)
      let expected: Document.Member =
        switch indices.count {
        case 0: .none
        case 1: .one(items[indices[0]])
        default: .several(items[indices[0]])
        }
      try check(
        member == expected, "\(shown(name)) is \(member) in place of \(expected) of \(items)")
    }
  }
}
