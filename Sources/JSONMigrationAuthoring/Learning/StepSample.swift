internal import JSONMigrationCore
package import JSONText

/// A document before a step and after it.
package struct StepSample: Sendable {
  /// What messages call it.
  package let name: String
  package let before: JSON
  package let after: JSON
  /// Whether it is the answer to a question, which rules for the other samples raised.
  package let isAnswer: Bool
  /// Whether a member of both documents held their versions, which were taken out.
  private(set) var heldVersion = false

  package init(name: String, before: JSON, after: JSON, isAnswer: Bool = false) {
    (self.name, self.before, self.after) = (name, before, after)
    self.isAnswer = isAnswer
  }
}

extension StepSample {
  /// The sample with other documents.
  func with(_ before: JSON, becoming after: JSON) -> StepSample {
    var sample = StepSample(name: name, before: before, after: after, isAnswer: isAnswer)
    sample.heldVersion = heldVersion
    return sample
  }

  /// The sample without the versions of its documents, and without what one of them has only to
  /// hold its version.
  package func removingVersions(_ removed: (JSON) -> JSON) -> StepSample {
    let (old, new) = (removed(before), removed(after))
    var sample = StepSample(
      name: name, before: Self.pruned(old, before, beside: new),
      after: Self.pruned(new, after, beside: old), isAnswer: isAnswer)
    let (olds, news) = (before.object ?? [:], after.object ?? [:])
    sample.heldVersion = olds.contains { key, value in
      news[key] != nil && old.object?[key] != value
    }
    return sample
  }

  /// A document without the objects that are empty since the version is gone, as far as the other
  /// document doesn't have them.
  private static func pruned(_ stripped: JSON, _ whole: JSON, beside other: JSON?) -> JSON {
    guard stripped != whole, var object = stripped.object else { return stripped }
    for (key, inner) in stripped.object ?? [:] {
      guard let held = whole.object?[key], held != inner else { continue }
      let beside = other?.object?[key]
      let pruned = pruned(inner, held, beside: beside)
      // In two branches: in a single expression `nil` would be the value null.
      if pruned.object?.isEmpty == true, beside == nil {
        object[key] = nil
      } else {
        object[key] = pruned
      }
    }
    return .object(object)
  }
}

/// A place of a sample that the rules of a draft don't bring about.
package struct Unexplained: Sendable {
  /// The name of the sample.
  package let sample: String
  /// Where in the document: `$.panels[0].title`.
  package let place: String
  /// What the rules make of it; nil where nothing is there.
  package let found: JSON?
  /// What it was to become; nil where nothing is to be there.
  package let wanted: JSON?
  /// Why that is, where more can be said than that no rule does it.
  package var why: String?
}

/// A document that parts rules which all fit the samples.
package struct DraftQuestion: Sendable {
  package let document: JSON
  /// What becomes of it, the most likely first; each is an answer.
  package let answers: [JSON]
  /// What the question is about, where that can be said in words.
  package let words: String?
}

/// Rules that were learned from samples.
package struct LearnedRules: Sendable {
  package let rules: [JSON]
  /// How many of the samples the rules reproduce.
  package let reproduced: Int
  /// The first place of each sample that they don't reproduce.
  package let unexplained: [Unexplained]
  package let questions: [DraftQuestion]
  /// Whether the time was over before all was tried.
  package let wasEnded: Bool
  /// Whether it was given up, for all that is left was too much work.
  package let wasTooMuch: Bool
  /// How many ids the new documents have that differ from run to run.
  let newIDs: Int
  /// The samples, large ones with a few elements of each kind.
  let small: [StepSample]
  /// Where values are that no rule tells, as paths of rules; what the samples have there is left
  /// out.
  package private(set) var untold: [String] = []

  /// Whether they reproduce all samples.
  package var isComplete: Bool { unexplained.isEmpty }

  /// The same rules, of which something else is known that they don't explain.
  func leaving(_ unexplained: [Unexplained], of samples: Int) -> LearnedRules {
    var learned = LearnedRules(
      rules: rules, reproduced: samples - unexplained.count, unexplained: unexplained,
      questions: unexplained.isEmpty ? questions : [], wasEnded: wasEnded,
      wasTooMuch: wasTooMuch, newIDs: newIDs, small: small)
    learned.untold = untold
    return learned
  }

  /// The same rules, which were learned from samples without what is at some places.
  func leaving(_ ways: [Way], of samples: [StepSample]) -> LearnedRules {
    var places: [Unexplained] = []
    for sample in samples {
      if let known = unexplained.first(where: { $0.sample == sample.name }) {
        places.append(known)
        continue
      }
      for way in ways {
        guard let wanted = way.values(in: sample.after).first else { continue }
        places.append(
          Unexplained(
            sample: sample.name, place: "$" + way.asked.dropFirst(), found: nil, wanted: wanted))
        break
      }
    }
    var learned = leaving(places, of: samples.count)
    learned.untold = ways.map(\.text)
    return learned
  }
}
