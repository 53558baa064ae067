import JSONMigrationCore
import JSONText

/// A file or a stream that gets bytes piece by piece.
struct FileSink: Sendable {
  private enum Target: Sendable {
    case replacement(FileReplacement)
    /// A pipe or a device.
    case open(FileName, Int32)
    /// A file that is added to, and the bytes it had and got so far; no number where it isn't
    /// known.
    case added(FileName, Int32, Int?)
  }

  private var target: Target
  private let calls: SystemCalls
  /// The mode of a file that is added to and was made for it.
  private var newMode: NewFileMode?

  /// Replaces a file in the end, or writes straight through to a pipe or a device.
  init(
    _ destination: FileTarget, readAs status: FileStatus? = nil,
    options: FileReplacement.Options, calls: SystemCalls
  ) throws(FileError) {
    self.calls = calls
    switch destination {
    case .stream(let name): target = .open(name, try Self.open(name, .writing, calls))
    case .file:
      target = .replacement(
        try FileReplacement(destination, readAs: status, options: options, calls: calls))
    }
  }

  /// Adds whole lines to what a file has already.
  ///
  /// A last line without an end gets one first: what is added is not to become a part of it. Where
  /// someone else is adding to the file, who adds whole lines too, it may only be unfinished.
  init(addingLinesTo name: FileName, newMode: NewFileMode, calls: SystemCalls) throws(FileError) {
    self.calls = calls
    // A link may lead to a file that is yet to be made.
    do throws(Errno) {
      _ = try calls.status(of: name)
    } catch {
      if error == .missing { self.newMode = newMode }
    }
    let descriptor = try Self.open(name, .adding(mode: newMode.bits), calls)
    let isAlone = calls.lock(descriptor, true)
    do throws(FileError) {
      let status = try Self.attempt(name) { () throws(Errno) in
        try uninterrupted { () throws(Errno) in try calls.openStatus(descriptor) }
      }
      if let mode = self.newMode, mode.trustsGroup {
        try Self.attempt(name) { () throws(Errno) in try calls.narrow(descriptor, to: mode) }
      }
      target = .added(name, descriptor, status.kind == .regular ? status.size : nil)
      if isAlone, status.kind == .regular, status.size > 0,
        try Self.endsLine(name, status, calls) == false
      {
        try append([UInt8(ascii: "\n")])
      }
      _ = calls.lock(descriptor, false)
    } catch {
      try? calls.close(descriptor)
      throw error
    }
  }

  /// Whether the last byte of a file ends a line.
  private static func endsLine(
    _ name: FileName, _ status: FileStatus, _ calls: SystemCalls
  ) throws(FileError) -> Bool {
    // A file that may be added to may still not be readable.
    guard
      let opened = try? FileOrigin.open(FileSource(name: name, status: status), calls: calls)
    else { return true }
    defer { try? calls.close(opened.descriptor) }
    var last = ByteBuffer()
    return try attempt(name) { () throws(Errno) in
      try calls.seek(opened.descriptor, status.size - 1)
      guard try last.append(from: opened.descriptor, atMost: 1, calls: calls) == 1 else {
        return true
      }
      return last.view[0] == UInt8(ascii: "\n")
    }
  }

  /// Lets nobody do more with a file that was made for this than a mode says.
  mutating func narrow(to mode: NewFileMode) throws(FileError) {
    switch target {
    case .replacement(var replacement):
      defer { target = .replacement(replacement) }
      try replacement.narrow(to: mode)
    case .open: return
    case .added(let name, let descriptor, _):
      guard var narrowed = newMode else { return }
      narrowed.narrow(to: mode)
      guard narrowed != newMode else { return }
      newMode = narrowed
      try Self.attempt(name) { () throws(Errno) in try calls.narrow(descriptor, to: narrowed) }
    }
  }

  /// Adds bytes; where a file that is added to takes only some of them, it is cut back to what it
  /// had.
  mutating func append(_ bytes: some Collection<UInt8>) throws(FileError) {
    switch target {
    case .replacement(var replacement):
      defer { target = .replacement(replacement) }
      try replacement.append(bytes)
    case .open(let name, let descriptor):
      try Self.attempt(name) { () throws(Errno) in try calls.writeAll(bytes, to: descriptor) }
    case .added(let name, let descriptor, let size):
      do throws(FileError) {
        try Self.attempt(name) { () throws(Errno) in try calls.writeAll(bytes, to: descriptor) }
      } catch {
        cutBack(descriptor, to: size, atMost: bytes.count)
        throw error
      }
      target = .added(name, descriptor, size.map { $0 + bytes.count })
    }
  }

  /// The bytes that a file which is added to had and got so far.
  var size: Int? { if case .added(_, _, let size) = target { size } else { nil } }

  /// Takes back what was added to a file since it had `size` bytes.
  mutating func cutBack(to size: Int) {
    guard case .added(let name, let descriptor, let now?) = target else { return }
    if cutBack(descriptor, to: size, atMost: now - size) { target = .added(name, descriptor, size) }
  }

  /// Cuts a file back to whole lines, unless someone else has added to it as well; tells whether it
  /// did.
  @discardableResult
  private func cutBack(_ descriptor: Int32, to size: Int?, atMost count: Int) -> Bool {
    guard let size, let now = try? calls.openStatus(descriptor).size,
      now > size, now <= size + count
    else { return false }
    do throws(Errno) {
      try uninterrupted { () throws(Errno) in try calls.truncate(descriptor, size) }
    } catch {
      return false
    }
    return true
  }

  /// Waits until the disk has what was added; a file that is replaced waits when it is put in
  /// place.
  func synchronize() throws(FileError) {
    let name: FileName
    let descriptor: Int32
    switch target {
    case .replacement: return
    case .open(let file, let number), .added(let file, let number, _):
      (name, descriptor) = (file, number)
    }
    do throws(Errno) {
      try uninterrupted { () throws(Errno) in try calls.synchronize(descriptor) }
    } catch {
      // Pipes and devices know no such thing, and say so.
      guard error != .unfit else { return }
      throw FileError.cannotWrite(name, error)
    }
  }

  /// Ends it; tells what else there is to say of a file that was replaced.
  mutating func finish() throws(FileError) -> [Diagnostic] {
    switch target {
    case .replacement(var replacement):
      defer { target = .replacement(replacement) }
      try replacement.commit()
      return replacement.remarks
    case .open(let name, let descriptor), .added(let name, let descriptor, _):
      try Self.attempt(name) { () throws(Errno) in try calls.close(descriptor) }
      return []
    }
  }

  /// Leaves a file as it was; what a stream has got it has.
  mutating func drop() {
    switch target {
    case .replacement(var replacement):
      replacement.drop()
      target = .replacement(replacement)
    case .open(_, let descriptor), .added(_, let descriptor, _): try? calls.close(descriptor)
    }
  }

  private static func open(
    _ name: FileName, _ opening: SystemCalls.Opening, _ calls: SystemCalls
  ) throws(FileError) -> Int32 {
    try attempt(name) { () throws(Errno) in
      try uninterrupted { () throws(Errno) in try calls.open(FilePlace(name), opening) }
    }
  }

  private static func attempt<Value>(
    _ name: FileName, _ call: () throws(Errno) -> Value
  ) throws(FileError) -> Value {
    do throws(Errno) {
      return try call()
    } catch {
      throw FileError.cannotWrite(name, error)
    }
  }
}
