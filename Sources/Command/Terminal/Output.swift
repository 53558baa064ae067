/// Standard output or standard error: buffered, and every write checked.
struct Output: Sendable {
  /// Why nothing can be written any more.
  enum Failure: Error, Hashable {
    /// The reader has closed the pipe: it has seen enough, and that is no error.
    case closed
    case failed(Errno)
  }

  private let descriptor: Int32
  private let calls: SystemCalls
  private var waiting: [UInt8] = []
  /// What went wrong where it could not be told.
  private var kept: Failure?

  init(_ descriptor: Int32, calls: SystemCalls) {
    self.descriptor = descriptor
    self.calls = calls
  }

  /// Whether a terminal shows what is written.
  var isTerminal: Bool {
    calls.isTerminal(descriptor)
  }

  mutating func write(_ text: String) throws(Failure) {
    try write(text.utf8)
  }

  mutating func write(_ bytes: some Collection<UInt8>) throws(Failure) {
    if let kept { throw kept }
    if bytes.count >= 65_536 {
      try flush()
      return try send(bytes)
    }
    waiting += bytes
    if waiting.count >= 65_536 { try flush() }
  }

  /// Writes what is still waiting; to be called before the end, for its error.
  mutating func flush() throws(Failure) {
    if let kept { throw kept }
    guard !waiting.isEmpty else { return }
    let bytes = waiting
    waiting.removeAll(keepingCapacity: true)
    try send(bytes)
  }

  /// Writes what is still waiting, before something comes on another stream; a failure is left to
  /// the next write, or to the flush at the end.
  mutating func flushLeavingFailure() {
    do throws(Failure) {
      try flush()
    } catch {
      kept = error
    }
  }

  private func send(_ bytes: some Collection<UInt8>) throws(Failure) {
    do throws(Errno) {
      try calls.writeAll(bytes, to: descriptor)
    } catch {
      throw error == .brokenPipe ? .closed : .failed(error)
    }
  }
}
