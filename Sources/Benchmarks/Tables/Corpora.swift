import Foundation
import JSONMigration
import JSONText

/// `corpora FOLDER`: real migration steps, each on its own documents, repeated.
///
/// A step is a folder with `rules` and `cases` in it, wherever it stands in the folder; its
/// documents are the cases' `*.before.json`. Beside each orjson and Python's own json read and
/// write the same documents and do nothing else.
struct Corpora {
  private let folder: URL
  private let rounds: Int
  private let size: Int
  /// The first may be missing; the second is Python's own.
  private static let libraries = ["orjson", "json"]

  private struct Row {
    let name: String
    let speed: Double
    /// Times the speed of each library that is there.
    let ratios: [Double]
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
    print(rows.sorted { $0.ratios[0] < $1.ratios[0] }, failures)
  }

  private func print(_ rows: [Row], _ failures: [String]) {
    let libraries = Self.libraries.suffix(rows[0].ratios.count)
    var table = MarkdownTable(["step", "MB/s"] + libraries.map { "times \($0)" } + ["way"])
    for row in rows {
      table.add([row.name, short(row.speed)] + row.ratios.map(short) + [row.way])
    }
    let summaries = libraries.enumerated().map { index, library in
      let ratios = rows.map { $0.ratios[index] }
      return "\(library) median \(short(median(ratios))), worst \(short(ratios.min() ?? 0))"
    }
    let ways = ["short", "deep", "tree", "several"].map { way in
      "\(way) \(rows.count { $0.way == way })"
    }
    table.print(
      "Real rules on their own documents, in memory, one core",
      notes: [
        "\(rows.count) steps, the slowest first. Times the speed at reading and writing alone of "
          + "\(summaries.joined(separator: "; ")).",
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
    let peers = try Self.libraries.compactMap { library in
      try Peer(library: library, file: list, options: ["--repeat", String(text.bytes.count)])
    }
    guard !peers.isEmpty else { throw BenchmarkError("python3 isn't there") }
    let samples = try measure(
      [Contender("ours", ours.run)]
        + peers.map { peer in Contender("copy", reporting: { try peer.seconds("copy") }) },
      bytes: text.bytes.count, rounds: rounds)
    return Row(
      name: name(of: step), speed: samples[0].speed, ratios: samples[1...].map(\.isBeatenBy),
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
