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

  package init(name: String, before: JSON, after: JSON, isAnswer: Bool = false) {
    (self.name, self.before, self.after) = (name, before, after)
    self.isAnswer = isAnswer
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
  /// The samples, large ones with a few elements of each kind.
  let small: [StepSample]

  /// Whether they reproduce all samples.
  package var isComplete: Bool { unexplained.isEmpty }
}
