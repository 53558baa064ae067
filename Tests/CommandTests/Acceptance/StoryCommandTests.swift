import Foundation
import JSONText
import TestSupport
import Testing

@testable import jsonmigrate

/// The stories of the acceptance cases, through the command.
@Suite(Shared.isThere) struct StoryCommandTests {
  static let stories = Shared.names(in: "acceptance/stories")

  @Test func `there are stories`() {
    #expect(Self.stories.count >= 11)
  }

  @Test(arguments: stories)
  func `a story holds, to standard output and in place`(_ story: String) throws {
    let folder = "acceptance/stories/\(story)"
    let rules = try #require(Shared.folder).appending(path: folder + "/rules").path
    let names = Shared.names(in: folder + "/cases").filter { $0.hasSuffix(".before.json") }
    #expect(!names.isEmpty)
    for file in names {
      let name = String(file.dropLast(".before.json".count))
      let scratch = try Scratch()
      let before = try Shared.text("\(folder)/cases/\(file)")
      try scratch.write(before, to: "a.json")
      var arguments = ["apply", rules, scratch.name("a.json").text]
      if let options = try? Shared.text("\(folder)/cases/\(name).options.json"),
        let now = try JSON(parsing: options)["now"]?.string
      {
        arguments += ["--now", now]
      }
      let printed = Transcript(arguments)
      let inPlace = Transcript(arguments + ["--in-place"])
      guard let after = try? Shared.text("\(folder)/cases/\(name).after.json") else {
        let fails = try JSON(parsing: Shared.text("\(folder)/cases/\(name).fails.json"))
        let kind = try #require(fails["kind"]?.string)
        for run in [printed, inPlace] {
          #expect(run.status == .found, "\(name)")
          #expect(
            run.errors.hasPrefix("error[\(kind)]: \(fails["message"]?.string ?? "")"), "\(name)")
        }
        #expect(printed.output == "", "\(name)")
        #expect(scratch.text("a.json") == before, "\(name)")
        continue
      }
      #expect((printed.errors, printed.status) == ("", .done), "\(name)")
      #expect(
        before == after ? printed.output == before : isSame(printed.output, after),
        "\(name): \(printed.output)")
      #expect(scratch.text("a.json") == printed.output, "\(name)")
      #expect(Transcript(arguments + ["--check"]).status == .done, "\(name)")
    }
  }

  /// Whether both have the same values, in the same order of keys.
  private func isSame(_ result: String, _ after: String) -> Bool {
    guard let result = try? JSON(parsing: result), let after = try? JSON(parsing: after) else {
      return false
    }
    return result == after && keys(of: result) == keys(of: after)
  }

  private func keys(of value: JSON) -> [String] {
    switch value {
    case .array(let elements): elements.flatMap(keys)
    case .object(let object): object.flatMap { [$0.key] + keys(of: $0.value) }
    default: []
    }
  }
}
