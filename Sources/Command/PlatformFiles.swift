import JSONText

// With Platform.swift, the only files that know which C library this is.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  @preconcurrency import Musl
#elseif canImport(Glibc)
  @preconcurrency import Glibc
#endif

extension Errno {
  static let interrupted = Errno(rawValue: EINTR)
  static let exists = Errno(rawValue: EEXIST)
  static let missing = Errno(rawValue: ENOENT)
  static let forbidden = Errno(rawValue: EACCES)
  static let brokenPipe = Errno(rawValue: EPIPE)
  static let unfit = Errno(rawValue: EINVAL)
  static let notAFolder = Errno(rawValue: ENOTDIR)
  static let isLink = Errno(rawValue: ELOOP)
  static let unsupported = Errno(rawValue: ENOTSUP)
  static let unknownCall = Errno(rawValue: ENOSYS)
  static let noMemory = Errno(rawValue: ENOMEM)
  static let notPermitted = Errno(rawValue: EPERM)

  /// The system's own words for it, in lower case.
  @inline(never)
  var words: String {
    strerror(rawValue).map { String(cString: $0).lowercased() } ?? "system error \(rawValue)"
  }
}

extension SystemCalls {
  /// The calls of the system that this runs on.
  static let system = SystemCalls(
    SystemCalls.Table(
      open: openFile, read: readBytes, write: writeBytes, close: closeFile, status: statusOfName,
      openStatus: statusOfFile, changeOwner: changeOwnerOfFile, changeMode: changeModeOfFile,
      attributes: attributesOfFile, attribute: attributeOfFile, setAttribute: setAttributeOfFile,
      removeAttribute: removeAttributeOfFile, copyAccessList: copyAccessListOfFile,
      seek: seekInFile, place: placeInFile, truncate: truncateFile,
      synchronize: synchronizeFile, lock: lockFile, rename: renameFile, remove: removeFile,
      makeFolder: makeOneFolder, resolve: resolveName, readLink: readOneLink, list: listFolder,
      isTerminal: { isatty($0) == 1 }, memoryLeft: bytesLeftToTake))
}

// MARK: - The calls

/// Memory that a call fills.
typealias RoomForBytes = UnsafeMutableRawBufferPointer
/// Memory that a call takes bytes from.
typealias BytesToWrite = UnsafeRawBufferPointer

extension SystemCalls {
  /// Writes all of the bytes, however few the system takes at a time.
  func writeAll(_ bytes: some Collection<UInt8>, to descriptor: Int32) throws(Errno) {
    let outcome = bytes.withContiguousStorageIfAvailable { bytes in
      Result { () throws(Errno) in try writeAll(BytesToWrite(bytes), to: descriptor) }
    }
    if let outcome { return try outcome.get() }
    try writeAll(Array(bytes), to: descriptor)
  }

  private func writeAll(_ bytes: BytesToWrite, to descriptor: Int32) throws(Errno) {
    var rest = bytes
    while !rest.isEmpty {
      let written = try uninterrupted { () throws(Errno) in try write(descriptor, rest) }
      rest = BytesToWrite(rebasing: rest.dropFirst(written))
    }
  }
}

extension FilePlace {
  /// The folder as a call takes it.
  fileprivate var base: Int32 { folder ?? AT_FDCWD }

  /// Lends the name as a C string.
  fileprivate func withPointer<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    name.withPointer(body)
  }
}

#if os(Linux)
  /// What headers call O_PATH, for a macro that Swift doesn't see.
  private let pathOnly: Int32 = 0o10000000
#endif

private func openFile(
  _ place: FilePlace, for opening: SystemCalls.Opening
) throws(Errno) -> Int32 {
  // Opened once more it would be written to from its start.
  if opening == .writing, let descriptor = place.name.openDescriptor {
    return try check(result(dup(descriptor)))
  }
  func open(_ flags: Int32, _ mode: UInt32 = 0) -> Int32 {
    place.withPointer {
      result(openat(place.base, $0, flags | O_CLOEXEC | O_NOCTTY, mode_t(mode)))
    }
  }
  switch opening {
  case .reading: return try check(open(O_RDONLY))
  case .readingFile(let following):
    return try check(open(O_RDONLY | O_NONBLOCK | (following ? 0 : O_NOFOLLOW)))
  case .writing: return try check(open(O_WRONLY))
  case .creating(let mode):
    return try check(open(O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode))
  case .adding(let mode): return try check(open(O_WRONLY | O_CREAT | O_APPEND, mode))
  case .folder(let following):
    let flags = O_DIRECTORY | (following ? 0 : O_NOFOLLOW)
    let descriptor = open(O_RDONLY | flags)
    #if os(Linux)
      // What is in a folder can be reached where the folder itself may not be read.
      if descriptor == -EACCES { return try check(open(pathOnly | flags)) }
    #endif
    return try check(descriptor)
  }
}

private func statusOfName(_ place: FilePlace, following: Bool) throws(Errno) -> FileStatus {
  var status = stat()
  try check(
    place.withPointer {
      result(fstatat(place.base, $0, &status, following ? 0 : AT_SYMLINK_NOFOLLOW))
    })
  return FileStatus(status)
}

private func statusOfFile(_ descriptor: Int32) throws(Errno) -> FileStatus {
  var status = stat()
  try check(result(fstat(descriptor, &status)))
  return FileStatus(status)
}

/// Darwin refuses to read or write more than 2 GiB at a time.
private let mostAtOnce = 1 << 30

private func readBytes(_ descriptor: Int32, into room: RoomForBytes) throws(Errno) -> Int {
  try check(result(read(descriptor, room.baseAddress, min(room.count, mostAtOnce))))
}

private func writeBytes(_ descriptor: Int32, _ bytes: BytesToWrite) throws(Errno) -> Int {
  try check(result(write(descriptor, bytes.baseAddress, min(bytes.count, mostAtOnce))))
}

private func closeFile(_ descriptor: Int32) throws(Errno) {
  try check(result(close(descriptor)))
}

private func changeOwnerOfFile(
  _ descriptor: Int32, user: UInt32, group: UInt32
) throws(Errno) {
  try check(result(fchown(descriptor, user, group)))
}

private func changeModeOfFile(_ descriptor: Int32, mode: UInt32) throws(Errno) {
  try check(result(fchmod(descriptor, mode_t(mode))))
}

private func placeInFile(_ descriptor: Int32) throws(Errno) -> Int {
  let place = lseek(descriptor, 0, SEEK_CUR)
  try check(result(place))
  return Int(place)
}

private func seekInFile(_ descriptor: Int32, to place: Int) throws(Errno) {
  try check(result(lseek(descriptor, off_t(place), SEEK_SET)))
}

private func truncateFile(_ descriptor: Int32, to size: Int) throws(Errno) {
  try check(result(ftruncate(descriptor, off_t(size))))
}

private func lockFile(_ descriptor: Int32, alone: Bool) -> Bool {
  // Some network file systems lock none.
  flock(descriptor, (alone ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0 || errno != EWOULDBLOCK
}

#if canImport(Glibc)
  // In the C library, but not in the headers that Swift sees. Integers and pointers are passed to
  // Swift's functions as they are to those of C.
  @_silgen_name("renameat2")
  private func renameat2(
    _ folder: Int32, _ name: UnsafePointer<CChar>, _ newFolder: Int32,
    _ newName: UnsafePointer<CChar>, _ flags: UInt32
  ) -> Int32
#endif

private func renameFile(
  _ place: FilePlace, to newPlace: FilePlace, _ renaming: SystemCalls.Renaming
) throws(Errno) {
  try check(
    place.withPointer { old in
      newPlace.withPointer { new in
        #if canImport(Darwin)
          switch renaming {
          case .replacing: result(renameat(place.base, old, newPlace.base, new))
          case .exchanging:
            result(renameatx_np(place.base, old, newPlace.base, new, UInt32(RENAME_SWAP)))
          case .toFreeName:
            result(renameatx_np(place.base, old, newPlace.base, new, UInt32(RENAME_EXCL)))
          }
        #elseif canImport(Glibc)
          // RENAME_EXCHANGE and RENAME_NOREPLACE.
          switch renaming {
          case .replacing: result(renameat(place.base, old, newPlace.base, new))
          case .exchanging: result(renameat2(place.base, old, newPlace.base, new, 2))
          case .toFreeName: result(renameat2(place.base, old, newPlace.base, new, 1))
          }
        #else
          renaming == .replacing ? result(renameat(place.base, old, newPlace.base, new)) : -ENOSYS
        #endif
      }
    })
}

private func removeFile(_ place: FilePlace) throws(Errno) {
  try check(place.withPointer { result(unlinkat(place.base, $0, 0)) })
}

private func makeOneFolder(_ place: FilePlace) throws(Errno) {
  try check(place.withPointer { result(mkdirat(place.base, $0, 0o777)) })
}

private func synchronizeFile(_ descriptor: Int32) throws(Errno) {
  #if canImport(Darwin)
    // There, fsync leaves the bytes in the disk's own cache.
    if fcntl(descriptor, F_FULLFSYNC) != -1 { return }
  #endif
  try check(result(fsync(descriptor)))
}

private func resolveName(_ name: FileName) throws(Errno) -> FileName {
  var failure: Int32 = 0
  let resolved: FileName? = name.withPointer { name in
    guard let path = realpath(name, nil) else {
      failure = errno
      return nil
    }
    defer { free(path) }
    return FileName(bytes: bytes(at: path))
  }
  guard let resolved else { throw Errno(rawValue: failure) }
  return resolved
}

private func readOneLink(_ name: FileName) throws(Errno) -> FileName {
  var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
  let count = name.withPointer { result(readlink($0, &bytes, bytes.count)) }
  return FileName(bytes: bytes.prefix(try check(count)).map { UInt8(bitPattern: $0) })
}

private func listFolder(_ open: Int32) throws(Errno) -> [[UInt8]] {
  // Its own, since the listing moves along in it and closes it in the end.
  let descriptor = try openFile(FilePlace(FileName("."), in: open), for: .folder(following: false))
  guard let folder = fdopendir(descriptor) else {
    let failure = errno
    close(descriptor)
    throw Errno(rawValue: failure)
  }
  defer { closedir(folder) }
  var names: [[UInt8]] = []
  while true {
    errno = 0
    guard let entry = readdir(folder) else {
      guard errno == 0 else { throw Errno(rawValue: errno) }
      return names
    }
    // The entry may be shorter than its type says, so only its name is touched.
    let start = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    let name = bytes(
      at: UnsafeRawPointer(entry).advanced(by: start).assumingMemoryBound(to: CChar.self))
    if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
  }
}

func bytes(at start: UnsafePointer<CChar>) -> [UInt8] {
  Array(UnsafeRawBufferPointer(start: start, count: strlen(start)))
}

func bytes(at start: UnsafeMutablePointer<CChar>) -> [UInt8] {
  bytes(at: UnsafePointer(start))
}

/// What a call returned or, below zero, its error, taken before anything can set another one.
private func result<Number: SignedInteger>(_ returned: Number) -> Number {
  returned < 0 ? -Number(errno) : returned
}

@discardableResult
private func check<Number: SignedInteger>(_ result: Number) throws(Errno) -> Number {
  guard result >= 0 else { throw Errno(rawValue: -Int32(result)) }
  return result
}

extension FileName {
  /// Lends the name as a C string.
  fileprivate func withPointer<Result>(_ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (bytes.map(CChar.init(bitPattern:)) + [0]).withUnsafeBufferPointer { buffer in
      // Never nil: there is at least the zero at the end.
      buffer.baseAddress.map(body) ?? "".withCString(body)
    }
  }
}

extension FileStatus {
  fileprivate init(_ status: stat) {
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    let kind: Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFDIR: .folder
      case S_IFLNK: .symbolicLink
      case S_IFIFO: .pipe
      case S_IFCHR: .characterDevice
      default: .other
      }
    self.init(
      kind: kind, device: UInt64(truncatingIfNeeded: status.st_dev),
      node: UInt64(truncatingIfNeeded: status.st_ino), size: Int(status.st_size),
      modifiedSeconds: Int(modified.tv_sec), modifiedNanoseconds: Int(modified.tv_nsec),
      changedSeconds: Int(changed.tv_sec), changedNanoseconds: Int(changed.tv_nsec),
      mode: UInt32(status.st_mode) & 0o7777, user: status.st_uid, group: status.st_gid,
      links: UInt64(status.st_nlink))
  }
}

// MARK: - Extended attributes

#if !canImport(Darwin)
  // As renameat2: in the C library, and not in the headers that Swift sees.
  @_silgen_name("flistxattr")
  private func flistxattr(_ file: Int32, _ list: UnsafeMutableRawPointer?, _ size: Int) -> Int
  @_silgen_name("fgetxattr")
  private func fgetxattr(
    _ file: Int32, _ name: UnsafePointer<CChar>, _ value: UnsafeMutableRawPointer?, _ size: Int
  ) -> Int
  @_silgen_name("fsetxattr")
  private func fsetxattr(
    _ file: Int32, _ name: UnsafePointer<CChar>, _ value: UnsafeRawPointer?, _ size: Int,
    _ flags: Int32
  ) -> Int32
  @_silgen_name("fremovexattr")
  private func fremovexattr(_ file: Int32, _ name: UnsafePointer<CChar>) -> Int32
#endif

private func attributesOfFile(_ descriptor: Int32) throws(Errno) -> [[UInt8]] {
  try filled { room in
    #if canImport(Darwin)
      flistxattr(
        descriptor, room.baseAddress?.assumingMemoryBound(to: CChar.self), room.count, 0)
    #else
      flistxattr(descriptor, room.baseAddress, room.count)
    #endif
  }.split(separator: 0).map { Array($0) }
}

private func attributeOfFile(_ descriptor: Int32, _ name: [UInt8]) throws(Errno) -> [UInt8] {
  try filled { room in
    FileName(bytes: name).withPointer { name in
      #if canImport(Darwin)
        fgetxattr(descriptor, name, room.baseAddress, room.count, 0, 0)
      #else
        fgetxattr(descriptor, name, room.baseAddress, room.count)
      #endif
    }
  }
}

private func setAttributeOfFile(
  _ descriptor: Int32, _ name: [UInt8], _ value: [UInt8]
) throws(Errno) {
  try check(
    FileName(bytes: name).withPointer { name in
      value.withUnsafeBytes { value in
        #if canImport(Darwin)
          result(fsetxattr(descriptor, name, value.baseAddress, value.count, 0, 0))
        #else
          result(fsetxattr(descriptor, name, value.baseAddress, value.count, 0))
        #endif
      }
    })
}

private func removeAttributeOfFile(_ descriptor: Int32, _ name: [UInt8]) throws(Errno) {
  try check(
    FileName(bytes: name).withPointer { name in
      #if canImport(Darwin)
        result(fremovexattr(descriptor, name, 0))
      #else
        result(fremovexattr(descriptor, name))
      #endif
    })
}

private func copyAccessListOfFile(from descriptor: Int32, to other: Int32) throws(Errno) {
  #if canImport(Darwin)
    try check(result(fcopyfile(descriptor, other, nil, copyfile_flags_t(COPYFILE_ACL))))
  #endif
}

/// Has a call fill memory, which is as large as the call says before.
private func filled(_ call: (RoomForBytes) -> Int) throws(Errno) -> [UInt8] {
  while true {
    let size = try check(result(call(RoomForBytes(start: nil, count: 0))))
    if size == 0 { return [] }
    var bytes = [UInt8](repeating: 0, count: size)
    let count = bytes.withUnsafeMutableBytes { result(call($0)) }
    // Somebody has made it larger in between.
    if count == -Int(ERANGE) { continue }
    return Array(bytes.prefix(try check(count)))
  }
}
