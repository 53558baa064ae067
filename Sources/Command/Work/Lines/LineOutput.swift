import JSONMigrationCore
import JSONText

/// The file that the lines of one input go to.
///
/// As long as what comes out is what the file has already, nothing is written; at the first
/// difference the file's start is copied, and all that follows is written behind that.
struct LineOutput: Sendable {
  private enum State: Sendable {
    /// The file is the input itself; this many of its bytes have come out as they were.
    case input(FileOrigin, unchanged: Int)
    /// There is another file, and so far the lines are what it holds.
    case comparing(FileComparison)
    case open(FileSink)
    case over
  }

  private let target: FileTarget
  private let origin: FileOrigin?
  private let settings: ApplySettings
  private var state: State

  /// Opens the file; nil where lines go to no file.
  init?(_ input: Input, _ origin: FileOrigin?, _ settings: ApplySettings) throws(FileError) {
    guard let target = try settings.target(of: input, origin) else { return nil }
    self.target = target
    self.origin = origin
    self.settings = settings
    state = .over
    switch (target, origin) {
    case (.file(_, let status?), let origin?) where status.isSameFile(as: origin.status):
      state = .input(origin, unchanged: 0)
    case (.file(let location, _?), _):
      if let comparison = try FileComparison.opened(location, calls: settings.calls) {
        state = .comparing(comparison)
      } else {
        try open()
      }
    default: try open()
    }
  }

  private mutating func open(readAs status: FileStatus? = nil) throws(FileError) {
    state = .open(
      try FileSink(
        target, readAs: status, options: settings.writing(from: origin), calls: settings.calls))
  }

  /// Adds lines; `isChanged` tells whether any of them is another than it was.
  mutating func append(_ bytes: ByteSlice, isChanged: Bool) throws(FileError) {
    switch state {
    case .input(let origin, let unchanged):
      guard isChanged else {
        state = .input(origin, unchanged: unchanged + bytes.count)
        return
      }
      try open(readAs: origin.status)
      try copyStart(of: origin, unchanged)
    case .comparing(var comparison):
      let isSame = try comparison.matches(bytes)
      state = .comparing(comparison)
      if isSame { return }
      try leave(comparison)
    case .open, .over: break
    }
    try add(bytes)
  }

  private mutating func add(_ bytes: ByteSlice) throws(FileError) {
    guard case .open(var sink) = state else { return }
    defer { state = .open(sink) }
    try sink.append(bytes)
  }

  /// Replaces the file that was compared: something else than it holds comes now.
  private mutating func leave(_ comparison: FileComparison) throws(FileError) {
    comparison.close()
    state = .over
    try open(readAs: comparison.status)
    try comparison.forEachMatchedPiece { piece throws(FileError) in try add(piece) }
  }

  /// Copies the first bytes of a file.
  private mutating func copyStart(of origin: FileOrigin, _ count: Int) throws(FileError) {
    guard count > 0 else { return }
    let calls = settings.calls
    let descriptor = try origin.open(calls: calls)
    defer { try? calls.close(descriptor) }
    var rest = count
    var piece = ByteBuffer()
    while rest > 0 {
      piece.truncate(to: 0)
      let count: Int
      do throws(Errno) {
        count = try piece.append(from: descriptor, atMost: min(rest, 1 << 20), calls: calls)
      } catch {
        throw FileError.cannotRead(origin.name, error)
      }
      // A file that has become shorter is found out when it is to be replaced.
      guard count > 0 else { return }
      rest -= count
      try add(piece.view[0..<count])
    }
  }

  /// Puts the file in place, and tells what else there is to say of it; after a failure there is
  /// nothing left to drop.
  mutating func finish() throws(FileError) -> [Diagnostic] {
    do throws(FileError) {
      if case .comparing(let comparison) = state, try comparison.hasMore() {
        try leave(comparison)
      }
    } catch {
      drop()
      throw error
    }
    guard case .open(var sink) = state else {
      drop()
      return []
    }
    state = .over
    return try sink.finish()
  }

  /// Leaves the file as it was.
  mutating func drop() {
    switch state {
    case .open(var sink): sink.drop()
    case .comparing(let comparison): comparison.close()
    case .input, .over: break
    }
    state = .over
  }
}
