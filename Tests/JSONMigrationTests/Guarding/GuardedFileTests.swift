import Foundation
import LockedFiles
import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationCore

@Suite struct GuardedFileTests {
  struct Habit: Codable, Equatable, Sendable {
    var id: Int
    var name: String
    var isDone: Bool?
  }

  struct Book: Codable, Equatable, Sendable {
    var title: String
    var rate: Double?
    var habits: [Habit] = []
  }

  static let rules = [
    RuleSource(
      name: "v2.json", text: #"{ "to": 2, "rules": [{ "rename": { "name": "title" } }] }"#)
  ]

  let folder: GuardedFolder
  let file: GuardedFile<Book>

  init() throws {
    folder = try GuardedFolder()
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    file = GuardedFile(at: folder.file, by: try Migrator(rules: Self.rules), encoder: encoder)
  }

  private func file(
    _ settings: GuardedFile<Book>.Settings, calls: FileCalls = .system
  ) throws -> GuardedFile<Book> {
    var file = GuardedFile(
      at: folder.file, as: Book.self, by: try Migrator(rules: Self.rules), settings: settings)
    file.calls = calls
    return file
  }

  @Test func `where there is no file there is no value, and saving makes one`() throws {
    #expect(try file.load() == nil)
    try file.save(Book(title: "A"))
    #expect(folder.text()?.contains(#""version":2"#) == true)
    #expect(try file.load() == Book(title: "A"))
    #expect(try folder.names() == ["book.json"])
  }

  @Test func `loading migrates and leaves the file alone`() throws {
    let old = #"{ "version": 1, "name": "A", "habits": [] }"#
    try folder.write(old)
    #expect(try file.load() == Book(title: "A"))
    #expect(folder.text() == old)
  }

  @Test func `saving changes what differs, and keeps the bytes of all else`() throws {
    try folder.write(
      """
      {
        "version": 2,
        "title": "\\u0041",
        "colour": { "hue": 1.0, "names": ["a",  "b"] },
        "rate": 1.50,
        "habits": [
          { "id": 1, "name": "Run", "note": "x" },
          { "id": 2, "name": "Read", "note": "y", "isDone": true }
        ]
      }

      """)
    var book = try #require(try file.load())
    book.habits.swapAt(0, 1)
    book.habits[0].isDone = nil
    book.habits[1].name = "Walk"
    book.habits.append(Habit(id: 3, name: "Sing"))
    try file.save(book)
    #expect(
      folder.text() == """
        {
          "version": 2,
          "title": "\\u0041",
          "colour": { "hue": 1.0, "names": ["a",  "b"] },
          "rate": 1.50,
          "habits": [
            { "id": 2, "name": "Read", "note": "y" },
            { "id": 1, "name": "Walk", "note": "x" },
            { "id": 3, "name": "Sing" }
          ]
        }

        """)
    #expect(try file.load() == book)
  }

  @Test func `what is the same is not written`() throws {
    try folder.write(#"{ "version": 2, "title": "A",   "habits": [ ] }"#)
    let faults = FileFaults()
    try file(.init(), calls: faults.calls).save(Book(title: "A"))
    #expect(!faults.log.contains("rename"))
    #expect(folder.text() == #"{ "version": 2, "title": "A",   "habits": [ ] }"#)
  }

  @Test func `a member that the type has and the file hasn't is written`() throws {
    try folder.write(#"{"title":"A","habits":[],"version":2}"#)
    try file.save(Book(title: "A", rate: 0.5))
    #expect(folder.text() == #"{"title":"A","habits":[],"version":2,"rate":0.5}"#)
  }

  @Test func `comments stay where rules allow them`() throws {
    try folder.write("{\n  // mine\n  \"version\": 2, \"title\": \"A\", \"habits\": [],\n}\n")
    let file = GuardedFile(
      at: folder.file, as: Book.self,
      by: try Migrator(rules: Self.rules).allowingComments())
    try file.save(Book(title: "B"))
    #expect(folder.text()?.contains("// mine") == true)
    #expect(folder.text()?.contains(#""title": "B""#) == true)
  }

  @Test func `a byte-order mark stays`() throws {
    try folder.write("\u{FEFF}" + #"{"version":2,"title":"A","habits":[]}"#)
    try file.save(Book(title: "B"))
    #expect(folder.text() == "\u{FEFF}" + #"{"version":2,"title":"B","habits":[]}"#)
  }

  @Test func `a file of a newer version is not overwritten`() throws {
    let newer = #"{ "version": 3, "title": 1 }"#
    try folder.write(newer)
    let error = #expect(throws: MigrationError.self) { try file.save(Book(title: "A")) }
    #expect(error?.kind == .newerVersion)
    #expect(
      error?.description
        == "book.json:1:14: error: not saved, for the document has version 3, but the rules end at "
        + "version 2 [newer-version]")
    #expect(error?.diagnostics.first?.help?.contains("ask for an update") == true)
    #expect(folder.text() == newer)
  }

  @Test(arguments: ["", "{", "[1]", #"{"version":2}"#, #"{"version":"x","title":"A"}"#])
  func `a file that can't be read is not overwritten, and can be set aside`(text: String) throws {
    try folder.write(text)
    #expect(throws: (any Error).self) { try file.load() }
    #expect(throws: (any Error).self) { try file.save(Book(title: "A")) }
    #expect(folder.text() == text)
    #expect(try file.setAside()?.lastPathComponent == "book.json.aside")
    try file.save(Book(title: "A"))
    #expect(folder.text("book.json.aside") == text)
    #expect(try file.load() == Book(title: "A"))
    #expect(try file.setAside()?.lastPathComponent == "book.json.aside.2")
    #expect(try file.setAside() == nil)
  }

  @Test func `a file is set aside without holding a thread`() async throws {
    try folder.write("{")
    #expect(try await file.setAside()?.lastPathComponent == "book.json.aside")
    #expect(try await file.setAside() == nil)
    #expect(folder.text() == nil)
  }

  @Test func `a copy of an older version is kept where that is asked for`() throws {
    let file = try file(.init(keepsOldVersions: true))
    let old = #"{ "version": 1, "name": "A", "habits": [] }"#
    try folder.write(old)
    try file.save(Book(title: "B"))
    try file.save(Book(title: "C"))
    #expect(try folder.names() == ["book.json", "book.json.1.bak"])
    #expect(folder.text("book.json.1.bak") == old)
    try folder.write(old + " ")
    try file.save(Book(title: "D"))
    #expect(folder.text("book.json.1.bak") == old)
    #expect(folder.text("book.json.1.bak.2") == old + " ")
    try folder.write(old)
    try file.save(Book(title: "E"))
    #expect(try folder.names() == ["book.json", "book.json.1.bak", "book.json.1.bak.2"])
  }

  @Test func `update loads and saves under one lock, and saves nothing where it throws`() throws {
    try file.update(startingWith: Book(title: "A")) { $0.title += "!" }
    #expect(try file.update(startingWith: Book(title: "")) { $0.title.count } == 2)
    struct Refusal: Error {}
    #expect(throws: Refusal.self) {
      try file.update(startingWith: Book(title: "")) { book in
        book.title = "?"
        throw Refusal()
      }
    }
    #expect(try file.load()?.title == "A!")
  }

  final class Counting: Codable {
    var count = 0
  }

  @Test func `an object that is changed in place is saved`() throws {
    let file = GuardedFile(at: folder.file, as: Counting.self, by: file.migrator)
    try folder.write(#"{"version":2,"count":1,"x":1}"#)
    try file.update(startingWith: Counting()) { $0.count += 1 }
    #expect(folder.text() == #"{"version":2,"count":2,"x":1}"#)
  }

  @Test func `threads that count in one file lose no count`() async throws {
    let file = file
    await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<8 {
        group.addTask {
          for step in 0..<5 {
            try await file.update(startingWith: Book(title: "")) { book in
              book.habits.append(Habit(id: number * 5 + step, name: "x"))
            }
          }
        }
      }
    }
    let habits = try #require(try await file.load()).habits
    #expect(habits.map(\.id).sorted() == Array(0..<40))
  }

  @Test func `a file that another one has is waited for, and not for ever`() throws {
    try folder.write(#"{"version":2,"title":"A","habits":[]}"#)
    let other = try FileCalls.system.open(folder.file.path, .reading)
    _ = try FileCalls.system.lock(other, false)
    var calls = FileCalls.system
    let slept = Counter()
    calls.sleep = { slept.add($0) }
    let file = try file(.init(patience: .milliseconds(200)), calls: calls)
    let error = #expect(throws: MigrationError.self) { try file.save(Book(title: "B")) }
    #expect(error?.kind == .fileInUse)
    #expect(slept.sum == 200)
    // As soon as the other one is done it goes on.
    calls.sleep = { _ in try? FileCalls.system.close(other) }
    try self.file(.init(), calls: calls).save(Book(title: "B"))
    #expect(try self.file.load()?.title == "B")
  }

  @Test func `readers share the file`() throws {
    try folder.write(#"{"version":2,"title":"A","habits":[]}"#)
    let other = try FileCalls.system.open(folder.file.path, .reading)
    defer { try? FileCalls.system.close(other) }
    _ = try FileCalls.system.lock(other, true)
    #expect(try file(.init(patience: .zero)).load()?.title == "A")
    let error = #expect(throws: MigrationError.self) {
      try file(.init(patience: .zero)).save(Book(title: "B"))
    }
    #expect(error?.kind == .fileInUse)
  }

  @Test func `a change of a program without the lock is seen before the file is replaced`() throws {
    try folder.write(#"{"version":2,"title":"A","habits":[]}"#)
    let folder = folder
    var calls = FileCalls.system
    let rounds = Counter()
    calls.synchronize = { descriptor throws(FileFault) in
      try FileCalls.system.synchronize(descriptor)
      if rounds.sum == 0 {
        try? folder.write(#"{"version":2,"title":"A","habits":[],"other":1}"#)
      }
      rounds.add(1)
    }
    try file(.init(), calls: calls).save(Book(title: "B"))
    #expect(folder.text() == #"{"version":2,"title":"B","habits":[],"other":1}"#)
  }

  @Test func `a file that is made meanwhile is not replaced by a new one`() throws {
    let folder = folder
    var calls = FileCalls.system
    calls.link = { name, newName throws(FileFault) in
      if folder.text() == nil {
        try? folder.write(#"{"version":2,"title":"A","habits":[],"other":1}"#)
      }
      try FileCalls.system.link(name, newName)
    }
    try file(.init(), calls: calls).save(Book(title: "B"))
    #expect(folder.text() == #"{"version":2,"title":"B","habits":[],"other":1}"#)
    #expect(try folder.names() == ["book.json"])
  }

  @Test func `a symbolic link stays one, and the mode stays`() throws {
    try folder.write(#"{"version":2,"title":"A","habits":[]}"#, to: "real.json")
    let real = folder.url.appendingPathComponent("real.json").path
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: real)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file.path, withDestinationPath: "real.json")
    try file.save(Book(title: "B"))
    #expect(folder.text("real.json")?.contains("\"B\"") == true)
    let attributes = try FileManager.default.attributesOfItem(atPath: real)
    #expect(attributes[.posixPermissions] as? Int == 0o640)
    #expect(
      try FileManager.default.destinationOfSymbolicLink(atPath: folder.file.path) == "real.json")
  }

  @Test func `a symbolic link without a target gets one`() throws {
    let inner = folder.url.appendingPathComponent("inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
    let manager = FileManager.default
    try manager.createSymbolicLink(
      atPath: folder.file.path, withDestinationPath: "inner/link.json")
    try manager.createSymbolicLink(
      atPath: inner.path + "/link.json", withDestinationPath: inner.path + "/real.json")
    let file = try file(.init(patience: .zero))
    #expect(try file.load() == nil)
    try file.save(Book(title: "A"))
    #expect(folder.text("inner/real.json")?.contains("\"A\"") == true)
    #expect(try folder.names() == ["book.json", "inner"])
    #expect(
      try manager.destinationOfSymbolicLink(atPath: folder.file.path) == "inner/link.json")
    // What is set aside is the target.
    #expect(try file.setAside()?.lastPathComponent == "real.json.aside")
    try file.save(Book(title: "B"))
    #expect(try file.load() == Book(title: "B"))
  }

  @Test func `a symbolic link into a folder that isn't there, or to itself, fails at once`() throws
  {
    let manager = FileManager.default
    for (target, words) in [("none/real.json", "No such file"), ("book.json", "symbolic links")] {
      try? manager.removeItem(at: folder.file)
      try manager.createSymbolicLink(atPath: folder.file.path, withDestinationPath: target)
      let error = #expect(throws: MigrationError.self) {
        try file(.init(patience: .zero)).save(Book(title: "A"))
      }
      #expect(error?.kind == .badFile)
      #expect(error?.description.contains(words) == true, "\(String(describing: error))")
    }
  }

  @Test func `a value is saved however much larger it is than the file`() throws {
    // There is a limit for what rules make, 64 MiB of a small file. To reach it takes its time.
    let size = Amount.of(1 << 20, thorough: 64 << 20 + 1)
    try folder.write(#"{"version":2,"title":"A","habits":[],"x":1}"#)
    try file.save(Book(title: String(repeating: "x", count: size)))
    #expect(folder.text()?.utf8.count ?? 0 > size)
    #expect(folder.text()?.hasSuffix(#","habits":[],"x":1}"#) == true)
  }

  @Test func `a folder is no file, and one that isn't there is told`() throws {
    try FileManager.default.createDirectory(at: folder.file, withIntermediateDirectories: false)
    #expect(throws: MigrationError.self) { try file.save(Book(title: "A")) }
    let other = GuardedFile(
      at: folder.url.appendingPathComponent("none/book.json"), as: Book.self,
      by: file.migrator)
    #expect(try other.load() == nil)
    let error = #expect(throws: MigrationError.self) { try other.save(Book(title: "A")) }
    #expect(error?.kind == .badFile)
    #expect(error?.description.contains("can't be written: No such file") == true)
  }
}

/// A sum that closures of any thread add to.
final class Counter: Sendable {
  private let value = Locked(0)

  var sum: Int { value.withLock { $0 } }

  func add(_ number: Int) { value.withLock { $0 += number } }
}
