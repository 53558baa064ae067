/// Every call by which the command reaches files and streams.
///
/// One table, so that a test can put its own in place and let any call fail.
struct SystemCalls: Sendable {
  /// What a file is opened for.
  enum Opening: Hashable, Sendable {
    /// Reading whatever the name leads to, a pipe too; waits until there is a writer.
    case reading
    /// Reading a file; of a pipe it doesn't wait for a writer. A symbolic link is an error unless
    /// it is to be followed.
    case readingFile(following: Bool)
    /// Writing into what is there already: a pipe or a device.
    case writing
    /// Writing a file that must not be there yet.
    case creating(mode: UInt32)
    /// Writing behind what a file has; it is made if it is not there.
    case adding(mode: UInt32)
    /// Listing or synchronizing a folder, or reaching what is in it. A symbolic link is an error
    /// unless it is to be followed.
    case folder(following: Bool)

    var isReading: Bool {
      switch self {
      case .reading, .readingFile, .folder: true
      case .writing, .creating, .adding: false
      }
    }
  }

  /// What becomes of a file that has the new name already.
  enum Renaming: Hashable, Sendable {
    /// It is gone.
    case replacing
    /// It gets the old name. Not every file system can do that.
    case exchanging
    /// It stays, and the call fails. Not every file system can do that.
    case toFreeName
  }

  /// The calls, as they are kept: in one place, since nearly all that has to do with files has it.
  struct Table: Sendable {
    var open: @Sendable (FilePlace, Opening) throws(Errno) -> Int32
    var read: @Sendable (Int32, RoomForBytes) throws(Errno) -> Int
    var write: @Sendable (Int32, BytesToWrite) throws(Errno) -> Int
    var close: @Sendable (Int32) throws(Errno) -> Void
    var status: @Sendable (FilePlace, _ following: Bool) throws(Errno) -> FileStatus
    var openStatus: @Sendable (Int32) throws(Errno) -> FileStatus
    var changeOwner: @Sendable (Int32, _ user: UInt32, _ group: UInt32) throws(Errno) -> Void
    var changeMode: @Sendable (Int32, UInt32) throws(Errno) -> Void
    var attributes: @Sendable (Int32) throws(Errno) -> [[UInt8]]
    var attribute: @Sendable (Int32, _ name: [UInt8]) throws(Errno) -> [UInt8]
    var setAttribute: @Sendable (Int32, _ name: [UInt8], _ value: [UInt8]) throws(Errno) -> Void
    var removeAttribute: @Sendable (Int32, _ name: [UInt8]) throws(Errno) -> Void
    var copyAccessList: @Sendable (_ from: Int32, _ to: Int32) throws(Errno) -> Void
    var seek: @Sendable (Int32, Int) throws(Errno) -> Void
    var place: @Sendable (Int32) throws(Errno) -> Int
    var truncate: @Sendable (Int32, Int) throws(Errno) -> Void
    var synchronize: @Sendable (Int32) throws(Errno) -> Void
    var lock: @Sendable (Int32, _ alone: Bool) -> Bool
    var rename: @Sendable (FilePlace, _ to: FilePlace, Renaming) throws(Errno) -> Void
    var remove: @Sendable (FilePlace) throws(Errno) -> Void
    var makeFolder: @Sendable (FilePlace) throws(Errno) -> Void
    var resolve: @Sendable (FileName) throws(Errno) -> FileName
    var readLink: @Sendable (FileName) throws(Errno) -> FileName
    var list: @Sendable (Int32) throws(Errno) -> [[UInt8]]
    var isTerminal: @Sendable (Int32) -> Bool
    var memoryLeft: @Sendable () -> Int?
    var awaitInput: @Sendable (Int32) -> Bool = waitForInput
  }

  private final class Kept: Sendable {
    let table: Table

    init(_ table: Table) { self.table = table }
  }

  private var kept: Kept

  init(_ table: Table) { kept = Kept(table) }

  private var table: Table {
    get { kept.table }
    set { kept = Kept(newValue) }
  }

  var open: @Sendable (FilePlace, Opening) throws(Errno) -> Int32 {
    get { kept.table.open }
    set { table.open = newValue }
  }
  /// Reads as much as there is at the moment, and nothing at the end; tells how much that was.
  var read: @Sendable (Int32, RoomForBytes) throws(Errno) -> Int {
    get { kept.table.read }
    set { table.read = newValue }
  }
  /// Writes as much as fits at the moment, and tells how much that was.
  var write: @Sendable (Int32, BytesToWrite) throws(Errno) -> Int {
    get { kept.table.write }
    set { table.write = newValue }
  }
  var close: @Sendable (Int32) throws(Errno) -> Void {
    get { kept.table.close }
    set { table.close = newValue }
  }
  /// What the name stands for; of a symbolic link itself when it is not followed.
  var status: @Sendable (FilePlace, _ following: Bool) throws(Errno) -> FileStatus {
    get { kept.table.status }
    set { table.status = newValue }
  }
  var openStatus: @Sendable (Int32) throws(Errno) -> FileStatus {
    get { kept.table.openStatus }
    set { table.openStatus = newValue }
  }
  var changeOwner: @Sendable (Int32, _ user: UInt32, _ group: UInt32) throws(Errno) -> Void {
    get { kept.table.changeOwner }
    set { table.changeOwner = newValue }
  }
  var changeMode: @Sendable (Int32, UInt32) throws(Errno) -> Void {
    get { kept.table.changeMode }
    set { table.changeMode = newValue }
  }
  /// The names of the extended attributes; on Linux the access list is one of them.
  var attributes: @Sendable (Int32) throws(Errno) -> [[UInt8]] {
    get { kept.table.attributes }
    set { table.attributes = newValue }
  }
  var attribute: @Sendable (Int32, _ name: [UInt8]) throws(Errno) -> [UInt8] {
    get { kept.table.attribute }
    set { table.attribute = newValue }
  }
  var setAttribute: @Sendable (Int32, _ name: [UInt8], _ value: [UInt8]) throws(Errno) -> Void {
    get { kept.table.setAttribute }
    set { table.setAttribute = newValue }
  }
  var removeAttribute: @Sendable (Int32, _ name: [UInt8]) throws(Errno) -> Void {
    get { kept.table.removeAttribute }
    set { table.removeAttribute = newValue }
  }
  /// Gives a file the access list of another one, where that is no extended attribute.
  var copyAccessList: @Sendable (_ from: Int32, _ to: Int32) throws(Errno) -> Void {
    get { kept.table.copyAccessList }
    set { table.copyAccessList = newValue }
  }
  /// Goes to a place in a file.
  var seek: @Sendable (Int32, Int) throws(Errno) -> Void {
    get { kept.table.seek }
    set { table.seek = newValue }
  }
  /// The place in a file that it goes on at.
  var place: @Sendable (Int32) throws(Errno) -> Int {
    get { kept.table.place }
    set { table.place = newValue }
  }
  /// What a symbolic link says.
  var readLink: @Sendable (FileName) throws(Errno) -> FileName { kept.table.readLink }
  /// Cuts a file down to this size.
  var truncate: @Sendable (Int32, Int) throws(Errno) -> Void {
    get { kept.table.truncate }
    set { table.truncate = newValue }
  }
  /// Returns when the file's bytes, or the folder's names, are on the disk.
  var synchronize: @Sendable (Int32) throws(Errno) -> Void {
    get { kept.table.synchronize }
    set { table.synchronize = newValue }
  }
  /// Locks a file until it is closed, alone or with others; false where someone else has it.
  var lock: @Sendable (Int32, _ alone: Bool) -> Bool {
    get { kept.table.lock }
    set { table.lock = newValue }
  }
  var rename: @Sendable (FilePlace, _ to: FilePlace, Renaming) throws(Errno) -> Void {
    get { kept.table.rename }
    set { table.rename = newValue }
  }
  var remove: @Sendable (FilePlace) throws(Errno) -> Void {
    get { kept.table.remove }
    set { table.remove = newValue }
  }
  var makeFolder: @Sendable (FilePlace) throws(Errno) -> Void {
    get { kept.table.makeFolder }
    set { table.makeFolder = newValue }
  }
  /// The name without symbolic links.
  var resolve: @Sendable (FileName) throws(Errno) -> FileName {
    get { kept.table.resolve }
    set { table.resolve = newValue }
  }
  /// What is in a folder that is open, in no order, without `.` and `..`.
  var list: @Sendable (Int32) throws(Errno) -> [[UInt8]] {
    get { kept.table.list }
    set { table.list = newValue }
  }
  var isTerminal: @Sendable (Int32) -> Bool {
    get { kept.table.isTerminal }
    set { table.isTerminal = newValue }
  }
  /// How many bytes the process may still take; nil where no limit was set.
  var memoryLeft: @Sendable () -> Int? {
    get { kept.table.memoryLeft }
    set { table.memoryLeft = newValue }
  }
  /// Waits a moment for a stream to have something to read, or an end; tells whether it has.
  var awaitInput: @Sendable (Int32) -> Bool {
    get { kept.table.awaitInput }
    set { table.awaitInput = newValue }
  }
}

/// A name, and the folder that it is looked up from.
struct FilePlace: Hashable, Sendable {
  /// A folder that is open; nothing for the current one.
  let folder: Int32?
  let name: FileName

  init(_ name: FileName, in folder: Int32? = nil) {
    self.folder = folder
    self.name = name
  }
}

extension SystemCalls {
  /// Where a link leads to that nothing stands behind; the name itself, where it is none.
  func destination(of name: FileName) -> FileName {
    var name = name
    // Links that go round lead nowhere.
    for _ in 0..<40 {
      guard let next = try? readLink(name) else { break }
      name = next.bytes.first == UInt8(ascii: "/") ? next : name.folder.appending(next.bytes)
    }
    return name
  }

  /// What a name stands for, from the current folder.
  func status(of name: FileName, following: Bool = true) throws(Errno) -> FileStatus {
    try uninterrupted { () throws(Errno) in try status(FilePlace(name), following) }
  }

  /// What is in the folder of this name.
  func names(in folder: FileName) throws(Errno) -> [[UInt8]] {
    try OpenFolder(FilePlace(folder), following: true, calls: self).names()
  }
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
  /// When something about the file was changed last, be it only its mode or its name.
  var changedSeconds: Int
  var changedNanoseconds: Int
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

  /// Whether both are the same file, and in between nobody wrote to it or changed its mode or
  /// owner.
  ///
  /// A file of several names changes when one of them goes, which is no change of what it holds.
  func isUnchanged(since other: FileStatus) -> Bool {
    hasSameContent(as: other)
      && (other.links > 1
        || changedSeconds == other.changedSeconds && changedNanoseconds == other.changedNanoseconds)
  }

  /// As that, for a file that has got another name in between: that counts as a change.
  func hasSameContent(as other: FileStatus) -> Bool {
    isSameFile(as: other) && kind == other.kind && size == other.size
      && modifiedSeconds == other.modifiedSeconds
      && modifiedNanoseconds == other.modifiedNanoseconds
      && mode == other.mode && user == other.user && group == other.group
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
