import Foundation

/// The command as a whole, from file to nowhere and from file to file, beside others.
struct WholeCommand {
  let bench: Bench

  /// A program that does the headline job.
  private struct Tool {
    let name: String
    /// Its arguments for a file, and where to; nil for standard output.
    let arguments: (_ input: String, _ output: String?) -> [String]
    var readsFile = true
    /// Whether it gets a tenth of the records, for it takes too long.
    var isSlow = false
    var writesFile = false
  }

  private struct Run {
    let tool: Tool
    let input: URL
    let size: Int

    func command(to output: URL?) -> Command {
      Command(
        tool.arguments(
          input.path(percentEncoded: false), output?.path(percentEncoded: false)))
    }

    func seconds(to output: URL?) throws -> Double? {
      Command.warmMemory()
      return try command(to: output).seconds(
        from: tool.readsFile ? nil : input, to: tool.writesFile ? nil : output)
    }

    func peak() throws -> Int? {
      try command(to: nil).peak(from: tool.readsFile ? nil : input)
    }
  }

  func run() throws {
    guard let ours = bench.tool else {
      print("\nThe command isn't built: without it.")
      return
    }
    try lines(ours)
    try documents(ours)
  }

  private func rules(_ job: String) -> String {
    WorkerJob.rules.appending(path: job).path(percentEncoded: false)
  }

  private func apply(_ ours: String, _ job: String, jobs: Int? = nil) -> Tool {
    let jobs = jobs.map { ["--jobs", String($0)] } ?? []
    return Tool(name: (["jsonmigrate"] + jobs).joined(separator: " ")) { [rules] input, _ in
      [ours, "apply"] + jobs + [rules(job), input]
    }
  }

  private func peers() throws -> [Tool] {
    var tools: [Tool] = []
    if let program = try bench.yyjson() {
      tools.append(Tool(name: "C + yyjson", arguments: { _, _ in [program] }, readsFile: false))
    }
    for library in ["orjson", "msgspec", "json"] {
      let arguments = ["python3", Peer.python, "-", "--stream", library]
      tools.append(
        Tool(
          name: "python: \(library)", arguments: { _, _ in arguments }, readsFile: false,
          isSlow: library == "json"))
    }
    tools.append(
      Tool(
        name: "python: duckdb",
        arguments: { input, output in
          ["python3", Peer.python, input, "--duckdb", output ?? "/dev/null"]
        }, writesFile: true))
    let program = Peer.folder.appending(path: "headline.jq").path(percentEncoded: false)
    for name in ["jq", "gojq"] {
      tools.append(
        Tool(
          name: name, arguments: { input, _ in [name, "-c", "-f", program, input] }, isSlow: true)
      )
    }
    return tools
  }

  /// Those that come through, and the names of the others.
  private func able(_ tools: [Tool]) throws -> (runs: [Run], missing: [String]) {
    var runs: [Run] = []
    var missing: [String] = []
    let short = bench.file("tenth.ndjson")
    var first: URL?
    for tool in tools {
      let output = bench.file("result-\(runs.count).ndjson")
      let trial = Run(tool: tool, input: short, size: size(of: short))
      guard try trial.seconds(to: output) != nil else {
        missing.append(tool.name)
        continue
      }
      if let first {
        guard try bench.holdSame(output, first) else {
          throw BenchmarkError("\(tool.name): the result is not the same JSON")
        }
      } else {
        first = output
      }
      let file = tool.isSlow ? short : bench.file("compact.ndjson")
      runs.append(Run(tool: tool, input: file, size: size(of: file)))
    }
    return (runs, missing)
  }

  private func lines(_ ours: String) throws {
    let tools = try [apply(ours, "headline", jobs: 1), apply(ours, "headline", jobs: 2)] + peers()
    let (runs, missing) = try able(tools)
    guard runs.first?.tool.name.hasPrefix("jsonmigrate") == true else {
      print("\nThe command doesn't do NDJSON: without it.")
      return
    }
    let null = try times(runs, to: nil)
    let copy = Tool(name: "cp", arguments: { input, output in ["cp", input, output ?? ""] })
    let large = bench.file("compact.ndjson")
    let copying = Run(tool: copy, input: large, size: size(of: large))
    let file = try times(runs + [copying], to: bench.file("result.ndjson"))
    var table = MarkdownTable([
      "headline job", "MB/s to /dev/null", "jsonmigrate is times", "MB/s file to file",
      "jsonmigrate is times", "peak MB",
    ])
    for (index, run) in runs.enumerated() {
      let peak = try run.peak().map { short(Double($0) / 1e6) } ?? ""
      table.add([
        run.tool.name, short(null[index].speed), short(null[index].isBeatenBy),
        short(file[index].speed), short(file[index].isBeatenBy), peak,
      ])
    }
    if let last = file.last {
      table.add(["cp", "", "", short(last.speed), short(last.isBeatenBy), ""])
    }
    let slow = runs.filter(\.tool.isSlow).map(\.tool.name).joined(separator: ", ")
    table.print(
      "The command and its like, \(size(of: large) / 1_000_000) MB of NDJSON",
      notes: [
        "All results are the same JSON. With a tenth of the records: \(slow)."
          + (missing.isEmpty
            ? "" : " Left out, since it isn't there: \(missing.joined(separator: ", ")).")
      ])
  }

  /// One large document, and documents that are current.
  private func documents(_ ours: String) throws {
    var table = MarkdownTable([
      "file to file", "MB/s", "times the time of `cp`", "peak MB", "of the document's size",
    ])
    let rows: [(file: String, job: String, jobs: Int, name: String)] = [
      ("large.json", "headline", 1, "one document, members of its root changed"),
      ("array.json", "headline-array", 1, "one document, all elements changed"),
      ("array-pretty.json", "headline-array", 1, "the same elements, printed on many lines"),
      ("large.json", "wildcard", 1, "one document, a member of all elements of a list renamed"),
      ("large.json", "below", 1, "one document, a key dropped wherever it stands"),
      ("current.ndjson", "headline", 1, "current records, a line each, one job"),
      ("current.ndjson", "headline", 2, "current records, two jobs, as is usual on two cores"),
    ]
    let copy = Tool(name: "cp", arguments: { input, output in ["cp", input, output ?? ""] })
    for row in rows {
      let file = bench.file(row.file)
      let run = Run(tool: apply(ours, row.job, jobs: row.jobs), input: file, size: size(of: file))
      guard try run.seconds(to: nil) != nil else { continue }
      let copying = Run(tool: copy, input: file, size: run.size)
      let samples = try times([copying, run], to: bench.file("result.json"))
      let peak = try run.peak()
      table.add([
        row.name, short(samples[1].speed), short(samples[1].isBeatenBy),
        peak.map { short(Double($0) / 1e6) } ?? "",
        peak.map { short(Double($0) / Double(run.size)) } ?? "",
      ])
    }
    table.print("The command on other files")
  }

  private func times(_ runs: [Run], to output: URL?) throws -> [Timing] {
    let contenders = runs.map { run in
      Contender(
        run.tool.name, bytes: run.size,
        reporting: {
          guard let time = try run.seconds(to: output) else {
            throw BenchmarkError("\(run.tool.name) failed")
          }
          return time
        })
    }
    return try measure(contenders, bytes: 0, rounds: bench.rounds)
  }

  private func size(of file: URL) -> Int {
    (try? file.resourceValues(forKeys: [.fileSizeKey]).fileSize) ?? 0
  }
}
