import JSONMigration

/// A file that was read whole, and what it was at that moment.
struct FileContent: Sendable {
  let name: FileName
  let bytes: [UInt8]
  let status: FileStatus

  /// Reads all of a file into memory, if it has no more bytes than the limit.
  ///
  /// Never by mapping it: a mapped file that someone shortens kills the process.
  init(reading name: FileName, limit: Int, calls: SystemCalls = .system) throws(FileError) {
    let before: FileStatus
    let after: FileStatus
    let bytes: [UInt8]?
    do throws(Errno) {
      let descriptor = try uninterrupted { () throws(Errno) in try calls.open(name, .reading) }
      defer { try? calls.close(descriptor) }
      before = try uninterrupted { () throws(Errno) in try calls.openStatus(descriptor) }
      bytes = try calls.readAll(descriptor, expecting: before.size, limit: limit)
      after = try uninterrupted { () throws(Errno) in try calls.openStatus(descriptor) }
    } catch {
      throw FileError(.cannotRead, name, "can't be read: \(error.words)")
    }
    guard let bytes else {
      throw FileError(.tooBig, name, "has more than \(limit) bytes")
    }
    guard before.kind != .regular || after.isUnchanged(since: before) else {
      throw FileError(.cannotRead, name, "was written to while it was read", help: "run it again")
    }
    (self.name, self.bytes, self.status) = (name, bytes, before)
  }
}

extension SystemCalls {
  /// Reads to the end; nothing when there is more than the limit.
  func readAll(
    _ descriptor: Int32, expecting size: Int = 0, limit: Int
  ) throws(Errno) -> [UInt8]? {
    var all: [UInt8] = []
    // One more than expected, so that a file of that size is known to be at its end.
    var room = max(min(size, limit) + 1, 65_536)
    while all.count <= limit {
      let piece = try uninterrupted { () throws(Errno) in try read(descriptor, room) }
      guard !piece.isEmpty else { return all }
      if all.isEmpty { all = piece } else { all += piece }
      room = max(65_536, min(all.count, limit - all.count + 1))
    }
    return nil
  }
}
