import Foundation
import TestSupport
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
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    return process
  }

  /// The command is stopped where it can't go on: while it waits for someone to take the bad lines.
  ///
  /// It waits two seconds then for its threads, with all signals at the same time.
  @Test func `a signal leaves the file as it was, and nothing beside it`() throws {
    // More good lines than are read at once, and more bad ones than a pipe holds.
    let long = String(repeating: "x", count: 1_000)
    let text =
      String(repeating: #"{"a":1,"text":"\#(long)"}"# + "\n", count: 400)
      + String(repeating: Workplace.broken + long + "\n", count: 200)
    let stopped = try [SIGINT, SIGTERM, SIGHUP].map { signal in
      let place = try Workplace()
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
      // The pipe is open on both sides now, so the first lines are in the new file already.
      #expect(try files(place).count == 2)
      kill(process.processIdentifier, signal)
      return (place, before, process, signal, reader)
    }
    for (place, before, process, signal, reader) in stopped {
      process.waitUntilExit()
      close(reader)
      #expect(process.terminationReason == .uncaughtSignal)
      #expect(process.terminationStatus == signal)
      #expect(try files(place) == ["a.ndjson"])
      #expect(try place.scratch.status("lib/a.ndjson") == before)
      // What was stopped is simply run again.
      let again = place.apply("--in-place", "--no-fsync", "--skip-bad", "@rest", "@lib")
      #expect(again.status == .found)
      #expect(place.apply("--check", "@lib").status == .done)
    }
  }

  #if os(Linux)
    /// Starts `learn --write`, and sends it a signal once its search has begun; gives what it says.
    private func search(endedBy signal: Int32) throws -> (process: Process, said: String) {
      // One document becomes two, which no rule explains, so that the search goes on for long.
      func sample(_ name: String, _ factor: Int, version: Int) -> String {
        let members = (0..<150).map { #""\#(name)\#($0)":\#($0 * factor % 97)"# }
        return #"{"version":\#(version),"list":[{\#(members.joined(separator: ","))}]}"# + "\n"
      }
      let old = sample("k", 1, version: 1)
      try place.scratch.write(old + old, to: "old.ndjson")
      let news = [31, 37].map { sample("m", $0, version: 31) }
      try place.scratch.write(news.joined(), to: "new.ndjson")
      let process = try process([
        "learn", place.path("drafts"), place.path("old.ndjson"), place.path("new.ndjson"),
        "--write",
      ])
      let errors = Pipe()
      process.standardError = errors
      try process.run()
      // It holds signals back from when the search begins.
      while process.isRunning, !Self.holdsInterrupt(process.processIdentifier) {}
      kill(process.processIdentifier, signal)
      let said = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      return (process, said)
    }

    @Test func `Ctrl-C ends a search for rules, which tells the best so far`() throws {
      let (process, said) = try search(endedBy: SIGINT)
      #expect(process.terminationReason == .exit)
      #expect(process.terminationStatus == 1)
      #expect(said.contains("v31.json: "))
      #expect(said.contains(" before it was interrupted\n"))
      #expect(said.contains("not explained: "))
    }

    @Test(arguments: [SIGTERM, SIGHUP])
    func `another signal ends a search for rules, and nothing is written`(signal: Int32) throws {
      let (process, said) = try search(endedBy: signal)
      #expect(process.terminationReason == .uncaughtSignal)
      #expect(process.terminationStatus == signal)
      #expect(said == "")
      #expect(FileManager.default.fileExists(atPath: place.path("drafts")) == false)
    }

    /// Whether a process has the signal of Ctrl-C blocked.
    private static func holdsInterrupt(_ process: Int32) -> Bool {
      let status = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      let line = status?.split(separator: "\n").first { $0.hasPrefix("SigBlk:") }
      let mask = line.flatMap { UInt64($0.dropFirst(7).drop { $0 == "\t" }, radix: 16) }
      return mask.map { $0 & 1 << (UInt64(SIGINT) - 1) != 0 } ?? false
    }
  #endif

  /// The first files that are opened must not become the streams that nobody opened.
  @Test(arguments: ["<&-", ">&-", "2>&-", "<&- >&- 2>&-"])
  func `closed streams stay errors, and do files no harm`(closed: String) throws {
    let lines = [Workplace.old, Workplace.broken, Workplace.old, ""].joined(separator: "\n")
    try place.scratch.write(lines, to: "lib/a.ndjson")
    try place.scratch.write(lines, to: "b.ndjson")
    func run(_ arguments: String) throws -> Int32 {
      let process = try process([])
      let tool = try #require(process.executableURL).path
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = [
        "-c", "cd \"$1\" && exec \"$0\" apply rules \(arguments) \(closed)", tool, place.path(""),
      ]
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationReason == .exit)
      return process.terminationStatus
    }
    let new = [Workplace.new, Workplace.new, ""].joined(separator: "\n")
    // Both files are open while an error is told, and at the end there is a summary.
    #expect(try run("--in-place --no-fsync --skip-bad bad lib/a.ndjson") == 1)
    #expect(place.scratch.text("lib/a.ndjson") == new)
    #expect(place.scratch.text("bad") == Workplace.broken + "\n")
    #expect(try files(place) == ["a.ndjson"])
    // The file of bad lines is open while the others are written.
    #expect(try run("--no-fsync --skip-bad other b.ndjson") == 1)
    #expect([nil, Workplace.broken + "\n"].contains(place.scratch.text("other")))
    #expect(place.scratch.text("b.ndjson") == lines)
    #expect(try run("lib/a.ndjson") == (closed.split(separator: " ").contains(">&-") ? 1 : 0))
    #expect(try run("-") == 1)
  }

  @Test func `a small stack and little memory are errors, not crashes`() throws {
    try place.scratch.write(
      "[" + String(repeating: Workplace.old + ",", count: 2_000_000) + "1]", to: "a.json")
    func run(_ limit: String, _ file: String) throws -> Int32 {
      let process = try process([])
      let tool = try #require(process.executableURL).path
      process.executableURL = URL(fileURLWithPath: "/bin/sh")
      process.arguments = [
        "-c", "cd \"$1\" && ulimit \(limit) && exec \"$0\" apply rules --in-place \(file)", tool,
        place.path(""),
      ]
      try process.run()
      process.waitUntilExit()
      #expect(process.terminationReason == .exit)
      return process.terminationStatus
    }
    #expect(try run("-s 256", "a.json") == 2)
    #expect(try run("-v 160000", "a.json") == 1)
  }

  @Test func `two runs at once: all is migrated, and each says what the other did`() throws {
    for index in 0..<40 { try place.scratch.write(Workplace.old, to: "lib/\(index).json") }
    let arguments = ["apply", place.path("rules"), "--in-place", "--no-fsync", place.path("lib")]
    let runs = try (0..<2).map { _ in try process(arguments) }
    for run in runs { try run.run() }
    for run in runs {
      run.waitUntilExit()
      #expect(run.terminationReason == .exit)
      #expect([0, 1].contains(run.terminationStatus))
    }
    // Whoever came second at a file left it, since the other had replaced it.
    for index in 0..<40 { #expect(place.scratch.text("lib/\(index).json") == Workplace.new) }
    #expect(try files(place).count == 40)
  }

  /// A thread waits for more input at that time.
  @Test(
    .timeLimit(.patience),
    arguments: [
      ["--ndjson"], ["--ndjson", "--jobs=1"], ["--ndjson", "--in-place"],
      ["--ndjson", "-o", "@out", "--skip-bad", "@none/bad"],
    ])
  func `the first bad line ends it where no more input comes`(flags: [String]) throws {
    let flags = flags.map { $0.replacing("@", with: place.path("")) }
    let process = try process(["apply", place.path("rules")] + flags)
    let input = Pipe()
    process.standardInput = input
    try process.run()
    input.fileHandleForWriting.write(Data((Workplace.broken + "\n").utf8))
    process.waitUntilExit()
    try input.fileHandleForWriting.close()
    #expect(process.terminationReason == .exit && process.terminationStatus > 0)
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `bad lines of a stream are kept where a signal ends it`(signal: Int32) throws {
    let process = try process([
      "apply", place.path("rules"), "--ndjson", "--skip-bad", place.path("bad"), "--reasons",
      place.path("why"),
    ])
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    let lines = Workplace.broken + "\n" + Workplace.old + "\n"
    input.fileHandleForWriting.write(Data(lines.utf8))
    #expect(output.fileHandleForReading.availableData == Data((Workplace.new + "\n").utf8))
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == signal)
    #expect(place.scratch.text("bad") == Workplace.broken + "\n")
    #expect(place.scratch.text("why")?.contains("bad-json") == true)
    #expect(try place.scratch.hiddenNames() == [])
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP])
  func `bad lines of an input that stays are taken back where a signal ends it`(
    signal: Int32
  ) throws {
    let lines = String(repeating: Workplace.old + "\n", count: 20) + Workplace.broken + "\n"
    let text = String(repeating: lines, count: 30_000)
    try place.scratch.write(text, to: "lib/a.ndjson")
    for name in ["bad", "why"] { try place.scratch.write("earlier\n", to: name) }
    let process = try process([
      "apply", place.path("rules"), "--in-place", "--no-fsync", "--skip-bad", place.path("bad"),
      "--reasons", place.path("why"), place.path("lib"),
    ])
    try process.run()
    while process.isRunning, try place.scratch.status("why").size == 8 {}
    kill(process.processIdentifier, signal)
    process.waitUntilExit()
    #expect(process.terminationReason == .uncaughtSignal)
    #expect(process.terminationStatus == signal)
    #expect(place.scratch.text("lib/a.ndjson") == text)
    #expect(place.scratch.text("bad") == "earlier\n")
    #expect(place.scratch.text("why") == "earlier\n")
    #expect(try files(place) == ["a.ndjson"])
  }

  private func files(_ place: Workplace) throws -> [String] {
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
