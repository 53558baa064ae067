import Foundation
import Testing

@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore

/// The page that has every verb.
@Suite struct RuleReferenceTests {
  static let page = "Sources/JSONMigration/JSONMigration.docc/RuleReference.md"

  @Test func `the page is fresh`() throws {
    try GeneratedFile.check(RuleReferencePage.text, at: Self.page)
  }

  @Test(arguments: Verbs.all.map { $0.spec })
  func `a verb has a section with all its keys, an example and its way back`(
    _ spec: VerbSpec
  ) throws {
    let parts = RuleReferencePage.text.components(separatedBy: "\n### ")
    let section = try #require(parts.first { $0.hasPrefix("\(spec.name)\n") })
    for key in spec.parameters { #expect(section.contains("| `\(key.name)`"), "\(key.name)") }
    let example = [spec.example.rule, spec.example.before, spec.example.after]
    for text in example { #expect(section.contains(text), "\(text)") }
    #expect(section.contains("- Goes back: "))
    #expect(section.contains("`if-missing` asks") == spec.hasSource)
    #expect(section.contains("`if-exists` asks") == spec.hasTarget)
  }

  @Test(arguments: Verbs.all.map { $0.spec })
  func `edges are whole sentences`(_ spec: VerbSpec) {
    for text in spec.edges {
      #expect(text.hasSuffix(".") && text.first?.isLowercase == false, "\(text)")
    }
  }

  @Test func `no cell of a table is cut`() {
    let lines = RuleReferencePage.text.split(separator: "\n").filter { $0.hasPrefix("|") }
    #expect(lines.count > 30)
    for line in lines {
      let bars = line.replacing("\\|", with: "").count { $0 == "|" }
      #expect(bars == 3 || bars == 4, "\(line)")
    }
  }

  @Test func `the page about going back begins with how each verb does`() throws {
    let page = try Project.text("Sources/JSONMigration/JSONMigration.docc/GoingBack.md")
    #expect(page.contains(RuleReferencePage.waysBack), "\(RuleReferencePage.waysBack)")
  }

  @Test func `the tour leads to the page`() throws {
    #expect(try Project.text(PageTests.tour).contains("<doc:RuleReference>"))
  }
}
