import JSONMigrationCore
import JSONText

extension ByteBuffer {
  /// Adds all of a file, if it has no more bytes than the limit.
  ///
  /// Never by mapping it: a mapped file that someone shortens kills the process.
  mutating func append(
    file source: FileSource, limit: Int, calls: SystemCalls, note: (Int) -> Void = { _ in }
  ) throws(FileError) -> FileOrigin {
    try append(
      try FileOrigin.open(source, calls: calls), limit: limit, calls: calls, note: note)
  }

  /// As that, for a file that was opened; it is closed then.
  mutating func append(
    _ opened: (origin: FileOrigin, descriptor: Int32), limit: Int, calls: SystemCalls,
    note: (Int) -> Void
  ) throws(FileError) -> FileOrigin {
    let (name, before) = (opened.origin.name, opened.origin.status)
    defer { try? calls.close(opened.descriptor) }
    let isFile = before.kind == .regular
    // Made only where it is needed: a message takes as long as reading a small file.
    var tooBig: FileError { FileError(.tooBig, name, "has more than \(limit) bytes") }
    // Told before all of it was read for nothing.
    if isFile, before.size > limit { throw tooBig }
    let isWhole: Bool
    let after: FileStatus
    do throws(Errno) {
      isWhole = try append(
        allOf: opened.descriptor, expecting: before.size, limit: limit, calls: calls, note: note)
      after = try uninterrupted { () throws(Errno) in try calls.openStatus(opened.descriptor) }
    } catch {
      throw FileError.cannotRead(name, error)
    }
    guard isWhole else { throw tooBig }
    guard !isFile || after.isUnchanged(since: before) else {
      throw FileError.changedWhileRead(name)
    }
    return opened.origin
  }

  /// Whether a document of so many bytes can be migrated within the memory that the process may
  /// take.
  ///
  /// Else it would die in the middle; about four times as much is what a document takes.
  private static func fits(_ bytes: Int, _ calls: SystemCalls) -> Bool {
    // To ask takes longer than to read a small one.
    guard bytes > 1 << 20, let left = calls.memoryLeft() else { return true }
    return bytes < left / 4
  }

  /// What is read at once of a large file.
  static var stretch: Int { 4 << 20 }

  /// Adds everything up to the end; false when there is more than the limit.
  ///
  /// `note` hears how much there is after each stretch.
  mutating func append(
    allOf descriptor: Int32, expecting size: Int = 0, limit: Int, calls: SystemCalls,
    note: (Int) -> Void = { _ in }
  ) throws(Errno) -> Bool {
    var noted = count
    let start = count
    while count - start <= limit {
      let done = count - start
      // One more than expected, so that a file of that size is known to be at its end and takes no
      // more memory than that; where there is more, twice as much each time.
      let missing = min(size, limit) + 1 - done
      let room = size > 0 && missing > 0 ? missing : max(65_536, min(done, limit - done + 1))
      guard Self.fits(room, calls) else { throw .noMemory }
      reserve(room)
      let stretch = min(room, Self.stretch)
      if try append(from: descriptor, atMost: stretch, calls: calls) == 0 { return true }
      if count - noted >= Self.stretch {
        noted = count
        note(count - start)
      }
    }
    return false
  }

  /// Adds as much as there is at the moment, and nothing at the end; tells how much that was.
  mutating func append(
    from descriptor: Int32, atMost number: Int, calls: SystemCalls
  ) throws(Errno) -> Int {
    try appendWriting(atMost: number) { room throws(Errno) in
      try uninterrupted { () throws(Errno) in try calls.read(descriptor, room) }
    }
  }
}
