import JSONMigrationCore

/// What is to be migrated, after a look at whether it makes sense.
struct ApplyInputs {
  private(set) var entries: [WorkSource.Entry] = []
  /// Files that are in folders which were walked are told by the walk; those of other folders by
  /// these.
  private let leftovers: [Leftover]
  private let otherFolders: Set<FileName>
  /// What there is to say before the work begins: which folders hold no documents.
  let notes: [Diagnostic]
  /// What folders hold that is no document.
  let others: OtherFiles
  /// Whether what comes out takes the place of what goes in.
  let replacesInputs: Bool

  init(
    _ settings: ApplySettings, calls: SystemCalls
  ) throws(MigrationError) {
    let (request, choice) = (settings.request, settings.choice)
    var leftOut = [request.rules]
    var goesByName = false
    switch request.destination {
    case .folder(let folder):
      leftOut.append(folder)
      goesByName = true
    // They are added to; files that are replaced might be documents.
    case .inPlace: leftOut += [request.skipBad, request.reasons].compactMap(\.self)
    case .standardOutput, .file, .nowhere: break
    }
    let standardInput: FileSource?
    let files = InputFiles(
      request.inputs.isEmpty ? [FileName("-")] : request.inputs, choosing: choice,
      leavingOut: leftOut, byName: goesByName, calls: calls)
    do throws(UsageError) {
      try Self.check(files, fit: request, calls)
      var claims = FileClaims(rules: settings.rules, calls: calls)
      try claims.add(files, request, choice)
      standardInput =
        files.hasStandardInput
        ? try Self.replacedStandardInput(request.destination, calls) : nil
      // Bad lines of the run before are there also where no input can be read now.
      replacesInputs = claims.replacesInputs || request.destination == .inPlace
    } catch {
      throw MigrationError(error.diagnostic(in: request.command))
    }
    leftovers = files.leftovers
    others = files.others
    notes = files.notes(choice, severity: request.isCheck ? .error : .warning)
    otherFolders = Self.foldersWritten(files, request, calls)
    entries = files.entries.map { entry in
      // A pipe that can't be replaced is refused before it is waited for.
      if request.destination == .inPlace, case .file(let file) = entry,
        file.status.kind != .regular
      {
        return .problem(
          FileError(.cannotWrite, file.name, "is no regular file and can't be replaced"))
      }
      if case .standardInput = entry {
        return .input(Input(standardInput: request.documents, readAs: standardInput))
      }
      return WorkSource.Entry(entry, request.documents)
    }
  }

  /// The file that standard input is, where the result takes the place of that.
  private static func replacedStandardInput(
    _ destination: Destination, _ calls: SystemCalls
  ) throws(UsageError) -> FileSource? {
    guard case .file(let output) = destination, let status = calls.file(ofStream: 0),
      (try? calls.status(of: output))?.isSameFile(as: status) == true
    else { return nil }
    guard (try? calls.place(0)) == 0 else {
      throw UsageError(
        "standard input stands in the middle of \(output.quoted), and can't be replaced by less",
        help: "nothing was written; name another file for the result")
    }
    return FileSource(name: output, status: status)
  }

  /// Takes away what runs that were killed have left where this one writes; gives what must stay.
  func removeLeftovers(_ destination: Destination, calls: SystemCalls) -> [Leftover] {
    var all = destination == .inPlace ? leftovers : []
    if case .folder(let folder) = destination {
      all += FolderWalk(folder, choosing: FileChoice(takesAll: true), calls: calls).leftovers
    }
    for folder in otherFolders { all += Leftover.all(in: folder, calls: calls) }
    for leftover in all { leftover.remove(calls: calls) }
    return all.filter(\.holdsEdit)
  }

  /// The folders of files that were named.
  private static func foldersWritten(
    _ files: InputFiles, _ request: Invocation.Apply, _ calls: SystemCalls
  ) -> Set<FileName> {
    var names = [request.skipBad, request.reasons].compactMap(\.self)
    switch request.destination {
    case .standardOutput, .nowhere, .folder: break
    case .file(let file): names.append(file)
    case .inPlace:
      for case .file(let file) in files.entries where file.source.walk == nil {
        names.append(file.name)
      }
    }
    return Set(names.map { ((try? calls.resolve($0)) ?? $0).folder })
  }

  private static func check(
    _ files: InputFiles, fit request: Invocation.Apply, _ calls: SystemCalls
  ) throws(UsageError) {
    if files.hasStandardInput, request.inputs.isEmpty, calls.isTerminal(0) {
      throw UsageError(
        "no input was named, and standard input is a terminal",
        help: "name a file or a folder, or write `-` to type a document")
    }
    try check(files, fitFlagsOf: request)
    try check(request.destination, calls)
    switch request.destination {
    case .standardOutput, .file:
      guard let folder = files.folder else { return }
      throw UsageError(
        "\(folder.quoted) is a folder, and its documents don't go into one output",
        help: "add `--in-place`, `--output-dir DIR`, `--check` or `--diff`")
    case .folder where files.hasStandardInput && request.documents.standardInputPath == nil:
      throw UsageError(
        "standard input has no name for `--output-dir`", help: "add `--stdin-path NAME`")
    case .folder, .inPlace, .nowhere: return
    }
  }

  /// Refuses flags that would do nothing with these files.
  private static func check(
    _ files: InputFiles, fitFlagsOf request: Invocation.Apply
  ) throws(UsageError) {
    var inputs: [Input] = []
    for entry in files.entries {
      guard case .input(let input) = WorkSource.Entry(entry, request.documents) else { return }
      inputs.append(input)
    }
    guard let first = inputs.first else { return }
    if request.skipBad != nil, inputs.allSatisfy({ $0.isLines == false }) {
      throw UsageError(
        "`--skip-bad` is for lines, and `\(Printable.text(of: first.name))` is one document",
        help: "add `--ndjson` if each of its lines is a document")
    }
    if request.documents.files.isEmpty == false, files.folder == nil {
      throw UsageError(
        "`--files` is for folders, and none was named",
        help: "leave it out: what is named itself is a document, whatever its name")
    }
  }

  /// Whether a folder was named where the result is a file, or the other way round.
  private static func check(
    _ destination: Destination, _ calls: SystemCalls
  ) throws(UsageError) {
    switch destination {
    case .file(let file) where (try? calls.status(of: file))?.kind == .folder:
      throw UsageError(
        "\(file.quoted) is a folder, and the result is a file",
        help: "`--output-dir` writes into a folder, by the names of the inputs")
    case .folder(let folder):
      guard let status = try? calls.status(of: folder), status.kind != .folder else { return }
      throw UsageError(
        "\(folder.quoted) is no folder", help: "`--output` is for the result of one input")
    default: return
    }
  }
}

extension FileClaims {
  /// Claims all that a run reads and writes.
  fileprivate mutating func add(
    _ files: InputFiles, _ request: Invocation.Apply, _ choice: FileChoice
  ) throws(UsageError) {
    for case .file(let file) in files.entries { try check(file.source, in: request.command) }
    let input = addInputs(files)
    try checkStandardError()
    switch request.destination {
    case .standardOutput:
      try checkStandardOutput(advice: "`apply --in-place` writes into inputs")
    case .nowhere: try checkStandardOutput()
    case .file(let output):
      // Of one input only, which may be replaced so.
      try claim(output, for: "take the result", replacing: input)
    case .folder(let folder): try addResults(of: files, in: folder, request)
    case .inPlace:
      for case .file(let file) in files.entries where file.status.kind == .regular {
        try claim(file.source)
      }
      if let suffix = request.backupSuffix { try addBackups(of: files, suffix, choice) }
    }
    let destination = request.destination
    if let bad = request.skipBad {
      try claimApart(bad, for: "take the bad lines", besides: destination)
    }
    if let reasons = request.reasons {
      try claimApart(reasons, for: "take the reasons", besides: destination)
    }
  }

  private mutating func addResults(
    of files: InputFiles, in folder: FileName, _ request: Invocation.Apply
  ) throws(UsageError) {
    var results: [[UInt8]: FileName] = [:]
    for entry in files.entries {
      let name: FileName
      let relative: [UInt8]
      switch entry {
      case .problem: continue
      case .standardInput:
        guard let path = request.documents.standardInputPath else { continue }
        (name, relative) = (path, path.last)
      case .file(let file):
        (name, relative) = (file.name, file.relative)
      }
      let result = folder.appending(relative)
      if let other = results.updateValue(name, forKey: relative) {
        throw UsageError(
          "\(other.quoted) and \(name.quoted) would both become \(result.quoted)",
          help: "name the folder they are in, or take them one after the other")
      }
      try claim(
        result,
        for: result == name ? "take its own result" : "take the result for \(name.quoted)",
        advice: "name another folder, or replace inputs by `--in-place`")
    }
  }

  private mutating func addBackups(
    of files: InputFiles, _ suffix: [UInt8], _ choice: FileChoice
  ) throws(UsageError) {
    for case .file(let file) in files.entries where file.status.kind == .regular {
      // Beside the file itself, if it was named by a link.
      let isNamed = file.source.walk == nil
      let resolved = isNamed ? try? calls.resolve(file.name) : nil
      let backup = FileName(bytes: (resolved ?? file.name).bytes + suffix)
      try claim(
        backup, for: "be the backup of \(file.name.quoted)", replacing: file.source.identity)
      if !isNamed, choice.takes(backup, at: file.relative + suffix) {
        throw UsageError(
          "the backup \(backup.quoted) would be a document of the next run",
          help: suffix == Array(".bak".utf8)
            ? "let `files` in format.json, or `--files`, say what the names of documents end in"
            : "name a suffix that no document ends in, such as `--backup=.bak`")
      }
    }
  }
}
