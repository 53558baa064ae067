import Foundation
import JSONMigration
import JSONMigrationAuthoring
import JSONText

@main
enum BenchmarkMain {
  static let usage = """
    usage: Benchmarks generate DIR [--megabytes N] [--seed N]
           Benchmarks table DIR [--rounds N] [--tool PATH] [--megabytes N] [--only PART] [--corpora DIR]
           Benchmarks job RULES FILE [TIMES]
           Benchmarks corpora DIR [ROUNDS [MEGABYTES]]
           Benchmarks verbs DIR [ROUNDS]
           Benchmarks text DIR [ROUNDS [--alone]]
           Benchmarks library DIR [ROUNDS]
           Benchmarks linear [ROUNDS]
           Benchmarks documents [ROUNDS]
           Benchmarks doubles MILLIONS [SEED]
           Benchmarks depth
           Benchmarks samples RULES SCHEMA COUNT
           Benchmarks verdicts SUITE [DEMANDS]
           Benchmarks back SUITE DOCUMENTS
           Benchmarks learn FOLDER [STEP]
           Benchmarks learn-sizes [BYTES [PAIR]]
    """

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    do {
      switch arguments.first {
      case "generate": try Generate(Array(arguments.dropFirst())).run()
      case "table": try Tables(Array(arguments.dropFirst())).run()
      case "job": try job(Array(arguments.dropFirst()))
      case "corpora": try Corpora(Array(arguments.dropFirst())).run()
      case "verbs": try EachVerb(Array(arguments.dropFirst())).run()
      case "text": try TextLayer(Array(arguments.dropFirst())).run()
      case "library": try Library(Array(arguments.dropFirst())).run()
      case "linear": try LinearTime(rounds: rounds(arguments)).run()
      case "documents": try KnownDocuments(rounds: rounds(arguments)).run()
      case "learn-sizes": try LearnSizes(Array(arguments.dropFirst())).run()
      case "learn": try LearnEvaluation(Array(arguments.dropFirst())).run()
      case "doubles":
        let numbers = arguments.dropFirst().compactMap { UInt64($0) }
        guard let millions = numbers.first else { throw BenchmarkError(Self.usage) }
        try DoubleCheck(millions: Int(millions), seed: numbers.dropFirst().first ?? 1).run()
      case "depth": try SmallStack.run()
      case "verdicts": try VerdictEvaluation(Array(arguments.dropFirst())).run()
      case "back": try BackEvaluation(Array(arguments.dropFirst())).run()
      case "samples": try samples(Array(arguments.dropFirst()))
      default: throw BenchmarkError(Self.usage)
      }
    } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(2)
    }
  }
}

extension BenchmarkMain {
  /// `job RULES FILE [TIMES]`: one job on one file, for counting instructions or for a profiler.
  ///
  /// `RULES` is a rules folder, or one of those beside this file by its name.
  private static func job(_ arguments: [String]) throws {
    guard let times = arguments.count == 2 ? 1 : arguments.dropFirst(2).first.flatMap(Int.init),
      arguments.count <= 3
    else { throw BenchmarkError(usage) }
    let file = URL(filePath: arguments[1])
    let text =
      try file.pathExtension == "ndjson"
      ? Documents(linesOf: file, megabytes: 1_000) : Documents(whole: file)
    let isName = !arguments[0].contains("/")
    let rules = isName ? WorkerJob.rules.appending(path: arguments[0]) : URL(filePath: arguments[0])
    let job = try WorkerJob(rules: rules, text)
    for _ in 0..<times { try job.run() }
  }
}

extension BenchmarkMain {
  /// `samples RULES SCHEMA COUNT`: documents that a schema takes, one a line, for `.ci/shapes`.
  private static func samples(_ arguments: [String]) throws {
    guard arguments.count == 3, let count = Int(arguments[2]) else { throw BenchmarkError(usage) }
    let migrator = try Migrator(rulesAt: URL(filePath: arguments[0]))
    let bytes = try Array(Data(contentsOf: URL(filePath: arguments[1])))
    let schema = try SchemaFile(bytes, named: arguments[1])
    let lines = migrator.samples(of: schema, count: count).map { "\($0)\n" }.joined()
    FileHandle.standardOutput.write(Data(lines.utf8))
  }
}

extension BenchmarkMain {
  /// The rounds that are asked for, else five.
  private static func rounds(_ arguments: ArraySlice<String>) -> Int {
    arguments.dropFirst().first.flatMap(Int.init) ?? 5
  }
}

/// Why a command can't run, in words.
struct BenchmarkError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
