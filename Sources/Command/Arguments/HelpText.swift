import JSONMigrationAuthoring
import JSONMigrationCore

/// The help, written from the table of commands and flags.
enum HelpText {
  private static let columns = 80

  /// About the tool as a whole.
  static func overview(_ length: Options.Help) -> String {
    var parts = [
      "jsonmigrate - bring JSON documents to the newest version by rules",
      "Usage: jsonmigrate COMMAND [FLAGS] ...",
      section(
        "Commands",
        list(
          CommandSpec.all.map {
            (([$0.name.rawValue] + $0.operands.map(\.shown)).joined(separator: " "), $0.summary)
          })
      ),
      section(
        Flag.Category.everywhere.rawValue, flags(everywhere, length)),
      section("Examples", examples(overviewExamples)),
    ]
    if length == .long {
      parts.append(section("Exit status", list(exitStatuses)))
      parts.append(section("Verbs of rules", list(VerbHelp.all.map { ($0.name, $0.about) })))
      let lists = TopicHelp.lists.map { ($0.name, $0.about) }
      parts.append(
        section("More on rules", list(SubjectHelp.all.map { ($0.name, $0.about) } + lists)))
      parts.append(
        "`jsonmigrate help TOPIC` explains a verb, a key, one of these, or a kind of error.")
    }
    parts.append("`jsonmigrate COMMAND -h` shows the flags of a command.")
    return parts.joined(separator: "\n\n") + "\n"
  }

  /// About one command.
  static func command(_ command: CommandSpec, _ length: Options.Help) -> String {
    var parts = [
      "jsonmigrate \(command.name.rawValue) - \(command.summary)",
      "Usage: \(command.usage)",
    ]
    if let example = command.examples.first { parts.insert("  \(example.command)", at: 1) }
    if length == .long { parts += command.details.map { wrapped($0, indent: 0) } }
    let all = Flag.of(command.name).filter { length == .long || !$0.isRare }
    for category in Flag.Category.allCases {
      let some = all.filter { $0.category == category }
      if !some.isEmpty {
        parts.append(section(category.rawValue, flags(some, length, of: command.name)))
      }
    }
    if length == .long {
      parts.append(section("Examples", examples(command.examples)))
      parts.append(section("Exit status", list(exitStatuses)))
    } else {
      let rare = Flag.of(command.name).count - all.count
      let more = rare == 0 ? "" : ", and of \(rare) more flag\(rare == 1 ? "" : "s")"
      parts.append("`jsonmigrate \(command.name.rawValue) --help` says more\(more).")
    }
    return parts.joined(separator: "\n\n") + "\n"
  }

  static let exitStatuses = [
    ("0", "done"),
    ("1", "a document failed, or a check or a test found something"),
    ("2", "could not start: the arguments, or rules that it needs"),
    ("128+N", "ended by signal N"),
  ]

  static var everywhere: [Flag] {
    Flag.all.filter { $0.category == .everywhere }
  }

  /// The first example of the first three commands.
  static var overviewExamples: [(command: String, about: String)] {
    CommandSpec.all.prefix(3).compactMap(\.examples.first)
  }

  private static func section(_ title: String, _ text: String) -> String {
    "\(title):\n\(text)"
  }

  private static func flags(
    _ flags: [Flag], _ length: Options.Help, of command: CommandName? = nil
  ) -> String {
    switch length {
    case .short: list(flags.map { ($0.shown(for: command), $0.meaning(for: command).summary) })
    case .long:
      flags.map { flag in
        let meaning = flag.meaning(for: command)
        let paragraphs = [sentence(meaning.summary)] + meaning.details
        return "  \(flag.shown(for: command))\n"
          + paragraphs.map { wrapped($0, indent: 10) }.joined(separator: "\n\n")
      }.joined(separator: "\n\n")
    }
  }

  private static func examples(_ examples: [(command: String, about: String)]) -> String {
    examples.map { "  \($0.command)\n      \($0.about)" }.joined(separator: "\n")
  }

  /// Two columns; what is too wide for the first one gets a line of its own.
  static func list(_ rows: [(String, String)]) -> String {
    let width = min(24, rows.map(\.0.count).max() ?? 0)
    return rows.map { name, about in
      let text = wrapped(about, indent: width + 4)
      guard name.count <= width else { return "  \(name)\n\(text)" }
      return "  \(name)" + text.dropFirst(name.count + 2)
    }.joined(separator: "\n")
  }

  /// A phrase as a sentence.
  static func sentence(_ phrase: String) -> String {
    guard let first = phrase.first, let last = phrase.last, last != "." else { return phrase }
    return first.uppercased() + phrase.dropFirst() + (last == "?" ? "" : ".")
  }

  /// The text in lines that fit a terminal, each begun with spaces.
  static func wrapped(_ text: String, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = margin
    for word in text.split(separator: " ") {
      if line.count > indent, line.count + 1 + word.count > columns {
        lines.append(line)
        line = margin
      }
      line += (line.count > indent ? " " : "") + word
    }
    return (lines + [line]).joined(separator: "\n")
  }
}
