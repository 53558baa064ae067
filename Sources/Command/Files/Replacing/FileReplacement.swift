import JSONMigrationCore
import JSONText

/// Puts new content in a file's place so that at every instant, whatever fails, the name stands for
/// all of the old content or all of the new.
///
/// 1. `init`: the target must be a regular file with one name in the file system. A temporary file
///    is made beside it, readable by nobody else.
/// 2. `append`: the content goes into the temporary file.
/// 3. `commit`: that gets the owner, the mode, the access list and the extended attributes of the
///    original, goes to the disk and is closed. If the original is still what it was when it was
///    read, the two change names, which is one step for the file system. What then has the
///    temporary name must be the original; else the two change names again. Then the folder goes to
///    the disk too. The temporary name says which two files they are, for the run after one that is
///    killed here.
///
/// A file that is new takes a name that no file has, which is one step too. Where the file system
/// can do neither, the file takes the name after a last look, and what happens in between is not
/// seen.
///
/// A failure before the name changes hands removes the temporary file and leaves the original.
struct FileReplacement {
  struct Options: Sendable {
    /// Whether a file of several names may be replaced under this one, which leaves the others; nil
    /// where no flag says so.
    var breaksHardLinks: Bool?
    /// Whether to wait until the disk has it all.
    var synchronizes = true
    /// What is put behind the name of a copy of the original; no copy without.
    var backupSuffix: [UInt8]?
    /// The mode of a file that is new.
    var newMode = NewFileMode.forAll
  }

  private let calls: SystemCalls
  private var options: Options
  private let target: FileLocation
  /// What the file must still be when it is replaced; nothing when there must be none.
  private let original: FileStatus?
  private var temporary: FilePlace
  private var descriptor: Int32?
  /// What else there is to say of a file that was replaced.
  private(set) var remarks: [Diagnostic] = []

  private var name: FileName { target.shown }

  /// Begins to replace a file, or to make one.
  ///
  /// `status` is what the file was when its content was read; without it, what it is now counts.
  init(
    _ target: FileTarget, readAs status: FileStatus? = nil, options: Options = Options(),
    calls: SystemCalls = .system
  ) throws(FileError) {
    let location: FileLocation
    let now: FileStatus?
    switch target {
    case .file(let place, let status): (location, now) = (place, status)
    case .stream(let name):
      throw FileError(.cannotWrite, name, "is no regular file and can't be replaced")
    }
    if let status, now?.isUnchanged(since: status) != true {
      throw Self.wasChanged(location.shown)
    }
    if let now, now.links > 1, options.breaksHardLinks != true {
      throw FileError(
        .cannotWrite, location.shown, "has \(now.links) names in the file system (hard links)",
        help: options.breaksHardLinks == nil
          ? "write to another file, or put a copy in place of this name first: the others stay"
          : "pass --break-hardlinks to replace it under this name and leave the others",
        notes: [FileError.wasLeft(location.shown, now)])
    }
    (self.calls, self.options, self.target, original) = (calls, options, location, now)
    do throws(Errno) {
      // Only a file that takes over someone's mode can have content that others must not see.
      (temporary, descriptor) = try TemporaryFiles.make(
        in: location.folder, mode: now == nil ? options.newMode.bits : 0o600, calls: calls)
    } catch {
      throw FileError.noPlace(in: location.shown.folder, for: location.shown, now, error)
    }
    guard now == nil, options.newMode.trustsGroup, let descriptor else { return }
    do throws(FileError) {
      try attempt { () throws(Errno) in try calls.narrow(descriptor, to: options.newMode) }
    } catch {
      drop()
      throw error
    }
  }

  /// Lets nobody do more with a file that is new than a mode says.
  mutating func narrow(to mode: NewFileMode) throws(FileError) {
    var newMode = options.newMode
    newMode.narrow(to: mode)
    guard original == nil, let descriptor, newMode != options.newMode else { return }
    options.newMode = newMode
    try attempt { () throws(Errno) in try calls.narrow(descriptor, to: newMode) }
  }

  /// Adds to the new content; after a failure there is nothing left to drop.
  mutating func append(_ bytes: some Collection<UInt8>) throws(FileError) {
    do throws(FileError) {
      guard let descriptor else { return }
      try attempt { () throws(Errno) in try calls.writeAll(bytes, to: descriptor) }
    } catch {
      drop()
      throw error
    }
  }

  /// Puts the new content in place; after a failure there is nothing left to drop.
  ///
  /// `bytes` is what the original was read as, for a backup; without, it is read once more.
  mutating func commit(original bytes: ByteSlice? = nil) throws(FileError) {
    do throws(FileError) {
      let made = try finishTemporary()
      if let original {
        try backUp(original, bytes)
        try exchange(original, with: made)
      } else {
        try takeFreeName()
      }
    } catch {
      drop()
      throw error
    }
    TemporaryFiles.forget(temporary)
    if options.synchronizes { try synchronizeFolder() }
  }

  /// Removes the temporary file and leaves the original.
  mutating func drop() {
    if let descriptor { try? calls.close(descriptor) }
    descriptor = nil
    if isSettled { return }
    try? removeTemporary()
    TemporaryFiles.forget(temporary)
  }

  /// Whether the temporary name stands for nothing that may be removed.
  private var isSettled = false

  // MARK: - The temporary file

  /// Gives the new file what the original has, and sees it to the disk; tells which file it is.
  private mutating func finishTemporary() throws(FileError) -> FileStatus.Identity {
    guard let descriptor else { throw failed("it is closed") }
    let made = try attempt { () throws(Errno) in try calls.openStatus(descriptor) }
    if let original {
      let model = try openOriginal(original)
      defer { if let model { try? calls.close(model) } }
      let traits = FileTraits(of: original, model, calls: calls)
      remarks += try traits.give(to: descriptor, made, of: name)
    }
    if options.synchronizes {
      try attempt { () throws(Errno) in try calls.synchronize(descriptor) }
    }
    // Whatever close says, the descriptor is gone; closing it twice could hit someone else's.
    self.descriptor = nil
    do throws(Errno) {
      try calls.close(descriptor)
    } catch {
      guard error == .interrupted else { throw failed(error.words) }
    }
    return made.identity
  }

  /// Opens the original, which must be what it was; nil where it may not be read.
  private func openOriginal(_ original: FileStatus) throws(FileError) -> Int32? {
    let opened: (status: FileStatus, descriptor: Int32)
    do throws(Errno) {
      opened = try FileOrigin.open(target.place, .readingFile(following: false), calls)
    } catch {
      switch error {
      case .forbidden: return nil
      case .missing, .isLink: throw Self.wasChanged(name)
      default: throw failed(error.words)
      }
    }
    guard opened.status.isUnchanged(since: original) else {
      try? calls.close(opened.descriptor)
      throw Self.wasChanged(name)
    }
    return opened.descriptor
  }

  private func backUp(_ original: FileStatus, _ bytes: ByteSlice?) throws(FileError) {
    guard let suffix = options.backupSuffix else { return }
    let backup = FileBackup(
      file: target, status: original, bytes: bytes, suffix: suffix,
      synchronizes: options.synchronizes, calls: calls)
    try backup.make()
  }

  private func removeTemporary() throws(Errno) {
    do throws(Errno) {
      try uninterrupted { () throws(Errno) in try calls.remove(temporary) }
    } catch {
      guard error != .missing else { return }
      // Once more: it would stay for ever.
      try uninterrupted { () throws(Errno) in try calls.remove(temporary) }
    }
  }

  // MARK: - The name

  /// Gives a new file a name that no file has.
  private mutating func takeFreeName() throws(FileError) {
    try checkOriginal()
    do throws(Errno) {
      try rename(.toFreeName)
    } catch {
      if error == .exists { throw Self.wasChanged(name) }
      guard error.isUnsupported else { throw failed(error.words) }
      try checkOriginal()
      try attempt { () throws(Errno) in try rename(.replacing) }
    }
    isSettled = true
  }

  /// Lets the new file and the original change names, and looks at what came back.
  private mutating func exchange(
    _ original: FileStatus, with made: FileStatus.Identity
  ) throws(FileError) {
    do throws(Errno) {
      let marks = ExchangeMarks(new: made, old: original)
      temporary = try TemporaryFiles.mark(temporary, marks, calls: calls)
    } catch {
      throw failed(error.words)
    }
    try checkOriginal()
    let outcome = TemporaryFiles.whileSignalsWait { exchangeAndLook(original, made) }
    switch outcome {
    case .done: break
    case .replaced:
      isSettled = true
      return
    case .takenBack(let error): throw error
    case .stuck(let error):
      isSettled = true
      TemporaryFiles.forget(temporary)
      throw error
    }
    isSettled = true
    do throws(Errno) {
      try removeTemporary()
    } catch {
      throw FileError(
        .cannotWrite, name, "has its new content, but the old one stays beside it: \(error.words)",
        help: "remove \(target.shown.folder.appending(temporary.name.bytes).quoted)")
    }
  }

  private enum Exchange {
    /// The temporary name stands for the original.
    case done
    /// The original is gone, without a look at what it was.
    case replaced
    /// All is as it was before.
    case takenBack(FileError)
    /// Both files are there, and under the wrong names.
    case stuck(FileError)
  }

  private func exchangeAndLook(
    _ original: FileStatus, _ made: FileStatus.Identity
  ) -> Exchange {
    do throws(Errno) {
      try rename(.exchanging)
    } catch {
      if error == .missing { return .takenBack(Self.wasChanged(name)) }
      guard error.isUnsupported else { return .takenBack(failed(error.words)) }
      do throws(Errno) {
        try rename(.replacing)
        return .replaced
      } catch {
        return .takenBack(failed(error.words))
      }
    }
    let failure: FileError
    do throws(Errno) {
      let back = try uninterrupted { () throws(Errno) in try calls.status(temporary, false) }
      if back.hasSameContent(as: original) { return .done }
      failure = Self.wasChanged(name)
    } catch {
      failure = failed(error.words)
    }
    do throws(Errno) {
      try rename(.exchanging)
      // Somebody has replaced the new file meanwhile: that is the latest, and stays.
      if let back = try? calls.status(temporary, false), back.identity != made {
        try rename(.exchanging)
      }
      return .takenBack(failure)
    } catch {
      let other = target.shown.folder.appending(temporary.name.bytes)
      return .stuck(
        FileError(
          .cannotWrite, name,
          "has its new content, and what it was before can't be put back: "
            + error.words, help: "what it was before is in \(other.quoted)"))
    }
  }

  private func rename(_ renaming: SystemCalls.Renaming) throws(Errno) {
    try uninterrupted { () throws(Errno) in
      try calls.rename(temporary, target.place, renaming)
    }
  }

  private func checkOriginal() throws(FileError) {
    let now: FileStatus?
    do throws(Errno) {
      now = try target.status()
    } catch {
      throw failed(error.words)
    }
    switch (original, now) {
    case (nil, nil): return
    case (let original?, let now?) where now.isUnchanged(since: original): return
    default: throw Self.wasChanged(name)
    }
  }

  /// Waits until the disk has the folder's new entry.
  ///
  /// Some file systems know no such thing, and say so.
  private func synchronizeFolder() throws(FileError) {
    do throws(Errno) {
      try uninterrupted { () throws(Errno) in
        try calls.synchronize(target.folder.descriptor)
      }
    } catch {
      guard error != .unfit else { return }
      throw FileError(
        .cannotWrite, name, "has its new content, but the disk does not confirm it: \(error.words)",
        notes: ["after a power failure it may be the old one again"])
    }
  }

  // MARK: - Errors

  private func attempt<Value>(_ call: () throws(Errno) -> Value) throws(FileError) -> Value {
    do throws(Errno) {
      return try uninterrupted(call)
    } catch {
      throw failed(error.words)
    }
  }

  @inline(never)
  private func failed(_ words: String) -> FileError {
    FileError(
      .cannotWrite, name, "can't be written: \(words)",
      notes: [FileError.wasLeft(name, original)])
  }

  @inline(never)
  static func wasChanged(_ name: FileName) -> FileError {
    FileError(
      .cannotWrite, name, "was changed by someone else since it was read", help: "run it again",
      notes: ["the change of the other was kept"])
  }
}
