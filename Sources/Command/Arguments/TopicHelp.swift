import JSONMigrationAuthoring
import JSONMigrationCore

/// The help on verbs of the rules and their keys, on what else rules consist of, and on kinds of
/// errors.
enum TopicHelp {
  /// All that there is help on, commands aside.
  static var names: [String] {
    let known = pages + keys.map(\.name)
    return known + WarningHelp.all.map(\.word).filter { !known.contains($0) }
  }

  /// Verbs, subjects and kinds, which are meant where a key has the same name, as commands are.
  private static var pages: [String] {
    VerbHelp.all.map(\.name) + SubjectHelp.all.map(\.name) + lists.map(\.name)
      + kinds.map(\.kind.rawValue)
  }

  /// Lists of topics, each with what it is about and what is in it.
  static var lists: [(name: String, about: String, rows: [(String, String)])] {
    [
      (
        "keys", "a list of all keys of rules and rule files",
        KeyHelp.all.map { ($0.name, $0.meanings[0].about) }
      ),
      ("kinds", "a list of the kinds of messages", kinds.map { ($0.kind.rawValue, $0.about) }),
      (
        "warnings", "a list of the words of warnings", WarningHelp.all.map { ($0.word, $0.about) }
      ),
    ]
  }

  private static var keys: [KeyHelp] {
    let pages = Set(pages + CommandSpec.all.map(\.name.rawValue))
    return KeyHelp.all.filter { !pages.contains($0.name) }
  }

  /// What others call a subject.
  private static let otherNames: [(names: String, subject: String)] = [
    ("regex regexp regexes patterns", "pattern"), ("condition conditions", "when"),
    ("jsonpath json-path", "paths"), ("format.json formats", "format"),
    ("versioning chain", "versions"), ("testing", "tests"),
  ]

  /// The help on a topic; nil if there is none.
  static func text(on topic: String) -> String? {
    let other = otherNames.first {
      $0.names.split(separator: " ").contains { $0.utf8.elementsEqual(topic.utf8) }
    }
    let known = knownText(on: topic)
    guard let subject = other.flatMap({ knownText(on: $0.subject) }) else { return known }
    return [known, subject].compactMap(\.self).joined(separator: "\n")
  }

  /// The help on a key, also where a verb or a command has its name; nil if there is none.
  static func text(onKey name: String) -> String? {
    KeyHelp.all.first { $0.name.utf8.elementsEqual(name.utf8) }.map(text)
  }

  private static func knownText(on topic: String) -> String? {
    if let page = VerbHelp.page(on: topic) {
      return [text(page), text(onKey: topic)].compactMap(\.self).joined(separator: "\n")
    }
    // A few words are a warning as well.
    let warning = WarningHelp.all.first { $0.word.utf8.elementsEqual(topic.utf8) }.map(text)
    if let subject = SubjectHelp.all.first(where: { $0.name.utf8.elementsEqual(topic.utf8) }) {
      return [text(subject), warning].compactMap(\.self).joined(separator: "\n")
    }
    if let list = lists.first(where: { $0.name.utf8.elementsEqual(topic.utf8) }) {
      return "\(list.name) - \(list.about)\n\n\(HelpText.list(list.rows))\n\n"
        + "`jsonmigrate help TOPIC` tells more of each.\n"
    }
    if let kind = kinds.first(where: { $0.kind.rawValue.utf8.elementsEqual(topic.utf8) }) {
      return text(kind)
    }
    let key = keys.first { $0.name.utf8.elementsEqual(topic.utf8) }.map(text)
    return key == nil ? warning : [key, warning].compactMap(\.self).joined(separator: "\n")
  }

  /// The kinds of the library, and then those that only the command has.
  static let kinds =
    KindHelp.all + [
      KindHelp(
        .badFile, "a file of an app can't be read or written",
        "Only apps that load and save with the library's `GuardedFile` have this error. The file is as it "
          + "was; the message has what the system says."),
      KindHelp(
        .fileInUse, "another program, or another part of the app, has the file for too long",
        "Only apps that load and save with the library's `GuardedFile` have this error. Try again; the "
          + "file is as it was."),
      KindHelp(
        .cannotRead, "a file or folder can't be read",
        "The message has the system's reason. A name that is nearly the same is pointed to."),
      KindHelp(
        .cannotWrite, "a file or a stream can't be written",
        "The message has the system's reason. A file that was to be replaced is as it was."),
      KindHelp(
        .usage, "the arguments make no sense", "`jsonmigrate COMMAND -h` shows what there is."),
      KindHelp(
        .wouldChange, "a document is not what it should be",
        "`apply --check` says so; `apply --in-place` changes it."),
      KindHelp(
        .uncovered, "values were met that no case of a rule covers",
        "`status` says so. Give the rule a case for each of them, or an `otherwise`."),
      KindHelp(
        .lostAttribute, "a file that was replaced has lost something besides its content",
        "The system didn't let the new file have it. Where it was an access list, only the owner can "
          + "read and write the file now; give it its list again."),
      KindHelp(
        .idleRule, "a rule found nothing in any document of a run",
        "`apply` says so. Most likely its path leads elsewhere: `explain -v` shows for one document "
          + "why each rule found nothing."),
      KindHelp(
        .leftover, "a run that was killed has left a temporary file",
        "`status` says so. The next `apply --in-place` takes it away, and it may be removed."),
      KindHelp(
        .brokenSchema, "a document that one schema takes becomes one that the other refuses",
        "`check --from --to` shows such a document, made small, and the rule that last wrote what is "
          + "refused. Change the rule, the schema that results have to fit, or that of old documents if "
          + "none of them is like this: `jsonmigrate shape` tells what real ones are."),
      KindHelp(
        .notProven, "nothing was found that breaks it, but that there is nothing is not proven",
        "Documents were tried, and none broke it. What stands in the way of a proof is told: a keyword of "
          + "the schema that isn't understood, a rule that may fail or may make anything. `--strict` "
          + "makes it exit status 1."),
      KindHelp(
        .badSchema, "a JSON Schema can't be used",
        "The file has to be a JSON Schema of documents whose version the rules name."),
      KindHelp(.summary, "what a run has done", "This is a note and no error."),
    ]

  private static func text(_ page: VerbHelp.Page) -> String {
    let keys = page.keys.map { key in
      let value = key.name == "allow" ? "a list of what `help warnings` lists" : key.value
      let words = value + (key.isRequired ? ", has to be there" : "")
      return (key.name, "\(key.about) (\(words))")
    }
    return [
      "\(page.name) - a verb of rules", HelpText.wrapped(page.purpose, indent: 0),
      section("Rule", indented(page.rule)), section("Before", indented(page.before)),
      section("After", indented(page.after)), section("Keys", HelpText.list(keys)),
      section(
        "Notes", page.notes.map { HelpText.wrapped("- " + $0, indent: 2) }.joined(separator: "\n")),
    ].joined(separator: "\n\n") + "\n"
  }

  private static func text(_ subject: SubjectHelp) -> String {
    let tables = subject.tables.map { section($0.title, HelpText.list($0.rows)) }
    let notes = subject.notes.map { HelpText.wrapped("- " + $0, indent: 2) }
    return
      ([
        "\(subject.name) - \(subject.about)", HelpText.wrapped(subject.text, indent: 0),
      ] + tables + [
        section("Example", indented(subject.example)),
        section("Notes", notes.joined(separator: "\n")),
      ]).joined(separator: "\n\n") + "\n"
  }

  private static func text(_ key: KeyHelp) -> String {
    let meanings = key.meanings.map { meaning in
      HelpText.wrapped(HelpText.sentence("\(meaning.about) (\(meaning.value))"), indent: 0) + "\n"
        + HelpText.wrapped(
          "In " + meaning.places.joined(separator: ", ")
            + (meaning.example.map { ", as in `\($0)`" } ?? "") + ".", indent: 2)
    }
    let end = "`jsonmigrate help VERB` shows all keys of a verb."
    return (["\(key.name) - a key of rule files"] + meanings + [end]).joined(separator: "\n\n")
      + "\n"
  }

  private static func text(_ warning: WarningHelp) -> String {
    [
      "\(warning.word) - a warning of check",
      HelpText.wrapped(HelpText.sentence(warning.about), indent: 0),
      HelpText.wrapped(
        "`\"allow\": [\"\(warning.word)\"]` in a rule, or in one around it, says that it is meant so.",
        indent: 0),
    ].joined(separator: "\n\n") + "\n"
  }

  private static func text(_ kind: KindHelp) -> String {
    [
      "\(kind.kind) - a kind of message",
      HelpText.wrapped(HelpText.sentence(kind.about), indent: 0),
      HelpText.wrapped(kind.advice, indent: 0),
    ].joined(separator: "\n\n") + "\n"
  }

  private static func section(_ title: String, _ text: String) -> String { "\(title):\n\(text)" }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "  " + $0 }
      .joined(separator: "\n")
  }
}
