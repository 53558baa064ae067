import JSONText
import TestSupport
import Testing

@Suite struct `Limits of paths` {
  private static func nested(_ count: Int, _ open: String, _ inner: String, _ close: String)
    -> String
  {
    String(repeating: open, count: count) + inner + String(repeating: close, count: count)
  }

  @Test(arguments: [
    ("[?@", "[?@.a]", "]"), ("[?(@.a || @", "[?@.a]", ")]"),
    ("[?!(@.a && count(@", ".*", ") > 1)]"),
  ]) func `as deep as it may be is no problem on a small stack`(
    _ open: String, _ inner: String, _ close: String
  ) async throws {
    let levels = open.contains("count") ? 10 : open.contains("(") ? 15 : 31
    let text = "$" + Self.nested(levels, open, inner, close)
    let more = "$" + Self.nested(levels + 2, open, inner, close)
    let isFine = try await onSmallStack {
      guard let path = try? JSONPath(text), let other = try? JSONPath(path.description) else {
        return false
      }
      return path == other && path.hashValue == other.hashValue
    }
    #expect(isFine)
    let isRefused = try await onSmallStack { (try? JSONPath(more)) == nil }
    #expect(isRefused)
  }

  @Test(arguments: ["(", "[?@", "!(", "length(", "[?(@[?"])
  func `hostile depth is refused at once`(_ open: String) async throws {
    let text = String(repeating: open, count: 200_000)
    let isRefused = try await onSmallStack {
      (try? JSONCondition(text)) == nil && (try? JSONPath("$[?" + text)) == nil
        && (try? JSONPath(rule: "a[?" + text)) == nil
    }
    #expect(isRefused)
  }

  @Test func `a path has 256 segments at most`() throws {
    let names = Array(repeating: "a", count: 256).joined(separator: ".")
    #expect(try JSONPath(rule: names).plainNames?.count == 256)
    #expect(try JSONPath("$." + names).plainNames?.count == 256)
    for text in [names + ".a", names + "[0]"] {
      for error in [
        #expect(throws: PathError.self) { try JSONPath(rule: text) },
        #expect(throws: PathError.self) { try JSONPath(rule: "@." + text) },
      ] {
        #expect(error?.expected == "at most 256 segments")
      }
    }
  }

  @Test func `long paths are read in time that grows with their length`() throws {
    let indices = Array(repeating: "0", count: 100_000).joined(separator: ",")
    #expect(throws: Never.self) { try JSONPath("$[\(indices)]") }
    let terms = Array(repeating: "@.a", count: 50_000).joined(separator: " && ")
    #expect(throws: Never.self) { try JSONCondition(terms) }
    let space = String(repeating: " ", count: 200_000)
    #expect(throws: PathError.self) { try JSONPath("$\(space)") }
    #expect(throws: PathError.self) { try JSONCondition("@.a\(space)@.b") }
    #expect(throws: PathError.self) { try JSONPath("$['" + String(long: "a", count: 500_000)) }
  }
}
