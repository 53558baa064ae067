import JSONMigrationAuthoring
import JSONMigrationCore

/// What people are told besides errors.
extension ApplySink {
  /// Names an input that would change.
  mutating func tellChange(of input: Input, _ count: String) throws(Output.Failure) {
    guard settings.request.isCheck else { return }
    status.worsen(to: .found)
    changesTold += 1
    if holdsBack(changesTold) { return }
    let name = Printable.text(of: input.name)
    if general.format == .text {
      guard general.quiet == 0 else { return }
      console.eraseProgress()
      try console.output.write("would change: \(name)\(count)\n")
    } else {
      console.report(
        [
          Diagnostic(
            .wouldChange, "`\(name)` would change\(count)", severity: .warning,
            at: .init(input.name))
        ], general)
    }
  }

  /// The most changes that are named on a terminal: hundreds would push the summary out of sight.
  private static var mostChanges: Int { 20 }

  /// Whether the change of that number, from 1, is only counted.
  func holdsBack(_ number: Int) -> Bool {
    number > Self.mostChanges && settings.request.isCheck && !settings.request.isDiff
      && general.verbose == 0 && general.format == .text && console.output.isTerminal
  }

  /// Says how many changes were not told.
  mutating func tellOtherChanges() throws(Output.Failure) {
    let others = changesTold - Self.mostChanges
    guard holdsBack(changesTold), general.quiet == 0 else { return }
    let text = others == 1 ? "1 more" : "\(others.grouped) more"
    try console.output.write("and \(text) would change (`-v` names them all)\n")
  }

  /// Says of how many bad lines nothing was told.
  mutating func tellUntold() {
    guard untold > 0, general.format == .text, general.shows(.error) else { return }
    let advice =
      settings.request.reasons == nil ? " (`--reasons=FILE` keeps what is wrong with each)" : ""
    console.output.flushLeavingFailure()
    console.tell("and \(untold.grouped) more bad lines\(advice)\n")
  }

  /// Counts a piece that is done, and shows how far the work is.
  mutating func showProgress(_ outcome: ApplyWorker.Outcome) {
    guard progress != nil else { return }
    let done: (files: Int, bytes: Int) =
      switch outcome {
      case .failed: (1, 0)
      case .document(_, let input, _, _): (1, input.size ?? 0)
      case .lines(let outcome, let piece, _, _): (piece.isLast ? 1 : 0, outcome.bytes)
      }
    if let line = progress?.add(files: done.files, bytes: done.bytes, at: console.clock()) {
      console.show(line)
    }
  }

  /// Shows what is being done with the only document.
  mutating func show(_ stage: Progress.Stage) {
    if let line = progress?.enter(stage, at: console.clock()) { console.show(line) }
  }

  /// Shows for how long that has been going on.
  mutating func showStageAgain() {
    guard progress?.stage != nil else { return }
    if let line = progress?.line(at: console.clock()) { console.show(line) }
  }

  /// Says what was done, where there is more to say than what everybody sees.
  mutating func tellSummary() {
    let isOfInterest =
      switch settings.destination {
      case .standardOutput, .file: tally.newer + tally.foreign + tally.skipped > 0
      case .folder, .inPlace: true
      case .nowhere: settings.request.isCheck && tally.all > 1
      }
    guard isOfInterest || general.verbose > 0, general.quiet == 0 else { return }
    var text = tally.sentence(settings.destination == .nowhere ? "would change" : "migrated")
    if general.verbose > 0 {
      let tenths = Int(((console.clock() - start) * 10).rounded())
      text += ", in \(tenths / 10).\(tenths % 10) s"
    }
    console.say(text, .summary, general)
    if tally.new > 0 {
      let counted = tally.new == 1 ? "1 of them" : "\(tally.new.grouped) of them"
      let would = settings.destination == .nowhere ? "would get" : "got"
      console.say(
        "\(counted) had no version and \(would) one for the first time; `when` or `files` in "
          + "format.json says which documents are of the format", .summary, general)
    }
  }

  /// The most rules that are told without `--verbose`.
  private static let mostIdle = 3

  /// Whether there are many documents of which some changed, or it is wanted; else those are told
  /// that are most likely wrong.
  private var tellsIdleRules: Bool { tally.done > 1 && tally.changed > 0 || tellsAllIdleRules }

  /// Whether they are told of a single document too.
  var tellsAllIdleRules: Bool { general.verbose > 0 || settings.request.isStrict }

  /// Says which rules found nothing, of many documents or where that is wanted.
  mutating func tellIdle(_ idle: [IdleRule], in count: Int) {
    let severity = settings.request.isStrict ? Diagnostic.Severity.error : .warning
    tell(
      tellsIdleRules ? idle : idle.filter(\.isMistake), severity, in: count,
      idle.count == 1 ? "1 rule" : "\(idle.count.grouped) rules")
  }

  /// Says which paths found nothing where others of their rules did: those that are most likely
  /// wrong, or all.
  mutating func tellIdlePaths(_ idle: [IdleRule], in count: Int) {
    let idle = general.verbose > 0 ? idle : idle.filter(\.isMistake)
    tell(
      idle, .warning, in: count,
      idle.count == 1 ? "1 path in a rule" : "\(idle.count.grouped) paths in rules")
  }

  private mutating func tell(
    _ idle: [IdleRule], _ severity: Diagnostic.Severity, in count: Int, _ what: String
  ) {
    if idle.isEmpty { return }
    guard general.format == .text else {
      return console.report(idle.map { Diagnostic($0, severity) }, general)
    }
    guard general.shows(severity) else { return }
    let documents = count == 1 ? "1 document" : "\(count.grouped) documents"
    var text = "\(what) found nothing in \(documents):\n"
    let shown = general.verbose > 0 ? idle.count : Self.mostIdle
    for rule in idle.prefix(shown) {
      text += "  \(rule.place.description)  \(rule.verb)"
      let reason = rule.reason ?? rule.path.map { "nothing to do at `\(Printable.path($0))`" }
      text += reason.map { "  \(Printable.text(of: $0))" } ?? ""
      text += "\n"
    }
    if idle.count > shown { text += "  and \(idle.count - shown) more, which -v tells\n" }
    console.output.flushLeavingFailure()
    console.tell(text)
  }
}

extension Diagnostic {
  init(_ rule: IdleRule, _ severity: Severity) {
    self.init(
      .idleRule,
      rule.path.map {
        "`\(Printable.path($0))` of `\(rule.verb)` led to nothing in the whole run"
      } ?? "`\(rule.verb)` found nothing in the whole run", severity: severity,
      at: rule.place, notes: rule.reason.map { [$0] } ?? [])
  }
}

extension Diagnostic.Kind {
  /// A rule found nothing in a whole run.
  static let idleRule = Diagnostic.Kind(rawValue: "idle-rule")
  /// A document is not what it should be, and `apply --check` tells so.
  static let wouldChange = Diagnostic.Kind(rawValue: "would-change")
  /// What was done, in the end.
  static let summary = Diagnostic.Kind(rawValue: "summary")
}
