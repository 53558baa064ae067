import TestSupport
import Testing

@testable import jsonmigrate

/// Bad lines are put aside, the rules are mended, the bad lines are migrated: nothing is lost.
@Suite struct BadLinesAgainTests {
  @Test(arguments: 1...20)
  func `in two goes comes what comes in one go with mended rules`(seed: UInt64) throws {
    var random = Seeded(seed)
    let place = try Workplace()
    try place.scratch.write(
      #"{ "to": 2, "rules": [{ "rename": { "a": "b" }, "if-exists": "overwrite" }] }"#,
      to: "mended/v2.json")
    var lines: [String] = []
    var isBad: [Bool] = []
    for number in 0..<Int.random(in: 1...400, using: &random) {
      let space = String(repeating: " ", count: .random(in: 0...3, using: &random))
      let long = String(repeating: "x", count: Bool.random(using: &random) ? 3 : 2_000)
      let bad = Int.random(in: 0..<4, using: &random) == 0
      let other = bad ? #", "b": "\#(long)""# : ""
      lines.append(#"{\#(space)"a":\#(space)\#(number)\#(other), "n": 1.50}"#)
      isBad.append(bad)
    }
    let end = Bool.random(using: &random) || isBad.last == true ? "\n" : ""
    let text = lines.joined(separator: "\n") + end
    for name in ["a.ndjson", "whole.ndjson"] { try place.scratch.write(text, to: name) }
    func run(_ rules: String, _ flags: [String], _ file: String) -> Transcript {
      Transcript(
        ["apply", place.path(rules), "--in-place", "--no-fsync"] + flags + [place.path(file)])
    }
    _ = run("rules", ["--skip-bad", place.path("bad.ndjson")], "a.ndjson")
    if isBad.contains(true) {
      let bad = zip(lines, isBad).filter(\.1).map { $0.0 + "\n" }.joined()
      #expect(place.scratch.text("bad.ndjson") == bad, "\(random)")
      #expect(run("mended", [], "bad.ndjson").status == .done)
    }
    #expect(run("mended", [], "whole.ndjson").status == .done)
    func parts(_ name: String) -> [Substring] {
      (place.scratch.text(name) ?? "").split(separator: "\n")
    }
    var good = parts("a.ndjson")[...]
    var mended = parts("bad.ndjson")[...]
    let merged = isBad.map { ($0 ? mended.popFirst() : good.popFirst()) ?? "" }
    #expect(good.isEmpty && mended.isEmpty)
    #expect(merged.joined(separator: "\n") + end == place.scratch.text("whole.ndjson"), "\(random)")
  }

  /// They may be nowhere else.
  @Test(arguments: [
    ["--in-place", "@/none"], ["--in-place", "@/none.ndjson"], ["--in-place", "@/d", "@/none"],
    ["@/none.ndjson"], ["-o", "@/out", "@/none.ndjson"],
    ["--in-place", "--files", "*.x", "@/d"],
  ])
  func `bad lines stay where they were put when nothing can be read`(arguments: [String]) throws {
    let place = try Workplace()
    try place.scratch.shell("mkdir d")
    for name in ["bad", "reasons"] { try place.scratch.write("theirs\n", to: name) }
    let arguments = arguments.map { $0.replacing("@/", with: place.path("")) }
    _ = Transcript(
      ["apply", place.path("rules"), "--skip-bad", place.path("bad"), "--reasons"]
        + [place.path("reasons")] + arguments)
    #expect(place.scratch.text("bad") == "theirs\n")
    #expect(place.scratch.text("reasons") == "theirs\n")
  }

  @Test func `a line that somebody else is adding gets no end in its middle`() throws {
    let scratch = try Scratch()
    let name = try scratch.write("first", to: "bad")
    func sink() throws -> FileSink {
      try FileSink(addingLinesTo: name, newMode: .forAll, calls: .system)
    }
    var one = try sink()
    try one.append(Array("on".utf8))
    var other = try sink()
    var third = try sink()
    try one.append(Array("e\n".utf8))
    try other.append(Array("other\n".utf8))
    for file in [one, other] {
      var file = file
      _ = try file.finish()
    }
    try third.append(Array("third".utf8))
    _ = try third.finish()
    var last = try sink()
    _ = try last.finish()
    #expect(scratch.text("bad") == "first\none\nother\nthird\n")
  }

  @Test(arguments: [["-o", "@/a.ndjson"], ["--in-place"]])
  func `bad lines stay where they were put when it is run again`(flags: [String]) throws {
    let place = try Workplace()
    try place.scratch.write("\(Workplace.old)\nbad\n", to: "d/a.ndjson")
    for _ in 0..<2 {
      let flags = flags.map { $0.replacing("@", with: place.path("d")) }
      _ = Transcript(
        ["apply", place.path("rules"), place.path("d/a.ndjson")] + flags
          + ["--skip-bad", place.path("bad"), "--reasons", place.path("reasons")])
      #expect(place.scratch.text("d/a.ndjson") == Workplace.new + "\n")
      #expect(place.scratch.text("bad") == "bad\n")
      #expect(place.scratch.text("reasons")?.contains("bad-json") == true)
    }
  }

  /// The first input gets through, and the other one only when the disk has room again.
  @Test(arguments: [0, 40_000, .max], ["bad", "why"])
  func `an input that stays as it was takes its bad lines back`(room: Int, name: String) throws {
    let place = try Workplace()
    func content(_ name: String) -> String {
      (0..<1_600).map { "\(Workplace.old)\n{\"\(name)\": \($0), no JSON}\n" }.joined()
    }
    for name in ["a", "b"] { try place.scratch.write(content(name), to: "\(name).ndjson") }
    for name in ["bad", "why"] { try place.scratch.write("earlier\n", to: name) }
    for name in ["c", "d"] { try place.scratch.write(Workplace.broken, to: "\(name).json") }
    func run(_ calls: SystemCalls = .system) -> Transcript {
      place.apply(
        "--in-place", "--jobs", "1", "--skip-bad", "@bad", "--reasons", "@why", "@a.ndjson",
        "@c.json", "@b.ndjson", "@d.json", calls: calls)
    }
    let (identity, left) = (try place.scratch.status(name).identity, Monitor(room))
    var calls = SystemCalls.system
    calls.write = { descriptor, bytes throws(Errno) in
      if try SystemCalls.system.openStatus(descriptor).identity == identity,
        place.scratch.text("a.ndjson")?.contains("no JSON") == false
      {
        guard left.withLock({ $0 }) >= bytes.count else { throw .noSpace }
        left.withLock { $0 -= bytes.count }
      }
      return try SystemCalls.system.write(descriptor, bytes)
    }
    calls.rename = { place, newPlace, renaming throws(Errno) in
      if newPlace.name.last == Array("b.ndjson".utf8) { throw .noSpace }
      try SystemCalls.system.rename(place, newPlace, renaming)
    }
    let errors = run(calls).errors
    #expect(errors.contains("no space left"), "\(errors)")
    #expect(place.scratch.text("b.ndjson") == content("b"))
    func lines(_ name: String) -> [Substring] {
      (place.scratch.text(name) ?? "").split(separator: "\n")
    }
    #expect(lines("bad").count == 1_601)
    #expect(lines("why").count == 1_601)
    _ = run()
    #expect(lines("bad").count == 3_201)
    #expect(lines("why").count == 3_201)
  }
}
