import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore
@testable import JSONText

/// Which way documents took that random rules were asked to lift.
struct Tally: CustomStringConvertible {
  let seed: String
  var asked = 0
  var taken = 0
  var scripted = 0
  var composed = 0
  var unguessed = 0

  var description: String {
    """
    of \(asked): \(taken) took the short way, \(scripted) a script, \(composed) a program with composed tables, \
    \(unguessed) were read without guesses, \(seed)
    """
  }

  /// Goes both ways with documents that are made for each of so many sets of rules, and their keys.
  static func counting(
    _ sets: Int, documents: Int, of rules: (inout Seeded) -> ShortRules = ShortRules.random,
    each: Bool = false,
    made document: (ShortRules, [String], Int, inout Seeded) throws -> String
  ) throws -> Tally {
    var random = Seeded()
    var tally = Tally(seed: random.description)
    for _ in 0..<Amount.of(sets / 4, thorough: sets) {
      let rules = rules(&random)
      let keys = rules.keys(using: &random)
      var pair = try Pair(rules, each: each)
      for number in 0..<documents {
        try pair.check(
          document(rules, keys, number, &random), &tally, "\(rules.text)\n\(tally.seed)")
      }
    }
    return tally
  }
}

/// Both ways through one plan.
struct Pair: ~Copyable {
  private(set) var flat: FlatDocument
  /// For text that was cut, since `flat` is asked what it has seen.
  private var cutting: FlatDocument
  private var engine: Engine

  init(_ rules: ShortRules, each: Bool = false, isDeep: Bool = false) throws {
    let format = RuleSource(name: "format.json", text: #"{ "each": "[*]" }"#)
    let plan = try Migrator(rules: rules.files + (each ? [format] : [])).plan(to: nil, from: nil)
    let shortcut = isDeep ? plan.deepShortcut : plan.shortcut
    try #require(!shortcut.isEmpty, "\(rules.text)")
    flat = FlatDocument(shortcut)
    cutting = FlatDocument(shortcut)
    engine = Engine(plan)
  }

  mutating func check(_ text: String, _ tally: inout Tally, _ about: String) throws {
    let range = 0..<text.utf8.count
    tally.asked += 1
    engine.document.load(text.utf8)
    var short = ByteBuffer()
    let isUnguessed = flat.order.isNone
    let outcome = flat.run(engine.document.text, range, into: &short)
    if outcome == .notMine {
      try #require(short.count == 0)
      return
    }
    tally.taken += 1
    if flat.scripts.last.script.use != .none { tally.scripted += 1 }
    if isUnguessed { tally.unguessed += 1 }
    if flat.program.grown > 0 { tally.composed += 1 }
    var long = ByteBuffer()
    try engine.read(range)
    let isChanged = try engine.migrate()
    try engine.document.write(into: &long)
    try #require(isChanged == (outcome == .changed))
    try checkCuts(of: text, about)
    if !isChanged {
      try #require(short.count == 0 && long.text == text)
      return
    }
    let (shown, expected) = (short.text, long.text)
    try #require(shown == expected, "\(text)\n\(about)")
  }

  /// Text that ends too early is for the long way, wherever it ends.
  private mutating func checkCuts(of text: String, _ about: String) throws {
    let whole = text.utf8.count - text.utf8.reversed().prefix { $0 <= 0x20 }.count
    var end = text.utf8.count % 10
    while end < whole {
      var cut = ByteBuffer()
      var out = ByteBuffer()
      cut.append(contentsOf: text.utf8.prefix(end))
      cut.seal()
      let outcome = cutting.run(cut.view, 0..<end, into: &out)
      try #require(outcome == .notMine && out.count == 0, "\(end) bytes of \(text)\n\(about)")
      end += max(7, text.utf8.count / 12)
    }
  }
}

extension ByteBuffer {
  fileprivate var text: String { String(decoding: view[0..<count], as: UTF8.self) }
}

/// Rules for members of the root, and documents that have some of them.
struct ShortRules {
  static let names = [
    "a", "b", "name", "status", "\u{E9}", "e\u{301}", "longer than eight", "version", "x y",
    "verses",
  ]

  var steps: [[String]] = []
  /// Whether documents say no version.
  var areWithoutVersion = false

  /// One step, for documents that say no version.
  static func step(_ rules: String) -> ShortRules {
    ShortRules(steps: [[rules]], areWithoutVersion: true)
  }

  var plan: Plan {
    get throws { try Migrator(rules: files).plan(to: nil, from: nil) }
  }

  /// What becomes of a document by either way; nil where each time it is for the tree, which isn't
  /// asked then.
  func result(for document: String, isDeep: Bool = false) throws -> String? {
    var tally = Tally(seed: "")
    var pair = try Pair(self, isDeep: isDeep)
    for _ in 0..<4 { try pair.check(document, &tally, "\(steps)") }
    #expect(tally.taken == 0 || tally.taken == 4)
    if tally.taken == 0 { return nil }
    let result = try Migrator(rules: files).migrate(Array(document.utf8))
    return String(decoding: result, as: UTF8.self)
  }

  static func random(using random: inout Seeded) -> ShortRules {
    var rules = ShortRules()
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      rules.steps.append(
        (0..<Int.random(in: 0...4, using: &random)).map { _ in rule(using: &random) })
    }
    return rules
  }

  /// Many steps, most of which know what those before have done.
  static func chain(using random: inout Seeded) -> ShortRules {
    var rules = ShortRules()
    var here = names.filter { $0 != "version" }
    var gone = (0..<40).map { "k\($0)" }
    for number in 0..<Int.random(in: 12...20, using: &random) {
      var step: [String] = []
      for _ in 0..<3 {
        here.shuffle(using: &random)
        gone.shuffle(using: &random)
        while here.count < 4 { here.append(gone.removeLast()) }
        let isFree = Int.random(in: 0...199, using: &random) > 0
        // What was changed can't be split.
        let kind = Int.random(in: 0...(number == 0 ? 7 : 6), using: &random)
        step.append(rule(kind, isFree ? [here[0], gone[0], here[1], gone[1]] : here, &random))
        switch kind {
        case 0: (here[0], gone[0]) = (gone[0], here[0])
        case 1: (here[0], gone[0], here[1], gone[1]) = (gone[0], here[0], gone[1], here[1])
        case 2: gone.append(here.removeFirst())
        case 7:
          here += [gone[0], gone[1]]
          gone.replaceSubrange(0...1, with: [here.removeFirst()])
        default: break
        }
      }
      rules.steps.append(step)
    }
    return rules.withoutContainers
  }

  /// Rules for the elements of arrays in the root too.
  static func deep(using random: inout Seeded) -> ShortRules {
    var rules = ShortRules()
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let count = Int.random(in: 1...3, using: &random)
      rules.steps.append((0..<count).map { _ in deepRule(using: &random) })
    }
    rules.steps[0].append(rule(in: "items[*]", using: &random))
    for pair in renamings where Int.random(in: 0...5, using: &random) == 0 {
      rules.rename(pair, using: &random)
    }
    return rules
  }

  private static func deepRule(using random: inout Seeded) -> String {
    let place = place(using: &random)
    switch Int.random(in: 0...12, using: &random) {
    case 0: return rule(using: &random)
    case 9...12: return guardedRule(in: place, using: &random)
    case 5: return childRule(using: &random)
    case 7, 8: return creatingRule(using: &random)
    case 6:
      let (place, name) = (["parts", "parts.deep"].randomElement(using: &random) ?? "", names[0])
      let asked = condition(&random, about: "@.\(place)['\(name)']")
      let rule = self.rule(in: place, using: &random)
      return "{ \"when\": \"\(asked)\", " + failing(rule, &random) + rule.dropFirst()
    case 1, 2: return rule(in: place, using: &random)
    case 3:
      if Int.random(in: 0...9, using: &random) == 0 {
        return "{ \"in\": \"\(place)\", \"drop\": \"@\" }"
      }
      let rule = rule(using: &random)
      return "{ \"in\": \"\(place)\", " + failing(rule, &random) + rule.dropFirst()
    default:
      return "{ \"in\": \"\(place)\", \(when(&random))\(block(&random)) }"
    }
  }

  /// Rules that ask something before they go further in.
  private static func guardedRule(in place: String, using random: inout Seeded) -> String {
    let further = ["deep", "items[*]", "tags[*]"].randomElement(using: &random) ?? ""
    let asked = condition(&random)
    let inner = further == "tags[*]" ? childRule(in: "", using: &random) : rule(using: &random)
    switch Int.random(in: 0...6, using: &random) {
    case 0: return rule(in: "items[?\(asked)].\(further)", using: &random)
    case 1:
      let rule = rule(in: place, using: &random)
      if Bool.random(using: &random) {
        let outer = condition(&random, about: "@.parts['\(names[0])']")
        return """
          { "when": "\(outer)", "rules": [
            { "in": "parts", "when": "\(asked)", "rules": [{ "in": "deep", "rules": [\(inner)] }] } ] }
          """
      }
      return "{ \"when\": \"\(asked)\", " + rule.dropFirst()
    case 2:
      return "{ \"in\": \"\(place)\", \"rules\": [{ \"when\": \"\(asked)\", "
        + rule(in: "deep", using: &random).dropFirst() + "] }"
    case 3:
      let more = condition(&random, about: "@.parts['\(names[1])']")
      if Bool.random(using: &random) {
        let filter = condition(&random) + " && " + condition(&random, about: "@.deep.a")
        return rule(in: "items[?\(filter)].deep", using: &random)
      }
      return "{ \"when\": \"(\(asked)) && (\(more))\", "
        + rule(in: "parts", using: &random).dropFirst()
    case 4:
      let scope = further == "tags[*]" ? "deep" : further
      return """
        { "in": "\(place)", \(when(&random))"rules": [
          { "in": "\(scope)", "rules": [\(inner)] }, \(rule(using: &random)) ] }
        """
    case 5:
      // Of two at most one holds, or of both either.
      let other = Bool.random(using: &random) ? "!(\(asked))" : condition(&random)
      return rule(in: "items[?\(asked)].deep", using: &random) + ", "
        + rule(in: "items[?\(other)].deep", using: &random)
    default:
      let pair = "\"crate['\(names[0])']\": \(value(&random))"
      let filter = ["*", "?\(asked)"].randomElement(using: &random) ?? ""
      return """
        { "in": "items[\(filter)]", \(when(&random))"rules": [
          { "\(Bool.random(using: &random) ? "set" : "add-default")": { \(pair) } }, \(inner) ] }
        """
    }
  }

  /// Rules that put something into an object, which is made where it is missing.
  private static func creatingRule(using random: inout Seeded) -> String {
    let object =
      ["crate", "crate", "box", "parts", "parts.crate"].randomElement(using: &random) ?? ""
    let verb = ["add-default", "set"].randomElement(using: &random) ?? ""
    let names = names.shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random))
    let pairs = names.map { "\"\(object)['\($0)']\": \(value(&random))" }
    let start =
      [
        "", "", "", "\"in\": \"items[*]\", ", when(&random),
        "\"when\": \"type(@.\(object)) == 'object'\", ",
      ].randomElement(using: &random) ?? ""
    let creating = "{ \(start)\"\(verb)\": { \(pairs.joined(separator: ", ")) } }"
    // And what a later rule does to it, once it is there.
    return Bool.random(using: &random)
      ? creating : creating + ", " + rule(in: object, using: &random)
  }

  /// A rule for the children of something, whatever they are.
  private static func childRule(
    in place: String? = nil, using random: inout Seeded
  ) -> String {
    let place =
      place ?? ["", "", "parts.", "items[*].", "parts.deep."].randomElement(using: &random) ?? ""
    let some = Bool.random(using: &random) ? "*" : "?" + condition(&random, about: "@")
    let path = "\"\(place)tags[\(some)]\""
    switch Int.random(in: 0...4, using: &random) {
    case 4: return editing(path, &random)
    case 0: return "{ \"drop\": \(path) }"
    case 1: return "{ \"join\": \(path), \"with\": \", \" }"
    default: return mapping(path, &random)
    }
  }

  /// Where objects are that documents have: elements of arrays, or members, or what is in these.
  private static func place(using random: inout Seeded) -> String {
    let array = ["items", "items", "lines"].randomElement(using: &random) ?? ""
    switch Int.random(in: 0...7, using: &random) {
    case 0: return "parts"
    case 1: return "parts.deep"
    case 2: return "items[*].deep"
    case 3: return "parts.items\(children(&random))"
    default: return "\(array)\(children(&random))"
    }
  }

  /// What only rules say that look for something.
  private static func failing(_ rule: String, _ random: inout Seeded) -> String {
    let verbs = ["drop", "rename", "split", "map-values", "join", "wrap", "text"]
    let isLooking = verbs.contains { rule.contains("\"\($0)\"") }
    return isLooking && !rule.contains("\"rules\"") && Int.random(in: 0...9, using: &random) == 0
      ? "\"if-missing\": \"fail\", " : ""
  }

  /// Rules for documents that are arrays: for their elements, or for what is in these.
  static func elements(isDeep: Bool, using random: inout Seeded) -> ShortRules {
    var rules = ShortRules(areWithoutVersion: true)
    for _ in 0..<Int.random(in: 1...2, using: &random) {
      let count = Int.random(in: 1...3, using: &random)
      rules.steps.append((0..<count).map { _ in elementRule(isDeep: isDeep, using: &random) })
    }
    if isDeep { rules.steps[0].append(rule(in: "[*].items[*]", using: &random)) }
    return rules
  }

  private static func elementRule(isDeep: Bool, using random: inout Seeded) -> String {
    let scope = children(&random)
    switch Int.random(in: 0...(isDeep ? 4 : 2), using: &random) {
    case 0: return rule(in: scope, using: &random)
    case 1:
      let rule = rule(using: &random)
      return "{ \"in\": \"\(scope)\", " + failing(rule, &random) + rule.dropFirst()
    case 2: return "{ \"in\": \"\(scope)\", \(when(&random))\(block(&random)) }"
    case 3: return "{ \"in\": \"[*]\", " + deepRule(using: &random).dropFirst()
    default: return rule(in: "[*]." + place(using: &random), using: &random)
    }
  }

  /// Rules for the root, and members that go at any depth.
  static func below(using random: inout Seeded) -> ShortRules {
    var rules = ShortRules.random(using: &random).withoutContainers
    var names = names.filter { $0 != "version" }.shuffled(using: &random)
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let paths = (0..<Int.random(in: 1...2, using: &random)).map { _ in
        "\"$..['\(names.removeLast())']\""
      }
      let step = rules.steps.indices.randomElement(using: &random) ?? 0
      let place = Int.random(in: 0...rules.steps[step].count, using: &random)
      rules.steps[step].insert("{ \"drop\": [\(paths.joined(separator: ", "))] }", at: place)
    }
    return rules
  }

  private static func rule(in place: String = "", using random: inout Seeded) -> String {
    let names = names.filter { $0 != "version" }.shuffled(using: &random)
    if place.isEmpty, Int.random(in: 0...19, using: &random) == 0 {
      return "{ \(when(&random))\(block(&random)) }"
    }
    if place.isEmpty, Int.random(in: 0...6, using: &random) == 0 { return move(names, &random) }
    if Int.random(in: 0...9, using: &random) == 0 { return combine(names, in: place, &random) }
    if Int.random(in: 0...7, using: &random) == 0 { return reshape(names, in: place, &random) }
    if Int.random(in: 0...19, using: &random) == 0 { return choose(in: place, &random) }
    if place.isEmpty, Int.random(in: 0...14, using: &random) == 0 {
      let pair = "\"\(Bool.random(using: &random) ? "crate" : "box")['\(names[0])']\""
      return """
        { "when": "\(condition(&random))", "set": { \(pair): \(value(&random)) } }
        """
    }
    let rule = rule(Int.random(in: 0...12, using: &random), names, in: place, &random)
    return place.isEmpty ? "{ \(when(&random))" + rule.dropFirst() : rule
  }

  /// Values that go into an object that is a member, or out of it.
  private static func move(_ names: [String], _ random: inout Seeded) -> String {
    let box = Int.random(in: 0...4, using: &random) == 0 ? "crate" : "box"
    let other = box == "box" ? "crate" : "box"
    let pairs = [
      ("\(box)['\(names[0])']", "['\(names[1])']"), ("['\(names[2])']", "\(box)['\(names[3])']"),
      ("['\(names[4])']", "['\(names[5])']"),
      ("\(box).in['\(names[0])']", "['\(names[6])']"),
      ("\(box)['\(names[1])']", "\(other)['\(names[1])']"),
      ("\(box).in['\(names[2])']", "\(other)['\(names[2])']"),
      ("['\(names[7])']", "\(box).in['\(names[7])']"),
    ].shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random))
    let words = ["", ", \"if-exists\": \"keep\"", ", \"if-exists\": \"overwrite\""]
    let exists = words.randomElement(using: &random) ?? ""
    let verb = Int.random(in: 0...2, using: &random) == 0 ? "copy" : "move"
    let all = pairs.map { "\"\($0.0)\": \"\($0.1)\"" }.joined(separator: ", ")
    return "{ \(when(&random))\"\(verb)\": { \(all) }\(exists) }"
  }

  /// Several texts become one.
  private static func combine(
    _ names: [String], in place: String, _ random: inout Seeded
  ) -> String {
    let start = place.isEmpty ? when(&random) : "\"in\": \"\(place)\", "
    let with = ["", " ", ", ", "\\\"", "\u{E9}"].randomElement(using: &random) ?? ""
    let parts = names[0..<Int.random(in: 2...3, using: &random)].map { "\"['\($0)']\"" }
    return """
      { \(start)"join": [\(parts.joined(separator: ", "))], "with": "\(with)", "into": "['\(names[4])']" }
      """
  }

  private static func choose(in place: String, _ random: inout Seeded) -> String {
    let start = place.isEmpty ? when(&random) : "\"in\": \"\(place)\", "
    var choices = (0..<Int.random(in: 1...2, using: &random)).map { _ in
      "{ \"when\": \"\(condition(&random))\", \(block(&random)) }"
    }
    if Bool.random(using: &random) { choices.append("{ \(block(&random)) }") }
    return "{ \(start)\"choose\": [\(choices.joined(separator: ", "))] }"
  }

  private static func block(_ random: inout Seeded) -> String {
    "\"rules\": [\((0...2).map { _ in rule(using: &random) }.joined(separator: ", "))]"
  }

  /// All children, or some.
  private static func children(_ random: inout Seeded) -> String {
    Bool.random(using: &random) ? "[*]" : "[?\(condition(&random))]"
  }

  static func when(_ random: inout Seeded) -> String {
    Int.random(in: 0...3, using: &random) > 0 ? "" : "\"when\": \"\(condition(&random))\", "
  }

  /// A condition about members, as the short way knows them; none that rules mayn't have, since it
  /// never holds.
  private static func condition(_ random: inout Seeded, about member: String? = nil) -> String {
    while true {
      let text = anyCondition(&random, about: member)
      if let condition = try? JSONCondition(text),
        ConditionCheck.reason(condition.expression) == nil
      {
        return text
      }
    }
  }

  private static func anyCondition(
    _ random: inout Seeded, about only: String?, depth: Int = 0
  ) -> String {
    func part(_ random: inout Seeded) -> String {
      anyCondition(&random, about: only, depth: depth + 1)
    }
    func one(of texts: [String], _ random: inout Seeded) -> String {
      texts.randomElement(using: &random) ?? ""
    }
    let place = Int.random(in: 0...7, using: &random) == 0 ? ".box" : ""
    let member = only ?? "@\(place)['\(one(of: names, &random))']"
    let comparison = one(of: ["==", "!=", "<", "<=", ">", ">="], &random)
    let literal = one(
      of: [
        "1", "1.0", "0", "-1", "10e-1", "0.5", "99999999999999999999", "'new'", "'two words'",
        "'two'", "''", "'\u{65E5}\u{672C} \u{8A9E}'", "true", "false", "null",
      ], &random)
    switch Int.random(in: 0...(depth < 2 ? 10 : 7), using: &random) {
    case 0: return member
    case 1: return "!\(member)"
    case 2, 3: return "\(member) \(comparison) \(literal)"
    case 4: return "\(literal) \(comparison) \(member)"
    case 5, 6:
      let types = ["string", "number", "boolean", "null", "array", "object", "missing"]
      return "type(\(member)) \(one(of: ["==", "!="], &random)) '\(one(of: types, &random))'"
    case 7 where Bool.random(using: &random):
      let count = one(of: ["0", "1", "2", "3", "9", "-1"], &random)
      return Bool.random(using: &random)
        ? "empty(\(member))" : "length(\(member)) \(comparison) \(count)"
    case 7:
      let pattern = one(of: ["new|two.*", "[a-z]+", ".*o.*", "w", ""], &random)
      return "\(one(of: ["match", "search"], &random))(\(member), '\(pattern)')"
    case 8: return "\(part(&random)) && \(part(&random))"
    case 9: return "(\(part(&random)) || \(part(&random)))"
    default: return "!(\(part(&random)))"
    }
  }

  private static func rule(
    _ kind: Int, _ names: [String], in place: String = "", _ random: inout Seeded
  ) -> String {
    let path = names.map { name in
      if name.contains(" ") { return "\"\(place)['\(name)']\"" }
      return place.isEmpty ? "\"\(name)\"" : "\"\(place).\(name)\""
    }
    switch kind {
    case 0: return "{ \"rename\": { \(path[0]): \"\(names[1])\" }\(occupied(&random)) }"
    case 1:
      let other = Int.random(in: 0...3, using: &random) > 0 ? names[3] : names[1]
      return
        "{ \"rename\": { \(path[0]): \"\(names[1])\", \(path[2]): \"\(other)\" }\(occupied(&random)) }"
    case 2: return "{ \"drop\": \(path[0]) }"
    case 3:
      let null = Bool.random(using: &random) ? ", \"if-null\": \"replace\"" : ""
      return "{ \"add-default\": { \(path[0]): \(value(&random)) }\(null) }"
    case 4: return "{ \"set\": { \(path[0]): \(value(&random)) } }"
    case 5, 6: return mapping(path[0], &random)
    case 8:
      let verses = place.isEmpty ? "verses" : "\(place).verses"
      let with = ["\\n", "", " \\\" ", "\u{E9}"].randomElement(using: &random) ?? ""
      return "{ \"join\": \"\(verses)\", \"with\": \"\(with)\" }"
    case 12: return editing(path[0], &random)
    case 9:
      let under =
        ["", ", \"under\": \"in\"", ", \"under\": \"in.\u{E9}\""]
        .randomElement(using: &random) ?? ""
      let arrays = Bool.random(using: &random) ? "" : ", \"if-array\": \"keep\""
      return "{ \"wrap\": \(path[0])\(under)\(arrays) }"
    case 10:
      return """
        { "map-values": \(path[0]), "otherwise": "keep", "cases": [
          { "is": "new", "becomes": 0.5 }, { "at-least": 0, "below": 1, "becomes": "low" },
          { "above": 1.5, "becomes": "high" }, { "at-most": 1.00, "becomes": "middle" } ] }
        """
    default:
      let rest = Bool.random(using: &random) ? ", \"rest\": \"fail\"" : ""
      // Some stand in escapes, or are written as one.
      let by =
        Int.random(in: 0...2, using: &random) > 0
        ? " " : ["n", "u", "0", " w", "\\\"", "\\\\", "\u{E9}"].randomElement(using: &random) ?? ""
      return """
        { "split": \(path[0]), "by": "\(by)", "into": ["\(names[1])", "\(names[3])"]\(rest) }
        """
    }
  }

  /// Values that are laid out as their surroundings are.
  private static let containers = [
    "[\"one\"]", "{ \"a\": [1, { \"x y\": \"a:b\" }], \"verses\": [], \"\u{E9}\": null }",
  ]

  /// The same without rules that make values or have members go, which programs that compose
  /// tables, or drop members at any depth, leave to the tree.
  private var withoutContainers: ShortRules {
    let verbs = "move copy join wrap unwrap text convert scale compose pattern nest append"
    let signs =
      Self.containers + ["\"drop\": true", "\"crate[", "\"box[", "\"note\": \"a list\""]
      + verbs.split(separator: " ").map { "\"\($0)\":" }
    var rules = self
    rules.steps = steps.map { step in
      step.filter { rule in !signs.contains { rule.contains($0) } }
    }
    return rules
  }

  private static func value(_ random: inout Seeded) -> String {
    (["1", "\"new\"", "null", "[]", "{}", "true", "\"two words\""] + containers)
      .randomElement(using: &random) ?? ""
  }

  /// What happens where the name is taken.
  private static func occupied(_ random: inout Seeded) -> String {
    ["", "", ", \"if-exists\": \"keep\"", ", \"if-exists\": \"overwrite\""]
      .randomElement(using: &random) ?? ""
  }

  /// A text becomes another one.
  private static func editing(_ path: String, _ random: inout Seeded) -> String {
    let edits = [
      "\"trim\"", "\"uppercase\"", "{ \"prefix\": \"\\\"\u{E9} \" }",
      "{ \"replace\": \"w\", \"with\": \"\\n\" }",
      "{ \"pattern\": \"([a-z]+) ([a-z]+)\", \"with\": \"$2/$1\", \"times\": 1 }",
      "{ \"replace\": \"new\", \"with\": \"\" }",
    ].shuffled(using: &random).prefix(Int.random(in: 1...2, using: &random))
    return "{ \"text\": \(path), \"do\": [\(edits.joined(separator: ", "))] }"
  }

  private static func mapping(_ path: String, _ random: inout Seeded) -> String {
    let otherwise =
      ["\"keep\"", "{ \"becomes\": \(value(&random)) }", "{ \"drop\": true }"]
      .randomElement(using: &random) ?? ""
    let goes = Int.random(in: 0...3, using: &random) == 0 ? "\"drop\": true" : "\"becomes\": 2"
    return """
      { "map-values": \(path), "otherwise": \(otherwise), "cases": [
        { "is": "new", "becomes": "a rather long new value" }, { "is": 1, "becomes": "one" },
        { "is": "two words", \(goes) }, { "is": true, "becomes": \(value(&random)) } ] }
      """
  }

  var text: String { files.map { String(decoding: $0.bytes, as: UTF8.self) }.joined() }

  var files: [RuleSource] {
    var files = steps.enumerated().map { index, rules in
      RuleSource(
        name: "v\(index + 2).json",
        bytes: "{ \"to\": \(index + 2), \"rules\": [\(rules.joined(separator: ",\n"))] }\n".utf8)
    }
    if areWithoutVersion {
      let version = #"{ "version": { "stamp": false, "missing": 1 } }"#
      files.append(RuleSource(name: "format.json", text: version))
    }
    return files
  }
}
