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
  private var engine: Engine

  init(_ rules: ShortRules, each: Bool = false, isDeep: Bool = false) throws {
    let format = RuleSource(name: "format.json", text: #"{ "each": "[*]" }"#)
    let plan = try Migrator(rules: rules.files + (each ? [format] : [])).plan(to: nil, from: nil)
    let shortcut = isDeep ? plan.deepShortcut : plan.shortcut
    try #require(!shortcut.isEmpty, "\(rules.text)")
    flat = FlatDocument(shortcut)
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
    if !isChanged {
      try #require(short.count == 0 && long.text == text)
      return
    }
    let (shown, expected) = (short.text, long.text)
    try #require(shown == expected, "\(text)\n\(about)")
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
    return rules
  }

  /// Rules for the elements of arrays in the root too.
  static func deep(using random: inout Seeded) -> ShortRules {
    var rules = ShortRules()
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let count = Int.random(in: 1...3, using: &random)
      rules.steps.append((0..<count).map { _ in deepRule(using: &random) })
    }
    rules.steps[0].append(rule(in: "items[*]", using: &random))
    return rules
  }

  private static func deepRule(using random: inout Seeded) -> String {
    let place = place(using: &random)
    switch Int.random(in: 0...6, using: &random) {
    case 0: return rule(using: &random)
    case 5: return childRule(using: &random)
    case 6:
      let (place, name) = (["parts", "parts.deep"].randomElement(using: &random) ?? "", names[0])
      let asked = condition(&random, about: "@.\(place)['\(name)']")
      let rule = self.rule(in: place, using: &random)
      return "{ \"when\": \"\(asked)\", " + failing(rule, &random) + rule.dropFirst()
    case 1, 2: return rule(in: place, using: &random)
    case 3:
      let rule = rule(using: &random)
      return "{ \"in\": \"\(place)\", " + failing(rule, &random) + rule.dropFirst()
    default:
      return "{ \"in\": \"\(place)\", \(when(&random))\(block(&random)) }"
    }
  }

  /// A rule for the children of something, whatever they are.
  private static func childRule(using random: inout Seeded) -> String {
    let place =
      ["", "", "parts.", "items[*].", "parts.deep."].randomElement(using: &random) ?? ""
    let some = Bool.random(using: &random) ? "*" : "?" + condition(&random, about: "@")
    let path = "\"\(place)tags[\(some)]\""
    switch Int.random(in: 0...3, using: &random) {
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
    let verbs = ["drop", "rename", "split", "map-values", "join", "wrap"]
    let isLooking = verbs.contains { rule.contains("\"\($0)\"") }
    return isLooking && !rule.contains("\"rules\"") && Int.random(in: 0...9, using: &random) == 0
      ? "\"if-missing\": \"fail\", " : ""
  }

  /// Rules for the root, and members that go at any depth.
  static func below(using random: inout Seeded) -> ShortRules {
    var rules = ShortRules.random(using: &random)
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
    if place.isEmpty, Int.random(in: 0...9, using: &random) == 0 { return move(names, &random) }
    let rule = rule(Int.random(in: 0...11, using: &random), names, in: place, &random)
    return place.isEmpty ? "{ \(when(&random))" + rule.dropFirst() : rule
  }

  /// Values that go into an object that is a member, or out of it.
  private static func move(_ names: [String], _ random: inout Seeded) -> String {
    let box = Int.random(in: 0...4, using: &random) == 0 ? "crate" : "box"
    let pair = [
      ("\(box)['\(names[0])']", "['\(names[1])']"), ("['\(names[1])']", "\(box)['\(names[0])']"),
      ("['\(names[0])']", "['\(names[1])']"),
      ("\(box).in['\(names[0])']", "['\(names[1])']"),
    ].randomElement(using: &random)
    let words = ["", ", \"if-exists\": \"keep\"", ", \"if-exists\": \"overwrite\""]
    let exists = words.randomElement(using: &random) ?? ""
    return "{ \(when(&random))\"move\": { \"\(pair?.0 ?? "")\": \"\(pair?.1 ?? "")\" }\(exists) }"
  }

  private static func block(_ random: inout Seeded) -> String {
    "\"rules\": [\((0...2).map { _ in rule(using: &random) }.joined(separator: ", "))]"
  }

  /// All children, or some.
  private static func children(_ random: inout Seeded) -> String {
    Bool.random(using: &random) ? "[*]" : "[?\(condition(&random))]"
  }

  private static func when(_ random: inout Seeded) -> String {
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
    let member = only ?? "@['\(one(of: names, &random))']"
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
    case 0: return "{ \"rename\": { \(path[0]): \"\(names[1])\" } }"
    case 1:
      return "{ \"rename\": { \(path[0]): \"\(names[1])\", \(path[2]): \"\(names[3])\" } }"
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

  private static func value(_ random: inout Seeded) -> String {
    ["1", "\"new\"", "null", "[]", "{}", "true", "\"two words\""]
      .randomElement(using: &random) ?? ""
  }

  private static func mapping(_ path: String, _ random: inout Seeded) -> String {
    let otherwise =
      ["\"keep\"", "{ \"becomes\": \(value(&random)) }"]
      .randomElement(using: &random) ?? ""
    return """
      { "map-values": \(path), "otherwise": \(otherwise), "cases": [
        { "is": "new", "becomes": "a rather long new value" }, { "is": 1, "becomes": "one" },
        { "is": "two words", "becomes": 2 }, { "is": true, "becomes": null } ] }
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

  func document(of given: [String]? = nil, using random: inout Seeded) -> String {
    let spaces = ["", "", " ", "\n  ", "\r\n\t"]
    let (open, before, after, colon) = (
      spaces.randomElement(using: &random) ?? "", spaces[Int.random(in: 0...2, using: &random)],
      spaces.randomElement(using: &random) ?? "", spaces.randomElement(using: &random) ?? ""
    )
    let isMixed = Int.random(in: 0...9, using: &random) == 0
    func space(_ usual: String, _ random: inout Seeded) -> String {
      isMixed ? spaces.randomElement(using: &random) ?? "" : usual
    }
    let keys = given ?? keys(using: &random)
    var text = spaces.randomElement(using: &random) ?? ""
    text += "{" + space(open, &random)
    for (index, key) in keys.enumerated() {
      if index > 0 { text += space(before, &random) + "," + space(after, &random) }
      let isEscaped = Int.random(in: 0...19, using: &random) == 0
      text += "\"" + (isEscaped && key == "a" ? "\\u0061" : key) + "\"" + space(before, &random)
      text += ":" + space(colon, &random) + value(of: key, using: &random)
    }
    return text + space(open, &random) + "}" + (spaces.randomElement(using: &random) ?? "")
  }

  /// A document with arrays of such documents, and with what may stand in their place.
  func deepDocument(using random: inout Seeded) -> String {
    var members: [String] = []
    for array in ["items", "lines"] where Int.random(in: 0...9, using: &random) > 0 {
      let keys = keys(using: &random)
      var elements = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        Int.random(in: 0...5, using: &random) > 0
          ? compactDocument(keys, using: &random) : document(using: &random)
      }
      if Int.random(in: 0...29, using: &random) == 0 { elements.append("7") }
      let space = ["", "", " ", "\n    "].randomElement(using: &random) ?? ""
      var value = "[" + space + elements.joined(separator: "," + space) + space + "]"
      if Int.random(in: 0...4, using: &random) == 0 {
        // Their keys may be any, the same too.
        let members = elements.map { element in
          let key = ["k", "a", "caf\u{E9}", "\\u006b"].randomElement(using: &random) ?? ""
          return "\"\(key)\":\(space)\(element)"
        }
        value = "{" + space + members.joined(separator: "," + space) + space + "}"
      }
      if Int.random(in: 0...29, using: &random) == 0 {
        let others = ["null", "1", "{}", "{\"a\": 1}", "[[]]", "\"x\""]
        value = others.randomElement(using: &random) ?? ""
      }
      members.append("\"\(array)\":\(space)\(value)")
    }
    if Int.random(in: 0...3, using: &random) > 0 { members.append(parts(using: &random)) }
    // What comes behind the version is known to be for the program when it is read.
    if Bool.random(using: &random) {
      let version = Int.random(in: 1...min(2, steps.count), using: &random)
      members.insert("\"version\":\(version)", at: 0)
    }
    let root =
      Int.random(in: 0...3, using: &random) > 0
      ? compactDocument(keys(using: &random), using: &random) : document(using: &random)
    guard let brace = root.firstIndex(of: "{"), root.contains(":") else { return root }
    var behind = String(root[root.index(after: brace)...])
    if members.first?.hasPrefix("\"version") == true {
      behind.replace("\"version\"", with: "\"another\"")
    }
    return root[...brace] + members.map { $0 + "," }.joined() + behind
  }

  /// A member with objects in it, and what may stand in their place.
  private func parts(using random: inout Seeded) -> String {
    func part(_ random: inout Seeded) -> String {
      let others = ["null", "7", "[]", "{}", "\"x\""]
      if Int.random(in: 0...14, using: &random) == 0 {
        return others.randomElement(using: &random) ?? ""
      }
      return Int.random(in: 0...4, using: &random) > 0
        ? compactDocument(keys(using: &random), using: &random) : document(using: &random)
    }
    let whole = part(&random)
    guard let brace = whole.firstIndex(of: "{"), whole.contains(":") else {
      return "\"parts\":\(whole)"
    }
    var members = ""
    if Int.random(in: 0...2, using: &random) > 0 { members += "\"deep\":\(part(&random))," }
    if Int.random(in: 0...2, using: &random) > 0 {
      members += "\"items\":[\(part(&random)),\(part(&random))],"
    }
    return "\"parts\":\(whole[...brace])\(members)\(whole[whole.index(after: brace)...])"
  }

  /// A document with such objects in objects and arrays, some of which have nothing else.
  func nestedDocument(using random: inout Seeded) -> String {
    func value(_ depth: Int, _ random: inout Seeded) -> String {
      let space = ["", "", "", " ", "\n  "].randomElement(using: &random) ?? ""
      let count = Int.random(in: 0...3, using: &random)
      switch Int.random(in: 0...(depth > 3 ? 2 : 5), using: &random) {
      case 0, 1: return ["1", "\"x\"", "null", "\"a\\\"b\""].randomElement(using: &random) ?? ""
      case 2: return "[\(space)]"
      case 3:
        let elements = (0..<count).map { _ in value(depth + 1, &random) }
        return "[" + space + elements.joined(separator: "," + space) + space + "]"
      default:
        let keys = keys(using: &random).prefix(count + 1)
        let repeated = Int.random(in: 0...99, using: &random) == 0 ? keys.prefix(1) : []
        let members = (keys + repeated).map { "\"\($0)\":\(space)\(value(depth + 1, &random))" }
        return "{" + space + members.joined(separator: "," + space) + space + "}"
      }
    }
    let version = "\"version\":\(Int.random(in: 1...(steps.count + 1), using: &random))"
    var members = keys(using: &random).filter { $0 != "version" }.map {
      "\"\($0)\":\(value(0, &random))"
    }
    members.insert(version, at: Int.random(in: 0...members.count, using: &random))
    return "{" + members.joined(separator: ",") + "}"
  }

  func keys(using random: inout Seeded) -> [String] {
    var keys = Self.names.filter { _ in Int.random(in: 0...2, using: &random) > 0 }
    keys += ["other", "more", "tags", "box"].filter { _ in Bool.random(using: &random) }
    return keys.shuffled(using: &random)
  }

  /// One without white space, or with some from so many members on.
  func compactDocument(
    _ keys: [String], looseFrom loose: Int = .max, using random: inout Seeded
  ) -> String {
    func space(_ index: Int) -> String {
      index < loose || Int.random(in: 0...3, using: &random) > 0
        ? "" : [" ", "\n  "].randomElement(using: &random) ?? ""
    }
    let version = "\(Int.random(in: 1...min(2, steps.count), using: &random))"
    let members = keys.enumerated().map { index, key in
      let usual = Int.random(in: 0...3, using: &random) > 0 ? "\"two words\"" : "\"new\""
      let isUsual = Int.random(in: 0...3, using: &random) > 0
      let isOwn = ["verses", "tags", "box"].contains(key)
      let value = isUsual && !isOwn ? usual : value(of: key, using: &random)
      return space(index) + "\"\(key)\"" + space(index) + ":" + space(index)
        + (key == "version" ? version : value) + space(index)
    }
    return "{" + members.joined(separator: ",") + "}"
  }

  /// An array of texts, as rules join them, or null.
  private func verses(using random: inout Seeded) -> String {
    let texts = [
      #""""#, #""one""#, #""a \"two\" \\ \u0041\n""#, "\"caf\u{E9}\"", #""\ud83d\ude00\/""#,
      #""a text that is longer than what fits into one block""#,
    ]
    if Int.random(in: 0...9, using: &random) == 0 {
      return ["null", #"["\ud83d"]"#, #"["one",1]"#, "[[]]"].randomElement(using: &random) ?? ""
    }
    let some = (0..<Int.random(in: 0...4, using: &random)).map { _ in
      texts.randomElement(using: &random) ?? ""
    }
    let space = Int.random(in: 0...9, using: &random) > 0 ? "" : " "
    return "[\(space)\(some.joined(separator: ",\(space)"))\(space)]"
  }

  /// Values of all types in an array or an object, where a key may stand twice.
  private func tags(using random: inout Seeded) -> String {
    let values = [
      "1", "1.0", "\"new\"", "\"new\"", "\"two words\"", "\"n\\u0065w\"", "null", "true", "\"\"",
      "{\"a\":1}", "[ \"one\" , \"two\" ]", "[1]", "-0.50",
    ]
    let space = ["", "", "", " ", "\n  "].randomElement(using: &random) ?? ""
    let isObject = Int.random(in: 0...3, using: &random) == 0
    let isOdd = Int.random(in: 0...9, using: &random) == 0
    let children = (0..<Int.random(in: 0...4, using: &random)).map { number in
      let value = values.randomElement(using: &random) ?? ""
      let key = isOdd ? ["k", "\\u006b"].randomElement(using: &random) ?? "" : "k\(number)"
      return (isObject ? "\"\(key)\":\(space)" : "") + value
    }
    let inner = space + children.joined(separator: "," + space) + space
    return isObject ? "{\(inner)}" : "[\(inner)]"
  }

  /// An object out of which values go, or into which.
  private func box(using random: inout Seeded) -> String {
    let values = ["1", "\"new\"", "[1,{\"a\":2}]", "[ 1 ]", "null", "{\"a\":[]}", "[\n1]"]
    let space = ["", "", "", " ", "\n    "].randomElement(using: &random) ?? ""
    let isOdd = Int.random(in: 0...9, using: &random) == 0
    var keys = Self.names.filter { _ in Int.random(in: 0...2, using: &random) == 0 }
    if Bool.random(using: &random) { keys.append("in") }
    if isOdd { keys += [keys.first ?? "", "\\u0061"] }
    let members = keys.shuffled(using: &random).map { key in
      var value = values.randomElement(using: &random) ?? ""
      if key == "in", !isOdd { value = "{\"\(Self.names[0])\":\(space)1}" }
      return "\"\(key)\":\(space.prefix(1))\(value)"
    }
    return "{\(space)\(members.joined(separator: ",\(space)"))\(space)}"
  }

  private func value(of key: String, using random: inout Seeded) -> String {
    if key == "version" { return "\(Int.random(in: 1...(steps.count + 1), using: &random))" }
    if key == "verses", Int.random(in: 0...9, using: &random) > 0 { return verses(using: &random) }
    if key == "box", Int.random(in: 0...9, using: &random) > 0 { return box(using: &random) }
    if key == "tags", Int.random(in: 0...9, using: &random) > 0 { return tags(using: &random) }
    let values = [
      "1", "1.0", "-0", "\"new\"", "\"two words\"", "\"Ada King Lovelace\"", "\"\"", "\" \"",
      "true",
      "null", "[]", "{\"a\": [1, {\"b\": \"}\"}]}", "[ 1,2 ]", "\"esc\\\"aped \\u0041\"",
      "\"n\\u0065w\"", #""Jos\u00e9 \ud83d\ude00 x""#, #""a\u0020b""#, #""two \"words\"""#,
      #""\ud83d x""#,
      #""t\two \\ \u0001""#, #""\u006eew two""#, "\"caf\u{E9} \u{2014} x\"",
      "\"\u{65E5}\u{672C} \u{8A9E}\"", "\"a text that is longer than what fits into one block\"",
    ]
    return values.randomElement(using: &random) ?? ""
  }
}
