import Foundation

/// `table DIR`: every yardstick, as tables in Markdown.
struct Tables {
  private let bench: Bench
  private let wanted: String?
  private let megabytes: String
  private let corpora: String?

  init(_ arguments: [String]) throws {
    guard let folder = arguments.first, !folder.hasPrefix("-"), arguments.count % 2 == 1 else {
      throw BenchmarkError(BenchmarkMain.usage)
    }
    var options = ["--rounds": "5", "--tool": ".build/release/jsonmigrate", "--megabytes": "100"]
    for index in stride(from: 1, to: arguments.count, by: 2) {
      let known = ["--rounds", "--tool", "--megabytes", "--only", "--corpora"]
      guard known.contains(arguments[index]) else {
        throw BenchmarkError(BenchmarkMain.usage)
      }
      options[arguments[index]] = arguments[index + 1]
    }
    guard let rounds = options["--rounds"].flatMap(Int.init), rounds > 0 else {
      throw BenchmarkError(BenchmarkMain.usage)
    }
    func executable(_ name: String?) -> String? {
      name.map { URL(filePath: $0).path(percentEncoded: false) }
        .flatMap { FileManager.default.isExecutableFile(atPath: $0) ? $0 : nil }
    }
    bench = Bench(
      folder: URL(filePath: folder, directoryHint: .isDirectory), rounds: rounds,
      tool: executable(options["--tool"]),
      standalone: executable(".build/static/release/jsonmigrate"))
    wanted = options["--only"]
    megabytes = options["--megabytes"] ?? "100"
    corpora = options["--corpora"]
  }

  func run() throws {
    if !Generate.isDone(in: bench.folder) {
      Bench.progress("making the documents")
      try Generate([bench.folder.path(percentEncoded: false), "--megabytes", megabytes]).run()
    }
    // These may be others than when the documents were made.
    try GeneratedRules(folder: bench.file("rules")).write()
    var parts: [(name: String, title: String, run: () throws -> Void)] = [
      // Before memory has become one of small pieces.
      ("start", "The start", StartUp(bench: bench).run),
      ("command", "The command", WholeCommand(bench: bench).run),
      ("process", "In memory", InProcess(bench: bench).run),
      ("general", "General work", GeneralWork(bench: bench).run),
      ("curves", "Curves", Curves(bench: bench).run),
      ("app", "In an app", InAnApp(bench: bench).run),
      ("linear", "Long lists", LinearTime(rounds: bench.rounds).run),
      ("documents", "Decoding", KnownDocuments(rounds: bench.rounds).run),
    ]
    if let corpora {
      let steps = try Corpora([corpora, "3", "2"])
      parts.append(("corpora", "Real rules", steps.run))
    }
    for part in parts where wanted == nil || wanted == part.name {
      Bench.progress(part.name)
      print("\n## \(part.title)")
      try part.run()
    }
  }
}
