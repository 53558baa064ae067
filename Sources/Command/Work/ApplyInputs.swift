import JSONMigration

/// What is to be migrated, after a look at whether it makes sense.
struct ApplyInputs {
  private(set) var entries: [WorkSource.Entry] = []

  init(_ request: Invocation.Apply, calls: SystemCalls) throws(MigrationError) {
    let files = InputFiles(
      request.inputs.isEmpty ? [FileName("-")] : request.inputs, as: request.documents.layout,
      rules: request.rules, calls: calls)
    do throws(UsageError) {
      try Self.check(files, fit: request, calls)
    } catch {
      throw MigrationError(error.diagnostic(in: .apply))
    }
    entries = files.entries.map { entry in
      switch entry {
      case .standardInput: .input(Input(standardInput: request.documents))
      case .file(let file) where request.destination == .inPlace && file.status.kind != .regular:
        // Before anyone waits for what a pipe may never say.
        .problem(
          FileError(.cannotWrite, file.name, "is no regular file and can't be replaced"))
      case .file(let file): .input(Input(file, request.documents))
      case .problem(let error): .problem(error)
      }
    }
  }

  /// How many pieces of work there are, if lines are read in pieces of this size; nil where nobody
  /// knows.
  func pieceCount(size: Int) -> Int? {
    var count = 0
    for case .input(let input) in entries {
      guard input.isLines else {
        count += 1
        continue
      }
      guard let bytes = input.size else { return nil }
      count += bytes / size + 1
    }
    return count
  }

  /// How many bytes there are in all; nil where nobody knows.
  var byteCount: Int? {
    var count = 0
    for case .input(let input) in entries {
      guard let size = input.size else { return nil }
      count += size
    }
    return count
  }

  private static func check(
    _ files: InputFiles, fit request: Invocation.Apply, _ calls: SystemCalls
  ) throws(UsageError) {
    var hasStandardInput = false
    var results: [[UInt8]: FileName] = [:]
    for entry in files.entries {
      switch entry {
      case .problem: continue
      case .standardInput: hasStandardInput = true
      case .file(let file):
        if case .folder(let folder) = request.destination,
          let other = results.updateValue(file.name, forKey: file.relative)
        {
          throw UsageError(
            "\(other.quoted) and \(file.name.quoted) would both become "
              + folder.appending(file.relative).quoted,
            help: "name the folder they are in, or take them one after the other")
        }
        if let bad = request.skipBad, isSame(bad, file.name, calls) {
          throw UsageError("\(bad.quoted) is an input, and can't take the bad lines")
        }
      }
    }
    let outputs: [FileName] =
      switch request.destination {
      case .file(let file): [file]
      case .folder(let folder): results.keys.map { folder.appending($0) }
      case .standardOutput, .inPlace, .nowhere: []
      }
    if let bad = request.skipBad, outputs.contains(where: { isSame(bad, $0, calls) }) {
      throw UsageError("\(bad.quoted) is an output, and can't take the bad lines")
    }
    if hasStandardInput, request.inputs.isEmpty, calls.isTerminal(0) {
      throw UsageError(
        "no input was named, and standard input is a terminal",
        help: "name a file or a folder, or write `-` to type a document")
    }
    try check(request.destination, calls)
    switch request.destination {
    case .standardOutput, .file:
      guard let folder = files.folder else { return }
      throw UsageError(
        "\(folder.quoted) is a folder, and its documents don't go into one output",
        help: "add `--in-place`, `--output-dir DIR` or `--check`")
    case .folder where hasStandardInput && request.documents.standardInputPath == nil:
      throw UsageError(
        "standard input has no name for `--output-dir`", help: "add `--stdin-path NAME`")
    case .folder, .inPlace, .nowhere: return
    }
  }

  /// Whether a folder was named where the result is a file, or the other way round.
  private static func check(
    _ destination: Destination, _ calls: SystemCalls
  ) throws(UsageError) {
    switch destination {
    case .file(let file) where (try? calls.status(file, true))?.kind == .folder:
      throw UsageError(
        "\(file.quoted) is a folder, and the result is a file",
        help: "`--output-dir` writes into a folder, by the names of the inputs")
    case .folder(let folder):
      guard let status = try? calls.status(folder, true), status.kind != .folder else { return }
      throw UsageError(
        "\(folder.quoted) is no folder", help: "`--output` is for the result of one input")
    default: return
    }
  }

  private static func isSame(_ name: FileName, _ other: FileName, _ calls: SystemCalls) -> Bool {
    guard let one = try? calls.status(name, true), let two = try? calls.status(other, true) else {
      return name == other
    }
    return one.isSameFile(as: two)
  }
}
