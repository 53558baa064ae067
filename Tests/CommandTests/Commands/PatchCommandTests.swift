import Testing

@testable import jsonmigrate

@Suite struct PatchCommandTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write(#"{ "to": 2, "rules": [{ "rename": { "a": "b" } }] }"#, to: "rules/v2.json")
    try scratch.write(#"{ "a": [1, 2], "c": 3 }"#, to: "old.json")
  }

  private func patch(_ text: String) throws -> Transcript {
    try scratch.write(text, to: "patch.json")
    return Transcript([
      "patch", scratch.path + "/rules", "--doc", scratch.path + "/old.json",
      scratch.path + "/patch.json",
    ])
  }

  @Test func `a patch for the old document becomes one for the new`() throws {
    let run = try patch(
      #"[{ "op": "add", "path": "/a/-", "value": { "x": "y" } }, { "op": "remove", "path": "/c" }]"#
    )
    #expect((run.status, run.errors) == (.done, ""))
    #expect(
      run.output == """
        [
          { "op": "remove", "path": "/c" },
          { "op": "add", "path": "/b/2", "value": { "x": "y" } }
        ]

        """)
    #expect(try patch("[]").output == "[]\n")
  }

  @Test func `what can't be translated`() throws {
    let misfit = try patch(#"[{ "op": "remove", "path": "/x" }]"#)
    #expect(misfit.status == .found)
    #expect(misfit.errors.contains("error[bad-patch]: operation 1 doesn't fit the document"))
    for (operation, reason) in [
      (#"{ "op": "remove", "path": "/x" }"#, "the document has no `x`"),
      (#"{ "op": "replace", "path": "/b/x/y", "value": 1 }"#, "the document has no `b`"),
      (#"{ "op": "remove", "path": "/a/2" }"#, "`/a` has no element `2`"),
      (#"{ "op": "add", "path": "/a/3", "value": 1 }"#, "`/a` has no place `3`"),
      (#"{ "op": "add", "path": "/c/d", "value": 1 }"#, "`/c` has no members"),
      (#"{ "op": "copy", "from": "/a/0/q", "path": "/d" }"#, "`/a/0` has no members"),
      (#"{ "op": "move", "from": "/a", "path": "/a/0" }"#, "it would be moved into itself"),
      (#"{ "op": "test", "path": "/c", "value": 4 }"#, "`/c` is another value"),
    ] {
      let run = try patch("[\n  \(operation)]")
      #expect(run.errors.contains("doesn't fit the document: \(reason)\n"), "\(run.errors)")
      #expect(run.errors.contains("patch.json:2:3\n"), "\(run.errors)")
    }
    let conflict = try patch(#"[{ "op": "add", "path": "/b", "value": 1 }]"#)
    #expect(conflict.status == .found)
    #expect(conflict.errors.hasPrefix("error[conflict]: "))
    let version = try patch(#"[{ "op": "add", "path": "/version", "value": 2 }]"#)
    #expect(version.status == .found)
    #expect(
      version.errors.hasPrefix(
        "error[bad-patch]: the patch makes version 2 of a document of version 1"))
    #expect(try patch("[").status == .notStarted)
    let missing = Transcript(["patch", scratch.path + "/rules", scratch.path + "/patch.json"])
    #expect(missing.status == .notStarted)
    #expect(missing.errors.contains("`patch` needs `--doc`"))
  }

  @Test func `the document may have comments where the format says so`() throws {
    try scratch.write(#"{ "a": [1], /* two */ }"#, to: "old.json")
    let text = #"[{ "op": "remove", "path": "/a" }]"#
    #expect(try patch(text).status == .notStarted)
    try scratch.write(#"{ "comments": true }"#, to: "rules/format.json")
    #expect(try patch(text).output.contains(#""path": "/b""#))
  }
}
