import Testing

/// A section of the page of recipes: rules, and documents that show what they do.
///
/// The form of the page, which `Recipe.all` demands. A recipe is a section that begins with `###`:
///
/// 1. One or more blocks ```` ```jsonc ````. If the first line of a block is `// NAME.json`, or
///    `// NAME.jsonc`, it is that file of a rules folder, and NAME may have a folder before it.
///    A block without such a line is a rule or several with commas between them; it is the only
///    block then, and the step from version 1 to 2 of a format that writes no version.
/// 2. One or more times the line `Before:` and a block ```` ```json ````, then the line `After:`
///    and another one.
/// 3. Any number of times the line ``Refused with `KIND`:`` and a block ```` ```json ````.
/// 4. A quotation that begins with `> Note:`, the trap.
///
/// Between them, prose. The results are compared with the order of the keys, without white space.
struct Recipe: Sendable, CustomTestStringConvertible {
  enum Outcome: Sendable {
    case after([UInt8])
    case refused(kind: String)
  }

  struct Case: Sendable {
    /// Of the block with the document before.
    let line: Int
    let before: [UInt8]
    let outcome: Outcome
  }

  let title: String
  let folder: RuleFolder
  let cases: [Case]

  var testDescription: String { title }

  /// Whether the rules tell what is current, so that a second run changes nothing.
  var tellsVersions: Bool {
    folder.files.first { $0.isFormat }?.bytes != RuleFolder.unstamped.bytes
  }
}

/// What isn't as the form demands.
struct RecipeError: Error, CustomStringConvertible {
  let line: Int
  let message: String
  var description: String { "line \(line): \(message)" }
}

extension Recipe {
  /// All recipes of a page.
  static func all(in page: String) throws(RecipeError) -> [Recipe] {
    var recipes: [Recipe] = []
    var title: String?
    var parts: [MarkdownPart] = []
    for part in try MarkdownPart.all(in: page) {
      if case .heading(let level, let text) = part.kind {
        if let title { recipes.append(try Recipe(title, parts)) }
        title = level == 3 ? text : nil
        parts = []
      } else if title != nil {
        parts.append(part)
      } else if case .block = part.kind {
        throw RecipeError(line: part.line, message: "a block outside of all recipes")
      }
    }
    if let title { recipes.append(try Recipe(title, parts)) }
    return recipes
  }

  private init(_ title: String, _ parts: [MarkdownPart]) throws(RecipeError) {
    self.title = title
    var reader = PartReader(parts)
    folder = try Self.folder(of: &reader)
    var cases: [Case] = []
    repeat {
      cases.append(try reader.beforeAndAfter())
    } while reader.isAt("Before:")
    while let kind = reader.refusal() {
      let (line, before) = try reader.block("json")
      cases.append(Case(line: line, before: before, outcome: .refused(kind: kind)))
    }
    self.cases = cases
    try reader.note()
  }

  /// The rules, as files.
  private static func folder(of reader: inout PartReader) throws(RecipeError) -> RuleFolder {
    var files: [RuleFolder.File] = []
    repeat {
      let (line, bytes) = try reader.block("jsonc")
      if let name = fileName(in: bytes) {
        files.append(RuleFolder.File(name: name, bytes: bytes))
        continue
      }
      guard files.isEmpty, !reader.isAtBlock("jsonc") else {
        throw RecipeError(line: line, message: "of several blocks, each begins with a file name")
      }
      return .step(of: bytes)
    } while reader.isAtBlock("jsonc")
    return RuleFolder(files: files)
  }

  /// The name in the first line, `// v2.json`.
  static func fileName(in bytes: [UInt8]) -> String? {
    let line = String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    let words = line.split(separator: " ")
    guard words.count == 2, words[0] == "//" else { return nil }
    return words[1].hasSuffix(".json") || words[1].hasSuffix(".jsonc") ? String(words[1]) : nil
  }
}

/// Takes the parts of a recipe one by one.
private struct PartReader {
  private var parts: ArraySlice<MarkdownPart>
  private var line: Int

  init(_ parts: [MarkdownPart]) {
    self.parts = parts[...]
    line = parts.first?.line ?? 0
  }

  /// The next part that is more than prose.
  private mutating func next() -> MarkdownPart? {
    while let part = parts.first {
      line = part.line
      guard part.isProse else { return part }
      parts.removeFirst()
    }
    return nil
  }

  mutating func isAt(_ label: String) -> Bool {
    if case .line(label)? = next()?.kind { true } else { false }
  }

  mutating func isAtBlock(_ language: String) -> Bool {
    if case .block(language, _)? = next()?.kind { true } else { false }
  }

  mutating func block(_ language: String) throws(RecipeError) -> (line: Int, bytes: [UInt8]) {
    guard case .block(language, let text)? = next()?.kind else {
      throw RecipeError(line: line, message: "expected a block of \(language)")
    }
    parts.removeFirst()
    return (line, Array(text.utf8))
  }

  mutating func beforeAndAfter() throws(RecipeError) -> Recipe.Case {
    try label("Before:")
    let (line, before) = try block("json")
    try label("After:")
    let (_, after) = try block("json")
    return Recipe.Case(line: line, before: before, outcome: .after(after))
  }

  private mutating func label(_ label: String) throws(RecipeError) {
    guard isAt(label) else {
      throw RecipeError(line: line, message: "expected the line \(label)")
    }
    parts.removeFirst()
  }

  /// The kind in the line that says that a document is refused, if it comes next.
  mutating func refusal() -> String? {
    guard case .line(let text)? = next()?.kind, text.hasPrefix(MarkdownPart.refused) else {
      return nil
    }
    parts.removeFirst()
    return String(text.dropFirst(MarkdownPart.refused.count).prefix { $0 != "`" })
  }

  mutating func note() throws(RecipeError) {
    guard case .line(let text)? = next()?.kind, text.hasPrefix(MarkdownPart.note) else {
      throw RecipeError(line: line, message: "expected a note, or the next document")
    }
    parts.removeFirst()
    if next() != nil { throw RecipeError(line: line, message: "something behind the note") }
  }
}
