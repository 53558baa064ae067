/// Values that are made of others: what verbs do with a value as it stands in the text.
///
/// Both ways to write a document ask the same functions. They draft the new value; what is
/// unusual about the old one they refuse, and it is for the tree.
struct FlatMaker {
  let text: ByteView
  let made: ByteView
  /// How a new container is laid out; nil where that isn't known.
  let laying: FlatLaying?
  /// How many levels more there may be in the members of the document.
  let levels: Int
  /// How long a text may be.
  let longestText: Int
  fileprivate let edits: [FlatEdit]
  fileprivate let divisions: [FlatDivision]
  let patterns: FlatPatterns
  /// What was done inside of the members of the document.
  let patches: FlatPatchView?

  /// Longer values are for the tree, which doesn't copy them.
  static let longest = 1 &<< 16
  /// Texts that code looks into may be so long, and numbers.
  private static let longestEdited = 1 &<< 12
  private static let longestNumber = 64
  /// So many bytes are drafted for a document at most.
  static let most = 1 &<< 20
}

extension FlatDocument {
  /// What makes values of those of the document that was read.
  @inline(__always)
  func maker(_ text: ByteView, _ patches: FlatPatchView? = nil) -> FlatMaker {
    FlatMaker(
      text: text, made: program.bytes.view,
      laying: program.makesContainers ? laying(text) : nil, levels: limits.depth - outer - 1,
      longestText: limits.output, edits: program.edits, divisions: program.divisions,
      patterns: program.questions.patterns, patches: patches)
  }
}

extension FlatMaker {
  /// Adds what an operation makes of a value, and nothing if that stays; false where it is for the
  /// tree.
  @inline(never)
  func make(
    _ operations: Row<FlatProgram.Operation>, at index: UInt32, _ value: Range<Int>,
    of bytes: ByteView, into drafts: inout ByteBuffer
  ) -> Bool {
    let operation = operations[index]
    switch operation.code {
    case .join:
      return join(value, of: bytes, Int(operation.start)..<Int(operation.end), into: &drafts)
    case .edit: return edit(value, of: bytes, by: operation.start, into: &drafts)
    case .separate: return separate(value, of: bytes, by: operation.start, into: &drafts)
    case .wrap:
      if operation.staysArray(bytes[value.lowerBound]) { return true }
      let parts = (index + 1)..<(index + 1 + operation.count)
      return wrap(value, of: bytes, operations, parts, into: &drafts)
    case .unwrap:
      let parts = (index + 1)..<(index + 1 + operation.count)
      return unwrap(value, of: bytes, operations, at: index, parts, into: &drafts)
    default: return false
    }
  }

  /// Whether a value, or one in it that begins with a byte, may stand elsewhere as it is: a
  /// container that was made is laid out where it comes to stand.
  func mayStand(_ item: FlatItem, _ first: UInt8) -> Bool {
    !item.has(.draft) || item.has(.kept) || first | 0x20 != 0x7B
  }

  /// Whether there is no white space in a value, nor in what comes to be beside it: then a
  /// container that was made is laid out there as it is.
  func isCompact(_ value: Range<Int>, of bytes: ByteView) -> Bool {
    laying?.isCompact == true && !bytes.hasSpace(in: value)
  }

  /// Adds a container among the bytes of the program, laid out as its surroundings are.
  @inline(never)
  func lay(_ value: Range<Int>, into drafts: inout ByteBuffer) -> Bool {
    guard let laying else { return false }
    if laying.isCompact {
      drafts.append(value, of: made)
      return true
    }
    // The tree doesn't go by white space that is only before a closing bracket.
    if laying.hasOnlyClosing { return false }
    // Each level takes two bytes.
    if laying.width(value.count / 2) > Self.longest { return false }
    var (level, offset) = (0, value.lowerBound)
    while offset < value.upperBound {
      if drafts.count > Self.most { return false }
      let byte = made[offset]
      offset += 1
      switch byte {
      case 0x22:
        let end = made.endOfValidString(offset)
        drafts.append(offset - 1..<end, of: made)
        offset = end
      case 0x3A: drafts.append(laying.colon, of: text)
      case 0x2C:
        if !laying.knowsSeparator { return false }
        laying.appendSeparator(level, text, fixed: made, to: &drafts)
      case 0x7B where made[offset] == 0x7D, 0x5B where made[offset] == 0x5D:
        drafts.append(offset - 1..<offset + 1, of: made)
        offset += 1
      case 0x7B, 0x5B:
        level += 1
        drafts.append(byte)
        laying.appendOpening(level, text, to: &drafts)
      case 0x7D, 0x5D:
        laying.appendClosing(level, text, to: &drafts)
        drafts.append(byte)
        level -= 1
      default: drafts.append(byte)
      }
    }
    return true
  }

  /// What an edit makes of a value, where that is another one.
  func edit(
    _ value: Range<Int>, of bytes: ByteView, by number: UInt32, into drafts: inout ByteBuffer
  ) -> Bool {
    let kind = Kind(first: bytes[value.lowerBound])
    if kind == .null { return true }
    guard let old = scalar(kind, value, of: bytes), let new = edits[Int(number)].apply(old),
      new.text.count <= min(longestText, Self.longest), drafts.count <= Self.most
    else { return false }
    if new == old { return true }
    if new.kind == .string {
      drafts.appendQuoted(new.text)
    } else {
      drafts.append(contentsOf: new.text)
    }
    return true
  }

  /// A value for code to look into; nil where that is for the tree.
  private func scalar(_ kind: Kind, _ value: Range<Int>, of bytes: ByteView) -> Scalar? {
    switch kind {
    case .array, .object: return nil
    case .null, .boolean, .number:
      return value.count > Self.longestNumber ? nil : Scalar(kind, bytes[value].array)
    case .string:
      return text(of: (value.lowerBound + 1)..<(value.upperBound - 1), in: bytes)
        .map { .string($0) }
    }
  }

  /// What a text says; nil if it is long, or half of a surrogate pair is in it.
  private func text(of body: Range<Int>, in bytes: ByteView) -> [UInt8]? {
    if body.count > Self.longestEdited { return nil }
    if !bytes[body].contains(0x5C) { return bytes[body].array }
    let plain = ByteBuffer(unescaping: body, of: bytes)
    if plain.view.findInvalidUTF8(from: 0, to: plain.count) >= 0 { return nil }
    return plain.view[0..<plain.count].array
  }

  /// The parts that code finds in a text.
  func parts(of body: Range<Int>, in bytes: ByteView, by number: UInt32) -> [[UInt8]]? {
    text(of: body, in: bytes).flatMap { divisions[Int(number)].parts($0) }
  }

  /// A text as an array of the parts that code finds in it.
  private func separate(
    _ value: Range<Int>, of bytes: ByteView, by number: UInt32, into drafts: inout ByteBuffer
  ) -> Bool {
    let first = bytes[value.lowerBound]
    if first == 0x6E { return true }
    // The tree doesn't go by white space that is only before a closing bracket.
    guard first == 0x22, levels > 0, let laying, !laying.hasOnlyClosing,
      let parts = parts(
        of: (value.lowerBound + 1)..<(value.upperBound - 1), in: bytes, by: number),
      parts.count == 1 || laying.knowsSeparator, !parts.isEmpty
    else { return false }
    drafts.append(0x5B)
    laying.appendOpening(1, text, to: &drafts)
    for (index, part) in parts.enumerated() {
      if index > 0 { laying.appendSeparator(1, text, fixed: made, to: &drafts) }
      drafts.appendQuoted(part)
      if drafts.count > Self.most { return false }
    }
    laying.appendClosing(1, text, to: &drafts)
    drafts.append(0x5D)
    return true
  }

  /// The texts of an array as one.
  private func join(
    _ value: Range<Int>, of bytes: ByteView, _ glue: Range<Int>,
    into drafts: inout ByteBuffer
  ) -> Bool {
    if bytes[value.lowerBound] == 0x6E { return true }
    guard bytes[value.lowerBound] == 0x5B else { return false }
    drafts.append(0x22)
    let start = drafts.count
    var offset = bytes.skipSpace(value.lowerBound + 1)
    var isFirst = true
    while bytes[offset] != 0x5D {
      guard bytes[offset] == 0x22 else { return false }
      if !isFirst { drafts.append(glue, of: made) }
      isFirst = false
      let end = bytes.endOfValidString(offset + 1)
      guard appendText((offset + 1)..<(end - 1), of: bytes, to: &drafts) else { return false }
      if drafts.count - start > longestText { return false }
      offset = bytes.endOfLead(end)
    }
    drafts.append(0x22)
    return true
  }

  /// Adds one text made of those that some items are; false where that is for the tree.
  func combine(
    _ numbers: Range<UInt32>, _ glue: Range<Int>, into drafts: inout ByteBuffer,
    item: (UInt32) -> FlatItem
  ) -> Bool {
    drafts.append(0x22)
    for number in numbers {
      if number != numbers.lowerBound { drafts.append(glue, of: made) }
      guard append(textOf: item(number), to: &drafts) else { return false }
    }
    drafts.append(0x22)
    return true
  }

  /// Adds a text that becomes a part of another; false where that is for the tree, as all is that
  /// is no text.
  private func append(textOf item: FlatItem, to drafts: inout ByteBuffer) -> Bool {
    if item.has(.draft) { return false }
    let value = item.body(made: made, text)
    return value.isText && append(value, to: &drafts)
  }

  /// Adds a value that becomes a part of a text: a text, a number or a boolean.
  func append(
    _ value: (bytes: ByteView, range: Range<Int>, isText: Bool), to drafts: inout ByteBuffer
  ) -> Bool {
    let (bytes, body, isText) = value
    guard drafts.count + body.count <= min(Self.most, longestText) else { return false }
    if isText { return appendText(body, of: bytes, to: &drafts) }
    switch Kind(first: bytes[body.lowerBound]) {
    case .number, .boolean:
      drafts.append(body, of: bytes)
      return true
    default: return false
    }
  }

  /// Adds the body of a text as verbs spell it, with no escape that isn't needed; false if half of
  /// a surrogate pair is in it.
  private func appendText(
    _ body: Range<Int>, of bytes: ByteView, to drafts: inout ByteBuffer
  ) -> Bool {
    if !bytes[body].contains(0x5C) {
      drafts.append(body, of: bytes)
      return true
    }
    var quoted = ByteBuffer()
    guard quoted.respell(body, of: bytes) != nil else { return false }
    drafts.append(1..<(quoted.count - 1), of: quoted.view)
    return true
  }

  /// A value in new objects, or in an array.
  func wrap(
    _ value: Range<Int>, of bytes: ByteView, _ operations: Row<FlatProgram.Operation>,
    _ parts: Range<UInt32>, into drafts: inout ByteBuffer
  ) -> Bool {
    guard let laying, value.count <= Self.longest else { return false }
    let isContainer = bytes[value.lowerBound] | 0x20 == 0x7B
    let levels = max(parts.count, 1)
    // Each level takes two bytes. The lines of a container come to another depth.
    guard levels + (isContainer ? value.count / 2 : 0) <= self.levels,
      !isContainer || !bytes[value].contains(0x0A)
    else { return false }
    for level in 1...levels {
      drafts.append(parts.isEmpty ? 0x5B : 0x7B)
      laying.appendOpening(level, text, to: &drafts)
      if parts.isEmpty { continue }
      let head = operations[parts.lowerBound + UInt32(level - 1)].head
      append(head, colon: laying.colon, of: text, to: &drafts)
    }
    drafts.append(value, of: bytes)
    for level in (1...levels).reversed() {
      laying.appendClosing(level, text, to: &drafts)
      drafts.append(parts.isEmpty ? 0x5D : 0x7D)
    }
    return true
  }
}
