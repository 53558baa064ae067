internal import JSONText

extension Engine {
  /// Makes an array of an object, or the other way round; gives the items of the old one, which the
  /// caller takes to the new one.
  mutating func recast(
    _ node: NodeID, as empty: ValueText
  ) throws -> (container: NodeID, items: [NodeID]) {
    let (container, items) = try document.replaceContainer(node, with: empty)
    settle(container, inPlaceOf: node)
    return (container, items)
  }

  /// The key of a member as text.
  mutating func keyText(of member: NodeID) throws -> [UInt8] {
    let key = document.key(of: member)
    try document.charge(bytes: key.count)
    if key.hasSurrogate {
      throw invalidValue(member, "found half of a surrogate pair in the key")
    }
    return key
  }
}

/// What `to-list` and `to-object` say about keys and values: `key`, `value`, or `pairs`.
package enum KeyedElement: Sendable {
  /// Objects with the key in a member, and with the value in one too, or in the others.
  case object(key: Name, value: Name?)
  /// Keys and values in turns.
  case pairs

  static let parameters = [
    Parameter("key", .name, isAlternative: true, "the member of each element that holds the key"),
    Parameter(
      "value", .name, needs: ["key"],
      "the member that holds the value, whatever that is; without it values are objects"),
    Parameter(
      "pairs", .flag, isAlternative: true,
      "whether keys and values stand in turns, as Swift writes some maps"),
  ]

  /// `places` lead to what is recast.
  private init?(_ fields: inout Fields, in places: [Place]) {
    let reader = fields.reader
    let parents = places.map { $0.children }
    let hasNames = fields.has("key") || fields.has("value")
    if fields.flag("pairs") {
      if hasNames {
        reader.report("a rule has either `key` or `pairs`", at: fields.keyRange("pairs"))
      }
      _ = (fields.take("key"), fields.take("value"))
      self = .pairs
      return
    }
    let key = fields.require("key", "the member that holds the key, or `pairs`")
      .flatMap { reader.name($0, of: parents) }
    let isNamed = fields.has("value")
    let value = fields.take("value").flatMap { reader.name($0, of: parents) }
    guard let key, isNamed == (value != nil) else { return nil }
    if let value, value == key {
      reader.report("the key and the value can't have one name", at: value.range)
      return nil
    }
    self = .object(key: key, value: value)
  }

  /// What a rule says: what it recasts, and how.
  static func read(
    _ verb: String, _ fields: inout Fields
  ) -> (queries: [Query], entry: KeyedElement)? {
    let reader = fields.reader
    let queries = fields.queries(verb)
    let entry = KeyedElement(
      &fields, in: queries?.flatMap { reader.scopes.places(of: $0.path) } ?? [])
    guard let queries, let entry else { return nil }
    return (queries, entry)
  }

  /// The keys of a rule with another verb that goes back.
  func inverse(_ verb: String, of queries: [Query]) -> Inverse {
    var rule: JSONObject = [verb: .array(queries.map(\.json))]
    switch self {
    case .pairs: rule["pairs"] = true
    case .object(let key, let value):
      rule["key"] = key.json
      if let value { rule["value"] = value.json }
    }
    return .exact([.object(rule)])
  }
}
