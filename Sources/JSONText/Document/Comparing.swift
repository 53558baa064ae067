/// Comparing values as JSON: strings and keys as unescaped bytes, numbers by exact value, objects
/// without order. Members with one key are compared in the order in which they stand.
extension Document {
  /// Takes what it costs to go over this many bytes.
  package mutating func charge(bytes count: Int) throws(JSONError) {
    try charge(1 + count &>> 4)
  }

  /// Whether two values mean the same JSON.
  package mutating func areEqual(_ left: NodeID, _ right: NodeID) throws(JSONError) -> Bool {
    if left == right { return true }
    if try haveSameText(left, right) { return true }
    var pairs = [(left: left, right: right)]
    while let (left, right) = pairs.popLast() {
      try charge(1)
      let kind = kind(left)
      guard kind == self.kind(right) else { return false }
      switch kind {
      case .null: break
      case .boolean: guard boolean(of: left) == boolean(of: right) else { return false }
      case .number: guard try areEqualNumbers(left, right) else { return false }
      case .string: guard try areEqualStrings(left, right) else { return false }
      case .array: guard try pairElements(left, right, into: &pairs) else { return false }
      case .object: guard try pairMembers(left, right, into: &pairs) else { return false }
      }
    }
    return true
  }

  /// Whether a node is a string that stands for this text.
  ///
  /// Nothing is copied unless it has escapes.
  package mutating func isString(
    _ node: NodeID, equalTo text: [UInt8]
  ) throws(JSONError) -> Bool {
    guard kind(node) == .string else { return false }
    let string = body(of: node)
    // Escapes are longer than what they stand for.
    guard string.count >= text.count else { return false }
    try charge(bytes: string.count)
    if string.count == text.count { return string.elementsEqual(text) && !text.contains(0x5C) }
    return string.contains(0x5C) && self.string(of: node) == text
  }

  /// As above; `text` is none of the document's.
  mutating func isString(
    _ node: NodeID, equalTo text: ByteSlice
  ) throws(JSONError) -> Bool {
    guard kind(node) == .string else { return false }
    let string = body(of: node)
    guard string.count >= text.count else { return false }
    try charge(bytes: string.count)
    if string.count == text.count { return string == text && !text.contains(0x5C) }
    return string.contains(0x5C) && text.elementsEqual(self.string(of: node))
  }

  /// Whether a node is a number of this value.
  package mutating func isNumber(
    _ node: NodeID, equalTo number: [UInt8]
  ) throws(JSONError) -> Bool {
    guard kind(node) == .number else { return false }
    let text = scalarText(of: node)
    try charge(bytes: text.count)
    return NumberText.areEqual(text, number)
  }

  /// Whether an array has just these elements; nil where it has to be read to tell.
  package mutating func isArray(
    _ node: NodeID, equalTo elements: [JSON]
  ) throws(JSONError) -> Bool? {
    let text = scalarText(of: node)
    // Members of an object have to be looked at, whether a key is there twice.
    guard kind(node) == .array, isAsWritten(node), !text.contains(0x7B) else { return nil }
    try charge(bytes: text.count)
    let bytes = view(of: nodes[node.index].value)
    var offset = bytes.skipSpace(text.startIndex + 1)
    for (index, element) in elements.enumerated() {
      if index > 0 {
        guard bytes[offset] == 0x2C else { return false }
        offset = bytes.skipSpace(offset + 1)
      }
      guard let end = bytes.endOfScalar(at: offset, equalTo: element) else { return nil }
      guard end > offset else { return false }
      offset = bytes.skipSpace(end)
    }
    return bytes[offset] == 0x5D
  }

  /// Whether a boolean is `true`.
  package func boolean(of node: NodeID) -> Bool {
    scalarText(of: node).first == 0x74
  }

  /// The integer that a number equals, `4.0` and `4e0` among them; nil if there is none.
  package func integer(of number: NodeID) -> Int? {
    let text = scalarText(of: number)
    if let plain = text.asInteger { return plain }
    return JSONNumber(String(decoding: text, as: UTF8.self)).flatMap { Int(exactly: $0) }
  }

  /// How many Unicode scalars a string has.
  func scalarCount(of string: NodeID) -> Int {
    let body = body(of: string)
    return body.contains(0x5C) ? self.string(of: string).scalarCount : body.scalarCount
  }

  /// A string without its quotes, as it is written.
  private func body(of string: NodeID) -> ByteSlice {
    let range = nodes[string.index].valueRange
    return view(of: nodes[string.index].value)[(range.lowerBound + 1)..<(range.upperBound - 1)]
  }

  /// Whether both are as they were written, and written alike.
  private mutating func haveSameText(
    _ left: NodeID, _ right: NodeID
  ) throws(JSONError) -> Bool {
    let texts = (scalarText(of: left), scalarText(of: right))
    guard texts.0.count == texts.1.count, isAsWritten(left), isAsWritten(right) else {
      return false
    }
    try charge(bytes: texts.0.count)
    return texts.0.elementsEqual(texts.1)
  }

  private func isAsWritten(_ node: NodeID) -> Bool {
    nodes[node.index].frame == 0 || !nodes[node.index].isDirty
  }

  private mutating func areEqualNumbers(
    _ left: NodeID, _ right: NodeID
  ) throws(JSONError) -> Bool {
    let texts = (scalarText(of: left), scalarText(of: right))
    try charge(bytes: texts.0.count + texts.1.count)
    return NumberText.areEqual(texts.0, texts.1)
  }

  private mutating func areEqualStrings(
    _ left: NodeID, _ right: NodeID
  ) throws(JSONError) -> Bool {
    let texts = (scalarText(of: left), scalarText(of: right))
    try charge(bytes: texts.0.count + texts.1.count)
    return texts.0.isString(equalTo: texts.1) ?? (string(of: left) == string(of: right))
  }

  private mutating func pairElements(
    _ left: NodeID, _ right: NodeID, into pairs: inout [(left: NodeID, right: NodeID)]
  ) throws(JSONError) -> Bool {
    guard var (left, right) = try firstItems(left, right) else { return false }
    while let leftItem = left, let rightItem = right {
      pairs.append((leftItem, rightItem))
      (left, right) = (nextItem(after: leftItem), nextItem(after: rightItem))
    }
    return true
  }

  private mutating func pairMembers(
    _ left: NodeID, _ right: NodeID, into pairs: inout [(left: NodeID, right: NodeID)]
  ) throws(JSONError) -> Bool {
    guard var (left, right) = try firstItems(left, right) else { return false }
    while let leftItem = left, let rightItem = right, haveSameKey(leftItem, rightItem) {
      pairs.append((leftItem, rightItem))
      (left, right) = (nextItem(after: leftItem), nextItem(after: rightItem))
    }
    // From here on the order differs.
    var others: [[UInt8]: [NodeID]] = [:]
    var rest: [NodeID] = []
    while let item = right {
      rest.append(item)
      right = nextItem(after: item)
    }
    for item in rest.reversed() { others[key(of: item), default: []].append(item) }
    while let item = left {
      guard let other = others[key(of: item)]?.popLast() else { return false }
      pairs.append((item, other))
      left = nextItem(after: item)
    }
    return true
  }

  /// The first items of two containers, all opened; nil if one has more than the other.
  private mutating func firstItems(
    _ left: NodeID, _ right: NodeID
  ) throws(JSONError) -> (left: NodeID?, right: NodeID?)? {
    try openAll(of: left)
    try openAll(of: right)
    guard count(of: left) == count(of: right) else { return nil }
    try charge(count(of: left))
    return (firstItem(of: left), firstItem(of: right))
  }

  private func haveSameKey(_ left: NodeID, _ right: NodeID) -> Bool {
    let (left, right) = (nodes[left.index].head, nodes[right.index].head)
    let leftView = view(of: left)
    let rightView = view(of: right)
    let leftKey = leftView[leftView.quotedKey(at: left.offset)]
    let rightKey = rightView[rightView.quotedKey(at: right.offset)]
    // Where this can't tell, the slow way of the caller does.
    return leftKey.isString(equalTo: rightKey) ?? false
  }
}

extension ByteView {
  /// The end of the scalar that begins here; its start if that is not this value, and nil where it
  /// can't be told.
  fileprivate func endOfScalar(at start: Int, equalTo value: JSON) -> Int? {
    switch (value, self[start]) {
    case (.null, 0x6E), (.bool(true), 0x74): return start + 4
    case (.bool(false), 0x66): return start + 5
    case (.number(let number), 0x2D), (.number(let number), 0x30...0x39):
      let end = skipNumber(start)
      return NumberText.areEqual(self[start..<end], number.text.utf8) ? end : start
    case (.string(let text), 0x22):
      let end = endOfValidString(start + 1)
      let body = self[(start + 1)..<(end - 1)]
      return body.contains(0x5C) ? nil : body.elementsEqual(text.utf8) ? end : start
    case (.array, 0x5B): return nil
    default: return start
    }
  }
}

extension ByteSlice {
  /// Whether two JSON strings, quotes and all, stand for the same text; nil if escapes must tell.
  fileprivate func isString(equalTo other: ByteSlice) -> Bool? {
    if self == other { return true }
    return contains(0x5C) || other.contains(0x5C) ? nil : false
  }
}

extension Collection<UInt8> {
  /// The value of a number that is written as an integer of few digits: up to 18, or 9 if `Int`
  /// has 32 bits.
  var asInteger: Int? {
    guard let first else { return nil }
    let digits = first == 0x2D ? dropFirst() : self[...]
    guard !digits.isEmpty, digits.count <= Int.bitWidth / 32 * 9 else { return nil }
    var value = 0
    for byte in digits {
      guard NumberText.isDigit(byte) else { return nil }
      value = value * 10 + Int(byte & 0x0F)
    }
    return first == 0x2D ? -value : value
  }

  /// How many Unicode scalars UTF-8 has.
  var scalarCount: Int {
    reduce(0) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 }
  }
}
