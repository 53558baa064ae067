import Foundation
import Testing

@testable import jsonmigrate

/// The pages that show what the command says show what it says.
@Suite struct PageTranscriptTests {
  static let pages = ["IsThisStepRight", "FromTwoFilesToAStep"]

  private static func url(of page: String) -> URL {
    URL(filePath: #filePath).appending(
      path: "../../../Sources/JSONMigration/JSONMigration.docc/\(page).md"
    ).standardizedFileURL
  }

  /// Runs what a page shows, from top to bottom: `jsonc` blocks are files, by the name in their
  /// first line, and `console` blocks are commands with what they say.
  private static func rerun(_ page: String) throws -> String {
    let scratch = try Scratch()
    var lines: [String] = []
    var block: (kind: String, lines: [String])?
    for line in page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
      guard var open = block else {
        if line.hasPrefix("```"), line != "```" { block = (String(line.dropFirst(3)), []) }
        lines.append(line)
        continue
      }
      guard line == "```" else {
        open.lines.append(line)
        block = open
        continue
      }
      if open.kind == "jsonc", let name = open.lines.first?.dropFirst("// ".count) {
        // In a rule file or a schema the name is a comment, so lines count as they are shown.
        let isCommented = name.hasPrefix("rules/") || name.hasSuffix(".schema.json")
        let text = isCommented ? open.lines[...] : open.lines.dropFirst()
        try scratch.write(text.joined(separator: "\n"), to: String(name))
      }
      lines += open.kind == "console" ? said(open.lines, scratch) : open.lines
      lines.append(line)
      block = nil
    }
    return lines.joined(separator: "\n")
  }

  /// The commands of a block, each with what it says.
  private static func said(_ block: [String], _ scratch: Scratch) -> [String] {
    block.filter { $0.hasPrefix("$ jsonmigrate ") }.flatMap { line -> [String] in
      let words = line.split(separator: " ").dropFirst(2).map {
        let path = scratch.path + "/\($0)"
        return $0 == "rules" || FileManager.default.fileExists(atPath: path) ? path : String($0)
      }
      let run = Transcript(words)
      let text = (run.output + run.errors).replacing(scratch.path + "/", with: "")
      return [line] + text.split(separator: "\n").map(String.init)
    }
  }

  @Test(arguments: pages)
  func `a page shows what the command says`(_ name: String) throws {
    let url = Self.url(of: name)
    let page = try String(contentsOf: url, encoding: .utf8)
    let again = try Self.rerun(page)
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      try Data(again.utf8).write(to: url)
    }
    #expect(page.contains("\n$ jsonmigrate "))
    #expect(again == page, "the page is stale; UPDATE_GOLDENS=1 writes it anew")
  }
}
