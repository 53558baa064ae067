package import JSONText

/// A file of a rules folder: its name in the folder, and its bytes.
public struct RuleSource: Hashable, Sendable {
  /// The name, with the names of the folders below the rules folder: `v2.json`, `author/v2.json`.
  public var name: String
  /// What is in the file.
  public var bytes: [UInt8]

  /// A file with the given bytes.
  public init(name: String, bytes: some Sequence<UInt8>) {
    self.name = name
    self.bytes = Array(bytes)
  }

  /// A file with the given text, for rules that stand in code.
  public init(name: String, text: String) {
    self.init(name: name, bytes: text.utf8)
  }

  /// Whether a document is a step of some rules.
  package static func isStep(_ document: ByteSlice) -> Bool {
    // Hardly any document has such a name in it.
    guard document.array.includes("\"rules\""),
      let step = try? JSON(parsing: document), step["to"] != nil
    else { return false }
    return step["rules"]?.array != nil
  }

  /// The name of its folder in the rules folder; empty for that itself.
  package var folder: Substring.UTF8View {
    let name = name.utf8
    guard let slash = name.lastIndex(of: UInt8(ascii: "/")) else { return name.prefix(0) }
    return name[..<slash]
  }

  /// Its name in its folder.
  package var file: [UInt8] {
    let folder = folder.count
    return Array(name.utf8.dropFirst(folder == 0 ? 0 : folder + 1))
  }
}

/// A rule file that is kept, so that messages can show where something stands in it.
package struct RuleText: Sendable {
  /// The name that messages show: that of the rules folder and that of the file in it.
  package let name: String
  /// Its name in the rules folder.
  package let file: String
  package let bytes: [UInt8]
  private let marks: LineMarks

  init(name: String, file: String, bytes: [UInt8]) {
    self.name = name
    self.file = file
    self.bytes = bytes
    marks = LineMarks(bytes)
  }

  /// The place of some bytes of the file.
  package func place(
    _ range: Range<Int>?, label: String? = nil, context: String? = nil
  ) -> Diagnostic.Place {
    Diagnostic.Place(
      name, span: range.map { Diagnostic.Span($0, in: bytes, after: marks.last(before: $0)) },
      label: label, context: context)
  }
}
