import Foundation

/// Another library at the same work, in a process that stays, so that it can take its turn in every
/// round.
final class Peer {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  /// The folder of the programs of the peers.
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "peers", directoryHint: .isDirectory)
  static let python = folder.appending(path: "peers.py").path(percentEncoded: false)

  /// Starts a library of Python on a file, or is nil when python3 or the library isn't there.
  convenience init?(
    library: String, file: URL, megabytes: Int? = nil, options: [String] = []
  ) throws {
    let limit = megabytes.map { ["--megabytes", String($0)] } ?? []
    try self.init(
      ["python3", Self.python, file.path(percentEncoded: false), "--serve", library] + limit
        + options)
  }

  /// Starts a program that takes a task a line and answers with seconds; nil when it can't run.
  init?(_ command: [String]) throws {
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = command
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    guard try line() == "ready" else { return nil }
  }

  deinit {
    // The end of its input ends it.
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Does the task once; the seconds as the process itself measured them.
  @discardableResult
  func seconds(_ task: String) throws -> Double {
    try input.fileHandleForWriting.write(contentsOf: Data("\(task)\n".utf8))
    guard let answer = try line(), let seconds = Double(answer) else {
      throw BenchmarkError("a peer gave no time for \(task)")
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
