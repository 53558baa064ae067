import Foundation
import JSONMigrationCore
import Testing

@testable import JSONMigrationAuthoring
@testable import jsonmigrate

@Suite struct LockCommandTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try write(step: #"[{ "map-values": "a", "cases": [{ "at-most": 2, "becomes": "low" }] }]"#)
  }

  private func write(step rules: String, to version: Int = 2, in folder: String = "") throws {
    try scratch.write(
      "{ \"to\": \(version), \"rules\": \(rules) }", to: "\(folder)v\(version).json")
  }

  private func check() -> Transcript { Transcript(["check", scratch.path]) }

  private func lock(_ words: String...) -> Transcript {
    Transcript(["lock", scratch.path] + words)
  }

  @Test func `the project's own rules are locked`() throws {
    let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL.path
    let file = try String(contentsOfFile: root + "/rules/rules.lock", encoding: .utf8)
    let check = Transcript(["check", root + "/rules"])
    #expect((check.status, check.errors) == (.done, ""))
    try FileManager.default.copyItem(atPath: root + "/rules", toPath: scratch.path + "/rules")
    #expect(Transcript(["lock", scratch.path + "/rules"]).status == .done)
    #expect(scratch.text("rules/rules.lock") == file, "a step is not in it")
  }

  @Test func `what is written, and that nothing is found then`() throws {
    let run = lock()
    #expect(run.output == "\(scratch.path)/rules.lock: 1 step\n")
    #expect((run.status, run.errors) == (.done, ""))
    let hash = "m1:75758373003e8b5a"
    #expect(
      scratch.text("rules.lock") == """
        # What each released step means. `jsonmigrate lock` writes this, `jsonmigrate check` asks it.
        m1:5018a40c6988bbd8 format {"version":{"at":"@.version","missing":1}}
        \(hash) 1→2 {"rules":[{"map-values":"@.a","cases":[{"at-most":2,"becomes":"low"}]}]}

        """)
    #expect((check().status, check().errors) == (.done, ""))
    let json = lock("--format", "json")
    #expect(json.output == "{\"file\": \"\(scratch.path)/rules.lock\", \"steps\": 1}\n")
  }

  @Test func `a file of several names is not replaced, and no flag says so`() throws {
    #expect(lock().status == .done)
    try scratch.secondName("other", for: "rules.lock")
    try write(step: "[]", to: 3)
    let refused = lock()
    #expect(refused.errors.contains("has 2 names in the file system (hard links)"))
    #expect(
      refused.errors.contains(
        "help: write to another file, or put a copy in place of this name first"))
    #expect(!refused.errors.contains("--break-hardlinks"))
  }

  @Test func `what somebody writes there meanwhile is not written over`() throws {
    let scratch = scratch
    for start in ["", "# theirs"] {
      if !start.isEmpty {
        #expect(lock().status == .done)
        try write(step: "[]", to: 3)
      }
      let meddler = Meddler { _ = try? scratch.shell("echo '# theirs' >> rules.lock") }
      let calls = meddler.afterReading(start.isEmpty ? "v2.json" : "rules.lock")
      let run = Transcript(["lock", scratch.path], calls: calls)
      #expect(meddler.hasMeddled && run.status == .found, "\(run.errors)")
      #expect(scratch.text("rules.lock")?.hasSuffix("# theirs\n") == true)
      try scratch.shell("rm rules.lock")
    }
  }

  @Test func `a step that means something else is an error with a document that shows it`() throws {
    _ = lock()
    let locked = scratch.text("rules.lock")
    try write(step: #"[{ "map-values": "a", "cases": [{ "below": 2, "becomes": "low" }] }]"#)
    let run = check()
    #expect(run.status == .found)
    #expect(
      run.errors.contains(
        "error[changed-step]: version 1 → 2 was released, and means something else now\n"))
    #expect(run.errors.contains("v2.json:1:24\n"))
    #expect(
      run.errors.contains(#"{"a":2} became {"a":"low"}, and is refused (invalid-value)"#))
    let again = lock()
    #expect(again.status == .found)
    #expect(scratch.text("rules.lock") == locked)
    #expect(again.errors.contains("`jsonmigrate lock \(scratch.path) --accept 2`"))
    let accepted = lock("--accept", "2")
    #expect((accepted.status, accepted.errors) == (.done, ""))
    #expect(check().status == .done)
  }

  @Test func `other words are no change, and what no document tells is a warning`() throws {
    _ = lock()
    try write(
      step: #"""
        [
          // from two down
          { "cases": [{ "becomes": "low", "at-most": 2.0 }], "note": "low", "map-values": ["@.a"] },
        ]
        """#)
    #expect((check().status, check().errors) == (.done, ""))
    try write(
      step: #"""
        [{ "map-values": "a", "cases": [
          { "at-most": 2, "becomes": "low" }, { "is": 1, "becomes": "one" }] }]
        """#)
    let run = check()
    #expect(run.status == .done)
    #expect(
      run.errors.contains(
        "warning[changed-step]: version 1 → 2 is written otherwise than when it was released; no "
          + "document was found that tells"))
  }

  @Test func `a path from the document is the same where that is the scope`() throws {
    let rules = [
      #"{ "rename": { "a": "b" } }"#, #"{ "in": "list[*]", "drop": "c" }"#,
      #"{ "convert": ["d", "e"], "to": "string" }"#,
    ]
    try write(step: "[\(rules.joined(separator: ", "))]")
    _ = lock()
    let locked = scratch.text("rules.lock")
    let same = [
      #"{ "rename": { "$.a": "b" } }"#, #"{ "in": "$.list[*]", "drop": "c" }"#,
      #"{ "convert": ["$.d", "$['e']"], "to": "string" }"#,
    ]
    try write(step: "[\(same.joined(separator: ", "))]")
    #expect((check().status, check().errors) == (.done, ""))
    _ = lock()
    #expect(scratch.text("rules.lock") == locked)
    // With another scope it isn't.
    try write(step: "[\(same[0]), { \"in\": \"list[*]\", \"drop\": \"$.c\" }, \(same[2])]")
    #expect(check().status == .found)
    // A lock of an earlier release has the other spelling.
    let meaning = #"{"rules":[{"rename":{"$.a":"b"}}]}"#
    let hash = SHA256.digits(of: Array(meaning.utf8), count: 16)
    let format = try #require(locked?.split(separator: "\n").first { $0.contains(" format ") })
    try scratch.write("\(format)\nm1:\(hash) 1→2 \(meaning)\n", to: "rules.lock")
    try write(step: "[\(rules[0])]")
    #expect((check().status, check().errors) == (.done, ""))
  }

  @Test(arguments: [
    (
      #"{ "join": ["f", "l"], "with": " ", "into": "n" }"#,
      #"{ "join": ["l", "f"], "with": " ", "into": "n" }"#
    ),
    (#"{ "concat": ["a", "b"], "into": "c" }"#, #"{ "concat": ["b", "a"], "into": "c" }"#),
    (#"{ "unnest": "a", "if-exists": "keep" }"#, #"{ "unnest": "a", "if-exists": "overwrite" }"#),
    (
      #"{ "map-values": "a", "table": { "x": "y" }, "ignore-case": true }"#,
      #"{ "map-values": "a", "table": { "x": "y" } }"#
    ),
    (
      #"{ "rename-keys": "s", "pattern": "(.+)_id", "with": "$1Id" }"#,
      #"{ "rename-keys": "s", "pattern": "(.+)_id", "with": "$1ID" }"#
    ),
    (
      #"{ "split": "s", "pattern": "(\\d+)x(\\d+)", "into": ["w", "h"] }"#,
      #"{ "split": "s", "pattern": "(\\d+)x(\\d+)", "into": ["h", "w"] }"#
    ),
    (
      #"{ "list": "t", "do": ["dedupe", "reverse"] }"#,
      #"{ "list": "t", "do": ["reverse", "dedupe"] }"#
    ),
    (
      #"{ "text": "t", "do": [{ "replace": "x", "with": "y", "times": 1 }] }"#,
      #"{ "text": "t", "do": [{ "replace": "x", "with": "y", "times": 2 }] }"#
    ),
    (
      #"{ "convert": "a", "from": "string", "to": "number" }"#,
      #"{ "convert": "a", "from": "string", "to": "integer" }"#
    ),
    (
      #"{ "text": "t", "do": [{ "pattern": "^v(.*)$", "with": "$1" }] }"#,
      #"{ "text": "t", "do": [{ "pattern": "^v(.*)", "with": "$1" }] }"#
    ),
  ])
  func `nearly the same rule that means something else is an error`(
    then: String, now: String
  ) throws {
    try write(step: "[\(then)]")
    _ = lock()
    try write(step: "[\(now)]")
    let run = check()
    #expect(run.errors.contains("was released, and means something else now"), "\(run.errors)")
  }

  @Test func `a step that is new is added, and one that is gone is missed`() throws {
    _ = lock()
    try write(step: #"[{ "drop": "b" }]"#, to: 3)
    #expect((check().status, check().errors) == (.done, ""))
    #expect(lock().output.hasSuffix(": 2 steps\n"))
    try FileManager.default.removeItem(atPath: scratch.path + "/v3.json")
    let run = check()
    #expect(run.status == .found)
    #expect(run.errors.contains("error[changed-step]: 2→3 was released, and is gone\n"))
    #expect(run.errors.contains("/rules.lock:4:21\n"), "\(run.errors)")
    #expect(
      run.errors.contains(
        "if there are none, `jsonmigrate lock \(scratch.path) --accept 3` takes it out\n"))
    #expect(lock().status == .found)
    #expect(lock("--accept", "3").status == .done)
    #expect(check().status == .done)
  }

  /// As a merge may leave it.
  @Test func `a line that was lost is missed`() throws {
    try write(step: #"[{ "drop": "b", "undo": [{ "set": { "b": 1 } }] }]"#)
    try write(step: #"[{ "drop": "c" }]"#, to: 3)
    _ = lock()
    let lines = try #require(scratch.text("rules.lock")).split(separator: "\n")
    for (lost, message) in [
      (" format ", "rules.lock says nothing of the format, though version 1 → 2 was released"),
      (" 1→2 ", "rules.lock says nothing of version 1 → 2, though version 2 → 3 was released"),
      (
        " undo 1→2 ",
        "rules.lock says nothing of the way back over version 1 → 2, though version 1 → 2 was released"
      ),
    ] {
      let left = lines.filter { $0.dropFirst(19).hasPrefix(lost) == false }
      #expect(left.count == lines.count - 1, "\(lines)")
      try scratch.write(left.joined(separator: "\n") + "\n", to: "rules.lock")
      let run = check()
      #expect(run.errors.contains("warning[changed-step]: " + message), "\(run.errors)")
      #expect(run.errors.contains("take the file as it was committed"), "\(run.errors)")
      #expect(lock().status == .done)
      #expect((check().status, check().errors) == (.done, ""))
    }
  }

  @Test func `the way back has a line of its own`() throws {
    try write(step: #"[{ "drop": "b", "undo": [{ "set": { "b": 1 } }] }]"#)
    _ = lock()
    try write(step: #"[{ "drop": "b", "undo": [{ "set": { "b": 2 } }] }]"#)
    let run = check()
    #expect(run.status == .done)
    #expect(
      run.errors.contains("the way back over version 1 → 2 was released with other rules"))
    try write(step: #"[{ "drop": "b" }]"#)
    #expect(
      check().errors.contains("the rules that lead back over 1→2 were released, and are gone"))
  }

  @Test func `what format.json says is locked; a shape for a new version is none of it`() throws {
    let shape = #""shape": { "2": "@.a" }"#
    try scratch.write("{ \(shape) }", to: "format.json")
    _ = lock()
    try write(step: "[]", to: 3)
    try scratch.write(
      #"{ "format": "a", "comments": false, "shape": { "3": "@.b", "2": "(@.a)" } }"#,
      to: "format.json")
    #expect((check().status, check().errors) == (.done, ""))
    try scratch.write(
      #"{ "version": { "missing": 2 }, "shape": { "2": "@.a" } }"#, to: "format.json")
    let run = check()
    #expect(run.status == .found)
    #expect(run.errors.contains("the format was released, and means something else now"))
    #expect(run.errors.contains(#"`version` was {"at":"@.version","missing":1}, and is "#))
    #expect(lock("--accept", "format").status == .done)
  }

  @Test func `nested folders are locked, and that they grow is only told`() throws {
    try write(step: #"[{ "migrate": "user", "with": "user" }]"#)
    try write(step: #"[{ "rename": { "a": "b" } }]"#, in: "user/")
    #expect(lock().output.hasSuffix(": 2 steps\n"))
    try write(step: #"[{ "drop": "c" }]"#, to: 3, in: "user/")
    let run = check()
    #expect(run.status == .done)
    #expect(
      run.errors.contains(
        "note[changed-step]: released steps bring documents of `user` to version 3 now, and brought "
          + "them to 2 then"))
    try write(step: #"[{ "rename": { "a": "c" } }]"#, in: "user/")
    #expect(check().errors.contains(#"{"a":""} became {"b":""}, and becomes {"c":""}"#))
    #expect(lock("--accept", "user/2").status == .done)
    #expect((check().status, check().errors) == (.done, ""))
  }

  @Test(arguments: ["user", "my user", #"a" {b"#])
  func `what is gone from a folder is named as what is changed there`(folder: String) throws {
    let name = try #require(String(data: JSONEncoder().encode(folder), encoding: .utf8))
    try write(step: "[{ \"migrate\": \"u\", \"with\": \(name) }]")
    try write(step: #"[{ "rename": { "a": "b" } }]"#, in: "\(folder)/")
    try write(step: #"[{ "drop": "c" }]"#, to: 3, in: "\(folder)/")
    #expect(lock().status == .done)
    try FileManager.default.removeItem(atPath: scratch.path + "/\(folder)/v3.json")
    #expect(lock("--accept", "\(folder)/4").errors.contains("and no step leads there"))
    let accepting = Printable.shellWord("\(folder)/3".utf8)
    #expect(check().errors.contains("--accept \(accepting)` takes it out"), "\(check().errors)")
    #expect(lock("--accept", "\(folder)/3").status == .done)
    // All of it.
    try write(step: "[]")
    try FileManager.default.removeItem(atPath: scratch.path + "/\(folder)")
    let format = Printable.shellWord("\(folder)/format".utf8)
    #expect(check().errors.contains("--accept \(format)` takes it out"), "\(check().errors)")
    let all = lock("--accept", "2", "--accept", "\(folder)/2", "--accept", "\(folder)/format")
    #expect((all.status, all.errors) == (.done, ""))
  }

  @Test func `rules are compared with those of another folder`() throws {
    try write(step: #"[{ "rename": { "a": "b" } }]"#)
    try write(step: #"[{ "rename": { "a": "c" } }]"#, in: "other/")
    let run = Transcript(["check", scratch.path, "--against", scratch.path + "/other"])
    #expect(run.status == .found)
    #expect(run.errors.contains(#"{"a":""} became {"c":""}, and becomes {"b":""}"#))
    #expect(run.errors.contains("a change to what was released belongs into a new step"))
    try write(step: #"[{ "rename": { "a": "b" }, "note": "as it was" }]"#, in: "other/")
    try write(step: "[]", to: 3)
    let same = Transcript(["check", scratch.path, "--against", scratch.path + "/other"])
    #expect((same.status, same.errors) == (.done, ""))
    let missing = Transcript(["check", scratch.path, "--against", scratch.path + "/none"])
    #expect(missing.status == .notStarted)
  }

  @Test func `a change is told once, at the rule in a block that says something else`() throws {
    let rules = """
      [
      { "in": "p", "rules": [
      { "drop": "a" },
      { "drop": "b" }
      ] }
      ]
      """
    try write(step: rules)
    try write(step: rules, in: "other/")
    _ = lock()
    try write(step: rules.replacing("\"b\"", with: "\"c\""))
    let run = Transcript(["check", scratch.path, "--against", scratch.path + "/other"])
    #expect(run.errors.split(separator: "error[changed-step]").count == 1, "\(run.errors)")
    #expect(run.errors.contains("/v2.json:4:3\n"), "\(run.errors)")
    #expect(run.errors.contains("--accept 2`"))
    try write(step: rules.replacing("\"p\"", with: "\"q\""))
    #expect(check().errors.contains("/v2.json:2:"), "\(check().errors)")
  }

  /// Each of them keeps the lock from being written.
  @Test func `several changes are accepted at once`() throws {
    try write(step: #"[{ "rename": { "c": "d" } }]"#, to: 3)
    _ = lock()
    try write(step: #"[{ "rename": { "a": "x" } }]"#)
    try write(step: #"[{ "rename": { "c": "y" } }]"#, to: 3)
    let released = scratch.text("rules.lock")
    #expect(lock("--accept", "2").status == .found)
    #expect(scratch.text("rules.lock") == released)
    #expect(lock("--accept", "2", "--accept", "3").status == .done)
    #expect(check().status == .done)
    #expect(lock("--accept", "2", "--accept", "9").errors.contains("names `9`"))
  }

  @Test func `a line that was changed by hand, and a name that is none`() throws {
    let none = lock("--accept", "7")
    #expect(none.errors.contains("`--accept` names `7`, and no step leads there"))
    #expect(none.status == .notStarted)
    #expect(scratch.text("rules.lock") == nil)
    _ = lock()
    #expect(lock("--accept", "7").errors == none.errors)
    let text = try #require(scratch.text("rules.lock"))
    try scratch.write(text.replacing("\"low\"", with: "\"high\""), to: "rules.lock")
    let run = check()
    #expect(run.status == .found)
    #expect(
      run.errors.contains("error[changed-step]: this line of rules.lock is not as it was written"))
    #expect(run.errors.contains("rules.lock:3:1"))
    #expect(lock("--accept", "2").status == .found)
    try scratch.write("", to: "rules.lock")
    #expect(check().errors.contains("rules.lock holds nothing of what was released"))
    #expect(check().errors.contains("remove it, and `jsonmigrate lock` writes what"))
  }

  @Test func `a step that starts at more versions is what it was`() throws {
    func write(_ from: String, _ rules: String) throws {
      try scratch.write(
        #"{ "from": \#(from), "to": "2.0", "rules": [\#(rules)] }"#, to: "v2.json")
    }
    try scratch.write(#"{ "version": { "missing": "fail" } }"#, to: "format.json")
    try write(#""1.0""#, #"{ "rename": { "a": "b" } }"#)
    #expect(lock().status == .done)
    try write(#"["1.0", "1.0-beta"]"#, #"{ "rename": { "a": "b" } }"#)
    #expect((check().status, lock().status) == (.done, .done))
    #expect(scratch.text("rules.lock")?.contains(#""1.0","1.0-beta"→"2.0""#) == true)
    // Fewer are a loss, which can be accepted by the version's own text.
    try write(#""1.0""#, #"{ "rename": { "a": "b" } }"#)
    #expect(check().errors.contains("was released, and is gone"))
    #expect(lock("--accept", "2.0").status == .done)
    // More versions, and other rules.
    try write(#"["1.0", "1.0-beta"]"#, #"{ "rename": { "a": "c" } }"#)
    #expect(check().errors.contains("was released, and means something else now"))
  }
}
