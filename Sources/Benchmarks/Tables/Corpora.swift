import Foundation
import JSONMigration
import JSONText

/// `corpora FOLDER`: real migration steps, each on its own documents, repeated.
///
/// A step is a folder with `rules` and `cases` in it, wherever it stands in the folder; its
/// documents are the cases' `*.before.json`. Beside each a library of Python reads and writes the
/// same documents and does nothing else.
struct Corpora {
  private let folder: URL
  private let rounds: Int
  private let size: Int

  private struct Row {
    let name: String
    let speed: Double
    let ratio: Double
    let way: String
  }

  init(_ arguments: [String]) throws {
    guard let folder = arguments.first, arguments.count <= 3 else {
      throw BenchmarkError(BenchmarkMain.usage)
    }
    self.folder = URL(filePath: folder, directoryHint: .isDirectory)
    rounds = arguments.count > 1 ? Int(arguments[1]) ?? 5 : 5
    size = (arguments.count > 2 ? Int(arguments[2]) ?? 20 : 20) * 1_000_000
  }

  func run() throws {
    var rows: [Row] = []
    var failures: [String] = []
    for step in steps() {
      Bench.progress("  \(name(of: step))")
      do {
        if let row = try row(step) { rows.append(row) }
      } catch let error as MigrationError {
        failures.append("\(name(of: step)): \(error.diagnostics.first?.message ?? "")")
      }
    }
    guard !rows.isEmpty else {
      throw BenchmarkError("no step with rules and cases in \(folder.path)")
    }
    print(rows.sorted { $0.ratio < $1.ratio }, failures)
  }

  private func print(_ rows: [Row], _ failures: [String]) {
    var table = MarkdownTable(["step", "MB/s", "times loads and dumps", "way"])
    for row in rows { table.add([row.name, short(row.speed), short(row.ratio), row.way]) }
    let ways = ["short", "deep", "tree", "several"].map { way in
      "\(way) \(rows.count { $0.way == way })"
    }
    table.print(
      "Real rules on their own documents, in memory, one core",
      notes: [
        "\(rows.count) steps, the slowest first: median \(short(median(rows.map(\.ratio)))), worst "
          + "\(short(rows[0].ratio)) times the speed of orjson (or json) at reading and writing alone.",
        "Which way their documents took: \(ways.joined(separator: ", ")).",
      ] + failures.map { "Left out: \($0)." })
  }

  private func row(_ step: URL) throws -> Row? {
    let cases = try documents(step)
    guard !cases.isEmpty else { return nil }
    let rules = step.appending(path: "rules", directoryHint: .isDirectory)
    let text = Documents(repeating: cases, upTo: size)
    let ours = try WorkerJob(rules: rules, text)
    let list = FileManager.default.temporaryDirectory.appending(path: "corpus-\(getpid()).json")
    defer { try? FileManager.default.removeItem(at: list) }
    let texts = cases.map { String(decoding: $0, as: UTF8.self) }
    try JSONSerialization.data(withJSONObject: texts).write(to: list)
    var peer: Peer?
    for library in ["orjson", "json"] where peer == nil {
      peer = try Peer(
        library: library, file: list, options: ["--repeat", String(text.bytes.count)])
    }
    guard let peer else { throw BenchmarkError("python3 isn't there") }
    let samples = try measure(
      [
        Contender("ours", ours.run), Contender("copy", reporting: { try peer.seconds("copy") }),
      ], bytes: text.bytes.count, rounds: rounds)
    return Row(
      name: name(of: step), speed: samples[0].speed, ratio: samples[1].isBeatenBy,
      way: ours.way)
  }

  private func name(of step: URL) -> String {
    step.pathComponents.suffix(2).joined(separator: "/")
  }

  private func steps() -> [URL] {
    let all = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    let rules = all?.compactMap { ($0 as? URL) }.filter { $0.lastPathComponent == "rules" } ?? []
    return rules.map { $0.deletingLastPathComponent() }.sorted { $0.path < $1.path }
  }

  private func documents(_ step: URL) throws -> [[UInt8]] {
    let cases = step.appending(path: "cases", directoryHint: .isDirectory)
    let names = try FileManager.default.contentsOfDirectory(atPath: cases.path).sorted()
    return try names.filter { $0.hasSuffix(".before.json") }.filter { name in
      // Those that fail stop where they do.
      let after = name.replacing(".before.json", with: ".after.json")
      return names.contains(after)
    }.map { [UInt8](try Data(contentsOf: cases.appending(path: $0))) }
  }
}
