// The only file of the library that knows which C library this is.
#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Android)
  @preconcurrency internal import Android
#elseif canImport(Musl)
  @preconcurrency internal import Musl
#elseif canImport(Glibc)
  @preconcurrency internal import Glibc
#endif

#if canImport(Darwin) || canImport(Android) || canImport(Musl) || canImport(Glibc)
  extension FileCalls {
    /// The calls of the system.
    package static let system = FileCalls(
      open: openFile, close: closeFile, lock: lockFile, read: readFile, write: writeFile,
      status: statusOfName, openStatus: statusOfFile, copyTraits: copyTraitsOfFile,
      synchronize: synchronizeFile, rename: renameFile, link: linkFile, remove: removeFile,
      resolve: resolveName, destination: destinationOfLink,
      sleep: { milliseconds in
        var time = timespec()
        time.tv_sec = milliseconds / 1_000
        time.tv_nsec = milliseconds % 1_000 * 1_000_000
        nanosleep(&time, nil)
      },
      uniqueWord: { "\(getpid())-\(String(UInt64.random(in: 0 ... .max), radix: 36))" })
  }

  private func check<Number: SignedInteger>(_ result: Number) throws(FileFault) -> Number {
    if result < 0 { throw FileFault(errno) }
    return result
  }

  extension FileFault {
    fileprivate init(_ code: Int32) {
      let meaning: Meaning =
        switch code {
        case EEXIST: .exists
        case ENOENT, ENOTDIR: .missing
        case EINTR: .interrupted
        case EPERM, ENOSYS, ENOTSUP, EOPNOTSUPP, EMLINK, EXDEV: .unsupported
        default: .other
        }
      self.init(
        code: code, meaning: meaning,
        words: strerror(code).map { String(cString: $0) } ?? "error \(code)")
    }
  }

  private func openFile(
    _ name: String, _ opening: FileCalls.Opening
  ) throws(FileFault) -> Int32 {
    switch opening {
    // So that opening a pipe doesn't wait for a writer.
    case .reading: try check(open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK))
    case .folder: try check(open(name, O_RDONLY | O_CLOEXEC | O_DIRECTORY))
    case .creating(let mode):
      try check(open(name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode_t(mode)))
    }
  }

  private func closeFile(_ descriptor: Int32) throws(FileFault) {
    _ = try check(close(descriptor))
  }

  private func renameFile(_ name: String, _ newName: String) throws(FileFault) {
    _ = try check(rename(name, newName))
  }

  private func linkFile(_ name: String, _ newName: String) throws(FileFault) {
    _ = try check(link(name, newName))
  }

  private func removeFile(_ name: String) throws(FileFault) {
    _ = try check(unlink(name))
  }

  private func lockFile(
    _ descriptor: Int32, _ isShared: Bool
  ) throws(FileFault) -> FileCalls.LockOutcome {
    if flock(descriptor, (isShared ? LOCK_SH : LOCK_EX) | LOCK_NB) == 0 { return .taken }
    switch errno {
    case EWOULDBLOCK: return .busy
    // Some network file systems lock only files that are open for writing, or none.
    case ENOTSUP, EOPNOTSUPP, ENOSYS, EINVAL, EBADF, ENOLCK: return .none
    default: throw FileFault(errno)
    }
  }

  private func readFile(_ descriptor: Int32, _ most: Int) throws(FileFault) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: most)
    let count = try check(read(descriptor, &bytes, most))
    return Array(bytes.prefix(count))
  }

  private func writeFile(
    _ descriptor: Int32, _ bytes: [UInt8], _ start: Int
  ) throws(FileFault) -> Int {
    // In pieces: Darwin refuses to write more than 2 GiB at once.
    let end = min(bytes.count, start + 1 << 24)
    return try check(write(descriptor, Array(bytes[start..<end]), end - start))
  }

  private func statusOfName(_ name: String) throws(FileFault) -> FileMark? {
    var status = stat()
    if stat(name, &status) == 0 { return FileMark(status) }
    if errno == ENOENT { return nil }
    throw FileFault(errno)
  }

  private func statusOfFile(_ descriptor: Int32) throws(FileFault) -> FileMark {
    var status = stat()
    _ = try check(fstat(descriptor, &status))
    return FileMark(status)
  }

  private func copyTraitsOfFile(
    _ model: Int32, _ mark: FileMark, _ descriptor: Int32
  ) throws(FileFault) {
    var mode = mark.mode
    let own = try statusOfFile(descriptor)
    if own.user != mark.user || own.group != mark.group,
      fchown(descriptor, mark.user, mark.group) != 0, fchown(descriptor, uid_t.max, mark.group) != 0
    {
      // Without its owner the file must not be readable by more people than before.
      mode &= 0o700
    }
    #if !canImport(Darwin)
      // Without its access list the file must not be readable by more people either.
      if !copyAccessList(of: model, to: descriptor) { mode &= 0o700 }
    #endif
    _ = try check(fchmod(descriptor, mode_t(mode)))
    #if canImport(Darwin)
      _ = try check(
        fcopyfile(model, descriptor, nil, copyfile_flags_t(COPYFILE_ACL | COPYFILE_XATTR)))
    #endif
  }

  #if !canImport(Darwin)
    // In the C library, but not in the headers that Swift sees. Integers and pointers are passed to
    // Swift's functions as they are to those of C.
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

    /// Gives a file the access list of another one, or none where that has none; false where it
    /// can't have it.
    private func copyAccessList(of model: Int32, to descriptor: Int32) -> Bool {
      let name = "system.posix_acl_access"
      let size = fgetxattr(model, name, nil, 0)
      if size < 0 {
        // A new file may have got one from its folder.
        return fgetxattr(descriptor, name, nil, 0) < 0 || fremovexattr(descriptor, name) == 0
      }
      var list = [UInt8](repeating: 0, count: size)
      return fgetxattr(model, name, &list, size) == size
        && fsetxattr(descriptor, name, list, size, 0) == 0
    }
  #endif

  private func synchronizeFile(_ descriptor: Int32) throws(FileFault) {
    #if canImport(Darwin)
      // On Darwin, fsync leaves the bytes in the disk's own cache.
      if fcntl(descriptor, F_FULLFSYNC) != -1 { return }
    #endif
    // Some file systems can't synchronize a folder.
    if fsync(descriptor) != 0, errno != EINVAL { throw FileFault(errno) }
  }

  private func resolveName(_ name: String) throws(FileFault) -> String? {
    guard let path = realpath(name, nil) else {
      if errno == ENOENT { return nil }
      throw FileFault(errno)
    }
    defer { free(path) }
    return String(cString: path)
  }

  private func destinationOfLink(_ name: String) throws(FileFault) -> String? {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(name, &bytes, bytes.count)
    if count < 0, errno == EINVAL || errno == ENOENT || errno == ENOTDIR { return nil }
    return String(
      decoding: bytes.prefix(try check(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  extension FileMark {
    fileprivate init(_ status: stat) {
      #if canImport(Darwin)
        let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
      #else
        let (modified, changed) = (status.st_mtim, status.st_ctim)
      #endif
      self.init(
        device: UInt64(truncatingIfNeeded: status.st_dev),
        node: UInt64(truncatingIfNeeded: status.st_ino),
        isRegular: status.st_mode & S_IFMT == S_IFREG, size: Int(clamping: status.st_size),
        modified: [Int(modified.tv_sec), Int(modified.tv_nsec)],
        changed: [Int(changed.tv_sec), Int(changed.tv_nsec)],
        mode: UInt32(status.st_mode) & 0o7777, user: status.st_uid, group: status.st_gid)
    }
  }
#else
  extension FileCalls {
    /// On this system nothing is known of files.
    package static let system: FileCalls = {
      let unknown = FileFault(
        code: 0, meaning: .other, words: "files can't be guarded on this system")
      return FileCalls(
        open: { _, _ throws(FileFault) in throw unknown },
        close: { _ throws(FileFault) in throw unknown },
        lock: { _, _ throws(FileFault) in throw unknown },
        read: { _, _ throws(FileFault) in throw unknown },
        write: { _, _, _ throws(FileFault) in throw unknown },
        status: { _ throws(FileFault) in throw unknown },
        openStatus: { _ throws(FileFault) in throw unknown },
        copyTraits: { _, _, _ throws(FileFault) in throw unknown },
        synchronize: { _ throws(FileFault) in throw unknown },
        rename: { _, _ throws(FileFault) in throw unknown },
        link: { _, _ throws(FileFault) in throw unknown },
        remove: { _ throws(FileFault) in throw unknown },
        resolve: { _ throws(FileFault) in throw unknown },
        destination: { _ throws(FileFault) in throw unknown }, sleep: { _ in },
        uniqueWord: { "" })
    }()
  }
#endif
