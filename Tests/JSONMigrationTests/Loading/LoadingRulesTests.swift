import Foundation
import JSONMigrationCore
import Testing

@testable import JSONMigration

/// Which files of a folder an app takes for rules, and which it refuses, as the command does.
@Suite final class LoadingRulesTests {
  private let place: URL

  init() throws {
    place = FileManager.default.temporaryDirectory
      .appendingPathComponent("loading-tests-\(UUID().uuidString)")
    try write(#"{ "to": 2, "rules": [] }"#, to: "Rules/v2.json")
  }

  deinit {
    try? FileManager.default.removeItem(at: place)
  }

  private func write(_ text: String, to name: String) throws {
    let file = place.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: place.appendingPathComponent(name).path, withDestinationPath: target)
  }

  private func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: place.appendingPathComponent(name))
  }

  private func load(_ name: String = "Rules") throws -> Migrator {
    try Migrator(rulesAt: place.appendingPathComponent(name))
  }

  /// The kind of the error and its message, in which paths begin at the place of the test.
  private func mistake(_ name: String = "Rules") throws -> String {
    let error = try #require(throws: MigrationError.self) { try load(name) }
    #expect(error.diagnostics.count == 1)
    let message = error.diagnostics.first?.message ?? ""
    return "\(error.kind): \(message.replacing(place.path + "/", with: ""))"
  }

  @Test(arguments: ["/dev/zero", "../other.json", "../link.json", "/etc/passwd"])
  func `a link that leads out of the folder is refused`(target: String) throws {
    try write(#"{ "to": 3, "rules": [] }"#, to: "other.json")
    try link("link.json", to: "other.json")
    try link("Rules/v3.json", to: target)
    #expect(
      try mistake() == "bad-rules: `Rules/v3.json` is a link that leads out of the rules folder")
  }

  @Test func `a folder that is a link out of the folder is refused`() throws {
    try write(#"{ "to": 2, "rules": [] }"#, to: "outside/v2.json")
    try write(#"{ "to": 3, "rules": [{ "migrate": "a", "with": "part" }] }"#, to: "Rules/v3.json")
    try link("Rules/part", to: "../outside")
    let error = try #require(throws: MigrationError.self) { try load() }
    #expect("\(error)".contains("Rules/part` is a link that leads out of the rules folder"))
    try remove("Rules/part")
    try write(#"{ "to": 2, "rules": [] }"#, to: "Rules/inside/v2.json")
    try link("Rules/part", to: "inside")
    #expect(try load().newest == 3)
  }

  /// A bundle may be reached by links, and so may the folder in it.
  @Test func `links above the folder, to it, and inside of it are followed`() throws {
    try write(#"{ "to": 3, "rules": [] }"#, to: "Rules/more/next.txt")
    try link("Rules/v3.json", to: "more/next.txt")
    try link("first", to: "Rules")
    try link("second", to: "first")
    try link("around", to: ".")
    for name in ["Rules", "first", "second", "around/Rules", "around/second", "Rules/../first"] {
      #expect(try load(name).newest == 3, "\(name)")
    }
    #expect(try Migrator(folder: "second", in: place.appendingPathComponent("around")).newest == 3)
  }

  @Test func `what can't be read is told as such`() throws {
    #expect(try mistake("none") == "bad-rules: `none` can't be read: it isn't there")
    #expect(
      try mistake("Rules/v2.json")
        == "bad-rules: `Rules/v2.json` is a file, and rules are a folder")
    try link("Rules/v3.json", to: "gone.json")
    #expect(try mistake() == "bad-rules: `Rules/v3.json` can't be read: it isn't there")
  }

  @Test func `what is no regular file is refused before it is opened`() throws {
    #expect(mkfifo(place.appendingPathComponent("Rules/v3.json").path, 0o600) == 0)
    #expect(try mistake() == "bad-rules: `Rules/v3.json` is no regular file")
    try remove("Rules/v3.json")
    try write("", to: "Rules/v4.json/inside")
    #expect(try mistake() == "bad-rules: `Rules/v4.json` is no regular file")
  }

  @Test func `a rule file has a mebibyte at most`() throws {
    let text = #"{ "to": 3, "rules": [] }"#
    let most = text + String(repeating: " ", count: 1 << 20 - text.utf8.count)
    try write(most, to: "Rules/v3.json")
    #expect(try load().newest == 3)
    try write(most + " ", to: "Rules/v3.json")
    #expect(try mistake() == "bad-rules: `Rules/v3.json` has more than 1048576 bytes")
  }

  @Test func `hidden files and those of other names are no rules`() throws {
    for name in [".v3.json", "v3.json~", "v3.txt", ".json"] { try write("{", to: "Rules/" + name) }
    try write(#"{ "to": 3, "rules": [] } // 3"#, to: "Rules/v3.jsonc")
    #expect(try load().newest == 3)
  }
}
