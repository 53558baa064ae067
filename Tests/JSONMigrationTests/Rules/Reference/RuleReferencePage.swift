import JSONText

@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore

/// The reference of rule files, a page for people; made from the specs of the verbs.
enum RuleReferencePage {
  /// The page as Markdown.
  static let text: String = {
    let parts =
      [opening, steps, formats, common, goingBack, verbs] + Verbs.specs.map { section($0) }
      + [errors]
    return parts.joined(separator: "\n\n") + "\n"
  }()

  private static let opening = """
    # Rule reference

    Every key of a rule file, and every verb with an example.

    ## Overview

    This page is for looking things up; `jsonmigrate help rename` shows the part about a verb, and
    `jsonmigrate help wrong-type` what is to be said about an error. <doc:WritingRules> explains
    rules one thing at a time, and <doc:Recipes> begins with what you want to do.

    The tables call values by these words:

    | word | what it is |
    | --- | --- |
    | path | where something is: `author.name`, `items[*].id`, `panels[?@.type == 'graph']` |
    | slot | a path that ends in a name: `items[*].id`; the member need not be there |
    | target | a path of plain names: `author.name`; nothing of it need be there |
    | name | a key as it is: `a.b` is one key |
    | condition | what is asked of a place: `@.kind == 'trial' && @.sum > 0` |
    | pattern | a regular expression after RFC 9485, with `^`, `$`, `\\d`, `\\w`, `\\s` and groups |

    A key with ✱ has to be there. Of the keys with ○ in one place exactly one has to be there.
    """

  private static let steps = """
    ## A step

    Each file of a rules folder but `format.json` is a step.

    \(table(FileKeys.step))
    """

  private static let formats = """
    ## format.json

    What holds for all versions. All of it can be left out, and so can the file.

    \(table(FileKeys.format))
    """

  private static let common = """
    ## On every rule

    A rule is an object with one verb, and what the verb needs. These keys may stand in all of them,
    `if-missing` and `if-exists` where the verb below says what they ask about:

    \(table(CommonKeys.parameters))

    All matches and conditions of a rule are found, and all values that it takes elsewhere are read,
    before its first change. If one rule fails, the whole document stays as it was.
    """

  private static let goingBack = """
    ## Going back

    Each example below says how its rule is undone:

    - *Exactly*: the same JSON comes back, as long as old documents keep to themselves what the rule
      makes: of one that had the new name already, the way back can't tell which of the two it was.
    - *If the data allow it*: afterwards the rule is run forward again, and if that doesn't give the
      same JSON the document is refused as `no-way-back`.
    - *Not by itself*: something is lost, and only an `undo` of yours can say what to do.

    Options can change that, and so can a `when`, an `in` or a filter that looks at what the rule
    changes. `jsonmigrate check rules --reversible` tells it for your rules, and warns where two rules
    make the same member: going back takes it for what the later one has made.
    """

  private static let verbs = """
    ## Verbs

    | verb | what it does |
    | --- | --- |
    \(lines(Verbs.specs.map { "| [\($0.name)](#\($0.name)) | \(cell($0.purpose)) |" }))
    """

  private static let errors = """
    ## Errors

    Errors have the kind in brackets, a word that stays the same from release to release.

    | kind | what it means | what can be done |
    | --- | --- | --- |
    \(lines(KindHelp.all.map { "| `\($0.kind)` | \(cell($0.about)) | \(cell($0.advice)) |" }))

    The command has more, of files and runs: `cannot-read`, `cannot-write`, `usage`, `would-change`,
    `uncovered-value`, `lost-attribute`, `idle-rule`, `leftover`, `broken-schema`, `not-proven`,
    `bad-schema`, and `summary`, a note on what a run has done. Apps that use `GuardedFile` meet `bad-file`
    and `file-in-use`. `jsonmigrate help kinds` lists all of them.
    """

  private static func section(_ spec: VerbSpec) -> String {
    let notes = RuleReference.notes(on: spec)
    return """
      ### \(spec.name)

      \(RuleReference.sentence(spec.purpose))

      \(RuleReference.example(of: spec, in: "jsonc"))

      \(table(spec.parameters))

      \(lines(notes.map { "- \($0)" }))
      """
  }
}

// MARK: - Tables

extension RuleReferencePage {
  /// How verbs go back, as the page about that begins with it.
  static let waysBack: String = {
    let ways = [
      ("Goes back: exactly", "by itself"),
      ("Goes back: if the data allow it", "by itself, if the data allow it; else not at all"),
      ("Goes back: as its rules do", "as the rules in it do"),
      ("Goes back: not by itself", "with an `undo` of yours"),
      ("Goes back: only", "with an `undo` of yours"),
    ]
    let verbs = Verbs.specs.map { spec in
      let note = RuleReference.notes(on: spec).last ?? ""
      let way = ways.first { note.hasPrefix($0.0) }?.1 ?? ""
      let keeps = spec.parameters.contains { $0.name == "stash" }
      return (name: spec.name, way: way + (keeps ? ", or with `\"stash\": true`" : ""))
    }
    let all = verbs.reduce(into: [String]()) { if !$0.contains($1.way) { $0.append($1.way) } }
    return lines(
      ["| a rule goes back | verbs |", "| --- | --- |"]
        + all.map { way in
          let names = verbs.filter { $0.way == way }.map { "`\($0.name)`" }
          return "| \(way) | \(names.joined(separator: ", ")) |"
        })
  }()

  private static func table(_ parameters: [Parameter]) -> String {
    lines(["| key | value | meaning |", "| --- | --- | --- |"] + rows(parameters, in: ""))
  }

  /// A row for each key, and below it one for each key of the objects behind it.
  private static func rows(_ parameters: [Parameter], in outer: String) -> [String] {
    parameters.flatMap { key in
      let name = "\(outer)`\(key.name)`"
      let mark = key.isRequired ? " ✱" : key.isAlternative ? " ○" : ""
      let value = cell(RuleReference.words(for: key.type))
      let row = "| \(name)\(mark) | \(value) | \(cell(key.about)) |"
      return [row] + rows(key.type.keys, in: name + " › ")
    }
  }

  /// Text in a table, where a bar would end the cell.
  private static func cell(_ text: String) -> String {
    text.split(separator: "|", omittingEmptySubsequences: false).joined(separator: "\\|")
  }

  private static func lines(_ lines: [String]) -> String { lines.joined(separator: "\n") }
}
