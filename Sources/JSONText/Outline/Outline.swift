/// An open document laid out flat for reading: each value is an entry, and all that is in it
/// follows.
///
///     {"id": 7, "tags": ["a"]}        0 nothing   1 object (2 members, next 5)   2 id: 7
///                                     3 tags: array (1 element, next 5)   4 "a"
///
/// The next value on the same level is one jump away, and reading in order goes straight through
/// memory. Entries refer to the bytes of the document, so it has to stay as it is meanwhile. The
/// memory is kept from one document to the next.
package struct Outline: ~Copyable {
  var entries = Slab<Entry>(capacity: 128)
  private var depthLimit = 0

  /// A value, with its key if it is a member.
  struct Entry: BitwiseCopyable {
    /// Where the key begins, behind its quote.
    var key: Address = .none
    /// How many bytes the key has, and whether some of them are escapes.
    ///
    /// An element has no key: here is its place among the others.
    var keyLength: UInt32 = 0
    var value: Address
    /// Where the value ends; only for those that stand in the text as they are.
    var end: UInt32 = 0
    /// The entry behind this one and all that is in it.
    var next: UInt32 = 0
    var parent: UInt32
    /// A container: how many items it has.
    ///
    /// A string: 1 if it has escapes. Nothing: 1 if a key has, which may be half of a surrogate
    /// pair.
    var count: UInt32 = 0
    /// An object: the member that was found last, whether members before it were passed over, and
    /// whether no two are known to have the same key.
    ///
    /// Both marks at once, which exclude each other, say that keys of several types ask it.
    var last: UInt32 = 0

    static var escapeMark: UInt32 { 1 &<< 31 }
    static var outOfOrder: UInt32 { 1 &<< 31 }
    static var distinct: UInt32 { 1 &<< 30 }
    static var shared: UInt32 { outOfOrder | distinct }
    static var memberMask: UInt32 { (1 &<< 30) - 1 }
  }

  package init() {}

  /// Lays out a document; false if it nests deeper than `depth` levels.
  package mutating func lay(out document: borrowing Document, depth: Int) -> Bool {
    begin(depth)
    return addNodes(of: document)
  }

  /// Lays out a text that is known to be one valid object or array; false if it nests deeper than
  /// `depth` levels.
  package mutating func lay(out text: ByteView, depth: Int) -> Bool {
    begin(depth)
    let root = Entry(value: Address(source: text.skipSpace(0)), parent: 0)
    return addText(root, of: text, depth: 0) >= 0
  }

  private mutating func begin(_ depth: Int) {
    entries.truncate(to: 0)
    // So that 0 can stand for no entry.
    entries.append(Entry(value: .none, parent: 0))
    depthLimit = depth
  }

  /// How many entries there are, with the one at 0 that stands for none.
  package var count: Int { entries.count }

  /// The entry of the root.
  package static let root = 1
}

// MARK: - From nodes

extension Outline {
  /// Goes along the nodes; what has none is laid out from its bytes.
  private mutating func addNodes(of document: borrowing Document) -> Bool {
    var node = document.root.number
    var parent: UInt32 = 0
    var depth = 0
    while true {
      let item = document.nodes[Int(node)]
      if item.isRun {
        guard addRun(item, parent: parent, depth: depth, document) else { return false }
      } else {
        let number = UInt32(truncatingIfNeeded: entries.count)
        var entry = Entry(value: item.value, parent: parent)
        if item.isMember {
          setKey(&entry, item.head, document.view(of: item.head))
        } else if parent != 0 {
          entry.keyLength = entries[Int(parent)].count
        }
        if parent != 0 { entries[Int(parent)].count &+= 1 }
        if item.frame == 0 {
          let bytes = document.view(of: item.value)
          let first = bytes[item.value.offset]
          if first != 0x7B, first != 0x5B {
            addScalar(&entry, end: item.end, of: bytes)
          } else if addText(entry, of: bytes, depth: depth) < 0 {
            return false
          }
        } else {
          if depth >= depthLimit { return false }
          entries.append(entry)
          let first = document.frames[Int(item.frame)].first
          if first != 0 {
            parent = number
            node = first
            depth += 1
            continue
          }
          entries[Int(number)].next = number + 1
        }
      }
      // On to the next item, or out of the containers that end here.
      var next = document.nodes[Int(node)].next
      while next == 0 {
        if parent == 0 { return true }
        entries[Int(parent)].next = UInt32(truncatingIfNeeded: entries.count)
        node = document.nodes[Int(node)].parent
        parent = entries[Int(parent)].parent
        depth -= 1
        // The root has no neighbours.
        next = parent == 0 ? 0 : document.nodes[Int(node)].next
      }
      node = next
    }
  }

  /// Lays out a scalar whose end is known: what was made has no comma behind it to tell.
  private mutating func addScalar(_ entry: inout Entry, end: UInt32, of bytes: ByteView) {
    let start = entry.value.offset
    if bytes[start] == 0x22, bytes.findSpecial(start &+ 1) != Int(end) &- 1 {
      entry.count = bytes[start..<Int(end)].contains(0x5C) ? 1 : 0
    }
    entry.end = end
    entry.next = UInt32(truncatingIfNeeded: entries.count) &+ 1
    entries.append(entry)
  }

  private mutating func addRun(
    _ run: Node, parent: UInt32, depth: Int, _ document: borrowing Document
  ) -> Bool {
    let bytes = document.source.view
    let isObject = document.isObject(run.parent)
    var offset = run.value.offset
    var position = entries[Int(parent)].count
    entries[Int(parent)].count &+= UInt32(truncatingIfNeeded: run.runCount)
    for remaining in stride(from: run.runCount, to: 0, by: -1) {
      var entry = Entry(value: .none, parent: parent)
      if isObject {
        setKey(&entry, Address(source: offset), bytes)
        offset = bytes.endOfHead(offset)
      } else {
        entry.keyLength = position
        position &+= 1
      }
      entry.value = Address(source: offset)
      offset = addText(entry, of: bytes, depth: depth)
      if offset < 0 { return false }
      if remaining > 1 { offset = bytes.endOfLead(offset) }
    }
    return true
  }

  @inline(__always)
  private mutating func setKey(_ entry: inout Entry, _ head: Address, _ bytes: ByteView) {
    let start = head.offset &+ 1
    let special = bytes.findSpecial(start)
    entry.key = Address(head, plus: 1)
    if bytes.byte(unchecked: special) == 0x22 {
      entry.keyLength = UInt32(truncatingIfNeeded: special &- start)
    } else {
      let body = start..<(bytes.endOfValidString(start) &- 1)
      entry.keyLength = UInt32(truncatingIfNeeded: body.count)
      if bytes[body].contains(0x5C) {
        entry.keyLength |= Entry.escapeMark
        entries[0].count = 1
      }
    }
  }
}

// MARK: - From text

extension Outline {
  /// Lays out a value from its text, which is known to be valid: one pass, a loop with the parents'
  /// numbers in place of recursion.
  ///
  /// Gives the end of the value, or -1 if it nests too deep.
  private mutating func addText(_ first: Entry, of bytes: ByteView, depth: Int) -> Int {
    let isMade = first.value.isMade
    let outer = first.parent
    var entry = first
    var depth = depth
    while true {
      let number = UInt32(truncatingIfNeeded: entries.count)
      let start = entry.value.offset
      var end: Int
      let byte = bytes.byte(unchecked: start)
      if byte == 0x22 {
        end = bytes.findSpecial(start &+ 1)
        if bytes.byte(unchecked: end) == 0x22 {
          end &+= 1
        } else {
          end = bytes.endOfValidString(start &+ 1)
          entry.count = bytes[start..<end].contains(0x5C) ? 1 : 0
        }
      } else if byte == 0x7B || byte == 0x5B {
        if depth >= depthLimit { return -1 }
        entries.append(entry)
        let next = bytes.skipSpace(start &+ 1)
        if bytes.byte(unchecked: next) != 0x7D, bytes.byte(unchecked: next) != 0x5D {
          depth &+= 1
          entry = item(at: next, of: bytes, inObject: byte == 0x7B, parent: number, isMade)
          entries[Int(number)].count = 1
          continue
        }
        end = next &+ 1
      } else if byte &- 0x30 < 10 || byte == 0x2D {
        end = bytes.skipNumber(start)
      } else {
        end = bytes.skipLiteral(start)
      }
      if byte != 0x7B, byte != 0x5B {
        entry.end = UInt32(truncatingIfNeeded: end)
        entry.next = number &+ 1
        entries.append(entry)
      } else {
        entries[Int(number)].end = UInt32(truncatingIfNeeded: end)
        entries[Int(number)].next = number &+ 1
      }
      // Behind a value: on to the next item, or out of the containers that end here.
      var parent = entry.parent
      while true {
        if parent == outer { return end }
        let next = bytes.skipSpace(end)
        if bytes.byte(unchecked: next) == 0x2C {
          let isObject = bytes.byte(unchecked: entries[Int(parent)].value.offset) == 0x7B
          entry = item(
            at: bytes.skipSpace(next &+ 1), of: bytes, inObject: isObject, parent: parent, isMade)
          if !isObject { entry.keyLength = entries[Int(parent)].count }
          entries[Int(parent)].count &+= 1
          break
        }
        end = next &+ 1
        entries[Int(parent)].end = UInt32(truncatingIfNeeded: end)
        entries[Int(parent)].next = UInt32(truncatingIfNeeded: entries.count)
        parent = entries[Int(parent)].parent
        depth &-= 1
      }
    }
  }

  @inline(__always)
  private mutating func item(
    at offset: Int, of bytes: ByteView, inObject: Bool, parent: UInt32, _ isMade: Bool
  ) -> Entry {
    var entry = Entry(value: .none, parent: parent)
    var offset = offset
    if inObject {
      let head = isMade ? Address(made: offset) : Address(source: offset)
      setKey(&entry, head, bytes)
      let behind = offset &+ 2 &+ Int(entry.keyLength & ~Entry.escapeMark)
      offset = bytes.skipSpace(bytes.skipSpace(behind) &+ 1)
    }
    entry.value = isMade ? Address(made: offset) : Address(source: offset)
    return entry
  }
}
