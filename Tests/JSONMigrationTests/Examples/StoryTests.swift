import JSONText
import Testing

@testable import JSONMigrationCore

/// The project's rules and the stories in Examples are whole, and can be read.
@Suite struct StoryTests {
  @Test func `there are seven stories`() {
    #expect(
      Story.all.map(\.name).sorted() == [
        "HabitsApp", "defaults", "event", "habits", "poem", "settings", "user",
      ])
    #expect(RulePlaces.all.count == 8)
  }

  @Test(arguments: Story.all)
  func `each document has its result beside it`(_ story: Story) throws {
    let documents = try story.documents()
    #expect(!documents.isEmpty)
    #expect(documents.map(\.name) == Project.files(in: story.path + "/migrated"))
    for document in documents {
      let hasComments = try story.rules(for: document).migrator().takesComments
      for text in [document.before, document.after] {
        _ = try LocatedJSON.strict(hasComments ? CommentedText.blanked(text) : text)
      }
      #expect(try !story.rules(for: document).files.isEmpty, "\(document.name)")
    }
  }

  @Test(arguments: RulePlaces.all)
  func `rules and their tests can be read`(_ place: String) throws {
    for file in try RuleFolder(at: place).files {
      let root = try file.parsed()
      #expect(file.isFormat || root.member("rules")?.elements.isEmpty == false, "\(file.name)")
    }
    let tests = try ChainTest.all(in: place)
    #expect(!tests.isEmpty)
    for test in tests {
      _ = try LocatedJSON.strict(test.before)
      if let after = test.after { _ = try LocatedJSON.strict(after) }
    }
  }
}
