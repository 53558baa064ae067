import Foundation

/// Other work than the headline job, each beside orjson at the same.
struct GeneralWork {
  let bench: Bench

  private static let rows: [(job: String, file: String, what: String)] = [
    ("wildcard", "items.ndjson", "rename `items[*].price`"),
    ("filter", "items.ndjson", "set `items[?@.quantity > 5].bulk`"),
    ("below", "items.ndjson", "drop `$..done`"),
    ("block", "items.ndjson", "a block of three rules in `items[*]`, with a `when`"),
    ("split-join", "items.ndjson", "split a name, join two members of `address`"),
    ("move", "items.ndjson", "move two values across levels"),
    ("wide", "wide.json", "four of 10,000 keys"),
    ("long", "long.json", "a member of 1,000,000 elements"),
  ]

  func run() throws {
    try besideOrjson()
    try chains()
  }

  private func besideOrjson() throws {
    var table = MarkdownTable(["rules", "MB/s", "times orjson", "of the headline job's speed"])
    let compact = try bench.lines("compact.ndjson")
    let headline = try WorkerJob("headline", compact)
    for row in Self.rows {
      Bench.progress("  \(row.job)")
      let isLines = row.file.hasSuffix(".ndjson")
      try bench.check(row.job, row.file, megabytes: isLines ? 2 : nil)
      let text =
        try isLines ? bench.lines(row.file) : Documents(whole: bench.file(row.file))
      let ours = try WorkerJob(row.job, text)
      var contenders = [
        Contender("ours", bytes: text.bytes.count, ours.run),
        Contender("headline", bytes: compact.bytes.count, headline.run),
      ]
      let peer = try Peer(
        library: "orjson", file: bench.file(row.file),
        megabytes: isLines ? Bench.megabytes : nil)
      if let peer {
        contenders.append(
          Contender(
            "orjson", bytes: text.bytes.count, reporting: { try peer.seconds(row.job) }))
      }
      let samples = try measure(contenders, bytes: 0, rounds: bench.rounds)
      table.add([
        row.what, short(samples[0].speed),
        samples.count > 2 ? short(samples[2].isBeatenBy) : "", short(samples[1].isBeatenBy),
      ])
    }
    table.print("General work, in memory, one core")
  }

  private func chains() throws {
    let rules = bench.file("rules")
    func contender(_ name: String, _ text: Documents) throws -> Contender {
      Contender(
        name, bytes: text.bytes.count,
        try WorkerJob(rules: rules.appending(path: name), text).run)
    }
    let compact = try bench.lines("compact.ndjson")
    let items = try bench.lines("items.ndjson")
    var table = MarkdownTable(["rules", "MB/s", "times the time"])
    let pairs: [(names: [String], text: Documents)] = [
      (["chain-1", "chain-100"], compact),
      (["idle-members-0", "rules-200"], items),
    ]
    for pair in pairs {
      let contenders = try pair.names.map { try contender($0, pair.text) }
      for sample in try measure(contenders, bytes: 0, rounds: bench.rounds) {
        table.add([sample.name, short(sample.speed), short(sample.isBeatenBy)])
      }
    }
    table.print(
      "Long chains and many rules, in memory",
      notes: [
        "`chain-100` has a hundred steps that touch the same four keys as the one step of `chain-1`; "
          + "five of `rules-200` have something to do, the same five that `idle-members-0` has."
      ])
  }
}
