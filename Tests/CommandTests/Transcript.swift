import Foundation

@testable import jsonmigrate

/// Runs the command in this process and keeps what it writes.
final class Transcript: @unchecked Sendable {
  private let lock = NSLock()
  private var written: [Int32: [UInt8]] = [:]
  private var failures: [Int32: Errno] = [:]
  private var input: ArraySlice<UInt8>
  private var looks = 0
  private(set) var status = ExitStatus.done

  /// What came on standard output.
  var output: String { text(1) }
  /// What came on standard error.
  var errors: String { text(2) }

  /// Runs it.
  ///
  /// Writing to the descriptors in `failing` fails; reading standard input gives at most `pieces`
  /// bytes at a time; at each look at the clock some seconds have passed.
  init(
    _ arguments: [String], input: [UInt8] = [], pieces: Int = .max,
    environment: [String: String] = [:], failing: [Int32: Errno] = [:],
    terminals: Set<Int32> = [], calls real: SystemCalls = .system,
    secondsPerLook: Double = 0, width: Int? = nil
  ) {
    failures = failing
    self.input = input[...]
    var calls = real
    calls.read = { [self] descriptor, room throws(Errno) in
      guard descriptor == 0 else { return try real.read(descriptor, room) }
      lock.lock()
      defer { lock.unlock() }
      let piece = self.input.prefix(min(room.count, pieces))
      room.copyBytes(from: piece)
      self.input = self.input.dropFirst(piece.count)
      return piece.count
    }
    calls.awaitInput = { $0 == 0 || real.awaitInput($0) }
    calls.write = { [self] descriptor, bytes throws(Errno) in
      lock.lock()
      defer { lock.unlock() }
      if let failure = failures[descriptor] { throw failure }
      guard (1...2).contains(descriptor) else {
        return try real.write(descriptor, bytes)
      }
      written[descriptor, default: []] += bytes
      return bytes.count
    }
    calls.isTerminal = { terminals.contains($0) }
    let clock: @Sendable () -> Double = { [self] in
      lock.withLock {
        looks += 1
        return Double(looks) * secondsPerLook
      }
    }
    var console = Console(
      calls: calls, environment: { environment[$0] }, clock: clock, width: { width })
    status = Tool.run(arguments.map { Array($0.utf8) }, &console)
  }

  private func text(_ descriptor: Int32) -> String {
    lock.withLock { String(decoding: written[descriptor] ?? [], as: UTF8.self) }
  }
}
