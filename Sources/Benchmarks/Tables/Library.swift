import Foundation
import JSONMigration

/// `library DIR`: what an app pays for migrating, beside decoding alone, on the files that
/// `generate` made.
struct Library {
  private let folder: URL
  private let rounds: Int
  /// What to do once and alone, for counting instructions.
  private let alone: (documents: String, contender: Int?)?

  init(_ arguments: [String]) throws {
    guard let folder = arguments.first else { throw BenchmarkError("library: which folder?") }
    self.folder = URL(filePath: folder)
    rounds = arguments.count > 1 ? Int(arguments[1]) ?? 15 : 15
    if arguments.count == 4, arguments[1] == "--alone" {
      alone = (arguments[2], Int(arguments[3]))
    } else {
      alone = nil
    }
  }

  func run() throws {
    if let alone {
      let contenders = try contenders(documents(alone.documents))
      if let number = alone.contender { _ = try contenders[number].run() }
      return
    }
    try coldCall()
    try compare("1 KB, 1,000 times", documents("1kb"))
    try compare("100 KB, 10 times", documents("100kb"))
    try compare("1,000 different records of the headline job", documents("records"))
  }

  private func documents(_ name: String) -> [Data] {
    switch name {
    case "1kb": [Data](repeating: document("1kb.json"), count: 1_000)
    case "100kb": [Data](repeating: document("100kb.json"), count: 10)
    default: records(1_000)
    }
  }

  private func compare(_ title: String, _ old: [Data]) throws {
    let samples = try measure(
      contenders(old), bytes: old.reduce(0) { $0 + $1.count }, rounds: rounds)
    report(title, samples)
    let each = samples.map { median($0.seconds) / Double(old.count) * 1e6 }
    print(
      "  microseconds a document: "
        + each.map { "\(($0 * 100).rounded() / 100)" }.joined(separator: ", "))
  }

  /// The documents as version 1 has them, and in the newest version.
  private func contenders(_ old: [Data]) throws -> [Contender] {
    let migrator = try Self.migrator()
    let current = try old.map { try migrator.migrate($0) }
    let decoder = JSONDecoder()
    for (old, current) in zip(old.prefix(20), current) {
      let expected = try decoder.decode(Record.self, from: current)
      guard try decoder.decode(Record.self, from: old, migrating: migrator) == expected else {
        throw BenchmarkError("library: the results differ")
      }
    }
    func each(_ documents: [Data], _ body: @escaping (Data) throws -> Void) -> () throws -> Void {
      { for document in documents { try body(document) } }
    }
    return [
      Contender(
        "JSONDecoder, current",
        each(current) { use(try decoder.decode(Record.self, from: $0)) }),
      Contender(
        "migrate v1 to v3 and decode",
        each(old) { use(try decoder.decode(Record.self, from: $0, migrating: migrator)) }),
      Contender(
        "the same, current",
        each(current) { use(try decoder.decode(Record.self, from: $0, migrating: migrator)) }),
      Contender("migrate v1 to v3 only", each(old) { use(try migrator.migrate($0)) }),
      Contender("migrate, current", each(current) { use(try migrator.migrate($0)) }),
      Contender(
        "migrate, then JSONDecoder",
        each(old) { use(try decoder.decode(Record.self, from: migrator.migrate($0))) }),
    ]
  }

  /// The first call of a process: rules, a worker and Swift's own tables are made in it.
  private func coldCall() throws {
    let data = document("1kb.json")
    var migrator: Migrator?
    let rules = try seconds { migrator = try Self.migrator() }
    guard let migrator else { return }
    let first = try seconds {
      use(try JSONDecoder().decode(Record.self, from: data, migrating: migrator))
    }
    let second = try seconds {
      use(try JSONDecoder().decode(Record.self, from: data, migrating: migrator))
    }
    let current = try migrator.migrate(data)
    let foundation = try seconds { use(try JSONDecoder().decode(Record.self, from: current)) }
    print("cold, in microseconds")
    for (name, time) in [
      ("the rules, from memory", rules), ("the first migrating and decoding", first),
      ("the second", second), ("JSONDecoder for the first time, after those", foundation),
    ] {
      print("  \(name): \(Int(time * 1e6))")
    }
  }

  private func document(_ name: String) -> Data {
    (try? Data(contentsOf: folder.appending(path: name))) ?? Data()
  }

  private func records(_ count: Int) -> [Data] {
    var records = Records(seed: 1, style: .plain)
    return (0..<count).map { _ in
      var bytes: [UInt8] = []
      records.next().write(into: &bytes)
      return Data(bytes)
    }
  }

  /// The headline job in two steps.
  static func migrator() throws -> Migrator {
    try Migrator(rules: [
      RuleSource(
        name: "v2.json",
        text: """
          { "to": 2, "rules": [
            { "rename": { "body": "text" } },
            { "add-default": { "priority": 0 } },
            { "map-values": "status",
              "table": { "todo": "pending", "doing": "active", "done": "completed" } } ] }
          """),
      RuleSource(
        name: "v3.json",
        text: """
          { "to": 3, "rules": [
            { "drop": "legacyFlag" },
            { "split": "name", "by": " ", "into": ["firstName", "lastName"] } ] }
          """),
    ])
  }
}

/// The type that the app has today.
struct Record: Codable, Equatable {
  struct Address: Codable, Equatable {
    struct Place: Codable, Equatable {
      var lat: Double
      var lon: Double
    }

    var street: String
    var city: String
    var zip: String
    var geo: Place
  }

  struct Settings: Codable, Equatable {
    struct Notify: Codable, Equatable {
      var email: Bool
      var push: Bool
    }

    var theme: String
    var pageSize: Int
    var notify: Notify
  }

  struct Item: Codable, Equatable {
    var sku: String
    var title: String
    var price: Double
    var quantity: Int
    var done: Bool
  }

  enum Status: String, Codable { case pending, active, completed }

  var id: String
  var version: Int
  var createdAt: String
  var firstName: String
  var lastName: String
  var email: String
  var status: Status
  var text: String
  var tags: [String]
  var address: Address
  var settings: Settings
  var score: Double
  var visits: Int
  var parent: String?
  var priority: Int
  var items: [Item]?
}
