import JSONMigrationCore

/// A file that was found before the work began, and the way back to it.
struct FileSource: Sendable {
  /// The file as the user knows it.
  let name: FileName
  /// What it was when it was found.
  let status: FileStatus
  /// Where a walk found it; nothing for a file that was named, which may be a link.
  var walk: Walk?

  struct Walk: Sendable {
    let tree: FolderTree
    /// The number of its folder in the tree.
    let folder: Int

    /// Where a file of the folder is, if the folder still is the one that was walked.
    func location(of name: FileName) throws(FileError) -> FileLocation {
      let found: OpenFolder?
      do throws(Errno) {
        found = try tree.open(folder)
      } catch {
        throw FileError.cannotRead(name, error)
      }
      guard let found else {
        throw FileError(
          .cannotRead, name, "is in a folder that another one, or a link, has taken the place of",
          help: "run it again", notes: ["what stands there now was not touched"])
      }
      return FileLocation(folder: found, last: name.last, shown: name)
    }
  }

  /// What it is, under whatever name.
  var identity: FileStatus.Identity { status.identity }
}

/// A file that was opened, and what it was at that moment.
struct FileOrigin: Sendable {
  let name: FileName
  let status: FileStatus
  /// Where a walk found it.
  var walk: FileSource.Walk?
  /// That of a new file with what is in it.
  let modeOfCopies: NewFileMode

  private init(
    _ name: FileName, _ opened: (status: FileStatus, descriptor: Int32), _ calls: SystemCalls
  ) throws(FileError) {
    (self.name, status) = (name, opened.status)
    let mode = NewFileMode(of: status)
    do throws(Errno) {
      let hasList = mode.trustsGroup ? try calls.hasAccessList(opened.descriptor) : false
      modeOfCopies = NewFileMode(of: status, hasAccessList: hasList)
    } catch {
      try? calls.close(opened.descriptor)
      throw FileError.cannotRead(name, error)
    }
  }

  /// Opens a file for reading, if it still is the one that was found.
  ///
  /// What was found as a file must not turn out to be a pipe, which might keep the run waiting for
  /// ever, nor what a walk has found to be a link.
  static func open(
    _ source: FileSource, calls: SystemCalls
  ) throws(FileError) -> (origin: FileOrigin, descriptor: Int32) {
    // A pipe or a device that is named is meant.
    guard source.status.kind == .regular else { return try open(source.name, calls: calls) }
    let location = try source.walk.map { walk throws(FileError) in
      try walk.location(of: source.name)
    }
    let opened: (FileStatus, Int32)
    do throws(Errno) {
      opened = try open(
        location?.place ?? FilePlace(source.name), .readingFile(following: location == nil), calls)
    } catch {
      guard error == .isLink, location != nil else {
        throw FileError.cannotRead(source.name, error)
      }
      throw wasReplaced(source.name)
    }
    guard opened.0.identity == source.identity, opened.0.kind == .regular else {
      try? calls.close(opened.1)
      throw wasReplaced(source.name)
    }
    var origin = try FileOrigin(source.name, opened, calls)
    origin.walk = source.walk
    return (origin, opened.1)
  }

  /// Opens whatever a name leads to.
  static func open(
    _ name: FileName, calls: SystemCalls
  ) throws(FileError) -> (origin: FileOrigin, descriptor: Int32) {
    let opened: (FileStatus, Int32)
    do throws(Errno) {
      opened = try open(FilePlace(name), .reading, calls)
    } catch {
      throw FileError.cannotRead(name, error)
    }
    return (try FileOrigin(name, opened, calls), opened.1)
  }

  /// Opens the same file once more.
  func open(calls: SystemCalls) throws(FileError) -> Int32 {
    try Self.open(FileSource(name: name, status: status, walk: walk), calls: calls).descriptor
  }

  /// Opens what is at a place, and looks at what that is.
  static func open(
    _ place: FilePlace, _ opening: SystemCalls.Opening, _ calls: SystemCalls
  ) throws(Errno) -> (FileStatus, Int32) {
    let descriptor = try uninterrupted { () throws(Errno) in try calls.open(place, opening) }
    do throws(Errno) {
      return (
        try uninterrupted { () throws(Errno) in try calls.openStatus(descriptor) }, descriptor
      )
    } catch {
      try? calls.close(descriptor)
      throw error
    }
  }

  private static func wasReplaced(_ name: FileName) -> FileError {
    FileError(
      .cannotRead, name, "is another file than when the run began", help: "run it again",
      notes: ["what stands there now was not touched"])
  }
}
