package import JSONText

/// Makes a map of a list: `{ "to-object": "users", "key": "id" }`.
package struct ToObject: Verb {
  package static let name = "to-object"
  package static let spec = VerbSpec(
    name, "makes a map of a list",
    takes: .paths, "the arrays; null stays as it is", KeyedElement.parameters, hasTarget: true,
    target: "each key of the new object",
    edges: [
      "The key leaves the element, and has to be text.",
      "A key that comes twice is a conflict: `keep` keeps the first, `overwrite` the last.",
      "An element without the key is `missing-value`.",
    ],
    example: #"{ "to-object": "users", "key": "id" }"#,
    before: #"{ "users": [{ "id": "x", "name": "Ada" }] }"#,
    after: #"{ "users": { "x": { "name": "Ada" } } }"#)

  let queries: [Query]
  package let entry: KeyedElement

  package init?(_ fields: inout Fields) {
    guard let rule = KeyedElement.read("to-object", &fields) else { return nil }
    (queries, entry) = rule
  }

  package var effects: Effects { Effects(changing: queries, by: self) }

  package func find(in scope: NodeID, _ engine: inout Engine) throws {
    try engine.find(queries, in: scope)
  }

  package func change(_ match: Match, _ engine: inout Engine) throws {
    switch engine.document.kind(match.node) {
    case .null: return
    case .array: break
    default: throw engine.wrongType(match.node, needs: "an array")
    }
    let entries = try entries(of: match.node, at: queries[match.item], &engine)
    let (object, _) = try engine.recast(match.node, as: .object)
    for (text, key, value) in entries {
      if let key, key != value { engine.document.remove(key) }
      let last = engine.document.lastItem(of: object)
      engine.document.move(value, key: engine.document.make(key: text), to: object, after: last)
    }
  }

  private typealias Entry = (text: [UInt8], key: NodeID?, value: NodeID)

  /// The keys, the nodes that hold them, and the values, in order, as `if-exists` leaves them.
  ///
  /// This is found before anything changes, while messages can still say where it is.
  private func entries(
    of array: NodeID, at query: Query, _ engine: inout Engine
  ) throws -> [Entry] {
    try engine.document.openItems(of: array)
    var entries: [Entry] = []
    var places: [[UInt8]: Int] = [:]
    var items = engine.document.items(of: array)
    while let item = items.next(in: engine.document) {
      var (key, value) = (item, item)
      switch entry {
      case .pairs:
        guard let second = items.next(in: engine.document) else {
          throw engine.invalidValue(item, "found a key without a value")
        }
        value = second
      case .object(let keyName, let valueName):
        try engine.requireObject(item)
        key = try member(keyName, of: item, in: query, &engine)
        if let valueName {
          value = try member(valueName, of: item, in: query, &engine)
          if engine.document.count(of: item) > 2 {
            throw engine.invalidValue(
              item,
              "found members besides `\(Printable.quote(keyName.text))` and "
                + "`\(Printable.quote(valueName.text))`")
          }
        }
      }
      if case .object(let name, _) = entry, engine.document.kind(key) == .number {
        let member = Printable.quote(String(Name.path(name.text).dropFirst()))
        throw engine.wrongType(
          key, needs: "text", help: Self.help(for: "\(query.short)[*]\(member)"))
      }
      let text = try engine.text(of: key)
      if key != value { engine.document.leave(key, to: value) }
      if key != item, value != item { engine.document.leave(item, to: value) }
      let keyNode: NodeID? = if case .object(_, nil) = entry { key } else { nil }
      guard let place = place(of: text, in: entries, &places) else {
        entries.append((text, keyNode, value))
        continue
      }
      switch engine.ifExists {
      case .fail:
        throw engine.conflict(key, "found the key `\(Printable.quote(text))` again")
      case .keep: break
      case .overwrite: entries[place] = (text, keyNode, value)
      }
    }
    return entries
  }

  /// What makes names of the numbers at a path.
  static func help(for path: String) -> String {
    "make text of them with a rule before this one: "
      + "`{ \"convert\": \"\(Printable.path(path))\", \"to\": \"string\" }`"
  }

  /// Where the entry with a key is; a few are looked through, and more have a dictionary.
  private func place(
    of text: [UInt8], in entries: [Entry], _ places: inout [[UInt8]: Int]
  ) -> Int? {
    if entries.count < 16 { return entries.firstIndex { $0.text == text } }
    for index in places.count..<entries.count { places[entries[index].text] = index }
    return places[text]
  }

  private func member(
    _ name: Name, of object: NodeID, in query: Query, _ engine: inout Engine
  ) throws -> NodeID {
    if let member = try engine.member(engine.key(name), of: object) { return member }
    var failure = engine.missingValue("`\(Printable.quote(name.text))`", in: object)
    failure.help =
      "every element needs one: `add-default` gives it, or `{ \"drop\": "
      + "\"\(Printable.path(query.short))[?!\(Printable.quote(Name.path(name.text)))]\" }` takes such "
      + "elements out"
    throw failure
  }

  package var inverse: Inverse { entry.inverse("to-list", of: queries) }
}

extension ToObject: ValueFunction {
  package var results: [ValueResult]? { [.like([:], isAny: true)] }
}
