import JSONMigration
import JSONText

/// The file that the lines of one input go to.
struct LineOutput: Sendable {
  private enum State: Sendable {
    /// The file is the input itself, and so far nothing in it has changed: so nothing is written.
    case untouched
    case open(FileSink)
    case over
  }

  private let name: FileName
  private let origin: FileOrigin?
  private let settings: ApplySettings
  private var state: State
  /// How many bytes have come out as they were, from the start on.
  private var unchanged = 0

  /// Opens the file; nil where lines go to no file.
  init?(_ input: Input, _ origin: FileOrigin?, _ settings: ApplySettings) throws(FileError) {
    switch (settings.destination, input.file) {
    case (.standardOutput, _), (.nowhere, _), (.inPlace, nil): return nil
    case (.inPlace, let file?): name = file
    case (.file(let file), _): name = file
    case (.folder(let folder), _):
      name = folder.appending(input.relative)
      try makeFolders(name.folder, calls: settings.calls)
    }
    self.origin = origin
    self.settings = settings
    state = .untouched
    if try isInput() { return }
    state = .open(try FileSink(name, options: settings.writing, calls: settings.calls))
  }

  /// Whether the name stands for the file that the lines are from.
  private func isInput() throws(FileError) -> Bool {
    guard let origin, case .file(_, let status?) = try FileTarget(name, calls: settings.calls)
    else { return false }
    return status.isSameFile(as: origin.status)
  }

  /// Adds lines; `isChanged` tells whether any of them is another than it was.
  mutating func append(_ bytes: ByteSlice, isChanged: Bool) throws(FileError) {
    if case .untouched = state {
      guard isChanged else {
        unchanged += bytes.count
        return
      }
      state = .open(
        try FileSink(
          name, readAs: origin?.status, options: settings.writing, calls: settings.calls))
      try copyStart()
    }
    try add(bytes)
  }

  private mutating func add(_ bytes: ByteSlice) throws(FileError) {
    guard case .open(var sink) = state else { return }
    defer { state = .open(sink) }
    try sink.append(bytes)
  }

  /// Copies what has come out as it was.
  private mutating func copyStart() throws(FileError) {
    guard let origin, unchanged > 0 else { return }
    let calls = settings.calls
    func attempt<Value>(_ call: () throws(Errno) -> Value) throws(FileError) -> Value {
      do throws(Errno) {
        return try uninterrupted(call)
      } catch {
        throw FileError(.cannotRead, origin.name, "can't be read: \(error.words)")
      }
    }
    let descriptor = try attempt { () throws(Errno) in try calls.open(origin.name, .reading) }
    defer { try? calls.close(descriptor) }
    var piece = ByteBuffer()
    while unchanged > 0 {
      piece.truncate(to: 0)
      let count = try attempt { () throws(Errno) in
        try piece.append(from: descriptor, atMost: min(unchanged, 1 << 20), calls: calls)
      }
      // A file that has become shorter is found out when it is to be replaced.
      guard count > 0 else { return }
      unchanged -= count
      try add(piece.view[0..<count])
    }
  }

  /// Puts the file in place.
  mutating func finish() throws(FileError) {
    guard case .open(var sink) = state else { return }
    state = .over
    try sink.finish()
  }

  /// Leaves the file as it was.
  mutating func drop() {
    guard case .open(var sink) = state else { return }
    state = .over
    sink.drop()
  }
}
