import Foundation

/// How long the command takes to be there at all, with a document of 1 KB, beside others.
struct StartUp {
  let bench: Bench

  func run() throws {
    guard let ours = bench.tool else {
      print("\nThe command isn't built: without its start.")
      return
    }
    guard let starts = try bench.starts() else {
      print("\nThere is no C compiler: without the command's start.")
      return
    }
    let file = bench.file("1kb.json").path(percentEncoded: false)
    let rules = WorkerJob.rules.appending(path: "headline").path(percentEncoded: false)
    let program = Peer.folder.appending(path: "headline.jq").path(percentEncoded: false)
    var tools: [(name: String, arguments: [String])] = []
    var copies: [String] = []
    defer {
      for copy in copies { try? FileManager.default.removeItem(atPath: copy) }
    }
    if let standalone = bench.standalone {
      let tool = try installed(standalone, as: "standalone")
      copies.append(tool)
      tools += [
        ("jsonmigrate apply, static", [tool, "apply", rules, file]),
        ("jsonmigrate --version, static", [tool, "--version"]),
      ]
    }
    if ours != bench.standalone {
      let tool = try installed(ours, as: "tool")
      copies.append(tool)
      tools.append(("jsonmigrate apply", [tool, "apply", rules, file]))
    }
    tools += [
      ("jq, the headline job", ["jq", "-c", "-f", program, file]), ("jq .", ["jq", ".", file]),
      ("gojq, the headline job", ["gojq", "-c", "-f", program, file]),
      ("gojq .", ["gojq", ".", file]),
      ("/bin/true", ["/bin/true"]),
    ]
    tools = try tools.filter { try Command($0.arguments).seconds() != nil }
    let output = bench.file("starts.txt")
    let words = tools.flatMap { ["--"] + $0.arguments }
    guard try Command([starts, String(2 * bench.rounds)] + words).seconds(to: output) != nil else {
      throw BenchmarkError("a command failed that had not failed before")
    }
    let times = try String(contentsOf: output, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: " ").compactMap { Double($0) }
    }
    var table = MarkdownTable(["a document of 1 KB", "ms, fastest", "ms, median", "times"])
    for (tool, time) in zip(tools, times) where time.count == 2 {
      table.add([
        tool.name, short(time[0] / 1_000), short(time[1] / 1_000), short(time[1] / times[0][1]),
      ])
    }
    table.print("From start to end")
  }

  /// A copy, as an installed command is one: a file that a linker wrote in pieces lies in pieces in
  /// the system's memory too, and starts more slowly.
  private func installed(_ tool: String, as name: String) throws -> String {
    let copy = FileManager.default.temporaryDirectory.appending(path: "\(name)-\(getpid())")
      .path(percentEncoded: false)
    guard try Command(["cp", tool, copy]).seconds() != nil else {
      throw BenchmarkError("\(tool) can't be copied to \(copy)")
    }
    return copy
  }
}
