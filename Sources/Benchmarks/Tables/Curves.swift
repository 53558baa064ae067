import Foundation

/// How cost grows: with the document, and with rules that have nothing to do.
struct Curves {
  let bench: Bench

  func run() throws {
    try documents()
    try rules("idle-members", "of members of the root")
    try rules("idle-nested", "of members of `items[*]`")
    try rules("idle-waiting", "whose `when` asks for members that aren't there")
    try rules("idle-asking", "whose `when` asks for one that is there")
  }

  private func documents() throws {
    var table = MarkdownTable(["rules on one document", "× 1", "× 4", "× 16"])
    let records = try Documents(linesOf: bench.file("items.ndjson"), megabytes: 16)
    let jobs = ["headline", "wildcard", "filter", "below", "block", "split-join", "move"]
    for job in jobs {
      let rules = try rulesForMany(job)
      let contenders = try [1, 4, 16].map { size in
        let text = one(records, upTo: size * 1_000_000)
        return Contender(
          "\(size)", bytes: text.bytes.count, try WorkerJob(rules: rules, text).run)
      }
      let samples = try measure(contenders, bytes: 0, rounds: bench.rounds)
      table.add([job] + samples.map { short($0.isBeatenBy) })
    }
    table.print(
      "Time for each byte of one document, times that of the smallest (1 MB)",
      notes: ["The document is an array of records, and the rules act in each (`each`: `[*]`)."])
  }

  private func rules(_ name: String, _ words: String) throws {
    let text = try bench.lines("items.ndjson")
    let counts = [0, 1, 10, 100, 1_000]
    let contenders = try counts.map { count in
      let rules = bench.file("rules").appending(path: "\(name)-\(count)")
      return Contender("\(count)", try WorkerJob(rules: rules, text).run)
    }
    let samples = try measure(contenders, bytes: text.bytes.count, rounds: bench.rounds)
    var table = MarkdownTable(["more rules"] + counts.map(String.init))
    table.add(["time"] + samples.map { short($0.isBeatenBy) })
    table.print("The headline job and rules \(words), with nothing to do")
  }

  /// As many records as fit, in one array.
  private func one(_ records: Documents, upTo size: Int) -> Documents {
    var bytes = [UInt8(ascii: "[")]
    for range in records.ranges where range.upperBound < size {
      if range.lowerBound > 0 { bytes.append(UInt8(ascii: ",")) }
      bytes += records.bytes[range]
    }
    bytes.append(UInt8(ascii: "]"))
    return Documents(whole: bytes)
  }

  /// The rules of a job, for the elements of an array.
  private func rulesForMany(_ job: String) throws -> URL {
    let files = FileManager.default
    let folder = bench.file("rules").appending(path: "each-\(job)")
    try? files.removeItem(at: folder)
    try files.copyItem(at: WorkerJob.rules.appending(path: job), to: folder)
    try files.copyItem(
      at: WorkerJob.rules.appending(path: "headline-array/format.json"),
      to: folder.appending(path: "format.json"))
    return folder
  }
}
