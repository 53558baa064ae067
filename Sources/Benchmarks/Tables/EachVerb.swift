import Foundation
import JSONMigration
import JSONMigrationCore
import JSONText

/// Every verb by itself, on the records of the headline job: where one is far behind the others.
struct EachVerb {
  private let documents: Documents
  private let rounds: Int

  init(_ arguments: [String]) throws {
    guard let folder = arguments.first, arguments.count <= 2 else {
      throw BenchmarkError(BenchmarkMain.usage)
    }
    rounds = arguments.dropFirst().first.flatMap(Int.init) ?? 5
    let file = URL(filePath: folder).appending(path: "tenth.ndjson")
    documents = try Documents(linesOf: file, megabytes: 10)
  }

  private static let rules = [
    #""move": { "address.city": "city" }"#,
    #""copy": { "name": "label" }"#, #""drop": "legacyFlag""#, #""drop": "$..theme""#,
    #""keep-only": ["id", "name", "status", "body", "address", "version"]"#,
    #""nest": ["email", "score"], "under": "contact""#, #""unnest": "settings""#,
    #""rename-keys": ["$", "address", "settings"], "case": "camel-to-snake""#,
    #""rename-keys": "$", "pattern": "^(.+)At$", "with": "at_$1""#,
    #""add-default": { "settings.language": "en", "priority": 0 }"#,
    #""add-default": ["uid"], "generate": "uuid""#, #""set": { "kind": "habit" }"#,
    #""set": { "meta": { "who": "{name}", "visits": "{visits}" } }, "fill": true"#,
    #""map-values": "status", "table": { "todo": "pending" }, "otherwise": "keep""#,
    #""map-values": "visits", "cases": [{ "at-least": 50000, "becomes": "many" }], "#
      + #""otherwise": { "becomes": "few" }"#,
    #""scale": "score", "by": 1000, "round": 2"#,
    #""look-up": "status", "among": "settings", "take": "x", "into": "found""#,
    #""convert": "visits", "from": "number", "to": "string""#,
    #""convert": "createdAt", "from": "iso8601", "to": "unix-seconds""#,
    #""split": "name", "by": " ", "into": ["first", "last"]"#, #""split": "body", "by": " ""#,
    #""split": "createdAt", "pattern": "(.*)T(.*)Z", "into": ["day", "time"]"#,
    #""join": "tags", "with": ", ""#,
    #""join": ["name", "email"], "with": " ", "into": "contact""#,
    #""compose": { "url": "https://{id}/{email}" }"#,
    #""text": "body", "do": ["trim", "lowercase"]"#,
    #""text": "name", "do": ["capitalize"]"#,
    #""text": "body", "do": [{ "replace": "and", "with": "&" }]"#,
    #""text": "body", "do": [{ "replace": "AND", "with": "&" }], "ignore-case": true"#,
    #""text": "email", "do": [{ "pattern": "^(.*)@(.*)$", "with": "$2:$1" }]"#,
    #""wrap": "status""#, #""unwrap": "tags", "if-empty": "null", "take": "first""#,
    #""append": { "tags": "new" }, "unless-present": true"#,
    #""concat": ["tags", "more"], "into": "tags""#, #""list": "tags", "do": ["dedupe", "reverse"]"#,
    #""to-list": "settings", "key": "name", "value": "is""#, #""require": "@.id""#,
    #""choose": [{ "when": "@.status == 'todo'", "rules": [{ "set": { "s": 1 } }] }, "#
      + #"{ "rules": [{ "set": { "s": 2 } }] }]"#,
    // The last, when all is warm.
    #""rename": { "body": "text" }"#,
  ]

  func run() throws {
    var table = MarkdownTable(["a rule", "way", "MB/s", "of a rename's speed"])
    var samples: [(rule: String, way: String, speed: Double)] = []
    for rule in Self.rules {
      let job = try job(rule)
      let contender = Contender("", bytes: documents.bytes.count, job.run)
      let sample = try measure([contender], bytes: 0, rounds: rounds)[0]
      samples.append((rule, job.way, sample.speed))
    }
    let rename = samples[samples.count - 1].speed
    for sample in samples.sorted(by: { $0.speed < $1.speed }) {
      table.add(["`\(sample.rule)`", sample.way, short(sample.speed), short(sample.speed / rename)])
    }
    table.print("Every verb by itself, in memory, the slowest first")
  }

  private func job(_ rule: String) throws -> WorkerJob {
    let text = #"{ "from": 1, "to": 3, "rules": [{ \#(rule) }] }"#
    let step = RuleSource(name: "v3.json", text: text)
    return try WorkerJob(Migrator(rules: [step]), documents)
  }
}
