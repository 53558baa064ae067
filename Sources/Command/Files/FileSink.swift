import JSONMigration

/// A file or a stream that gets bytes piece by piece.
struct FileSink: Sendable {
  private enum Target: Sendable {
    case replacement(FileReplacement)
    /// A pipe or a device, or a file that is added to.
    case open(FileName, Int32)
  }

  private var target: Target
  private let calls: SystemCalls

  /// Replaces a file in the end, or writes straight through to a pipe or a device.
  init(
    _ name: FileName, readAs status: FileStatus? = nil, options: FileReplacement.Options,
    calls: SystemCalls
  ) throws(FileError) {
    self.calls = calls
    switch try FileTarget(name, calls: calls) {
    case .stream(let name): target = .open(name, try Self.open(name, .writing, calls))
    case .file:
      target = .replacement(
        try FileReplacement(name, readAs: status, options: options, calls: calls))
    }
  }

  /// Adds to what a file has already.
  init(addingTo name: FileName, calls: SystemCalls) throws(FileError) {
    self.calls = calls
    target = .open(name, try Self.open(name, .adding(mode: 0o666), calls))
  }

  mutating func append(_ bytes: some Collection<UInt8>) throws(FileError) {
    switch target {
    case .replacement(var replacement):
      defer { target = .replacement(replacement) }
      try replacement.append(bytes)
    case .open(let name, let descriptor):
      try Self.attempt(name) { () throws(Errno) in try calls.writeAll(bytes, to: descriptor) }
    }
  }

  /// Waits until the disk has what was added; of a file that is replaced nobody has seen it yet.
  func synchronize() throws(FileError) {
    guard case .open(let name, let descriptor) = target else { return }
    do throws(Errno) {
      try uninterrupted { () throws(Errno) in try calls.synchronize(descriptor) }
    } catch {
      // Pipes and devices know no such thing, and say so.
      guard error != .unfit else { return }
      throw FileError(.cannotWrite, name, "can't be written: \(error.words)")
    }
  }

  mutating func finish() throws(FileError) {
    switch target {
    case .replacement(var replacement):
      defer { target = .replacement(replacement) }
      try replacement.commit()
    case .open(let name, let descriptor):
      try Self.attempt(name) { () throws(Errno) in try calls.close(descriptor) }
    }
  }

  /// Leaves a file as it was; what a stream has got it has.
  mutating func drop() {
    switch target {
    case .replacement(var replacement):
      replacement.drop()
      target = .replacement(replacement)
    case .open(_, let descriptor): try? calls.close(descriptor)
    }
  }

  private static func open(
    _ name: FileName, _ opening: SystemCalls.Opening, _ calls: SystemCalls
  ) throws(FileError) -> Int32 {
    try attempt(name) { () throws(Errno) in
      try uninterrupted { () throws(Errno) in try calls.open(name, opening) }
    }
  }

  private static func attempt<Value>(
    _ name: FileName, _ call: () throws(Errno) -> Value
  ) throws(FileError) -> Value {
    do throws(Errno) {
      return try call()
    } catch {
      throw FileError(.cannotWrite, name, "can't be written: \(error.words)")
    }
  }
}
