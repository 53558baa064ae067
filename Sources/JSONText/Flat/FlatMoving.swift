/// Values that go from one object to another, of which one is a member of the other.
///
/// Both are there when operations run, so the object that is a member gets another value: its text
/// without the member that goes, or with one more. What is unusual about it is for the tree.
struct FlatMember {
  /// What is in front of its key, its key, its value, all as places in the text.
  fileprivate let gap: Int
  fileprivate let key: Int
  fileprivate let value: Range<Int>
  /// Where the next key begins; behind the last member the closing brace.
  fileprivate let next: Int
  fileprivate let isFirst: Bool
  fileprivate let isLast: Bool

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

  /// The member that the keys of some parts lead to, from a value on.
  @inline(never)
  func find(
    _ operations: Row<FlatProgram.Operation>, _ parts: Range<UInt32>, in value: Range<Int>
  ) -> Found {
    var value = value
    var found = Found.nothing
    for part in parts {
      let head = made.madeHead(Int(operations[part].head))
      found = find(head.lowerBound..<(head.upperBound - 1), in: value)
      guard case .member(let member) = found else { return found }
      value = member.value
    }
    return found
  }

  /// The member of an object with a key, which stands among the bytes of the program.
  private func find(_ wanted: Range<Int>, in value: Range<Int>) -> Found {
    guard text[value.lowerBound] == 0x7B else { return .nothing }
    if value.count > Self.longest { return .unsure }
    var found: FlatMember?
    var gap = value.lowerBound + 1
    var key = text.skipSpace(gap)
    while text[key] != 0x7D {
      let keyEnd = text.endOfValidString(key + 1)
      let start = text.skipSpace(text.skipSpace(keyEnd) + 1)
      let end = text.endOfValidValue(start)
      let next = text.endOfLead(end)
      // With escapes it may be any key.
      if text[key..<keyEnd].contains(0x5C) { return .unsure }
      if text[key..<keyEnd].elementsEqual(made[wanted]) {
        if found != nil { return .unsure }
        found = FlatMember(
          gap: gap, key: key, value: start..<end, next: next, isFirst: gap == value.lowerBound + 1,
          isLast: text[next] == 0x7D)
      }
      (gap, key) = (end, next)
    }
    return found.map { .member($0) } ?? .nothing
  }

  /// Adds the value of a member; false where its lines would come to another depth, or others would
  /// be laid out as it is.
  func copy(_ member: FlatMember, into drafts: inout ByteBuffer) -> Bool {
    if laying != nil, text[member.value.lowerBound] | 0x20 == 0x7B { return false }
    return copy(member.value, of: text, into: &drafts)
  }

  func isNull(_ member: FlatMember) -> Bool { text[member.value.lowerBound] == 0x6E }

  private func copy(
    _ value: Range<Int>, of bytes: ByteView, into drafts: inout ByteBuffer
  ) -> Bool {
    let isContainer = bytes[value.lowerBound] | 0x20 == 0x7B
    // Each level takes two bytes.
    guard value.count <= Self.longest, !isContainer || value.count / 2 < levels,
      !isContainer || !bytes[value].contains(0x0A)
    else { return false }
    drafts.append(value, of: bytes)
    return true
  }

  /// Adds a value without a member in it.
  func remove(_ member: FlatMember, from value: Range<Int>, into drafts: inout ByteBuffer) {
    drafts.append(value.lowerBound..<member.leaving.lowerBound, of: text)
    drafts.append(member.leaving.upperBound..<value.upperBound, of: text)
  }

  /// Adds a new object with one member, which has a value that is among some bytes.
  func wrap(
    _ value: Range<Int>, of bytes: ByteView, under head: UInt32, into drafts: inout ByteBuffer
  ) -> Bool {
    guard let laying else { return false }
    drafts.append(0x7B)
    laying.appendOpening(1, text, to: &drafts)
    append(head, colon: laying.colon, to: &drafts)
    guard copy(value, of: bytes, into: &drafts) else { return false }
    laying.appendClosing(1, text, to: &drafts)
    drafts.append(0x7D)
    return true
  }

  /// Adds an object with one member more.
  func add(
    _ value: Range<Int>, of bytes: ByteView, under head: UInt32, to object: Range<Int>,
    into drafts: inout ByteBuffer
  ) -> Bool {
    let first = text.skipSpace(object.lowerBound + 1)
    if text[first] == 0x7D {
      return object.count == 2 && wrap(value, of: bytes, under: head, into: &drafts)
    }
    let keyEnd = text.endOfValidString(first + 1)
    let start = text.skipSpace(text.skipSpace(keyEnd) + 1)
    let end = text.endOfValidValue(start)
    let opening = (object.lowerBound + 1)..<first
    drafts.append(object.lowerBound..<text.endOfLastItem(before: object.upperBound), of: text)
    if text[text.skipSpace(end)] == 0x2C {
      drafts.append(end..<text.endOfLead(end), of: text)
    } else {
      guard let laying else { return false }
      drafts.append(0x2C)
      if text[opening].contains(0x0A) {
        drafts.append(opening, of: text)
      } else if !opening.isEmpty || start > keyEnd + 1 || laying.isSpaced {
        drafts.append(0x20)
      }
    }
    append(head, colon: keyEnd..<start, to: &drafts)
    guard copy(value, of: bytes, into: &drafts) else { return false }
    drafts.append(text.endOfLastItem(before: object.upperBound)..<object.upperBound, of: text)
    return true
  }

  private func append(_ head: UInt32, colon: Range<Int>, to drafts: inout ByteBuffer) {
    let head = made.madeHead(Int(head))
    // Where there was no member, none shows what is between its key and its value.
    drafts.append(head.lowerBound..<(head.upperBound - (colon.isEmpty ? 0 : 1)), of: made)
    drafts.append(colon, of: text)
  }
}

extension ByteView {
  /// The end of a value that was read before.
  func endOfValidValue(_ start: Int) -> Int {
    var offset = start
    var depth = 0
    repeat {
      let byte = self[offset]
      if byte == 0x22 {
        offset = endOfValidString(offset + 1)
        continue
      }
      if depth == 0, byte | 0x20 != 0x7B {
        return byte &- 0x30 < 10 || byte == 0x2D ? skipNumber(offset) : skipLiteral(offset)
      }
      if byte | 0x20 == 0x7B { depth += 1 } else if byte | 0x20 == 0x7D { depth -= 1 }
      offset += 1
    } while depth > 0
    return offset
  }
}
