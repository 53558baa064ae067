import JSONMigrationCore
import JSONText

/// Reads a file to see whether it holds what is about to be written, piece by piece.
///
///     file: one two      pieces: "one " "two"      both match, and it has no more: nothing to write
struct FileComparison: Sendable {
  /// What the file was when it was opened.
  let status: FileStatus
  let location: FileLocation
  /// How many bytes, from the start on, have matched.
  private(set) var matched = 0
  private let descriptor: Int32
  private let calls: SystemCalls

  /// Nil where the file may not be read, though it may be written: it is not compared then.
  static func opened(
    _ location: FileLocation, calls: SystemCalls
  ) throws(FileError) -> FileComparison? {
    do throws(Errno) {
      return try FileComparison(opening: location, calls: calls)
    } catch {
      if error == .forbidden { return nil }
      throw FileError.cannotRead(location.shown, error)
    }
  }

  private init(opening location: FileLocation, calls: SystemCalls) throws(Errno) {
    self.calls = calls
    self.location = location
    (status, descriptor) = try FileOrigin.open(
      location.place, .readingFile(following: false), calls)
  }

  /// Gives the bytes that have matched once more, from the start.
  func forEachMatchedPiece(
    _ body: (ByteSlice) throws(FileError) -> Void
  ) throws(FileError) {
    guard let again = try FileComparison.opened(location, calls: calls) else {
      throw FileReplacement.wasChanged(location.shown)
    }
    defer { again.close() }
    guard again.status.isUnchanged(since: status) else {
      throw FileReplacement.wasChanged(location.shown)
    }
    var block = ByteBuffer()
    var rest = matched
    while rest > 0 {
      block.truncate(to: 0)
      let count = try again.read(&block, atMost: min(rest, 1 << 20))
      // A file that has become shorter is found out when it is to be replaced.
      guard count > 0 else { return }
      rest -= count
      try body(block.view[0..<count])
    }
  }

  /// Whether the next bytes of the file are these; after the first time that they aren't, it makes
  /// no sense any more.
  mutating func matches(_ bytes: some Collection<UInt8>) throws(FileError) -> Bool {
    var block = ByteBuffer()
    var rest = bytes[...]
    while !rest.isEmpty {
      block.truncate(to: 0)
      let count = try read(&block, atMost: min(rest.count, 65_536))
      guard count > 0, rest.prefix(count).isSame(as: block.view[0..<count]) else { return false }
      rest = rest.dropFirst(count)
    }
    matched += bytes.count
    return true
  }

  /// Whether the next bytes of the file are all of these, one part behind the other.
  mutating func matches<Parts: Sequence>(all parts: Parts) throws(FileError) -> Bool
  where Parts.Element: Collection<UInt8> {
    for part in parts {
      guard try matches(part) else { return false }
    }
    return true
  }

  /// Whether the file goes on behind what has matched.
  func hasMore() throws(FileError) -> Bool {
    var block = ByteBuffer()
    return try read(&block, atMost: 1) > 0
  }

  private func read(_ block: inout ByteBuffer, atMost number: Int) throws(FileError) -> Int {
    do throws(Errno) {
      return try block.append(from: descriptor, atMost: number, calls: calls)
    } catch {
      throw FileError.cannotRead(location.shown, error)
    }
  }

  func close() {
    try? calls.close(descriptor)
  }
}
