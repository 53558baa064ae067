import Foundation
import JSONMigrationCore
import Testing

@testable import jsonmigrate

@Suite struct FolderWalkTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    for name in [
      "b.json", "B.json", "a/z.json", "a/b/c.jsonl", "a.json", "a-b.ndjson", "notes.txt", "x.JSON",
      ".hidden.json", ".git/config.json", "json", ".json", "z.json.bak", "é.json",
    ] {
      try scratch.write("{}", to: name)
    }
  }

  private func relative(_ files: [FileSource]) -> [String] {
    files.map { String($0.name.text.dropFirst(scratch.path.count + 1)) }
  }

  @Test func `documents are found in the order of their names' bytes`() {
    let walk = FolderWalk(FileName(scratch.path))
    // A folder stands where its own name does, so "a" is before "a-b.ndjson".
    #expect(
      relative(walk.files) == [
        "B.json", "a/b/c.jsonl", "a/z.json", "a-b.ndjson", "a.json", "b.json", "é.json",
      ])
    #expect(walk.problems.isEmpty)
  }

  @Test func `where files are named, those and no others are documents`() throws {
    try scratch.write("{}", to: ".vscode/settings.json")
    func found(_ globs: [String], all: Bool = false) -> [String] {
      let choice = FileChoice(selection: FileSelection(globs), takesAll: all)
      return relative(FolderWalk(FileName(scratch.path), choosing: choice).files)
    }
    #expect(found(["*.txt", "*.bak"]) == ["notes.txt", "z.json.bak"])
    #expect(found(["a/*.json"]) == ["a/z.json"])
    #expect(found(["**/*.json"]) == ["B.json", "a/z.json", "a.json", "b.json", "é.json"])
    // Hidden ones are documents where their names are said.
    #expect(found([".vscode/settings.json"]) == [".vscode/settings.json"])
    #expect(found([".*.json"]) == [".hidden.json"])
    #expect(found(["settings.json"]) == [])
    #expect(found(["settings.json"], all: true) == [".vscode/settings.json"])
  }

  @Test func `folders in which no file can be named are not listed`() throws {
    let listed = Monitor<[String]>([])
    var calls = SystemCalls.system
    calls.open = { place, opening throws(Errno) in
      listed.withLock { $0.append(String(decoding: place.name.last, as: UTF8.self)) }
      return try SystemCalls.system.open(place, opening)
    }
    let choice = FileChoice(selection: FileSelection(["b/*.json", "*/x.json"]))
    _ = FolderWalk(FileName(scratch.path), choosing: choice, calls: calls)
    #expect(listed.withLock { $0.last } == "a", "and not `b` in it")
  }

  @Test func `symbolic links are not followed`() throws {
    try scratch.link("a/loop", to: "..")
    try scratch.link("a/out.json", to: "/etc/hosts")
    #expect(FolderWalk(FileName(scratch.path)).files.count == 7)
  }

  @Test func `the rules folder is left out of a folder around it`() throws {
    try scratch.link("rules", to: "a/b")
    let root = FileName(scratch.path)
    for rules in ["a/b", "a/b/", "rules", "a/../a/b"] {
      let walk = FolderWalk(root, leavingOut: [scratch.name(rules)])
      #expect(!relative(walk.files).contains("a/b/c.jsonl"), "\(rules)")
      #expect(walk.files.count == 6)
    }
    // Who names it means it.
    #expect(FolderWalk(scratch.name("a/b"), leavingOut: [scratch.name("a/b")]).files.count == 1)
    #expect(FolderWalk(root, leavingOut: [scratch.name("none")]).files.count == 7)
  }

  @Test(.enabled(if: PATH_MAX > 3_000, "a path can't be so long on this system"))
  func `a folder of a thousand floors`() throws {
    var path = scratch.path + "/deep"
    for _ in 0..<1_000 { path += "/d" }
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data("{}".utf8).write(to: URL(fileURLWithPath: path + "/e.json"))
    #expect(FolderWalk(scratch.name("deep")).files.count == 1)
  }

  @Test func `a folder that can't be listed is told, the rest is found`() throws {
    var calls = SystemCalls.system
    calls.open = { place, opening throws(Errno) in
      guard place.name.last != Array("b".utf8) else { throw .forbidden }
      return try SystemCalls.system.open(place, opening)
    }
    let walk = FolderWalk(FileName(scratch.path), calls: calls)
    #expect(walk.files.count == 6)
    #expect(
      walk.problems.map(\.diagnostic.message)
        == ["`\(scratch.path)/a/b` can't be read: permission denied"])
  }

  @Test func `what vanishes meanwhile is no document`() throws {
    var calls = SystemCalls.system
    calls.list = { folder throws(Errno) in
      try SystemCalls.system.list(folder) + [Array("vanished.json".utf8)]
    }
    let walk = FolderWalk(FileName(scratch.path), calls: calls)
    #expect(walk.files.count == 7)
    #expect(walk.problems.isEmpty)
  }

  @Test func `a file that is meant twice is taken once, and each of its hard links`() throws {
    try scratch.link("link.json", to: "b.json")
    try scratch.secondName("second.json", for: "a.json")
    let inputs = InputFiles([
      scratch.name("link.json"), scratch.name("b.json"), FileName(scratch.path + "/"),
      scratch.name("missing.json"),
    ])
    let entries = inputs.entries.map { entry in
      switch entry {
      case .standardInput: "-"
      case .file(let file): String(decoding: file.relative, as: UTF8.self)
      case .problem(let error): error.diagnostic.kind.rawValue
      }
    }
    #expect(
      entries == [
        "link.json", "B.json", "a/b/c.jsonl", "a/z.json", "a-b.ndjson", "a.json", "second.json",
        "é.json", "cannot-read",
      ])
    #expect(inputs.folder == FileName(scratch.path + "/"))
  }
}
