import JSONMigrationCore

/// One flag: everything the parser, the help, the manual and the completions know about it.
struct Flag: Sendable {
  /// Whether the flag takes a value.
  enum Value: Sendable {
    case none
    case required(String)
    /// With `=` only: `--backup=.old`.
    case optional(String)
    /// One of these words.
    case choice(String, [String])
  }

  /// The headings in the help.
  enum Category: String, CaseIterable, Sendable {
    case result = "Where the result goes"
    case versions = "Versions"
    case documents = "Documents"
    case working = "How it works"
    case answer = "What is shown"
    case everywhere = "With every command"
  }

  /// What completes the value.
  enum Completion: Sendable {
    case nothing, file, folder
  }

  let long: String
  var short: Character?
  var value = Value.none
  let category: Category
  let commands: [CommandName]
  /// A phrase for the short help.
  let summary: String
  /// Paragraphs for the long help and the manual, if the phrase doesn't say it all.
  var details: [String] = []
  /// What it means for some commands, in place of all that.
  var own: [(command: CommandName, phrase: String)] = []
  /// What its value is called for some commands.
  var ownValues: [(command: CommandName, name: String)] = []
  /// Long names of flags that make no sense beside this one.
  var conflicts: [String] = []
  var completion = Completion.nothing
  /// Whether few need it, so that the short help leaves it out.
  var isRare = false
  /// Puts the flag's value where the commands look for it.
  let update: @Sendable (inout Options, FlagValue) throws(UsageError) -> Void

  /// As it stands in messages: `--in-place`.
  var name: String { "--\(long)" }

  /// As it stands in lists: `-o, --output FILE`.
  func shown(for command: CommandName?) -> String {
    let start = short.map { "-\($0), " } ?? "    "
    return switch value {
    case .none: start + name
    case .required(let metavar), .choice(let metavar, _):
      "\(start)\(name) \(valueName(metavar, for: command))"
    case .optional(let metavar): "\(start)\(name)[=\(metavar)]"
    }
  }

  func valueName(_ usual: String, for command: CommandName?) -> String {
    ownValues.first { $0.command == command }?.name ?? usual
  }

  /// As it is written: `--output=FILE`, `--color=auto|always|never`.
  var usage: String {
    switch value {
    case .none: name
    case .required(let metavar): "\(name)=\(metavar)"
    case .optional(let metavar): "\(name)[=\(metavar)]"
    case .choice(_, let choices): "\(name)=\(choices.joined(separator: "|"))"
    }
  }

  /// What it means for a command: a phrase, and paragraphs if that doesn't say it all.
  func meaning(for command: CommandName?) -> (summary: String, details: [String]) {
    own.first { $0.command == command }.map { ($0.phrase, []) } ?? (summary, details)
  }

  /// The flags of a command, in the order of the help.
  static func of(_ command: CommandName) -> [Flag] {
    all.filter { $0.commands.contains(command) }
  }
}

/// The value that was given with a flag.
struct FlagValue {
  let flag: Flag
  /// Nothing where the flag takes none, or an optional one was left out.
  let bytes: [UInt8]?

  var fileName: FileName {
    FileName(bytes: bytes ?? [])
  }

  func text() throws(UsageError) -> String {
    let text = String(decoding: bytes ?? [], as: UTF8.self)
    guard text.utf8.elementsEqual(bytes ?? []) else {
      throw UsageError("the value of `\(flag.name)` is no UTF-8 text")
    }
    return text
  }

  func number(_ range: ClosedRange<UInt64>) throws(UsageError) -> UInt64 {
    let text = try text()
    let isDigits = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard isDigits, let number = UInt64(text), range.contains(number) else {
      let upTo = range.upperBound == .max ? "" : " to \(range.upperBound)"
      throw UsageError(
        "`\(flag.name)` takes a number from \(range.lowerBound)\(upTo), found `\(Printable.quote(text))`",
        help: "write it as in `\(flag.name)=\(max(range.lowerBound, min(10, range.upperBound)))`")
    }
    return number
  }

  func choice<Choice: RawRepresentable<String> & CaseIterable>() throws(UsageError) -> Choice {
    let text = try text()
    guard let choice = Choice.allCases.first(where: { $0.rawValue.utf8.elementsEqual(text.utf8) })
    else {
      let names = Choice.allCases.map(\.rawValue)
      throw UsageError(
        "`\(flag.name)` does not take `\(Printable.quote(text))`",
        help: NearestName.help(for: text, among: names, one: "choice", many: "choices"))
    }
    return choice
  }
}
