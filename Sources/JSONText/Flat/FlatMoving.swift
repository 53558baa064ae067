/// A member of an object, as values are moved between objects.
///
/// They are there when operations run, so an object gets another value: its text without the member
/// that goes, or with one more. What is unusual about it is for the tree.
struct FlatMember {
  /// What is in front of its key, its key, its value, all as places in what the object
  /// stands in.
  fileprivate let gap: Int
  fileprivate let key: Int
  let value: Range<Int>
  /// Where the next key begins; behind the last member the closing brace.
  fileprivate let next: Int
  fileprivate let isFirst: Bool
  fileprivate let isLast: Bool

  /// Whether the object has no other.
  fileprivate var isAlone: Bool { isFirst && isLast }

  /// What goes with it.
  fileprivate var leaving: Range<Int> {
    if !isFirst { return gap..<value.upperBound }
    return isLast ? gap..<next : key..<next
  }
}

extension FlatMaker {
  /// What is found in an object.
  enum Found {
    case nothing
    case member(FlatMember)
    /// Two members may have the key.
    case unsure
  }

  /// What became of a value that was to be added.
  enum Added {
    case done
    /// Something is there already.
    case taken
    /// It is for the tree.
    case unsure
  }

  /// What shows how a second member of an object is laid out.
  enum Example {
    /// The object, as it stands in the text.
    case itself
    /// What is around it, as it was made.
    case surroundings
    /// Not the object, which has had more members.
    case past
  }

  /// The member that the keys of some parts lead to, from a value among some bytes on.
  @inline(never)
  func find(
    _ operations: Row<FlatProgram.Operation>, _ parts: Range<UInt32>, in value: Range<Int>,
    of bytes: ByteView
  ) -> Found {
    var value = value
    var found = Found.nothing
    for part in parts {
      found = find(operations[part], in: value, of: bytes)
      guard case .member(let member) = found else { return found }
      value = member.value
    }
    return found
  }

  /// The member of an object with the key of a part.
  private func find(
    _ part: FlatProgram.Operation, in value: Range<Int>, of bytes: ByteView
  ) -> Found {
    // Of the head what is between its quotes.
    let head = made.madeHead(Int(part.head))
    return bytes.find(made[(head.lowerBound + 1)..<(head.upperBound - 2)], in: value)
  }

  /// Adds a value of an object; false where its lines would come to another depth, or others would
  /// be laid out as it is.
  func copy(
    _ value: Range<Int>, of bytes: ByteView, into drafts: inout ByteBuffer
  ) -> Bool {
    if let laying, bytes[value.lowerBound] | 0x20 == 0x7B,
      !laying.isCompact || bytes.hasSpace(in: value)
    {
      return false
    }
    return add(value, of: bytes, furtherIn: 0, to: &drafts)
  }

  private func add(
    _ value: Range<Int>, of bytes: ByteView, furtherIn depth: Int, to drafts: inout ByteBuffer
  ) -> Bool {
    let isContainer = bytes[value.lowerBound] | 0x20 == 0x7B
    // Each level takes two bytes.
    guard value.count <= Self.longest, drafts.count <= Self.most,
      !isContainer || value.count / 2 + depth < levels,
      !isContainer || !bytes[value].contains(0x0A)
    else { return false }
    drafts.append(value, of: bytes)
    return true
  }

  /// Adds what an array or some objects hold, if that is all.
  func unwrap(
    _ value: Range<Int>, of bytes: ByteView, _ operations: Row<FlatProgram.Operation>,
    at index: UInt32, _ parts: Range<UInt32>, into drafts: inout ByteBuffer
  ) -> Bool {
    let operation = operations[index]
    var inner = value
    if parts.isEmpty {
      guard let elements = bytes.elements(of: value) else { return false }
      if elements.count == 0 {
        if operation.isLenient { drafts.append(contentsOf: "null".utf8) }
        return operation.isLenient
      }
      if elements.count > 1, operation.start == FlatUnwrapping.Element.only.rawValue {
        return false
      }
      let isLast = operation.start == FlatUnwrapping.Element.last.rawValue
      inner = isLast ? elements.last : elements.first
    }
    for part in parts {
      guard case .member(let member) = find(operations[part], in: inner, of: bytes), member.isAlone
      else { return false }
      inner = member.value
    }
    return copy(inner, of: bytes, into: &drafts)
  }

  /// Adds a value without a member in it.
  func remove(
    _ member: FlatMember, from value: Range<Int>, of bytes: ByteView, into drafts: inout ByteBuffer
  ) {
    drafts.append(value.lowerBound..<member.leaving.lowerBound, of: bytes)
    drafts.append(member.leaving.upperBound..<value.upperBound, of: bytes)
  }

  /// Adds an object with one value more, where the keys of some parts lead to.
  func add(
    _ value: Range<Int>, of source: ByteView, _ operations: Row<FlatProgram.Operation>,
    at parts: Range<UInt32>, in whole: Range<Int>, of bytes: ByteView, like example: Example,
    into drafts: inout ByteBuffer
  ) -> Added {
    var object = whole
    var isSpaced = laying?.isSpaced == true
    for (depth, part) in parts.enumerated() {
      guard bytes[object.lowerBound] == 0x7B else { return .unsure }
      switch find(operations[part], in: object, of: bytes) {
      case .unsure: return .unsure
      case .member(let member):
        isSpaced = self.isSpaced(object, of: bytes)
        object = member.value
      case .nothing:
        // What is laid out further in isn't known.
        guard depth + 1 == parts.count else { return .unsure }
        drafts.append(whole.lowerBound..<object.lowerBound, of: bytes)
        let head = operations[part].head
        let isOpen = open(
          object, of: bytes, for: head, furtherIn: depth, like: example, isSpaced: isSpaced,
          into: &drafts)
        guard isOpen, add(value, of: source, furtherIn: depth, to: &drafts) else { return .unsure }
        close(object, of: bytes, into: &drafts)
        drafts.append(object.upperBound..<whole.upperBound, of: bytes)
        return .done
      }
    }
    return .taken
  }

  /// Adds an object up to where the value of a new member stands.
  private func open(
    _ object: Range<Int>, of bytes: ByteView, for head: UInt32, furtherIn depth: Int,
    like example: Example, isSpaced: Bool, into drafts: inout ByteBuffer
  ) -> Bool {
    let first = bytes.skipSpace(object.lowerBound + 1)
    if bytes[first] == 0x7D {
      // How the members of an empty object further in are laid out isn't known.
      guard let laying, object.count == 2, depth == 0 || laying.isCompact else { return false }
      drafts.append(0x7B)
      laying.appendOpening(1, text, to: &drafts)
      append(head, colon: laying.colon, of: text, to: &drafts)
      return true
    }
    let keyEnd = bytes.endOfValidString(first + 1)
    let start = bytes.skipSpace(bytes.skipSpace(keyEnd) + 1)
    let end = bytes.endOfValidValue(start)
    let opening = (object.lowerBound + 1)..<first
    drafts.append(object.lowerBound..<bytes.endOfLastItem(before: object.upperBound), of: bytes)
    if bytes[bytes.skipSpace(end)] == 0x2C {
      drafts.append(end..<bytes.endOfLead(end), of: bytes)
    } else {
      guard let laying else { return false }
      switch example {
      case .itself: break
      case .surroundings:
        // A container in it would show it, too.
        guard laying.isCompact || laying.knowsSeparator && bytes[start] | 0x20 != 0x7B else {
          return false
        }
        laying.appendSeparator(depth + 1, text, fixed: made, to: &drafts)
        append(head, colon: keyEnd..<start, of: bytes, to: &drafts)
        return true
      case .past: if !laying.isCompact { return false }
      }
      drafts.append(0x2C)
      if bytes[opening].contains(0x0A) {
        drafts.append(opening, of: bytes)
      } else if !opening.isEmpty || start > keyEnd + 1 || isSpaced {
        drafts.append(0x20)
      }
    }
    append(head, colon: keyEnd..<start, of: bytes, to: &drafts)
    return true
  }

  /// Whether there is any white space in an object, as far as its first two members show.
  private func isSpaced(_ object: Range<Int>, of bytes: ByteView) -> Bool {
    let first = bytes.skipSpace(object.lowerBound + 1)
    let keyEnd = bytes.endOfValidString(first + 1)
    let start = bytes.skipSpace(bytes.skipSpace(keyEnd) + 1)
    let end = bytes.endOfValidValue(start)
    return first > object.lowerBound + 1 || start > keyEnd + 1
      || bytes[bytes.skipSpace(end)] == 0x2C && bytes.endOfLead(end) > end + 1
  }

  /// Adds what is behind its members.
  private func close(_ object: Range<Int>, of bytes: ByteView, into drafts: inout ByteBuffer) {
    if object.count > 2 {
      let end = bytes.endOfLastItem(before: object.upperBound)
      return drafts.append(end..<object.upperBound, of: bytes)
    }
    laying?.appendClosing(1, text, to: &drafts)
    drafts.append(0x7D)
  }

  func append(
    _ head: UInt32, colon: Range<Int>, of bytes: ByteView, to drafts: inout ByteBuffer
  ) {
    let head = made.madeHead(Int(head))
    // Where there was no member, none shows what is between its key and its value.
    drafts.append(head.lowerBound..<(head.upperBound - (colon.isEmpty ? 0 : 1)), of: made)
    drafts.append(colon, of: bytes)
  }
}

extension ByteView {
  /// The member of a value that was read before which has a key, if that is an object.
  func find(_ key: some Sequence<UInt8>, in value: Range<Int>) -> FlatMaker.Found {
    guard self[value.lowerBound] == 0x7B else { return .nothing }
    if value.count > FlatMaker.longest { return .unsure }
    var found: FlatMember?
    var gap = value.lowerBound + 1
    var start = skipSpace(gap)
    while self[start] != 0x7D {
      let special = findSpecial(start + 1)
      let isPlain = self[special] == 0x22
      let keyEnd = isPlain ? special + 1 : endOfValidString(special)
      let inner = skipSpace(skipSpace(keyEnd) + 1)
      let end = endOfValidValue(inner)
      let next = endOfLead(end)
      // With escapes it may be any key.
      if !isPlain, self[start..<keyEnd].contains(0x5C) { return .unsure }
      if self[(start + 1)..<(keyEnd - 1)].elementsEqual(key) {
        if found != nil { return .unsure }
        found = FlatMember(
          gap: gap, key: start, value: inner..<end, next: next,
          isFirst: gap == value.lowerBound + 1, isLast: self[next] == 0x7D)
      }
      (gap, start) = (end, next)
    }
    return found.map { .member($0) } ?? .nothing
  }

  /// How many elements an array has that was read before, and where the first and the last are; nil
  /// if it is none.
  func elements(of array: Range<Int>) -> (count: Int, first: Range<Int>, last: Range<Int>)? {
    guard self[array.lowerBound] == 0x5B else { return nil }
    var elements = (count: 0, first: 0..<0, last: 0..<0)
    var start = skipSpace(array.lowerBound + 1)
    while self[start] != 0x5D {
      let end = endOfValidValue(start)
      elements.last = start..<end
      if elements.count == 0 { elements.first = elements.last }
      elements.count += 1
      start = endOfLead(end)
    }
    return elements
  }

  /// Whether there is white space in a value that was read before, outside of its texts.
  func hasSpace(in value: Range<Int>) -> Bool {
    var offset = value.lowerBound
    while offset < value.upperBound {
      let byte = self[offset]
      if byte <= 0x20 { return true }
      offset = byte == 0x22 ? endOfValidString(offset + 1) : offset + 1
    }
    return false
  }

  /// The end of a value that was read before.
  func endOfValidValue(_ start: Int) -> Int {
    let first = self[start]
    if first == 0x22 { return endOfValidString(start &+ 1) }
    if first | 0x20 != 0x7B {
      return first &- 0x30 < 10 || first == 0x2D ? skipNumber(start) : skipLiteral(start)
    }
    var offset = start &+ 1
    var depth = 1
    while depth > 0 {
      offset = findQuoteOrBracket(offset)
      let byte = self[offset]
      offset &+= 1
      if byte == 0x22 {
        offset = endOfValidString(offset)
      } else {
        depth &+= byte | 0x20 == 0x7B ? 1 : -1
      }
    }
    return offset
  }

  /// The next quote or bracket, in a container and in no string of it.
  @inline(__always)
  private func findQuoteOrBracket(_ start: Int) -> Int {
    var offset = start
    while offset < count {
      // The pad lets a word be read behind the last byte.
      let word = UInt64(littleEndian: word(unchecked: offset))
      // Of what stands outside of strings only brackets become 0x7F.
      let found = word.flags(of: 0x22) | (word | 0x2626_2626_2626_2626).flags(of: 0x7F)
      if found != 0 { return offset &+ found.trailingZeroBitCount / 8 }
      offset &+= 8
    }
    return count
  }
}
