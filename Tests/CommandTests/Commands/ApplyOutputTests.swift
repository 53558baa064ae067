import Foundation
import Testing

@testable import jsonmigrate

/// Lines that go to a file which is there already.
@Suite struct ApplyOutputTests {
  private let place: Workplace
  /// Lines long enough for several pieces.
  private static let long = String(repeating: "x", count: 2_000)
  private static let oldLine = #"{"a":1,"text":"\#(long)"}"# + "\n"
  private static let newLine = #"{"b":1,"text":"\#(long)","version":2}"# + "\n"
  private let old = String(repeating: oldLine, count: 500)
  private let new = String(repeating: newLine, count: 500)

  init() throws {
    place = try Workplace()
    try place.scratch.write(old, to: "lib/a.ndjson")
  }

  @Test(arguments: ["1", "4"])
  func `what the file holds already is not written`(jobs: String) throws {
    for arguments in [["-o", "@out.ndjson"], ["--output-dir", "@out"]] {
      let name = arguments[1] == "@out" ? "out/a.ndjson" : "out.ndjson"
      func run() -> Transcript {
        place.apply("--jobs", jobs, arguments[0], arguments[1], "@lib/a.ndjson")
      }
      #expect(run().status == .done)
      #expect(place.scratch.text(name) == new)
      let before = try place.scratch.status(name)
      #expect(run().status == .done)
      #expect(try place.scratch.status(name) == before)
    }
  }

  @Test(arguments: [
    (0, "", 1), (0, "x", 1), (1, "", 1), (350, "", 1), (350, " ", 2_000_000),
    (500, "\n", 1), (499, String(newLine.dropLast()) + " ", 1),
  ])
  func `what it holds else is replaced, from the first difference on`(
    lines: Int, end: String, times: Int
  ) throws {
    let before =
      String(repeating: Self.newLine, count: lines) + String(repeating: end, count: times)
    try place.scratch.write(before, to: "out.ndjson", mode: 0o640)
    let status = try place.scratch.status("out.ndjson")
    #expect(place.apply("-o", "@out.ndjson", "@lib/a.ndjson").status == .done)
    #expect(place.scratch.text("out.ndjson") == new)
    let after = try place.scratch.status("out.ndjson")
    #expect(after.node != status.node)
    #expect(after.mode == 0o640)
    #expect(try place.scratch.hiddenNames() == [])
  }

  @Test func `a failure after equal lines leaves it`() throws {
    try place.scratch.write(old + Workplace.broken, to: "lib/a.ndjson")
    try place.scratch.write(new, to: "out.ndjson")
    let before = try place.scratch.status("out.ndjson")
    #expect(place.apply("-o", "@out.ndjson", "@lib/a.ndjson").status == .found)
    #expect(try place.scratch.status("out.ndjson") == before)
  }

  @Test func `a change of someone else in the meantime is kept`() throws {
    try place.scratch.write(Workplace.new + "\n", to: "out.ndjson")
    let (scratch, real) = (place.scratch, SystemCalls.system)
    var calls = real
    calls.open = { name, opening throws(Errno) in
      if case .creating = opening { _ = try? scratch.write("theirs", to: "out.ndjson") }
      return try real.open(name, opening)
    }
    let run = place.apply("-o", "@out.ndjson", "@lib/a.ndjson", calls: calls)
    #expect(run.status == .found)
    #expect(run.errors.contains("was changed by someone else since it was read"))
    #expect(place.scratch.text("out.ndjson") == "theirs")
    #expect(try place.scratch.hiddenNames() == [])
  }

  @Test func `calls that fail leave it, and nothing open or beside it`() throws {
    // So that the difference comes first at the end, and the start is copied.
    try place.scratch.write(Workplace.old + "\n", to: "lib/a.ndjson")
    for position in 1...1_000 {
      let text = Workplace.new + "\nmore"
      try place.scratch.write(text, to: "out.ndjson")
      let faults = Faults(.error(.hardware), at: position)
      let run = place.apply(
        "--jobs", "1", "-o", "@out.ndjson", "@lib/a.ndjson", calls: faults.calls)
      guard faults.happened else {
        #expect(position > 30)
        return
      }
      let after = place.scratch.text("out.ndjson")
      #expect(after == text || after == Workplace.new + "\n", "call \(position)")
      #expect(run.status != .done || after != text, "call \(position): a failure was hidden")
      #expect(faults.leaked == [], "call \(position), \(faults.faulty ?? "")")
      #expect(try faults.faulty == "remove" || place.scratch.hiddenNames() == [])
    }
    Issue.record("more than 1000 calls")
  }

  @Test func `a file that someone else has open gets what comes behind what it has`() throws {
    try place.scratch.write("theirs\n", to: "log")
    try place.scratch.write(Workplace.old + "\n" + Workplace.broken + "\n", to: "b.ndjson")
    let descriptor = open(place.path("log"), O_WRONLY | O_APPEND)
    defer { close(descriptor) }
    let name = "/dev/fd/\(descriptor)"
    for _ in 0..<2 {
      #expect(place.apply("-o", name, "--skip-bad", "@bad", "@b.ndjson").status == .found)
    }
    #expect(place.apply("-o", "@out", "--skip-bad", name, "@b.ndjson").status == .found)
    let line = Workplace.new + "\n"
    #expect(place.scratch.text("log") == "theirs\n" + line + line + Workplace.broken + "\n")
  }

  @Test func `standard output by its name is standard output`() {
    #expect(place.apply("-o", "/dev/stdout", input: Workplace.old).output == Workplace.new)
  }

  @Test func `the file for bad lines is no output too`() throws {
    try place.scratch.write("", to: "out.ndjson")
    try place.scratch.link("link.ndjson", to: "out.ndjson")
    for (output, bad) in [("new", "new"), ("out.ndjson", "link.ndjson")] {
      let run = place.apply("-o", "@\(output)", "--skip-bad", "@\(bad)", "@lib/a.ndjson")
      #expect(run.status == .notStarted)
      #expect(run.errors.contains("\(bad)` is an output, and can't take the bad lines"))
    }
    let run = place.apply("--output-dir", "@out", "--skip-bad", "@out/a.ndjson", "@lib")
    #expect(run.errors.contains("a.ndjson` is an output, and can't take the bad lines"))
  }
}
