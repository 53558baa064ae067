import Foundation
import Testing

/// The picture of a terminal in the README, drawn from what a page shows and another test runs.
@Suite struct PictureTests {
  private static let catalog = URL(filePath: #filePath).appending(
    path: "../../../../Sources/JSONMigration/JSONMigration.docc"
  ).standardizedFileURL

  /// The first commands of a page, with what they say.
  private static func transcript(of page: String) throws -> [String] {
    let url = catalog.appending(path: "\(page).md")
    let lines = try String(contentsOf: url, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    let block = lines.drop { $0 != "```console" }.dropFirst().prefix { $0 != "```" }
    return Array(block)
  }

  /// Without the tests of a draft, which take most lines.
  private static func shortened(_ lines: [String]) -> [String] {
    guard let start = lines.firstIndex(of: "  \"tests\": ["),
      let end = lines[start...].firstIndex(of: "  ]")
    else { return lines }
    return lines[..<start] + ["  \"tests\": [ … ]"] + lines[(end + 1)...]
  }

  private static func escaped(_ text: String) -> String {
    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// Dark on its own ground, so that it reads the same on a light page and on a dark one.
  private static func picture(of lines: [String]) -> String {
    let (margin, step, advance) = (16, 18, 7.83)
    let width = margin * 2 + Int(Double(lines.map(\.count).max() ?? 0) * advance + 1)
    let height = margin * 2 + lines.count * step
    var isDraft = false
    let texts = lines.enumerated().map { number, line in
      if line == "{" { isDraft = true }
      let shade = line.hasPrefix("$ ") ? "#7ee787" : isDraft ? "#d7dee8" : "#e3b341"
      if line == "}" { isDraft = false }
      let y = margin + number * step + 13
      return #"<text x="\#(margin)" y="\#(y)" fill="\#(shade)">\#(escaped(line))</text>"#
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(width) \(height)" width="\(width)">
      <rect width="100%" height="100%" rx="8" fill="#151b23"/>
      <g font-family="ui-monospace, Menlo, Consolas, monospace" font-size="13" xml:space="preserve">
      \(texts.joined(separator: "\n"))
      </g>
      </svg>

      """
  }

  @Test func `the picture of learn shows what its page shows`() throws {
    let drawn = Self.picture(of: Self.shortened(try Self.transcript(of: "FromTwoFilesToAStep")))
    let url = Self.catalog.appending(path: "Resources/learn.svg")
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(drawn.utf8).write(to: url)
    }
    let kept = (try? String(contentsOf: url, encoding: .utf8)) ?? ""
    #expect(drawn == kept, "the picture is stale; UPDATE_GOLDENS=1 draws it anew")
    #expect(drawn.contains("$ jsonmigrate learn"))
    #expect(drawn.utf8.count < 8_000)
  }
}
