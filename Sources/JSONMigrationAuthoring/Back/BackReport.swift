package import JSONMigrationCore
package import JSONText

/// How many documents come back from a step, of those that were tried.
package struct BackReport: Sendable {
  /// A document that comes back as another one, without an error.
  package struct Loss: Sendable {
    package let before: JSON
    package let between: JSON
    package let after: JSON
    /// The rule that changes it; the step if no single rule does.
    package let place: Diagnostic.Place
    package let rule: String?
    package let cause: Cause

    /// Why a document doesn't come back.
    package enum Cause: Sendable {
      /// It had something where the step puts something, and the way back takes that for the
      /// step's.
      case takesItsOwn
      /// An earlier rule made what the rule makes too.
      case takesAnothers
      /// An `undo` brings back something else.
      case undo
      /// The rule goes back only for some data, and these were not.
      case data
      case unknown
    }
  }

  /// The step, from its end to its start: `version 2 → 1`.
  package let step: String
  /// What keeps it from being gone back over, with the reason as label; none was tried then.
  package var obstacles: [Diagnostic.Place] = []
  /// How many documents came out of the step.
  package let tried: Int
  /// How many of them were refused on the way back, with an error.
  package let refused: Int
  /// How many came back as other documents.
  package let lost: Int
  /// One of a kind.
  package let losses: [Loss]
}

extension BackReport.Loss {
  /// The finding as a diagnostic.
  package var diagnostic: Diagnostic {
    Diagnostic(
      .lostGoingBack, "a document comes back as another one: \(words)", severity: .warning,
      at: place, notes: [shown])
  }

  /// Why, in words.
  package var words: String {
    let name = rule.map { "`\($0)`" } ?? "the step"
    return switch cause {
    case .takesItsOwn:
      "\(name) takes for its own what was there before; `require` can refuse such documents"
    case .takesAnothers:
      "\(name) takes for its own what an earlier rule made; `undo` with rules that have a `when` can "
        + "tell them apart"
    case .undo: "the `undo` of \(name) brings back something else"
    case .data: "\(name) can't tell which of two documents it was"
    case .unknown: "\(name) goes back to another document than there was"
    }
  }

  /// The document, what becomes of it, and what comes back.
  package var shown: String {
    [before, between, after].map { Printable.text(of: $0.description) }.joined(separator: " → ")
  }
}
