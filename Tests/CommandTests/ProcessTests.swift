import Foundation
import Testing

@testable import jsonmigrate

/// What only a process of its own can show.
@Suite struct ProcessTests {
  /// The tool beside the tests, where the package manager puts it.
  private static let tool: URL? = {
    let folders = [
      Bundle.main.bundleURL, Bundle.main.bundleURL.deletingLastPathComponent(),
      URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent(),
    ]
    return folders.map { $0.appendingPathComponent("jsonmigrate") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
  }()

  private let place: Workplace

  init() throws {
    place = try Workplace()
  }

  private func process(_ arguments: [String]) throws -> Process {
    let process = Process()
    let tool = try #require(Self.tool, "the tool is not beside the tests")
    process.executableURL = tool
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return process
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal leaves the file as it was, and nothing beside it`(signal: Int32) throws {
    try place.scratch.write(
      String(repeating: Workplace.old + "\n", count: 50_000), to: "lib/a.ndjson")
    let before = try place.scratch.status("lib/a.ndjson")
    let process = try process([
      "apply", place.path("rules"), "--in-place", "--no-fsync", place.path("lib"),
    ])
    try process.run()
    // As soon as the new file is there, which is before the old one is replaced.
    while process.isRunning, try files() == ["a.ndjson"] { usleep(200) }
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(try files() == ["a.ndjson"])
    let after = try place.scratch.status("lib/a.ndjson")
    if process.terminationReason == .uncaughtSignal {
      #expect(process.terminationStatus == signal)
      #expect(after == before)
    } else {
      // It was faster than the signal.
      #expect(after.node != before.node)
    }
    // What was stopped is simply run again.
    let again = try self.process([
      "apply", place.path("rules"), "--in-place", "--no-fsync", place.path("lib"),
    ])
    try again.run()
    again.waitUntilExit()
    #expect(again.terminationStatus == 0)
    #expect(place.apply("--check", "@lib").status == .done)
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: place.path("lib")).sorted()
  }

  @Test func `a pipe that its reader closes ends it quietly`() throws {
    try place.scratch.write(
      String(repeating: Workplace.old + "\n", count: 20_000), to: "a.ndjson")
    let process = try process(["apply", place.path("rules"), place.path("a.ndjson")])
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    #expect(pipe.fileHandleForReading.readData(ofLength: 10).count == 10)
    try pipe.fileHandleForReading.close()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
  }
}
