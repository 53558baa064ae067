import JSONMigrationCore

/// The manual page, written from the table of commands and flags.
enum ManualPage {
  static func text() -> String {
    var lines = [
      ".TH JSONMIGRATE 1 \"\" \"jsonmigrate \(PackageVersion.current)\" \"User Commands\"",
      ".SH NAME", "jsonmigrate \\- bring JSON documents to the newest version by rules",
      ".SH SYNOPSIS",
    ]
    for (index, command) in CommandSpec.all.enumerated() {
      if index > 0 { lines.append(".br") }
      lines.append(escaped(command.usage))
    }
    lines += [
      ".SH DESCRIPTION",
      escaped(
        "jsonmigrate brings JSON documents from the version they have to the newest one. What "
          + "changes from version to version stands in a folder of rule files."),
      ".SH COMMANDS",
    ]
    for command in CommandSpec.all {
      lines.append(".SS " + escaped("jsonmigrate \(command.name.rawValue)"))
      lines.append(escaped(HelpText.sentence(command.summary)))
      lines += command.details.flatMap { [".PP", escaped($0)] }
      let own = Flag.of(command.name).filter { $0.category != .everywhere }
      lines += flags(own, of: command.name)
    }
    lines.append(".SH OPTIONS")
    lines.append("These are understood by every command.")
    lines += flags(HelpText.everywhere)
    lines.append(".SH EXIT STATUS")
    lines += HelpText.exitStatuses.flatMap {
      [".TP", ".B \(escaped($0.0))", escaped(HelpText.sentence($0.1))]
    }
    lines.append(".SH ENVIRONMENT")
    lines += [
      ".TP", ".B NO_COLOR", "If not empty, no colours, unless \\-\\-color asks for them.",
      ".TP", ".B CLICOLOR_FORCE\\fR, \\fBFORCE_COLOR",
      "If not empty and not 0, colours everywhere.",
      ".TP", ".B TERM", "If \"dumb\", no colours.",
    ]
    lines.append(".SH EXAMPLES")
    for example in CommandSpec.all.flatMap(\.examples) {
      lines += [".TP", ".B \(escaped(example.command))", escaped(HelpText.sentence(example.about))]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func flags(_ flags: [Flag], of command: CommandName? = nil) -> [String] {
    flags.flatMap { flag -> [String] in
      let meaning = flag.meaning(for: command)
      let short = flag.short.map { "\\fB\\-\($0)\\fR, " } ?? ""
      let long = "\\fB\(escaped(flag.name))\\fR"
      let value =
        switch flag.value {
        case .none: ""
        case .required(let metavar):
          " \\fI\(escaped(flag.valueName(metavar, for: command)))\\fR"
        case .optional(let metavar): "[=\\fI\(escaped(metavar))\\fR]"
        case .choice(_, let choices): " " + choices.joined(separator: "|")
        }
      return [".TP", short + long + value, escaped(HelpText.sentence(meaning.summary))]
        + meaning.details.flatMap { [".IP", escaped($0)] }
    }
  }

  /// Text in which roff sees nothing of its own.
  private static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": escaped += "\\e"
      case "-": escaped += "\\-"
      case "'" where escaped.isEmpty, "." where escaped.isEmpty: escaped += "\\&\(scalar)"
      case "`": escaped += "\\(ga"
      case "'": escaped += "\\(aq"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}
