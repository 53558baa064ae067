import Foundation

/// The headline job inside the process, beside libraries that do it in theirs.
struct InProcess {
  let bench: Bench

  func run() throws {
    try besidePeers()
    try shapes()
    try documents()
  }

  private func besidePeers() throws {
    let name = "compact.ndjson"
    try bench.check("headline", name)
    let text = try bench.lines(name)
    let ours = try WorkerJob("headline", text)
    var contenders = [Contender("jsonmigrate", ours.run)]
    var notes: [String] = []
    let limit = String(Bench.megabytes)
    if let program = try bench.yyjson(),
      let peer = try Peer([program, bench.file(name).path(percentEncoded: false), limit])
    {
      contenders.append(Contender("C + yyjson", reporting: { try peer.seconds("headline") }))
    } else {
      notes.append("Left out, since it isn't there: yyjson.")
    }
    // Compiled by hand: see its source.
    let simdjson = bench.file("simdjson").path(percentEncoded: false)
    if FileManager.default.isExecutableFile(atPath: simdjson),
      let peer = try Peer([simdjson, bench.file(name).path(percentEncoded: false), limit])
    {
      contenders.append(
        Contender("C++ + simdjson On-Demand", reporting: { try peer.seconds("headline") }))
      notes.append("simdjson doesn't validate what it skips.")
    } else {
      notes.append("Left out, since it isn't there: simdjson.")
    }
    for library in ["orjson", "msgspec", "json"] {
      if let peer = try bench.peer(library, name) {
        contenders.append(
          Contender("python: \(library)", reporting: { try peer.seconds("headline") }))
      } else {
        notes.append("Left out, since it isn't there: \(library).")
      }
    }
    var table = MarkdownTable(["in process", "MB/s", "jsonmigrate is times"])
    for sample in try measure(contenders, bytes: text.bytes.count, rounds: bench.rounds) {
      table.add([sample.name, short(sample.speed), short(sample.isBeatenBy)])
    }
    table.print("The headline job, in memory, one core", notes: notes)
  }

  private func shapes() throws {
    let names = [
      "compact.ndjson", "unescaped.ndjson", "escaped.ndjson", "ascii.ndjson", "shuffled.ndjson",
      "sparse.ndjson", "cjk.ndjson",
    ]
    var contenders: [Contender] = []
    for name in names {
      try bench.check("headline", name)
      let text = try bench.lines(name)
      contenders.append(
        Contender(name, bytes: text.bytes.count, try WorkerJob("headline", text).run))
    }
    let pretty = try Documents(
      blocksOf: bench.file("pretty.stream.json"), megabytes: Bench.megabytes)
    contenders.append(
      Contender(
        "pretty.stream.json", bytes: pretty.bytes.count, try WorkerJob("headline", pretty).run))
    let last = try bench.lines("version-last.ndjson")
    contenders.append(
      Contender(
        "version-last.ndjson", bytes: last.bytes.count, try WorkerJob("headline", last).run))
    let current = try bench.lines("current.ndjson")
    contenders.append(
      Contender(
        "current.ndjson", bytes: current.bytes.count, try WorkerJob("headline", current).run))
    var table = MarkdownTable(["documents", "MB/s", "of the compact figure"])
    for sample in try measure(contenders, bytes: 0, rounds: bench.rounds) {
      table.add([sample.name, short(sample.speed), short(sample.ratio)])
    }
    table.print("The headline job on documents of other shapes, in memory")
  }

  /// The records as one document.
  private func documents() throws {
    let name = "array.json"
    let text = try Documents(whole: bench.file(name))
    var contenders = [Contender("jsonmigrate", try WorkerJob("headline-array", text).run)]
    let file = bench.file(name).path(percentEncoded: false)
    if let program = try bench.yyjson(),
      let peer = try Peer([program, file, String(text.bytes.count / 1_000_000 + 1)])
    {
      contenders.append(Contender("C + yyjson", reporting: { try peer.seconds("headline") }))
    }
    if let peer = try Peer(library: "orjson", file: bench.file(name)) {
      contenders.append(
        Contender("python: orjson", reporting: { try peer.seconds("headline-array") }))
    }
    var table = MarkdownTable(["one document", "MB/s", "jsonmigrate is times"])
    for sample in try measure(contenders, bytes: text.bytes.count, rounds: bench.rounds) {
      table.add([sample.name, short(sample.speed), short(sample.isBeatenBy)])
    }
    table.print("The headline job on all elements of one document, in memory")
  }
}
