internal import JSONText

/// What an engine keeps while it gathers a trace.
struct Tracer {
  var trace = Trace()
  /// The roads that documents are on, that of a nested document last.
  var open: [OpenRoad] = []
  /// All edits before this are told.
  var mark: Mark
  /// Where elements stood then.
  var positions = Positions()
  /// Whether edited values are to be known in each step.
  var keepsValues = false
  /// What the rules since then are about to make.
  var derivations: [Derivation] = []
  /// Whether what is done is told by somebody else, who asks only what was made of what.
  var isQuiet = false
  /// The numbers that rules have in the trace.
  var numbers: [ObjectIdentifier: Int] = [:]

  /// What rules have found in the step at work of the whole document.
  var finds: Finds { open.first?.finds ?? Finds() }

  /// The step at work.
  var step: Int? { open.last?.step }

  /// Goes on to the next step of the innermost document.
  mutating func begin(_ step: Trace.Step, of root: NodeID, at beginning: Mark) {
    open[open.count - 1].step = trace.steps.count
    open[open.count - 1].beginning = beginning
    open[open.count - 1].root = root
    open[open.count - 1].finds = Finds()
    trace.steps.append(step)
  }

  /// Ends the road of the innermost document; what was edited in it was so in the one around it.
  mutating func endRoad() {
    guard let road = open.popLast(), !open.isEmpty else { return }
    for item in road.values { open[open.count - 1].note(item) }
  }

  /// Notes an edit in the step at work.
  mutating func note(_ edit: Trace.Edit) {
    guard let step else { return }
    if keepsValues { open[open.count - 1].note(edit.change.item) }
    trace.steps[step].edits.append(edit)
  }

  /// Whether to ask why a rule, or a path of it, has found nothing in a scope of the step at work.
  mutating func asksWhyIdle(_ rule: Rule, path: Int? = nil) -> Bool {
    open[open.count - 1].finds.asksWhyIdle(Finder(rule, path))
  }

  /// Notes that a rule of the step at work has found something, or a path of it.
  mutating func noteFound(_ rule: Rule, path: Int? = nil) {
    open[open.count - 1].finds.found.insert(Finder(rule, path))
  }

  /// Notes why a rule of the step at work has found nothing, or a path of it.
  mutating func noteIdle(_ rule: Rule, path: Int? = nil, _ reason: NothingReason?) {
    open[open.count - 1].finds.noteIdle(rule, path, reason)
  }

  /// The number that a rule has in the trace.
  mutating func number(of rule: Rule?, _ rules: RuleSet) -> Int? {
    guard let rule else { return nil }
    if let known = numbers[ObjectIdentifier(rule)] { return known }
    let number = trace.rules.count
    numbers[ObjectIdentifier(rule)] = number
    trace.rules.append(Trace.Site(rule, rules))
    return number
  }
}

extension Tracer {
  /// Which rules of a step found nothing in a document so far, and which did.
  struct Finds {
    private(set) var idle: [(rule: Rule, path: Int?, reason: NothingReason?)] = []
    fileprivate var found: Set<Finder> = []
    /// How often it was asked why, and which of `idle` has the answer.
    private var asked: [Finder: (times: Int, index: Int?)] = [:]

    /// A scope among the first of many may show more than the very first.
    private static var mostScopes: Int { 8 }

    fileprivate mutating func asksWhyIdle(_ finder: Finder) -> Bool {
      let (times, index) = asked[finder] ?? (0, nil)
      guard times < Self.mostScopes, index.map({ idle[$0].reason?.isMistake }) != true else {
        return false
      }
      asked[finder] = (times + 1, index)
      return true
    }

    fileprivate mutating func noteIdle(_ rule: Rule, _ path: Int?, _ reason: NothingReason?) {
      let finder = Finder(rule, path)
      if let index = asked[finder]?.index {
        if reason.saysMore(than: idle[index].reason) { idle[index].reason = reason }
      } else {
        asked[finder]?.index = idle.count
        idle.append((rule, path, reason))
      }
    }

    /// The rules that found something.
    var foundRules: Set<ObjectIdentifier> { Set(found.lazy.map(\.rule)) }

    /// The rules that found nothing at all, and the paths of others that didn't.
    var nothings: [(rule: Rule, path: Int?, reason: NothingReason?)] {
      idle.filter { !found.contains(Finder($0.rule, $0.path)) }
    }
  }
}

/// A rule that looks for something, or one of its paths.
private struct Finder: Hashable {
  let rule: ObjectIdentifier
  let path: Int?

  init(_ rule: Rule, _ path: Int?) { (self.rule, self.path) = (ObjectIdentifier(rule), path) }
}

/// A document on its way, while a trace is gathered.
struct OpenRoad {
  /// The number of the step at work; nil before the first one.
  var step: Int?
  /// When it began, and what the document was then.
  var beginning: Mark
  var root: NodeID
  /// What the rules of the step at work have found in it.
  var finds = Tracer.Finds()
  /// The values in it that were edited, in the order of their first edits.
  private(set) var values: [NodeID] = []
  private(set) var known: Set<NodeID> = []

  init(_ root: NodeID, at beginning: Mark) { (self.root, self.beginning) = (root, beginning) }

  mutating func note(_ item: NodeID) {
    if known.insert(item).inserted { values.append(item) }
  }
}

/// Gathering a trace, from what the journal of the editor has.
///
/// Every value of the document is a node then, so that the journal speaks of values only.
extension Engine {
  /// Migrates the document in a range of the text; from then on the engine has a tracer.
  ///
  /// `keepingValues` tells whether each step is to know where edited values were.
  mutating func trace(_ range: Range<Int>, keepingValues: Bool) throws {
    if !plan.opensAll { adopt(plan.guided(by: .everything)) }
    tracer = nil
    try read(range)
    tracer = Tracer(mark: document.mark(), keepsValues: keepingValues)
    _ = try migrate()
  }

  /// Runs a step alone on a document, as a test does: the tracer knows then what its rules found,
  /// as far as they ran.
  ///
  /// Not inlined: with an engine of its own around it, that took the compiler half a second.
  @inline(never)
  mutating func traceAlone(_ step: Step, on document: [UInt8]) -> Tracer? {
    if !plan.opensAll { adopt(plan.guided(by: .everything)) }
    defer { tracer = nil }
    _ = try? bytes(for: document) { engine in
      let mark = engine.document.mark()
      engine.tracer = Tracer(mark: mark)
      try engine.beginRoad()
      engine.target = step.to
      try engine.beginStep(from: step.to, to: step.to, about: nil)
      try engine.run(step.rules, in: nil)
    }
    return tracer
  }

  /// Notes a document and its version.
  mutating func noteDocument(_ version: Version) throws {
    let path = try pathOfDocument()
    tracer?.trace.documents.append(Trace.FoundDocument(path: path, version: version))
  }

  /// Notes that a document goes its first step.
  mutating func beginRoad() throws {
    guard let tracer else { return }
    var road = OpenRoad(root, at: tracer.mark)
    if let outer = tracer.open.last, !outer.known.isEmpty {
      // What was edited on the way to it.
      var pending = [root]
      while let value = pending.popLast() {
        try document.charge(1)
        if outer.known.contains(value) { road.note(value) }
        guard document.isContainer(value) else { continue }
        var items = document.items(of: value)
        while let item = items.next(in: document) { pending.append(item) }
      }
    }
    self.tracer?.open.append(road)
  }

  /// Notes that the last step of a document is done, and its version written.
  mutating func endRoad() throws {
    if tracer == nil { return }
    try noteEdits(of: nil)
    try endStep()
    tracer?.endRoad()
  }

  /// Notes that a step is done, if there was one, and that the next begins.
  mutating func beginStep(
    from version: Version, to next: Version, about: String?
  ) throws {
    if tracer == nil { return }
    try endStep()
    let text = try textOfDocument()
    let step = Trace.Step(
      path: try pathOfDocument(), from: version, to: next, about: about, before: text,
      after: text)
    let (mark, top) = (document.mark(), root)
    tracer?.begin(step, of: top, at: mark)
  }

  /// The rules of the step at work that found nothing, and the paths of others.
  private func idleRules() -> [Trace.Idle] {
    (tracer?.open.last?.finds.nothings ?? []).map { rule, path, reason in
      let site = Trace.Site(rule, plan.rules)
      let idle = path.map {
        IdleRule(path: rule.effects.separateWays[$0], of: rule, plan.rules.files)
      }
      return Trace.Idle(
        rule: site, reason: reason?.words, isMistake: reason?.isMistake == true, path: idle?.path,
        place: idle?.place ?? site.place)
    }
  }

  /// Notes whether a rule has found something in a scope, and if not, why.
  @inline(never)
  mutating func noteInTrace(_ rule: Rule, in scope: NodeID, since start: Int) {
    let hasFound = matches.count > start
    if hasFound { noteDerivations(of: rule, in: scope) }
    guard rule.number >= 0, tracer?.step != nil, tracer?.isQuiet == false else { return }
    if hasFound {
      tracer?.noteFound(rule)
      if !rule.paths.isEmpty {
        let found = Set(matches[start...].map(\.item)).union(foundTogether)
        notePathsInTrace(rule, in: scope, found)
      }
    } else if tracer?.asksWhyIdle(rule) == true {
      let reason = reasonForNothing(rule, in: scope)
      tracer?.noteIdle(rule, reason)
    }
  }

  /// Each is looked for among all names that are there.
  private static let mostIdlePaths = 30

  /// Notes which paths of a rule have found something, and of the others why not.
  private mutating func notePathsInTrace(_ rule: Rule, in scope: NodeID, _ found: Set<Int>) {
    for path in found { tracer?.noteFound(rule, path: path) }
    let idle = (0..<rule.paths.count).filter { !found.contains($0) }
    for path in idle.prefix(Self.mostIdlePaths)
    where tracer?.asksWhyIdle(rule, path: path) == true {
      let reason = reasonForNothing(rule, path: path, in: scope)
      tracer?.noteIdle(rule, path: path, reason)
    }
  }

  private mutating func endStep() throws {
    guard let step = tracer?.step else { return }
    let text = try textOfDocument()
    let values = try valuesOfStep(step)
    tracer?.trace.steps[step].after = text
    let idle = idleRules()
    tracer?.trace.steps[step].idle = idle
    tracer?.trace.steps[step].values = values
    tracer?.trace.steps[step].isDone = true
  }

  /// Where all values of the document that were edited so far were when the step at work began, and
  /// are now.
  private mutating func valuesOfStep(_ step: Int) throws -> [Trace.Value] {
    guard tracer?.keepsValues == true else { return [] }
    let now = (root, try pathOfDocument())
    guard let tracer, let road = tracer.open.last else { return [] }
    let then = (road.root, tracer.trace.steps[step].path)
    let before = try document.paths(of: road.values, in: then, at: road.beginning)
    let after = try document.paths(of: road.values, in: now)
    return road.values.compactMap { item in
      guard before[item] != nil || after[item] != nil else { return nil }
      return Trace.Value(number: Int(item.number), before: before[item], after: after[item])
    }
  }

  /// Where the document at work is.
  private mutating func pathOfDocument() throws -> String {
    // A copy of the positions alone is never let go of by what the compiler makes.
    guard var tracer, tracer.mark.isNow(in: document) else { return document.path(of: root) }
    // So that they have one owner.
    self.tracer = nil
    defer { self.tracer = tracer }
    return try document.path(of: root, &tracer.positions)
  }

  /// Notes what has been edited since the last time.
  mutating func noteEdits(of rule: Rule?) throws {
    guard var tracer, !tracer.isQuiet else { return }
    // So that the arrays in it have one owner.
    self.tracer = nil
    defer { self.tracer = tracer }
    let changes = try document.changes(since: tracer.mark, &tracer.positions)
    let number = changes.isEmpty ? nil : tracer.number(of: rule, plan.rules)
    let (run, before) = (tracer.trace.runs.count, tracer.mark)
    for change in changes {
      tracer.note(Trace.Edit(change, by: number, in: run))
      // What is new is values of its own from now on.
      if change.after != nil { try document.openEverything(in: change.item) }
    }
    tracer.mark = document.mark()
    if !changes.isEmpty {
      tracer.trace.runs.append(
        Trace.Run(
          before: before, after: tracer.mark, derivations: tracer.derivations,
          takesLast: rule?.ifExists == .overwrite))
    }
    tracer.derivations = []
  }

  /// Runs `body` without telling or counting what it does, but for what it makes of what.
  mutating func quietly(_ body: (inout Engine) throws -> Void) rethrows {
    let mark = tracer?.mark
    let outer = (tracer, activity)
    (tracer, activity) = (mark.map { Tracer(mark: $0, isQuiet: true) }, nil)
    defer {
      let derivations = tracer?.derivations ?? []
      (tracer, activity) = outer
      tracer?.derivations += derivations
    }
    try body(&self)
  }

  /// Runs `body` without telling or counting what it does.
  mutating func withoutTrace(_ body: (inout Engine) throws -> Void) rethrows {
    let (tracer, activity) = (tracer, activity)
    self.tracer = nil
    self.activity = nil
    defer { (self.tracer, self.activity) = (tracer, activity) }
    try body(&self)
  }

  /// The document as it would be written now, or what it is inside another one.
  private mutating func textOfDocument() throws -> [UInt8] {
    guard root == document.root else {
      return document.bytes(of: try document.text(of: root)).array
    }
    var out = ByteBuffer()
    try document.write(into: &out)
    return out.view[0..<out.count].array
  }
}
