internal import JSONText

/// What a type knows of the elements of a list: their members, and which lists in them have no
/// order.
///
/// Cut down to what is known, an element of the file that says what one of the type's says is equal
/// to it. So elements are found by their hashes, however many there are.
final class KnownParts {
  private var members: [ByteString: KnownParts] = [:]
  /// What is known of all elements, or of all values of a dictionary that is a list.
  private var items: KnownParts?
  /// So many items belong together in a list without order; 0 where it has one.
  private var groupSize = 0
  private var rules: OwnRules?
  private(set) var hasRules = false
  /// What is further in is compared as it is, for each level takes of the stack.
  private static let levels = 24

  init(of values: some Sequence<JSON>, marks: Marks) {
    for value in values { add(value, marks, Self.levels) }
  }

  private init() {}

  var keys: [String] { members.map(\.key.text) }

  private func add(_ value: JSON, _ marks: Marks, _ levels: Int) {
    guard levels > 0 else { return }
    switch (marks.meaning(of: value), value) {
    case (.leaf(let rules, let inner)?, _):
      (self.rules, hasRules) = (rules, true)
      add(inner, marks, levels - 1)
    case (.set(let items)?, _):
      groupSize = 1
      add(items: items, marks, levels)
    case (.pairs(let items)?, _):
      groupSize = 2
      add(items: items, marks, levels)
    case (nil, .array(let items)): add(items: items, marks, levels)
    case (nil, .object(let object)):
      for (key, value) in object {
        let member = members[ByteString(key)] ?? KnownParts()
        members[ByteString(key)] = member
        member.add(value, marks, levels - 1)
        if member.hasRules { hasRules = true }
      }
    default: break
    }
  }

  private func add(items: [JSON], _ marks: Marks, _ levels: Int) {
    let parts = self.items ?? KnownParts()
    self.items = parts
    for item in items { parts.add(item, marks, levels - 1) }
    if parts.hasRules { hasRules = true }
  }

  /// What is known of a value without marks, spelled as all that say the same.
  ///
  /// Unless it is exact a number may be rounded, and a null is as good as no member. `isMigrated`
  /// has values with rules of their own migrated.
  func form(of value: JSON, isExact: Bool, isMigrated: Bool = false) -> JSON {
    form(of: value, isExact, isMigrated, Self.levels)
  }

  private func form(
    of value: JSON, _ isExact: Bool, _ isMigrated: Bool, _ levels: Int
  ) -> JSON {
    guard levels > 0 else { return value }
    switch isMigrated ? rules?.migrate(value) ?? value : value {
    case .object(let object):
      var known = JSONObject()
      for (key, value) in object {
        guard isExact || !value.isNull, let member = members[ByteString(key)] else { continue }
        known[key] = member.form(of: value, isExact, isMigrated, levels - 1)
      }
      return .object(known)
    case .array(let elements):
      guard let items else { return .array(elements) }
      let forms = elements.map { items.form(of: $0, isExact, isMigrated, levels - 1) }
      return .array(groupSize == 0 ? forms : Marks.sorted(forms, by: groupSize))
    case let scalar: return isExact ? scalar : ElementTrait.scalar(scalar) ?? scalar
    }
  }
}
