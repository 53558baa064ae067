import JSONMigration

/// What became of a file.
enum FileOutcome: Sendable {
  /// It held these bytes already, and nothing was written: same inode, same time.
  case unchanged
  case written
}

/// Writes a whole file, or straight through to a pipe or a device.
///
/// `input` is what the bytes were made from: when the name means that file, it must still be what it
/// was.
func writeFile(
  _ bytes: some Collection<UInt8>, to name: FileName, madeFrom input: FileOrigin? = nil,
  options: FileReplacement.Options = .init(), calls: SystemCalls = .system
) throws(FileError) -> FileOutcome {
  try writeFile(parts: [bytes], to: name, madeFrom: input, options: options, calls: calls)
}

/// As that, for bytes in several parts.
func writeFile<Parts: Collection>(
  parts: Parts, to name: FileName, madeFrom input: FileOrigin? = nil,
  options: FileReplacement.Options = .init(), calls: SystemCalls = .system
) throws(FileError) -> FileOutcome where Parts.Element: Collection<UInt8> {
  switch try FileTarget(name, calls: calls) {
  case .stream(let name):
    try writeThrough(parts, to: name, calls: calls)
    return .written
  case .file(_, let status?):
    var readAs: FileStatus?
    if let input, input.name == name || input.status.isSameFile(as: status) {
      readAs = input.status
    }
    if status.size == parts.reduce(0, { $0 + $1.count }) {
      var comparison = try FileComparison(name, calls: calls)
      defer { comparison.close() }
      if try comparison.matches(all: parts), try comparison.hasMore() == false {
        return .unchanged
      }
      readAs = readAs ?? comparison.origin.status
    }
    return try replace(name, readAs: readAs, with: parts, options: options, calls: calls)
  case .file(_, nil):
    return try replace(name, readAs: nil, with: parts, options: options, calls: calls)
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
    try uninterrupted { () throws(Errno) in try calls.makeFolder(folder) }
  } catch {
    if error == .missing, folder.folder != folder { return true }
    guard error == .exists else {
      throw FileError(.cannotWrite, folder, "can't be made: \(error.words)")
    }
  }
  return false
}

private func replace<Parts: Collection>(
  _ name: FileName, readAs status: FileStatus?, with parts: Parts,
  options: FileReplacement.Options, calls: SystemCalls
) throws(FileError) -> FileOutcome where Parts.Element: Collection<UInt8> {
  var replacement = try FileReplacement(name, readAs: status, options: options, calls: calls)
  for part in parts { try replacement.append(part) }
  try replacement.commit()
  return .written
}

private func writeThrough<Parts: Collection>(
  _ parts: Parts, to name: FileName, calls: SystemCalls
) throws(FileError) where Parts.Element: Collection<UInt8> {
  do throws(Errno) {
    let descriptor = try uninterrupted { () throws(Errno) in try calls.open(name, .writing) }
    do throws(Errno) {
      for part in parts { try calls.writeAll(part, to: descriptor) }
    } catch {
      try? calls.close(descriptor)
      throw error
    }
    try calls.close(descriptor)
  } catch {
    throw FileError(.cannotWrite, name, "can't be written: \(error.words)")
  }
}
