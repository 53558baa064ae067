package import JSONText

/// Makes a list of a map: `{ "to-list": "users", "key": "id" }`.
package struct ToList: Verb {
  package static let name = "to-list"
  package static let spec = VerbSpec(
    name, "makes a list of a map",
    takes: .paths, "the objects; null stays as it is", KeyedElement.parameters, hasTarget: true,
    target: "the key in each element",
    edges: [
      "The key stands first in its element, and the elements have the order of the members.",
      "The members have to be objects, unless there is a name for `value`.",
      "A key that stands twice in the object is `duplicate-key`.",
    ],
    example: #"{ "to-list": "users", "key": "id" }"#,
    before: #"{ "users": { "x": { "name": "Ada" } } }"#,
    after: #"{ "users": [ { "id": "x", "name": "Ada" } ] }"#)

  let queries: [Query]
  package let entry: KeyedElement

  package init?(_ fields: inout Fields) {
    guard let rule = KeyedElement.read("to-list", &fields) else { return nil }
    (queries, entry) = rule
  }

  package var effects: Effects { Effects(changing: queries, by: self) }

  package func find(in scope: NodeID, _ engine: inout Engine) throws {
    try engine.find(queries, in: scope)
  }

  package func change(_ match: Match, _ engine: inout Engine) throws {
    switch engine.document.kind(match.node) {
    case .null: return
    case .object: break
    default: throw engine.wrongType(match.node, needs: "an object")
    }
    try check(match.node, &engine)
    let (list, members) = try engine.recast(match.node, as: .array)
    for member in members {
      let text = engine.document.make(string: engine.document.key(of: member))
      if case .pairs = entry { _ = engine.document.append(text, key: nil, to: list) }
      engine.document.move(
        member, key: nil, to: list, after: engine.document.lastItem(of: list))
      if case .object(let key, let value) = entry {
        let object = value.map { engine.document.wrap(member, under: engine.key($0)) } ?? member
        switch try engine.room(under: engine.key(key), in: object) {
        case .free:
          _ = engine.document.insert(text, key: engine.key(key), in: object, after: nil)
        case .taken(let there): engine.document.replaceValue(of: there, with: text)
        case .none: break
        }
      }
    }
  }

  /// Makes sure that each member can become an element, while messages can still say where it is.
  private func check(_ object: NodeID, _ engine: inout Engine) throws {
    let namesakes = try engine.document.openMembers(of: object)
    var seen: Set<[UInt8]> = []
    var items = engine.document.items(of: object)
    while let member = items.next(in: engine.document) {
      let key = try engine.keyText(of: member)
      if !namesakes.areNone, !seen.insert(key).inserted { throw engine.duplicateKey(member) }
      if case .object(let key, nil) = entry {
        guard engine.document.kind(member) == .object else {
          throw engine.wrongType(
            member, needs: "an object, or a name for the `value`,",
            help:
              "`\"value\": \"value\"` beside `key` makes `{ \"\(Printable.quote(key.text))\": …, "
              + "\"value\": … }` of each")
        }
        _ = try engine.room(under: engine.key(key), in: member)
      }
    }
  }

  package var inverse: Inverse { entry.inverse("to-object", of: queries) }
}

extension ToList: ValueFunction {
  package var results: [ValueResult]? { [.like([], isAny: true)] }
}
