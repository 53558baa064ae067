import Foundation
import TestSupport
import Testing

@testable import jsonmigrate

@Suite struct ProgressTests {
  @Test func `nothing at first, then a line ten times a second`() {
    var progress = Progress(files: 3, bytes: 100_000_000, at: 10)
    #expect(progress.add(files: 1, bytes: 10_000_000, at: 10.4) == nil)
    #expect(
      progress.add(files: 0, bytes: 10_000_000, at: 10.5)
        == "1 of 3 files, 20 MB of 100 MB, 40 MB/s, 2 s left")
    #expect(progress.add(files: 1, bytes: 10_000_000, at: 10.55) == nil)
    #expect(
      progress.add(files: 0, bytes: 0, at: 15)
        == "2 of 3 files, 30 MB of 100 MB, 6.0 MB/s, 12 s left"
    )
  }

  @Test func `of a stream nobody knows the end`() {
    var progress = Progress(files: 1, bytes: nil, at: 0)
    #expect(progress.add(files: 0, bytes: 1_500, at: 1) == "1.5 kB, 1.5 kB/s")
    #expect(progress.add(files: 0, bytes: 2_147_483_648, at: 2) == "2.1 GB, 1.1 GB/s")
  }

  @Test func `of one document it tells what is being done`() {
    var progress = Progress(files: 1, bytes: 40_000_000, at: 0)
    #expect(progress.enter(.reading(4_000_000), at: 0.4) == nil)
    #expect(
      progress.enter(.reading(10_000_000), at: 1) == "reading 10 MB of 40 MB, 10 MB/s, 3 s left")
    #expect(progress.enter(.migrating(40_000_000), at: 1.05) == nil)
    #expect(progress.line(at: 1.1) == "migrating 40 MB")
    #expect(progress.enter(.writing(42_000_000), at: 2) == "writing 42 MB")
    #expect(progress.line(at: 2.05) == nil)
    #expect(
      progress.add(files: 1, bytes: 40_000_000, at: 4) == "40 MB of 40 MB, 10 MB/s, 0 s left")
    var stream = Progress(files: 1, bytes: nil, at: 0)
    #expect(stream.enter(.reading(10_000_000), at: 1) == "reading 10 MB, 10 MB/s")
  }

  @Test func `a large document is followed on a terminal`() throws {
    let place = try Workplace()
    let text = String(long: " ", count: 9_000_000)
    try place.scratch.write(#"{"a": 1}"# + text, to: "a.json")
    let arguments = [
      "apply", place.path("rules"), "--color=never", place.path("a.json"), "-o", "/dev/null",
    ]
    let run = Transcript(arguments, terminals: [2], secondsPerLook: 0.3)
    let lines = run.errors.components(separatedBy: "\r").dropLast()
    let shown = lines.map { $0.replacing("\u{1B}[K", with: "") }.filter { !$0.isEmpty }
    #expect(shown.first?.hasPrefix("reading 8.4 MB of 9.0 MB, ") == true)
    #expect(shown.contains("migrating 9.0 MB"))
    #expect(shown.contains("writing 9.0 MB"))
    #expect(run.errors.hasSuffix("\r\u{1B}[K"))
    #expect(run.status == .done)
    #expect(Transcript(arguments, secondsPerLook: 0.3).errors == "")
  }

  @Test func `on a terminal, one line that is erased in the end`() throws {
    let place = try Workplace()
    for index in 0..<3 { try place.scratch.write(Workplace.old, to: "lib/\(index).json") }
    try place.scratch.write("{", to: "lib/9.json")
    let arguments = [
      "apply", place.path("rules"), "--in-place", "--color=never", place.path("lib"),
    ]
    let run = Transcript(arguments, terminals: [2], secondsPerLook: 0.3)
    let pieces = run.errors.replacing(place.scratch.path + "/", with: "")
      .components(separatedBy: "\r")
    #expect(pieces.first == "")
    #expect(
      pieces.dropFirst().first?.hasPrefix("2 of 4 files, 16 B of 25 B, 26 B/s, 1 s left") == true)
    // It is erased before the error, and before the summary.
    #expect(pieces.contains { $0.hasPrefix("\u{1B}[Kerror[bad-json]") })
    let end = "4 documents: 3 migrated, 1 failed\n" + Workplace.firstVersion(3)
    #expect(pieces.last?.hasSuffix(end) == true)
    // No longer than a line of the terminal, which COLUMNS tells before it does itself.
    for (columns, width, expected) in [
      (nil, 11, "2 of 4 fil"), ("6", 11, "2 of "), ("-9223372036854775808", 11, "2 of 4 fil"),
    ] {
      let environment = columns.map { ["COLUMNS": $0] } ?? [:]
      let narrow = Transcript(
        arguments, environment: environment, terminals: [2], secondsPerLook: 0.3, width: width)
      #expect(narrow.errors.hasPrefix("\r\(expected)\u{1B}[K"))
    }
    for quiet in [arguments + ["-q"], arguments + ["--format=json"]] {
      #expect(!Transcript(quiet, terminals: [2], secondsPerLook: 0.3).errors.contains("\r"))
    }
    #expect(!Transcript(arguments, secondsPerLook: 0.3).errors.contains("\r"))
  }
}
