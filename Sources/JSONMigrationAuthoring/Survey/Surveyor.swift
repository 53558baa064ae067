package import JSONMigrationCore
package import JSONText

/// Learns how documents stand and what rules would do with them, and changes none.
package struct Surveyor: ~Copyable {
  private var engine: Engine
  private let known: FamiliarKeys
  /// Whether documents may have comments and trailing commas.
  package var takesComments: Bool
  /// Whether a document of another format is left alone, as among many, and isn't one that fails.
  package var leavesOthersAlone = true
  /// Whether that is so of one that is newer than the rules.
  package var leavesNewerAlone = false
  /// What was learned so far.
  package private(set) var survey = Survey()

  /// A surveyor that would bring documents to `target`, or to the newest version where that is nil.
  ///
  /// `source` is the version of documents that don't tell theirs, and `cases` are the files in the
  /// folder `tests` of the rules.
  package init(
    _ migrator: Migrator, to target: Version? = nil, from source: Version? = nil,
    limits: Document.Limits = Document.Limits(), cases: [RuleSource]
  ) throws(MigrationError) {
    engine = Engine(try migrator.plan(to: target, from: source), limits: limits)
    known = FamiliarKeys(migrator.rules, cases: cases)
    takesComments = migrator.takesComments
  }

  /// Whether `each` has led to any document so far.
  package var hasFoundEach: Bool { engine.hasFoundEach }

  /// Lets `body` change the text that holds the documents.
  package mutating func withText<Result, Failure: Error>(
    _ body: (inout ByteBuffer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try engine.document.withSource(body)
  }

  /// Looks at the document in a range of the text, or at the many in it; what would change fails
  /// with `loss`.
  package mutating func look(
    at range: Range<Int>, named name: String, firstLine: Int? = 1, _ order: Survey.Order,
    ifChanged loss: MigrationError? = nil
  ) {
    var unseen: Set<[Survey.KeyStep]> = []
    engine.activity = Activity()
    do {
      if takesComments {
        try engine.blankComments(in: range, named: name, firstLine: firstLine)
      }
      try engine.read(range)
      unseen = unseenKeys()
      if survey.unreadVersion.isEmpty,
        let unread = engine.unreadVersion(named: name, firstLine: firstLine)
      {
        survey.add(unread: unread, order)
      }
      // Anew, so that all it may cost is there for the rules.
      try engine.read(range)
      guard let parts = try engine.partsOfDocument() else {
        if try engine.migrate(), let loss { throw loss }
        return note(nil, unseen, order)
      }
      var reasons: [Reason: [MigrationError]] = [:]
      for part in parts {
        engine.activity = Activity()
        do {
          if try engine.migratePart(part), let loss { throw loss }
          note(nil, unseen, order)
        } catch let error as RuleFailure where error.kind != .tooBig {
          // Those behind it may be good.
          let reason = Reason(kind: error.kind, rule: error.rule.map { ObjectIdentifier($0) })
          var told = reasons[reason] ?? []
          // Where it is takes time to find out, and of many only the first are shown.
          if told.count < Survey.Failure.most {
            told.append(
              MigrationError(engine.diagnostic(for: error, name: name, firstLine: firstLine)))
            reasons[reason] = told
          }
          note(told.last, unseen, order)
        }
        unseen = []
      }
    } catch {
      let error =
        error as? MigrationError
        ?? MigrationError(engine.diagnostic(for: error, name: name, firstLine: firstLine))
      note(error, unseen, order)
    }
  }

  /// What documents fail for.
  private struct Reason: Hashable {
    let kind: Diagnostic.Kind
    let rule: ObjectIdentifier?
  }

  /// Notes what became of a document, and the keys of its text that no rule and no test has.
  private mutating func note(
    _ error: MigrationError?, _ unseen: Set<[Survey.KeyStep]>, _ order: Survey.Order
  ) {
    if error?.kind == .wrongFormat, leavesOthersAlone { return survey.addForeign() }
    survey.add(unseen: unseen)
    var activity = engine.activity ?? Activity()
    let isLeft = error?.kind == .newerVersion && leavesNewerAlone
    if isLeft { activity.forgetRules() }
    survey.add(activity, isLeft ? nil : error, order)
  }

  /// Notes a text that could not even be read.
  package mutating func noteUnreadable(_ error: MigrationError, _ order: Survey.Order) {
    survey.add(unreadable: error, order)
  }

  /// The outermost keys of the document that neither a rule nor a test has.
  private mutating func unseenKeys() -> Set<[Survey.KeyStep]> {
    var unseen: Set<[Survey.KeyStep]> = []
    var pending = [(node: engine.root, position: known.root, path: [Survey.KeyStep]())]
    while let (node, position, path) = pending.popLast() {
      guard engine.document.isContainer(node),
        (try? engine.document.openItems(of: node)) != nil
      else { continue }
      let element =
        engine.document.kind(node) == .array
        ? (known.element(at: position), path + [.element]) : nil
      var items = engine.document.items(of: node)
      while let item = items.next(in: engine.document) {
        let isContainer = engine.document.isContainer(item)
        if let element {
          if isContainer { pending.append((item, element.0, element.1)) }
          continue
        }
        let key = engine.document.key(of: item)
        if let inside = known.position(of: key, at: position) {
          if isContainer { pending.append((item, inside, path + [.key(key)])) }
        } else {
          unseen.insert(path + [.key(Survey.Value(key).text)])
        }
      }
    }
    return unseen
  }
}
