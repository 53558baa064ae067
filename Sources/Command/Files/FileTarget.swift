import JSONMigration

/// What a name given for output stands for.
enum FileTarget {
  /// A file, by its name without links, and what it is now; nothing when there is none yet.
  case file(FileName, FileStatus?)
  /// A pipe or a device, which takes bytes as they come.
  case stream(FileName)

  init(_ name: FileName, calls: SystemCalls) throws(FileError) {
    guard let status = try Self.status(of: name, following: true, calls: calls) else {
      guard try Self.status(of: name, following: false, calls: calls) == nil else {
        throw FileError(.cannotWrite, name, "is a symbolic link to a file that is not there")
      }
      self = .file(name, nil)
      return
    }
    switch status.kind {
    // A shell has opened it, perhaps to add to it: putting another in its place would lose the rest.
    case .regular where name.openDescriptor != nil: self = .stream(name)
    case .regular:
      do throws(Errno) {
        self = .file(try uninterrupted { () throws(Errno) in try calls.resolve(name) }, status)
      } catch {
        throw FileError(.cannotWrite, name, "can't be written: \(error.words)")
      }
    // By its own name: what /dev/stdout leads to may have none.
    case .pipe, .characterDevice: self = .stream(name)
    case .folder: throw FileError(.cannotWrite, name, "is a folder")
    default: throw FileError(.cannotWrite, name, "is neither a file nor a pipe")
    }
  }

  private static func status(
    of name: FileName, following: Bool, calls: SystemCalls
  ) throws(FileError) -> FileStatus? {
    do throws(Errno) {
      return try uninterrupted { () throws(Errno) in try calls.status(name, following) }
    } catch {
      guard error != .missing else { return nil }
      throw FileError(.cannotWrite, name, "can't be written: \(error.words)")
    }
  }
}
