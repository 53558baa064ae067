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

  /// Takes as much memory as a large job needs, and gives it back.
  ///
  /// A virtual machine hands what is free back to its host after a second or two, and gets it
  /// slowly, 10 µs for each page: the command after a slow one would pay for that.
  static func warmMemory() {
    let size = min(700 << 20, Int(clamping: ProcessInfo.processInfo.physicalMemory / 4))
    // Written to, page by page.
    use([UInt8](repeating: 1, count: size))
  }

  /// Runs it once; nil where it fails.
  func seconds(from input: URL? = nil, to output: URL? = nil) throws -> Double? {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.standardInput = try input.map(FileHandle.init(forReadingFrom:)) ?? .nullDevice
    let result = try output.map(Self.create)
    process.standardOutput = result ?? .nullDevice
    process.standardError = FileHandle.nullDevice
    // Not `waitUntilExit`: where Foundation asks by turns, every time is a multiple of 50 ms.
    let end = DispatchSemaphore(value: 0)
    process.terminationHandler = { _ in end.signal() }
    let time = try Benchmarks.seconds {
      try process.run()
      end.wait()
    }
    // Nobody shall pay for what the one before left to be written to the disk.
    try result?.synchronize()
    return process.terminationStatus == 0 ? time : nil
  }

  /// A new file; one that is overwritten is slower, for its old pages go first.
  private static func create(_ file: URL) throws -> FileHandle {
    try? FileManager.default.removeItem(at: file)
    try Data().write(to: file)
    return try FileHandle(forWritingTo: file)
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
