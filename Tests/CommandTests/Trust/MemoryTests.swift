import JSONMigrationCore
import Testing

@testable import jsonmigrate

/// A process that may not take as much memory as it likes.
@Suite struct MemoryTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
  }

  /// Rules that make a node of everything, by reading along a path and by opening what was passed.
  private static let rules = [
    #"{ "rename": { "$.items[*].a": "b" } }, { "drop": "$.items[0].none" }, { "move": { "$.no": "$.yes" } }"#,
    #"{ "rename": { "$..a": "b" } }"#,
    #"{ "set": { "same": true }, "when": "@.items == @.others" }"#,
  ]

  @Test(arguments: rules)
  func `what memory isn't enough for is refused, and no more is touched`(rules: String) throws {
    try place.scratch.write("{ \"to\": 2, \"rules\": [\(rules)] }", to: "rules/v2.json")
    func list(_ item: String) -> String {
      "[" + Array(repeating: item, count: 20_000).joined(separator: ",") + "]"
    }
    let (items, others) = (list(#"{"a":[1,"x"],"c":2}"#), list(#"{"c":2,"a":[1,"x"]}"#))
    let document = #"{"version":1,"items":\#(items),"others":\#(others)}"#
    try place.scratch.write(document, to: "a.json")
    var calls = SystemCalls.system
    calls.memoryLeft = { 1 << 20 }
    let refused = place.apply("--in-place", "--no-fsync", "@a.json", calls: calls)
    #expect(refused.status == .found)
    #expect(refused.errors.contains("error[too-big]"))
    #expect(refused.errors.contains("more values than there is memory for"))
    let isUntouched = place.scratch.text("a.json") == document
    #expect(isUntouched)
    calls.memoryLeft = { 1 << 30 }
    #expect(place.apply("--in-place", "--no-fsync", "@a.json", calls: calls).status == .done)
    #expect(place.apply("--check", "@a.json").status == .done)
  }

  @Test(arguments: [(nil, 64), (1 << 40, 64), (1 << 30, 32), (100 << 20, 3), (1 << 20, 1)])
  func `no more threads are started than there is memory for`(left: Int?, jobs: Int) {
    var calls = SystemCalls.system
    calls.memoryLeft = { left }
    let problem = WorkSource.Entry.problem(FileError(.cannotRead, FileName("a"), "is none"))
    let run = WorkRun(Array(repeating: problem, count: 100), jobs: 64, calls: calls)
    #expect(run.jobs == jobs)
  }
}
