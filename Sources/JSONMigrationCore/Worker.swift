package import JSONText

/// Migrates one document after the other, and keeps its memory between them.
package struct Worker: ~Copyable {
  var engine: Engine
  private var flat: FlatDocument
  /// For documents with comments, of which everything is opened; made when the first of them comes.
  private var commented: Engine?
  /// Whether documents may have comments and trailing commas, which are kept.
  package var takesComments: Bool
  private var patience = Patience()
  /// How many documents went which way.
  package private(set) var ways = (short: 0, deep: 0, tree: 0)
  /// For documents in which more than the root is touched; made when the first of them comes.
  private var deep: FlatDocument?
  private var deepPatience = Patience()
  /// Which short way the last document went, if it was changed there.
  var lastWay: ShortWayTaken?

  enum ShortWayTaken { case root, deep }

  /// The short way is left alone for a while where documents are not for it.
  private struct Patience {
    var refusals = 0
    var pause = 0

    /// Whether to try.
    mutating func tries() -> Bool {
      if pause == 0 { return true }
      pause -= 1
      return false
    }

    mutating func note(_ isTaken: Bool) {
      refusals = isTaken ? 0 : refusals + 1
      if refusals == 8 { (refusals, pause) = (0, 256) }
    }
  }

  // Else all its parts are freed anew at each end of a function that has one.
  deinit {}

  /// A worker that brings documents to `target`, or to the newest version where that is nil.
  ///
  /// `source` is the version of documents that don't tell theirs; where it is nil, the rules say
  /// that.
  package init(
    _ migrator: Migrator, to target: Version? = nil, from source: Version? = nil,
    generator: GeneratedValues = .fixed, limits: Document.Limits = Document.Limits()
  ) throws(MigrationError) {
    let plan = try migrator.plan(to: target, from: source)
    engine = Engine(plan, limits: limits, generator: generator)
    takesComments = migrator.takesComments
    flat = FlatDocument(plan.shortcut, limits: limits)
  }

  /// Which rules have found something in any document so far.
  package var finds: RuleFinds {
    var finds = engine.finds
    flat.tellNotes(found: { finds.note($0) }, started: { finds.note(step: $0) })
    deep?.tellNotes(found: { finds.note($0) }, started: { finds.note(step: $0) })
    switch commented {
    case .some(let engine): finds.add(engine.finds)
    case .none: break
    }
    return finds
  }

  /// Whether `each` has led to any document so far.
  package var hasFoundEach: Bool {
    if engine.hasFoundEach || ways.short + ways.deep > 0 { return true }
    switch commented {
    case .some(let engine): return engine.hasFoundEach
    case .none: return false
    }
  }

  /// Runs `body` with the engine for documents with comments.
  mutating func withCommentEngine<Result>(
    _ body: (inout Engine) throws(MigrationError) -> Result
  ) throws(MigrationError) -> Result {
    var other: Engine
    if let known = commented.take() {
      other = known
    } else {
      other = Engine(
        engine.plan.guided(by: .everything), limits: engine.document.limits,
        generator: engine.generator)
    }
    // Ids go on from one document to the next, whatever is in them.
    other.generator = engine.generator
    other.chosenParts = engine.chosenParts
    do throws(MigrationError) {
      let result = try body(&other)
      engine.generator = other.generator
      engine.parts = other.parts
      commented = consume other
      return result
    } catch {
      engine.generator = other.generator
      commented = consume other
      throw error
    }
  }

  /// Begins a call of one or many documents: ids are counted from 1 again, and the time is asked
  /// for anew, once.
  package mutating func begin() { engine.generator.begin() }

  /// Lets `body` change the text that holds the documents.
  package mutating func withText<Result, Failure: Error>(
    _ body: (inout ByteBuffer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try engine.document.withSource(body)
  }

  /// Migrates the document in a range of the text, and adds the result to `out`.
  ///
  /// False if it was current; then nothing is added, and the result is what is in the range. Nor is
  /// anything where an error is thrown. `firstLine` is the number of its first line; nil where the
  /// text was made of a property list, and errors are to name paths.
  package mutating func migrate(
    _ range: Range<Int>, into out: inout ByteBuffer, named name: String, firstLine: Int? = 1
  ) throws(MigrationError) -> Bool {
    if takesComments,
      let isChanged = try migrateCommented(range, into: &out, named: name, firstLine: firstLine)
    {
      return isChanged
    }
    switch shorten(range, of: engine.document.text, into: &out) {
    case .changed: return true
    case .current: return false
    case .notMine: return try grow(range, into: &out, named: name, firstLine: firstLine)
    }
  }

  /// As `migrate` with the document in a range of another text, which is copied where that needs a
  /// tree.
  package mutating func migrate(
    _ range: Range<Int>, of text: ByteView, into out: inout ByteBuffer, named name: String,
    firstLine: Int?
  ) throws(MigrationError) -> Bool {
    if !takesComments {
      switch shorten(range, of: text, into: &out) {
      case .changed: return true
      case .current: return false
      case .notMine: break
      }
    }
    load { $0.append(range, of: text) }
    return try migrateByTree(0..<range.count, into: &out, named: name, firstLine: firstLine)
  }

  /// Migrates the document in a range of the text by a tree, which may have comments.
  mutating func migrateByTree(
    _ range: Range<Int>, into out: inout ByteBuffer, named name: String, firstLine: Int?
  ) throws(MigrationError) -> Bool {
    if takesComments,
      let isChanged = try migrateCommented(range, into: &out, named: name, firstLine: firstLine)
    {
      return isChanged
    }
    return try grow(range, into: &out, named: name, firstLine: firstLine)
  }

  /// Whether the document in a range of another text is of the format; of many in it, whether
  /// any is.
  package mutating func isOfFormat(
    _ range: Range<Int>, of text: ByteView, named name: String, firstLine: Int?
  ) throws(MigrationError) -> Bool {
    try read(range, of: text, named: name, firstLine: firstLine)
    do {
      return try engine.isOfFormat()
    } catch {
      throw MigrationError(engine.diagnostic(for: error, name: name, firstLine: firstLine))
    }
  }

  /// Reads the document in a range of another text, without its comments.
  mutating func read(
    _ range: Range<Int>, of text: ByteView, named name: String, firstLine: Int?
  ) throws(MigrationError) {
    load { $0.append(range, of: text) }
    if takesComments { try blankComments(in: 0..<range.count, named: name, firstLine: firstLine) }
    do {
      try engine.read(0..<range.count)
    } catch {
      throw MigrationError(engine.diagnostic(for: error, name: name, firstLine: firstLine))
    }
  }

  /// Migrates the document in a range of the text by a tree.
  private mutating func grow(
    _ range: Range<Int>, into out: inout ByteBuffer, named name: String, firstLine: Int?
  ) throws(MigrationError) -> Bool {
    do {
      try engine.read(range)
      let isChanged = try engine.migrate()
      if isChanged { try engine.document.write(into: &out) }
      return isChanged
    } catch {
      throw MigrationError(engine.diagnostic(for: error, name: name, firstLine: firstLine))
    }
  }

  /// Whether the document that came out as it was has documents in it, and none is of the format.
  package var hadOnlyOthers: Bool {
    engine.parts.own == 0 && engine.parts.firstOther != nil
  }

  /// The error for the first document in the last one that is not of the format, if one isn't.
  package func wrongPart(named name: String, firstLine: Int?) -> MigrationError? {
    guard let other = engine.parts.firstOther,
      let when = engine.plan.rules.format.when
    else { return nil }
    return MigrationError(
      engine.diagnostic(
        for: Engine.wrongFormat(other, when), name: name, firstLine: firstLine))
  }

  /// Migrates the document in a range of the text, and tells how that goes.
  ///
  /// `keepingValues` tells whether each step is to know where edited values were.
  package mutating func trace(
    _ range: Range<Int>, named name: String, firstLine: Int? = 1, keepingValues: Bool = false
  ) -> Trace {
    var failure: MigrationError?
    do {
      if takesComments { try blankComments(in: range, named: name, firstLine: firstLine) }
      try engine.trace(range, keepingValues: keepingValues)
    } catch {
      failure =
        error as? MigrationError
        ?? MigrationError(engine.diagnostic(for: error, name: name, firstLine: firstLine))
    }
    var trace = engine.tracer?.trace ?? Trace()
    engine.tracer = nil
    trace.failure = failure
    return trace
  }

  /// What is in a range of the text, with the comments that were blanked there.
  package func original(of range: Range<Int>) -> [UInt8] {
    engine.document.original(of: range) ?? engine.document.text[range].array
  }

  /// How a value came to be what it is, of the document that was traced last; nil if the path,
  /// which has only names and indices, leads nowhere in the result.
  package mutating func history(of path: JSONPath, in trace: Trace) throws -> Trace.History? {
    try engine.history(of: path, in: trace)
  }

  /// Goes the short way, if it is one for the document in this range of the text.
  private mutating func shorten(
    _ range: Range<Int>, of text: ByteView, into out: inout ByteBuffer
  ) -> FlatDocument.Outcome {
    lastWay = nil
    engine.parts = Engine.Parts()
    if patience.tries() {
      let outcome = flat.run(text, range, into: &out)
      patience.note(!outcome.isNotMine)
      if !outcome.isNotMine {
        ways.short += 1
        if outcome == .changed { lastWay = .root }
        return outcome
      }
    }
    guard engine.plan.hasDeepShortcut, deepPatience.tries() else {
      ways.tree += 1
      return .notMine
    }
    let outcome = shortenDeep(range, of: text, into: &out)
    deepPatience.note(!outcome.isNotMine)
    if outcome.isNotMine { ways.tree += 1 } else { ways.deep += 1 }
    if outcome == .changed { lastWay = .deep }
    return outcome
  }

  private mutating func shortenDeep(
    _ range: Range<Int>, of text: ByteView, into out: inout ByteBuffer
  ) -> FlatDocument.Outcome {
    if deep == nil {
      deep = FlatDocument(engine.plan.deepShortcut, limits: engine.document.limits)
    }
    return deep?.run(text, range, into: &out) ?? .notMine
  }

  /// Migrates a document.
  package mutating func migrate(
    _ document: [UInt8], named name: String
  ) throws(MigrationError) -> [UInt8] {
    load { $0.append(contentsOf: document) }
    var out = ByteBuffer(capacity: document.count + 256)
    guard try migrate(0..<document.count, into: &out, named: name) else { return document }
    return out.view[0..<out.count].array
  }

  /// Whether the document that was migrated last, which is in this range of the text, says its
  /// version, or its format has none to say.
  package mutating func saysVersion(_ range: Range<Int>) -> Bool {
    if let saidVersion { return saidVersion }
    guard (try? engine.read(range)) != nil else { return true }
    return (try? engine.saysVersion()) ?? true
  }

  /// A warning about the document that was migrated last, which is in this range of the text, if
  /// its version may stand where it isn't read.
  package mutating func unreadVersion(
    _ range: Range<Int>, named name: String, firstLine: Int?
  ) -> Diagnostic? {
    guard saidVersion != true, (try? engine.read(range)) != nil else { return nil }
    return engine.unreadVersion(named: name, firstLine: firstLine)
  }

  /// What the short way saw of the last document, if it went that.
  private var saidVersion: Bool? {
    guard let lastWay else { return nil }
    if lastWay == .root { return flat.saidVersion }
    switch deep {
    case .some(let deep): return deep.saidVersion
    case .none: return nil
    }
  }

  /// Takes a document in, in place of the one before.
  mutating func load(_ append: (inout ByteBuffer) -> Void) {
    engine.document.withSource { source in
      source.truncate(to: 0)
      append(&source)
    }
  }
}

// MARK: - One document of its own

extension Worker {
  /// Where a document is that was migrated.
  enum Whereabouts {
    /// It was current, and is the worker's text as it is.
    case text
    /// It was made by the short way, and is in the buffer that was given for it.
    case buffer
    /// It is open in the engine.
    case engine(isChanged: Bool)
  }

  /// Migrates the document that was loaded, and leaves it where it comes to be.
  mutating func open(
    named name: String, buffer: inout ByteBuffer, keepingComments: Bool
  ) throws(MigrationError) -> Whereabouts {
    buffer.truncate(to: 0)
    if takesComments {
      let range = 0..<engine.document.text.count
      if !keepingComments {
        try blankComments(in: range, named: name)
      } else if let isChanged = try migrateCommented(
        range, into: &buffer, named: name, firstLine: 1)
      {
        buffer.seal()
        return isChanged ? .buffer : .text
      }
    }
    let text = engine.document.text
    switch shorten(0..<text.count, of: text, into: &buffer) {
    case .current: return .text
    case .changed:
      buffer.seal()
      return .buffer
    case .notMine:
      return .engine(isChanged: try run(named: name) { engine in try engine.migrate() })
    }
  }

  /// Adds the document that is open in the engine.
  mutating func write(
    into out: inout ByteBuffer, named name: String
  ) throws(MigrationError) {
    do {
      try engine.document.write(into: &out)
    } catch {
      throw MigrationError(engine.diagnostic(for: error, name: name))
    }
  }

  /// The version of the document that was loaded.
  mutating func version(
    named name: String, firstLine: Int = 1
  ) throws(MigrationError) -> Version {
    if takesComments { try blankComments(in: 0..<engine.document.text.count, named: name) }
    return try run(named: name, firstLine: firstLine) { engine in try engine.version() }
  }

  /// Reads the document that was loaded, which is open in the engine then as it is.
  mutating func read(named name: String) throws(MigrationError) {
    if takesComments { try blankComments(in: 0..<engine.document.text.count, named: name) }
    try run(named: name) { _ in }
  }

  /// Writes the target's version into the document that was loaded, which is open in the engine
  /// then.
  mutating func stamp(named name: String, isPart: Bool) throws(MigrationError) {
    try run(named: name) { engine in try engine.stamp(isPart: isPart) }
  }

  private mutating func run<Result>(
    named name: String, firstLine: Int = 1, _ body: (inout Engine) throws -> Result
  ) throws(MigrationError) -> Result {
    do {
      try engine.read(0..<engine.document.text.count)
      return try body(&engine)
    } catch {
      throw MigrationError(engine.diagnostic(for: error, name: name, firstLine: firstLine))
    }
  }
}
