/// A look at an outline and the bytes that it refers to.
///
/// A view keeps what it looks at: the outline and its document stay as they are. Entries
/// are called by their numbers.
package struct OutlineView {
  private let entries: Row<Outline.Entry>
  private let source: ByteView
  private let made: ByteView

  package init(_ outline: borrowing Outline, of document: borrowing Document) {
    entries = outline.entries.row
    source = document.source.view
    made = document.made.view
  }

  /// A look at an outline of a text.
  package init(_ outline: borrowing Outline, of text: ByteView) {
    entries = outline.entries.row
    source = text
    made = text
  }

  @inline(__always)
  func entry(_ number: Int) -> Outline.Entry {
    entries[UInt32(truncatingIfNeeded: number)]
  }

  @inline(__always)
  func view(of address: Address) -> ByteView { address.isMade ? made : source }

  /// The type of a value.
  package func kind(_ number: Int) -> Kind {
    let value = entry(number).value
    return Kind(first: view(of: value)[value.offset])
  }

  /// Whether a value is null.
  package func isNull(_ number: Int) -> Bool {
    let value = entry(number).value
    return view(of: value)[value.offset] == 0x6E
  }

  /// The container of a value; 0 for the root.
  package func parent(_ number: Int) -> Int { Int(entry(number).parent) }

  /// How many items a container has.
  package func count(_ number: Int) -> Int { Int(entry(number).count) }

  /// The first item of a container that isn't empty.
  package func first(_ number: Int) -> Int { number + 1 }

  /// The value behind this one and all that is in it.
  package func next(_ number: Int) -> Int { Int(entry(number).next) }

  /// The place of an element among the elements of its array, from 0.
  package func position(_ number: Int) -> Int { Int(entry(number).keyLength) }
}

// MARK: - Members

extension OutlineView {
  /// Objects with more members than this are not searched one by one.
  static var searched: Int { 48 }

  /// The first member of an object that has this key, -1 if none has, -2 if there are too many to
  /// look at all of them (ask an index), or -3 if the object is shared (see `share`).
  ///
  /// Members are mostly asked for in the order in which they stand. As long as they are, the one
  /// behind the one found last comes next, unless its key is the same as that of one before.
  package func member(_ name: String, of object: Int) -> Int {
    let object = UInt32(truncatingIfNeeded: object)
    return name.withKeyName { name in
      let state = entries[object].last
      if state & Outline.Entry.outOfOrder != 0 {
        if state & Outline.Entry.distinct != 0 { return -3 }
      } else {
        let last = state & Outline.Entry.memberMask
        let next = last == 0 ? object &+ 1 : entries[last].next
        if next < entries[object].next, has(next, key: name) {
          let isDistinct = state & Outline.Entry.distinct
          if last != 0, isDistinct == 0 { return confirm(next, name, of: object) }
          entries[object].last = next | isDistinct
          return Int(next)
        }
      }
      return search(name, of: object)
    }
  }

  /// The member that comes next and has the key, unless one before has it too.
  @inline(never)
  private func confirm(_ next: UInt32, _ name: KeyName, of object: UInt32) -> Int {
    if Int(entries[object].count) > Self.searched { return search(name, of: object) }
    var number = object &+ 1
    while number < next {
      let entry = entries[number]
      // Most keys differ in their length: only those that don't are worth a call.
      if entry.keyLength == name.length || entry.keyLength & Outline.Entry.escapeMark != 0,
        isTwin(number, key: name)
      {
        return search(name, of: object)
      }
      number = entry.next
    }
    entries[object].last = next
    return Int(next)
  }

  @inline(never)
  private func isTwin(_ number: UInt32, key name: KeyName) -> Bool { has(number, key: name) }

  @inline(never)
  private func search(_ name: KeyName, of object: UInt32) -> Int {
    let row = entries[object]
    let last = row.last & Outline.Entry.memberMask
    if last != 0, has(last, key: name) { return Int(last) }
    if Int(row.count) > Self.searched { return -2 }
    var number = object &+ 1
    while number < row.next {
      if has(number, key: name) {
        entries[object].last = number | Outline.Entry.outOfOrder
        return Int(number)
      }
      number = entries[number].next
    }
    return -1
  }

  /// The same for an object that is shared.
  package func sharedMember(_ name: String, of object: Int) -> Int {
    let object = UInt32(truncatingIfNeeded: object)
    return name.withKeyName { name in
      let last = entries[object].last & Outline.Entry.memberMask
      let next = last == 0 ? object &+ 1 : entries[last].next
      let member =
        next < entries[object].next && has(next, key: name)
        ? confirm(next, name, of: object) : search(name, of: object)
      entries[object].last |= Outline.Entry.shared
      return member
    }
  }

  /// Remembers a member that was found by an index.
  package func remember(_ member: Int) {
    let member = UInt32(truncatingIfNeeded: member)
    let object = entries[member].parent
    entries[object].last =
      member | (isShared(object) ? Outline.Entry.shared : Outline.Entry.outOfOrder)
  }

  private func isShared(_ object: UInt32) -> Bool {
    entries[object].last & Outline.Entry.shared == Outline.Entry.shared
  }

  /// Whether keys of several types ask an object for members.
  package func isShared(_ object: Int) -> Bool { isShared(UInt32(truncatingIfNeeded: object)) }

  /// Notes that keys of several types ask this object for members.
  package func share(_ object: Int) {
    entries[UInt32(truncatingIfNeeded: object)].last = Outline.Entry.shared
  }

  /// Begins anew to ask for the members of an object; false if a key is no text, but has half of a
  /// surrogate pair.
  package func restart(_ object: Int) -> Bool {
    if entries[0].count != 0, !hasTextKeys(object) { return false }
    let object = UInt32(truncatingIfNeeded: object)
    entries[object].last = isShared(object) ? Outline.Entry.shared : 0
    return true
  }

  /// Begins anew to ask for the members of an object, of which no two have the same key.
  package func restart(distinct object: Int) {
    let object = UInt32(truncatingIfNeeded: object)
    if !isShared(object) { entries[object].last = Outline.Entry.distinct }
  }

  @inline(__always)
  private func has(_ number: UInt32, key name: KeyName) -> Bool {
    let length = entries[number].keyLength
    if length == name.length {
      let key = entries[number].key
      return name.equals(view(of: key), at: key.offset)
    }
    return length & Outline.Entry.escapeMark != 0 && hasEscaped(number, key: name)
  }

  @inline(never)
  private func hasEscaped(_ number: UInt32, key name: KeyName) -> Bool {
    let entry = entries[number]
    let text = unescaped(entry.key, length: entry.keyLength & ~Outline.Entry.escapeMark)
    return text.count == Int(name.length) && name.equals(text.view, at: 0)
  }

  @inline(never)
  private func hasTextKeys(_ object: Int) -> Bool {
    let end = next(object)
    var number = object + 1
    while number < end {
      let entry = entry(number)
      if entry.keyLength & Outline.Entry.escapeMark != 0 {
        let text = unescaped(entry.key, length: entry.keyLength & ~Outline.Entry.escapeMark)
        if text.view.checkedText(0..<text.count) == nil { return false }
      }
      number = Int(entry.next)
    }
    return true
  }

  /// The key of a member.
  package func key(_ number: Int) -> String {
    let entry = entry(number)
    if entry.keyLength & Outline.Entry.escapeMark == 0 {
      let start = entry.key.offset
      return view(of: entry.key).text(start..<(start + Int(entry.keyLength)))
    }
    let text = unescaped(entry.key, length: entry.keyLength & ~Outline.Entry.escapeMark)
    return text.view.text(0..<text.count)
  }

  @inline(never)
  private func unescaped(_ start: Address, length: UInt32) -> ByteBuffer {
    ByteBuffer(unescaping: start.offset..<(start.offset + Int(length)), of: view(of: start))
  }
}

// MARK: - Scalars

extension OutlineView {
  /// The bytes of a scalar, quotes and all.
  package func text(_ number: Int) -> ByteSlice {
    let entry = entry(number)
    return view(of: entry.value)[entry.value.offset..<Int(entry.end)]
  }

  /// What a string stands for; nil if it is none, or half of a surrogate pair is in it.
  package func string(_ number: Int) -> String? {
    let entry = entry(number)
    let bytes = view(of: entry.value)
    guard bytes[entry.value.offset] == 0x22 else { return nil }
    let body = (entry.value.offset + 1)..<(Int(entry.end) - 1)
    return entry.count == 0 ? bytes.text(body) : unescapedText(body, of: bytes)
  }

  @inline(never)
  private func unescapedText(_ body: Range<Int>, of bytes: ByteView) -> String? {
    let text = ByteBuffer(unescaping: body, of: bytes)
    return text.view.checkedText(0..<text.count)
  }

  /// Whether a boolean is true.
  package func boolean(_ number: Int) -> Bool {
    let value = entry(number).value
    return view(of: value)[value.offset] == 0x74
  }

  /// The value of a number that is written as an integer of up to 18 digits.
  package func integer(_ number: Int) -> Int64? {
    guard let (bytes, start, end, isNegative) = digits(of: number, atMost: 18) else { return nil }
    var offset = start
    var value: Int64 = 0
    while offset < end {
      let digit = bytes.byte(unchecked: offset) &- 0x30
      if digit > 9 { return nil }
      value = value &* 10 &+ Int64(digit)
      offset &+= 1
    }
    return isNegative ? 0 &- value : value
  }

  /// The bytes of a number behind its sign; nil if it is none, or longer than `limit`.
  @inline(__always)
  private func digits(
    of number: Int, atMost limit: Int
  ) -> (bytes: ByteView, start: Int, end: Int, isNegative: Bool)? {
    let entry = entry(number)
    let bytes = view(of: entry.value)
    let first = entry.value.offset
    let end = Int(entry.end)
    let isNegative = bytes[first] == 0x2D
    guard isNegative || bytes[first] &- 0x30 < 10 else { return nil }
    let start = isNegative ? first &+ 1 : first
    return end &- start > limit ? nil : (bytes, start, end, isNegative)
  }
}

extension OutlineView {
  /// A value as JSON text: its own bytes where it stands in the text as it is.
  package func json(_ number: Int) -> [UInt8] {
    var out: [UInt8] = []
    var open: [Int] = []
    var number = number
    repeat {
      let entry = entry(number)
      if let container = open.last {
        if number > container + 1 { out.append(0x2C) }
        if entry.key != .none {
          let body =
            entry.key.offset..<(entry.key.offset + Int(entry.keyLength & ~Outline.Entry.escapeMark))
          out.append(0x22)
          out += view(of: entry.key)[body]
          out += [0x22, 0x3A]
        }
      }
      if entry.end != 0 {
        out += view(of: entry.value)[entry.value.offset..<Int(entry.end)]
        number = Int(entry.next)
      } else {
        out.append(kind(number) == .object ? 0x7B : 0x5B)
        open.append(number)
        number += 1
      }
      while let container = open.last, next(container) == number {
        out.append(kind(container) == .object ? 0x7D : 0x5D)
        open.removeLast()
      }
    } while !open.isEmpty
    return out
  }
}
