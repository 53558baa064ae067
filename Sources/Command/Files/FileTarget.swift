import JSONMigrationCore

/// What a name given for output stands for.
enum FileTarget {
  /// A file, and what it is now; nothing when there is none yet.
  case file(FileLocation, FileStatus?)
  /// A pipe or a device, which takes bytes as they come.
  case stream(FileName)

  /// Follows links to what a name leads to.
  init(_ name: FileName, calls: SystemCalls) throws(FileError) {
    guard let status = try Self.status(of: name, following: true, calls: calls) else {
      guard try Self.status(of: name, following: false, calls: calls) == nil else {
        throw FileError(.cannotWrite, name, "is a symbolic link to a file that is not there")
      }
      self = .file(try Self.location(of: name, shown: name, nil, calls), nil)
      return
    }
    switch status.kind {
    // A shell has opened it, perhaps to add to it: putting another in its place would lose the
    // rest.
    case .regular where name.openDescriptor != nil: self = .stream(name)
    case .regular:
      let resolved: FileName
      do throws(Errno) {
        resolved = try uninterrupted { () throws(Errno) in try calls.resolve(name) }
      } catch {
        throw FileError.cannotWrite(name, error, status)
      }
      self = .file(try Self.location(of: resolved, shown: name, status, calls), status)
    // By its own name: what /dev/stdout leads to may have none.
    case .pipe, .characterDevice: self = .stream(name)
    case .folder: throw FileError(.cannotWrite, name, "is a folder")
    default: throw FileError(.cannotWrite, name, "is neither a file nor a pipe")
    }
  }

  /// A file in a folder that is open, where no link is followed.
  init(_ location: FileLocation) throws(FileError) {
    let status: FileStatus?
    do throws(Errno) {
      status = try location.status()
    } catch {
      throw FileError.cannotWrite(location.shown, error, nil)
    }
    switch status?.kind {
    case nil, .regular: self = .file(location, status)
    case .symbolicLink:
      throw FileError(
        .cannotWrite, location.shown, "is a symbolic link, which might lead out of the folder",
        help: "remove the link")
    case .folder: throw FileError(.cannotWrite, location.shown, "is a folder")
    default: throw FileError(.cannotWrite, location.shown, "is neither a file nor a folder")
    }
  }

  /// What is read from is written to again, if it is to be replaced.
  init(_ origin: FileOrigin, calls: SystemCalls) throws(FileError) {
    guard let walk = origin.walk else {
      try self.init(origin.name, calls: calls)
      return
    }
    try self.init(try walk.location(of: origin.name))
  }

  private static func status(
    of name: FileName, following: Bool, calls: SystemCalls
  ) throws(FileError) -> FileStatus? {
    do throws(Errno) {
      return try calls.status(of: name, following: following)
    } catch {
      guard error != .missing else { return nil }
      throw FileError.cannotWrite(name, error)
    }
  }

  /// Opens the folder that a name without links is in.
  private static func location(
    of name: FileName, shown: FileName, _ status: FileStatus?, _ calls: SystemCalls
  ) throws(FileError) -> FileLocation {
    do throws(Errno) {
      let folder = try OpenFolder(FilePlace(name.folder), following: true, calls: calls)
      return FileLocation(folder: folder, last: name.last, shown: shown)
    } catch {
      throw FileError.noPlace(in: name.folder, for: shown, status, error)
    }
  }
}

extension FileError {
  static func cannotWrite(
    _ name: FileName, _ error: Errno, _ status: FileStatus?, help: String? = nil
  ) -> FileError {
    FileError(
      .cannotWrite, name, "can't be written: \(error.words)", help: help,
      notes: [wasLeft(name, status)])
  }

  /// New content finds no place beside the old.
  static func noPlace(
    in folder: FileName, for name: FileName, _ original: FileStatus?, _ error: Errno
  ) -> FileError {
    let help: String? =
      switch error {
      case .missing: "make the folder \(folder.quoted) first"
      case .forbidden: "the folder \(folder.quoted) has to allow new files"
      default: nil
      }
    return cannotWrite(name, error, original, help: help)
  }

  static func wasLeft(_ name: FileName, _ original: FileStatus?) -> String {
    original == nil ? "\(name.quoted) was not made" : "\(name.quoted) was not changed"
  }
}
