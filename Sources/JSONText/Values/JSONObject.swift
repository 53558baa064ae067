/// The members of a JSON object, in order, each key once.
///
/// Keys are compared as UTF-8 bytes, never by canonical equivalence. Setting a key that is there
/// replaces its value in place; a new key goes last. Two objects are equal if they have the same
/// members, in whatever order. Looking up a key takes constant time, also in large objects.
public struct JSONObject: Sendable {
  private var members: [Member] = []
  /// In which slot each key stands, once there are so many that searching is slower than hashing.
  private var slots: [ByteString: Int] = [:]
  /// The slots of members that were removed from among many, in order: all others stay in theirs
  /// until half of them are gone.
  private var holes: [Int] = []

  private struct Member: Sendable {
    var key: String
    var value: JSON
  }

  private static let searched = 16

  /// An object without members.
  public init() {}

  /// An object without members, with room for this many.
  package init(capacity: Int) {
    members.reserveCapacity(capacity)
  }

  /// The position of a key, or nil.
  public func index(forKey key: String) -> Int? {
    guard let slot = slot(forKey: key) else { return nil }
    return holes.isEmpty ? slot : slot - firstPosition(below: holes.count) { holes[$0] > slot }
  }

  /// The value of a key, or nil if it isn't there.
  ///
  /// Setting replaces the value in place, or adds the member last; setting nil removes it. To store
  /// a null, assign `.null`.
  public subscript(key: String) -> JSON? {
    get { slot(forKey: key).map { members[$0].value } }
    _modify {
      // The value is taken out while it is changed, so that it has one owner and is not copied.
      let slot = slot(forKey: key)
      var value = slot.map { exchange(.null, in: $0) }
      defer {
        switch (slot, value) {
        case (let slot?, let value?): members[slot].value = value
        case (let slot?, nil): removeMember(in: slot)
        case (nil, let value?): append(value, forKey: key)
        case (nil, nil): break
        }
      }
      yield &value
    }
  }

  /// Puts a new member at a position; false, and no change, if the key is there already.
  @discardableResult
  public mutating func insert(_ value: JSON, forKey key: String, at position: Int) -> Bool {
    guard slot(forKey: key) == nil else { return false }
    if position == count {
      append(value, forKey: key)
    } else {
      closeHoles()
      members.insert(Member(key: key, value: value), at: position)
      if members.count > Self.searched + 1 {
        for slot in slots.values.indices where slots.values[slot] >= position {
          slots.values[slot] += 1
        }
        slots[ByteString(key)] = position
      } else {
        indexIfLarge()
      }
    }
    return true
  }

  /// Gives a member a new key in place; false, and no change, if there is no such member or the new
  /// key is another member's.
  @discardableResult
  public mutating func rename(_ key: String, to newKey: String) -> Bool {
    guard let slot = slot(forKey: key) else { return false }
    if let other = self.slot(forKey: newKey) { return other == slot }
    members[slot].key = newKey
    if members.count > Self.searched {
      slots[ByteString(key)] = nil
      slots[ByteString(newKey)] = slot
    }
    return true
  }

  /// Removes a member and returns its value, or nil if there was none.
  @discardableResult
  public mutating func removeValue(forKey key: String) -> JSON? {
    slot(forKey: key).map { removeMember(in: $0).value }
  }

  /// Removes the member at a position and returns it.
  @discardableResult
  public mutating func remove(at position: Int) -> (key: String, value: JSON) {
    let member = removeMember(in: slot(at: position))
    return (member.key, member.value)
  }

  private func slot(forKey key: String) -> Int? {
    members.count > Self.searched
      ? slots[ByteString(key)]
      : members.firstIndex { ByteString.areEqual($0.key, key) }
  }

  private func slot(at position: Int) -> Int {
    if holes.isEmpty { return position }
    return position + firstPosition(below: holes.count) { holes[$0] - $0 > position }
  }

  private mutating func append(_ value: JSON, forKey key: String) {
    members.append(Member(key: key, value: value))
    if members.count > Self.searched + 1 {
      slots[ByteString(key)] = members.count - 1
    } else {
      indexIfLarge()
    }
  }

  private mutating func exchange(_ value: JSON, in slot: Int) -> JSON {
    var value = value
    swap(&members[slot].value, &value)
    return value
  }

  @discardableResult
  private mutating func removeMember(in slot: Int) -> Member {
    guard members.count > Self.searched else { return members.remove(at: slot) }
    var member = Member(key: "", value: .null)
    swap(&members[slot], &member)
    slots[ByteString(member.key)] = nil
    holes.insert(slot, at: firstPosition(below: holes.count) { holes[$0] > slot })
    if holes.count > members.count / 2 { closeHoles() }
    return member
  }

  private mutating func closeHoles() {
    if holes.isEmpty { return }
    var rest: [Member] = []
    rest.reserveCapacity(count)
    var hole = 0
    for slot in members.indices {
      if hole < holes.count, holes[hole] == slot { hole += 1 } else { rest.append(members[slot]) }
    }
    (members, slots, holes) = (rest, [:], [])
    indexIfLarge()
  }

  private mutating func indexIfLarge() {
    guard members.count > Self.searched else { return }
    for (slot, member) in members.enumerated() { slots[ByteString(member.key)] = slot }
  }
}

extension JSONObject: RandomAccessCollection {
  /// The position of the first member.
  public var startIndex: Int { 0 }

  /// The position after the last member.
  public var endIndex: Int { members.count - holes.count }

  /// The member at a position.
  public subscript(position: Int) -> (key: String, value: JSON) {
    let slot = slot(at: position)
    return (members[slot].key, members[slot].value)
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// The members in the order written; of two with the same key the last value counts.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    for (key, value) in elements { self[key] = value }
  }
}

extension JSONObject: Hashable {
  /// Whether both have the same members, in whatever order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    JSON.object(left) == JSON.object(right)
  }

  /// Feeds the members to the hasher, the same for every order.
  public func hash(into hasher: inout Hasher) {
    JSON.object(self).hash(into: &hasher)
  }
}

extension JSONObject: CustomStringConvertible, CustomDebugStringConvertible {
  /// The object as compact JSON text.
  public var description: String { JSON.object(self).description }

  /// The object as indented JSON text.
  public var debugDescription: String { JSON.object(self).debugDescription }
}
