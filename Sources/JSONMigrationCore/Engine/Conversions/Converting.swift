internal import JSONText

/// What came of the wish to write a value in another form.
enum Conversion {
  /// It is written so already.
  case same
  case scalar(Scalar)
  case made(ValueText)
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
    switch from {
    case .value:
      try document.charge(1)
      return .made(try document.make(jsonText: node))
    case .jsonText:
      guard document.kind(node) == .string else { return .wrongType(needs: "JSON in text") }
      return try parse(node)
    default:
      return Conversion(of: try scalar(of: node, for: from, to), from: from, to: to)
    }
  }

  /// A value, as far as a conversion looks at it.
  private mutating func scalar(
    of node: NodeID, for from: Convert.Form?, _ to: Convert.Form
  ) throws -> Scalar {
    let kind = document.kind(node)
    if kind != from?.kind || from == .string && to == .string { return Scalar(kind, []) }
    if kind == .string { return .string(try text(of: node)) }
    let text = document.scalarText(of: node)
    if kind == .number { try document.charge(bytes: text.count) }
    return Scalar(kind, text.array)
  }

  /// The value that JSON text stands for.
  private mutating func parse(_ node: NodeID) throws -> Conversion {
    let text = try text(of: node)
    try document.charge(text.count)
    do {
      let depth = document.limits.depth - document.level(of: node)
      return .made(try document.make(parsing: text, depth: depth))
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

extension Convert.Form {
  /// The type of the values that have it.
  fileprivate var kind: Kind? {
    switch self {
    case .string, .jsonText: .string
    case .number, .integer: .number
    case .boolean: .boolean
    case .date(let form): form.isText ? .string : .number
    case .value: nil
    }
  }

  /// What a value is called that has it.
  fileprivate var words: String {
    switch self {
    case .string: "text"
    case .number, .integer: "a number"
    case .boolean: "a boolean"
    case .date(let form): form.isText ? "a date in text" : "a number"
    case .jsonText: "JSON in text"
    case .value: "any value"
    }
  }
}

extension Conversion {
  /// A text, a number or a boolean in another form, such that no document is needed for it.
  init(of value: Scalar, from: Convert.Form?, to: Convert.Form) {
    guard let from else {
      self = .wrongType(needs: to.needs)
      return
    }
    guard value.kind == from.kind else {
      self = .wrongType(needs: from.words)
      return
    }
    switch from {
    case .date(let form): self.init(of: value, from: form, to: to)
    case .string: self = to == .string ? .same : Self.read(value.text, to)
    case .integer where !NumberText.isInteger(value.text): self = .invalid("found no integer")
    case .number, .integer: self = Self.write(number: value.text, as: to, isNumber: true)
    case .boolean: self = to == .string ? .scalar(.string(value.text)) : .same
    case .value, .jsonText: self = .wrongType(needs: to.needs)
    }
  }

  /// What became of a value; nil for a failure, and for what isn't a scalar.
  func scalar(of value: Scalar) -> Scalar? {
    switch self {
    case .same: value
    case .scalar(let scalar): scalar
    case .made, .wrongType, .invalid: nil
    }
  }

  /// Text as the number or boolean that it spells.
  private static func read(_ text: [UInt8], _ to: Convert.Form) -> Conversion {
    if to == .boolean {
      let isBoolean = text.elementsEqual("true".utf8) || text.elementsEqual("false".utf8)
      guard isBoolean else {
        return .invalid(
          "found neither `true` nor `false`", help: "`map-values` says what other texts mean")
      }
      return .scalar(Scalar(.boolean, text))
    }
    guard NumberText.isNumber(text) else {
      return .invalid("found text that is no JSON number")
    }
    return write(number: text, as: to, isNumber: false)
  }

  private static func write(
    number text: [UInt8], as to: Convert.Form, isNumber: Bool
  ) -> Conversion {
    switch to {
    case .string:
      return .scalar(.string(text))
    case .boolean:
      for (number, value) in [("0", "false"), ("1", "true")]
      where NumberText.areEqual(text, Array(number.utf8)) {
        return .scalar(Scalar(.boolean, Array(value.utf8)))
      }
      return .invalid("found a number that is neither 0 nor 1")
    case .integer where !NumberText.isInteger(text):
      return .invalid(
        "found no integer",
        help: isNumber ? "`scale` with `\"by\": 1, \"round\": 0` makes one of it" : nil)
    default:
      return isNumber ? .same : .scalar(Scalar(.number, text))
    }
  }

  private init(of value: Scalar, from: DateForm, to: Convert.Form) {
    guard case .date(let form) = to else {
      self = .wrongType(needs: to.needs)
      return
    }
    guard let moment = from.moment(of: value.text) else {
      self = .invalid(
        from.isText ? "found no \(from.sample)" : "found a number that is no date",
        help: from == .iso8601 ? Self.help(forText: value.text) : nil)
      return
    }
    let isSame = from == form && (form != .iso8601 || moment.iso8601 == value.text)
    if isSame {
      self = .same
    } else if let scalar = form.scalar(for: moment) {
      self = .scalar(scalar)
    } else {
      self = Self.failure(to: form, moment)
    }
  }

  /// What to write for dates without time, or without a zone.
  private static func help(forText text: [UInt8]) -> String? {
    let signs = text.map { (0x30...0x39).contains($0) ? UInt8(ascii: "0") : $0 }
    switch String(decoding: signs, as: UTF8.self) {
    case "0000-00-00": return "dates without a time are `\"from\": \"date\"`"
    case "0000-00-00T00:00:00":
      return "a time without a zone is `\"from\": { \"form\": \"yyyy-MM-ddTHH:mm:ss\" }`, as UTC"
    case "0000-00-00 00:00:00":
      return "a time without a zone is `\"from\": { \"form\": \"yyyy-MM-dd HH:mm:ss\" }`, as UTC"
    default: return nil
    }
  }

  private static func failure(to form: DateForm, _ moment: Moment) -> Conversion {
    guard case .written(let written) = form else {
      return .invalid("found a date before the year 0 or after the year 999999")
    }
    guard written.hasYear(of: moment) else {
      return .invalid("found a date before the year 0 or after the year 9999")
    }
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
}
