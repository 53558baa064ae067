import JSONText

// With PlatformFiles.swift, the only files that know which C library this is.
#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  @preconcurrency import Musl
#elseif canImport(Glibc)
  @preconcurrency import Glibc
#endif

/// The arguments, without the tool's own name.
func processArguments() -> [[UInt8]] {
  let count = Int(CommandLine.argc)
  #if os(Linux)
    // The standard library reads them from /proc, which an empty root doesn't have.
    if count == 0 { return argumentsBeforeEnvironment() }
  #endif
  return (1..<max(1, count)).compactMap { index in
    CommandLine.unsafeArgv[index].map { bytes(at: $0) }
  }
}

#if os(Linux)
  /// The arguments from where the system puts them when a process starts: their count, the
  /// arguments, nil, and then the environment.
  private func argumentsBeforeEnvironment() -> [[UInt8]] {
    let most = 1 << 20
    let start: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = environ
    guard let variables = start, variables[-1] == nil else { return [] }
    // An address is larger than any count, so the first word that fits is the count.
    let words = UnsafeRawPointer(variables).assumingMemoryBound(to: Int.self)
    guard let count = (0..<most).first(where: { words[-2 - $0] == $0 }) else { return [] }
    return (1..<max(1, count)).compactMap { index in
      variables[index - count - 1].map { bytes(at: $0) }
    }
  }

  #if !DEBUG
    /// Where a program of the Swift runtime is; it asks before `main` begins, for the one that
    /// shows what led to a crash, and ends the process where /proc doesn't say where the runtime
    /// is.
    ///
    /// A single executable has no such program beside it, so this stands in place of the runtime's
    /// own.
    @c(swift_copyAuxiliaryExecutablePath)
    public func pathOfRuntimeProgram(_ name: UnsafePointer<CChar>?) -> UnsafeMutablePointer<CChar>?
    {
      nil
    }
  #endif
#endif

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

/// The least stack that nesting within the limits fits into, in debug builds too.
let leastStack = 512 << 10

/// How large the stack of the first thread may be; nil where there is no limit.
func stackLimit() -> Int? { limit(of: RLIMIT_STACK) }

/// How many bytes the process may still take, where a limit was set; nil where there is none.
func bytesLeftToTake() -> Int? {
  let limits = [limit(of: RLIMIT_AS), limit(of: RLIMIT_DATA)].compactMap { $0 }
  guard let least = limits.min() else { return nil }
  return max(0, least - memoryTaken())
}

#if canImport(Glibc)
  private typealias Resource = __rlimit_resource
#else
  private typealias Resource = Int32
#endif

private func limit(of resource: Resource) -> Int? {
  var limit = rlimit()
  #if canImport(Glibc)
    let failure = getrlimit(__rlimit_resource_t(resource.rawValue), &limit)
  #else
    let failure = getrlimit(resource, &limit)
  #endif
  // Without a limit it is larger than any number of bytes, or the largest.
  guard failure == 0, let bytes = Int(exactly: limit.rlim_cur) else { return nil }
  return bytes == .max ? nil : bytes
}

/// How much of the address space is taken; 0 where the system doesn't tell.
private func memoryTaken() -> Int {
  var words = [UInt8](repeating: 0, count: 64)
  let descriptor = open("/proc/self/statm", O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return 0 }
  defer { close(descriptor) }
  let count = read(descriptor, &words, words.count)
  let pages = words.prefix(max(0, count)).prefix { $0 != UInt8(ascii: " ") }
  return (Int(String(decoding: pages, as: UTF8.self)) ?? 0) * sysconf(Int32(_SC_PAGESIZE))
}

/// The number of this process.
func processNumber() -> Int32 { getpid() }

/// Whether there is a process of this number, of any user.
func processLives(_ number: Int32) -> Bool {
  kill(number, 0) == 0 || errno != ESRCH
}

/// What tells this machine, and the container that the process runs in, from others.
func machineWords() -> [UInt8] {
  var name = [CChar](repeating: 0, count: 257)
  gethostname(&name, name.count - 1)
  // On Linux, numbers of processes count within this.
  return name.map { UInt8(bitPattern: $0) } + linkTarget("/proc/self/ns/pid")
}

/// What tells this start of the machine from others.
func machineStartWords() -> [UInt8] {
  #if canImport(Darwin)
    var size = 64
    var words = [UInt8](repeating: 0, count: size)
    sysctlbyname("kern.bootsessionuuid", &words, &size, nil, 0)
    return words
  #else
    var words = [UInt8](repeating: 0, count: 64)
    let descriptor = open("/proc/sys/kernel/random/boot_id", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return [] }
    defer { close(descriptor) }
    let count = read(descriptor, &words, words.count)
    return Array(words.prefix(max(0, count)))
  #endif
}

private func linkTarget(_ name: String) -> [UInt8] {
  var target = [CChar](repeating: 0, count: 256)
  let count = readlink(name, &target, target.count)
  return target.prefix(max(0, count)).map { UInt8(bitPattern: $0) }
}

func exitProcess(_ code: Int32) -> Never {
  exit(code)
}

/// Waits a moment for a stream to have something to read, or an end; tells whether it has.
@Sendable func waitForInput(_ descriptor: Int32) -> Bool {
  var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
  let count = poll(&wanted, 1, 100)
  // What can't be waited for is read without.
  return count > 0 || count < 0 && errno != EINTR
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

/// The signals that ask the command to end, without those that it was started to ignore (`nohup`).
enum EndSignals {
  typealias CleanUp = @Sendable (_ signal: Int32, _ die: () -> Never) -> Never

  /// Starts a thread that waits for a signal and does `cleanUp`, which calls what it is given to
  /// have the process die of that signal.
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

  /// The seconds that a command has to end by itself after a signal.
  private static let patience = 3.0

  /// Notes Ctrl-C, and has the process die of it only a while later; gives whether it came.
  ///
  /// Of another signal it dies at once, after `cleanUp`: who sends one waits for no result.
  static func hold(cleanUp: @escaping CleanUp) -> @Sendable () -> Bool {
    let hasCome = Monitor(false)
    watch { signal, die in
      guard signal == SIGINT else { cleanUp(signal, die) }
      hasCome.withLock { $0 = true }
      _ = hasCome.wait(seconds: patience, until: { !$0 })
      die()
    }
    return { hasCome.withLock { $0 } }
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
  watch.cleanUp(number) {
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
  // The value is touched only while the mutex is held; the pointers are set once, and what they
  // point at may be used by any thread. Queues are numbered from 0, and a larger number
  // stands for what is left of it, so there is always one.
  private nonisolated(unsafe) var value: Value
  private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private nonisolated(unsafe) let hasChanged: UnsafeMutablePointer<pthread_cond_t>
  private let queues: Int

  /// Who waits does so in one of some queues, of which only one at a time is woken.
  init(_ value: Value, queues: Int = 1) {
    self.value = value
    self.queues = queues
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
    hasChanged = .allocate(capacity: queues)
    for queue in 0..<queues { pthread_cond_init(hasChanged + queue, nil) }
  }

  deinit {
    for queue in 0..<queues { pthread_cond_destroy(hasChanged + queue) }
    hasChanged.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Waits in a queue until the value is as wanted, and lets `body` change it; then those in the
  /// queue that the value asks for are woken.
  func withLock<Result, Failure: Error>(
    in queue: Int = 0, when isReady: (Value) -> Bool = { _ in true },
    waking next: (Value) -> Int = { _ in 0 },
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    while !isReady(value) { pthread_cond_wait(hasChanged + queue % queues, mutex) }
    defer {
      pthread_cond_broadcast(hasChanged + next(value) % queues)
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
    // Of a long line most has none, and what comes before the first is passed over at once.
    guard let first = place(of: byte) else { return 0 }
    let bytes = memory
    let wanted = SIMD16(repeating: byte)
    var (count, index) = (0, first - startIndex)
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

extension ByteBuffer {
  /// Whether what came since a mark has the bytes of a slice; mostly its size says that it hasn't.
  func isSame(as other: ByteSlice, since mark: Mark = ByteBuffer.empty) -> Bool {
    if size(since: mark) != other.count { return false }
    var start = other.startIndex
    for part in parts(since: mark) {
      if !part.isSame(as: other[start..<start + part.count]) { return false }
      start += part.count
    }
    return true
  }
}
