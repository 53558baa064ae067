internal import JSONMigrationCore
internal import JSONText

/// Writes the file of a step as people write it: a rule a line, longer ones broken.
struct DraftText {
  private static let width = 96

  static func text(
    from: Version, to: Version, about: String, rules: [JSON], tests: [JSON]
  ) -> String {
    var text = "{\n  \"$schema\": \"rule-file.schema.json\",\n"
    text += "  \"from\": \(from.value), \"to\": \(to.value),\n"
    text += "  \"about\": \(JSON.string(about)),\n"
    text += "  \"rules\": " + list(rules)
    if !tests.isEmpty {
      text += ",\n  \"tests\": " + list(tests)
    }
    return text + "\n}\n"
  }

  private static func list(_ values: [JSON]) -> String {
    guard !values.isEmpty else { return "[]" }
    return "[\n" + values.map { "    " + written($0, indent: 4) }.joined(separator: ",\n") + "\n  ]"
  }

  private static func written(_ value: JSON, indent: Int) -> String {
    let line = value.spaced
    if line.unicodeScalars.count + indent <= width { return line }
    let margin = String(repeating: " ", count: indent)
    let inner = margin + "  "
    switch value {
    case .array(let elements):
      let lines = elements.map { inner + written($0, indent: indent + 2) }
      return "[\n" + lines.joined(separator: ",\n") + "\n\(margin)]"
    case .object(let members):
      if members.last?.key == "rules", let rules = members.last?.value.array {
        let head = members.dropLast().map { "\(JSON.string($0.key)): \($0.value.spaced)" }
        let lines = rules.map { inner + written($0, indent: indent + 2) }
        return "{ " + (head + ["\"rules\": ["]).joined(separator: ", ") + "\n"
          + lines.joined(separator: ",\n") + "\n\(margin)] }"
      }
      let lines = members.map { key, value in
        inner + "\(JSON.string(key)): " + written(value, indent: indent + 2)
      }
      return "{\n" + lines.joined(separator: ",\n") + "\n\(margin)}"
    default: return line
    }
  }
}
