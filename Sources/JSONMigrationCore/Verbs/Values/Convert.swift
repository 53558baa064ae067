package import JSONText

/// Writes values in another form: `{ "convert": "starts", "from": "apple-seconds", "to": "iso8601"
/// }`.
package struct Convert: Verb {
  package static let name = "convert"
  package static let spec = VerbSpec(
    name, "writes values in another form: numbers as text, dates, JSON in text",
    takes: .paths, "the values; null stays as it is",
    [
      Parameter("from", form, "the form that they have, where the value doesn't tell"),
      Parameter("to", form, isRequired: true, "the form that they get"),
      Parameter(
        "otherwise", .word(["fail", "keep"]), unsaid: "fail",
        "whether a value stays that has not that form; `fail` if nothing is said"),
      Parameter("expect", .word(types.map(\.key)), "the type that has to come out"),
    ],
    edges: [
      "A number does not tell which date form it is: `from` has to.",
      "A number becomes text as it is spelled; 0 and 1 become booleans, booleans never numbers.",
      "`iso8601` has a date, a time and a zone, and is written in UTC with `Z`.",
      "`date` is `2026-11-20`, midnight UTC. A moment that a form can't hold, such as one with a time "
        + "for `date`, is `invalid-value`; what a form doesn't have is the first of the month, or 0.",
      "Dates before 15 October 1582 are in the Julian calendar, as Foundation has them: the day before "
        + "is 4 October, and the days between are `invalid-value`.",
      "`{ \"form\": \"dd.MM.yyyy HH:mm\", \"zone\": \"+01:00\" }` is a date as people write it, digit by "
        + "digit: `yyyy` has to be in it.",
      "Another type than `from` is a wrong type; text that can't be read is `invalid-value`.",
    ],
    example: #"{ "convert": "starts", "from": "apple-seconds", "to": "iso8601" }"#,
    before: #"{ "starts": 777600000 }"#, after: #"{ "starts": "2025-08-23T00:00:00Z" }"#)

  /// What a value can be written as.
  package enum Form: Equatable, Sendable {
    case string, number, integer, boolean, jsonText, value
    case date(DateForm)
  }

  fileprivate static let forms: KeyValuePairs<String, Form> = [
    "string": .string, "number": .number, "integer": .integer, "boolean": .boolean,
    "iso8601": .date(.iso8601), "unix-seconds": .date(.number(.unixSeconds)),
    "unix-milliseconds": .date(.number(.unixMilliseconds)),
    "apple-seconds": .date(.number(.appleSeconds)),
    "date": .date(.written(.date)), "json-text": .jsonText, "value": .value,
  ]
  private static let form = ParameterType.either([
    .word(forms.map(\.key)), .record(WrittenForm.keys),
  ])

  private static func form(_ value: LocatedJSON, _ reader: RuleReader) -> Form? {
    if case .object = value.value { return reader.dateForm(value).map { .date($0) } }
    return reader.word(value, forms, or: #"{ "form": "dd.MM.yyyy" }"#)
  }

  private static let types: KeyValuePairs<String, Kind> = [
    "string": .string, "number": .number, "boolean": .boolean, "null": .null, "array": .array,
    "object": .object,
  ]

  let queries: [Query]
  package let from: Form?
  package let to: Form
  package let keepsOthers: Bool
  package let expected: (kind: Kind, name: String)?

  package init?(_ fields: inout Fields) {
    let reader = fields.reader
    let queries = fields.queries("convert")
    let source = fields.take("from")
    let from = source.flatMap { Self.form($0, reader) }
    let to = fields.require("to", "the form that the values get")
      .flatMap { Self.form($0, reader) }
    keepsOthers = fields.word("otherwise", ["fail": false, "keep": true]) ?? false
    expected = fields.take("expect").flatMap { value in
      reader.word(value, Self.types).flatMap { kind in
        Self.types.first { $0.value == kind }.map { (kind, $0.key) }
      }
    }
    guard let queries, let to, (source == nil) == (from == nil) else { return nil }
    if let from, !from.leads(to: to) {
      reader.report(
        "`\(from.json.string ?? "a form")` can't become `\(to.json.string ?? "a form")`",
        at: fields.keyRange("from"))
      return nil
    }
    self.queries = queries
    self.from = from
    self.to = to
  }

  package var effects: Effects { Effects(changing: queries, by: self) }

  package func find(in scope: NodeID, _ engine: inout Engine) throws {
    try engine.find(queries, in: scope)
  }

  package func change(_ match: Match, _ engine: inout Engine) throws {
    let node = match.node
    let kind = engine.document.kind(node)
    if kind == .null { return }
    let result: Conversion
    do {
      result = try engine.convert(node, from: from ?? to.implied(for: kind), to: to)
    } catch let failure as RuleFailure where keepsOthers && failure.kind == .invalidValue {
      return
    }
    let found: Kind
    var value: ValueText?
    switch result {
    case .same: found = kind
    case .scalar(let scalar):
      found = scalar.kind
      value = engine.document.make(scalar)
    case .made(let made):
      found = engine.document.kind(of: made)
      value = made
    case .wrongType(let needs):
      if keepsOthers { return }
      var failure = engine.wrongType(node, needs: needs)
      if failure.neededType == nil {
        let isList = kind == .array && queries.count == 1
        failure.help =
          (isList ? "`\(queries[0].short)[*]` is each of its elements; " : "")
          + "`\"otherwise\": \"keep\"` leaves it as it is"
      }
      throw failure
    case .invalid(let message, let help, let mayStay):
      if keepsOthers { return }
      let keeping = mayStay ? "`\"otherwise\": \"keep\"` leaves it as it is" : nil
      throw engine.invalidValue(
        node, message, help: [help, keeping].compactMap(\.self).joined(separator: "; "))
    }
    if let expected, expected.kind != found {
      if keepsOthers { return }
      let path = engine.place(of: node)
      throw RuleFailure(
        .wrongType, "made something else than `\(expected.name)` at \(path)", at: node,
        label: engine.words(for: node))
    }
    if let value { engine.document.replaceValue(of: node, with: value) }
  }

  package var inverse: Inverse {
    if keepsOthers { return .lossy("which values stayed is not known") }
    guard let from = from ?? to.onlySource else {
      let form = to == .string ? "number" : "string"
      let isDate = if case .date = to { true } else { false }
      return .lossy(
        "the old form is not known; `from` can say it"
          + (isDate ? "" : ", as in `\"from\": \"\(form)\"`"))
    }
    guard to.leads(to: from) else { return .lossy("whether it was a number is not known") }
    let paths = JSON.array(queries.map(\.json))
    let back: JSON = ["convert": paths, "from": to.json, "to": from.json]
    // Null may have been null, or the text `null`.
    if from == .jsonText { return .conditional([["in": paths, "require": "@ != null"], back]) }
    // What it can't have made is found when it runs again.
    return expected == nil ? .exact([back]) : .conditional([back])
  }
}

extension Convert.Form {
  /// How it is written in a rule.
  fileprivate var json: JSON {
    if case .date(.written(let form)) = self { return form.json }
    return .string(Convert.forms.first { $0.value == self }?.key ?? "")
  }

  /// Whether there is a way from this form to another.
  fileprivate func leads(to other: Self) -> Bool {
    switch (self, other) {
    case (.date, .date), (.jsonText, .value), (.value, .jsonText): true
    case (.string, .string), (.boolean, .boolean), (.string, .boolean), (.boolean, .string): true
    case (.number, .boolean), (.integer, .boolean): true
    case (.string, .number), (.string, .integer), (.number, .string), (.integer, .string): true
    case (.number, .number), (.number, .integer), (.integer, .number), (.integer, .integer): true
    default: false
    }
  }

  /// The form that a value of some type has where the rule doesn't say.
  package func implied(for kind: Kind) -> Self? {
    switch (self, kind) {
    case (.jsonText, _): .value
    case (.value, .string): .jsonText
    case (.date, .string): .date(.iso8601)
    case (.string, .string), (.number, .string), (.integer, .string), (.boolean, .string): .string
    case (.string, .number), (.number, .number), (.integer, .number), (.boolean, .number): .number
    case (.string, .boolean), (.boolean, .boolean): .boolean
    default: nil
    }
  }

  /// The form that must have been before, if there is only one.
  fileprivate var onlySource: Self? {
    switch self {
    case .jsonText: .value
    case .value: .jsonText
    default: nil
    }
  }

  /// What a value has to be that becomes this.
  package var needs: String {
    switch self {
    case .string: "text, a number or a boolean"
    case .number, .integer: "a number, or text with a number"
    case .boolean: "a boolean, 0, 1, or text with a boolean"
    case .date: "a date in text, or `from` to say what a number means,"
    case .value: "JSON in text"
    case .jsonText: "any value"
    }
  }
}

extension Convert: ValueFunction {
  package var results: [ValueResult]? {
    switch to {
    case .value: nil
    // Where some values stay as they are they may be right, too.
    case _ where keepsOthers: []
    case .string: [.like("", isAny: true)]
    case .number, .integer: [.like(0, isAny: true)]
    case .boolean: [.like(false, isAny: true)]
    case .jsonText: [.like("null", isAny: true)]
    case .date(let form): [.like(form.example, isAny: false)]
    }
  }

  package func flat(_ symbols: Symbols) -> FlatFunction? {
    if [from, to].contains(where: { $0 == .value || $0 == .jsonText }) { return nil }
    let (from, to, keepsOthers, expected) = (from, to, keepsOthers, expected?.kind)
    return .edit(
      FlatEdit { value in
        let other = keepsOthers ? value : nil
        let result = Conversion(of: value, from: from ?? to.implied(for: value.kind), to: to)
        guard let new = result.scalar(of: value) else { return other }
        return expected == nil || expected == new.kind ? new : other
      })
  }
}
