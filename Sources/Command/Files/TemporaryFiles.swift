import JSONMigration

/// The temporary files there are at this moment, so that a signal can remove them.
///
/// A file is made and noted under one lock, and the signal's thread dies holding that lock: no file
/// can appear behind its back, and it removes none that this process did not make.
enum TemporaryFiles {
  private static let names = Monitor<Set<FileName>>([])

  /// Makes a file that was not there, in the given folder.
  static func make(
    in folder: FileName, mode: UInt32, calls: SystemCalls
  ) throws(Errno) -> (name: FileName, descriptor: Int32) {
    while true {
      let digits = String(UInt64.random(in: 0...UInt64.max), radix: 36)
      // Hidden, and no .json: nothing that walks the folder takes it for a document.
      let name = folder.appending(Array(".jsonmigrate-\(digits).tmp".utf8))
      do throws(Errno) {
        let descriptor = try names.withLock { names throws(Errno) in
          let descriptor = try uninterrupted { () throws(Errno) in
            try calls.open(name, .creating(mode: mode))
          }
          names.insert(name)
          return descriptor
        }
        return (name, descriptor)
      } catch {
        guard error == .exists else { throw error }
      }
    }
  }

  /// Forgets a file that has been removed or has become the document.
  static func forget(_ name: FileName) {
    names.withLock { _ = $0.remove(name) }
  }

  /// Has SIGINT, SIGTERM and SIGHUP remove what is there before they end the command.
  ///
  /// To be called before the first thread is made, by commands that write files.
  static func removeOnSignals() {
    EndSignals.watch { die in
      names.withLock { names in
        for name in names { try? SystemCalls.system.remove(name) }
        die()
      }
    }
  }
}
