import Foundation
import JSONText
import TestSupport
import Testing

@testable import JSONMigration
@testable import JSONMigrationAuthoring
@testable import JSONMigrationCore
@testable import JSONMigrationTesting

/// Each step of whole formats is drafted again, from what its documents were before and after it.
@Suite struct ChainDraftTests {
  /// A step, with what its documents show, and what its author's rules do.
  struct Passage {
    let name: String
    let samples: [StepSample]
    private let rules: RuleSet
    private let step: Step

    init(_ rules: RuleSet, _ step: Step, _ samples: [StepSample], name: String) {
      (self.rules, self.step, self.samples, self.name) = (rules, step, samples, name)
    }

    /// What the author's rules make of a document; nil where they refuse it.
    func result(for document: JSON) -> JSON? {
      var trial = StepTrial(rules, rules.format, step)
      guard case .after(let result) = trial.outcome(of: document) else { return nil }
      return result
    }
  }

  /// The steps of a folder of rules, with the documents that are of their versions, or come to be
  /// by the steps before, and with their tests.
  private static func passages(rules folder: URL, documents: [URL]) throws -> [Passage] {
    let migrator = try Migrator(rulesAt: folder, generator: .fixed)
    let documents = documents.compactMap { url -> (name: String, json: JSON)? in
      // Documents that people write by hand have comments.
      guard let data = try? Data(contentsOf: url),
        let json = try? LocatedJSON.parse(Array(data)).root.json
      else { return nil }
      return (url.lastPathComponent, json)
    }
    return try migrator.rules.format.chain.steps.map { step in
      let start = try migrator.targeting(step.from[0])
      let end = try migrator.targeting(step.to)
      var samples: [StepSample] = []
      for (name, document) in documents {
        guard let old = try? start.migrate(document), let new = try? end.migrate(old) else {
          continue
        }
        samples.append(StepSample(name: name, before: old, after: new))
      }
      for test in step.tests {
        guard case .after(let after) = test.outcome else { continue }
        samples.append(StepSample(name: test.name, before: test.before, after: after))
      }
      let plain = samples.map { $0.removingVersions(migrator.withoutVersion) }
      return Passage(
        migrator.rules, step, plain,
        name: "\(folder.deletingLastPathComponent().lastPathComponent) to \(step.to)")
    }
  }

  /// What is learned with up to three answers of the author.
  private static func learned(_ passage: Passage) -> LearnedRules {
    var samples = passage.samples
    var learned = RuleLearner(samples).learned()
    for number in 0..<3 {
      guard
        let (document, answer) = learned.questions.lazy.compactMap({ question in
          passage.result(for: question.document).map { (question.document, $0) }
        }).first
      else { break }
      samples.append(
        StepSample(name: "answer \(number)", before: document, after: answer, isAnswer: true))
      learned = RuleLearner(samples).learned()
    }
    return learned
  }

  /// The share of documents like the samples for which learned rules do what the author's do, and
  /// the first one for which they don't.
  private static func shareRight(
    _ learned: LearnedRules, _ passage: Passage
  ) -> (share: Double, wrong: JSON?) {
    let terms = Terms()
    var making = Variations(
      of: passage.samples.map { terms.term($0.before) }, touching: [learned.rules], terms)
    let areObjects = passage.samples.allSatisfy { $0.before.object != nil }
    var own = RuleTrial(.array(learned.rules))
    var (right, all) = (0, 0)
    var wrong: JSON?
    for _ in 0..<80 {
      let document = making.next().json
      // What is no object where all samples are, rules that do the same may refuse or leave alone.
      guard document.object != nil || !areObjects, let wanted = passage.result(for: document)
      else { continue }
      all += 1
      if own?.result(for: document) == wanted {
        right += 1
      } else if wrong == nil {
        wrong = document
      }
    }
    return (all == 0 ? 1 : Double(right) / Double(all), wrong)
  }

  private static func check(_ passages: [Passage]) {
    #expect(passages.contains { !$0.samples.isEmpty })
    for passage in passages where !passage.samples.isEmpty {
      let learned = Self.learned(passage)
      #expect(learned.isComplete, "\(passage.name): \(JSON.array(learned.rules))")
      let (share, wrong) = Self.shareRight(learned, passage)
      let place = "\(passage.name): \(share), not for \(wrong?.description ?? "")"
      #expect(share >= 0.9, "\(place): \(JSON.array(learned.rules))")
    }
  }

  private static func files(in folder: URL, ending: String = ".json") -> [URL] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    return (names ?? []).filter { $0.hasSuffix(ending) }.map { folder.appending(path: $0) }
  }

  private static let package = URL(filePath: #filePath).appending(path: "../../../..")
    .standardizedFileURL

  /// A debug build takes seconds for most of them.
  private static let examples = Story.all.filter { Amount.isThorough || isSmall($0.name) }
  /// Of the strict poems all documents are refused, so there is nothing to learn from.
  private static let stories = Shared.names(in: "acceptance/stories")
    .filter { $0 != "poem-strict" && (Amount.isThorough || isSmall($0)) }

  private static func isSmall(_ name: String) -> Bool { ["poem", "user"].contains(name) }

  @Test(arguments: examples)
  func `each step of an example is drafted from its documents`(_ story: Story) throws {
    let rules = Self.package.appending(path: story.rulesPath)
    let documents =
      Self.files(in: Self.package.appending(path: story.path + "/documents"))
      + Self.files(in: rules.appending(path: "tests"), ending: ".before.json")
    Self.check(try Self.passages(rules: rules, documents: documents))
  }

  @Test(Shared.isThere, arguments: stories)
  func `each step of a story is drafted from its documents`(_ story: String) throws {
    let folder = try #require(Shared.folder).appending(path: "acceptance/stories/\(story)")
    let cases = Self.files(in: folder.appending(path: "cases"), ending: ".before.json")
    Self.check(
      try Self.passages(rules: folder.appending(path: "rules"), documents: cases))
  }
}
