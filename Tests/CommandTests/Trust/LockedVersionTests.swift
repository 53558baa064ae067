import Foundation
import JSONMigrationCore
import Testing

@testable import JSONMigrationAuthoring
@testable import jsonmigrate

/// What a lock says of versions, and of lines that a merge has left.
@Suite struct LockedVersionTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func check() -> Transcript { Transcript(["check", "--strict", scratch.path]) }

  private func lock() -> Transcript { Transcript(["lock", scratch.path]) }

  /// By name the newer step would come first.
  @Test(arguments: [
    ("v2-stars.json", "v3.json"), ("step-2.json", "v3.json"),
    ("v2-stars-become-words.json", "v3-tags.json"),
  ])
  func `which step is older is told by the chain`(first: String, second: String) throws {
    try scratch.write(
      #"{ "from": 1, "to": 2, "rules": [{ "rename": { "a": "b" } }] }"#, to: first)
    #expect(lock().status == .done)
    try scratch.write(
      #"{ "from": 2, "to": 3, "rules": [{ "rename": { "c": "d" } }] }"#, to: second)
    #expect((check().status, check().errors) == (.done, ""))
    #expect(lock().status == .done)
    let lines = try #require(scratch.text("rules.lock")).split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines[2].contains(" 1→2 ") && lines[3].contains(" 2→3 "))
    try scratch.write(
      (lines[..<2] + lines[3...]).joined(separator: "\n") + "\n", to: "rules.lock")
    #expect(
      check().errors.contains(
        "rules.lock says nothing of version 1 → 2, though version 2 → 3 was released"))
  }

  @Test(arguments: [
    (#"{ "2": "@.a" }"#, #"{ "2": "@.a", "1": "@.z" }"#, true),
    (#"{ "2": "@.a" }"#, #"{ "2": "@.a", "3": "@.z" }"#, false),
    (nil, #"{ "2": "@.a" }"#, true), (nil, #"{ "3": "@.a" }"#, false),
  ])
  func `a shape for a released version is a change`(
    then: String?, now: String, isTold: Bool
  ) throws {
    let step = #"{ "to": 2, "rules": [{ "set": { "q": 1 } }] }"#
    try scratch.write(step, to: "v2.json")
    try scratch.write(then.map { "{ \"shape\": \($0) }" } ?? "{}", to: "format.json")
    #expect(lock().status == .done)
    try scratch.write(#"{ "to": 3, "rules": [] }"#, to: "v3.json")
    try scratch.write("{ \"shape\": \(now) }", to: "format.json")
    #expect(check().errors.contains("the format was released, and means something else") == isTold)
    #expect(lock().status == (isTold ? .found : .done))
  }

  @Test(arguments: [
    (#"["1.0", "1.5"]"#, true), (#"["1.0", "1.5*"]"#, true), (#"["1.0", "2.5"]"#, false),
    (#"["1.0", "0.9"]"#, false),
  ])
  func `what a released pattern takes in stays its own`(from: String, isTold: Bool) throws {
    func write(_ from: String) throws {
      try scratch.write(
        "{ \"from\": \(from), \"to\": \"1.1\", \"rules\": [{ \"set\": { \"a\": 1 } }] }",
        to: "v.json")
    }
    try scratch.write(#"{ "version": { "missing": "fail" } }"#, to: "format.json")
    try scratch.write(
      #"{ "from": ["1.1", "1.*"], "to": "2.0", "rules": [{ "set": { "c": 1 } }] }"#, to: "w.json")
    try write(#"["1.0"]"#)
    #expect(lock().status == .done)
    try write(from)
    let run = check()
    #expect(
      run.errors.contains(#"took "1.1","1.*"→"2.0" when that was released, and take"#) == isTold,
      "\(run.errors)")
    #expect((run.status == .found) == isTold)
  }

  @Test func `two lines about one step are told`() throws {
    func line(_ rules: String) throws -> Substring {
      try scratch.write("{ \"to\": 2, \"rules\": \(rules) }", to: "v2.json")
      #expect(lock().status == .done)
      let line = try #require(scratch.text("rules.lock")).split(separator: "\n").last
      try FileManager.default.removeItem(atPath: scratch.path + "/rules.lock")
      return try #require(line)
    }
    let lines = [try line(#"[{ "drop": "a" }]"#), try line(#"[{ "drop": "b" }]"#)]
    for lines in [lines, lines.reversed()] {
      try scratch.write(lines.joined(separator: "\n") + "\n", to: "rules.lock")
      #expect(check().errors.contains("rules.lock says two things of 1→2, as a merge may leave it"))
    }
    try scratch.write("\(lines[1])\n\(lines[1])\n", to: "rules.lock")
    #expect(check().status == .found)
    try scratch.write("<<<<<<< ours\n\(lines[1])\n", to: "rules.lock")
    #expect(check().errors.contains("a merge has left both sides here: keep the lines of both"))
  }
}
