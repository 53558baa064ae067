/// Every call by which a ``GuardedFile`` reaches files.
///
/// One table, so that a test can put its own in place and let any call fail.
package struct FileCalls: Sendable {
  /// What a file is opened for.
  package enum Opening: Sendable {
    /// Reading, and holding a lock.
    case reading
    /// Listing nothing: a folder is opened to be locked or synchronized.
    case folder
    /// Writing a file that must not be there yet.
    case creating(mode: UInt32)
  }

  package var open: @Sendable (String, Opening) throws(FileFault) -> Int32
  package var close: @Sendable (Int32) throws(FileFault) -> Void
  /// Takes the lock of an open file without waiting.
  package var lock: @Sendable (Int32, _ isShared: Bool) throws(FileFault) -> LockOutcome
  /// Reads as many bytes as there are at the moment, at most this many; none at the end.
  package var read: @Sendable (Int32, Int) throws(FileFault) -> [UInt8]
  /// Writes as much as fits at the moment, and tells how much that was.
  package var write: @Sendable (Int32, [UInt8], _ from: Int) throws(FileFault) -> Int
  /// What a name stands for, links followed; nil where there is no such file.
  package var status: @Sendable (String) throws(FileFault) -> FileMark?
  package var openStatus: @Sendable (Int32) throws(FileFault) -> FileMark
  /// Gives a new file the owner, the mode and, where the system can, the attributes of another one.
  package var copyTraits: @Sendable (_ from: Int32, FileMark, _ to: Int32) throws(FileFault) -> Void
  /// Returns when the file's bytes, or the folder's names, are on the disk.
  package var synchronize: @Sendable (Int32) throws(FileFault) -> Void
  /// Gives a file another name; what had that name is gone.
  package var rename: @Sendable (String, _ to: String) throws(FileFault) -> Void
  /// Gives a file a second name, which no file must have.
  package var link: @Sendable (String, _ to: String) throws(FileFault) -> Void
  package var remove: @Sendable (String) throws(FileFault) -> Void
  /// The name without symbolic links; nil where there is no such file.
  package var resolve: @Sendable (String) throws(FileFault) -> String?
  /// What a symbolic link says; nil where there is none of this name.
  package var destination: @Sendable (String) throws(FileFault) -> String?
  /// Lets the thread sleep.
  package var sleep: @Sendable (_ milliseconds: Int) -> Void
  /// A word that no other writer has.
  package var uniqueWord: @Sendable () -> String

  package enum LockOutcome: Sendable {
    case taken
    /// Another one has it.
    case busy
    /// The file system has no locks.
    case none
  }
}

/// What the system knows about a file.
package struct FileMark: Hashable, Sendable {
  package var device: UInt64
  package var node: UInt64
  package var isRegular: Bool
  package var size: Int
  package var modified: [Int]
  package var changed: [Int]
  package var mode: UInt32
  package var user: UInt32
  package var group: UInt32

  /// Whether both are the same file, whatever is in it.
  func isSameFile(as other: FileMark) -> Bool { device == other.device && node == other.node }
}

/// Why a system call failed.
package struct FileFault: Error, Hashable, Sendable {
  package let code: Int32
  package let meaning: Meaning
  /// What the system says.
  package let words: String

  /// What can be told apart.
  package enum Meaning: Sendable {
    case exists, missing, unsupported, interrupted, other
  }

  package init(code: Int32, meaning: Meaning, words: String) {
    (self.code, self.meaning, self.words) = (code, meaning, words)
  }
}

extension FileCalls {
  /// All bytes of an open file.
  func readAll(_ descriptor: Int32) throws(FileFault) -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let piece = try read(descriptor, max(4_096, min(1 << 20, bytes.count)))
      if piece.isEmpty { return bytes }
      bytes += piece
    }
  }

  func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(FileFault) {
    var written = 0
    while written < bytes.count { written += try write(descriptor, bytes, written) }
  }

  /// The same calls, which are made again where a signal interrupts them.
  ///
  /// `close` is not among them: the descriptor is gone whatever it returns.
  var uninterrupted: FileCalls {
    let calls = self
    var again = self
    again.open = { name, opening throws(FileFault) in
      try Self.repeated { () throws(FileFault) in try calls.open(name, opening) }
    }
    again.close = { descriptor throws(FileFault) in
      do throws(FileFault) {
        try calls.close(descriptor)
      } catch {
        if error.meaning != .interrupted { throw error }
      }
    }
    again.lock = { descriptor, isShared throws(FileFault) in
      try Self.repeated { () throws(FileFault) in try calls.lock(descriptor, isShared) }
    }
    again.read = { descriptor, count throws(FileFault) in
      try Self.repeated { () throws(FileFault) in try calls.read(descriptor, count) }
    }
    again.write = { descriptor, bytes, start throws(FileFault) in
      try Self.repeated { () throws(FileFault) in try calls.write(descriptor, bytes, start) }
    }
    again.status = { name throws(FileFault) in
      try Self.repeated { () throws(FileFault) in try calls.status(name) }
    }
    again.openStatus = { descriptor throws(FileFault) in
      try Self.repeated { () throws(FileFault) in try calls.openStatus(descriptor) }
    }
    again.copyTraits = { model, mark, descriptor throws(FileFault) in
      try Self.repeated { () throws(FileFault) in try calls.copyTraits(model, mark, descriptor) }
    }
    again.synchronize = { descriptor throws(FileFault) in
      try Self.repeated { () throws(FileFault) in try calls.synchronize(descriptor) }
    }
    again.rename = { name, newName throws(FileFault) in
      try Self.repeated { () throws(FileFault) in try calls.rename(name, newName) }
    }
    again.link = { name, newName throws(FileFault) in
      try Self.repeated { () throws(FileFault) in try calls.link(name, newName) }
    }
    again.remove = { name throws(FileFault) in
      try Self.repeated { () throws(FileFault) in try calls.remove(name) }
    }
    again.resolve = { name throws(FileFault) in
      try Self.repeated { () throws(FileFault) in try calls.resolve(name) }
    }
    again.destination = { name throws(FileFault) in
      try Self.repeated { () throws(FileFault) in try calls.destination(name) }
    }
    return again
  }

  private static func repeated<Value>(
    _ call: () throws(FileFault) -> Value
  ) throws(FileFault) -> Value {
    while true {
      do throws(FileFault) {
        return try call()
      } catch {
        guard error.meaning == .interrupted else { throw error }
      }
    }
  }
}
