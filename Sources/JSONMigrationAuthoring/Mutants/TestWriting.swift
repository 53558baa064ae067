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
    let layout = Layout(of: file, root: members)
    switch members.first(where: { $0.key == "tests" })?.value {
    case .some(let list):
      guard case .array(let elements) = list.value else { return nil }
      if let element = elements.last {
        let indent =
          layout.indent(of: element.range.lowerBound, in: file) ?? layout.unit + layout.unit
        written = tests.map { "," + layout.newline + layout.text(of: $0, indent) }.joined()
        place = element.range.upperBound..<element.range.upperBound
      } else {
        (written, place) = (layout.list(of: tests), list.range)
      }
    case nil:
      written = ",\(layout.newline)\(layout.unit)\"tests\": " + layout.list(of: tests)
      place = last.value.range.upperBound..<last.value.range.upperBound
    }
    return file[..<place.lowerBound] + Array(written.utf8) + file[place.upperBound...]
  }

  /// How lines of a file begin and end.
  private struct Layout {
    let newline: String
    /// What a member of the root stands behind.
    private(set) var unit = "  "

    init(of file: [UInt8], root: [LocatedJSON.Member]) {
      let end = file.firstIndex(of: 0x0A) ?? 0
      newline = end > 0 && file[end - 1] == 0x0D ? "\r\n" : "\n"
      let indents = root.lazy.compactMap { [self] in indent(of: $0.keyRange.lowerBound, in: file) }
      if let first = indents.first(where: { !$0.isEmpty }) { unit = first }
    }

    func list(of tests: [JSON]) -> String {
      let texts = tests.map { text(of: $0, unit + unit) }
      return "[" + newline + texts.joined(separator: "," + newline) + newline + unit + "]"
    }

    func text(of test: JSON, _ indent: String) -> String {
      let members = (test.object ?? [:]).map { key, value in
        "\(indent)\(unit)\(JSON.string(key)): \(value.spaced)"
      }
      return "\(indent){" + newline + members.joined(separator: "," + newline)
        + "\(newline)\(indent)}"
    }

    /// The spaces in front of what is the first of its line.
    func indent(of start: Int, in file: [UInt8]) -> String? {
      let line = file[..<start].lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
      let indent = file[line..<start]
      let isSpace = indent.allSatisfy { $0 == 0x20 || $0 == 0x09 }
      return isSpace ? String(decoding: indent, as: UTF8.self) : nil
    }
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
