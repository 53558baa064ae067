import Foundation

/// A Python library at the same work, in a process that stays, so that it can take its turn in every
/// round.
final class Peer {
  enum Task: String {
    /// Parse every document and drop it.
    case validate
    /// The headline job: parse, edit, print.
    case job
  }

  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  /// Starts it on a file, or is nil when python3 or the library isn't there.
  init?(library: String, file: URL) throws {
    let script = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "peers/peers.py")
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "python3", script.path(percentEncoded: false), file.path(percentEncoded: false), "--serve",
      library,
    ]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    guard try line() == "ready" else { return nil }
  }

  deinit {
    // The end of its input ends it.
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Does the task once; the seconds as the process itself measured them.
  func seconds(_ task: Task) throws -> Double {
    try input.fileHandleForWriting.write(contentsOf: Data("\(task)\n".utf8))
    guard let answer = try line(), let seconds = Double(answer) else {
      throw Refusal("the peer gave no time")
    }
    return seconds
  }

  private func line() throws -> String? {
    var bytes: [UInt8] = []
    while let byte = try output.fileHandleForReading.read(upToCount: 1)?.first {
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return nil
  }
}
