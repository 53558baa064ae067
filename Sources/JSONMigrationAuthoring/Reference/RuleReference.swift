internal import JSONMigrationCore
internal import JSONText

/// What the help, the schema and the page of the rule reference say of verbs and their keys.
///
/// It is made from the specs of the verbs.
enum RuleReference {
  /// What there is to know about a verb, in whole sentences.
  static func notes(on spec: VerbSpec) -> [String] { asked(spec) + spec.edges + wayBack(spec) }

  /// The rule of a verb's example, as text in some language, and what comes of it.
  static func example(of spec: VerbSpec, in language: String) -> String {
    """
    ```\(language)
    \(spec.example.rule)
    ```

    Before:

    ```json
    \(spec.example.before)
    ```

    After:

    ```json
    \(spec.example.after)
    ```
    """
  }

  /// What `if-missing` and `if-exists` mean for a verb.
  private static func asked(_ spec: VerbSpec) -> [String] {
    let missing = "`if-missing` asks about \(spec.source)."
    let exists = "`if-exists` asks about \(spec.target)."
    return (spec.hasSource ? [missing] : []) + (spec.hasTarget ? [exists] : [])
  }

  private static func wayBack(_ spec: VerbSpec) -> [String] {
    switch inverse(of: spec) {
    case .exact(let rules): ["Goes back: exactly\(quoted(rules))."]
    case .conditional(let rules): ["Goes back: if the data allow it\(quoted(rules))."]
    case .kept: ["Goes back: by what it has kept."]
    case .each: ["Goes back: as its rules do, the last one first."]
    case .lossy(let why): ["Goes back: not by itself; \(why)."]
    case nil: ["Goes back: only with an `undo`."]
    }
  }

  /// How the example of a verb goes back; nil if it can't be read without a folder or an app.
  private static func inverse(of spec: VerbSpec) -> Inverse? {
    let source = RuleSource(name: spec.name, bytes: "[\(spec.example.rule)]".utf8)
    return RuleReader().rules(in: source)?.first?.inverse
  }

  private static func quoted(_ rules: [JSON]) -> String {
    if rules.isEmpty { return ", nothing has to be done" }
    var bytes: [UInt8] = []
    let layout = JSON.Layout(afterColon: [UInt8(ascii: " ")], afterComma: [UInt8(ascii: " ")])
    JSON.array(rules).write(into: &bytes, layout: layout)
    return ", by `\(String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self))`"
  }

  static func words(for type: ParameterType) -> String {
    switch type {
    case .path: "a path"
    case .paths: "a path, or a list of them"
    case .condition: "a condition"
    case .names: "a list of names"
    case .name: "a name"
    case .target: "a target"
    case .slot: "a slot"
    case .text: "text"
    case .pattern: "a pattern"
    case .word(let words): choice(words.map { "`\($0)`" })
    case .flag: "`true`"
    case .number: "a number"
    case .boolean: "`true` or `false`"
    case .version: "an integer or text"
    case .value: "any JSON"
    case .rules: "a list of rules"
    case .map(let value, .path): "for each path \(words(for: value))"
    case .map(let value, .slot): "for each slot \(words(for: value))"
    case .map(let value, .text): "for each text \(words(for: value))"
    case .list(let element): "a list, each \(words(for: element))"
    case .record: "an object"
    case .either(let types): types.map { words(for: $0) }.joined(separator: ", or ")
    }
  }

  private static func choice(_ words: [String]) -> String {
    let (last, others) = (words.suffix(1), words.dropLast())
    return others.isEmpty ? last.joined() : others.joined(separator: ", ") + " or " + last.joined()
  }

  static func sentence(_ phrase: String) -> String {
    phrase.prefix(1).uppercased() + phrase.dropFirst() + "."
  }
}
