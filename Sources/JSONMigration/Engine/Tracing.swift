internal import JSONText

/// What an engine keeps while it gathers a trace.
struct Tracer {
  var trace = Trace()
  /// The steps that are at work, that of a nested document last, by their numbers; nil before the
  /// first step of a document.
  var open: [Int?] = []
  /// All edits before this are told.
  var mark: Mark
  /// The numbers that rules have in the trace.
  var numbers: [ObjectIdentifier: Int] = [:]

  /// The step at work.
  var step: Int? { open.last.flatMap { $0 } }

  /// Goes on to the next step of the innermost document.
  mutating func begin(_ step: Trace.Step) {
    open[open.count - 1] = trace.steps.count
    trace.steps.append(step)
  }

  /// The number that a rule has in the trace.
  mutating func number(of rule: Rule?, _ rules: RuleSet) -> Int? {
    guard let rule else { return nil }
    if let known = numbers[ObjectIdentifier(rule)] { return known }
    let number = trace.rules.count
    numbers[ObjectIdentifier(rule)] = number
    let place = rules.files[rule.file].place(rule.range)
    trace.rules.append(Trace.Site(verb: rule.name, place: place))
    return number
  }
}

/// Gathering a trace, from what the journal of the editor has.
///
/// Every value of the document is a node then, so that the journal speaks of values only.
extension Engine {
  /// Migrates the document in a range of the text; from then on the engine has a tracer.
  mutating func trace(_ range: Range<Int>) throws {
    if !plan.opensAll { adopt(plan.guided(by: .everything)) }
    tracer = nil
    try read(range)
    tracer = Tracer(mark: document.mark())
    _ = try migrate()
  }

  /// Notes a document and its version.
  mutating func noteDocument(_ version: Version) {
    let path = document.normalizedPath(of: root)
    tracer?.trace.documents.append(Trace.Found(path: path, version: version))
  }

  /// Notes that a document goes its first step.
  mutating func beginRoad() {
    tracer?.open.append(nil)
  }

  /// Notes that the last step of a document is done, and its version written.
  mutating func endRoad() throws {
    if tracer == nil { return }
    try noteEdits(of: nil)
    try endStep()
    tracer?.open.removeLast()
  }

  /// Notes that a step is done, if there was one, and that the next begins.
  mutating func beginStep(from version: Version, to next: Version) throws {
    if tracer == nil { return }
    try endStep()
    let text = try textOfDocument()
    let step = Trace.Step(
      path: document.normalizedPath(of: root), from: version, to: next, before: text, after: text)
    tracer?.begin(step)
  }

  private mutating func endStep() throws {
    guard let step = tracer?.step else { return }
    let text = try textOfDocument()
    tracer?.trace.steps[step].after = text
  }

  /// Notes what has been edited since the last time.
  mutating func noteEdits(of rule: Rule?) throws {
    guard var tracer else { return }
    // So that the arrays in it have one owner.
    self.tracer = nil
    defer { self.tracer = tracer }
    let changes = try document.changes(since: tracer.mark)
    let number = changes.isEmpty ? nil : tracer.number(of: rule, plan.rules)
    for change in changes {
      if let step = tracer.step {
        tracer.trace.steps[step].edits.append(Trace.Edit(change, by: number))
      }
      // What is new is values of its own from now on.
      if change.after != nil { try document.openEverything(in: change.item) }
    }
    tracer.mark = document.mark()
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
