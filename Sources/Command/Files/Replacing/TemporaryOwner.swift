import JSONMigrationCore

/// The process that a temporary file belongs to, which its name tells.
///
///     .jsonmigrate-4711-1x8k2c9-w03hf7a-3aq0xk1m9d2ls.tmp
///      process ----^^^^ ^^^^^^^ ^^^^^^^ start of the machine
///                       machine
///
/// A run that is killed leaves its temporary file, and the next run takes it away, if it knows that
/// no such process lives. Of a process of another machine, or of another container, it knows
/// nothing. A file that is about to change names with a document has `ExchangeMarks` before its
/// ending.
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
    guard parts.count == 4 || parts.count == 6, let process = Int32(parts[0]), process > 0,
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
