import JSONMigrationCore

/// Arguments that make no sense, and what to write instead.
struct UsageError: Error, Hashable {
  var message: String
  var help: String?

  init(_ message: String, help: String? = nil) {
    self.message = message
    self.help = help
  }

  /// As it is reported; `command` is the one whose flags are listed by the help that it points to.
  func diagnostic(in command: CommandName?) -> Diagnostic {
    let asking = command.map { "jsonmigrate \($0.rawValue) -h" } ?? "jsonmigrate -h"
    return Diagnostic(.usage, message, help: help, notes: ["`\(asking)` shows what there is"])
  }
}
