import Foundation
import Testing

@testable import jsonmigrate

/// Files that are open before the command begins: its streams, and what a shell has opened.
@Suite struct OpenFileTests {
  private let place: Workplace
  private let old = Workplace.old
  private let new = Workplace.new

  init() throws {
    place = try Workplace()
  }

  /// As if a stream of the command were a file that stands at a place.
  private func calls(
    _ stream: Int32, is name: String, at position: Int = 0, like calls: SystemCalls = .system
  ) -> SystemCalls {
    let name = FileName(place.path(name))
    var calls = calls
    calls.openStatus = { descriptor throws(Errno) in
      descriptor == stream
        ? try SystemCalls.system.status(of: name)
        : try SystemCalls.system.openStatus(descriptor)
    }
    calls.place = { _ in position }
    return calls
  }

  private func run(_ arguments: String..., calls: SystemCalls) -> Transcript {
    Transcript(
      arguments.map { $0.replacing("@", with: place.path("")) },
      input: Array((old + "\n").utf8), calls: calls)
  }

  @Test(arguments: [O_RDWR, O_RDWR | O_APPEND], ["a.json", "a.ndjson"])
  func `an input that is written through its descriptor is refused`(
    flags: Int32, name: String
  ) throws {
    try place.scratch.write(old + "\n", to: name)
    let descriptor = open(place.path(name), flags)
    defer { close(descriptor) }
    let flag = name.hasSuffix("ndjson") ? ["--ndjson"] : []
    for arguments in [
      ["--in-place", "/dev/fd/\(descriptor)"], ["@\(name)", "-o", "/dev/fd/\(descriptor)"],
      ["--in-place", "--backup", "/dev/fd/\(descriptor)"],
      ["/dev/fd/\(descriptor)", "-o", "/dev/fd/\(descriptor)"],
    ] {
      let run = Transcript(
        ["apply", place.path("rules")] + flag
          + arguments.map { $0.replacing("@", with: place.path("")) })
      #expect(run.status == .notStarted, "\(arguments)")
      #expect(run.errors.contains("`/dev/fd/\(descriptor)` is "), "\(run.errors)")
      #expect(place.scratch.text(name) == old + "\n")
    }
    // Another file takes what it is given.
    let other = open(place.path("other"), O_RDWR | O_CREAT, 0o600)
    defer { close(other) }
    let through = place.apply("@\(name)", "-o", "/dev/fd/\(other)")
    #expect(through.status == .done && place.scratch.text("other") == new + "\n")
  }

  @Test(arguments: [false, true])
  func `a file that is standard input and output is looked after meanwhile`(
    areLines: Bool
  ) throws {
    let scratch = place.scratch
    for make in ["echo '{\"a\": 2}' > a.json", "echo '{\"a\": 2}' > b && mv b a.json"] {
      try scratch.write(old + "\n", to: "a.json")
      let meddler = Meddler { _ = try? scratch.shell(make) }
      let calls = calls(0, is: "a.json", like: meddler.afterReading("a.json"))
      let layout = areLines ? "--ndjson" : "--json"
      let run = run("apply", "@rules", layout, "-o", "@a.json", calls: calls)
      #expect(run.status == .found, "\(run.errors)")
      #expect(scratch.text("a.json") == "{\"a\": 2}\n", "\(make)")
    }
  }

  @Test func `less than a file takes the place of none`() throws {
    try place.scratch.write(old + "\n" + old + "\n", to: "a.ndjson")
    let calls = calls(0, is: "a.ndjson", at: old.utf8.count + 1)
    let run = run("apply", "@rules", "--ndjson", "-o", "@a.ndjson", calls: calls)
    #expect(run.status == .notStarted)
    #expect(place.errors(of: run).contains("standard input stands in the middle of `a.ndjson`"))
    #expect(place.scratch.text("a.ndjson") == old + "\n" + old + "\n")
    // Nobody reads it here.
    try place.scratch.write(old, to: "b.json")
    #expect(self.run("apply", "@rules", "@b.json", "-o", "@a.ndjson", calls: calls).status == .done)
    #expect(place.scratch.text("a.ndjson") == new)
  }

  @Test func `messages are not read in their turn`() throws {
    try place.scratch.write(old + "\nbad\n", to: "a.ndjson")
    let calls = calls(2, is: "a.ndjson")
    for arguments in [
      ["apply", "--skip-bad", "@bad"], ["apply", "-o", "@b"], ["apply", "--in-place"], ["status"],
    ] {
      let arguments = [arguments[0], "@rules", "@a.ndjson"] + arguments.dropFirst()
      let run = Transcript(
        arguments.map { $0.replacing("@", with: place.path("")) }, calls: calls)
      #expect(run.status == .notStarted, "\(arguments)")
      #expect(place.errors(of: run).contains("standard error is the input `a.ndjson`"))
    }
  }

  @Test func `what other commands read is not added to either`() throws {
    try place.scratch.write(old, to: "a.json")
    try place.scratch.write(old, to: "rules/tests/a.before.json")
    try place.scratch.write(new, to: "rules/tests/a.after.json")
    for (name, arguments) in [
      ("a.json", ["patch", "@rules", "--doc", "@a.json", "@p.json"]),
      ("p.json", ["patch", "@rules", "--doc", "@a.json", "@p.json"]),
      ("s.json", ["schema", "--after", "@rules", "@s.json"]),
      ("rules/tests/a.after.json", ["test", "@rules"]),
    ] {
      try place.scratch.write("[]", to: "p.json")
      try place.scratch.write("{}", to: "s.json")
      let run = Transcript(
        arguments.map { $0.replacing("@", with: place.path("")) }, calls: calls(1, is: name))
      #expect(run.status == .notStarted && run.output == "", "\(arguments)")
      #expect(run.errors.contains("standard output is "), "\(run.errors)")
    }
  }

  /// A link may lead to a file that is yet to be made, which is what counts then.
  @Test(arguments: [
    ("rules/v3.json", "@lnk", "would be a rule file of the next run"),
    ("rules/rules.lock", "@lnk", "is the lock of these rules"),
    ("reasons", "@reasons", "`reasons` is an output, and can't take the reasons"),
    ("new", "@other", "`other` is an output, and can't take the reasons"),
  ])
  func `what is put aside goes by what a link leads to`(
    destination: String, reasons: String, words: String
  ) throws {
    try place.scratch.write(old + "\nbad\n", to: "a.ndjson")
    try place.scratch.link("lnk", to: destination)
    try place.scratch.link("other", to: "lnk")
    let bad = reasons == "@lnk" ? "@bad" : "@lnk"
    let arguments = ["--in-place", "@a.ndjson", "--skip-bad", bad, "--reasons", reasons]
    let run = Transcript(
      ["apply", place.path("rules")] + arguments.map { $0.replacing("@", with: place.path("")) })
    #expect(run.status == .notStarted, "\(run.errors)")
    #expect(place.errors(of: run).contains(words), "\(run.errors)")
    #expect(place.scratch.text(destination) == nil)
  }
}
