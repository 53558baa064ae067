import Foundation
import JSONMigration
import JSONMigrationAuthoring
import JSONMigrationCore
import JSONText

/// Learns the steps of projects from their cases, and judges it on documents that were not among
/// them.
///
/// The question is: does what was learned make of these what the author's rules make?
///
/// A folder has projects, these have steps, and a step has `rules` and `cases`, as the acceptance
/// corpora do.
struct LearnEvaluation {
  private let folder: URL
  /// Only steps whose names contain this are tried, and told at length.
  private let only: String?

  /// The documents on which a step is judged.
  private static let judged = 80
  /// Rules shorter than this count as a small step.
  private static let small = 250
  private static let rounds = 3

  init(_ arguments: [String]) throws {
    guard let path = arguments.first, arguments.count <= 2 else {
      throw BenchmarkError(BenchmarkMain.usage)
    }
    folder = URL(filePath: path)
    only = arguments.dropFirst().first
  }

  func run() throws {
    var score = LearnScore()
    for project in try Self.names(in: folder) {
      for step in try Self.names(in: project) {
        let name = "\(project.lastPathComponent)/\(step.lastPathComponent)"
        guard only.map({ name.contains($0) }) ?? true else { continue }
        for subject in LearnSubject.all(in: step) {
          let result = try judge(subject)
          print(result.line(name + subject.name))
          score.add(result, to: project.lastPathComponent)
        }
      }
    }
    print(score.text)
  }

  private static func names(in folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .sorted { $0.path < $1.path }
  }

  private func judge(_ subject: LearnSubject) throws -> LearnResult {
    var result = LearnResult(isSmall: subject.ruleBytes < Self.small)
    let first = Self.learned(subject.samples, &result.seconds)
    result.rules = .array(first.rules)
    result.isComplete = first.isComplete
    result.isSound = try Self.draftIsSound(subject.samples)
    let asked = try askingThrice(subject, first, &result)
    if only != nil { print("  then \(JSON.array(asked.rules))") }
    var own = RuleTrial(.array(first.rules))
    var later = RuleTrial(.array(asked.rules))
    var maker = DocumentMaker(of: subject.samples.map(\.before))
    for _ in 0..<Self.judged {
      let document = maker.next()
      guard let wanted = subject.authorsResult(for: document) else { continue }
      let found = own?.result(for: document)
      result.documents += 1
      if found == wanted { result.right += 1 } else { show(document, wanted, found) }
      if later?.result(for: document) == wanted { result.rightLater += 1 }
      if document == wanted { result.unchanged += 1 }
    }
    return result
  }

  private static func learned(_ samples: [StepSample], _ seconds: inout Double) -> LearnedRules {
    let start = processorSeconds()
    let learned = RuleLearner(samples) { processorSeconds() - start > 9 }.learned()
    seconds = max(seconds, processorSeconds() - start)
    return learned
  }

  /// Whether the draft has rules and tests, and can be read with them.
  private static func draftIsSound(_ samples: [StepSample]) throws -> Bool {
    let draft = try StepDrafting(.new(formatName: "a"), to: nil, samples: samples).draft()
    guard let format = draft.formatText, !draft.rules.isEmpty || draft.learned.rules.isEmpty,
      let migrator = try? Migrator(rules: [
        RuleSource(name: "format.json", bytes: Array(format.utf8)),
        RuleSource(name: draft.file, bytes: Array(draft.text.utf8)),
      ])
    else { return false }
    var tests = RuleTests(migrator)
    return tests.run(cases: [], in: "tests").allSatisfy { $0.failure == nil }
  }

  /// What is learned when the author answers three questions.
  private func askingThrice(
    _ subject: LearnSubject, _ first: LearnedRules, _ result: inout LearnResult
  ) throws -> LearnedRules {
    var samples = subject.samples
    var last = first
    while result.questions < Self.rounds {
      // What the author's rules refuse has no answer; it was asked all the same.
      var answered: (question: DraftQuestion, answer: JSON)?
      for question in last.questions where answered == nil && result.questions < Self.rounds {
        result.questions += 1
        answered = subject.authorsResult(for: question.document).map { (question, $0) }
      }
      guard let (question, answer) = answered else { break }
      if only != nil {
        print("  asks: \(question.words ?? "") \(question.document)")
        for found in question.answers { print("   \(found == answer ? "*" : " ") \(found)") }
        if !question.answers.contains(answer) { print("   > \(answer)") }
      }
      samples.append(
        StepSample(
          name: "answer \(result.questions)", before: question.document, after: answer,
          isAnswer: true))
      last = Self.learned(samples, &result.seconds)
    }
    return last
  }

  private func show(_ document: JSON, _ wanted: JSON, _ found: JSON?) {
    guard only != nil else { return }
    print("  of   \(document)\n  want \(wanted)\n  got  \(found?.description ?? "a failure")")
  }
}
