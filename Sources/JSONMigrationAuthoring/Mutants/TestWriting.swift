internal import JSONMigrationCore
package import JSONText

/// Adds tests to the text of a step's file, and leaves all else as it is.
package enum TestWriting {
  /// The text with more tests behind those that are there; nil where it is no step.
  package static func adding(_ tests: [JSON], to file: [UInt8]) -> [UInt8]? {
    guard case .object(let members)? = try? LocatedJSON.parse(file).root.value,
      let last = members.last
    else { return nil }
    let written: String
    let place: Range<Int>
    switch members.first(where: { $0.key == "tests" })?.value {
    case .some(let list):
      guard case .array(let elements) = list.value else { return nil }
      if let element = elements.last {
        let indent = indent(of: element.range.lowerBound, in: file) ?? "    "
        written = tests.map { ",\n" + text(of: $0, indent) }.joined()
        place = element.range.upperBound..<element.range.upperBound
      } else {
        (written, place) = (self.list(of: tests), list.range)
      }
    case nil:
      written = ",\n  \"tests\": " + list(of: tests)
      place = last.value.range.upperBound..<last.value.range.upperBound
    }
    return file[..<place.lowerBound] + Array(written.utf8) + file[place.upperBound...]
  }

  private static func list(of tests: [JSON]) -> String {
    "[\n" + tests.map { text(of: $0, "    ") }.joined(separator: ",\n") + "\n  ]"
  }

  private static func text(of test: JSON, _ indent: String) -> String {
    let members = (test.object ?? [:]).map { key, value in
      "\(indent)  \(JSON.string(key)): \(value.spaced)"
    }
    return "\(indent){\n" + members.joined(separator: ",\n") + "\n\(indent)}"
  }

  /// The spaces in front of a value that is the first of its line.
  private static func indent(of start: Int, in file: [UInt8]) -> String? {
    let line = file[..<start].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
    let indent = file[line..<start]
    let isSpace = indent.allSatisfy { $0 == 0x20 || $0 == 0x09 }
    return isSpace ? String(decoding: indent, as: UTF8.self) : nil
  }
}

extension JSON {
  /// The value on one line, with spaces as people write it: `{ "a": [1, 2] }`.
  package var spaced: String {
    switch self {
    case .array(let elements): "[" + elements.map(\.spaced).joined(separator: ", ") + "]"
    case .object(let members) where !members.isEmpty:
      "{ " + members.map { "\(JSON.string($0.key)): \($0.value.spaced)" }.joined(separator: ", ")
        + " }"
    default: description
    }
  }
}
