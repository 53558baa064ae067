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

  private static func entries() throws -> [Entry]? {
    let own = URL(fileURLWithPath: #filePath)
    let checkout = (0..<4).reduce(own) { url, _ in url.deletingLastPathComponent() }
    let shared =
      ProcessInfo.processInfo.environment["JSONMIGRATE_SHARED"]
      .map { URL(fileURLWithPath: $0) }
      ?? checkout.deletingLastPathComponent().appendingPathComponent("shared")
    let file = shared.appendingPathComponent("conformance/jsonpath/cts.json")
    guard let data = try? Data(contentsOf: file) else { return nil }
    return try JSONDecoder().decode(Suite.self, from: data).tests
  }

  @Test func `valid selectors are read, invalid ones are refused`() throws {
    guard let entries = try Self.entries() else { return }
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
