/// The members of a JSON object, in order, each key once.
///
/// Keys are compared as UTF-8 bytes, never by canonical equivalence. Setting a key that is there
/// replaces its value in place; a new key goes last. Two objects are equal if they have the same
/// members, in whatever order. Looking up a key takes constant time, also in large objects;
/// inserting or removing a member takes time by how many there are behind it, or in all.
public struct JSONObject: Sendable {
  private var members: [Member] = []
  /// Where each key stands, once there are so many that searching is slower than hashing.
  private var positions: [ByteString: Int] = [:]

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
    members.count > Self.searched
      ? positions[ByteString(key)]
      : members.firstIndex { ByteString.areEqual($0.key, key) }
  }

  /// The value of a key, or nil if it isn't there.
  ///
  /// Setting replaces the value in place, or adds the member last; setting nil removes it. To store
  /// a null, assign `.null`.
  public subscript(key: String) -> JSON? {
    get { index(forKey: key).map { members[$0].value } }
    _modify {
      // The value is taken out while it is changed, so that it has one owner and is not copied.
      let position = index(forKey: key)
      var value = position.map { exchange(.null, at: $0) }
      defer {
        switch (position, value) {
        case (let position?, let value?): members[position].value = value
        case (let position?, nil): remove(at: position)
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
    guard index(forKey: key) == nil else { return false }
    members.insert(Member(key: key, value: value), at: position)
    if members.count > Self.searched + 1 {
      if position < members.count - 1 { shiftPositions(from: position, by: 1) }
      positions[ByteString(key)] = position
    } else {
      indexIfLarge()
    }
    return true
  }

  /// Gives a member a new key in place; false, and no change, if there is no such member or the new
  /// key is another member's.
  @discardableResult
  public mutating func rename(_ key: String, to newKey: String) -> Bool {
    guard let position = index(forKey: key) else { return false }
    if let other = index(forKey: newKey) { return other == position }
    members[position].key = newKey
    if members.count > Self.searched {
      positions[ByteString(key)] = nil
      positions[ByteString(newKey)] = position
    }
    return true
  }

  /// Removes a member and returns its value, or nil if there was none.
  @discardableResult
  public mutating func removeValue(forKey key: String) -> JSON? {
    index(forKey: key).map { remove(at: $0).value }
  }

  /// Removes the member at a position and returns it.
  @discardableResult
  public mutating func remove(at position: Int) -> (key: String, value: JSON) {
    let member = members.remove(at: position)
    if members.count > Self.searched {
      positions[ByteString(member.key)] = nil
      if position < members.count { shiftPositions(from: position + 1, by: -1) }
    } else {
      positions = [:]
    }
    return (member.key, member.value)
  }

  @inline(never)
  private mutating func append(_ value: JSON, forKey key: String) {
    insert(value, forKey: key, at: members.count)
  }

  private mutating func exchange(_ value: JSON, at position: Int) -> JSON {
    var value = value
    swap(&members[position].value, &value)
    return value
  }

  @inline(never)
  private mutating func indexIfLarge() {
    guard members.count > Self.searched else { return }
    for (position, member) in members.enumerated() { positions[ByteString(member.key)] = position }
  }

  private mutating func shiftPositions(from position: Int, by distance: Int) {
    for slot in positions.values.indices where positions.values[slot] >= position {
      positions.values[slot] += distance
    }
  }
}

extension JSONObject: RandomAccessCollection {
  /// The position of the first member.
  public var startIndex: Int { 0 }

  /// The position after the last member.
  public var endIndex: Int { members.count }

  /// The member at a position.
  public subscript(position: Int) -> (key: String, value: JSON) {
    (members[position].key, members[position].value)
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
