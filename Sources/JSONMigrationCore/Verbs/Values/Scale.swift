package import JSONText

/// Multiplies numbers: `{ "scale": "timeout", "by": 1000 }`.
package struct Scale: Verb {
  package static let name = "scale"
  package static let spec = VerbSpec(
    name, "multiplies, divides and shifts numbers, in exact decimals",
    takes: .paths, "the numbers; null stays as it is",
    [
      Parameter("by", .number, limits: ["not": ["const": 0]], "what they are multiplied by"),
      Parameter(
        "divide-by", .number, limits: ["not": ["const": 0]], "what they are divided by then"),
      Parameter("add", .number, "what is added then"),
      Parameter(
        "round", .number, limits: ["type": "integer", "minimum": 0, "maximum": 1_000],
        "how many places behind the point are kept, last; a half goes to the even "
          + "digit"),
    ],
    edges: [
      "One of `by`, `divide-by` and `add` has to be there; 0 is refused in the first two.",
      "A quotient that has no end is `invalid-value`, unless the rule rounds; so is a result of more "
        + "than 1,000 digits.",
      "Results have no zeros at the end, and below 1e21 no exponent.",
      "Text is a wrong type, also if it holds a number: `convert` it first.",
    ],
    limits: [
      "anyOf": [["required": ["by"]], ["required": ["divide-by"]], ["required": ["add"]]]
    ],
    example: #"{ "scale": "timeout", "by": 1000 }"#,
    before: #"{ "timeout": 1.5 }"#, after: #"{ "timeout": 1500 }"#)

  let queries: [Query]
  package let scaling: Scaling
  private let quick: QuickScaling?
  /// The keys of the rule that goes back first and of the one after it.
  private let back: [JSONObject]

  package init?(_ fields: inout Fields) {
    let reader = fields.reader
    let queries = fields.queries("scale")
    var scaling = Scaling()
    var numbers: [String: JSONNumber] = [:]
    var isSound = true
    for key in ["by", "divide-by", "add"] where fields.has(key) {
      guard let (number, decimal) = Self.number(key, &fields) else {
        isSound = false
        continue
      }
      numbers[key] = number
      switch key {
      case "by": scaling.factor = decimal
      case "divide-by": scaling.divisor = decimal
      default: scaling.summand = decimal
      }
    }
    if let value = fields.take("round") {
      scaling.places = reader.integer(value)
      if let places = scaling.places, !(0...Decimal.digitLimit).contains(places) {
        reader.report("`round` is a number of places from 0 to 1,000", at: value.range)
        isSound = false
      }
    }
    guard let queries, isSound else { return nil }
    if numbers.isEmpty {
      if !fields.misspells(["by", "divide-by", "add"]) {
        reader.report(
          "this rule changes no number: it has none of `by`, `divide-by` and `add`",
          at: fields.keyRange("scale"))
      }
      return nil
    }
    self.queries = queries
    self.scaling = scaling
    quick = QuickScaling(scaling)
    var back: [JSONObject] = []
    if let summand = scaling.summand {
      var minus = summand
      minus.isNegative.toggle()
      let text = String(decoding: minus.text, as: UTF8.self)
      back.append(["add": .number(JSONNumber(checked: text))])
    }
    if numbers["by"] != nil || numbers["divide-by"] != nil {
      var keys = JSONObject()
      if let number = numbers["divide-by"] { keys["by"] = .number(number) }
      if let number = numbers["by"] { keys["divide-by"] = .number(number) }
      back.append(keys)
    }
    self.back = back
  }

  private static func number(
    _ key: String, _ fields: inout Fields
  ) -> (JSONNumber, Decimal)? {
    guard let value = fields.take(key) else { return nil }
    let reader = fields.reader
    guard case .number(let number) = value.value else {
      reader.reportType(value, expected: "a number")
      return nil
    }
    guard let decimal = Decimal(number.text.utf8) else {
      reader.report("this number has more than 1,000 digits", at: value.range)
      return nil
    }
    if key != "add", decimal.whole.isEmpty, decimal.fraction.isEmpty {
      reader.report(
        key == "by" ? "`by` 0 makes all numbers one" : "no number can be divided by 0",
        at: value.range, help: key == "by" ? "`set` writes 0" : nil)
      return nil
    }
    return (number, decimal)
  }

  package var effects: Effects { Effects(changing: queries, by: self) }

  package func find(in scope: NodeID, _ engine: inout Engine) throws {
    try engine.find(queries, in: scope)
  }

  package func change(_ match: Match, _ engine: inout Engine) throws {
    let node = match.node
    if engine.document.kind(node) == .null { return }
    guard engine.document.kind(node) == .number else {
      var failure = engine.wrongType(node, needs: "a number")
      if engine.document.kind(node) == .string,
        NumberText.isNumber(engine.document.string(of: node))
      {
        failure.help = "`convert` with `\"to\": \"number\"` makes a number of it first"
      }
      throw failure
    }
    let text = engine.document.scalarText(of: node).array
    try engine.document.charge(bytes: text.count)
    let result = try result(for: text, at: node, &engine)
    if result == text { return }
    engine.document.replaceValue(of: node, with: engine.document.make(json: result))
  }

  private func result(
    for text: [UInt8], at node: NodeID, _ engine: inout Engine
  ) throws -> [UInt8] {
    if let result = quick?.apply(to: text) {
      try engine.document.charge(scaling.work(forNumberOf: text.count))
      return result
    }
    guard let number = Decimal(text) else {
      throw engine.invalidValue(
        node, "\(Scaling.Failure.tooManyDigits.message) \(engine.words(for: node))")
    }
    try engine.document.charge(
      scaling.work(forNumberOf: number.whole.count + number.fraction.count))
    do {
      return try scaling.apply(to: number).spelling
    } catch {
      throw engine.invalidValue(
        node, "\(error.message) \(engine.words(for: node))",
        help: error == .endless ? "`round` says how many places behind the point are kept" : nil)
    }
  }

  package var inverse: Inverse {
    if scaling.places != nil { return .lossy("what was rounded is not known") }
    let paths = JSON.array(queries.map(\.json))
    return .exact(
      back.map { keys in
        var rule: JSONObject = ["scale": paths]
        for (key, value) in keys { rule[key] = value }
        return .object(rule)
      })
  }
}

extension Scale: ValueFunction {
  package var results: [ValueResult]? { [.like(0, isAny: true)] }

  package func flat(_ symbols: Symbols) -> FlatFunction? {
    guard let quick else { return nil }
    return .edit(
      FlatEdit { value in
        value.kind == .number ? quick.apply(to: value.text).map { Scalar(.number, $0) } : nil
      })
  }
}
