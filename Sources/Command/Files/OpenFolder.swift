/// A folder that is open: what is reached through it is in it, whatever becomes of its name.
///
/// It is closed when nothing holds it any more.
final class OpenFolder: Sendable {
  let descriptor: Int32
  let identity: FileStatus.Identity
  private let calls: SystemCalls

  init(_ place: FilePlace, following: Bool, calls: SystemCalls) throws(Errno) {
    self.calls = calls
    let descriptor = try uninterrupted { () throws(Errno) in
      try calls.open(place, .folder(following: following))
    }
    do throws(Errno) {
      identity = try uninterrupted { () throws(Errno) in try calls.openStatus(descriptor) }.identity
    } catch {
      try? calls.close(descriptor)
      throw error
    }
    self.descriptor = descriptor
  }

  deinit {
    try? calls.close(descriptor)
  }

  /// A folder directly inside, and no link to one.
  func folder(_ name: [UInt8]) throws(Errno) -> OpenFolder {
    try OpenFolder(place(of: name), following: false, calls: calls)
  }

  func place(of name: [UInt8]) -> FilePlace {
    FilePlace(FileName(bytes: name), in: descriptor)
  }

  /// What is in it, in no order.
  func names() throws(Errno) -> [[UInt8]] {
    try uninterrupted { () throws(Errno) in try calls.list(descriptor) }
  }

  /// What a name in it stands for; of a symbolic link that itself.
  func status(of name: [UInt8]) throws(Errno) -> FileStatus {
    try uninterrupted { () throws(Errno) in try calls.status(place(of: name), false) }
  }
}

/// A file by the folder that it is in and its name there, so that no link can lead elsewhere.
struct FileLocation: Sendable {
  let folder: OpenFolder
  /// Its name in the folder.
  let last: [UInt8]
  /// Its name as the user knows it, for messages.
  let shown: FileName

  var place: FilePlace { folder.place(of: last) }

  /// What is there now; nothing when there is no such name.
  func status() throws(Errno) -> FileStatus? {
    do throws(Errno) {
      return try folder.status(of: last)
    } catch {
      guard error == .missing else { throw error }
      return nil
    }
  }
}
