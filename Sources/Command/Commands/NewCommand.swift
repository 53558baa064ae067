import JSONMigration

/// `jsonmigrate new`: writes the file of the next step.
enum NewCommand {
  static func run(
    _ request: Invocation.New, _ general: GeneralOptions, _ console: inout Console
  ) throws(Output.Failure) -> ExitStatus {
    let folder = RulesFolder(request.rules, calls: console.calls)
    let step: NextStep
    let file: FileName
    do throws(MigrationError) {
      step = try nextStep(folder)
      file = request.rules.appending(Array(step.file.utf8))
      // A file of that name belongs to somebody, whatever is in it.
      if (try? console.calls.status(of: file, following: false)) != nil {
        throw MigrationError(
          FileError(.cannotWrite, file, "is there already", help: "rename it, or use it").diagnostic
        )
      }
      console.prepareToWriteFiles()
      let calls = console.calls
      try FileError.reported { () throws(FileError) in
        _ = try writeFile(Array(step.text.utf8), to: file, calls: calls)
      }
    } catch {
      let help = "make the folder first: the step's file goes into one that is there"
      let told = folder.isMissing ? error.helping(help) : error
      console.report(told.diagnostics, general)
      return error.kind == .cannotWrite ? .found : .notStarted
    }
    switch general.format {
    case .json:
      try console.output.write(
        JSONReporter.object([
          ("file", JSONReporter.text(file.text)), ("from", JSONReporter.value(step.from.json)),
          ("to", JSONReporter.value(step.to.json)),
        ]) + "\n")
    case .text, .github:
      guard general.quiet == 0 else { break }
      try console.output.write(
        "\(Printable.text(of: file.text)): version \(step.from) → \(step.to), with a rule and a test "
          + "to put yours in place of\n")
    }
    return .done
  }

  /// The step after the newest version; the first one, if there is none.
  private static func nextStep(_ folder: RulesFolder) throws(MigrationError) -> NextStep {
    if let files = try folder.files(in: "")?.get(), files.isEmpty { return .first }
    return try NextStep(after: folder.migrator())
  }
}
