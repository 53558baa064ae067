import Foundation
import Testing

@testable import jsonmigrate

/// What takes minutes, or more work than a document may take, where each document, rule or edit is
/// asked about all others.
@Suite struct ManyDocumentsTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  private func explain(_ flags: String...) -> Transcript {
    Transcript(["explain", scratch.path + "/rules", scratch.path + "/d.json"] + flags)
  }

  @Test func `a page with many documents has for each its own values`() throws {
    let documents = (0..<3_000).map { #"{ "a": \#($0) }"# }.joined(separator: ",")
    try scratch.write("[\(documents)]", to: "d.json")
    try scratch.write(#"{ "each": "[*]" }"#, to: "rules/format.json")
    try scratch.write(#"{ "to": 2, "rules": [{ "rename": { "a": "b" } }] }"#, to: "rules/v2.json")
    let run = explain("--html=-")
    #expect((run.errors, run.status) == ("", .done))
    #expect(run.output.utf8.count < 3_000 * 320)
    let text = explain()
    #expect(text.output.hasSuffix("  version\n    + $[2999].version  2\n"))
  }

  @Test func `a nested document has the values that were edited on the way to it`() throws {
    try scratch.write(
      #"{ "old": { "n": [{ "version": 1, "a": 1 }, { "version": 1, "a": 2 }] }, "c": 1 }"#,
      to: "d.json")
    try scratch.write(
      """
      { "to": 2, "rules": [
        { "rename": { "old": "new" } }, { "rename": { "c": "d" } },
        { "drop": "new.n[0]" }, { "migrate": "new.n[*]", "with": "part" },
        { "wrap": "new", "under": "all" }
      ] }
      """, to: "rules/v2.json")
    try scratch.write("{}", to: "rules/part/format.json")
    try scratch.write(
      #"{ "to": 2, "rules": [{ "rename": { "a": "b" } }] }"#, to: "rules/part/v2.json")
    let run = explain("--html=-")
    #expect((run.errors, run.status) == ("", .done))
    let data = try #require(
      run.output.components(separatedBy: #"id="road">"#).last?.components(separatedBy: "</script>")
        .first)
    let road = try #require(
      try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any])
    let steps = try #require(road["steps"] as? [[String: Any]])
    #expect(steps.map { $0["path"] as? String } == ["$", "$.new.n[0]"])
    let rows = try #require(road["paths"] as? [Any])
    var paths: [String] = []
    for index in stride(from: 0, to: rows.count, by: 2) {
      let common = try #require(rows[index] as? Int)
      paths.append((paths.last ?? "").prefix(common) + (rows[index + 1] as? String ?? ""))
    }
    let values = steps.map { step in
      (step["values"] as? [[Any]] ?? []).map { value in
        value.dropFirst().map { ($0 as? Int).map { paths[$0] } ?? "-" }.joined(separator: " ")
      }
    }
    #expect(
      values == [
        [
          "$.old $.new.all", "$.c $.d", "$.old.n[0] -", "$.old.n[1].a $.new.all.n[0].b",
          "$.old.n[1].version $.new.all.n[0].version", "- $.new", "- $.version",
        ], ["$.new.n[0].a $.new.n[0].b", "$.new.n[0].version $.new.n[0].version"],
      ], "\(values)")
  }

  @Test func `rules that find nothing are told in long documents`() throws {
    let numbers = (0..<100_000).map(String.init).joined(separator: ",")
    try scratch.write(#"{ "big": [\#(numbers)], "name1": 1 }"#, to: "d.json")
    let rules = (0..<200).map { #"{ "drop": "big[\#(100_000 + $0)].x" }, { "drop": "nome1.x" }"# }
    try scratch.write(
      #"{ "to": 2, "rules": [\#(rules.joined(separator: ","))] }"#, to: "rules/v2.json")
    let run = explain("-v")
    #expect((run.errors, run.status) == ("", .done))
    #expect(
      run.output.hasSuffix(
        "found nothing: the document has no `nome1`; a similar name is there: `name1`\n"))
    #expect(run.output.contains("found nothing: `big` has 100000 elements\n"))
  }

  @Test func `a block that takes its scopes away tells each with its place then`() throws {
    let items = (0..<12_000).map { #"{ "a": \#($0) }"# }.joined(separator: ",")
    try scratch.write(#"{ "items": [\#(items)], "list": [] }"#, to: "d.json")
    try scratch.write(
      """
      { "to": 2, "rules": [
        { "in": "items[*]", "rules": [{ "append": { "$.list": 1 } }, { "drop": "@" }] }
      ] }
      """, to: "rules/v2.json")
    let run = explain("-v")
    #expect((run.errors, run.status) == ("", .done))
    #expect(run.output.contains(#"    + $.list[11999]  1"#))
    #expect(run.output.contains(#"    - $.items[0]  {"a":11999}"#))
    #expect(!run.output.contains("$.items[1]"))
  }
}
