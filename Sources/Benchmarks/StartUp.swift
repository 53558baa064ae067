import Foundation

/// How long the command takes to be there at all, with a document of 1 KB, beside others.
struct StartUp {
  let bench: Bench

  /// How often each is started in a round.
  private static let turns = 200

  func run(_ ours: String) throws {
    let file = bench.file("1kb.json").path(percentEncoded: false)
    let rules = WorkerJob.rules.appending(path: "headline").path(percentEncoded: false)
    let program = Peer.folder.appending(path: "headline.jq").path(percentEncoded: false)
    var tools: [(name: String, arguments: [String])] = []
    if let standalone = bench.standalone {
      let tool = try installed(standalone, as: "standalone")
      tools += [
        ("jsonmigrate apply, static", [tool, "apply", rules, file]),
        ("jsonmigrate --version, static", [tool, "--version"]),
      ]
    }
    let tool = try installed(ours, as: "tool")
    tools += [
      ("jsonmigrate apply", [tool, "apply", rules, file]),
      ("jq, the headline job", ["jq", "-c", "-f", program, file]), ("jq .", ["jq", ".", file]),
      ("gojq, the headline job", ["gojq", "-c", "-f", program, file]),
      ("gojq .", ["gojq", ".", file]), ("python3 -c pass", ["python3", "-c", "pass"]),
      ("/bin/true", ["/bin/true"]),
    ]
    let contenders = try tools.compactMap { try contender($0.name, $0.arguments) }
    var table = MarkdownTable(["a document of 1 KB", "ms", "times"])
    for sample in try measure(contenders, bytes: 1, rounds: bench.rounds) {
      table.add([sample.name, short(median(sample.seconds) * 1_000), short(sample.isBeatenBy)])
    }
    table.print("From start to end, from a shell")
  }

  /// A copy, as an installed command is one: a file that a linker wrote in pieces lies in pieces in
  /// the system's memory too, and starts more slowly.
  private func installed(_ tool: String, as name: String) throws -> String {
    let copy = bench.file(name).path(percentEncoded: false)
    guard try Command(["cp", tool, copy]).seconds() != nil else {
      throw Refusal("\(tool) can't be copied to \(copy)")
    }
    return copy
  }

  /// Many starts, one after the other; nil where the command isn't there.
  private func contender(_ name: String, _ arguments: [String]) throws -> Contender? {
    guard try Command(arguments).seconds() != nil else { return nil }
    let turns = Self.turns
    let words = arguments.map { "'\($0)'" }.joined(separator: " ")
    let script = "i=0; while [ $i -lt \(turns) ]; do \(words) >/dev/null; i=$((i+1)); done"
    return Contender(
      name,
      reporting: {
        guard let time = try Command(["sh", "-c", script]).seconds() else {
          throw Refusal("\(name) failed")
        }
        return time / Double(turns)
      })
  }
}
