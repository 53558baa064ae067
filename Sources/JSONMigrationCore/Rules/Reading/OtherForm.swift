internal import JSONText

/// A rule that is written as other tools have it: its parts are there, under other keys.
///
/// It is one slip, and told once, with the verb as it is written here.
struct OtherForm {
  let message: String
  /// The key that shows it.
  let key: String
  /// The verb and its keys.
  let meant: String

  /// The form, if it is one that is known.
  init?(of verb: String, in fields: Fields) {
    let form =
      switch verb {
      case "rename", "move", "copy": Self.pair(verb, fields, Self.targets)
      case "set", "add-default", "append": Self.pair(verb, fields, Self.values)
      case "map-values": Self.table(fields)
      case "text":
        Self.changes(verb, fields, ["replace", "pattern"], with: "with")
          ?? Self.changes(verb, fields, ["prefix", "suffix"])
      case "list": Self.changes(verb, fields, ["sort-by"])
      default: nil as OtherForm?
      }
    guard let form else { return nil }
    self = form
  }

  private init(_ message: String, at key: String, _ meant: [String]) {
    (self.message, self.key, self.meant) = (message, key, meant.joined(separator: ", "))
  }

  private static let targets = ["to", "into", "as", "target"]
  private static let values = ["value", "to", "with", "default"]

  /// A path and what belongs to it, in two keys.
  private static func pair(_ verb: String, _ fields: Fields, _ others: [String]) -> OtherForm? {
    guard let path = fields.peek(verb), case .string = path.value,
      let key = others.first(where: fields.has), let other = shown(fields, key)
    else { return nil }
    return shown(fields, verb).map {
      OtherForm("`\(verb)` has no `\(key)`", at: key, ["\"\(verb)\": { \($0): \(other) }"])
    }
  }

  /// A path with its table behind it.
  private static func table(_ fields: Fields) -> OtherForm? {
    guard case .object(let members)? = fields.peek("map-values")?.value, members.count == 1,
      case .object = members[0].value.value, let table = shown(members[0].value)
    else { return nil }
    return OtherForm(
      "`map-values` has the path alone", at: "map-values",
      ["\"map-values\": \(JSON.string(members[0].key))", "\"table\": \(table)"])
  }

  /// What is done with a value, beside it.
  private static func changes(
    _ verb: String, _ fields: Fields, _ keys: [String], with other: String? = nil
  ) -> OtherForm? {
    guard !fields.has("do"), let key = keys.first(where: fields.has),
      let path = shown(fields, verb), let value = shown(fields, key)
    else { return nil }
    let rest = other.flatMap { shown(fields, $0) }.map { ", \"with\": \($0)" } ?? ""
    return OtherForm(
      "`\(verb)` has what is done in `do`", at: key,
      ["\"\(verb)\": \(path)", "\"do\": [{ \"\(key)\": \(value)\(rest) }]"])
  }

  private static func shown(_ fields: Fields, _ key: String) -> String? {
    fields.peek(key).flatMap(shown)
  }

  /// A value as it may stand in a message; nil for a long one.
  private static func shown(_ value: LocatedJSON) -> String? {
    let text = value.json.description
    return text.utf8.count <= 80 && !text.contains { $0.isNewline } ? Printable.quote(text) : nil
  }
}
