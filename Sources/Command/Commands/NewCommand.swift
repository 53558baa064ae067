import JSONMigrationAuthoring
import JSONMigrationCore

/// `jsonmigrate new`: writes the file of the next step.
enum NewCommand {
  static func run(
    _ request: Invocation.New, _ general: GeneralOptions, _ console: inout Console
  ) throws(Output.Failure) -> ExitStatus {
    if let samples = request.samples { return try LearnCommand.run(samples, general, &console) }
    let folder = RulesFolder(request.rules, calls: console.calls)
    let step: NextStep
    var files: [(name: FileName, text: String, about: String)] = []
    do throws(MigrationError) {
      let start = try start(of: request.rules, console.calls)
      switch start {
      case .missing, .empty: step = .first
      case .format(let format):
        step = NextStep(of: format)
        _ = try step.migrator(with: format, named: folder.shown)
      case .steps: step = try NextStep(after: folder.migrator())
      }
      if start == .missing || start == .empty {
        files.append(
          (
            request.rules.appending(Array(NextStep.formatFile.utf8)),
            NextStep.formatText(named: formatName(request.rules, console.calls)),
            "which documents are of the format, and where their version is"
          ))
      }
      if let schema = missingSchema(of: request.rules, console.calls) {
        files.append((schema, RuleSchema.text, "what editors complete and check rule files by"))
      }
      files.append(
        (
          request.rules.appending(Array(step.file.utf8)), step.text,
          "version \(step.from) → \(step.to), with a rule and a test to put yours in place of"
        ))
      let newFolder = start == .missing ? request.rules : nil
      try write(files.map { ($0.name, $0.text) }, into: newFolder, console)
    } catch {
      console.report(error.diagnostics, general)
      return error.kind == .cannotWrite ? .found : .notStarted
    }
    switch general.format {
    case .json:
      try console.output.write(
        JSONReporter.object([
          ("file", JSONReporter.text(files.last?.name.text ?? "")),
          ("from", JSONReporter.value(step.from.json)), ("to", JSONReporter.value(step.to.json)),
        ]) + "\n")
    case .text, .github, .xcode:
      guard general.quiet == 0 else { break }
      for (file, _, about) in files {
        try console.output.write("\(Printable.text(of: file.text)): \(about)\n")
      }
    }
    return .done
  }

  /// Writes files that are new, into a folder that is made if it is named.
  static func write(
    _ files: [(name: FileName, text: String)], into newFolder: FileName?,
    mode: NewFileMode = .forAll, _ console: Console
  ) throws(MigrationError) {
    // A file of that name belongs to somebody, whatever is in it.
    for (file, _) in files where (try? console.calls.status(of: file, following: false)) != nil {
      throw MigrationError(isThere(file).diagnostic)
    }
    console.prepareToWriteFiles()
    let calls = console.calls
    try FileError.reported { () throws(FileError) in
      if let newFolder { try makeFolders(newFolder, calls: calls) }
      let options = FileReplacement.Options(newMode: mode)
      for (file, text) in files {
        // Nor does one belong to this run that was made meanwhile.
        guard case .file(let location, nil) = try FileTarget(file, calls: calls) else {
          throw isThere(file)
        }
        var writing = FileWriting(target: .file(location, nil), options: options, calls: calls)
        let bytes = Array(text.utf8)
        _ = try writing.write([bytes], size: bytes.count)
      }
    }
  }

  private static func isThere(_ file: FileName) -> FileError {
    FileError(.cannotWrite, file, "is there already", help: "rename it, or use it")
  }
}

extension NewCommand {
  /// What there is so far.
  enum Start: Equatable {
    /// Not even the folder.
    case missing
    case empty
    case format(RuleSource)
    case steps
  }

  /// What a folder has so far.
  static func start(of rules: FileName, _ calls: SystemCalls) throws(MigrationError) -> Start {
    let folder = RulesFolder(rules, calls: calls)
    if folder.isMissing {
      if let name = folder.nameOfFile {
        throw MigrationError(
          FileError(
            .cannotRead, rules, "is a file by its name, and rules stand in a folder",
            help: "name the folder, \(name.folder.quoted); the next file in it gets its name by "
              + "itself"
          ).diagnostic)
      }
      if let help = help(beforeMaking: rules, calls) {
        throw MigrationError(
          FileError(.cannotRead, rules, "is not there", help: help).diagnostic)
      }
      return .missing
    }
    let files = try folder.files(in: "")?.get()
    // With the editors' schema alone it is as an empty one.
    let others = files?.filter { $0.name != NextStep.schemaFile } ?? []
    if files != nil, others.isEmpty { return .empty }
    return others.count == 1 && others[0].isFormat ? .format(others[0]) : .steps
  }

  /// What to do where a folder is not there and isn't made: one beside it with nearly the same name
  /// is more likely meant, and a folder in one that isn't there is a wrong path.
  private static func help(beforeMaking rules: FileName, _ calls: SystemCalls) -> String? {
    var name = rules.bytes
    while name.count > 1, name.last == UInt8(ascii: "/") { name.removeLast() }
    let rules = FileName(bytes: name)
    guard (try? calls.status(of: rules.folder))?.kind == .folder else {
      return "make the folder \(rules.folder.quoted) first"
    }
    let similar = rules.similar(folders: true, calls: calls) {
      RulesFolder($0, calls: calls).hasStep
    }
    return similar.map {
      "\($0); if a new one is meant, make it first: `mkdir \(rules.shellWord)`"
    }
  }

  /// The file of the editors' schema, where a folder has none.
  static func missingSchema(of rules: FileName, _ calls: SystemCalls) -> FileName? {
    let file = rules.appending(Array(NextStep.schemaFile.utf8))
    return (try? calls.status(of: file, following: false)) == nil ? file : nil
  }

  /// What the format may be called: as the folder around the rules, or as that of the rules.
  static func formatName(_ rules: FileName, _ calls: SystemCalls) -> String {
    let folder = (try? calls.resolve(rules)) ?? rules
    let isPlain = folder.last.elementsEqual("rules".utf8) || folder.last.elementsEqual("Rules".utf8)
    let name = String(decoding: (isPlain ? folder.folder : folder).last, as: UTF8.self)
    return name.isEmpty || name == "." ? "document" : name
  }
}
