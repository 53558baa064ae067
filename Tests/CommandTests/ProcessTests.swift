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

  /// The command is stopped where it can't go on: while it waits for someone to take the bad lines.
  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `a signal leaves the file as it was, and nothing beside it`(signal: Int32) throws {
    // More good lines than are read at once, and more bad ones than a pipe holds.
    let text =
      String(repeating: Workplace.old + "\n", count: 200_000)
      + String(repeating: Workplace.broken + "\n", count: 30_000)
    try place.scratch.write(text, to: "lib/a.ndjson")
    let before = try place.scratch.status("lib/a.ndjson")
    let pipe = place.path("bad")
    try #require(mkfifo(pipe, 0o600) == 0)
    let process = try process([
      "apply", place.path("rules"), "--in-place", "--no-fsync", "--jobs=1", "--skip-bad", pipe,
      place.path("lib"),
    ])
    // Should it end before it opens the pipe, nobody is to wait here for ever.
    process.terminationHandler = { _ in close(open(pipe, O_WRONLY | O_NONBLOCK)) }
    try process.run()
    let reader = open(pipe, O_RDONLY)
    defer { close(reader) }
    // The pipe is open on both sides now, so the first lines are in the new file already.
    #expect(try files().count == 2)
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == signal)
    #expect(try files() == ["a.ndjson"])
    #expect(try place.scratch.status("lib/a.ndjson") == before)
    // What was stopped is simply run again.
    #expect(place.apply("--in-place", "--no-fsync", "--skip-bad", "@rest", "@lib").status == .found)
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
