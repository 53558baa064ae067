import JSONMigrationCore
import JSONText

/// A copy of a file that is about to be replaced.
///
/// It has the bytes that were read, and takes no other file's place: one that is there and holds
/// something else stays, and this one gets a number.
///
///     a.json.bak      a.json.bak.2      a.json.bak.3
struct FileBackup {
  /// The most backups that one file may have: more of them are a mistake.
  private static let most = 10_000

  let file: FileLocation
  /// What the file was when it was read.
  let status: FileStatus
  /// The bytes that were read; without them they are read once more.
  let bytes: ByteSlice?
  let suffix: [UInt8]
  let synchronizes: Bool
  let calls: SystemCalls

  /// Makes the copy, unless there is one already.
  ///
  /// A second name for the file would cost less, but a run that is killed here would leave a file
  /// of two names, which the next run refuses.
  func make() throws(FileError) {
    for number in 1...Self.most {
      let end = number == 1 ? suffix : suffix + Array(".\(number)".utf8)
      let copy = FileLocation(
        folder: file.folder, last: file.last + end,
        shown: FileName(bytes: file.shown.bytes + end))
      if try make(copy) { return }
      // Another run may just have made it.
      if let there = try? copy.status(), try holdsIt(copy, there) { return }
    }
    throw FileError(
      .cannotWrite, file.shown, "has \(Self.most) backups already", help: "remove some of them",
      notes: [FileError.wasLeft(file.shown, status)])
  }

  /// Makes the copy under this name; false if that is another file's.
  private func make(_ copy: FileLocation) throws(FileError) -> Bool {
    let there: FileStatus?
    do throws(Errno) {
      there = try copy.status()
    } catch {
      throw failed(copy, error)
    }
    if let there { return try holdsIt(copy, there) }
    let temporary: (place: FilePlace, descriptor: Int32)
    do throws(Errno) {
      temporary = try TemporaryFiles.make(in: file.folder, mode: 0o600, calls: calls)
    } catch {
      throw failed(copy, error)
    }
    do throws(FileError) {
      do throws(FileError) {
        try write(to: temporary.descriptor, copy)
      } catch {
        try? calls.close(temporary.descriptor)
        throw error
      }
      let isMade = try finish(temporary, copy)
      TemporaryFiles.forget(temporary.place)
      return isMade
    } catch {
      try? uninterrupted { () throws(Errno) in try calls.remove(temporary.place) }
      TemporaryFiles.forget(temporary.place)
      throw error
    }
  }

  private func write(to descriptor: Int32, _ copy: FileLocation) throws(FileError) {
    try forEachPiece { piece throws(FileError) in
      do throws(Errno) {
        try calls.writeAll(piece, to: descriptor)
      } catch {
        throw failed(copy, error)
      }
    }
    let model = try opened()
    defer { try? calls.close(model) }
    let made: FileStatus
    do throws(Errno) {
      made = try uninterrupted { () throws(Errno) in try calls.openStatus(descriptor) }
    } catch {
      throw failed(copy, error)
    }
    // What the copy can't have is told of the file itself.
    _ = try FileTraits(of: status, model, calls: calls).give(to: descriptor, made, of: copy.shown)
    guard synchronizes else { return }
    do throws(Errno) {
      try uninterrupted { () throws(Errno) in try calls.synchronize(descriptor) }
    } catch {
      throw failed(copy, error)
    }
  }

  /// Gives the copy its name, if that is still free.
  private func finish(
    _ temporary: (place: FilePlace, descriptor: Int32), _ copy: FileLocation
  ) throws(FileError) -> Bool {
    do throws(Errno) {
      do throws(Errno) {
        try calls.close(temporary.descriptor)
      } catch {
        guard error == .interrupted else { throw error }
      }
      do throws(Errno) {
        try uninterrupted { () throws(Errno) in
          try calls.rename(temporary.place, copy.place, .toFreeName)
        }
      } catch {
        guard error.isUnsupported else { throw error }
        guard try copy.status() == nil else { throw .exists }
        try uninterrupted { () throws(Errno) in
          try calls.rename(temporary.place, copy.place, .replacing)
        }
      }
      // The backup must not be lost where the new file is kept.
      if synchronizes { try synchronizeFolder() }
      return true
    } catch {
      guard error == .exists else { throw failed(copy, error) }
      try? calls.remove(temporary.place)
      return false
    }
  }

  private func synchronizeFolder() throws(Errno) {
    do throws(Errno) {
      try uninterrupted { () throws(Errno) in try calls.synchronize(file.folder.descriptor) }
    } catch {
      guard error == .unfit else { throw error }
    }
  }

  /// Whether what is there is a copy of the file already.
  private func holdsIt(_ copy: FileLocation, _ there: FileStatus) throws(FileError) -> Bool {
    guard there.kind == .regular, there.size == status.size,
      let opened = try? FileOrigin.open(copy.place, .readingFile(following: false), calls)
    else { return false }
    defer { try? calls.close(opened.1) }
    guard opened.0.identity == there.identity else { return false }
    var isSame = true
    var block = ByteBuffer()
    try forEachPiece { piece throws(FileError) in
      var rest = piece
      while isSame, !rest.isEmpty {
        block.truncate(to: 0)
        let count: Int
        do throws(Errno) {
          count = try block.append(
            from: opened.1, atMost: min(rest.count, 1 << 20), calls: calls)
        } catch {
          throw failed(copy, error)
        }
        isSame = count > 0 && rest.prefix(count).isSame(as: block.view[0..<count])
        rest = rest.dropFirst(count)
      }
    }
    return isSame
  }

  /// Gives the bytes that were read.
  private func forEachPiece(_ body: (ByteSlice) throws(FileError) -> Void) throws(FileError) {
    if let bytes { return try body(bytes) }
    let source = try opened()
    defer { try? calls.close(source) }
    var piece = ByteBuffer()
    while true {
      piece.truncate(to: 0)
      let count: Int
      do throws(Errno) {
        count = try piece.append(from: source, atMost: 1 << 20, calls: calls)
      } catch {
        throw failed(file, error)
      }
      guard count > 0 else { break }
      try body(piece.view[0..<count])
    }
    let now: FileStatus
    do throws(Errno) {
      now = try uninterrupted { () throws(Errno) in try calls.openStatus(source) }
    } catch {
      throw failed(file, error)
    }
    guard now.isUnchanged(since: status) else { throw FileReplacement.wasChanged(file.shown) }
  }

  /// Opens the file, which must be what it was.
  private func opened() throws(FileError) -> Int32 {
    let opened: (status: FileStatus, descriptor: Int32)
    do throws(Errno) {
      opened = try FileOrigin.open(file.place, .readingFile(following: false), calls)
    } catch {
      throw failed(file, error)
    }
    guard opened.status.isUnchanged(since: status) else {
      try? calls.close(opened.descriptor)
      throw FileReplacement.wasChanged(file.shown)
    }
    return opened.descriptor
  }

  @inline(never)
  private func failed(_ location: FileLocation, _ error: Errno) -> FileError {
    FileError(
      .cannotWrite, location.shown, "can't be written: \(error.words)",
      notes: [FileError.wasLeft(file.shown, status)])
  }
}
