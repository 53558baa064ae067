import Foundation

/// A program that is run from its start to its end.
struct Command {
  let arguments: [String]

  init(_ arguments: [String]) { self.arguments = arguments }

  /// Whether there is a program of this name.
  static func isThere(_ name: String) -> Bool {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return path.split(separator: ":").contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(name)")
    }
  }

  /// Runs it once; nil where it fails.
  func seconds(from input: URL? = nil, to output: URL? = nil) throws -> Double? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardInput = try input.map(FileHandle.init(forReadingFrom:)) ?? .nullDevice
    if let output { try Data().write(to: output) }
    process.standardOutput = try output.map(FileHandle.init(forWritingTo:)) ?? .nullDevice
    process.standardError = FileHandle.nullDevice
    let time = try Benchmarks.seconds {
      try process.run()
      process.waitUntilExit()
    }
    return process.terminationStatus == 0 ? time : nil
  }

  /// The most memory it takes, in bytes; nil where GNU time isn't there.
  ///
  /// A process that is started right from here would show this one's own peak.
  func peak(from input: URL? = nil, to output: URL? = nil) throws -> Int? {
    let file = FileManager.default.temporaryDirectory.appending(path: "peak-\(getpid()).txt")
    defer { try? FileManager.default.removeItem(at: file) }
    let path = file.path(percentEncoded: false)
    let timed = Command(["/usr/bin/time", "-f", "%M", "-o", path] + arguments)
    guard try timed.seconds(from: input, to: output) != nil,
      let text = try? String(contentsOf: file, encoding: .utf8),
      let kilobytes = Int(text.trimmingCharacters(in: .whitespacesAndNewlines))
    else { return nil }
    return kilobytes * 1_024
  }
}
