import Foundation
import Testing

@testable import jsonmigrate

/// What runs leave that were killed, and what a disk leaves that is full.
@Suite struct LeftoverTests {
  private let place: Workplace
  private let old = Workplace.old
  private let new = Workplace.new

  init() throws {
    place = try Workplace()
  }

  /// The name of a temporary file of some process.
  private func name(_ process: Int32, otherMachine: Bool = false, earlierStart: Bool = false)
    -> String
  {
    let this = TemporaryOwner.current
    let owner = TemporaryOwner(
      process: process, machine: this.machine ^ (otherMachine ? 1 : 0),
      start: this.start ^ (earlierStart ? 1 : 0))
    return String(decoding: owner.freshName(), as: UTF8.self)
  }

  /// The number of a process that has ended.
  private func endedProcess() throws -> Int32 {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/sh")
    process.arguments = ["-c", "true"]
    try process.run()
    process.waitUntilExit()
    return process.processIdentifier
  }

  @Test func `a name tells its owner`() throws {
    let owner = TemporaryOwner.current
    #expect(TemporaryOwner(of: owner.freshName()) == owner)
    #expect(!owner.isGone)
    for name in [
      ".jsonmigrate-.tmp", ".jsonmigrate-1-2-3.tmp", ".jsonmigrate-0-a-b-c.tmp",
      ".jsonmigrate--1-a-b-c.tmp", ".jsonmigrate-1-a-b-c.json", "jsonmigrate-1-a-b-c.tmp",
      ".jsonmigrate-3aq0xk1m9d2ls.tmp", ".jsonmigrate-1-a-b-c-d.tmp",
      ".jsonmigrate-1-a-b-c-d-e-f.tmp",
    ] {
      #expect(TemporaryOwner(of: Array(name.utf8)) == nil, "\(name)")
    }
  }

  @Test(arguments: [
    ["--in-place", "@in"], ["--in-place", "@in/b.json"], ["-o", "@in/c.json", "@in/b.json"],
    ["--output-dir", "@in", "@other"],
    ["--ndjson", "@other/b.json", "--skip-bad", "@in/bad"],
    ["--ndjson", "@other/b.json", "--skip-bad", "@bad", "--reasons", "@in/why"],
  ])
  func `the next run takes away what is nobody's any more`(arguments: [String]) throws {
    let gone = [name(try endedProcess()), name(getpid(), earlierStart: true)]
    let kept = [name(getpid()), name(try endedProcess(), otherMachine: true), ".jsonmigrate-x.tmp"]
    for name in gone + kept { try place.scratch.write("half", to: "in/" + name) }
    try place.scratch.write(new, to: "in/b.json")
    try place.scratch.write(new, to: "other/b.json")
    let status = Transcript(["status", place.path("rules"), place.path("in")])
    for name in gone { #expect(status.errors.contains("in/\(name)` was left by a run")) }
    for name in kept { #expect(!status.errors.contains(name)) }
    #expect(status.status == .done)
    let arguments = arguments.map { $0.replacing("@", with: place.path("")) }
    #expect(Transcript(["apply", place.path("rules")] + arguments).status == .done)
    let names = try FileManager.default.contentsOfDirectory(atPath: place.path("in"))
    #expect(Set(names.filter { $0.hasPrefix(".") }) == Set(kept))
  }

  @Test func `a page takes them away beside it`() throws {
    let gone = name(try endedProcess())
    try place.scratch.write("half", to: "in/" + gone)
    try place.scratch.write(old, to: "d.json")
    let run = Transcript([
      "explain", place.path("rules"), place.path("d.json"), "--html", place.path("in/page"),
    ])
    #expect(run.status == .done, "\(run.errors)")
    #expect(place.scratch.text("in/" + gone) == nil)
  }

  @Test func `a lock takes away what is beside it`() throws {
    let gone = name(try endedProcess())
    try place.scratch.write("half", to: "rules/" + gone)
    #expect(Transcript(["lock", place.path("rules")]).status == .done)
    #expect(place.scratch.text("rules/" + gone) == nil)
  }

  @Test func `a name tells which two files change names`() throws {
    try place.scratch.write(old, to: "a")
    try place.scratch.write(new, to: "b")
    let (a, b) = (try place.scratch.status("a"), try place.scratch.status("b"))
    let plain = TemporaryOwner.current.freshName()
    #expect(ExchangeMarks(of: plain) == nil)
    let marks = ExchangeMarks(new: b.identity, old: a)
    let name = marks.name(from: plain)
    #expect(TemporaryOwner(of: name) == .current)
    #expect(ExchangeMarks(of: name) == marks)
    #expect(marks.know(a) && marks.know(b))
    try place.scratch.write(old + " ", to: "a")
    #expect(!marks.know(try place.scratch.status("a")))
  }

  @Test func `an edit that came before a kill is kept, and told`() throws {
    let process = try endedProcess()
    func leave(_ text: String, _ marks: (FileStatus) throws -> ExchangeMarks) throws -> String {
      let plain = name(process)
      try place.scratch.write(text, to: "in/" + plain)
      let status = try place.scratch.status("in/" + plain)
      let marked = try marks(status).name(from: Array(plain.utf8))
      let name = String(decoding: marked, as: UTF8.self)
      try FileManager.default.moveItem(
        atPath: place.path("in/" + plain), toPath: place.path("in/" + name))
      return name
    }
    try place.scratch.write(old, to: "in/b.json")
    let other = try place.scratch.status("in/b.json")
    let fresh = try leave(new) { ExchangeMarks(new: $0.identity, old: other) }
    let original = try leave(old) { ExchangeMarks(new: other.identity, old: $0) }
    let edit = try leave("edit") { _ in ExchangeMarks(new: other.identity, old: other) }
    let words =
      "in/\(edit)` was left by a run that was killed, and holds what another program wrote"
    #expect(Transcript(["status", place.path("rules"), place.path("in")]).errors.contains(words))
    let run = place.apply("--in-place", "@in")
    #expect(run.status == .done)
    #expect(run.errors.contains(words))
    for name in [fresh, original] { #expect(place.scratch.text("in/" + name) == nil) }
    #expect(place.scratch.text("in/" + edit) == "edit")
    #expect(place.scratch.text("in/b.json") == new)
  }

  /// A run that is killed between the exchange and the look at what came back.
  @Test(arguments: [false, true])
  func `what a kill after the exchange leaves is told apart by its name`(isEdited: Bool) throws {
    try place.scratch.write(old, to: "in/b.json")
    let path = place.path("in/b.json")
    var calls = SystemCalls.system
    calls.rename = { place, newPlace, renaming throws(Errno) in
      if case .exchanging = renaming, isEdited {
        try? Data("edit".utf8).write(to: URL(fileURLWithPath: path))
      }
      try SystemCalls.system.rename(place, newPlace, renaming)
      // Nothing after this call happens to the files.
      if case .exchanging = renaming { throw .noSpace }
    }
    calls.remove = { _ throws(Errno) in throw .noSpace }
    #expect(place.apply("--in-place", "@in", calls: calls).status == .found)
    let left = try #require(
      try FileManager.default.contentsOfDirectory(atPath: place.path("in"))
        .first { $0.hasPrefix(".jsonmigrate-") })
    let marks = try #require(ExchangeMarks(of: Array(left.utf8)))
    #expect(marks.know(try place.scratch.status("in/" + left)) == !isEdited)
    #expect(place.scratch.text("in/b.json") == new)
  }

  @Test func `runs that write nothing take nothing away`() throws {
    let name = name(try endedProcess())
    try place.scratch.write("half", to: "in/" + name)
    try place.scratch.write(old, to: "in/b.json")
    #expect(place.apply("--check", "@in").status == .found)
    #expect(place.apply("@in/b.json").status == .done)
    #expect(place.scratch.text("in/" + name) == "half")
  }

  @Test func `bad lines that don't all fit leave whole lines`() throws {
    let lines = (0..<30).map { #"{"a": \#($0), "b": 2}"# + "\n" }
    try place.scratch.write(lines.joined(), to: "a.ndjson")
    try place.scratch.write("earlier\n", to: "bad")
    let room = Monitor(100)
    let bad = try place.scratch.status("bad").identity
    var calls = SystemCalls.system
    calls.write = { descriptor, bytes throws(Errno) in
      guard try SystemCalls.system.openStatus(descriptor).identity == bad else {
        return try SystemCalls.system.write(descriptor, bytes)
      }
      let count = min(bytes.count, room.withLock { $0 })
      guard count > 0 else { throw .noSpace }
      room.withLock { $0 -= count }
      return try SystemCalls.system.write(descriptor, BytesToWrite(rebasing: bytes.prefix(count)))
    }
    let run = place.apply("--in-place", "--skip-bad", "@bad", "@a.ndjson", calls: calls)
    #expect(run.status == .found)
    #expect(run.errors.contains("no space left"))
    #expect(place.scratch.text("bad") == "earlier\n")
    #expect(place.scratch.text("a.ndjson") == lines.joined())
    #expect(place.apply("--in-place", "--skip-bad", "@bad", "@a.ndjson").status == .found)
    #expect(place.scratch.text("bad") == "earlier\n" + lines.joined())
    #expect(place.scratch.text("a.ndjson") == "")
  }

  @Test func `what could not be put aside isn't counted so`() throws {
    let lines = (0..<20).map { #"{"a": \#($0), "b": 2}"# + "\n" }
    for name in ["a", "b"] { try place.scratch.write(lines.joined(), to: "in/\(name).ndjson") }
    let room = Monitor(500)
    var calls = SystemCalls.system
    calls.write = { descriptor, bytes throws(Errno) in
      if descriptor > 2 {
        guard room.withLock({ $0 }) >= bytes.count else { throw .noSpace }
        room.withLock { $0 -= bytes.count }
      }
      return try SystemCalls.system.write(descriptor, bytes)
    }
    let run = place.apply(
      "--output-dir", "@out", "--skip-bad", "@bad", "--jobs", "1", "@in", calls: calls)
    #expect(run.status == .found)
    #expect(place.scratch.text("bad") == nil)
    #expect(run.errors.contains("no space left"))
    #expect(!run.errors.contains("put aside"), "\(run.errors)")
  }

  @Test func `half a line of a run that was killed stays one of its own`() throws {
    try place.scratch.write(Workplace.refused + "\n", to: "a.ndjson")
    try place.scratch.write(#"{"a": 1, "#, to: "bad")
    #expect(place.apply("--in-place", "--skip-bad", "@bad", "@a.ndjson").status == .found)
    #expect(place.scratch.text("bad") == "{\"a\": 1, \n" + Workplace.refused + "\n")
  }

  @Test(arguments: [["--check", "@bad.json", "@t.json"], ["--diff", "@bad.json", "@t.json"]])
  func `what was found counts where nobody reads on`(arguments: [String]) throws {
    try place.scratch.write(Workplace.broken, to: "bad.json")
    try place.scratch.write(old, to: "t.json")
    let arguments = arguments.map { $0.replacing("@", with: place.path("")) }
    let run = Transcript(["apply", place.path("rules")] + arguments, failing: [1: .brokenPipe])
    #expect(run.status == .found)
  }

  @Test func `a test that fails counts where nobody reads on`() throws {
    try place.scratch.write(
      #"{ "to": 2, "rules": [{ "rename": { "a": "b" } }], "tests": [{ "before": { "a": 1 }, "after": {} }] }"#,
      to: "rules/v2.json")
    for flag in ["-v", "-q"] {
      let run = Transcript(["test", place.path("rules"), flag], failing: [1: .brokenPipe])
      #expect(run.status == .found)
    }
    let passing = Transcript(["check", place.path("rules")], failing: [1: .brokenPipe])
    #expect(passing.status == .done)
  }
}
