internal import JSONText

/// Makes a list of a map: `{ "to-list": "users", "key": "id" }`.
struct ToList: Verb {
  static let name = "to-list"
  static let spec = VerbSpec(
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
  let entry: KeyedElement

  init?(_ fields: inout Fields) {
    guard let rule = KeyedElement.read("to-list", &fields) else { return nil }
    (queries, entry) = rule
  }

  var effects: Effects { Effects(changing: queries, by: self) }

  func find(in scope: NodeID, _ engine: inout Engine) throws {
    try engine.find(queries, in: scope)
  }

  func change(_ match: Match, _ engine: inout Engine) throws {
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
          throw engine.wrongType(member, needs: "an object, or a name for the `value`,")
        }
        _ = try engine.room(under: engine.key(key), in: member)
      }
    }
  }

  var inverse: Inverse { entry.inverse("to-object", of: queries) }
}

extension ToList: ValueFunction {
  var results: [ValueResult]? { [.like([], isAny: true)] }
}

extension ToList {
  func carried(_ shape: Shape) -> Carried {
    var result = Carried(shape.only(.null), of: shape, needs: [.null, .object], "an object")
    for object in shape.spelled.objects {
      var item = Shape.never
      for name in object.names {
        let key = Shape(texts: TextShape(values: [name]))
        item = item.joined(element(object[name].shape, key, &result.failures))
      }
      item = item.joined(element(object.rest, .text, &result.failures))
      let times = if case .pairs = entry { 2 } else { 1 }
      let arrays = ArrayShape(
        item: item, least: object.alwaysCount * times,
        most: object.mostMembers.map { $0 * times })
      result.shape = result.shape.joined(Shape(arrays: arrays))
    }
    return result
  }

  /// What a member becomes; keys and values where they stand in turns.
  private func element(_ value: Shape, _ key: Shape, _ failures: inout [String]) -> Shape {
    if value.isNever { return .never }
    switch entry {
    case .pairs: return key.joined(value)
    case .object(let name, let inner?):
      var object = ObjectShape(rest: .never)
      object[name.text] = .init(key, isAlways: true)
      object[inner.text] = .init(value, isAlways: true)
      return Shape(objects: [object])
    case .object(let name, nil):
      failures += Carried(.never, of: value, needs: [.object], "an object").failures
      let objects = value.spelled.objects.compactMap { object -> ObjectShape? in
        let there = object[name.text].shape
        if !there.isNever { failures.append("find `\(Printable.quote(name.text))` there already") }
        // What stays with `keep` is what was there.
        return object.with(name.text, key.joined(there), isAlways: true)
      }
      return Shape.never.with(objects: objects)
    }
  }
}
