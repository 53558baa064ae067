@testable import JSONMigrationCore
@testable import JSONText

/// The input's first line says rules, the rest is a document: guided, unguided and the short way
/// agree on what becomes of it, which is JSON, and a second document is not changed by the first.
func check(_ input: [UInt8]) {
  let cut = input.firstIndex(of: 0x0A) ?? input.endIndex
  let rules = RuleWords(bytes: Array(input[..<cut].prefix(80))).rules
  let text = Array(input[cut...].dropFirst())
  let source = RuleSource(name: "v2.json", bytes: "{\"to\":2,\"rules\":[\(rules)]}".utf8)
  guard let migrator = try? Migrator(rules: [source], generator: .fixed) else { return }
  let plan = migrator.plan
  let unguided = plan.guided(by: .everything)
  let long = run(plan, text)
  let open = run(unguided, text)
  precondition(long == open, "\(rules)\n\(long)\n\(open)")
  guard var worker = try? Worker(migrator, generator: .fixed) else { return }
  for _ in 0..<3 {
    let short = outcome { () throws(MigrationError) in try worker.migrate(text, named: "d") }
    precondition(short == long, "\(rules)\n\(short)\n\(long)")
  }
  if case .text(let result) = long {
    var document = Document(guide: .nothing)
    document.load(result)
    precondition((try? document.read()) != nil, "not JSON")
  }
}

private func run(_ plan: Plan, _ text: [UInt8]) -> Outcome {
  var engine = Engine(plan)
  return outcome { () throws(MigrationError) in
    do {
      engine.document.load(text)
      try engine.read(0..<text.count)
      _ = try engine.migrate()
      var out = ByteBuffer()
      try engine.document.write(into: &out)
      return out.view[0..<out.count].array
    } catch {
      throw MigrationError(engine.diagnostic(for: error, name: "d"))
    }
  }
}

/// Rules that bytes stand for: any bytes are some.
private struct RuleWords {
  var bytes: [UInt8]
  private var index = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  var rules: String {
    var words = self
    var rules: [String] = []
    while words.index < bytes.count, rules.count < 14 { rules.append(words.rule()) }
    return rules.joined(separator: ",")
  }

  private mutating func next(_ count: Int) -> Int {
    defer { index += 1 }
    return index < bytes.count ? Int(bytes[index]) % count : 0
  }

  private mutating func one(of texts: [String]) -> String { texts[next(texts.count)] }

  private mutating func path() -> String {
    one(of: [
      "a", "b", "c", "a.b", "b.c", "a[*]", "*", "..a", "a[0]", "$.a", "a[*].b", "c[?@.a]", "@",
      "a[-1]", "..*", "b[?@ == 1]", "a[?\(condition())].b",
    ])
  }

  private mutating func name() -> String { one(of: ["a", "b", "c", "a b", "d"]) }

  private mutating func slot() -> String { one(of: ["a", "b", "d", "a.b", "d.e", "a[*].d"]) }

  private mutating func value() -> String {
    one(of: ["1", "\"x y\"", "null", "[]", "{\"a\":[1,{\"b\":2}]}", "true", "\"\""])
  }

  private mutating func condition() -> String {
    let member = "@.\(one(of: ["a", "b", "version"]))"
    let literal = one(of: ["1", "1.0", "-2", "'x y'", "'x'", "true", "null", "''"])
    let question = one(of: [
      member, "!\(member)", "\(member) == \(literal)", "\(member) > \(literal)",
      "\(literal) <= \(member)", "\(member) != \(literal)", "type(\(member)) == 'string'",
    ])
    // Where there are no more bytes it is 0.
    switch next(4) {
    case 1: return "\(question) && \(condition())"
    case 2: return "(\(question) || !(\(condition())))"
    default: return question
    }
  }

  private mutating func rule() -> String {
    let common = one(of: [
      "", "", "", ",\"in\":\"a[*]\"", ",\"when\":\"@.a\"", ",\"if-exists\":\"overwrite\"",
      ",\"if-exists\":\"keep\"", ",\"if-missing\":\"fail\"", ",\"in\":\"b\"",
      ",\"when\":\"\(condition())\"", ",\"in\":\"a[*]\",\"when\":\"\(condition())\"",
    ])
    return "{\(verb())\(common)}"
  }

  private mutating func verb() -> String {
    switch next(24) {
    case 0: "\"rename\":{\"\(path())\":\"\(name())\"}"
    case 1: "\"move\":{\"\(path())\":\"\(slot())\"}"
    case 2: "\"copy\":{\"\(path())\":\"\(slot())\"}"
    case 3: "\"drop\":\"\(path())\""
    case 4: "\"keep-only\":[\"\(name())\",\"\(name())\"]"
    case 5: "\"nest\":[\"\(name())\",\"\(name())\"],\"under\":\"\(name())\""
    case 6: "\"unnest\":\"\(path())\""
    case 7: "\"rename-keys\":\"\(path())\",\"case\":\"snake-to-camel\""
    case 8: "\"add-default\":{\"\(slot())\":\(value())}"
    case 9: "\"set\":{\"\(slot())\":\(value())}"
    case 10: "\"map-values\":\"\(path())\",\"table\":{\"x\":\(value())},\"otherwise\":\"keep\""
    case 11: "\"convert\":\"\(path())\",\"from\":\"text\",\"to\":\"value\""
    case 12: "\"split\":\"\(path())\",\"by\":\" \",\"into\":[\"\(name())\",\"\(name())\"]"
    case 13: "\"join\":[\"\(name())\",\"\(name())\"],\"with\":\"-\",\"into\":\"\(name())\""
    case 14: "\"compose\":{\"\(slot())\":\"{a}/{b}\"}"
    case 15: "\"text\":\"\(path())\",\"do\":[\"trim\",\"uppercase\"]"
    case 16: "\"wrap\":\"\(path())\""
    case 17: "\"wrap\":\"\(path())\",\"under\":\"\(name())\""
    case 18: "\"unwrap\":\"\(path())\",\"take\":\"first\""
    case 19: "\"append\":{\"\(slot())\":\(value())}"
    case 20: "\"concat\":[\"\(name())\",\"\(name())\"],\"into\":\"\(name())\""
    case 21: "\"list\":\"\(path())\",\"do\":[\"reverse\"]"
    case 22: "\"to-object\":\"\(path())\",\"key\":\"\(name())\""
    default: "\"to-list\":\"\(path())\",\"key\":\"\(name())\""
    }
  }
}
