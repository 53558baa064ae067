import JSONMigration

/// The files that the arguments mean: each once, in the order of the arguments, folders walked.
struct InputFiles {
  enum Entry {
    case standardInput
    case file(File)
    /// What can't be read, or a folder that can't be listed.
    case problem(FileError)
  }

  struct File {
    let name: FileName
    /// The name inside the folder that was walked; for a file that was named, its last part.
    let relative: [UInt8]
    let status: FileStatus
  }

  private(set) var entries: [Entry] = []
  /// The first folder among the arguments.
  private(set) var folder: FileName?

  /// Looks at the arguments; `rules` is the rules folder, which is left out of folders around it.
  init(
    _ arguments: [FileName], as layout: DocumentOptions.Layout = .byName, rules: FileName? = nil,
    calls: SystemCalls = .system
  ) {
    var seen: Set<FileStatus.Identity> = []
    var hasInput = false
    for argument in arguments {
      if argument == FileName("-") {
        if !hasInput { entries.append(.standardInput) }
        hasInput = true
        continue
      }
      guard let status = look(at: argument, calls: calls) else { continue }
      guard status.kind == .folder else {
        add(argument, as: argument.last, status, &seen)
        continue
      }
      folder = folder ?? argument
      let walk = FolderWalk(argument, for: layout, rules: rules, calls: calls)
      entries += walk.problems.map { .problem($0) }
      let start = argument.appending([]).bytes.count
      for name in walk.files {
        guard let status = look(at: name, calls: calls) else { continue }
        add(name, as: Array(name.bytes[start...]), status, &seen)
      }
    }
  }

  private mutating func add(
    _ name: FileName, as relative: [UInt8], _ status: FileStatus,
    _ seen: inout Set<FileStatus.Identity>
  ) {
    guard seen.insert(status.identity).inserted else { return }
    entries.append(.file(File(name: name, relative: relative, status: status)))
  }

  private mutating func look(at name: FileName, calls: SystemCalls) -> FileStatus? {
    do throws(Errno) {
      return try uninterrupted { () throws(Errno) in try calls.status(name, true) }
    } catch {
      let help = error == .missing ? name.similar(calls: calls) : nil
      entries.append(
        .problem(FileError(.cannotRead, name, "can't be read: \(error.words)", help: help)))
      return nil
    }
  }
}
