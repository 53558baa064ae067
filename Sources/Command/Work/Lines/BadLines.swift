import JSONMigrationCore
import JSONText

/// The file for lines that failed, or the one for the reasons.
///
/// Where the inputs are replaced, these lines are nowhere else any more: so they are added to what
/// the file has, and the disk has them before an input is replaced. Else the file is replaced.
struct BadLines: Sendable {
  private let name: FileName
  private let settings: ApplySettings
  private let adds: Bool
  private var sink: FileSink?
  /// Why no more lines can be put there, once that was told.
  private var failure: FileError?
  /// How much of a file that is added to is of earlier inputs; nil before it is opened.
  private var earlier: Int?

  init(_ name: FileName, _ settings: ApplySettings, adding adds: Bool) {
    self.name = name
    self.settings = settings
    self.adds = adds
  }

  /// Adds lines of an input; who may not read that may not read them here.
  mutating func append(_ lines: ByteSlice, of origin: FileOrigin?) throws(FileError) {
    if lines.isEmpty { return }
    if let failure { throw failure }
    let mode = origin?.modeOfCopies ?? .forAll
    do throws(FileError) {
      var sink = try opened(newMode: mode)
      defer { self.sink = sink }
      earlier = earlier ?? sink.size
      try sink.narrow(to: mode)
      try sink.append(lines)
    } catch {
      leaveInput()
      drop()
      failure = error
      throw error
    }
  }

  /// The lines of an input that was replaced are there to stay.
  mutating func keepInput() { earlier = sink?.size }

  /// Takes back what an input has added that stays as it was, for the next run adds it again.
  mutating func leaveInput() {
    if adds, let earlier { sink?.cutBack(to: earlier) }
  }

  private func opened(newMode: NewFileMode = .forAll) throws(FileError) -> FileSink {
    if let sink { return sink }
    if adds {
      return try FileSink(addingLinesTo: name, newMode: newMode, calls: settings.calls)
    }
    return try FileSink(
      FileTarget(name, calls: settings.calls),
      options: .init(synchronizes: settings.request.synchronizes, newMode: newMode),
      calls: settings.calls)
  }

  /// Waits until the disk has them.
  func synchronize() throws(FileError) {
    if settings.request.synchronizes { try sink?.synchronize() }
  }

  /// Puts the file in place; of no bad lines it is an empty one, unless nothing was read.
  mutating func finish(isIdle: Bool) throws(FileError) {
    if failure != nil { return }
    var sink = sink
    if !adds, !isIdle { sink = try opened() }
    self.sink = nil
    _ = try sink?.finish()
  }

  /// Whether the file didn't come to be, with none of the lines.
  var lostAll: Bool { failure != nil && !adds }

  /// Leaves the file as it was.
  private mutating func drop() {
    sink?.drop()
    sink = nil
  }
}
