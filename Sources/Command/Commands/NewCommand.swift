import JSONMigration

/// `jsonmigrate new`: writes the file of the next step.
enum NewCommand {
  static func run(
    _ request: Invocation.New, _ general: GeneralOptions, _ console: inout Console
  ) throws(Output.Failure) -> ExitStatus {
    let folder = RulesFolder(request.rules, calls: console.calls)
    let step: NextStep
    let file: FileName
    var others: [FileName] = []
    do throws(MigrationError) {
      let isFirst = try isEmpty(folder)
      step = try isFirst ? .first : NextStep(after: folder.migrator())
      file = request.rules.appending(Array(step.file.utf8))
      var files = [(file, step.text)]
      if isFirst {
        let format = request.rules.appending(Array(NextStep.formatFile.utf8))
        others = [format]
        files.insert((format, NextStep.formatText(named: request.formatName(console.calls))), at: 0)
      }
      // A file of that name belongs to somebody, whatever is in it.
      for (file, _) in files where (try? console.calls.status(of: file, following: false)) != nil {
        throw MigrationError(
          FileError(.cannotWrite, file, "is there already", help: "rename it, or use it").diagnostic
        )
      }
      console.prepareToWriteFiles()
      let calls = console.calls
      try FileError.reported { () throws(FileError) in
        for (file, text) in files { _ = try writeFile(Array(text.utf8), to: file, calls: calls) }
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
      for other in others {
        try console.output.write(
          "\(Printable.text(of: other.text)): which documents are of the format, and where their "
            + "version is\n")
      }
      try console.output.write(
        "\(Printable.text(of: file.text)): version \(step.from) → \(step.to), with a rule and a test "
          + "to put yours in place of\n")
    }
    return .done
  }

  /// Whether there are no rules so far.
  private static func isEmpty(_ folder: RulesFolder) throws(MigrationError) -> Bool {
    try folder.files(in: "")?.get().isEmpty ?? false
  }
}

extension Invocation.New {
  /// What the format may be called: as the folder around the rules, or as that of the rules.
  fileprivate func formatName(_ calls: SystemCalls) -> String {
    let folder = (try? calls.resolve(rules)) ?? rules
    let isPlain = folder.last.elementsEqual("rules".utf8) || folder.last.elementsEqual("Rules".utf8)
    let name = String(decoding: (isPlain ? folder.folder : folder).last, as: UTF8.self)
    return name.isEmpty || name == "." ? "document" : name
  }
}
