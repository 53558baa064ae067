internal import JSONText

/// What came of the wish to write a value in another form.
enum Conversion {
  /// It is written so already.
  case same
  case value(ValueText)
  case wrongType(needs: String)
  /// `mayStay` says that a value may be left as it is among those that are converted.
  case invalid(String, help: String? = nil, mayStay: Bool = true)
}

extension Engine {
  /// A value in another form.
  ///
  /// `from` is nil where the value can't have any form that leads there.
  mutating func convert(
    _ node: NodeID, from: Convert.Form?, to: Convert.Form
  ) throws -> Conversion {
    let kind = document.kind(node)
    switch from {
    case nil:
      return .wrongType(needs: to.needs)
    case .value:
      try document.charge(1)
      return .value(try document.make(jsonText: node))
    case .date(let form):
      return try convertDate(node, from: form, to: to)
    case .jsonText:
      guard kind == .string else { return .wrongType(needs: "JSON in text") }
      return try parse(node)
    case .string:
      guard kind == .string else { return .wrongType(needs: "text") }
      return to == .string ? .same : try read(node, to)
    case .number, .integer:
      guard kind == .number else { return .wrongType(needs: "a number") }
      let text = document.scalarText(of: node)
      try document.charge(bytes: text.count)
      let number = text.array
      if from == .integer, !NumberText.isInteger(number) { return .invalid("found no integer") }
      return write(number: number, as: to, isNumber: true)
    case .boolean:
      guard kind == .boolean else { return .wrongType(needs: "a boolean") }
      guard to == .string else { return .same }
      return .value(document.make(string: document.scalarText(of: node).array))
    }
  }

  /// Text as the number or boolean that it spells.
  private mutating func read(_ node: NodeID, _ to: Convert.Form) throws -> Conversion {
    let text = try text(of: node)
    if to == .boolean {
      let isBoolean = text.elementsEqual("true".utf8) || text.elementsEqual("false".utf8)
      guard isBoolean else {
        return .invalid(
          "found neither `true` nor `false`", help: "`map-values` says what other texts mean")
      }
      return .value(document.make(json: text))
    }
    guard NumberText.isNumber(text) else {
      return .invalid("found text that is no JSON number")
    }
    return write(number: text, as: to, isNumber: false)
  }

  private mutating func write(
    number text: [UInt8], as to: Convert.Form, isNumber: Bool
  ) -> Conversion {
    switch to {
    case .string:
      return .value(document.make(string: text))
    case .boolean:
      for (number, value) in [("0", "false"), ("1", "true")]
      where NumberText.areEqual(text, Array(number.utf8)) {
        return .value(document.make(json: Array(value.utf8)))
      }
      return .invalid("found a number that is neither 0 nor 1")
    case .integer where !NumberText.isInteger(text):
      return .invalid(
        "found no integer",
        help: isNumber ? "`scale` with `\"by\": 1, \"round\": 0` makes one of it" : nil)
    default:
      return isNumber ? .same : .value(document.make(json: text))
    }
  }

  private mutating func convertDate(
    _ node: NodeID, from: DateForm, to: Convert.Form
  ) throws -> Conversion {
    guard case .date(let form) = to else { return .wrongType(needs: to.needs) }
    let moment: Moment?
    if case .number(let count) = from {
      guard document.kind(node) == .number else { return .wrongType(needs: "a number") }
      let text = document.scalarText(of: node)
      try document.charge(bytes: text.count)
      moment = Decimal(document.scalarText(of: node)).flatMap { Moment($0, count) }
      if form == from, moment != nil { return .same }
    } else {
      guard document.kind(node) == .string else { return .wrongType(needs: "a date in text") }
      let text = try text(of: node)
      if case .written(let own) = from {
        moment = own.moment(of: text)
        if form == from, moment != nil { return .same }
      } else {
        moment = Moment(iso8601: text)
        if form == .iso8601, let moment, moment.iso8601 == text { return .same }
      }
    }
    guard let moment else {
      return .invalid(from.isText ? "found no \(from.sample)" : "found a number that is no date")
    }
    if let value = make(moment, as: form) { return .value(value) }
    if case .written(let written) = form, moment.iso8601 != nil {
      guard written == .date else {
        return .invalid(
          "found a moment that has more than `\(Printable.quote(written.text))` can hold")
      }
      return .invalid(
        "found a moment that is not midnight in UTC, and no date",
        help: "to cut off the time write `\"to\": \"iso8601\"`, and behind this rule "
          + "{ \"text\": \"a\", \"do\": [{ \"pattern\": \"T.*\", \"with\": \"\" }] }",
        mayStay: false)
    }
    return .invalid("found a date before the year 0 or after the year 9999")
  }

  /// The value that JSON text stands for.
  private mutating func parse(_ node: NodeID) throws -> Conversion {
    let text = try text(of: node)
    try document.charge(text.count)
    do {
      let depth = document.limits.depth - document.level(of: node)
      return .value(try document.make(parsing: text, depth: depth))
    } catch {
      guard error.kind == .badJSON else {
        throw RuleFailure(
          Diagnostic.Kind(rawValue: error.kind.rawValue),
          "can't read the JSON in \(place(of: node)): expected "
            + "\(error.expected), found \(error.found)", at: node)
      }
      return .invalid("found no JSON: expected \(error.expected), found \(error.found)")
    }
  }
}
