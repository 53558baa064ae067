import Foundation
import JSONMigration
import JSONMigrationAuthoring
import JSONMigrationCore
import JSONText

/// A step with its samples and its author's rules.
struct LearnSubject {
  /// What tells it from other steps of its chain.
  let name: String
  let samples: [StepSample]
  let ruleBytes: Int
  private let rules: JSON
  private let migrator: Migrator
  /// The member of the documents that holds their version.
  private let versionKey: String?

  /// The steps of a folder with rules and cases: each with its documents as the steps before leave
  /// them.
  static func all(in folder: URL) -> [LearnSubject] {
    let cases = folder.appending(path: "cases")
    let rules = folder.appending(path: "rules")
    guard let migrator = try? Migrator(rulesAt: rules, generator: .fixed),
      let names = try? FileManager.default.contentsOfDirectory(atPath: cases.path).sorted()
    else { return [] }
    let pairs = names.filter { $0.hasSuffix(".before.json") }.compactMap {
      name -> StepSample? in
      let after = name.replacing(".before.json", with: ".after.json")
      guard let old = value(cases.appending(path: name)) else { return nil }
      // A case with a clock of its own is run again by the clock of tests.
      let hasClock = names.contains(name.replacing(".before.json", with: ".options.json"))
      guard let new = hasClock ? (try? migrator.migrate(old)) : value(cases.appending(path: after))
      else { return nil }
      return StepSample(name: name, before: old, after: new)
    }
    let steps = steps(in: rules)
    if steps.count < 2 {
      // What is current already shows nothing of the step.
      let pairs = pairs.filter { (try? migrator.version(of: $0.before)) != migrator.newest }
      return LearnSubject("", pairs, steps.first?.rules ?? [], migrator).map { [$0] } ?? []
    }
    let versions = migrator.versions
    return zip(versions, versions.dropFirst()).compactMap { from, to in
      guard let start = try? migrator.targeting(from), let end = try? migrator.targeting(to),
        let step = steps.first(where: { $0.to == to.value })
      else { return nil }
      let samples = pairs.compactMap { pair -> StepSample? in
        guard let old = try? start.migrate(pair.before), let new = try? end.migrate(old) else {
          return nil
        }
        return StepSample(name: pair.name, before: old, after: new)
      }
      return LearnSubject(" \(from) to \(to)", samples, step.rules, migrator)
    }
  }

  private init?(_ name: String, _ pairs: [StepSample], _ rules: JSON, _ migrator: Migrator) {
    guard !pairs.isEmpty else { return nil }
    self.name = name
    self.migrator = migrator
    self.rules = rules
    ruleBytes = rules.description.utf8.count
    // As in a folder of rules, the format tells where the version is; some steps here write it by
    // a rule, and their documents count up.
    let samples = pairs.map { $0.removingVersions(migrator.withoutVersion) }
    let key = Self.versionKey(samples)
    versionKey = key
    self.samples = samples.map { sample in
      StepSample(
        name: sample.name, before: Self.without(key, sample.before),
        after: Self.without(key, sample.after))
    }
  }

  /// What the author's rules make of a document; nil where they refuse it.
  func authorsResult(for document: JSON) -> JSON? {
    // Most steps need nothing beside them, and run alone.
    if var trial = RuleTrial(rules) {
      return trial.result(for: document).map { unversioned($0, from: document) }
    }
    return (try? migrator.migrate(document)).map { unversioned($0, from: document) }
  }

  private func unversioned(_ result: JSON, from document: JSON) -> JSON {
    let sample = StepSample(name: "", before: document, after: result)
    return Self.without(versionKey, sample.removingVersions(migrator.withoutVersion).after)
  }

  private static func value(_ file: URL) -> JSON? {
    (try? Data(contentsOf: file)).flatMap { try? JSON(parsing: $0) }
  }

  private static func steps(in folder: URL) -> [(to: JSON, rules: JSON)] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()) ?? []
    return names.filter { $0.hasSuffix(".json") && $0 != "format.json" }.compactMap { name in
      // Rule files may have comments.
      guard let data = try? Data(contentsOf: folder.appending(path: name)),
        let step = try? LocatedJSON.parse(Array(data)).root.json, let rules = step["rules"]
      else { return nil }
      return (step["to"] ?? .null, rules)
    }
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
