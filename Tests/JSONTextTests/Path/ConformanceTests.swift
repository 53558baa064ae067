import Foundation
import JSONText
import Testing

/// The public compliance suite of RFC 9535.
@Suite struct `The JSONPath compliance suite` {
  private struct Suite: Decodable {
    let tests: [Entry]
  }

  struct Entry: Decodable, Sendable {
    let name: String
    let selector: String
    let isInvalid: Bool?

    enum CodingKeys: String, CodingKey {
      case name, selector
      case isInvalid = "invalid_selector"
    }
  }

  private static let file: URL = {
    let own = URL(fileURLWithPath: #filePath)
    let checkout = (0..<4).reduce(own) { url, _ in url.deletingLastPathComponent() }
    let named = ProcessInfo.processInfo.environment["JSONMIGRATE_SHARED"]
    let shared =
      named.map { URL(fileURLWithPath: $0) }
      ?? checkout.deletingLastPathComponent().appendingPathComponent("shared")
    return shared.appendingPathComponent("conformance/jsonpath/cts.json")
  }()

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: file.path),
      "the suite is neither in ../shared nor in JSONMIGRATE_SHARED"))
  func `valid selectors are read, invalid ones are refused`() throws {
    let entries = try JSONDecoder().decode(Suite.self, from: Data(contentsOf: Self.file)).tests
    #expect(entries.count == 703)
    for entry in entries {
      if entry.isInvalid == true {
        #expect(throws: PathError.self, "\(entry.name): \(entry.selector)") {
          try JSONPath(entry.selector)
        }
      } else {
        let path = try JSONPath(entry.selector)
        #expect(try JSONPath(path.description) == path, "\(entry.name): \(path)")
      }
    }
  }
}
