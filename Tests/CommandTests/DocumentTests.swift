import Foundation
import Testing

@testable import jsonmigrate

/// What documents of the project say about the command is what it does.
@Suite struct DocumentTests {
  private static let root = URL(filePath: #filePath).appending(path: "../../..")
    .standardizedFileURL

  /// System calls for someone who stands at the top of the project.
  private static let calls: SystemCalls = {
    @Sendable func here(_ name: FileName) -> FileName {
      name.bytes.first == UInt8(ascii: "/") ? name : FileName(root.path).appending(name.bytes)
    }
    var calls = SystemCalls.system
    @Sendable func here(_ place: FilePlace) -> FilePlace {
      place.folder == nil ? FilePlace(here(place.name)) : place
    }
    calls.open = { place, opening throws(Errno) in
      try SystemCalls.system.open(here(place), opening)
    }
    calls.status = { place, following throws(Errno) in
      try SystemCalls.system.status(here(place), following)
    }
    calls.resolve = { name throws(Errno) in try SystemCalls.system.resolve(here(name)) }
    return calls
  }()

  /// The blocks of one kind in a document, each as its lines.
  private static func blocks(_ kind: String, in document: String) throws -> [[String]] {
    let text = try String(contentsOf: root.appending(path: document), encoding: .utf8)
    var blocks: [[String]] = []
    var block: [String]?
    for line in text.components(separatedBy: "\n") {
      if let inside = block {
        block = line == "```" ? nil : inside + [line]
        if block == nil { blocks.append(inside) }
      } else if line == "```" + kind {
        block = []
      }
    }
    return blocks
  }

  private static func run(_ command: some Sequence<Substring>) -> Transcript {
    Transcript(command.map(String.init), calls: calls)
  }

  @Test(arguments: ["README.md"])
  func `what a console shows is what comes`(_ document: String) throws {
    let blocks = try Self.blocks("console", in: document)
    #expect(!blocks.isEmpty)
    for block in blocks {
      var shown = ""
      for line in block where line.hasPrefix("$ ") {
        let words = line.dropFirst(2).split(separator: " ")
        #expect(words.first == "jsonmigrate")
        let run = Self.run(words.dropFirst())
        shown += line + "\n" + run.output + run.errors
      }
      #expect(shown == block.map { $0 + "\n" }.joined())
    }
  }

  @Test func `the README's main command gives the document that the README shows`() throws {
    let documents = try Self.blocks("json", in: "README.md")
    let command = try #require(Self.blocks("sh", in: "README.md").first?.first)
    let words = command.split(separator: " ")
    #expect(words.prefix(4) == ["swift", "run", "jsonmigrate", "apply"])
    let input = try String(
      contentsOf: Self.root.appending(path: String(try #require(words.last))), encoding: .utf8)
    #expect(documents.count == 2)
    #expect(documents.first.map { $0.joined(separator: "\n") + "\n" } == input)
    let run = Self.run(words.dropFirst(3))
    #expect(documents.last.map { $0.joined(separator: "\n") + "\n" } == run.output)
    #expect(run.status == .done)
  }

  @Test(arguments: ["defaults", "event", "habits", "poem", "user"])
  func `the commands of an example give what lies beside its documents`(_ story: String) throws {
    let commands = try Self.blocks("sh", in: "Examples/\(story)/README.md").flatMap { $0 }
    #expect(!commands.isEmpty)
    for command in commands {
      let words = command.split(separator: " ")
      #expect(words.prefix(3) == ["swift", "run", "jsonmigrate"])
      let run = Self.run(words.dropFirst(3))
      #expect((run.errors, run.status) == ("", .done))
      let migrated = String(try #require(words.last)).replacing("/documents/", with: "/migrated/")
      let expected = try String(contentsOf: Self.root.appending(path: migrated), encoding: .utf8)
      #expect(run.output == expected, "\(command)")
    }
  }
}
