package import JSONText

/// Changes which elements an array has, and their order: `{ "list": "tags", "do": ["dedupe"] }`.
package struct List: Verb {
  package static let name = "list"
  package static let spec = VerbSpec(
    name, "sorts the elements of an array, turns them round, takes out repeated ones",
    takes: .paths, "the arrays; null stays as it is",
    [
      Parameter(
        "do",
        .list(
          of: .either([
            .word(["dedupe", "reverse"]),
            .record([Parameter("sort-by", .path, isRequired: true, sortPurpose)]),
          ])), isRequired: true, "what is done, in this order")
    ],
    edges: [
      "Sorting keeps the order of elements that are equal; numbers go by value, text by code points.",
      "What it sorts by has to be a number in all elements, or text in all; another is a wrong type.",
      "An element without what it sorts by is `missing-value`.",
      "`reverse` alone goes back by itself.",
      "Of elements that are equal `dedupe` keeps the first; objects are equal in any order of keys.",
    ],
    example: #"{ "list": "tags", "do": ["dedupe", { "sort-by": "@" }] }"#,
    before: #"{ "tags": ["b", "a", "b"] }"#, after: #"{ "tags": ["a", "b"] }"#)

  private static let sortPurpose =
    "the path in each element to what it is sorted by, numbers or texts; `@` is the element"

  package enum Change: Sendable {
    case dedupe, reverse
    case sort(by: Query)
  }

  let queries: [Query]
  package let changes: [Change]

  package init?(_ fields: inout Fields) {
    let reader = fields.reader
    let queries = fields.queries("list")
    guard let value = fields.require("do", "a list of what is done with the elements"),
      let elements = reader.list(value, "a list of what is done with the elements")
    else { return nil }
    if elements.isEmpty { reader.report("the list of what is done is empty", at: value.range) }
    // What an array is sorted by is asked of its elements.
    let outer = reader.scopes
    reader.scopes = outer.at(queries?.flatMap { outer.places(of: $0.path) }.map(\.children) ?? [])
    let changes = reader.whole(elements) { Self.change($0, reader) }
    reader.scopes = outer
    guard let queries, let changes else { return nil }
    self.queries = queries
    self.changes = changes
  }

  private static func change(_ value: LocatedJSON, _ reader: RuleReader) -> Change? {
    guard case .object = value.value else {
      return reader.word(
        value, ["dedupe": .dedupe, "reverse": .reverse], or: #"{ "sort-by": … }"#)
    }
    guard var fields = Fields(value, "an object", reader) else { return nil }
    let query = fields.require("sort-by", "the path to what the elements are sorted by")
      .flatMap { reader.query($0) }
    fields.finish(["sort-by"], of: "a change of a list")
    return query.map { .sort(by: $0) }
  }

  package var effects: Effects { Effects(changing: queries, by: self) }

  package func find(in scope: NodeID, _ engine: inout Engine) throws {
    try engine.find(queries, in: scope)
  }

  package func change(_ match: Match, _ engine: inout Engine) throws {
    let array = match.node
    switch engine.document.kind(array) {
    case .null: return
    case .array: break
    default: throw engine.wrongType(array, needs: "an array")
    }
    let old = try engine.items(of: array)
    var new = old
    for change in changes {
      try engine.document.charge(new.count)
      switch change {
      case .dedupe: new = try engine.withoutRepeats(new)
      case .reverse: new.reverse()
      case .sort(let query): new = try engine.sorted(new, by: query)
      }
    }
    if new.count < old.count {
      let kept = Set(new)
      for item in old where !kept.contains(item) { engine.document.remove(item) }
    }
    // What stands in order already stays where it is.
    var last: NodeID?
    for item in new {
      if engine.document.previousItem(before: item) != last {
        engine.document.move(item, key: nil, to: array, after: last)
      }
      last = item
    }
  }

  package var inverse: Inverse {
    let areTurns = changes.allSatisfy {
      if case .reverse = $0 { true } else { false }
    }
    guard areTurns else { return .lossy("the old elements and their order are not known") }
    let turns = JSON.array(changes.map { _ in "reverse" })
    return .exact([["list": .array(queries.map(\.json)), "do": turns]])
  }
}

extension List: ValueFunction {
  /// The same elements, or some of them.
  package var results: [ValueResult]? { [] }
}
