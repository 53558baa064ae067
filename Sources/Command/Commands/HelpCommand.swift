import JSONMigrationAuthoring
import JSONMigrationCore

/// `jsonmigrate help`, and the flags that ask for it.
enum HelpCommand {
  static func run(
    _ help: Invocation.Help, _ general: GeneralOptions, _ console: inout Console
  ) throws(Output.Failure) -> ExitStatus {
    switch help {
    case .overview(let length): try console.output.write(HelpText.overview(length))
    case .command(let name, let length):
      for command in CommandSpec.all where command.name == name {
        try console.output.write(HelpText.command(command, length))
      }
    case .manual: try console.output.write(ManualPage.text())
    case .completions(let shell): try console.output.write(Completions.text(for: shell))
    case .topic(let topic):
      if let text = text(on: topic) {
        try console.output.write(text)
        return .done
      }
      let names = CommandSpec.all.map(\.name.rawValue) + TopicHelp.names
      let error = UsageError(
        "there is no help on `\(Printable.quote(topic))`",
        help: OtherWords.help(for: topic) ?? flagHelp(topic) ?? nearest(topic, names).map {
          "a similar topic exists: `\(Printable.quote($0))`"
        } ?? "`jsonmigrate help` names topics, `help keys`, `help kinds` and `help warnings` more")
      console.report([error.diagnostic(in: .help)], general)
      return .notStarted
    }
    return .done
  }

  /// The help on a topic: a command goes before a key of that name.
  private static func text(on topic: String) -> String? {
    guard let command = CommandSpec.named(topic) else { return TopicHelp.text(on: topic) }
    return [HelpText.command(command, .long), TopicHelp.text(onKey: topic)].compactMap(\.self)
      .joined(separator: "\n")
  }

  /// Where the help on a flag of that name is.
  private static func flagHelp(_ topic: String) -> String? {
    Flag.all.first { $0.long.utf8.elementsEqual(topic.utf8) }.flatMap { flag in
      flag.commands.first.map {
        "`\(flag.name)` is a flag: `jsonmigrate \($0.rawValue) --help` tells of it"
      }
    }
  }

  /// The name of several is meant by that of one.
  private static func nearest(_ topic: String, _ names: [String]) -> String? {
    names.first { $0.utf8.elementsEqual("\(topic)s".utf8) } ?? NearestName.of(topic, among: names)
  }
}
