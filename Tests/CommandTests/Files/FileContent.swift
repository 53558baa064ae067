import JSONText

@testable import jsonmigrate

/// A file that was read whole.
struct FileContent: Sendable {
  let origin: FileOrigin
  let bytes: [UInt8]

  /// Reads all of a file, whatever its name leads to, if it has no more bytes than the limit.
  init(reading name: FileName, limit: Int, calls: SystemCalls = .system) throws(FileError) {
    var buffer = ByteBuffer()
    let opened = try FileOrigin.open(name, calls: calls)
    origin = try buffer.append(opened, limit: limit, calls: calls) { _ in }
    bytes = buffer.view[0..<buffer.count].array
  }

  /// Replaces the file that this was read from.
  func replace(
    with bytes: [UInt8], options: FileReplacement.Options = .init(), calls: SystemCalls = .system
  ) throws(FileError) -> FileOutcome {
    try writeFile(bytes, to: origin.name, madeFrom: origin, options: options, calls: calls)
  }
}

extension FileReplacement {
  /// Begins to replace a file, or to make one, by its name.
  init(
    _ name: FileName, readAs status: FileStatus? = nil, options: Options = Options(),
    calls: SystemCalls = .system
  ) throws(FileError) {
    try self.init(
      try FileTarget(name, calls: calls), readAs: status, options: options, calls: calls)
  }
}
