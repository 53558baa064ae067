import Foundation
import JSONMigrationCore
import Testing

@testable import jsonmigrate

@Suite struct IgnoringTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  /// What a walk finds, by names in the scratch folder.
  private func found(
    in folder: String = "", _ choice: FileChoice = FileChoice(), calls: SystemCalls = .system
  ) -> [String] {
    let root = folder.isEmpty ? FileName(scratch.path) : scratch.name(folder)
    return FolderWalk(root, choosing: choice, calls: calls).files.map {
      String($0.name.text.dropFirst(scratch.path.count + 1))
    }
  }

  private func write(_ names: [String]) throws {
    for name in names { try scratch.write("{}", to: name) }
  }

  /// Each was compared with what `git check-ignore` says.
  @Test(arguments: [
    ("a.json", ["a.json", "x/a.json"], ["b.json", "aa.json"]),
    ("/a.json", ["a.json"], ["x/a.json"]),
    ("x/a.json", ["x/a.json"], ["y/x/a.json", "a.json"]),
    ("# a.json\n\\#b", ["#b"], ["# a.json", "a.json"]),
    ("*.json\n!keep.json", ["a.json", "x/b.json"], ["keep.json", "x/keep.json"]),
    ("!keep.json\n*.json", ["keep.json"], ["a.txt"]),
    ("\\!a", ["!a"], ["a"]),
    ("x/*", ["x/a.json"], ["y/x/a.json", "a.json"]),
    ("**/x/a", ["x/a", "y/x/a", "z/y/x/a"], ["a", "x/b", "x/y/a"]),
    ("x/**", ["x/a", "x/y/a"], ["x", "y/x/a"]),
    ("x/**/a", ["x/a", "x/y/a", "x/y/z/a"], ["a", "y/x/a"]),
    ("a**b", ["ab", "aXb", "x/aXYb"], ["a/b"]),
    ("?.json", ["a.json"], ["aa.json", ".json"]),
    ("[a-c]x", ["ax", "cx"], ["dx", "x"]),
    ("[!a-c]x", ["dx", "-x"], ["ax"]),
    ("[b-a]x", ["bx"], ["ax", "-x"]),
    ("***/x/a", ["x/a", "y/x/a"], ["a", "x/b"]),
    ("[]-]x", ["]x", "-x"], ["ax"]),
    ("[[:digit:]_]", ["7", "_"], ["a", "77"]),
    ("[a", [], ["[a", "a"]),
    ("a\\", [], ["a", "a\\"]),
    ("a\\*b", ["a*b"], ["aXb"]),
    ("a.json   \nb\\ ", ["a.json", "b "], ["a.json   ", "b"]),
    ("a.json\r\nb.json\r\n", ["a.json", "b.json"], []),
    ("a/", [], ["a"]),
    ("/", [], ["a"]),
    ("é*", ["éa"], ["ea"]),
    ("*a*a*a*b", ["aaab"], ["aaaa"]),
  ])
  func `patterns fit as git has them`(
    _ text: String, ignored: [String], others: [String]
  ) throws {
    let patterns = text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { IgnorePattern($0) }
    func isIgnored(_ path: String) -> Bool {
      let names = path.utf8.split(separator: UInt8(ascii: "/")).map { Array($0) }
      return patterns.last { $0.fits(names[...], isFolder: false) }.map { !$0.isException } ?? false
    }
    for path in ignored { #expect(isIgnored(path), "\(path)") }
    for path in others { #expect(!isIgnored(path), "\(path)") }
  }

  @Test func `hostile patterns take no more time than the lengths say`() throws {
    let text = String(repeating: "**/*a*a*a/", count: 40) + "b"
    let pattern = try #require(IgnorePattern(Array(text.utf8)))
    let path = Array(repeating: Array(String(repeating: "a", count: 100).utf8), count: 200)
    #expect(!pattern.fits(path[...], isFolder: false))
  }

  @Test func `ignored files and folders are left out, and all takes them`() throws {
    try write(["a.json", "b.json", "build/c.json", "lib/build/d.json", "lib/e.json"])
    try scratch.write("build/\nb.json\n", to: ".gitignore")
    #expect(found() == ["a.json", "lib/e.json"])
    #expect(found(FileChoice(takesAll: true)).count == 5)
    // Who names a folder means it.
    #expect(found(in: "build") == ["build/c.json"])
  }

  @Test func `a nearer file counts before one farther up, and a folder that is out stays out`()
    throws
  {
    try write(["a.json", "x/a.json", "x/y/a.json", "out/a.json"])
    try scratch.write("a.json\nout/\n", to: ".gitignore")
    try scratch.write("!a.json\n", to: "x/.gitignore")
    try scratch.write("!a.json\n", to: "out/.gitignore")
    #expect(found() == ["x/a.json", "x/y/a.json"])
    try scratch.write("/a.json\n", to: "x/y/.gitignore")
    #expect(found() == ["x/a.json"])
  }

  @Test func `folders around it count up to the root of their repository`() throws {
    try write(["docs/deep/a.json", "docs/deep/b.json", "docs/deep/c.json"])
    try scratch.write("b.json\n/docs/deep/c.json\n", to: ".gitignore")
    // Without a repository, folders around it are none of its business.
    #expect(found(in: "docs/deep").count == 3)
    try scratch.makeFolder(".git")
    #expect(found(in: "docs/deep") == ["docs/deep/a.json"])
    #expect(found(in: "docs/../docs/deep/").count == 1)
    // What is farther up than the nearest root isn't asked.
    try scratch.write("gitdir: elsewhere\n", to: "docs/.git")
    #expect(found(in: "docs/deep").count == 3)
    try scratch.write("/deep/a.json\n", to: "docs/.gitignore")
    #expect(found(in: "docs/deep") == ["docs/deep/b.json", "docs/deep/c.json"])
    #expect(found() == ["docs/deep/b.json", "docs/deep/c.json"])
  }

  @Test func `what is in git's own folder is never a document`() throws {
    try write([".git/a.json", ".config/b.json", ".c.json"])
    #expect(found(FileChoice(takesAll: true)) == [".c.json", ".config/b.json"])
  }

  @Test func `a link is no list of what is ignored`() throws {
    try write(["a.json"])
    try scratch.write("a.json\n", to: "list")
    try scratch.link(".gitignore", to: "list")
    #expect(found() == ["a.json"])
  }

  @Test func `a list that can't be read leaves its folder alone, and is told`() throws {
    try write(["a.json", "x/b.json"])
    try scratch.write("b.json\n", to: "x/.gitignore")
    var calls = SystemCalls.system
    calls.open = { place, opening throws(Errno) in
      guard place.name.last != Ignoring.fileName else { throw .forbidden }
      return try SystemCalls.system.open(place, opening)
    }
    let walk = FolderWalk(FileName(scratch.path), calls: calls)
    #expect(walk.files.map(\.name) == [scratch.name("a.json")])
    #expect(
      walk.problems.map(\.diagnostic.message)
        == ["`\(scratch.path)/x/.gitignore` can't be read: permission denied"])
    #expect(walk.problems.first?.diagnostic.help?.contains("`--all`") == true)
  }
}
