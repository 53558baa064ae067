package import JSONText

/// Changes text: `{ "text": "contents", "do": ["trim", "lowercase"] }`.
package struct Text: Verb {
  package static let name = "text"
  package static let spec = VerbSpec(
    name, "changes text: white space, letters, places where something stands",
    takes: .paths, "the texts; null stays as it is",
    [
      Parameter(
        "do", .list(of: .either([.word(TextEdit.words.map(\.key)), .record(TextEdit.keys)])),
        isRequired: true, limits: TextEdit.limits, "what is done, in this order"),
      .ignoreCase,
    ],
    edges: [
      "`replace` and `pattern` change every place that they find, or with `times` the first so many.",
      "`capitalize` begins every word with a capital, and makes its other letters small: `iOS` becomes "
        + "`Ios`. Letters are those of Unicode, in no language.",
      "Anything else that is no text is a wrong type.",
    ],
    limits: [
      "if": ["required": ["ignore-case"]],
      "then": [
        "properties": [
          "do": [
            "contains": [
              "type": "object", "anyOf": [["required": ["replace"]], ["required": ["pattern"]]],
            ]
          ]
        ]
      ],
    ],
    example: #"{ "text": "contents", "do": ["trim", "lowercase", { "prefix": "/" }] }"#,
    before: #"{ "contents": "  Home " }"#, after: #"{ "contents": "/home" }"#)

  let queries: [Query]
  let edits: [TextEdit]

  package init?(_ fields: inout Fields) {
    let reader = fields.reader
    let queries = fields.queries("text")
    let ignoresCase = fields.flag("ignore-case")
    guard let value = fields.require("do", "a list of what is done with the text"),
      let elements = reader.list(value, "a list of what is done with the text"),
      let edits = reader.whole(elements, { reader.textEdit($0, ignoringCase: ignoresCase) }),
      let queries
    else { return nil }
    if edits.isEmpty { reader.report("the list of what is done is empty", at: value.range) }
    if ignoresCase, !edits.contains(where: \.isSearch) {
      reader.report(
        "`ignore-case` says nothing here", at: fields.keyRange("ignore-case"),
        help: "it is for `replace` and `pattern`, and this rule has neither")
    }
    self.queries = queries
    self.edits = edits
  }

  package var effects: Effects { Effects(changing: queries, by: self) }

  package func find(in scope: NodeID, _ engine: inout Engine) throws {
    try engine.find(queries, in: scope)
  }

  package func change(_ match: Match, _ engine: inout Engine) throws {
    if engine.document.kind(match.node) == .null { return }
    let old = try engine.text(of: match.node)
    let text = try edits.applied(to: old, within: &engine.document)
    if text == old { return }
    engine.document.replaceValue(of: match.node, with: engine.document.make(string: text))
  }

  package var inverse: Inverse { .lossy("what the text was is not known") }
}

extension Text: ValueFunction {
  package var results: [ValueResult]? { [.like("", isAny: true)] }

  package func flat(_ symbols: Symbols) -> FlatFunction? {
    let edits = edits
    return .edit(
      FlatEdit(work: edits.count) { value in
        guard value.kind == .string else { return nil }
        var budget = ShortTextBudget()
        return (try? edits.applied(to: value.text, within: &budget)).map { .string($0) }
      })
  }
}

extension [TextEdit] {
  /// A text after all of them.
  fileprivate func applied(
    to text: [UInt8], within budget: inout some TextBudget & ~Copyable
  ) throws -> [UInt8] {
    var text = text
    for index in indices { text = try self[index].applied(to: text, within: &budget) }
    return text
  }
}
