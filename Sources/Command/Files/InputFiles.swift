import JSONMigrationCore

/// The files that the arguments mean: each once, in the order of the arguments, folders walked.
///
/// Where each name gets a result, a file is there under each of its names.
struct InputFiles {
  enum Entry {
    case standardInput
    case file(File)
    /// What can't be read, or a folder that can't be listed.
    case problem(FileError)
  }

  struct File {
    let source: FileSource
    /// The name inside the folder that was walked; for a file that was named, its last part.
    let relative: [UInt8]

    var name: FileName { source.name }
    var status: FileStatus { source.status }
  }

  private(set) var entries: [Entry] = []
  private(set) var hasStandardInput = false
  /// The first folder among the arguments.
  private(set) var folder: FileName?
  /// What runs that were killed have left in the folders that were walked.
  private(set) var leftovers: [Leftover] = []
  /// Folders that hold no documents, and what they hold.
  private(set) var empty: [(folder: FileName, others: OtherFiles)] = []
  /// What folders hold that is no document.
  private(set) var others = OtherFiles()

  /// Looks at the arguments; the rules folder and what the run writes are left out of folders
  /// around them.
  ///
  /// `byName` says whether each name of a file is meant by itself.
  init(
    _ arguments: [FileName], choosing choice: FileChoice = FileChoice(),
    leavingOut others: [FileName] = [], byName: Bool = false, calls: SystemCalls = .system
  ) {
    var seen = Seen(goesByName: byName, calls: calls)
    for argument in arguments {
      if argument == FileName("-") {
        if !hasStandardInput { entries.append(.standardInput) }
        hasStandardInput = true
        continue
      }
      guard let status = look(at: argument, calls: calls) else { continue }
      guard status.kind == .folder else {
        add(FileSource(name: argument, status: status), as: argument.last, &seen)
        continue
      }
      folder = folder ?? argument
      let walk = FolderWalk(argument, choosing: choice, leavingOut: others, calls: calls)
      if walk.files.isEmpty, walk.problems.isEmpty { empty.append((argument, walk.others)) }
      self.others.add(walk.others)
      entries += walk.problems.map { .problem($0) }
      leftovers += walk.leftovers
      let start = argument.appending([]).bytes.count
      for file in walk.files { add(file, as: Array(file.name.bytes[start...]), &seen) }
    }
  }

  /// What tells whether a file was meant before: the file itself, and where it has several names
  /// (hard links), which of them, since each is a document.
  private struct Name: Hashable {
    let identity: FileStatus.Identity
    var resolved: FileName?
  }

  private struct Seen {
    let goesByName: Bool
    let calls: SystemCalls
    private var names: Set<Name> = []
    /// The folder of the last file; that of the next one is most often the same.
    private var folder: (name: FileName, resolved: FileName?)?

    init(goesByName: Bool, calls: SystemCalls) {
      (self.goesByName, self.calls) = (goesByName, calls)
    }

    /// Whether a file is there for the first time.
    mutating func insert(_ source: FileSource) -> Bool {
      var name = Name(identity: source.identity)
      if goesByName {
        // A link is a name of its own.
        let around = source.name.folder
        if folder?.name != around { folder = (around, resolve(around)) }
        name.resolved = folder?.resolved?.appending(source.name.last)
      } else if source.status.kind == .regular, source.status.links > 1 {
        name.resolved = resolve(source.name)
      }
      return names.insert(name).inserted
    }

    private func resolve(_ name: FileName) -> FileName? {
      try? uninterrupted { () throws(Errno) in try calls.resolve(name) }
    }
  }

  private mutating func add(
    _ source: FileSource, as relative: [UInt8], _ seen: inout Seen
  ) {
    guard seen.insert(source) else { return }
    entries.append(.file(File(source: source, relative: relative)))
  }

  private func helpForPattern(_ name: FileName) -> String? {
    guard name.last.contains(UInt8(ascii: "*")) else { return nil }
    return "where nothing quotes it, the shell puts files in place of the pattern; or name the "
      + "folder, and `--files=\(FileName(bytes: name.last).shellWord)`"
  }

  private mutating func look(at name: FileName, calls: SystemCalls) -> FileStatus? {
    do throws(Errno) {
      return try calls.status(of: name)
    } catch {
      let help = error == .missing ? helpForPattern(name) ?? name.similar(calls: calls) : nil
      entries.append(
        .problem(FileError(.cannotRead, name, "can't be read: \(error.words)", help: help)))
      return nil
    }
  }
}
