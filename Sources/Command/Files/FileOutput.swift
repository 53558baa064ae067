import JSONMigrationCore
import JSONText

/// What became of a file.
enum FileOutcome: Sendable {
  /// It held these bytes already, and nothing was written: same inode, same time.
  case unchanged
  case written
}

/// Writes a whole file, or straight through to a pipe or a device.
///
/// `input` is what the bytes were made from: when the name means that file, it must still be what
/// it was.
func writeFile(
  _ bytes: some Collection<UInt8>, to name: FileName, madeFrom input: FileOrigin? = nil,
  options: FileReplacement.Options = .init(), calls: SystemCalls = .system
) throws(FileError) -> FileOutcome {
  let target =
    if let input, input.name == name {
      try FileTarget(input, calls: calls)
    } else {
      try FileTarget(name, calls: calls)
    }
  var writing = FileWriting(target: target, origin: input, options: options, calls: calls)
  return try writing.write([bytes], size: bytes.count)
}

/// How a whole file is written whose bytes are in several parts.
struct FileWriting {
  let target: FileTarget
  /// What the bytes were made from: when that is the target, it must still be what it was.
  var origin: FileOrigin?
  /// What was read from there, for a backup.
  var originalBytes: ByteSlice?
  var options = FileReplacement.Options()
  let calls: SystemCalls
  /// What else there is to say of a file that was replaced.
  private(set) var remarks: [Diagnostic] = []

  init(
    target: FileTarget, origin: FileOrigin? = nil, originalBytes: ByteSlice? = nil,
    options: FileReplacement.Options = .init(), calls: SystemCalls
  ) {
    (self.target, self.origin, self.originalBytes) = (target, origin, originalBytes)
    (self.options, self.calls) = (options, calls)
  }

  /// Writes parts one behind the other, `size` bytes in all.
  mutating func write<Parts: Sequence>(
    _ parts: Parts, size: Int
  ) throws(FileError) -> FileOutcome where Parts.Element: Collection<UInt8> {
    var readAs: FileStatus?
    switch target {
    case .stream(let name):
      try writeThrough(parts, to: name, calls: calls)
      return .written
    case .file(_, nil): break
    case .file(let location, let status?):
      if let origin, origin.status.isSameFile(as: status) || origin.name == location.shown {
        readAs = origin.status
      }
      if status.size == size, var comparison = try FileComparison.opened(location, calls: calls) {
        defer { comparison.close() }
        if try comparison.matches(all: parts), try comparison.hasMore() == false {
          return .unchanged
        }
        readAs = readAs ?? comparison.status
      }
    }
    var replacement = try FileReplacement(
      target, readAs: readAs, options: options, calls: calls)
    for part in parts { try replacement.append(part) }
    try replacement.commit(original: originalBytes)
    remarks = replacement.remarks
    return .written
  }
}

/// A place for a result in a folder for results, whose folders are made as far as they are missing.
///
/// The folder itself may be a link; inside it none is followed, since it might lead out.
func resultLocation(
  of relative: [UInt8], in folder: FileName, calls: SystemCalls
) throws(FileError) -> FileLocation {
  try makeFolders(folder, calls: calls)
  let shown = folder.appending(relative)
  var parts = relative.split(separator: UInt8(ascii: "/")).map(Array.init)
  let last = parts.popLast() ?? []
  var name = folder
  do throws(Errno) {
    var open = try OpenFolder(FilePlace(folder), following: true, calls: calls)
    for part in parts {
      name = name.appending(part)
      do throws(Errno) {
        try uninterrupted { () throws(Errno) in try calls.makeFolder(open.place(of: part)) }
      } catch {
        guard error == .exists else { throw error }
      }
      open = try open.folder(part)
    }
    return FileLocation(folder: open, last: last, shown: shown)
  } catch {
    guard error == .isLink || error == .notAFolder else {
      throw FileError(
        .cannotWrite, shown, "can't be written: \(error.words)",
        notes: ["\(shown.quoted) was not made"])
    }
    throw FileError(
      .cannotWrite, name, "is a link or a file where a folder is needed",
      help: "remove it, or name another folder for the results")
  }
}

/// Makes a folder, and those that it is in, as far as they are missing.
func makeFolders(_ folder: FileName, calls: SystemCalls = .system) throws(FileError) {
  var missing = [folder]
  while let next = missing.last, try isParentMissing(making: next, calls: calls) {
    missing.append(next.folder)
  }
  for next in missing.reversed().dropFirst() {
    guard try isParentMissing(making: next, calls: calls) else { continue }
    throw FileError(.cannotWrite, next, "can't be made: \(Errno.missing.words)")
  }
}

/// Makes one folder if there is none, or tells that the folder it would be in is missing.
private func isParentMissing(
  making folder: FileName, calls: SystemCalls
) throws(FileError) -> Bool {
  do throws(Errno) {
    try uninterrupted { () throws(Errno) in try calls.makeFolder(FilePlace(folder)) }
  } catch {
    if error == .missing, folder.folder != folder { return true }
    guard error == .exists else {
      throw FileError(.cannotWrite, folder, "can't be made: \(error.words)")
    }
  }
  return false
}

private func writeThrough<Parts: Sequence>(
  _ parts: Parts, to name: FileName, calls: SystemCalls
) throws(FileError) where Parts.Element: Collection<UInt8> {
  do throws(Errno) {
    let descriptor = try uninterrupted { () throws(Errno) in
      try calls.open(FilePlace(name), .writing)
    }
    do throws(Errno) {
      for part in parts { try calls.writeAll(part, to: descriptor) }
    } catch {
      try? calls.close(descriptor)
      throw error
    }
    try calls.close(descriptor)
  } catch {
    throw FileError.cannotWrite(name, error)
  }
}
