import Foundation
import JSONMigrationCore
import Testing

@testable import jsonmigrate

/// Rules folders, names and texts that are meant to fool the command, or whoever reads what it
/// says.
@Suite struct HostileFilesTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write(#"{ "to": 2, "rules": [{ "rename": { "a": "b" } }] }"#, to: "rules/v2.json")
  }

  private func transcript(_ arguments: String..., calls: SystemCalls = .system) -> Transcript {
    let arguments = arguments.map { $0.replacing("@", with: scratch.path + "/") }
    return Transcript(arguments, calls: calls)
  }

  /// Checks the rules, and expects one mistake, which says this.
  private func expectMistake(
    _ message: String, _ status: jsonmigrate.ExitStatus = .found, calls: SystemCalls = .system
  ) {
    let run = transcript("check", "@rules", calls: calls)
    let errors = run.errors.replacing(scratch.path + "/", with: "")
    #expect(errors.hasPrefix("error[\(message)\n"), "\(errors)")
    #expect(errors.split(separator: "\n").count { $0.hasPrefix("error[") } == 1)
    #expect((run.output, run.status) == ("", status))
  }

  // MARK: - Rules folders

  @Test func `a rule file that is a folder`() throws {
    try scratch.makeFolder("rules/v3.json")
    expectMistake("bad-rules]: `rules/v3.json` is no regular file")
  }

  @Test func `a rule file that is a device without an end, or anything else outside`() throws {
    try scratch.write("secret", to: "other.json")
    for target in ["/dev/zero", "../other.json", "/etc/passwd"] {
      try scratch.link("rules/v3.json", to: target)
      expectMistake("bad-rules]: `rules/v3.json` is a link that leads out of the rules folder")
      try SystemCalls.system.remove(FilePlace(scratch.name("rules/v3.json")))
    }
    // One that stays inside is a second name of a rule file, and a folder is where it leads.
    try scratch.write(#"{ "to": 3, "rules": [] }"#, to: "rules/more/next.txt")
    try scratch.link("rules/v3.json", to: "more/next.txt")
    try scratch.link("also", to: "rules")
    #expect(transcript("check", "@also").status == .done)
    try scratch.write(#"{ "rules": [] }"#, to: "outside/a.json")
    try scratch.link("rules/part", to: "../outside")
    try scratch.write(
      #"{ "to": 4, "rules": [{ "migrate": "a", "with": "part" }] }"#, to: "rules/v4.json")
    let run = transcript("check", "@rules")
    #expect(run.errors.contains("is a link that leads out of the rules folder"))
    #expect(run.status == .found)
  }

  @Test func `a rule file that is a link to itself`() throws {
    try scratch.link("rules/v3.json", to: "v3.json")
    expectMistake(
      "cannot-read]: `rules/v3.json` can't be read: too many levels of symbolic links",
      .notStarted)
  }

  @Test func `a rules folder in itself`() throws {
    try scratch.link("rules/self", to: ".")
    try scratch.write(
      #"{ "to": 3, "rules": [{ "migrate": "a", "with": "self" }] }"#, to: "rules/v3.json")
    let run = transcript("check", "@rules")
    #expect(run.errors.hasPrefix("error[cannot-read]: "))
    #expect(run.errors.contains("too many levels of symbolic links"))
    #expect(run.status == .notStarted)
  }

  @Test func `a rule file that may not be read`() throws {
    let real = SystemCalls.system
    var calls = real
    calls.open = { place, opening throws(Errno) in
      if place.name.last == Array("v2.json".utf8) { throw .forbidden }
      return try real.open(place, opening)
    }
    expectMistake(
      "cannot-read]: `rules/v2.json` can't be read: permission denied", .notStarted, calls: calls)
  }

  @Test func `a rules folder that may not be read`() throws {
    let real = SystemCalls.system
    var calls = real
    calls.open = { place, opening throws(Errno) in
      if place.name.last == Array("rules".utf8) { throw .forbidden }
      return try real.open(place, opening)
    }
    expectMistake(
      "cannot-read]: `rules` can't be read: permission denied", .notStarted, calls: calls)
    #expect(!transcript("check", "@rules", calls: calls).errors.contains("similar"))
  }

  @Test func `an empty rule file`() throws {
    try scratch.write("", to: "rules/v3.json")
    expectMistake("bad-rules]: expected a value, found an empty text")
  }

  @Test func `a rule file with a byte-order mark`() throws {
    try scratch.write("\u{FEFF}{}", to: "rules/v3.json")
    expectMistake("bad-rules]: expected a value, found a byte-order mark")
  }

  @Test func `a rule file of more than 1 MiB, also where it grows`() throws {
    try scratch.write(String(repeating: " ", count: 1 << 20 + 1), to: "rules/v3.json")
    #expect(transcript("check", "@rules").errors.contains("v3.json"))
    #expect(transcript("check", "@rules").status == .found)
  }

  @Test func `more rule files than there may be`() {
    var calls = SystemCalls.system
    calls.list = { _ in (0...10_000).map { Array("v\($0).json".utf8) } }
    expectMistake("bad-rules]: `rules` has more than 10000 rule files", calls: calls)
  }

  // MARK: - Names

  private static let name = "x\n::error::y\u{1B}[2J\u{202E}.json"

  @Test(arguments: ["rules/\(name)", "rules/-v3.json"])
  func `names of rule files`(_ name: String) throws {
    try scratch.write(#"{ "to": 3, "rules": 1 }"#, to: name)
    for format in ["text", "json", "github"] {
      let run = transcript("check", "@rules", "--format", format)
      expectFit(run.errors, format)
      #expect(run.status == .found)
    }
  }

  @Test(arguments: ["-q.json", "--to.json", "-", name, "a b\t.json"])
  func `names of documents`(_ name: String) throws {
    try scratch.write(#"{ "a": 1, "b": 2 }"#, to: name)
    for format in ["text", "json", "github"] {
      let run = transcript("apply", "@rules", "--format", format, "--", "@\(name)")
      expectFit(run.errors, format)
      #expect(run.status == .found)
      #expect(scratch.text(name) == #"{ "a": 1, "b": 2 }"#)
    }
    for command in ["status", "explain"] {
      let run = transcript(command, "@rules", "--", "@\(name)")
      expectFit(run.output + run.errors, "text")
    }
  }

  // MARK: - Text in messages

  /// What would clear a screen, begin a command for GitHub, or turn what follows round.
  private static let text =
    #"x\u001b[2J\r\n::error file=a,line=1::y\u0000%0A::z\u202e\u2066\u0085"#

  @Test(
    arguments: [
      #"{ "require": "@.nothing", "message": "\#(text)" }"#,
      #"{ "rename": { "a": "\#(text)" } }"#,
      #"{ "text": "$..*", "do": ["trim"] }"#,
      #"{ "map-values": "t", "table": { "x": "y" } }"#,
      #"{ "rename": { "\#(text)": "a" } }"#,
      #"{ "\#(text)": 1 }"#, #"{ "drop": "\#(text)[" }"#, #"{ "drop": "a", "\#(text)": 1 }"#,
      #"{ "migrate": "a", "with": "\#(text)" }"#, #"{ "call": "\#(text)", "at": "a" }"#,
      #"{ "require": "@.a == '\#(text)" }"#, #"{ "text": "a", "do": ["\#(text)"] }"#,
    ], ["text", "json", "github"])
  func `text of rules and documents`(_ rule: String, _ format: String) throws {
    try scratch.write(
      #"{ "to": 2, "about": "\#(Self.text)", "rules": [\#(rule)] }"#, to: "r/v2.json")
    try scratch.write(
      #"{ "a": 1, "\#(Self.text)": { "\#(Self.text)": 2 }, "t": "\#(Self.text)" }"#, to: "a.json")
    let run = transcript("apply", "@r", "@a.json", "--format", format)
    #expect(run.status != .done)
    expectFit(run.errors, format)
    let status = transcript(
      "status", "@r", "@a.json", "--format", format == "json" ? "json" : "text")
    expectFit(status.output + status.errors, format == "github" ? "text" : format)
  }

  /// Nothing but lines of text that can be printed anywhere; those of a machine are what they are
  /// to be.
  private func expectFit(_ text: String, _ format: String) {
    #expect(!text.isEmpty)
    let scalars = text.unicodeScalars.filter { $0 != "\n" }
    #expect(!scalars.contains { Printable.needsEscape($0) }, "\(text.debugDescription)")
    for line in text.split(separator: "\n") {
      switch format {
      case "json": #expect(line.hasPrefix("{") && line.hasSuffix("}"), "\(line)")
      case "github":
        #expect(line.hasPrefix("::error file=") || line.hasPrefix("::error title="), "\(line)")
      default: #expect(!line.hasPrefix("::"), "\(line)")
      }
    }
  }
}
