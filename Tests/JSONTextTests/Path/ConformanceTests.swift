import Foundation
import JSONText
import TestSupport
import Testing

/// The public compliance suite of RFC 9535.
@Suite struct `The JSONPath compliance suite` {
  private static func entries() throws -> [JSON] {
    let folder = try #require(Shared.folder).appending(path: "conformance/jsonpath")
    let suite = try JSON(parsing: Data(contentsOf: folder.appending(path: "cts.json")))
    let entries = try #require(suite["tests"]?.array)
    #expect(entries.count == 703)
    return entries
  }

  @Test(Shared.isThere) func `valid selectors are read, invalid ones are refused`() throws {
    for entry in try Self.entries() {
      let selector = try #require(entry["selector"]?.string)
      if entry["invalid_selector"]?.bool == true {
        #expect(throws: PathError.self, "\(selector)") { try JSONPath(standard: selector) }
      } else {
        let path = try JSONPath(standard: selector)
        #expect(try JSONPath(path.description) == path, "\(selector): \(path)")
      }
    }
  }

  private static func printed(_ paths: JSON) throws -> [JSON] {
    try #require(paths.array).map { .string(try JSONPath(#require($0.string)).description) }
  }

  @Test(Shared.isThere, arguments: Guidance.allCases)
  func `every query finds what it should`(_ guidance: Guidance) throws {
    for entry in try Self.entries() where entry["invalid_selector"] == nil {
      let selector = try #require(entry["selector"]?.string)
      let document = try #require(entry["document"])
      let isOpen = entry["result"] == nil
      let results = try #require(isOpen ? entry["results"]?.array : entry["result"].map { [$0] })
      let normalized = try #require(
        isOpen ? entry["results_paths"]?.array : entry["result_paths"].map { [$0] })
      // The suite quotes all names, here those that need it have quotes.
      let paths = try normalized.map { JSON.array(try Self.printed($0)) }
      for text in [document.description, document.debugDescription] {
        let found = try JSONPath(selector).find(in: text, guidance)
        let values = JSON.array(try found.map { try JSON(parsing: $0.text) })
        let places = JSON.array(found.map { .string($0.path) })
        #expect(
          zip(results, paths).contains { $0 == values && $1 == places },
          "\(entry["name"]?.string ?? ""): \(selector) in \(text) found \(found)")
      }
    }
  }
}
