/// Every call by which the command reaches files and streams.
///
/// One table, so that a test can put its own in place and let any call fail.
struct SystemCalls: Sendable {
  /// What a file is opened for.
  enum Opening: Hashable, Sendable {
    case reading
    /// Writing into what is there already: a pipe or a device.
    case writing
    /// Writing a file that must not be there yet.
    case creating(mode: UInt32)
    /// Writing behind what a file has; it is made if it is not there.
    case adding(mode: UInt32)
    /// Listing or synchronizing a folder.
    case folder
  }

  var open: @Sendable (FileName, Opening) throws(Errno) -> Int32
  /// Reads as much as there is at the moment, and nothing at the end; tells how much that was.
  var read: @Sendable (Int32, RoomForBytes) throws(Errno) -> Int
  /// Writes as much as fits at the moment, and tells how much that was.
  var write: @Sendable (Int32, BytesToWrite) throws(Errno) -> Int
  var close: @Sendable (Int32) throws(Errno) -> Void
  /// What the name stands for; of a symbolic link itself when it is not followed.
  var status: @Sendable (FileName, _ following: Bool) throws(Errno) -> FileStatus
  var openStatus: @Sendable (Int32) throws(Errno) -> FileStatus
  var changeOwner: @Sendable (Int32, _ user: UInt32, _ group: UInt32) throws(Errno) -> Void
  var changeMode: @Sendable (Int32, UInt32) throws(Errno) -> Void
  /// Returns when the file's bytes, or the folder's names, are on the disk.
  var synchronize: @Sendable (Int32) throws(Errno) -> Void
  var rename: @Sendable (FileName, _ to: FileName) throws(Errno) -> Void
  var remove: @Sendable (FileName) throws(Errno) -> Void
  var makeFolder: @Sendable (FileName) throws(Errno) -> Void
  /// The name without symbolic links.
  var resolve: @Sendable (FileName) throws(Errno) -> FileName
  /// What is in a folder, in no order, without `.` and `..`.
  var list: @Sendable (FileName) throws(Errno) -> [[UInt8]]
  var isTerminal: @Sendable (Int32) -> Bool
}

/// What the system knows about a file.
struct FileStatus: Hashable, Sendable {
  enum Kind: Sendable {
    case regular, folder, symbolicLink, pipe, characterDevice, other
  }

  var kind: Kind
  var device: UInt64
  var node: UInt64
  var size: Int
  var modifiedSeconds: Int
  var modifiedNanoseconds: Int
  /// The permissions and the bits beside them.
  var mode: UInt32
  var user: UInt32
  var group: UInt32
  var links: UInt64

  /// What makes a file the one that it is, under whatever name.
  struct Identity: Hashable {
    let device: UInt64
    let node: UInt64
  }

  var identity: Identity { Identity(device: device, node: node) }

  /// Whether both are the same file.
  func isSameFile(as other: FileStatus) -> Bool { identity == other.identity }

  /// Whether both are the same file, and nobody wrote to it in between.
  func isUnchanged(since other: FileStatus) -> Bool {
    isSameFile(as: other) && size == other.size && modifiedSeconds == other.modifiedSeconds
      && modifiedNanoseconds == other.modifiedNanoseconds
  }
}

/// Why a system call failed.
struct Errno: Error, RawRepresentable, Hashable, Sendable {
  let rawValue: Int32
}

/// Repeats a call for as long as a signal interrupts it.
func uninterrupted<Value>(
  _ call: () throws(Errno) -> Value
) throws(Errno) -> Value {
  while true {
    do throws(Errno) {
      return try call()
    } catch {
      guard error == .interrupted else { throw error }
    }
  }
}
