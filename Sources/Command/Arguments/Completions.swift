/// The completion scripts, written from the table of commands and flags.
enum Completions {
  static func text(for shell: Options.Shell) -> String {
    switch shell {
    case .bash: bash()
    case .zsh: zsh()
    case .fish: fish()
    }
  }

  private static func bash() -> String {
    let cases = Flag.all.compactMap { flag in
      bashReply(flag).map { "    \(flag.name)) \($0) -- \"$cur\")); return ;;\n" }
    }
    let flags = CommandSpec.all.map { command in
      let names = Flag.of(command.name).map(\.name).joined(separator: " ")
      return "    \(command.name.rawValue)) flags=\"\(names)\" ;;\n"
    }
    return """
      # bash completion for jsonmigrate
      _jsonmigrate() {
        local cur="${COMP_WORDS[COMP_CWORD]}" prev="${COMP_WORDS[COMP_CWORD-1]}"
        local commands="\(CommandSpec.all.map(\.name.rawValue).joined(separator: " "))"
        local command="" flags="\(HelpText.everywhere.map(\.name).joined(separator: " "))" word i
        COMPREPLY=()
        # bash takes --flag=value for three words.
        if [[ $cur == "=" ]]; then
          cur=""
        elif [[ $prev == "=" ]]; then
          prev="${COMP_WORDS[COMP_CWORD-2]}"
        fi
        case "$prev" in
      \(cases.joined())  esac
        for ((i = 1; i < COMP_CWORD; i++)); do
          word="${COMP_WORDS[i]}"
          if [[ -z $command && " $commands " == *" $word "* ]]; then command="$word"; fi
        done
        case "$command" in
          "")
            if [[ $cur != -* ]]; then
              COMPREPLY=($(compgen -W "$commands" -- "$cur"))
              return
            fi ;;
      \(flags.joined())  esac
        if [[ $cur == -* ]]; then
          COMPREPLY=($(compgen -W "$flags" -- "$cur"))
        elif [[ $command == help ]]; then
          COMPREPLY=($(compgen -W "$commands \(topics)" -- "$cur"))
        fi
      }
      complete -o default -o filenames -F _jsonmigrate jsonmigrate

      """
  }

  /// What lists the values of a flag; where nothing does, bash offers files.
  private static func bashReply(_ flag: Flag) -> String? {
    if case .choice(_, let choices) = flag.value {
      return "COMPREPLY=($(compgen -W \"\(choices.joined(separator: " "))\""
    }
    // A line each, for names with spaces.
    return flag.completion == .folder ? "local IFS=$'\\n'; COMPREPLY=($(compgen -d" : nil
  }

  private static func zsh() -> String {
    let commands = CommandSpec.all.map { "    '\($0.name.rawValue):\(zshQuoted($0.summary))'\n" }
    let cases = CommandSpec.all.map { command in
      let flags = Flag.of(command.name).map { "        \(zshFlag($0)) \\\n" }.joined()
      let operand = command.name == .help ? "'*:topic:(\(names) \(topics))'" : "'*:file:_files'"
      return
        "    \(command.name.rawValue))\n      _arguments -s \\\n\(flags)        \(operand) ;;\n"
    }
    return """
      #compdef jsonmigrate
      _jsonmigrate() {
        local -a commands
        local context state line
        commands=(
      \(commands.joined())  )
        _arguments -C '1:command:->command' '*::argument:->arguments'
        case $state in
          command) _describe command commands; return ;;
        esac
        case $words[1] in
      \(cases.joined())  esac
      }
      # As a file in fpath this is the function itself; when sourced it only makes it known.
      if [[ $funcstack[1] == _jsonmigrate ]]; then
        _jsonmigrate "$@"
      else
        compdef _jsonmigrate jsonmigrate
      fi

      """
  }

  private static func zshFlag(_ flag: Flag) -> String {
    let value =
      switch (flag.value, flag.completion) {
      case (.none, _), (.optional, _): ""
      case (.choice(_, let choices), _): ":value:(\(choices.joined(separator: " ")))"
      case (.required(let metavar), .nothing): ":\(metavar): "
      case (.required(let metavar), .file): ":\(metavar):_files"
      case (.required(let metavar), .folder): ":\(metavar):_files -/"
      }
    let about = "[\(zshQuoted(flag.summary))]\(value)"
    let equals = value.isEmpty ? "" : "="
    guard let short = flag.short else { return "'\(flag.name)\(equals)\(about)'" }
    let plus = value.isEmpty ? "" : "+"
    return "'(-\(short) \(flag.name))'{-\(short)\(plus),\(flag.name)\(equals)}'\(about)'"
  }

  /// Text inside single quotes and brackets.
  private static func zshQuoted(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      switch scalar {
      case "'": "'\\''"
      case "[", "]", ":": "\\\(scalar)"
      default: String(scalar)
      }
    }.joined()
  }

  private static func fish() -> String {
    var lines = [
      "# fish completion for jsonmigrate",
      "set -l commands \(names)",
    ]
    let noCommand = "not __fish_seen_subcommand_from $commands"
    for command in CommandSpec.all {
      lines.append(
        "complete -c jsonmigrate -n \"\(noCommand)\" -f -a \(command.name.rawValue)"
          + " -d \(fishQuoted(command.summary))")
    }
    lines.append(
      "complete -c jsonmigrate -n \"__fish_seen_subcommand_from help\" -f -a \"\(names) \(topics)\""
    )
    for flag in Flag.all {
      let takers = flag.commands.filter { name in CommandSpec.all.contains { $0.name == name } }
      let condition =
        flag.category == .everywhere
        ? ""
        : " -n \"__fish_seen_subcommand_from \(takers.map(\.rawValue).joined(separator: " "))\""
      let short = flag.short.map { " -s \($0)" } ?? ""
      let value =
        switch (flag.value, flag.completion) {
        case (.none, _), (.optional, _): ""
        case (.choice(_, let choices), _): " -x -a \"\(choices.joined(separator: " "))\""
        case (.required, .nothing): " -x"
        case (.required, .file): " -r -F"
        case (.required, .folder): " -x -a \"(__fish_complete_directories)\""
        }
      lines.append(
        "complete -c jsonmigrate\(condition) -l \(flag.long)\(short)\(value)"
          + " -d \(fishQuoted(flag.summary))")
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func fishQuoted(_ text: String) -> String {
    "'" + text.unicodeScalars.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
      + "'"
  }

  /// What `help` takes besides commands.
  private static var topics: String { TopicHelp.names.joined(separator: " ") }

  private static var names: String {
    CommandSpec.all.map(\.name.rawValue).joined(separator: " ")
  }
}
