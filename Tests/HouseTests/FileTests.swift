import Foundation
import Testing

/// What holds for every file: its size, and what it doesn't leave lying about.
@Suite struct FileTests {
  static let longest = 600
  /// A folder of more files is two rooms; about fifteen are meant.
  static let fullest = 17

  static func lines(of text: String) -> Int {
    text.utf8.count { $0 == UInt8(ascii: "\n") } + (text.isEmpty || text.hasSuffix("\n") ? 0 : 1)
  }

  /// Folders of one machine, which mean nothing on another.
  static func machinePaths(in text: String) throws -> [Offence] {
    let folders = ["work", "root", "opt/swift", "tmp/bash", "home/[a-z]+", "Users/[A-Za-z]+"]
    return try Offence.find(
      "machine path", #"(?<![\w./~$}-])/("# + folders.joined(separator: "|") + ")[/_]", in: text)
  }

  /// Work put off: it belongs in an issue.
  static func leftovers(in comments: String) throws -> [Offence] {
    try Offence.find("left undone", #"\b(TODO|FIXME|XXX)\b"#, in: comments)
  }

  static func prints(in text: String) throws -> [Offence] {
    try Offence.find(
      "prints", #"(?<![.\w`])(print|debugPrint|dump)\s*\("#, in: SwiftText(text).code)
  }

  @Test func `the package's files are found`() {
    let paths = Set(House.files.map(\.path))
    #expect(paths.isSuperset(of: ["Package.swift", ".ci/run", "Sources/JSONText/JSONError.swift"]))
    #expect(!paths.contains { $0.hasPrefix(".build") || $0.hasPrefix(".git/") })
  }

  @Test func `no file is over 600 lines`() {
    for file in House.swift(in: "Sources") + House.swift(in: "Tests") {
      #expect(Self.lines(of: file.text) <= Self.longest, "\(file.path)")
    }
  }

  /// The folders that have too many files of their own.
  static func crowded(_ paths: [String]) -> [String] {
    let folders = paths.map { String($0[..<($0.lastIndex(of: "/") ?? $0.startIndex)]) }
    return Dictionary(grouping: folders) { $0 }.filter { $0.value.count > fullest }.keys.sorted()
  }

  @Test func `no folder is crowded`() {
    let files = House.swift(in: "Sources") + House.swift(in: "Tests")
    #expect(Self.crowded(files.map(\.path)) == [])
  }

  @Test func `a planted folder with too many files is found`() {
    let many = (0...Self.fullest).map { "Sources/A/B/f\($0).swift" }
    #expect(Self.crowded(many + ["Sources/A/a.swift"]) == ["Sources/A/B"])
    #expect(Self.crowded(many.dropLast() + ["Sources/A/C/b.swift", "Sources/A/a.swift"]) == [])
  }

  /// The lines of comments that don't fit the page; rows of tables and drawings may be wider.
  static func wideComments(in text: String) -> [Int] {
    text.split(separator: "\n", omittingEmptySubsequences: false).enumerated().filter { _, line in
      let words = line.drop { $0 == " " }
      guard words.hasPrefix("//"), line.count > 100 else { return false }
      let said = words.drop { $0 == "/" || $0 == " " }
      return !said.hasPrefix("|") && !said.contains("      ")
    }.map { $0.offset + 1 }
  }

  @Test func `comments fit the page`() {
    for file in House.swift(in: "Sources") + House.swift(in: "Tests") + House.swift(in: "Plugins") {
      let wide = Self.wideComments(in: file.text)
      #expect(wide.isEmpty, "\(file.path): \(wide)")
    }
  }

  @Test func `a planted comment that is too wide is found`() {
    let wide = "  /// " + String(repeating: "word ", count: 20)
    #expect(Self.wideComments(in: "let a = 1\n\(wide)\n// b") == [2])
    #expect(Self.wideComments(in: "// | \(wide)\nlet \(wide)\n" + String(wide.prefix(100))) == [])
  }

  @Test func `nothing names a folder of one machine`() throws {
    for file in House.files {
      let found = try Self.machinePaths(in: file.text)
      #expect(found.isEmpty, "\(file.path)")
    }
  }

  @Test func `nothing is left to do`() throws {
    for file in House.swift(in: "Sources") + House.swift(in: "Tests") + House.swift(in: ".ci") {
      let found = try Self.leftovers(in: SwiftText(file.text).comments)
      #expect(found.isEmpty, "\(file.path)")
    }
  }

  @Test func `the library prints nothing`() throws {
    for file in House.library {
      let found = try Self.prints(in: file.text)
      #expect(found.isEmpty, "\(file.path)")
    }
  }

  @Test(arguments: [("", 0), ("a", 1), ("a\n", 1), ("a\nb", 2), ("\n\n", 2)])
  func `lines are counted`(_ text: String, count: Int) {
    #expect(Self.lines(of: text) == count)
  }

  @Test(arguments: [
    "/wor" + "k/a", "cd /roo" + "t/a", "\"/opt/swif" + "t/usr\"", "=/hom" + "e/ann/a",
  ])
  func `a planted machine path is found`(_ text: String) throws {
    #expect(try Self.machinePaths(in: "\n" + text).map(\.line) == [2])
  }

  @Test(arguments: [
    "https://example.com/wor" + "k/", "../roo" + "t/", "a/wor" + "k/b", "/tmp/a", "/worker/",
  ])
  func `other paths pass`(_ text: String) throws {
    #expect(try Self.machinePaths(in: text) == [])
  }

  @Test func `planted leftovers and prints are found`() throws {
    #expect(try Self.leftovers(in: SwiftText("a // TO" + "DO b").comments).map(\.line) == [1])
    #expect(try Self.leftovers(in: SwiftText("let todo = \"TO" + "DO\"").comments) == [])
    #expect(try Self.prints(in: "\n  print(1)\n  dump (a)").map(\.line) == [2, 3])
    #expect(try Self.prints(in: "a.print(1); pretty_print(2); // print(3)") == [])
  }
}
