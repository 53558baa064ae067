/// A line of a page, or a block of code.
struct MarkdownPart: Sendable {
  enum Kind: Sendable {
    case heading(level: Int, text: String)
    case line(String)
    case block(language: String, text: String)
  }

  /// Counted from 1; of a block, its first line of code.
  let line: Int
  let kind: Kind

  static let refused = "Refused with `"
  static let note = "> Note: "

  /// Whether it is there for the readers only.
  var isProse: Bool {
    guard case .line(let text) = kind else { return false }
    return text != "Before:" && text != "After:" && !text.hasPrefix(Self.refused)
      && !text.hasPrefix(Self.note)
  }

  static func all(in page: String) throws(RecipeError) -> [MarkdownPart] {
    var parts: [MarkdownPart] = []
    var block: (language: String, line: Int, text: String)?
    var number = 0
    for line in page.split(separator: "\n", omittingEmptySubsequences: false) {
      number += 1
      if let open = block, line == "```" {
        parts.append(
          MarkdownPart(line: open.line, kind: .block(language: open.language, text: open.text)))
        block = nil
      } else if block != nil {
        block?.text += line + "\n"
      } else if line.hasPrefix("```") {
        block = (String(line.dropFirst(3)), number + 1, "")
      } else if line.hasPrefix("#") {
        let level = line.prefix { $0 == "#" }.count
        parts.append(
          MarkdownPart(
            line: number, kind: .heading(level: level, text: String(line.dropFirst(level + 1)))))
      } else {
        parts.append(MarkdownPart(line: number, kind: .line(String(line))))
      }
    }
    if let block { throw RecipeError(line: block.line, message: "a block without an end") }
    return parts
  }
}
