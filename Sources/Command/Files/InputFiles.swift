import JSONMigration

/// The files that the arguments mean: each once, in the order of the arguments, folders walked.
struct InputFiles {
  struct File {
    let name: FileName
    /// The name inside the folder that was walked; for a file that was named, its last part.
    let relative: [UInt8]
  }

  private(set) var files: [File] = []
  /// What can't be read, and folders that can't be listed.
  private(set) var problems: [FileError] = []
  /// Whether a folder was among the arguments.
  private(set) var hasFolder = false

  init(_ arguments: [FileName], calls: SystemCalls = .system) {
    var seen: Set<[UInt64]> = []
    for argument in arguments {
      guard let status = look(at: argument, calls: calls) else { continue }
      guard status.kind == .folder else {
        if seen.insert([status.device, status.node]).inserted {
          files.append(File(name: argument, relative: argument.last))
        }
        continue
      }
      hasFolder = true
      let walk = FolderWalk(argument, calls: calls)
      problems += walk.problems
      for name in walk.files {
        guard let status = look(at: name, calls: calls),
          seen.insert([status.device, status.node]).inserted
        else { continue }
        let start = argument.appending([]).bytes.count
        files.append(File(name: name, relative: Array(name.bytes[start...])))
      }
    }
  }

  private mutating func look(at name: FileName, calls: SystemCalls) -> FileStatus? {
    do throws(Errno) {
      return try uninterrupted { () throws(Errno) in try calls.status(name, true) }
    } catch {
      problems.append(FileError(.cannotRead, name, "can't be read: \(error.words)"))
      return nil
    }
  }
}
