import Testing

/// Whatever an app can call has a line that says what it is for.
@Suite struct DocumentationTests {
  private static let kinds: Set<Substring> = [
    "actor", "associatedtype", "case", "class", "enum", "func", "init", "let", "protocol", "struct",
    "subscript", "typealias", "var",
  ]
  private static let modifiers: Set<Substring> = [
    "convenience", "final", "indirect", "infix", "mutating", "nonisolated", "nonmutating", "open",
    "override", "package", "postfix", "prefix", "private", "public", "required", "set", "static",
  ]

  /// The declarations that are public and have no comment of three slashes above them; what a
  /// public protocol asks for and the cases of a public enumeration are public without that word.
  static func undocumented(in text: String) -> [Offence] {
    let source = text.split(separator: "\n", omittingEmptySubsequences: false)
    let code = SwiftText(text).code.split(separator: "\n", omittingEmptySubsequences: false)
    var found: [Offence] = []
    var depth = 0
    // The protocol or enumeration around, and how deep what it declares is in braces.
    var around: (kind: Substring, depth: Int)?
    for (number, line) in code.enumerated() {
      let words = declaration(line)
      let isPublic = words.contains("public") || words.contains("open")
      let isInside = depth == around?.depth && (around?.kind == "protocol" || words.last == "case")
      if let last = words.last, isPublic || isInside {
        var above = number - 1
        while above >= 0, trimmed(source[above]).hasPrefix("@") { above -= 1 }
        if above < 0 || !trimmed(source[above]).hasPrefix("///") {
          found.append(Offence(line: number + 1, what: "\(last) without a word"))
        }
        if isPublic, around == nil, last == "protocol" || last == "enum" {
          around = (last, depth + 1)
        }
      }
      depth += line.count { $0 == "{" } - line.count { $0 == "}" }
      if let inside = around, depth < inside.depth, line.contains("}") { around = nil }
    }
    return found
  }

  /// The modifiers of a declaration and its kind, if this line begins one.
  private static func declaration(_ line: Substring) -> ArraySlice<Substring> {
    let words = line.split { !$0.isLetter && $0 != "@" && $0 != "_" }
      .drop { $0.hasPrefix("@") }
    guard let kind = words.firstIndex(where: { !modifiers.contains($0) }),
      kinds.contains(words[kind])
    else { return [] }
    return words[...kind]
  }

  private static func trimmed(_ line: Substring) -> Substring { line.drop { $0 == " " } }

  @Test func `every public declaration says what it is for`() {
    for file in House.library {
      let found = Self.undocumented(in: file.text)
      #expect(found.isEmpty, "\(file.path)")
    }
  }

  @Test(arguments: [
    ("public struct A {}", [1]), ("/// A.\n\npublic let a = 1", [3]),
    ("// A.\npublic static func a() {}", [2]),
    ("/// A.\n@frozen\npublic enum A {\n  case a\n}", [4]),
    ("/// A.\npublic protocol A {\n  var a: Int { get }\n  /// B.\n  func b()\n}", [3]),
    ("@discardableResult\npublic func a() {}", [2]), ("@inlinable public init() {}", [1]),
    ("/// A.\npublic enum A {\n  /// B.\n  case b\n}\npublic var c = 1", [6]),
    ("  public private(set) var a = 1", [1]),
  ])
  func `one without is found`(_ text: String, lines: [Int]) {
    #expect(Self.undocumented(in: text).map(\.line) == lines)
  }

  @Test(arguments: [
    "public import A", "public extension A {}", "struct A {}", "package func a() {}",
    "/// A.\n@available(macOS 14, *)\npublic func a() {}", "let a = \"public func a() {}\"",
    "/// A.\npublic enum A {\n  /// B.\n  case b\n  func c() {\n    switch d {\n    case e: 1\n    }\n  }\n}",
  ])
  func `others pass`(_ text: String) {
    #expect(Self.undocumented(in: text) == [])
  }
}
