internal import JSONMigrationCore
internal import JSONText

/// The comments of a draft: `about` says what its rules do, `note` which of them are guesses.
enum RuleNotes {
  private static let mostPhrases = 3

  /// A summary of the rules, for `about`.
  static func about(_ rules: [JSON]) -> String {
    var told: Set<String> = []
    let phrases = rules.flatMap(phrases).filter { told.insert($0).inserted }
    guard !phrases.isEmpty else { return "Nothing changes but the version" }
    var text = phrases.prefix(mostPhrases).joined(separator: "; ")
    if phrases.count > mostPhrases { text += "; and \(phrases.count - mostPhrases) more" }
    return text
  }

  private static func phrases(of rule: JSON) -> [String] {
    guard let object = rule.object, let verb = RuleCost.verb(of: rule), let value = object[verb]
    else { return [] }
    if verb == "rules" { return (value.array ?? []).flatMap(phrases) }
    let names: [String]
    switch value {
    case .string(let path): names = [path == "@" ? object["in"]?.string ?? "the document" : path]
    case .array(let paths): names = paths.compactMap(\.string)
    case .object(let pairs):
      switch verb {
      case "rename", "move": return pairs.map { "\($0.key) becomes \($0.value.string ?? "")" }
      case "copy": return pairs.map { "\($0.value.string ?? "") is copied from \($0.key)" }
      default: names = pairs.map(\.key)
      }
    default: names = []
    }
    let list = names.prefix(3).joined(separator: ", ") + (names.count > 3 ? " and more" : "")
    switch verb {
    case "drop": return ["\(list) \(names.count == 1 ? "goes" : "go")"]
    case "add-default", "compose": return ["\(list) \(names.count == 1 ? "is" : "are") new"]
    case "map-values", "set", "scale", "convert", "text":
      return ["\(list) \(names.count == 1 ? "has" : "have") other values"]
    default: return ["\(verb) \(list)"]
    }
  }

  /// The rules with a note on each guess; `newIDs` is how many ids new documents had, and `known`
  /// are values of old ones.
  static func noted(_ rules: [JSON], newIDs: Int, known: Set<JSON>) -> [JSON] {
    rules.map { rule in
      guard var object = rule.object else { return rule }
      if let inner = object["rules"]?.array {
        object["rules"] = .array(noted(inner, newIDs: newIDs, known: known))
      }
      let allowed = allowed(in: .object(object))
      if !allowed.isEmpty { object["allow"] = .array(allowed) }
      if let note = note(on: object, newIDs, known) { object["note"] = .string(note) }
      return .object(object)
    }
  }

  /// How many rules have a note.
  static func count(in rules: [JSON]) -> Int {
    rules.reduce(0) { count, rule in
      count + (rule.object?["note"] == nil ? 0 : 1)
        + Self.count(in: rule.object?["rules"]?.array ?? [])
    }
  }

  /// What `check` would warn of in a rule, though samples have it: names and texts are as they are.
  private static func allowed(in rule: JSON) -> [JSON] {
    let file: JSON = ["from": 1, "to": 2, "rules": [rule]]
    let source = RuleSource(name: "step.json", bytes: Array(file.description.utf8))
    let rules = try? RuleSet(named: "", functions: [:]) { $0.isEmpty ? .success([source]) : nil }
    let words = rules?.warnings.map(\.word) ?? []
    return ["dotted-name", "field", "pointer"].filter(words.contains).map { .string($0) }
  }

  /// The values of some few documents that others may have too by chance only.
  static func tellingValues(of documents: [JSON]) -> Set<JSON> {
    guard documents.count < 3 else { return [] }
    return Set(
      documents.flatMap(\.leaves).filter { value in
        switch value {
        case .string(let text): text.utf8.count > 2
        case .number(let number): number.text.utf8.count > 3
        default: false
        }
      })
  }

  /// The members that get values which old documents have too, as rules name them.
  static func copied(by rules: [JSON], _ known: Set<JSON>) -> [String] {
    rules.flatMap { rule -> [String] in
      guard let object = rule.object else { return [] }
      if let inner = object["rules"]?.array { return copied(by: inner, known) }
      return written(by: object).filter { $0.value.leaves.contains(where: known.contains) }
        .map(\.key)
    }
  }

  /// The members that a rule makes, each with its value.
  private static func written(by rule: JSONObject) -> JSONObject {
    (rule["add-default"] ?? rule["set"])?.object ?? [:]
  }

  private static func note(
    on rule: JSONObject, _ newIDs: Int, _ known: Set<JSON>
  ) -> String? {
    var notes: [String] = []
    if let value = written(by: rule).flatMap(\.value.leaves).first(where: known.contains) {
      notes.append("writes \(value) into every document, which stands in a sample before")
    }
    if rule["in"] == nil, rule["drop"] == "[*]" || rule["keep-only"] != nil {
      notes.append("takes away whatever else is there")
    }
    let paths = RuleCost.paths(rule["in"]) + RuleCost.paths(rule["drop"])
    let hasFilter = paths.contains { $0.includes("[?") }
    if rule["when"] != nil || hasFilter {
      notes.append("the condition is a guess from the samples")
    }
    if rule["otherwise"] == "keep", rule["map-values"] != nil {
      let olds =
        rule["table"]?.object?.map { JSON.string($0.key).description }
        ?? rule["cases"]?.array?.compactMap { $0.object?["is"]?.description } ?? []
      let isShort = olds.joined().utf8.count < 60
      if !olds.isEmpty {
        let values = isShort ? olds.joined(separator: ", ") : "these \(olds.count) values"
        notes.append("only \(values) \(olds.count == 1 ? "was" : "were") seen")
      }
    }
    if rule["cases"]?.array?.contains(where: { $0["at-most"] != nil || $0["above"] != nil }) == true
    {
      notes.append("the bounds are a guess from the samples")
    }
    if rule["set"] != nil, rule["when"] == nil, rule["fill"] == nil {
      notes.append("overwrites whatever is there")
    }
    if rule["generate"] == "uuid", newIDs == 1 {
      notes.append("only one id was seen, which may be a constant")
    }
    return notes.isEmpty ? nil : notes.joined(separator: "; ")
  }
}
