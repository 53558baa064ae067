import JSONText
import Testing

@testable import JSONMigrationCore

/// Every rule, document and test of the project's examples is run.
@Suite struct ExampleTests {
  @Test(arguments: (try? RecipeTests.recipes.get()) ?? [])
  func `a recipe does what it shows`(_ recipe: Recipe) throws {
    let migrator = try recipe.folder.migrator()
    for example in recipe.cases {
      let place = "\(RecipeTests.page):\(example.line)"
      switch example.outcome {
      case .after(let after):
        let result = try migrator.migrate(example.before, named: place)
        let text = String(decoding: result, as: UTF8.self)
        #expect(OrderedJSON(result) == OrderedJSON(after), "\(place) gave \(text)")
        if recipe.tellsVersions { #expect(try migrator.migrate(result) == result, "\(place)") }
      case .refused(let kind):
        #expect(migrator.kindOfFailure(example.before) == kind, "\(place)")
      }
    }
  }

  @Test(arguments: Story.all)
  func `documents of a story become what lies beside them`(_ story: Story) throws {
    for document in try story.documents() {
      let rules = try story.rules(for: document)
      let migrator = try rules.migrator()
      let result = try migrator.migrate(document.before, named: document.name)
      let after = String(decoding: document.after, as: UTF8.self)
      #expect(String(decoding: result, as: UTF8.self) == after)
      #expect(try migrator.migrate(result) == result, "\(document.name): the second run")
    }
  }

  @Test(arguments: RulePlaces.all)
  func `documents in tests become what lies beside them`(_ place: String) throws {
    let rules = try RuleFolder(at: place)
    let migrator = try rules.migrator()
    for test in try ChainTest.all(in: place) {
      if let after = test.after {
        let result = try migrator.migrate(test.before, named: test.name)
        #expect(try JSON(parsing: result) == JSON(parsing: after), "\(test.name)")
      } else {
        #expect(migrator.kindOfFailure(test.before) == test.fails, "\(test.name)")
      }
    }
  }

  @Test(arguments: RulePlaces.all)
  func `the tests of a step hold`(_ place: String) throws {
    let folder = try RuleFolder(at: place)
    for file in folder.files where !file.isFormat && !file.name.contains("/") {
      try Self.checkTests(of: file, in: folder, named: place + "/" + file.name)
    }
  }

  @Test func `the rules of the tour load, and the tests in them hold`() throws {
    for (line, folder) in try PageTests.folders(ofTour: PageTests.tour) {
      for file in folder.files where !file.isFormat {
        try Self.checkTests(of: file, in: folder, named: "\(PageTests.tour):\(line)")
      }
    }
  }

  /// Runs the step of a file alone on the documents of its tests.
  private static func checkTests(
    of file: RuleFolder.File, in folder: RuleFolder, named name: String
  ) throws {
    let step = try file.parsed()
    let rules = folder.alone(step, of: file)
    let migrator = try rules.migrator()
    for test in step.member("tests")?.elements ?? [] {
      let title = "\(name): \(test.member("name")?.text ?? "")"
      let before = Array(try #require(test.member("before"), "\(title)").json.description.utf8)
      if let after = test.member("after") {
        #expect(try JSON(parsing: migrator.migrate(before)) == after.json, "\(title)")
      } else {
        #expect(migrator.kindOfFailure(before) == test.member("fails")?.text, "\(title)")
      }
    }
  }
}
