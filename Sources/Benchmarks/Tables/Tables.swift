import Foundation

/// `table DIR`: every yardstick, as tables in Markdown.
struct Tables {
  private let bench: Bench
  private let wanted: String?
  private let megabytes: String

  init(_ arguments: [String]) throws {
    guard let folder = arguments.first, !folder.hasPrefix("-"), arguments.count % 2 == 1 else {
      throw BenchmarkError(BenchmarkMain.usage)
    }
    var options = ["--rounds": "5", "--tool": ".build/release/jsonmigrate", "--megabytes": "100"]
    for index in stride(from: 1, to: arguments.count, by: 2) {
      guard ["--rounds", "--tool", "--megabytes", "--only"].contains(arguments[index]) else {
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
  }

  func run() throws {
    if !Generate.isDone(in: bench.folder) {
      Bench.progress("making the documents")
      try Generate([bench.folder.path(percentEncoded: false), "--megabytes", megabytes]).run()
    }
    // These may be others than when the documents were made.
    try GeneratedRules(folder: bench.file("rules")).write()
    let parts: [(String, () throws -> Void)] = [
      // Before memory has become one of small pieces.
      ("start", StartUp(bench: bench).run),
      ("command", WholeCommand(bench: bench).run),
      ("process", InProcess(bench: bench).run),
      ("general", GeneralWork(bench: bench).run),
      ("curves", Curves(bench: bench).run),
      ("app", InAnApp(bench: bench).run),
      ("linear", LinearTime(rounds: bench.rounds).run),
      ("documents", KnownDocuments(rounds: bench.rounds).run),
    ]
    for (name, run) in parts where wanted == nil || wanted == name {
      Bench.progress(name)
      try run()
    }
  }
}
