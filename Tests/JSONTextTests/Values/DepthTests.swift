import Foundation
import JSONText
import TestSupport
import Testing

/// Nothing overflows 512 KiB of stack at 1,024 levels, in debug builds too.
@Suite struct ValueDepthTests {
  /// Arrays in arrays, objects in objects, and both by turns.
  static let brackets = [("[", "]"), ("{\"a\":", "}"), ("[{\"a\":", "}]")]

  static func text(_ brackets: (String, String), depth: Int = JSON.maximumDepth) -> String {
    let count = depth / brackets.1.utf8.count
    return String(repeating: brackets.0, count: count) + "1"
      + String(repeating: brackets.1, count: count)
  }

  @Test(arguments: brackets)
  func `values are read, compared, hashed, written and released`(
    _ brackets: (String, String)
  ) async throws {
    let text = Self.text(brackets)
    let isRight = try await onSmallStack {
      let value = try JSON(parsing: text)
      var other = try JSON(parsing: text)
      let areEqual = value == other && value.hashValue == other.hashValue
      other = .null
      let pretty = try JSON(parsing: value.debugDescription)
      let located = try LocatedJSON.parse(Array(text.utf8), maximumDepth: JSON.maximumDepth)
      return areEqual && value != other && value.description == text
        && pretty == value && located.root.json == value
    }
    #expect(isRight)
  }

  @Test(arguments: brackets)
  func `one level more is refused at its bracket`(_ brackets: (String, String)) async throws {
    let text = "[" + Self.text(brackets) + "]"
    let error = try #require(throws: JSONError.self) { try JSON(parsing: text) }
    #expect(error.kind == .tooDeep)
    #expect(error.expected == "at most 1024 levels of nesting")
    #expect(error.found == "one more level")
  }

  @Test func `a million levels are refused at once`() async throws {
    let kind = try await onSmallStack {
      do throws(JSONError) {
        _ = try JSON(parsing: Array(repeating: UInt8(ascii: "["), count: 1_000_000))
        return nil as JSONError.Kind?
      } catch {
        return error.kind
      }
    }
    #expect(kind == .tooDeep)
  }

  @Test(arguments: brackets)
  func `values go through Foundation's coders as deep as those go`(
    _ brackets: (String, String)
  ) async throws {
    let isSame = try await onSmallStack {
      // Foundation's encoder itself stops one level short of the limit.
      let value = try JSON(parsing: Self.text(brackets, depth: JSON.maximumCodingDepth - 2))
      let data = try JSONEncoder().encode(value)
      return try JSONDecoder().decode(JSON.self, from: data) == value
    }
    #expect(isSame)
    for depth in [JSON.maximumCodingDepth + 2, JSON.maximumDepth].prefix(Amount.of(1, thorough: 2))
    {
      let isRefused = try await onSmallStack {
        let text = Self.text(brackets, depth: depth)
        let value = try JSON(parsing: text)
        return (try? JSONEncoder().encode(value)) == nil
          && (try? JSONDecoder().decode(JSON.self, from: Data(text.utf8))) == nil
      }
      #expect(isRefused)
    }
  }

  @Test func `a decoder that goes deeper is stopped`() {
    let depth = JSON.maximumCodingDepth + 1
    let (start, end) = (
      String(repeating: "<array>", count: depth), String(repeating: "</array>", count: depth)
    )
    let error = #expect(throws: DecodingError.self) {
      try PropertyListDecoder().decode(JSON.self, from: Data("<plist>\(start)\(end)</plist>".utf8))
    }
    #expect("\(error as Any)".contains("512 levels"))
  }
}
