internal import JSONText

/// The road of one document: the steps that it went, and what each rule changed on the way.
package struct Trace: Sendable {
  /// The documents that were met: the one, or the many in a file, and nested ones.
  package internal(set) var documents: [FoundDocument] = []
  package internal(set) var steps: [Step] = []
  /// The rules that changed something, each once.
  package internal(set) var rules: [Site] = []
  /// The runs of rules that changed something, in order.
  var runs: [Run] = []
  /// Why the road ends before the target; the step that failed is the last one, without the rule
  /// that did.
  package var failure: MigrationError?

  /// A document with a version of its own.
  package struct FoundDocument: Sendable {
    /// Where it is in the text: `$` for the whole.
    package let path: String
    /// The version that it had.
    package let version: Version
  }

  /// What happened to one document from one version to the next, or to the one before.
  package struct Step: Sendable {
    /// Where the document is in the text.
    package let path: String
    package let from: Version
    package let to: Version
    /// What the step is for, as its file says.
    package let about: String?
    /// The text of the document before and after; that of a document inside another without white
    /// space, where it was changed.
    package let before: [UInt8]
    package internal(set) var after: [UInt8]
    package internal(set) var edits: [Edit] = []
    /// The rules that found nothing.
    package internal(set) var idle: [Idle] = []
    /// Whether it was gone to its end; the text after it is known then.
    package internal(set) var isDone = false
    /// The values that were edited in this step or in one before, where they are asked for.
    package internal(set) var values: [Value] = []
  }

  /// A value that was edited, and where it was when a step began and when it ended.
  package struct Value: Sendable {
    /// The number that its edits have, in all steps.
    package let number: Int
    /// Its path in the text; nil where it was not there.
    package let before: String?
    package let after: String?
  }

  /// A rule in its file.
  package struct Site: Sendable {
    package let verb: String
    package let place: Diagnostic.Place
    /// All of the rule, as it stands in its file.
    package let text: [UInt8]
  }

  /// A rule that found nothing in a document, and why, as far as that can be told.
  package struct Idle: Sendable {
    package let rule: Site
    package let reason: String?
    /// Whether it is most likely wrong, and not only for other documents.
    package let isMistake: Bool
    /// The path that found nothing and where it stands, where others of the rule found something.
    package let path: String?
    package let place: Diagnostic.Place
  }

  /// What a rule did to one value: it took it away, made it, brought it elsewhere, or wrote another
  /// one.
  package struct Edit: Sendable {
    /// The number of the rule among `rules`; nil where the version was written.
    package let rule: Int?
    /// Where and what it was; nil where it is new.
    package let before: Spot?
    /// Where and what it is then; nil where it was taken away.
    package let after: Spot?
    let change: Document.Change
    /// The number of the rule's run.
    let run: Int

    /// The number of the value, which it keeps wherever it goes.
    package var value: Int { Int(change.item.number) }
  }

  /// A value at a place.
  package struct Spot: Sendable {
    /// The path in the text at that time: `$.panels[0]`.
    package let path: String
    /// The value, without white space.
    package let value: [UInt8]
  }

  /// What one run of a rule made, and when.
  struct Run: Sendable {
    let before: Mark
    var after: Mark
    let derivations: [Derivation]
    /// Whether of several values for one place the last one stays.
    let takesLast: Bool
  }

  /// How a value of the result came to be there.
  package struct History: Sendable {
    /// The value in the result.
    package let spot: Spot
    /// The edits of it, of what it was in and of what is in it, in order.
    ///
    /// If the first of its own made the value, the rule did; else it was there from the beginning.
    package let edits: [(step: Int, edit: Edit)]
    /// Its bytes in the text, where it was there from the beginning, those of the source of a
    /// copy; nil if a rule made it.
    package let origin: Range<Int>?
    /// Whether the value is the same as that of its source.
    package var isCopy = false
    /// The values that a rule made it of, each as it was then.
    package var sources: [History] = []
  }
}

extension Trace.Site {
  init(_ rule: Rule, _ rules: RuleSet) {
    let file = rules.files[rule.file]
    self.init(
      verb: rule.name, place: file.place(rule.range),
      text: Array(file.bytes[rule.whole ?? rule.range]))
  }
}

extension Trace.Edit {
  init(_ change: Document.Change, by rule: Int?, in run: Int) {
    self.init(
      rule: rule, before: change.before.map { Trace.Spot($0) },
      after: change.after.map { Trace.Spot($0) }, change: change, run: run)
  }
}

extension Trace.Spot {
  init(_ spot: Document.Spot) {
    self.init(path: spot.path, value: spot.text)
  }
}
