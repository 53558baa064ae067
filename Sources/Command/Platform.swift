import JSONText

// The one file that knows which C library this is.
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

  /// The system's own words for it, in lower case.
  var words: String {
    strerror(rawValue).map { String(cString: $0).lowercased() } ?? "system error \(rawValue)"
  }
}

extension SystemCalls {
  /// The calls of the system that this runs on.
  static let system = SystemCalls(
    open: openFile, read: readBytes, write: writeBytes, close: closeFile, status: statusOfName,
    openStatus: statusOfFile, changeOwner: changeOwnerOfFile, changeMode: changeModeOfFile,
    synchronize: synchronizeFile, rename: renameFile, remove: removeFile, makeFolder: makeOneFolder,
    resolve: resolveName, list: listFolder, isTerminal: { isatty($0) == 1 })
}

/// The arguments, without the tool's own name.
func processArguments() -> [[UInt8]] {
  (1..<max(1, Int(CommandLine.argc))).compactMap { index in
    CommandLine.unsafeArgv[index].map(bytes(at:))
  }
}

/// A variable of the environment.
func environmentVariable(_ name: String) -> String? {
  getenv(name).map { String(cString: $0) }
}

/// The seconds since the start of 1970.
func secondsSince1970() -> Int {
  var now = timespec()
  clock_gettime(CLOCK_REALTIME, &now)
  return Int(now.tv_sec)
}

/// Seconds since some moment, which no one can set back.
func monotonicSeconds() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
}

/// How many columns a terminal has at this moment; nil where none is, or it doesn't tell.
func terminalWidth(_ descriptor: Int32) -> Int? {
  var size = winsize()
  guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
  return Int(size.ws_col)
}

func exitProcess(_ code: Int32) -> Never {
  exit(code)
}

// MARK: - At the start

/// Makes writing to a closed pipe, or past the limit of a file's size, an error and no death.
func ignoreWriteSignals() {
  signal(SIGPIPE, SIG_IGN)
  signal(SIGXFSZ, SIG_IGN)
}

/// Makes sure that 0, 1 and 2 are taken.
///
/// Else the first document opened would be "standard output". What is put there can neither be
/// read nor written, so a closed stream stays an error.
func occupyStandardStreams() {
  for descriptor in 0...2 as ClosedRange<Int32> where fcntl(descriptor, F_GETFD) == -1 {
    _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
  }
}

// MARK: - Signals

/// The signals that ask the command to end, as far as nobody has it ignore them (`nohup`).
enum EndSignals {
  typealias CleanUp = @Sendable (_ die: () -> Never) -> Never

  /// Starts a thread that waits for a signal and does `cleanUp`, which calls what it is given to have
  /// the process die of that signal.
  ///
  /// A thread of its own can take locks and call anything, which a signal handler can't. Threads
  /// inherit what is blocked, so this has to come before any other thread is made.
  static func watch(cleanUp: @escaping CleanUp) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] where !isIgnored(number) {
      sigaddset(&signals, number)
    }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    let context = UnsafeMutablePointer<Watch>.allocate(capacity: 1)
    context.initialize(to: Watch(signals: signals, cleanUp: cleanUp))
    #if canImport(Darwin) || canImport(Musl)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let failure = pthread_create(&thread, nil, { waitForSignal($0) }, context)
    // Without the thread nothing could end the command any more.
    if failure != 0 { pthread_sigmask(SIG_UNBLOCK, &signals, nil) }
  }

  private static func isIgnored(_ number: Int32) -> Bool {
    let handler = signal(number, SIG_DFL)
    // Both are C function pointers, which are as large as an Int; they can't be compared otherwise.
    let isIgnored = unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    if isIgnored { signal(number, SIG_IGN) }
    return isIgnored
  }
}

private struct Watch {
  var signals: sigset_t
  var cleanUp: EndSignals.CleanUp
}

private func waitForSignal(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard var watch = context?.load(as: Watch.self) else { return nil }
  var number: Int32 = 0
  while sigwait(&watch.signals, &number) != 0 {}
  watch.cleanUp {
    // The shell sees 128 + n, and a script around this ends too.
    signal(number, SIG_DFL)
    pthread_sigmask(SIG_UNBLOCK, &watch.signals, nil)
    raise(number)
    _exit(128 + number)
  }
}

// MARK: - Threads

/// How many threads the machine can run at the same time.
func coreCount() -> Int {
  max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN)))
}

/// Does the same on several threads, the calling one among them, and waits until all are done.
///
/// Where the system gives fewer threads, there are fewer.
func onThreads(_ count: Int, _ work: @escaping @Sendable () -> Void) {
  var threads: [RunningThread] = []
  while threads.count < count - 1, let thread = RunningThread(work) { threads.append(thread) }
  work()
  for thread in threads { thread.join() }
}

/// A thread of its own, for something that ends.
struct RunningThread {
  private let thread: pthread_t

  /// Starts it; nil where the system gives none.
  init?(_ work: @escaping @Sendable () -> Void) {
    let context = Unmanaged.passRetained(ThreadWork(work))
    #if canImport(Darwin) || canImport(Musl)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    let failure = pthread_create(&thread, nil, { startThread($0) }, context.toOpaque())
    let made: pthread_t? = thread
    guard failure == 0, let made else {
      context.release()
      return nil
    }
    self.thread = made
  }

  /// Waits until it is done.
  func join() {
    pthread_join(thread, nil)
  }
}

private final class ThreadWork: Sendable {
  let work: @Sendable () -> Void

  init(_ work: @escaping @Sendable () -> Void) { self.work = work }
}

private func startThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  // The thread that made this one gave it its hold on the work.
  Unmanaged<ThreadWork>.fromOpaque(context).takeRetainedValue().work()
  return nil
}

/// A value that one thread at a time can see, and that others can wait for.
final class Monitor<Value: Sendable>: Sendable {
  // The value is touched only while the mutex is held; the pointers are set once, and what they point
  // at may be used by any thread.
  private nonisolated(unsafe) var value: Value
  private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private nonisolated(unsafe) let hasChanged: UnsafeMutablePointer<pthread_cond_t>

  init(_ value: Value) {
    self.value = value
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    hasChanged = .allocate(capacity: 1)
    pthread_cond_init(hasChanged, nil)
  }

  deinit {
    pthread_cond_destroy(hasChanged)
    hasChanged.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Waits until the value is as wanted, and lets `body` change it.
  func withLock<Result, Failure: Error>(
    when isReady: (Value) -> Bool = { _ in true },
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    while !isReady(value) { pthread_cond_wait(hasChanged, mutex) }
    defer {
      pthread_cond_broadcast(hasChanged)
      pthread_mutex_unlock(mutex)
    }
    return try body(&value)
  }

  /// Waits until the value is as wanted, but only so long; tells whether it is.
  func wait(seconds: Double, until isReady: (Value) -> Bool) -> Bool {
    var end = timespec()
    clock_gettime(CLOCK_REALTIME, &end)
    let nanoseconds = end.tv_nsec + Int(seconds * 1e9)
    end.tv_sec += nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while !isReady(value) {
      if pthread_cond_timedwait(hasChanged, mutex, &end) != 0 { return isReady(value) }
    }
    return true
  }
}

// MARK: - Bytes

extension ByteSlice {
  /// The first place of a byte.
  func place(of byte: UInt8) -> Int? {
    let bytes = memory
    guard let start = bytes.baseAddress, let place = memchr(start, Int32(byte), bytes.count)
    else { return nil }
    return UnsafeRawPointer(place) - start + startIndex
  }

  /// Gives all places of a byte in order, until `body` wants no more.
  func forEachPlace(of byte: UInt8, _ body: (Int) -> Bool) {
    let bytes = memory
    guard let start = bytes.baseAddress else { return }
    var next = 0
    while let place = memchr(start + next, Int32(byte), bytes.count - next) {
      let index = UnsafeRawPointer(place) - start
      guard body(startIndex + index) else { return }
      next = index + 1
    }
  }

  /// How often a byte is there.
  func count(of byte: UInt8) -> Int {
    let bytes = memory
    let wanted = SIMD16(repeating: byte)
    var (count, index) = (0, 0)
    while bytes.count - index >= 64 {
      // A lane counts to 252 at the most.
      var lanes = SIMD16<UInt8>(repeating: 0)
      var rest = Swift.min(63, (bytes.count - index) / 64)
      while rest > 0 {
        // Four blocks in a row, for what the loop itself takes.
        for block in 0..<4 {
          let found =
            bytes.loadUnaligned(fromByteOffset: index + 16 * block, as: SIMD16<UInt8>.self)
            .== wanted
          lanes.replace(with: lanes &+ 1, where: found)
        }
        index += 64
        rest -= 1
      }
      count += Int(SIMD16<UInt16>(truncatingIfNeeded: lanes).wrappedSum())
    }
    while index < bytes.count {
      if bytes[index] == byte { count += 1 }
      index += 1
    }
    return count
  }
}

extension Collection<UInt8> {
  /// Whether both have the same bytes.
  func isSame(as other: ByteSlice) -> Bool {
    guard count == other.count, count > 0 else { return count == other.count }
    return withBytes { own in
      other.withBytes { other in
        guard let left = own.baseAddress, let right = other.baseAddress else { return false }
        return left == right || memcmp(left, right, own.count) == 0
      }
    }
  }

  /// What is written has its bytes in one row, so the other way is hardly ever gone.
  fileprivate func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) }
      ?? Array(self).withUnsafeBytes(body)
  }
}

extension ByteParts {
  /// Whether all of them together have the bytes of a slice.
  func areSame(as other: ByteSlice) -> Bool {
    if size != other.count { return false }
    var start = other.startIndex
    for part in self {
      if !part.isSame(as: other[start..<start + part.count]) { return false }
      start += part.count
    }
    return true
  }
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

private func openFile(
  _ name: FileName, for opening: SystemCalls.Opening
) throws(Errno) -> Int32 {
  // Opened once more it would be written to from its start.
  if opening == .writing, let descriptor = name.openDescriptor {
    return try check(result(dup(descriptor)))
  }
  return try check(
    name.withPointer { name in
      switch opening {
      case .reading: result(open(name, O_RDONLY | O_CLOEXEC))
      case .writing: result(open(name, O_WRONLY | O_CLOEXEC | O_NOCTTY))
      case .creating(let mode):
        result(open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, mode_t(mode)))
      case .adding(let mode):
        result(open(name, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, mode_t(mode)))
      case .folder: result(open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
      }
    })
}

private func statusOfName(_ name: FileName, following: Bool) throws(Errno) -> FileStatus {
  var status = stat()
  try check(name.withPointer { result(following ? stat($0, &status) : lstat($0, &status)) })
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

private func renameFile(_ name: FileName, to newName: FileName) throws(Errno) {
  try check(name.withPointer { old in newName.withPointer { result(rename(old, $0)) } })
}

private func removeFile(_ name: FileName) throws(Errno) {
  try check(name.withPointer { result(unlink($0)) })
}

private func makeOneFolder(_ name: FileName) throws(Errno) {
  try check(name.withPointer { result(mkdir($0, 0o777)) })
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

private func listFolder(_ name: FileName) throws(Errno) -> [[UInt8]] {
  let descriptor = try openFile(name, for: .folder)
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

private func bytes(at start: UnsafePointer<CChar>) -> [UInt8] {
  Array(UnsafeRawBufferPointer(start: start, count: strlen(start)))
}

private func bytes(at start: UnsafeMutablePointer<CChar>) -> [UInt8] {
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
      let modified = status.st_mtimespec
    #else
      let modified = status.st_mtim
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
      mode: UInt32(status.st_mode) & 0o7777, user: status.st_uid, group: status.st_gid,
      links: UInt64(status.st_nlink))
  }
}
