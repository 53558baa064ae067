import Foundation
import Testing

@testable import jsonmigrate

/// `--each`: documents in an envelope.
@Suite struct EachTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
  }

  private static let rows = """
    {"id":1,"xmin":"77","doc":{"a": 1}}

    { "doc" : {"version": 2}, "id":2e0 }
    {"id":3,"doc":{"a":1},"x":"\\u0041"}
    """
  private static let results = """
    {"id":1,"xmin":"77","doc":{"b": 1, "version": 2}}

    { "doc" : {"version": 2}, "id":2e0 }
    {"id":3,"doc":{"b":1,"version":2},"x":"\\u0041"}
    """

  @Test func `what stands there in each line is migrated, and the rest goes through untouched`() {
    for jobs in ["1", "3"] {
      let run = place.apply("--ndjson", "--each", "doc", "--jobs", jobs, input: Self.rows)
      #expect((run.output, run.errors, run.status) == (Self.results, "", .done))
    }
  }

  @Test func `it takes the place of what format.json says, and does the same`() throws {
    try place.scratch.write(#"{ "each": "doc" }"#, to: "rules/format.json")
    #expect(place.apply("--ndjson", input: Self.rows).output == Self.results)
    try place.scratch.write(#"{ "each": "row.doc[*]" }"#, to: "rules/format.json")
    #expect(place.apply("--ndjson", "--each", "$.doc", input: Self.rows).output == Self.results)
    let other = #"{"row": {"doc": [{"a": 1}]}, "doc": {"a": 2}}"#
    #expect(
      place.apply(input: other).output
        == #"{"row": {"doc": [{"b": 1, "version": 2}]}, "doc": {"a": 2}}"#)
    try place.scratch.write(#"{ "each": 7 }"#, to: "rules/format.json")
    #expect(place.apply("--each", "doc", input: other).status == .notStarted)
  }

  @Test func `documents of another format are counted where they stand in others`() throws {
    try place.scratch.write(#"{ "each": "[*]", "when": "@.k" }"#, to: "rules/format.json")
    let others = #"[{"a": 1}, {"a": 2}]"#
    let mixed = #"[{"k": 1, "a": 1}, {"a": 2}]"#
    try place.scratch.write(others, to: "lib/others.json")
    try place.scratch.write(mixed, to: "lib/mixed.json")
    try place.scratch.write("\(others)\n[{\"k\": 1, \"a\": 1}]\n", to: "lib/lines.ndjson")
    let named = place.apply("-v", "@lib/others.json")
    #expect((named.output, named.status) == (others, .done))
    #expect(named.errors.contains("1 document: 1 of another format"))
    let refused = place.apply("--refuse-others", "@lib/others.json")
    #expect((refused.output, refused.status) == ("", .found))
    #expect(place.errors(of: refused).contains("lib/others.json:1:2  $[0]"))
    #expect(place.errors(of: refused).contains("[wrong-format]"))
    let partly = place.apply("--refuse-others", "@lib/mixed.json")
    #expect((partly.output, partly.status) == ("", .found))
    #expect(place.errors(of: partly).contains("lib/mixed.json:1:20  $[1]"))
    let survey = Transcript(["status", place.path("rules"), place.path("lib")])
    #expect(survey.output.hasPrefix("7 documents in 3 files, 5 of another format"))
    let skipping = place.apply(
      "--refuse-others", "--skip-bad", "@bad", "-o", "@out", "@lib/lines.ndjson")
    #expect(skipping.status == .found)
    #expect(place.scratch.text("bad") == others + "\n")
    #expect(place.scratch.text("out") == "[{\"k\": 1, \"b\": 1, \"version\": 2}]\n")
    let folder = place.apply("--in-place", "@lib")
    #expect(folder.errors == "4 documents: 2 migrated, 2 of another format\n")
  }

  @Test func `files, folders, --diff and --check go by it too`() throws {
    let old = #"{"id": 1, "docs": [{"a": 1}, {"a": 2}]}"#
    let new = #"{"id": 1, "docs": [{"b": 1, "version": 2}, {"b": 2, "version": 2}]}"#
    try place.scratch.write(old, to: "lib/one.json")
    try place.scratch.write(#"{"docs": []}"#, to: "lib/two.json")
    let check = place.apply("--check", "--each=docs[*]", "@lib")
    #expect(place.output(of: check) == "would change: lib/one.json\n")
    let diff = place.apply("--diff", "--each=docs[*]", "@lib/one.json")
    #expect(
      diff.output.hasSuffix(
        "-\(old)\n\\ No newline at end of file\n+\(new)\n\\ No newline at end of file\n"))
    let run = place.apply("--in-place", "--each=docs[*]", "@lib")
    #expect(run.errors == "2 documents: 1 migrated, 1 current\n")
    #expect(place.scratch.text("lib/one.json") == new)
  }

  @Test func `errors name the place in the whole line`() {
    let input = #"{"id":1,"doc":{"a":1}}"# + "\n" + #"{"id":2,"doc":{"a":1,"b":2}}"# + "\n"
    let run = place.apply("--ndjson", "--each=doc", input: input)
    #expect(run.status == .found)
    #expect(run.errors.contains("--> standard input:2:26  $.doc.b\n"), "\(run.errors)")
    #expect(run.output == #"{"id":1,"doc":{"b":1,"version":2}}"# + "\n")
  }

  @Test func `status and explain look at the documents in it`() throws {
    try place.scratch.write(Self.rows, to: "rows.ndjson")
    let status = Transcript(
      ["status", place.path("rules"), "--each=doc", place.path("rows.ndjson")])
    #expect(status.output.contains("1                2\n  2                1  newest"))
    try place.scratch.write(#"{"id":1,"doc":{"a":1}}"#, to: "row.json")
    let road = Transcript(["explain", place.path("rules"), "--each=doc", place.path("row.json")])
    #expect(road.output.contains("$.doc.a → $.doc.b"), "\(road.output)")
    let history = Transcript(
      ["explain", place.path("rules"), "--each=doc", place.path("row.json"), "--at", "doc.b"])
    #expect(history.output.hasPrefix("$.doc.b is 1\n"), "\(history.output)")
    let check = Transcript(
      ["check", place.path("rules"), "--each=doc", place.path("rows.ndjson")])
    #expect(check.status == .done, "\(check.errors)")
  }

  @Test func `a path that leads to a list of documents is an error`() throws {
    try place.scratch.write(#"{ "when": "type(@) == 'object'" }"#, to: "rules/format.json")
    let run = place.apply("--ndjson", "--each=docs", input: #"{"docs":[{"a":1}]}"#)
    #expect(run.status == .found)
    #expect(run.errors.contains("`--each=docs` leads to no document in the whole run"))
    #expect(run.errors.contains("help: `[*]` leads to each element of a list"), "\(run.errors)")
    let each = place.apply("--ndjson", "--each=docs[*]", input: #"{"docs":[{"a":1}]}"#)
    #expect((each.output, each.errors) == (#"{"docs":[{"b":1,"version":2}]}"#, ""))
  }

  @Test func `a path that leads nowhere in the whole run is an error`() throws {
    let run = place.apply("--ndjson", "--each=dco", input: Self.rows)
    #expect((run.output, run.status) == (Self.rows, .found))
    #expect(
      run.errors == #"""
        error[missing-value]: `--each=dco` leads to no document in the whole run
          --> standard input:1:1
           |
         1 | {"id":1,"xmin":"77","doc":{"a": 1}}
           | ^
           |
           = help: a similar member exists: `doc`
           = note: in the first the outermost value has no `dco`

        """#, "\(run.errors)")
    for (path, advice) in [
      ("doc.row", "the value at `$.doc` has no `row`"), ("id.doc", "is a number"),
      ("id[*]", "is a number"),
    ] {
      let run = place.apply("--ndjson", "--each", path, input: Self.rows)
      #expect(run.status == .found && run.errors.contains(advice), "\(run.errors)")
    }
    for (path, advice) in [
      ("$..dco", "`..dco` leads to nothing in the outermost value"),
      ("$..dco", "help: a similar member exists: `doc`"),
      ("rows[5]", "`[5]` leads to nothing in the value at `$.rows`"),
      ("rows[7].doc", "help: `[*]` leads to each element of a list"),
      ("rows[?@.z]", "`[?@.z]` leads to nothing in the value at `$.rows`"),
      ("rows[5:]", "`[5:]` leads to nothing in the value at `$.rows`"),
    ] {
      let run = place.apply("--each", path, input: #"{"rows":[{"doc":{"a":1}}]}"#)
      #expect(run.status == .found && run.errors.contains(advice), "\(run.errors)")
      #expect(run.output == "")
    }
    let list = place.apply("--each", "doc", input: #"[{"doc":{}}]"#)
    #expect(list.errors.contains("= help: `[*]` leads to each element of a list\n"))
    try place.scratch.write(Self.rows, to: "rows.ndjson")
    let status = Transcript([
      "status", place.path("rules"), "--each=dco", place.path("rows.ndjson"),
    ])
    #expect(status.status == .found && status.errors.contains("leads to no document"))
    let road = Transcript([
      "explain", place.path("rules"), "--each=dco[*]", place.path("rows.ndjson"),
    ])
    #expect(road.status == .found && road.errors.contains("`--each=dco[*]` leads to no document"))
  }

  @Test func `where it leads nowhere in the only input, its result takes no place`() throws {
    try place.scratch.write(Workplace.old, to: "a.json")
    try place.scratch.write(Self.rows, to: "rows.ndjson")
    try place.scratch.write("precious", to: "out")
    for file in ["a.json", "rows.ndjson"] {
      for (flag, target) in [("-o", "@out"), ("--output-dir", "@dir")] {
        let run = place.apply("--each=dco", flag, target, "@\(file)")
        #expect(run.status == .found)
        #expect(run.errors.components(separatedBy: "leads to no document").count == 2)
        #expect(run.errors.contains("= note: nothing was written"), "\(run.errors)")
        #expect(place.scratch.text("out") == "precious")
        #expect(place.scratch.text("dir/\(file)") == nil)
      }
    }
    #expect(try place.scratch.hiddenNames() == [])
    // Of several, each may be one that has none.
    let both = place.apply("--each=doc", "--output-dir", "@dir", "@a.json", "@rows.ndjson")
    #expect((both.status, place.scratch.text("dir/a.json")) == (.done, Workplace.old))
    #expect(place.scratch.text("dir/rows.ndjson") == Self.results)
  }

  @Test func `where format.json says a path that leads nowhere, those that look tell it`() throws {
    try place.scratch.write(#"{ "each": "items[*]" }"#, to: "rules/format.json")
    try place.scratch.write(#"{"itms":[{"a":1}]}"#, to: "a.json")
    // By the contract there is nothing to do.
    let plain = place.apply("@a.json")
    #expect((plain.errors, plain.status) == ("", .done))
    let strict = place.apply("--strict", "@a.json")
    let told = "[missing-value]: `\"each\": \"items[*]\"` leads to no document in the whole run\n"
    #expect(strict.status == .found && strict.errors.contains("error" + told), "\(strict.errors)")
    #expect(strict.errors.contains("= help: a similar member exists: `itms`\n"))
    for command in ["check", "status"] {
      let run = Transcript([command, place.path("rules"), place.path("a.json")])
      #expect(run.status == .done && run.errors.contains("warning" + told), "\(run.errors)")
    }
    try place.scratch.write(#"{"items":[{"a":1}]}"#, to: "b.json")
    #expect(!place.apply("--strict", "@b.json").errors.contains("leads to no document"))
    let both = place.apply("--strict", "--check", "@a.json", "@b.json")
    #expect(!both.errors.contains("leads to no document"))
  }

  @Test func `a path that finds something once, or an empty list, is none`() {
    let rows = "{\"id\":1}\n{\"id\":2,\"doc\":{\"a\":1}}\n"
    let run = place.apply("--ndjson", "--each=doc", input: rows)
    #expect(run.output == "{\"id\":1}\n{\"id\":2,\"doc\":{\"b\":1,\"version\":2}}\n")
    #expect((run.errors, run.status) == ("", .done))
    for path in ["doc[*]", "doc[0]", "$..doc[?@.a]"] {
      #expect(place.apply("--each", path, input: #"{"doc":[]}"#).status == .done)
    }
    #expect(place.apply("--ndjson", "--each=doc", input: "").status == .done)
  }

  @Test(arguments: ["", "a[", "[*", "a b"])
  func `what is no path is told before anything is read`(path: String) {
    let run = place.apply("--each", path, input: "x")
    #expect(run.status == .notStarted)
    #expect(run.errors.contains("`--each`"), "\(run.errors)")
  }
}
