/// Making values and keys that edits can write, while a document is open.
extension Document {
  /// A value from its JSON text.
  package mutating func make(json text: [UInt8]) -> ValueText {
    guard hasRoom(for: text.count) else { return .null }
    let start = made.count
    made.append(contentsOf: text)
    return ValueText(start: Address(made: start), end: UInt32(made.count))
  }

  /// A text, a number, a boolean or null.
  package mutating func make(_ scalar: Scalar) -> ValueText {
    scalar.kind == .string ? make(string: scalar.text) : make(json: scalar.text)
  }

  /// A string that stands for UTF-8 text.
  package mutating func make(string text: [UInt8]) -> ValueText {
    // A byte may take six, as an escape.
    guard hasRoom(for: 2 + text.count * 6) else { return .null }
    let start = made.count
    made.appendQuoted(text)
    return ValueText(start: Address(made: start), end: UInt32(made.count))
  }

  /// An array of values.
  package mutating func make(arrayOf elements: [ValueText]) -> ValueText {
    guard hasRoom(for: elements.reduce(2) { $0 + $1.count + 1 }) else { return .null }
    let start = made.count
    made.append(0x5B)
    for (index, element) in elements.enumerated() {
      if index > 0 { made.append(0x2C) }
      append(element)
    }
    made.append(0x5D)
    return ValueText(start: Address(made: start), end: UInt32(made.count))
  }

  private mutating func append(_ text: ValueText) {
    if text.start.isMade {
      made.append(own: text.range)
    } else {
      made.appendCompact(text.range, isMade: false, source: source.view)
    }
  }

  /// A key that stands for UTF-8 text, for members that no rule names.
  package mutating func make(key text: [UInt8]) -> Key {
    Key(head: made.appendHead(text), number: guide.number(of: text), state: 0, slot: -1)
  }

  /// The value as it is now, to be written elsewhere too.
  ///
  /// What no edit has touched is its own bytes and costs nothing. Else the text is made, without
  /// white space between the values.
  package mutating func text(of node: NodeID) throws(JSONError) -> ValueText {
    let value = nodes[node.index]
    if value.frame == 0 || !value.isDirty {
      return ValueText(start: value.value, end: value.end)
    }
    // Dirty may be only its key or its place.
    if try hasOnlyOwnItems(node) { return ValueText(start: value.value, end: value.end) }
    let start = made.count
    try appendCompact(node)
    return ValueText(start: Address(made: start), end: UInt32(made.count))
  }

  /// Whether the items of an open container are those it had in the source, and clean.
  private mutating func hasOnlyOwnItems(_ container: NodeID) throws(JSONError) -> Bool {
    let value = nodes[container.index]
    if value.value.isMade { return false }
    let bytes = source.view
    var end = value.value.offset + 1
    var number = frames[Int(value.frame)].first
    while number != 0 {
      try charge(1)
      let item = nodes[Int(number)]
      guard !item.isDirty, item.lead.raw == UInt32(truncatingIfNeeded: end) else { return false }
      end = Int(item.end)
      number = item.next
    }
    return bytes.skipSpace(end) == Int(value.end) - 1
  }

  /// The bytes of a value that edits can write.
  package func bytes(of text: ValueText) -> ByteSlice { view(of: text.start)[text.range] }

  /// Goes along the links between the nodes, so that depth needs no stack.
  mutating func appendCompact(_ top: NodeID) throws(JSONError) {
    var number = top.number
    var isFirst = true
    while true {
      let node = nodes[Int(number)]
      if !isFirst { made.append(0x2C) }
      if number != top.number, node.isMember { appendKey(of: node) }
      if !node.isRun, node.frame != 0, node.isDirty {
        try charge(1)
        made.append(isObject(number) ? 0x7B : 0x5B)
        let first = frames[Int(node.frame)].first
        if first != 0 {
          (number, isFirst) = (first, true)
          continue
        }
        made.append(isObject(number) ? 0x7D : 0x5D)
      } else {
        try charge(bytes: node.valueRange.count)
        if !hasRoom(for: node.valueRange.count) { try charge(0) }
        made.appendCompact(node.valueRange, isMade: node.value.isMade, source: source.view)
      }
      while number != top.number, nodes[Int(number)].next == 0 {
        number = nodes[Int(number)].parent
        made.append(isObject(number) ? 0x7D : 0x5D)
      }
      if number == top.number { return }
      (number, isFirst) = (nodes[Int(number)].next, false)
    }
  }

  mutating func appendKey(of node: Node) {
    // Not the space around its colon.
    if node.head.isMade {
      made.append(own: made.view.quotedKey(at: node.head.offset))
    } else {
      made.append(source.view.quotedKey(at: node.head.offset), of: source.view)
    }
    made.append(0x3A)
  }
}

extension ValueText {
  /// An object without members.
  package static var object: ValueText { Fixed.object }
  /// An array without elements.
  package static var array: ValueText { Fixed.array }
  package static var null: ValueText { Fixed.null }
}

extension ByteBuffer {
  /// Adds JSON text without the white space between its values.
  mutating func appendCompact(_ range: Range<Int>, isMade: Bool, source: ByteView) {
    var offset = range.lowerBound
    while offset < range.upperBound {
      // Not kept over the loop: what is appended to may be what is read.
      let bytes = isMade ? view : source
      let start = offset
      if bytes[offset] == 0x22 {
        offset = bytes.endOfValidString(offset + 1)
      } else {
        while offset < range.upperBound, bytes[offset] > 0x20, bytes[offset] != 0x22 {
          offset += 1
        }
      }
      if isMade { append(own: start..<offset) } else { append(start..<offset, of: source) }
      while offset < range.upperBound, (isMade ? view : source)[offset] <= 0x20 { offset += 1 }
    }
  }
}
