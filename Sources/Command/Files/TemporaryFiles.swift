import JSONMigration

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
  static func removeOnSignals() {
    EndSignals.watch { die in
      busy.withLock(when: { $0 == 0 }) { _ in
        files.withLock { files in
          for place in files.keys { try? SystemCalls.system.remove(place) }
          die()
        }
      }
    }
  }
}

/// The process that a temporary file belongs to, which its name tells.
///
///     .jsonmigrate-4711-1x8k2c9-w03hf7a-3aq0xk1m9d2ls.tmp
///      process ----^^^^ ^^^^^^^ ^^^^^^^ start of the machine
///                       machine
///
/// A run that is killed leaves its temporary file, and the next run takes it away, if it knows that
/// no such process lives. Of a process of another machine, or of another container, it knows nothing.
struct TemporaryOwner: Hashable, Sendable {
  let process: Int32
  /// The machine and the container in which the process has that number.
  let machine: UInt32
  /// The start of the machine, which no process lives through.
  let start: UInt32

  /// This process.
  static let current = TemporaryOwner(
    process: processNumber(), machine: hash(machineWords()), start: hash(machineStartWords()))

  init(process: Int32, machine: UInt32, start: UInt32) {
    (self.process, self.machine, self.start) = (process, machine, start)
  }

  /// Whose file that is; nil for a name that isn't one of a temporary file.
  init?(of name: [UInt8]) {
    let text = String(decoding: name, as: UTF8.self)
    guard text.hasPrefix(".jsonmigrate-"), text.hasSuffix(".tmp") else { return nil }
    let parts = text.dropFirst(13).dropLast(4).split(
      separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 4, let process = Int32(parts[0]), process > 0,
      let machine = UInt32(parts[1], radix: 36), let start = UInt32(parts[2], radix: 36)
    else { return nil }
    self.init(process: process, machine: machine, start: start)
  }

  /// A name that no file has so far.
  ///
  /// Hidden, and no .json: nothing that walks the folder takes it for a document.
  func freshName() -> [UInt8] {
    let digits = String(UInt64.random(in: 0...UInt64.max), radix: 36)
    let owner = "\(process)-\(String(machine, radix: 36))-\(String(start, radix: 36))"
    return Array(".jsonmigrate-\(owner)-\(digits).tmp".utf8)
  }

  /// Whether it is known that no such process lives any more.
  var isGone: Bool {
    let this = Self.current
    return machine == this.machine && (start != this.start || !processLives(process))
  }

  /// The hash function FNV-1a.
  private static func hash(_ bytes: [UInt8]) -> UInt32 {
    bytes.reduce(0x811C_9DC5) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
  }
}

/// A temporary file that a run has left because it was killed.
struct Leftover: Sendable {
  /// The file as the user knows it.
  let name: FileName
  let walk: FileSource.Walk

  /// Takes it away; where that can't be done it stays, and does no harm.
  func remove(calls: SystemCalls) {
    guard let location = try? walk.location(of: name, calls: calls),
      let status = try? location.status(), status.kind == .regular
    else { return }
    try? calls.remove(location.place)
  }

  /// Those in a folder, which may be a link.
  static func all(in folder: FileName, calls: SystemCalls) -> [Leftover] {
    guard let tree = try? FolderTree(folder, calls: calls), let open = try? tree.open(0),
      let names = try? open.names()
    else { return [] }
    return names.filter { TemporaryOwner(of: $0)?.isGone == true }.map {
      Leftover(name: folder.appending($0), walk: .init(tree: tree, folder: 0))
    }
  }
}
