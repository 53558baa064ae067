import JSONMigration
import JSONText

/// Puts new content in a file's place so that at every instant, whatever fails, the name stands for
/// all of the old content or all of the new.
///
/// 1. `init`: the target is what a symbolic link leads to. It must be a regular file with one name
///    in the file system. A temporary file is made beside it, readable by nobody else.
/// 2. `append`: the content goes into the temporary file.
/// 3. `commit`: that gets the owner and the mode of the original, goes to the disk and is closed. If
///    the original is still what it was when it was read, the temporary file takes its name, which
///    is one step for the file system. Then the folder goes to the disk too.
///
/// A failure before the name changes hands removes the temporary file and leaves the original.
struct FileReplacement {
  struct Options: Sendable {
    /// Whether a file of several names may be replaced under this one, which leaves the others.
    var breaksHardLinks = false
    /// Whether to wait until the disk has it all.
    var synchronizes = true
    /// What is put behind the name of a copy of the original; no copy without.
    var backupSuffix: [UInt8]?
  }

  private let calls: SystemCalls
  private let options: Options
  /// The file as the caller names it, for messages.
  private let name: FileName
  /// The file itself, without links.
  private let target: FileName
  /// What the file must still be when it is replaced; nothing when there must be none.
  private let original: FileStatus?
  /// Whose owner and mode the new file gets; nothing for what any new file gets.
  private let model: FileStatus?
  private let temporary: FileName
  private var descriptor: Int32?

  /// Begins to replace a file, or to make one.
  ///
  /// `status` is what the file was when its content was read; without it, what it is now counts.
  /// `model` is whose owner and mode the new file gets, if not the original's.
  init(
    _ name: FileName, readAs status: FileStatus? = nil, model: FileStatus? = nil,
    options: Options = Options(), calls: SystemCalls = .system
  ) throws(FileError) {
    guard case .file(let target, let now) = try FileTarget(name, calls: calls) else {
      throw FileError(.cannotWrite, name, "is no regular file and can't be replaced")
    }
    if let status, now?.isUnchanged(since: status) != true { throw Self.wasChanged(name) }
    if let now, now.links > 1, !options.breaksHardLinks {
      throw FileError(
        .cannotWrite, name, "has \(now.links) names in the file system (hard links)",
        help: "pass --break-hardlinks to replace it under this name and leave the others",
        notes: [Self.wasLeft(name, now)])
    }
    (self.calls, self.options, self.name, self.target) = (calls, options, name, target)
    (self.original, self.model) = (now, model ?? now)
    do throws(Errno) {
      // Only a file that takes over someone's mode can have content that others must not see.
      (temporary, descriptor) = try TemporaryFiles.make(
        in: target.folder, mode: self.model == nil ? 0o666 : 0o600, calls: calls)
    } catch {
      throw Self.noPlace(in: target.folder, for: name, now, error)
    }
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
  mutating func commit() throws(FileError) {
    var folder: Int32?
    defer { if let folder { try? calls.close(folder) } }
    do throws(FileError) {
      try finishTemporary()
      if let suffix = options.backupSuffix { try copyOriginal(suffix) }
      if options.synchronizes {
        folder = try attempt { () throws(Errno) in try calls.open(target.folder, .folder) }
      }
      try checkOriginal()
      try attempt { () throws(Errno) in try calls.rename(temporary, target) }
    } catch {
      drop()
      throw error
    }
    TemporaryFiles.forget(temporary)
    if let folder { try synchronize(folder) }
  }

  /// Removes the temporary file and leaves the original.
  mutating func drop() {
    if let descriptor { try? calls.close(descriptor) }
    descriptor = nil
    try? uninterrupted { () throws(Errno) in try calls.remove(temporary) }
    TemporaryFiles.forget(temporary)
  }

  private mutating func finishTemporary() throws(FileError) {
    guard let descriptor else { return }
    if let model { try takeOver(from: model, descriptor) }
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
  }

  /// Gives the file a model's owner and mode; the owner first, since that takes bits of the mode.
  private func takeOver(from model: FileStatus, _ descriptor: Int32) throws(FileError) {
    let made = try attempt { () throws(Errno) in try calls.openStatus(descriptor) }
    if made.user != model.user || made.group != model.group {
      try attempt("can't keep its owner") { () throws(Errno) in
        try calls.changeOwner(descriptor, model.user, model.group)
      }
    }
    try attempt("can't keep its mode") { () throws(Errno) in
      try calls.changeMode(descriptor, model.mode)
    }
  }

  /// Makes a copy of the original.
  ///
  /// A second name for it would cost less, but a run that is killed here would leave a file of two
  /// names, which the next run refuses.
  private func copyOriginal(_ suffix: [UInt8]) throws(FileError) {
    guard let original else { return }
    var copy = try FileReplacement(
      FileName(bytes: target.bytes + suffix), model: original,
      options: Options(synchronizes: options.synchronizes), calls: calls)
    do throws(FileError) {
      let source = try attempt { () throws(Errno) in try calls.open(target, .reading) }
      defer { try? calls.close(source) }
      var piece = ByteBuffer()
      while true {
        piece.truncate(to: 0)
        let count = try attempt { () throws(Errno) in
          try piece.append(from: source, atMost: 1 << 20, calls: calls)
        }
        guard count > 0 else { break }
        try copy.append(piece.view[0..<count])
      }
    } catch {
      copy.drop()
      throw error
    }
    try copy.commit()
  }

  private func checkOriginal() throws(FileError) {
    let now: FileStatus?
    do throws(Errno) {
      now = try uninterrupted { () throws(Errno) in try calls.status(target, false) }
    } catch {
      guard error == .missing else { throw failed(error.words) }
      now = nil
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
  private func synchronize(_ folder: Int32) throws(FileError) {
    do throws(Errno) {
      try uninterrupted { () throws(Errno) in try calls.synchronize(folder) }
    } catch {
      guard error != .unfit else { return }
      throw FileError(
        .cannotWrite, name, "has its new content, but the disk does not confirm it: \(error.words)",
        notes: ["after a power failure it may be the old one again"])
    }
  }

  // MARK: - Errors

  private func attempt<Value>(
    _ problem: String = "can't be written", _ call: () throws(Errno) -> Value
  ) throws(FileError) -> Value {
    do throws(Errno) {
      return try uninterrupted(call)
    } catch {
      throw failed(error.words, problem)
    }
  }

  private func failed(_ words: String, _ problem: String = "can't be written") -> FileError {
    FileError(.cannotWrite, name, "\(problem): \(words)", notes: [Self.wasLeft(name, original)])
  }

  /// The new content finds no place beside the old.
  private static func noPlace(
    in folder: FileName, for name: FileName, _ original: FileStatus?, _ error: Errno
  ) -> FileError {
    let help: String? =
      switch error {
      case .missing: "make the folder \(folder.quoted) first"
      case .forbidden: "the folder \(folder.quoted) has to allow new files"
      default: nil
      }
    return FileError(
      .cannotWrite, name, "can't be written: \(error.words)", help: help,
      notes: [wasLeft(name, original)])
  }

  private static func wasChanged(_ name: FileName) -> FileError {
    FileError(
      .cannotWrite, name, "was changed by someone else since it was read", help: "run it again",
      notes: ["the change of the other was kept"])
  }

  private static func wasLeft(_ name: FileName, _ original: FileStatus?) -> String {
    original == nil ? "\(name.quoted) was not made" : "\(name.quoted) was not changed"
  }
}
