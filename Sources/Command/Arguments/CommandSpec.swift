/// The commands of the tool, in the order of the help.
enum CommandName: String, CaseIterable, Sendable {
  case apply, check, test, lock, explain, status, new, learn, patch, shape, schema, help
}

/// What the parser and the help know about a command.
struct CommandSpec: Sendable {
  struct Operand: Sendable {
    let name: String
    /// What it is, in words that fit after "needs".
    let meaning: String
    var isOptional = false
    var repeats = false

    /// As it stands in a usage line.
    var shown: String {
      let name = repeats ? "\(name)..." : name
      return isOptional ? "[\(name)]" : name
    }
  }

  let name: CommandName
  let operands: [Operand]
  /// A phrase for lists.
  let summary: String
  /// Paragraphs for the long help and the manual.
  let details: [String]
  /// Commands, and what they do.
  let examples: [(command: String, about: String)]

  var usage: String {
    (["jsonmigrate \(name.rawValue)", "[FLAGS]"] + operands.map(\.shown)).joined(separator: " ")
  }

  /// The command of that name; nothing where it is not in the table.
  static func named(_ name: String) -> CommandSpec? {
    CommandName.allCases.first { $0.rawValue.utf8.elementsEqual(name.utf8) }.map(spec(of:))
  }
}
