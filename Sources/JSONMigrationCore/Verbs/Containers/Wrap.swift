package import JSONText

/// Puts values into arrays or objects of their own: `{ "wrap": "tags" }`.
package struct Wrap: Verb {
  package static let name = "wrap"
  package static let spec = VerbSpec(
    name, "puts values into arrays or objects of their own",
    takes: .paths, "the values; null is one too",
    [
      Parameter("under", .target, "the name in a new object; without it the value is in an array"),
      Parameter(
        "if-array", .word(["wrap", "keep"]), unsaid: "wrap", "whether an array stays as it is"),
    ],
    example: #"{ "wrap": ["tags", "author"] }"#,
    before: #"{"tags": "a", "author": {"name": "Ida"}}"#,
    after: #"{"tags": ["a"], "author": [{"name": "Ida"}]}"#)

  let queries: [Query]
  /// The names from the outermost on.
  package let under: [Name]
  package let keepsArrays: Bool

  package init?(_ fields: inout Fields) {
    let queries = fields.queries("wrap")
    let under = fields.inner("under", of: queries ?? [])
    keepsArrays = fields.word("if-array", ["wrap": false, "keep": true]) ?? false
    guard let queries, let under else { return nil }
    self.queries = queries
    self.under = under
  }

  package var effects: Effects { Effects(changing: queries, by: self) }

  package func find(in scope: NodeID, _ engine: inout Engine) throws {
    try engine.find(queries, in: scope)
  }

  package func change(_ match: Match, _ engine: inout Engine) throws {
    if keepsArrays, engine.document.kind(match.node) == .array { return }
    var container = match.node
    if under.isEmpty { container = engine.document.wrap(container, under: nil) }
    for name in under.reversed() {
      container = engine.document.wrap(container, under: engine.key(name))
    }
    engine.settle(container, inPlaceOf: match.node)
  }

  package var inverse: Inverse {
    if keepsArrays { return .lossy("which values were arrays before is not known") }
    return .exact(Unwrap.rules(for: "unwrap", queries, under: under))
  }
}

extension Wrap: ValueFunction {
  package var results: [ValueResult]? { nil }

  package func flat(_ symbols: Symbols) -> FlatFunction? {
    .wrapping(FlatWrapping(under.map(\.text), keepsArrays: keepsArrays))
  }

  package var nesting: Nesting { .into(under.isEmpty ? [.every] : under.map { .key($0.text) }) }
}
