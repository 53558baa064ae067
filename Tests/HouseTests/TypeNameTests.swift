import Testing

/// A word means one thing in the whole package: whoever reads a type's name has to look in one
/// place.
@Suite struct TypeNameTests {
  private static let kinds: Set<Substring> = ["actor", "class", "enum", "protocol", "struct"]
  private static let modifiers: Set<Substring> = [
    "fileprivate", "final", "indirect", "internal", "nonisolated", "open", "package", "private",
    "public",
  ]

  /// The names of the types that a file declares outside of others.
  static func names(in text: String) -> [String] {
    SwiftText(text).code.split(separator: "\n").compactMap { line in
      guard line.first != " " else { return nil }
      let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "@" }
        .drop { $0.hasPrefix("@") || modifiers.contains($0) }
      guard let kind = words.first, kinds.contains(kind) else { return nil }
      return words.dropFirst().first.map(String.init)
    }
  }

  /// The names that stand for several types, with the files of each.
  static func shared(_ files: [(path: String, text: String)]) -> [String: [String]] {
    var found: [String: [String]] = [:]
    for file in files {
      for name in names(in: file.text) { found[name, default: []].append(file.path) }
    }
    return found.filter { $0.value.count > 1 }
  }

  /// A package of its own, for measuring beside another one, has names of its own.
  @Test func `no two types of the package share a name`() {
    let files = House.swift(in: "Sources").filter { !$0.path.hasPrefix(ImportTests.peer) }
    #expect(files.flatMap { Self.names(in: $0.text) }.count > 500)
    #expect(Self.shared(files.map { ($0.path, $0.text) }) == [:])
  }

  /// The names of files that stand in several folders; `Exports.swift` is one for each module.
  static func sharedFiles(_ paths: [String]) -> [String] {
    let names = paths.map { String($0[($0.lastIndex(of: "/") ?? $0.startIndex)...].dropFirst()) }
    return Dictionary(grouping: names) { $0 }
      .filter { $0.value.count > 1 && $0.key != "Exports.swift" }.keys.sorted()
  }

  @Test func `no two files of the package share a name`() {
    let files = House.swift(in: "Sources").filter { !$0.path.hasPrefix(ImportTests.peer) }
    #expect(Self.sharedFiles(files.map(\.path)) == [])
  }

  @Test func `a planted file of the same name is found`() {
    let paths = ["Sources/A/Shape.swift", "Sources/B/C/Shape.swift", "Sources/B/Shapes.swift"]
    #expect(
      Self.sharedFiles(paths + ["Sources/A/Exports.swift", "Sources/B/Exports.swift"]) == [
        "Shape.swift"
      ])
  }

  @Test func `a planted name that stands twice is found`() {
    let files = [
      ("a", "package struct Shape: Sendable {\n}\n@frozen public enum B {}"),
      ("b", "private indirect enum Shape {}\n// enum B {}"), ("c", "let a = \"enum B {\""),
    ]
    #expect(Self.shared(files) == ["Shape": ["a", "b"]])
  }

  @Test func `extensions and types in types may have any name`() {
    let files = [
      ("a", "struct A {\n  enum Kind {}\n}\nextension A {}\nextension Shape {\n  struct B {}\n}"),
      ("b", "struct C {\n  enum Kind {}\n}\nextension A {}\nstruct Shape {}\nfunc structA() {}"),
    ]
    #expect(Self.shared(files) == [:])
  }
}
