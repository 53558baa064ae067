extension JSON {
  /// The integer that equals the number, `4.0` too, or nil if this is something else.
  ///
  /// Setting makes this a number; setting nil makes an integer null, and leaves anything else
  /// alone.
  public var int: Int? {
    get { number.flatMap { Int(exactly: $0) } }
    set { set(newValue.map { JSON($0) }, wasOne: int != nil) }
  }

  /// The `Double` nearest to the number, or nil if this is something else or out of its range.
  ///
  /// Setting makes this a number; setting nil makes a number null, and leaves anything else alone,
  /// and so does what no number of JSON is, such as infinity.
  public var double: Double? {
    get { number.flatMap { Double($0) } }
    set {
      let value = newValue.flatMap { JSON($0) }
      if newValue == nil || value != nil { set(value, wasOne: number != nil) }
    }
  }

  /// The keys of an object, in order; none of anything else.
  public var keys: [String] { object?.keys ?? [] }

  /// An integer.
  public init(_ value: some BinaryInteger) {
    self = .number(JSONNumber(value))
  }

  /// The shortest number that reads back as the same value; nil for infinity and what is no number.
  public init?(_ value: some BinaryFloatingPoint & LosslessStringConvertible) {
    guard let number = JSONNumber(value) else { return nil }
    self = .number(number)
  }

  /// A text.
  public init(_ value: some StringProtocol) {
    self = .string(String(value))
  }

  /// A truth value.
  public init(_ value: Bool) {
    self = .bool(value)
  }
}

extension JSONObject {
  /// The keys, in order.
  public var keys: [String] { map(\.key) }

  /// The values, in the order of their keys.
  public var values: [JSON] { map(\.value) }

  /// An object of these members, in order; of two with the same key the last value counts.
  public init(_ members: some Sequence<(String, JSON)>) {
    self.init()
    for (key, value) in members { self[key] = value }
  }

  /// The members for which something holds, in order.
  public func filter(
    _ isIncluded: ((key: String, value: JSON)) throws -> Bool
  ) rethrows -> JSONObject {
    var included = JSONObject()
    for member in self where try isIncluded(member) { included[member.key] = member.value }
    return included
  }

  /// The same keys, each with what is made of its value.
  public func mapValues(_ transform: (JSON) throws -> JSON) rethrows -> JSONObject {
    var transformed = JSONObject(capacity: count)
    for (key, value) in self { transformed[key] = try transform(value) }
    return transformed
  }

  /// Removes the members for which something holds; of many this is much faster than one by one.
  public mutating func removeAll(
    where isRemoved: ((key: String, value: JSON)) throws -> Bool
  ) rethrows {
    self = try filter { try isRemoved($0) == false }
  }

  /// Removes all members.
  public mutating func removeAll() { self = JSONObject() }
}

extension JSON {
  /// Takes over the members of another value: of objects that both have, in turn, and all else as
  /// it is there, null and lists too.
  ///
  /// Members that are new come last. Where one of the two is no object, this becomes the other.
  public mutating func merge(_ other: JSON) {
    guard case .object(let members) = self, case .object(let more) = other else {
      self = other
      return
    }
    // Emptied meanwhile, so that the members have one owner and are changed in place.
    self = .null
    var open = [OpenMerge(members: members, other: more, key: "")]
    while let last = open.indices.last {
      guard open[last].next < open[last].other.count else {
        let done = open.removeLast()
        guard let outer = open.indices.last else {
          self = .object(done.members)
          return
        }
        open[outer].members[done.key] = .object(done.members)
        continue
      }
      let (key, value) = open[last].other[open[last].next]
      open[last].next += 1
      if case .object(let more) = value, case .object(let members)? = open[last].members[key] {
        open[last].members[key] = .null
        open.append(OpenMerge(members: members, other: more, key: key))
      } else {
        open[last].members[key] = value
      }
    }
  }

  /// This value with the members of another one, as `merge` has it.
  public func merging(_ other: JSON) -> JSON {
    var merged = self
    merged.merge(other)
    return merged
  }
}

/// Two objects that are being merged.
private struct OpenMerge {
  var members: JSONObject
  let other: JSONObject
  let key: String
  var next = 0
}
