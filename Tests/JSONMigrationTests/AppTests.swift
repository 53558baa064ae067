import Foundation
import JSONMigrationCore
import Testing

@testable import JSONMigration
@testable import JSONMigrationTesting

/// What an app and its tests need around the work itself.
@Suite struct AppTests {
  struct Poem: Codable, Equatable {
    enum Mood: String, Codable { case glad, sad }
    var title: String
    var moods: [Mood] = []
  }

  static let rules = [
    RuleSource(
      name: "v2.json", text: #"{ "to": 2, "rules": [{ "rename": { "name": "title" } }] }"#)
  ]
  static let old = Data(#"{"version":1,"name":"A","moods":[]}"#.utf8)
  static let current = Data(#"{"version":2,"title":"A","moods":[]}"#.utf8)

  private final class Events: @unchecked Sendable {
    private let lock = NSLock()
    private var events: [MigrationEvent] = []

    func add(_ event: MigrationEvent) { lock.withLock { events.append(event) } }
    var all: [MigrationEvent] { lock.withLock { events } }
  }

  @Test func `each document that is migrated is told, and none that is current or refused`() throws
  {
    let events = Events()
    let migrator = try Migrator(rules: Self.rules).observing { events.add($0) }
    _ = try migrator.migrate(Self.current)
    _ = try JSONDecoder().decode(Poem.self, from: Self.current, migrating: migrator)
    #expect(throws: MigrationError.self) {
      try migrator.migrate(Data(#"{"version":3}"#.utf8))
    }
    #expect(events.all.isEmpty)
    _ = try migrator.migrate(Self.old)
    _ = try migrator.migrate(Array(Self.old))
    _ = try migrator.migration(of: Self.old)
    _ = try JSONDecoder().decode(Poem.self, from: Self.old, migrating: migrator)
    #expect(events.all.map(\.from) == [1, 1, 1, 1])
    #expect(events.all.map(\.to) == [2, 2, 2, 2])
    #expect(events.all.map(\.bytes) == Array(repeating: Self.old.count, count: 4))
    #expect(events.all.allSatisfy { $0.duration >= .zero })
    _ = try migrator.allowingComments().migrate(Self.old)
    #expect(events.all.count == 5)
  }

  private func folder(_ files: [String: Data]) throws -> URL {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "app-tests-\(UUID().uuidString)")
    for (name, data) in files {
      let file = url.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try data.write(to: file)
    }
    return url
  }

  @Test func `rules are found among resources by the name of their folder`() throws {
    let url = try folder(["Rules/v2.json": Data(Self.rules[0].bytes), "file": Data()])
    defer { try? FileManager.default.removeItem(at: url) }
    #expect(try Migrator(folder: "Rules", in: url).newest == 2)
    for (name, resources) in [("Rulez", url), ("file", url), ("Rules", nil)] as [(String, URL?)] {
      let error = #expect(throws: MigrationError.self) {
        try Migrator(folder: name, in: resources)
      }
      #expect(error?.kind == .badRules)
      #expect(
        error?.description.contains("there is no folder `\(name)` among the resources") == true)
      #expect(error?.diagnostics.first?.help?.contains(#".copy("\#(name)")"#) == true)
    }
  }

  @Test func `samples are cases of a test, by the names of their files`() throws {
    let url = try folder([
      "v1/b.json": Self.old, "a.json": Self.current, "notes.txt": Data(), ".hidden.json": Data(),
    ])
    defer { try? FileManager.default.removeItem(at: url) }
    let samples = try Sample.all(in: url)
    #expect(samples.map(\.description) == ["a.json", "v1/b.json"])
    let migrator = try Migrator(rules: Self.rules)
    for sample in samples {
      #expect(try sample.decode(as: Poem.self, by: migrator) == Poem(title: "A"))
    }
    let bad = Sample(name: "c.json", data: Data(#"{"version":3}"#.utf8))
    let error = #expect(throws: MigrationError.self) {
      try bad.decode(as: Poem.self, by: migrator)
    }
    #expect(error?.description.hasPrefix("c.json:1:12: error:") == true)
    let empty = try folder(["x/notes.txt": Data()])
    defer { try? FileManager.default.removeItem(at: empty) }
    #expect(throws: MigrationError.self) { try Sample.all(in: empty) }
  }
}
