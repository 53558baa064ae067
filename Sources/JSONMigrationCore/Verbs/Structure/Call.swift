internal import JSONText

/// Runs Swift code that the app has registered: `{ "call": "normalizePhone", "at": "phone" }`.
struct Call: Verb {
  static let name = "call"
  static let spec = VerbSpec(
    name, "puts what a function of the app makes of a value in its place",
    takes: .text, "the name that the app has registered the function by",
    [Parameter("at", .paths, isRequired: true, "the values that the function is given")],
    example: #"{ "call": "normalizePhone", "at": "phone" }"#,
    before: #"{ "phone": "030 / 12 34" }"#, after: #"{ "phone": "0301234" }"#)

  let name: String
  let function: Migrator.Function
  let queries: [Query]

  init?(_ fields: inout Fields) {
    let reader = fields.reader
    let value = fields.take("call")
    let queries = fields.require("at", "what the function is given").flatMap { reader.queries($0) }
    guard let value, let name = reader.text(value), let queries else { return nil }
    guard let function = reader.function(name, at: value.range) else { return nil }
    self.name = name
    self.function = function
    self.queries = queries
  }

  var effects: Effects { Effects(queries) { .unknown($0) } }

  func find(in scope: NodeID, _ engine: inout Engine) throws {
    try engine.find(queries, in: scope)
  }

  func change(_ match: Match, _ engine: inout Engine) throws {
    let value = try engine.json(of: match.node)
    let result: JSON
    do {
      result = try function(value)
    } catch {
      throw RuleFailure(
        .callFailed,
        "got an error from `\(Printable.quote(name))`: \(Printable.text(of: "\(error)"))",
        at: match.node, label: engine.words(for: match.node),
        help: "the function is the app's own, and this value is what it was given")
    }
    var (bytes, old): ([UInt8], [UInt8]) = ([], [])
    result.write(into: &bytes)
    value.write(into: &old)
    // What is only equal, such as 1 for 1.0 or keys in another order, is what the app wants.
    if bytes == old { return }
    let text = engine.document.make(json: bytes)
    engine.document.replaceValue(of: match.node, with: text)
  }

  var inverse: Inverse { .lossy("what the function was given is not known") }
}
