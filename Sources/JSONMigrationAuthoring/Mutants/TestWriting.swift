internal import JSONMigrationCore
package import JSONText

/// Adds tests to the text of a step's file, and leaves all else as it is.
package enum TestWriting {
  /// The text with more tests behind those that are there; nil where it is no step.
  package static func adding(_ tests: [JSON], to file: [UInt8]) -> [UInt8]? {
    guard case .object(let members)? = try? LocatedJSON.parse(file).root.value,
      let last = members.last
    else { return nil }
    let layout = Layout(of: file, root: members)
    let tests = named(tests, beside: members.first { $0.key == "tests" }?.value.json.array ?? [])
    let texts: [String]
    let gap: Gap
    switch members.first(where: { $0.key == "tests" })?.value {
    case .some(let list):
      guard case .array(let elements) = list.value else { return nil }
      guard let element = elements.last else {
        // A comment may stand in it.
        let end = file[..<(list.range.upperBound - 1)].lastIndex { $0 > 0x20 }
        let place = (end.map { $0 + 1 } ?? list.range.lowerBound + 1)..<list.range.upperBound
        return replacing(place, of: file, by: String(layout.list(of: tests).dropFirst()))
      }
      let indent =
        layout.indent(of: element.range.lowerBound, in: file) ?? layout.unit + layout.unit
      texts = tests.map { layout.newline + layout.text(of: $0, indent) }
      gap = Gap(file, behind: element.range)
    case nil:
      texts = ["\(layout.newline)\(layout.unit)\"tests\": " + layout.list(of: tests)]
      gap = Gap(file, behind: last.value.range)
    }
    let line = String(decoding: file[gap.range], as: UTF8.self)
    let written = line + texts.joined(separator: ",")
    return replacing(gap.range, of: file, by: gap.hasComma ? written + "," : "," + written)
  }

  /// Tests with a name of their own each: those of names that are taken get a number.
  private static func named(_ tests: [JSON], beside others: [JSON]) -> [JSON] {
    var names = Set(others.compactMap { $0["name"]?.string })
    return tests.map { test in
      guard var members = test.object, let name = members["name"]?.string else { return test }
      var (own, number) = (name, 1)
      while !names.insert(own).inserted {
        number += 1
        own = "\(name) (\(number))"
      }
      members["name"] = .string(own)
      return .object(members)
    }
  }

  private static func replacing(
    _ range: Range<Int>, of file: [UInt8], by text: String
  ) -> [UInt8] { file[..<range.lowerBound] + Array(text.utf8) + file[range.upperBound...] }

  /// What stands behind the last element or member on its line, or on that of the comma behind it.
  private struct Gap {
    private(set) var hasComma = false
    let range: Range<Int>

    init(_ file: [UInt8], behind last: Range<Int>) {
      var scanner = GapScanner(file, from: last.upperBound)
      // A comment without an end was refused when the file was read.
      try? scanner.scan()
      var end = last.upperBound
      var isOnLine = true
      for piece in scanner.pieces {
        switch piece.kind {
        case .comma: (hasComma, isOnLine, end) = (true, true, piece.range.upperBound)
        case .space where file[piece.range].contains(where: { $0 == 0x0A || $0 == 0x0D }):
          isOnLine = false
        case .line where isOnLine, .block where isOnLine: end = piece.range.upperBound
        case .space, .line, .block, .colon: break
        }
      }
      range = last.upperBound..<end
    }
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
