import Foundation
import JSONMigration
import JSONMigrationAuthoring
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
        guard only.map({ name.contains($0) }) ?? true, let subject = LearnSubject(step) else {
          continue
        }
        let result = try judge(subject)
        print(result.line(name))
        score.add(result, to: project.lastPathComponent)
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
    let clock = ContinuousClock()
    let start = clock.now
    let learned = RuleLearner(samples) { clock.now - start > .seconds(9) }.learned(questions: 1)
    seconds = max(seconds, (clock.now - start) / .seconds(1))
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
    for round in 0..<Self.rounds {
      guard let question = last.questions.first,
        let answer = subject.authorsResult(for: question.document)
      else { break }
      if only != nil {
        print("  asks: \(question.words ?? "") \(question.document)")
        for found in question.answers { print("   \(found == answer ? "*" : " ") \(found)") }
        if !question.answers.contains(answer) { print("   > \(answer)") }
      }
      samples.append(StepSample(name: "answer \(round)", before: question.document, after: answer))
      last = Self.learned(samples, &result.seconds)
      result.questions += 1
    }
    return last
  }

  private func show(_ document: JSON, _ wanted: JSON, _ found: JSON?) {
    guard only != nil else { return }
    print("  of   \(document)\n  want \(wanted)\n  got  \(found?.description ?? "a failure")")
  }
}

/// A step with its samples and its author's rules.
struct LearnSubject {
  let samples: [StepSample]
  let ruleBytes: Int
  private let rules: JSON
  private let migrator: Migrator
  /// The member of the documents that holds their version.
  private let versionKey: String?

  init?(_ step: URL) {
    let cases = step.appending(path: "cases")
    guard
      let migrator = try? Migrator(
        rulesAt: step.appending(path: "rules"), generator: .fixed),
      let names = try? FileManager.default.contentsOfDirectory(atPath: cases.path).sorted()
    else { return nil }
    self.migrator = migrator
    var samples: [StepSample] = []
    for name in names where name.hasSuffix(".before.json") {
      let after = name.replacing(".before.json", with: ".after.json")
      guard let old = Self.value(cases.appending(path: name)),
        let new = Self.value(cases.appending(path: after))
      else { continue }
      samples.append(StepSample(name: name, before: old, after: new))
    }
    guard !samples.isEmpty else { return nil }
    let key = Self.versionKey(samples)
    versionKey = key
    self.samples = samples.map { sample in
      StepSample(
        name: sample.name, before: Self.without(key, sample.before),
        after: Self.without(key, sample.after))
    }
    rules = Self.rules(in: step.appending(path: "rules"))
    ruleBytes = rules.description.utf8.count
  }

  /// What the author's rules make of a document; nil where they refuse it.
  func authorsResult(for document: JSON) -> JSON? {
    // Most steps need nothing beside them, and run alone.
    if var trial = RuleTrial(rules) {
      return trial.result(for: document).map { Self.without(versionKey, $0) }
    }
    return (try? migrator.migrate(document)).map { Self.without(versionKey, $0) }
  }

  private static func value(_ file: URL) -> JSON? {
    (try? Data(contentsOf: file)).flatMap { try? JSON(parsing: $0) }
  }

  private static func rules(in folder: URL) -> JSON {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
    for name in names where name.hasSuffix(".json") && name != "format.json" {
      if let rules = value(folder.appending(path: name))?["rules"] { return rules }
    }
    return []
  }

  private static func versionKey(_ samples: [StepSample]) -> String? {
    let keys = (samples[0].before.object ?? [:]).map(\.key)
    return keys.first { key in
      key.lowercased().contains("version")
        && samples.allSatisfy { sample in
          guard let old = sample.before[key]?.number, let new = sample.after[key]?.number else {
            return false
          }
          return old < new
        }
    }
  }

  private static func without(_ key: String?, _ document: JSON) -> JSON {
    guard let key, var object = document.object else { return document }
    object[key] = nil
    return .object(object)
  }
}
