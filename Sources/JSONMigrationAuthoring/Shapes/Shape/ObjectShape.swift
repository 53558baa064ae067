package import JSONText

/// The shape of objects: members by name, and one shape for all others.
package struct ObjectShape: Sendable {
  package struct Member: Hashable, Sendable {
    package var shape: Shape
    package var isAlways: Bool
    /// A note for readers of a schema; two members that differ in it are equal.
    package var comment: String?

    @inline(never)
    package init(_ shape: Shape, isAlways: Bool = false) {
      (self.shape, self.isAlways) = (shape, isAlways)
    }

    package static func == (left: Self, right: Self) -> Bool {
      left.shape == right.shape && left.isAlways == right.isAlways
    }

    package func hash(into hasher: inout Hasher) { hasher.combine(shape) }

    /// A member that is known not to be there.
    package static let absent = Member(.never)
  }

  /// The number of alternatives that are kept apart.
  package static let mostAlternatives = 16

  /// The names in the order in which they became known.
  package private(set) var names: [[UInt8]] = []
  private var members: [[UInt8]: Member] = [:]
  /// The shape of all members that are not named; `never` where there are no others.
  package var rest: Shape

  package init(rest: Shape) { self.rest = rest }

  /// The member of a name; for a name that isn't listed, one as all others are.
  package subscript(name: [UInt8]) -> Member {
    get { members[name] ?? Member(rest) }
    set {
      if newValue.shape.isNever, rest.isNever {
        if members.removeValue(forKey: name) != nil { names.removeAll { $0 == name } }
      } else if members.updateValue(newValue, forKey: name) == nil {
        names.append(name)
      }
    }
  }

  @inline(never)
  package func isNamed(_ name: [UInt8]) -> Bool { members[name] != nil }

  /// The object with a member set; nil if a member that is always there would have no value.
  package func with(_ name: [UInt8], _ shape: Shape, isAlways: Bool) -> ObjectShape? {
    var object = self
    return object.set(name, shape, isAlways: isAlways) ? object : nil
  }

  /// Sets a member; false, and nothing is set, if one that is always there would have no value.
  package mutating func set(_ name: [UInt8], _ shape: Shape, isAlways: Bool) -> Bool {
    if shape.isNever, isAlways { return false }
    self[name] = Member(shape, isAlways: isAlways)
    return true
  }

  package func without(_ name: [UInt8]) -> ObjectShape {
    var object = self
    object[name] = .absent
    return object
  }

  /// Whether an object has this shape.
  package func takes(_ object: JSONObject) -> Bool {
    for (key, value) in object where !self[Array(key.utf8)].shape.takes(value) { return false }
    return members.allSatisfy { name, member in
      !member.isAlways || object[String(decoding: name, as: UTF8.self)] != nil
    }
  }

  /// How many members are always there.
  package var alwaysCount: Int { members.values.reduce(0) { $0 + ($1.isAlways ? 1 : 0) } }

  /// The most members there can be; nil where others may be there.
  package var mostMembers: Int? {
    rest.isNever ? members.values.reduce(0) { $0 + ($1.shape.isNever ? 0 : 1) } : nil
  }

  package func joined(_ other: ObjectShape) -> ObjectShape {
    var joined = ObjectShape(rest: rest.joined(other.rest))
    for name in names + other.names where !joined.isNamed(name) {
      let (one, two) = (self[name], other[name])
      joined[name] = Member(
        one.shape.joined(two.shape), isAlways: one.isAlways && two.isAlways)
    }
    return joined
  }

  /// The values of a member, if it is always there and they are few.
  package func tags(_ name: [UInt8]) -> Set<JSON>? {
    guard let member = members[name], member.isAlways,
      let values = member.shape.scalars(atMost: TextShape.mostValues), !values.isEmpty
    else { return nil }
    return Set(values)
  }

  /// The objects as alternatives that a member tells apart; they become one if no member does.
  package static func apart(_ objects: [ObjectShape]) -> [ObjectShape] {
    guard objects.count > 1 else { return objects }
    var best = [objects]
    for name in objects[0].names {
      guard let groups = groups(of: objects, by: name) else { continue }
      if groups.count <= mostAlternatives, groups.count > best.count { best = groups }
    }
    return best.map { group in group.dropFirst().reduce(group[0]) { $0.joined($1) } }
  }

  /// The objects whose values of a member overlap, together; nil if it has many values in one, or
  /// may be missing there.
  private static func groups(of objects: [ObjectShape], by name: [UInt8]) -> [[ObjectShape]]? {
    var groups: [(tags: Set<JSON>, objects: [ObjectShape])] = []
    for object in objects {
      guard let tags = object.tags(name) else { return nil }
      var new = (tags: tags, objects: [object])
      groups.removeAll { group in
        guard !group.tags.isDisjoint(with: new.tags) else { return false }
        new = (new.tags.union(group.tags), group.objects + new.objects)
        return true
      }
      groups.append(new)
    }
    return groups.map(\.objects)
  }
}

extension ObjectShape: Hashable {
  package static func == (left: ObjectShape, right: ObjectShape) -> Bool {
    left.members == right.members && left.rest == right.rest
  }

  package func hash(into hasher: inout Hasher) { hasher.combine(members.count) }
}
