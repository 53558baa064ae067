import JSONText
import Testing

@testable import jsonmigrate

@Suite struct ShapeCommandTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.write(
      #"{ "to": 2, "rules": [{ "rename": { "a": "b" } }, { "convert": "b", "to": "string" }] }"#,
      to: "rules/v2.json")
  }

  private func schema(_ arguments: [String]) throws -> JSON {
    let run = Transcript(arguments.map { $0.hasPrefix("@") ? scratch.path + $0.dropFirst() : $0 })
    #expect((run.status, run.errors) == (.done, ""))
    return try JSON(parsing: Array(run.output.utf8))
  }

  @Test func `a folder and lines have a shape, each version its own`() throws {
    try scratch.write(#"{ "version": 2, "b": "x" }"#, to: "docs/new.json")
    try scratch.write("{\"version\":1,\"a\":1}\n{\"version\":1}\n", to: "docs/old.ndjson")
    let all = try schema(["shape", "@/docs"])
    #expect(
      all["anyOf"]?.array?.map { $0["$comment"] } == [
        "version 1: 2 documents", "version 2: 1 document",
      ])
    let first = try schema(["shape", "--version", "1", "@/docs"])
    #expect(first["properties"]?["version"] == ["const": 1])
    #expect(first["additionalProperties"] == false && first["required"] == ["version"])
    #expect(
      try schema(["shape", "--open", "--version=1", "@/docs"])["additionalProperties"] == nil)
    #expect(
      try schema(["shape", "--rules", "@/rules", "--version=2", "@/docs"])["required"] == [
        "version", "b",
      ])
  }

  @Test func `what comments and commas need is said`() throws {
    try scratch.write("{ \"a\": 1, }", to: "x.json")
    let run = Transcript(["shape", scratch.path + "/x.json"])
    #expect(
      run.errors.contains("= help: `--comments` allows comments and commas behind the last value"),
      "\(run.errors)")
    #expect(Transcript(["shape", "--comments", scratch.path + "/x.json"]).status == .done)
  }

  @Test func `what can't be read is told, and the rest has its shape`() throws {
    try scratch.write("{\"a\":1}\n{\"a\":\n{\"a\":2}\n", to: "x.ndjson")
    let run = Transcript(["shape", scratch.path + "/x.ndjson"])
    #expect(run.status == .found)
    #expect(run.errors.contains("x.ndjson:2:"))
    #expect(run.output.contains("2 documents"))
    #expect(Transcript(["shape", "--version", "9", scratch.path + "/x.ndjson"]).status == .found)
    #expect(Transcript(["shape", scratch.path + "/nothing.json"]).status == .found)
    #expect(Transcript(["shape"]).status == .notStarted)
    try scratch.write("", to: "empty/notes")
    let empty = Transcript(["shape", scratch.path + "/empty"])
    #expect(empty.errors.contains("a folder end in .json") && !empty.errors.contains("--plist"))
  }

  @Test
  func `a line of a stream whose version isn't known is named, and one of another format isn't`()
    throws
  {
    try scratch.write(#"{ "when": "@.a" }"#, to: "rules/format.json")
    try scratch.write("{\"a\":1}\n{\"other\":1}\n{\"a\":1,\"version\":7}\n", to: "lines.ndjson")
    let run = Transcript([
      "shape", "--rules", scratch.path + "/rules", scratch.path + "/lines.ndjson",
    ])
    #expect(run.errors.contains("/lines.ndjson:3:"))
    #expect(run.errors.contains("error[newer-version]") && !run.errors.contains("wrong-format"))
    #expect(run.errors.contains("1 document of another format is left out"))
  }

  @Test func `files of another format are left out and counted, and refused where they are named`()
    throws
  {
    try scratch.write(#"{ "when": "@.a" }"#, to: "rules/format.json")
    try scratch.write(#"{ "version": 2, "a": 1 }"#, to: "docs/one.json")
    try scratch.write(#"{ "other": 1 }"#, to: "docs/two.json")
    try scratch.write("[]", to: "docs/three.json")
    let run = Transcript(["shape", "--rules", scratch.path + "/rules", scratch.path + "/docs"])
    #expect(run.status == .done && run.output.contains("version 2: 1 document"))
    #expect(run.errors == "2 documents of another format are left out\n")
    #expect(
      Transcript(["shape", "-q", "--rules", scratch.path + "/rules", scratch.path + "/docs"])
        .errors == "")

    let two = scratch.path + "/docs/two.json"
    let named = Transcript(["shape", "--rules", scratch.path + "/rules", two])
    #expect(named.status == .found && named.errors.contains("error[wrong-format]"))

    try scratch.write("{\"other\":1}\n", to: "none.ndjson")
    let none = Transcript([
      "shape", "--rules", scratch.path + "/rules", scratch.path + "/none.ndjson",
    ])
    #expect(none.status == .found && none.output == "")
    #expect(none.errors.contains("no document is of the format, so there is no shape"))
  }

  @Test func `a schema is carried along the rules`() throws {
    try scratch.write(
      #"{ "type": "object", "properties": { "version": { "const": 1 }, "a": { "type": "integer" } }, "additionalProperties": false }"#,
      to: "v1.schema.json")
    let carried = try schema(["schema", "--after", "@/rules", "@/v1.schema.json"])
    #expect(carried["properties"]?["b"] == ["type": "string"])
    #expect(carried["properties"]?["version"] == ["const": 2])
    #expect(carried["properties"]?["a"] == nil)
    #expect(Transcript(["schema", "--after", scratch.path + "/rules"]).status == .notStarted)
    #expect(Transcript(["schema", "x.json"]).status == .notStarted)
    #expect(Transcript(["schema"]).output.contains("draft-07"))
  }

  @Test func `check tells whether documents of one schema become those of another`() throws {
    func check(_ target: String, _ flags: String...) throws -> Transcript {
      try scratch.write(
        #"{ "properties": { "version": { "const": 1 }, "a": { "type": "integer" } }, "required": ["version"], "additionalProperties": false, "type": "object" }"#,
        to: "a.json")
      try scratch.write(target, to: "b.json")
      return Transcript(
        [
          "check", scratch.path + "/rules", "--from", scratch.path + "/a.json", "--to",
          scratch.path + "/b.json",
        ] + flags)
    }
    let good = try check(#"{ "properties": { "b": { "type": "string" } } }"#)
    #expect((good.status, good.errors) == (.done, ""))
    #expect(good.output.hasPrefix("compatible: every document that "))
    let broken = try check("{\n  \"required\": [\"b\"] }")
    #expect(broken.status == .found)
    #expect(broken.output.contains("\n  {\"version\":1}\n  → {\"version\":2}\n"))
    #expect(broken.output.contains("$.b is nothing; "))
    #expect(broken.output.contains("b.json:2:3 wants a member"))
    let unknown = try check(#"{ "properties": { "b": { "pattern": "^(?!zzz)" } } }"#)
    #expect(unknown.status == .done && unknown.output.hasPrefix("unknown: "))
    #expect(unknown.output.contains("`pattern` is not understood"))
    #expect(
      try check(#"{ "properties": { "b": { "pattern": "^(?!zzz)" } } }"#, "--strict").status
        == .found)
    let json = try check("{ \"required\": [\"b\"] }", "--format", "json")
    #expect(json.output.hasPrefix("{\"verdict\": \"broken\", "))
    #expect(try check("[]").status == .notStarted)
    #expect(Transcript(["check", scratch.path + "/rules", "--to", "x"]).status == .notStarted)
    let versions = Transcript(["check", scratch.path + "/rules", "--from", "1", "--to", "2"])
    #expect(versions.status == .notStarted)
    #expect(versions.errors.contains("= help: `--from` and `--to` are files here, JSON Schemas"))
  }

  @Test(arguments: [
    #"{ "version": 5, "habits": {} }"#, #"{ "title": "x", "lines": [] }"#,
    #"{ "title": "x", "x-a": 1, "b": 2 }"#,
  ])
  func `a document in the place of a schema is told as that`(_ document: String) throws {
    try scratch.write(#"{ "to": 2, "rules": [] }"#, to: "r/v2.json")
    try scratch.write(document, to: "doc.json")
    try scratch.write(#"{ "type": "object" }"#, to: "good.json")
    let names = ["r", "doc.json", "good.json"].map { scratch.path + "/" + $0 }
    for words in [
      ["schema", "--after", names[0], names[1]],
      ["check", names[0], "--from", names[1], "--to", names[2]],
      ["check", names[0], "--from", names[2], "--to", names[1]],
    ] {
      let run = Transcript(words)
      #expect(run.status == .notStarted && run.output == "")
      #expect(
        run.errors.contains(
          "error[bad-schema]: this is no JSON Schema: it has no keyword of one\n"))
      #expect(
        run.errors.contains("= help: if it is a document: `jsonmigrate shape \(names[1])` writes"))
    }
  }

  @Test(arguments: [
    "{}", "true", #"{ "title": "x" }"#, #"{ "x-a": 1 }"#, #"{ "$schema": "a", "b": 1 }"#,
    #"{ "not": {}, "b": 1 }"#, #"{ "properties": {}, "version": 3 }"#, #"{ "definitions": {} }"#,
  ])
  func `what says little is a schema all the same`(_ schema: String) throws {
    try scratch.write(#"{ "to": 2, "rules": [] }"#, to: "r/v2.json")
    try scratch.write(schema, to: "s.json")
    let run = Transcript(["schema", "--after", scratch.path + "/r", scratch.path + "/s.json"])
    #expect(!run.errors.contains("this is no JSON Schema"))
  }
}
