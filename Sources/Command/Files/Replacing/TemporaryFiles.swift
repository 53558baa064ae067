import JSONMigrationCore

/// The temporary files there are at this moment, so that a signal can remove them.
///
/// A file is made and noted under one lock, and the signal's thread dies holding that lock: no file
/// can appear behind its back, and it removes none that this process did not make. They are removed
/// through the folder that they were made in, which may have another name by then.
enum TemporaryFiles {
  private static let files = Monitor<[FilePlace: OpenFolder]>([:])

  /// Makes a file that was not there, in the given folder; gives its name there.
  static func make(
    in folder: OpenFolder, mode: UInt32, calls: SystemCalls
  ) throws(Errno) -> (place: FilePlace, descriptor: Int32) {
    while true {
      let place = folder.place(of: TemporaryOwner.current.freshName())
      do throws(Errno) {
        let descriptor = try files.withLock { files throws(Errno) in
          let descriptor = try uninterrupted { () throws(Errno) in
            try calls.open(place, .creating(mode: mode))
          }
          files[place] = folder
          return descriptor
        }
        return (place, descriptor)
      } catch {
        guard error == .exists else { throw error }
      }
    }
  }

  /// Gives a file the name that it has while it and a document change names.
  static func mark(
    _ place: FilePlace, _ marks: ExchangeMarks, calls: SystemCalls
  ) throws(Errno) -> FilePlace {
    try files.withLock { files throws(Errno) in
      guard let folder = files[place] else { return place }
      let marked = folder.place(of: marks.name(from: place.name.bytes))
      try uninterrupted { () throws(Errno) in try calls.rename(place, marked, .replacing) }
      files[place] = nil
      files[marked] = folder
      return marked
    }
  }

  /// Forgets a file that has been removed or has become the document.
  static func forget(_ place: FilePlace) {
    files.withLock { $0[place] = nil }
  }

  /// How many threads are at something that must not be ended in the middle.
  private static let busy = Monitor(0)

  /// Does something that a signal must not end in the middle.
  static func whileSignalsWait<Result>(_ body: () -> Result) -> Result {
    busy.withLock { $0 += 1 }
    defer { busy.withLock { $0 -= 1 } }
    return body()
  }

  /// Has SIGINT, SIGTERM and SIGHUP remove what is there before they end the command.
  ///
  /// To be called before the first thread is made, by commands that write files.
  static func removeOnSignals() { EndSignals.watch { _, die in remove(before: die) } }

  /// Has Ctrl-C be something that can be asked for, for a while; the other signals end the command
  /// as they do while it writes.
  static func holdSignals() -> @Sendable () -> Bool {
    EndSignals.hold { _, die in remove(before: die) }
  }

  /// What a signal has done first; that calls what it is given when it is done, and may never end.
  typealias First = @Sendable (_ isDone: @Sendable () -> Void) -> Void
  private static let first = Monitor<First?>(nil)
  /// The seconds that has: whoever holds it up may wait for a reader who never comes.
  private static let patience = 2.0

  /// Has a signal do something first, where there is time for it.
  static func onSignal(_ body: @escaping First) { first.withLock { $0 = body } }

  private static func remove(before die: () -> Never) -> Never {
    if let body = first.withLock({ $0 }) {
      let isDone = Monitor(false)
      _ = RunningThread { body { isDone.withLock { $0 = true } } }
      _ = isDone.wait(seconds: patience, until: { $0 })
    }
    return busy.withLock(when: { $0 == 0 }) { _ in
      files.withLock { files in
        for place in files.keys { try? SystemCalls.system.remove(place) }
        die()
      }
    }
  }
}
