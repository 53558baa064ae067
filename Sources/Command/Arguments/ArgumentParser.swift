import JSONMigrationCore

/// Takes arguments apart by the table of commands and flags.
///
/// It keeps what it has understood when it throws, so that the error can be reported in the format
/// that was asked for, and point to the help of the command that was named.
struct ArgumentParser {
  private(set) var command: CommandSpec?
  private(set) var options = Options()
  private(set) var operands: [FileName] = []
  private var given: [Flag] = []
  private var arguments: [[UInt8]] = []
  private var rest: ArraySlice<[UInt8]> = []

  /// Reads all arguments, or up to one that asks for help or the version.
  mutating func parse(_ arguments: [[UInt8]]) throws(UsageError) {
    self.arguments = arguments
    rest = arguments[...]
    var isOver = false
    while let argument = rest.popFirst(), options.help == nil, !options.isVersion {
      if isOver || argument.first != UInt8(ascii: "-") || argument.count == 1 {
        try take(operand: argument)
      } else if argument == Array("--".utf8) {
        isOver = true
      } else if argument[1] == UInt8(ascii: "-") {
        try take(long: argument)
      } else {
        try take(shorts: argument)
      }
    }
  }

  /// What is missing where flags were given, and no command; nil without either.
  var missingCommand: UsageError? {
    if arguments.isEmpty { return nil }
    // In front of a command a flag is the one that most commands have.
    let command = given.first { $0.category != .everywhere }?.commands.first.map(CommandSpec.spec)
    return UsageError(
      "no command was named",
      help: command.map { command in
        let start = command.operands.first?.isOptional == false ? " …" : ""
        let flags = arguments.map { Printable.shellWord($0) }.joined(separator: " ")
        return "write it first: `jsonmigrate \(command.name.rawValue)\(start) \(flags)`"
      })
  }

  /// Takes the form of errors from what comes behind a mistake.
  mutating func takeForm() {
    guard let flag = Flag.all.first(where: { $0.long == "format" }) else { return }
    while let argument = rest.popFirst(), argument != Array("--".utf8) {
      let (name, value) = Self.parts(of: argument[...])
      guard name.elementsEqual(flag.name.utf8) else { continue }
      // A form that there isn't is one mistake more, and one is told.
      try? flag.update(&options, FlagValue(flag: flag, bytes: value ?? rest.first))
    }
  }

  private mutating func take(operand: [UInt8]) throws(UsageError) {
    guard command == nil else {
      operands.append(FileName(bytes: operand))
      return
    }
    let name = String(decoding: operand, as: UTF8.self)
    command = CommandSpec.named(name)
    if command == nil {
      let names = CommandSpec.all.map(\.name.rawValue)
      let other = Self.otherCommands.first { $0.words.contains(name) }?.help
      let help =
        other ?? NearestName.help(for: name, among: names, one: "command", many: "commands")
      let topic = TopicHelp.text(on: name).map { _ in
        "`jsonmigrate help \(name)` tells of `\(name)` in rules"
      }
      throw UsageError(
        "there is no command `\(Printable.quote(operand))`",
        help: [topic, help].compactMap(\.self).joined(separator: "; "))
    }
    for flag in given { try checkFits(flag) }
  }

  private mutating func take(long argument: [UInt8]) throws(UsageError) {
    let (name, value) = Self.parts(of: argument.dropFirst(2))
    let flags = Flag.all.filter { $0.long.utf8.elementsEqual(name) }
    // In front of a command it is the one that most commands have.
    let own = flags.first { flag in command.map { flag.commands.contains($0.name) } ?? false }
    guard let flag = own ?? flags.max(by: { $0.commands.count < $1.commands.count }) else {
      throw unknown(String(decoding: name, as: UTF8.self), shown: argument.prefix(2) + name)
    }
    try take(flag, as: flag.name, value: value)
  }

  /// What is before the first `=`, and what is behind it.
  private static func parts(
    of argument: ArraySlice<UInt8>
  ) -> (name: ArraySlice<UInt8>, value: [UInt8]?) {
    guard let sign = argument.firstIndex(of: UInt8(ascii: "=")) else { return (argument, nil) }
    return (argument[..<sign], Array(argument[(sign + 1)...]))
  }

  private mutating func take(shorts argument: [UInt8]) throws(UsageError) {
    var letters = argument.dropFirst()
    if let flag = Flag.all.first(where: { $0.long.utf8.elementsEqual(letters) }) {
      throw UsageError(
        "`\(Printable.quote(argument))` has one dash", help: "a long flag has two: `\(flag.name)`")
    }
    while let letter = letters.popFirst() {
      guard let flag = Flag.all.first(where: { $0.short?.asciiValue == letter }) else {
        let word = String(Character(Unicode.Scalar(letter)))
        // No flag has a dot.
        if argument.contains(UInt8(ascii: ".")) { throw unknown("", shown: argument) }
        throw unknown(word, shown: [UInt8(ascii: "-"), letter])
      }
      var value: [UInt8]?
      if case .required = flag.value, !letters.isEmpty {
        value = Array(letters.first == UInt8(ascii: "=") ? letters.dropFirst() : letters)
        letters = []
      }
      try take(flag, as: "-\(Character(Unicode.Scalar(letter)))", value: value)
      if flag.short == "h" { options.help = .short }
    }
  }

  private mutating func take(
    _ flag: Flag, as name: String, value: [UInt8]?
  ) throws(UsageError) {
    try checkFits(flag)
    for other in given
    where other.conflicts.contains(flag.long) || flag.conflicts.contains(other.long) {
      throw UsageError(
        "`\(other.name)` and `\(flag.name)` can't be used together", help: "leave out one of them")
    }
    let value = try completed(value, of: flag, as: name)
    try flag.update(&options, FlagValue(flag: flag, bytes: value))
    given.append(flag)
  }

  /// The value that belongs to a flag, which may be the next argument.
  private mutating func completed(
    _ value: [UInt8]?, of flag: Flag, as name: String
  ) throws(UsageError) -> [UInt8]? {
    switch flag.value {
    case .none:
      guard value == nil else {
        throw UsageError("`\(name)` takes no value", help: "write `\(name)`")
      }
      return nil
    case .optional: return value
    case .required, .choice:
      if let value { return value }
      guard let next = rest.first else {
        throw UsageError("`\(name)` needs a value", help: "write `\(flag.usage)`")
      }
      // A flag here is more likely one too few values than a value that looks like a flag.
      guard next.count < 2 || next[0] != UInt8(ascii: "-") || isDigit(next[1]) else {
        throw UsageError(
          "`\(name)` needs a value, found the flag `\(Printable.quote(next))`",
          help: "if that is the value, write `\(flag.name)=\(Printable.quote(next))`")
      }
      return rest.popFirst()
    }
  }

  private func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private func checkFits(_ flag: Flag) throws(UsageError) {
    guard let command, !flag.commands.contains(command.name) else { return }
    let takers = flag.commands.map { "`\($0.rawValue)`" }.joined(separator: ", ")
    let other = Self.otherWords[flag.long].map { "; \($0)" } ?? ""
    throw UsageError(
      "`\(command.name.rawValue)` has no flag `\(flag.name)`",
      help: "it belongs to \(takers)\(other)")
  }

  /// What commands of other tools are called here.
  private static let otherCommands: [(words: [String], help: String)] = [
    (
      ["migrate", "run", "up", "upgrade", "update", "convert", "transform", "execute"],
      "`jsonmigrate apply RULES FILE` brings documents to the newest version"
    ),
    (
      ["down", "downgrade", "undo", "rollback", "revert", "back"],
      "`jsonmigrate apply --to 1 RULES FILE` goes back"
    ),
    (
      ["validate", "lint", "verify"],
      "`jsonmigrate check RULES` is about rules, `jsonmigrate apply --check RULES FILE` about documents"
    ),
    (["diff", "preview", "plan"], "`jsonmigrate apply --diff RULES FILE` shows what would change"),
    (["init", "create", "add", "generate"], "`jsonmigrate new RULES` writes the next step's file"),
    (["history", "trace", "why", "show", "log", "debug"], "`jsonmigrate explain RULES FILE`"),
    (["list", "ls", "info", "stats", "count"], "`jsonmigrate status RULES FILE` counts versions"),
    (["man", "docs", "manual", "usage"], "`jsonmigrate help`, or `jsonmigrate help split`"),
    (["version"], "`jsonmigrate --version` prints that of the command"),
  ]

  /// What flags of other tools are called here.
  private static let otherWords = [
    "V": "`--version` prints that of the command",
    "i": "`apply --in-place` writes into the files",
    "w": "`apply --in-place` writes into the files",
    "n": "`apply --check` names what would change, `apply --diff` shows it",
    "d": "`apply --diff` shows what would change",
    "r": "folders are walked with all that is in them",
    "f": "documents stand behind the rules: `jsonmigrate apply rules a.json`",
    "t": "`apply --to 2` names the version",
    "too": "`apply --to 2` names the version",
    "j": "`--jobs 2` has two at work at a time",
    "no-color": "`--color never` writes without colours",
    "no-colour": "`--color never` writes without colours",
    "dry-run": "`apply --check` names what would change, `apply --diff` shows it",
    "simulate": "`apply --check` names what would change, `apply --diff` shows it",
    "recursive": "folders are walked with all that is in them",
    "write": "`apply --in-place` writes into the files",
    "inplace": "`apply --in-place` writes into the files",
    "overwrite": "`apply --in-place` writes into the files",
    "out": "`--output FILE` is for one document, `--output-dir DIR` for several",
    "file": "documents stand behind the rules: `jsonmigrate apply rules a.json`",
    "input": "documents stand behind the rules: `jsonmigrate apply rules a.json`",
    "rules": "the rules folder stands in front of the documents: `jsonmigrate apply rules a.json`",
    "target": "`apply --to 2` names the version",
    "target-version": "`apply --to 2` names the version",
    "version-to": "`apply --to 2` names the version",
    "downgrade": "`apply --to 1` goes back",
    "rollback": "`apply --to 1` goes back",
    "force": "nothing is forced: the error says what to change",
    "jsonl": "`--ndjson` takes each line for a document",
    "json-lines": "`--ndjson` takes each line for a document",
  ]

  private func unknown(_ name: String, shown: some Collection<UInt8>) -> UsageError {
    let flags = command.map { Flag.of($0.name) } ?? Flag.all
    let nearest = NearestName.of(name, among: flags.map(\.long))
    return UsageError(
      "there is no flag `\(Printable.quote(shown))`",
      help: Self.otherWords[name] ?? nearest.map { "a similar flag exists: `--\($0)`" }
        ?? "if it is a file, write `./\(Printable.quote(shown))` or put `--` before it")
  }
}
