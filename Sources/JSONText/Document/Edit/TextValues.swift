/// JSON as text inside of JSON: `"[1,2]"` for `[1,2]`, and back.
extension Document {
  /// The value that a JSON text stands for, in the bytes that it has there, duplicate keys and all.
  ///
  /// What is wrong with the text is an error with its place in the text. `depth` is how many levels
  /// it may nest.
  package mutating func make(parsing text: [UInt8], depth: Int) throws(JSONError) -> ValueText {
    try charge(bytes: text.count)
    var inner = Document(limits: Limits(depth: depth, bytes: limits.bytes))
    inner.load(text)
    return try make(reading: &inner, depth: depth)
  }

  // Apart from what makes a document and ends it, as in `JSON.values(at:)`.
  @inline(never)
  private mutating func make(
    reading inner: inout Document, depth: Int
  ) throws(JSONError) -> ValueText {
    try inner.read()
    let root = inner.root
    if depth < 1, inner.isContainer(root) {
      throw inner.error(
        .tooDeep, at: 0, found: Found.oneMoreLevel, expected: Expected.levels(limits.depth))
    }
    guard hasRoom(for: inner.source.count) else { return .null }
    let start = made.count
    made.appendCompact(
      inner.nodes[root.index].valueRange, isMade: false, source: inner.source.view)
    return ValueText(start: Address(made: start), end: UInt32(made.count))
  }

  /// The text of a value, as a string: its bytes, without the white space between the values in it.
  package mutating func make(jsonText node: NodeID) throws(JSONError) -> ValueText {
    let value = try text(of: node)
    // Each byte is looked at, and may have to be escaped.
    try charge(value.count)
    try limitText(to: value.count)
    guard hasRoom(for: value.count) else { return .null }
    let start = made.count
    made.appendCompact(value.range, isMade: value.start.isMade, source: source.view)
    let text = made.view[start..<made.count].array
    made.truncate(to: start)
    return make(string: text)
  }

  /// The type of a value that edits can write.
  package func kind(of text: ValueText) -> Kind {
    Kind(first: view(of: text.start)[text.start.offset])
  }

  /// How many containers a node is in.
  package func level(of node: NodeID) -> Int {
    var level = 0
    var node = node
    while let parent = parent(of: node) {
      level += 1
      node = parent
    }
    return level
  }
}
