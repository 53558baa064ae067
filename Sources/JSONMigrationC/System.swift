internal import CJSONMigration
internal import JSONMigrationCore
internal import JSONText

// The only file of this module that knows which C library this is.
#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  @preconcurrency internal import Musl
#elseif canImport(Glibc)
  @preconcurrency internal import Glibc
#endif

/// The seconds since the start of 1970.
func secondsSince1970() -> Int {
  var now = timespec()
  clock_gettime(CLOCK_REALTIME, &now)
  return Int(now.tv_sec)
}

/// A name of the system's, which need be no text.
func bytes(of name: UnsafePointer<CChar>) -> [UInt8] {
  // It ends in a zero, up to which it is read.
  Array(UnsafeRawBufferPointer(start: name, count: strlen(name)))
}

/// Gives memory back that `Memory` took.
func release(_ bytes: UnsafeMutableRawPointer?) { free(bytes) }

/// Memory of `malloc`'s that grows, and goes to the caller in the end.
///
/// Where the system has no more, what is added is lost, and `isWhole` tells.
struct Memory: ~Copyable {
  // `base` has room for `capacity` bytes, and `count` of them were written; both hold at every
  // `return`.
  private var base: UnsafeMutablePointer<UInt8>?
  private(set) var count = 0
  private var capacity = 0
  private(set) var isWhole = true

  init(capacity: Int) {
    _ = grow(to: max(capacity, 16))
  }

  deinit { free(base) }

  /// Hands the memory over.
  consuming func give() -> jsonmigration_buffer {
    let buffer = jsonmigration_buffer(bytes: base, count: count)
    discard self
    return buffer
  }

  /// Makes room for so many bytes in all; false where the system has none.
  private mutating func grow(to size: Int) -> Bool {
    let larger = max(size, capacity + capacity / 2)
    guard isWhole, let fresh = realloc(base, larger) else {
      isWhole = false
      return false
    }
    base = fresh.assumingMemoryBound(to: UInt8.self)
    capacity = larger
    return true
  }

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    if bytes.count > capacity - count, !grow(to: count + bytes.count) { return }
    // There is room behind `count`, and nobody else has this memory.
    if let from = bytes.baseAddress, let base { memcpy(base + count, from, bytes.count) }
    count += bytes.count
  }

  mutating func append(_ bytes: some Sequence<UInt8>) {
    let done: Void? = bytes.withContiguousStorageIfAvailable { append(UnsafeRawBufferPointer($0)) }
    if done == nil { append(Array(bytes)) }
  }

  mutating func append(_ number: some FixedWidthInteger & BitwiseCopyable) {
    // The bytes of a number that lives as long as the closure runs.
    withUnsafeBytes(of: number) { append($0) }
  }
}

// MARK: - Files of rules

/// Rule files by the system's calls.
struct SystemFiles: RuleFiles {
  struct Status {
    let kind: RuleFileKind
    let size: Int
  }

  func names(in folder: [UInt8]) throws(RuleFileFailure) -> [[UInt8]] {
    guard let list = opendir(terminated(folder)) else { throw failure() }
    defer { closedir(list) }
    var names: [[UInt8]] = []
    while true {
      errno = 0
      guard let entry = readdir(list) else {
        guard errno == 0 else { throw failure() }
        return names
      }
      // The entry may be shorter than its type says, so only its name is touched, up to its zero.
      let start = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
      let name = UnsafeRawPointer(entry).advanced(by: start)
      let length = strlen(name.assumingMemoryBound(to: CChar.self))
      names.append(Array(UnsafeRawBufferPointer(start: name, count: length)))
    }
  }

  func status(of name: [UInt8], following: Bool) throws(RuleFileFailure) -> Status {
    var status = stat()
    let name = terminated(name)
    let result = following ? stat(name, &status) : lstat(name, &status)
    guard result == 0 else { throw failure() }
    return Status(status)
  }

  func kind(of status: Status) -> RuleFileKind { status.kind }

  func resolve(_ name: [UInt8]) throws(RuleFileFailure) -> [UInt8] {
    guard let path = realpath(terminated(name), nil) else { throw failure() }
    // What realpath returns ends in a zero, and is the caller's.
    defer { free(path) }
    return Array(UnsafeRawBufferPointer(start: path, count: strlen(path)))
  }

  func content(
    of file: [UInt8], _ status: Status, limit: Int
  ) throws(MigrationError) -> [UInt8] {
    // Without waiting, in case it is a pipe by now.
    let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK
    let descriptor = open(terminated(file), flags)
    guard descriptor >= 0 else { throw unreadable(file, failure().words) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: min(status.size, limit) + 1)
    var count = 0
    while true {
      // The bytes of the array from `count` on; the call writes no more than it is told.
      let more = bytes.withUnsafeMutableBytes { room in
        room.baseAddress.map { read(descriptor, $0 + count, room.count - count) } ?? 0
      }
      if more < 0, errno == EINTR { continue }
      guard more >= 0 else { throw unreadable(file, failure().words) }
      count += more
      if more == 0 { return Array(bytes.prefix(count)) }
      if count > limit {
        throw MigrationError(
          Diagnostic(
            .tooBig, "`\(Printable.text(of: file))` has more than \(limit) bytes",
            at: Diagnostic.Place(String(decoding: file, as: UTF8.self))))
      }
      if count == bytes.count {
        bytes += [UInt8](repeating: 0, count: min(count, limit + 1 - count))
      }
    }
  }

  func help(for failure: RuleFileFailure, of folder: [UInt8]) -> String? {
    switch failure.reason {
    case .notAFolder: "give the folder that the file is in"
    case .missing: "the path counts from the current folder of the process"
    case .other: nil
    }
  }

  private func unreadable(_ file: [UInt8], _ words: String) -> MigrationError {
    MigrationError(
      Diagnostic(
        .cannotRead, "`\(Printable.text(of: file))` can't be read: \(words)",
        at: Diagnostic.Place(String(decoding: file, as: UTF8.self))))
  }

  /// Why the last call failed.
  private func failure() -> RuleFileFailure {
    let number = errno
    // The table of texts is the system's, and is only read.
    let words = strerror(number).map { String(cString: $0).lowercased() } ?? "error \(number)"
    return RuleFileFailure(
      number == ENOENT ? .missing : number == ENOTDIR ? .notAFolder : .other, words)
  }

  private func terminated(_ name: [UInt8]) -> [CChar] {
    name.map(CChar.init(bitPattern:)) + [0]
  }
}

extension SystemFiles.Status {
  fileprivate init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .regular
      case S_IFLNK: .symbolicLink
      default: .other
      }
    size = Int(status.st_size)
  }
}

extension ByteSlice {
  /// Where this byte stands first; by the library's search, which is faster than a loop.
  func place(of byte: UInt8) -> Int? {
    let found = withContiguousStorageIfAvailable { bytes -> Int? in
      // The search stays within the bytes, and what it finds is one of them.
      guard let start = bytes.baseAddress, let place = memchr(start, Int32(byte), bytes.count)
      else { return nil }
      return UnsafeRawPointer(place) - UnsafeRawPointer(start)
    }
    return (found ?? nil).map { startIndex + $0 }
  }
}
