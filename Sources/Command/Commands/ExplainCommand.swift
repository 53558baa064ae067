import JSONMigrationCore
import JSONText

/// `jsonmigrate explain`: shows the road of a document.
enum ExplainCommand {
  static func run(
    _ request: Invocation.Explain, _ general: GeneralOptions, _ console: inout Console
  ) throws(Output.Failure) -> ExitStatus {
    let settings: ExplainSettings
    let input: Input
    var explainer: Explainer
    do throws(MigrationError) {
      input = try self.input(request, console)
      settings = try ExplainSettings(request, console)
      do throws(UsageError) {
        var claims = FileClaims(rules: settings.rules, calls: console.calls)
        if let source = input.source {
          try claims.check(source, in: .explain)
          claims.addInput(source)
        } else {
          claims.addStandardInput()
        }
        if let html = request.html, html != FileName("-") {
          try claims.claim(html, for: "become the page")
        } else {
          try claims.checkStandardOutput()
        }
      } catch {
        throw MigrationError(error.diagnostic(in: .explain))
      }
      explainer = try Explainer(settings, general)
    } catch {
      console.report(error.diagnostics, general)
      return .notStarted
    }
    return try explainer.run(input, &console)
  }

  /// The input, after a look at whether it makes sense.
  private static func input(
    _ request: Invocation.Explain, _ console: Console
  ) throws(MigrationError) -> Input {
    let calls = console.calls
    guard let name = request.input, name != FileName("-") else {
      guard request.input != nil || !calls.isTerminal(0) else {
        throw MigrationError(
          UsageError(
            "no input was named, and standard input is a terminal",
            help: "name a file, or write `-` to type a document"
          ).diagnostic(in: .explain))
      }
      return Input(standardInput: request.documents)
    }
    let files = InputFiles([name], calls: calls)
    if let folder = files.folder {
      let isSwapped = (try? calls.status(of: request.rules))?.kind == .regular
      throw MigrationError(
        UsageError(
          "\(folder.quoted) is a folder, and `explain` takes one document",
          help: isSwapped
            ? "rules come first: `jsonmigrate explain \(name.shellWord) "
              + "\(request.rules.shellWord)`"
            : "`status` tells about all documents of a folder"
        ).diagnostic(in: .explain))
    }
    switch files.entries.first {
    case .file(let file): return Input(file, request.documents)
    case .problem(let error): throw MigrationError(error.diagnostic)
    case .standardInput, nil: return Input(standardInput: request.documents)
    }
  }
}
