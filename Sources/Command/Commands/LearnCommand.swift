import JSONMigrationAuthoring
import JSONMigrationCore
import JSONText

/// `jsonmigrate learn`: drafts a step from documents before and after it.
enum LearnCommand {
  /// The seconds that a search may take.
  private static let mostSeconds = 9.0

  static func run(
    _ request: Invocation.Learn, _ general: GeneralOptions, _ console: inout Console
  ) throws(Output.Failure) -> ExitStatus {
    let draft: StepDraft
    let isNew: Bool
    let mode: NewFileMode
    let hasSignal: @Sendable () -> Bool
    do throws(MigrationError) {
      let start = try NewCommand.start(of: request.rules, console.calls)
      isNew = start == .missing
      let folder = try self.folder(request, start, console)
      let format = folder.migrator
      let (samples, sampleMode) = try SampleFiles.samples(
        request.before, request.after, of: format, console)
      var loose: [SampleFiles.Document] = []
      for name in request.loose {
        loose += try SampleFiles.documents(in: name, of: format, console)
      }
      mode = loose.reduce(into: sampleMode) { $0.narrow(to: $1.mode) }
      hasSignal = console.holdSignals()
      let clock = console.clock
      let begin = clock()
      var drafting = try StepDrafting(
        folder, to: request.to, samples: samples, loose: loose.map(\.value)
      ) {
        hasSignal() || clock() - begin > mostSeconds
      }
      try drafting.answer(request.answers)
      draft = drafting.draft()
    } catch {
      console.report(error.diagnostics, general)
      return .notStarted
    }
    let status = draft.learned.isComplete ? ExitStatus.done : .found
    console.note(status)
    if request.writes, !draft.rules.isEmpty {
      do throws(MigrationError) {
        try write(draft, request, isNew: isNew, mode: mode, console)
      } catch {
        console.report(error.diagnostics, general)
        return .found
      }
    }
    try LearnReport(draft: draft, request: request, isInterrupted: hasSignal())
      .tell(general, &console)
    return status
  }

  /// The rules that are there so far.
  private static func folder(
    _ request: Invocation.Learn, _ start: NewCommand.Start, _ console: Console
  ) throws(MigrationError) -> StepDrafting.Folder {
    switch start {
    case .missing, .empty:
      return .new(formatName: NewCommand.formatName(request.rules, console.calls))
    case .format(let format): return .format(format)
    case .steps: break
    }
    let folder = RulesFolder(request.rules, calls: console.calls)
    return .rules(try folder.migrator()) { folder.files(in: $0) }
  }

  private static func write(
    _ draft: StepDraft, _ request: Invocation.Learn, isNew: Bool, mode: NewFileMode,
    _ console: Console
  ) throws(MigrationError) {
    var files: [(name: FileName, text: String)] = []
    if let format = draft.formatText {
      files.append((request.rules.appending(Array(NextStep.formatFile.utf8)), format))
    }
    if let schema = NewCommand.missingSchema(of: request.rules, console.calls) {
      files.append((schema, RuleSchema.text))
    }
    files.append((request.rules.appending(Array(draft.file.utf8)), draft.text))
    // Rules and tests hold what stands in the samples.
    try NewCommand.write(files, into: isNew ? request.rules : nil, mode: mode, console)
  }
}

extension StepDrafting.Folder {
  /// What says which files are its documents, and how they are read.
  fileprivate var migrator: Migrator? {
    switch self {
    case .new: nil
    case .rules(let migrator, _): migrator
    case .format(let format): try? NextStep(of: format).migrator(with: format, named: "")
    }
  }
}

/// What `learn` says of a draft.
struct LearnReport {
  let draft: StepDraft
  let request: Invocation.Learn
  /// Whether somebody didn't wait for the end of the search.
  let isInterrupted: Bool

  private static let mostPlaces = 3

  func tell(_ general: GeneralOptions, _ console: inout Console) throws(Output.Failure) {
    switch general.format {
    case .json: try console.output.write(json + "\n")
    case .text, .github, .xcode:
      if !request.writes, !draft.rules.isEmpty { try console.output.write(draft.text) }
      guard general.quiet == 0 else { return }
      try console.output.flush()
      console.tell(
        summary + guesses + copied + untold + stamp + giveUp + unexplained + recited + questions)
    }
  }

  /// The file of the draft: with its folder where it is there now.
  private var file: String {
    request.writes && !draft.rules.isEmpty
      ? request.rules.appending(Array(draft.file.utf8)).text : draft.file
  }

  private var summary: String {
    let file = Printable.text(of: file)
    let samples = draft.sampleCount == 1 ? "the sample" : "all \(draft.sampleCount) samples"
    let rules = draft.ruleCount == 1 ? "1 rule" : "\(draft.ruleCount) rules"
    let verb = draft.ruleCount == 1 ? "reproduces" : "reproduce"
    let end =
      !draft.learned.wasEnded
      ? "" : isInterrupted ? " before it was interrupted" : " before the time was over"
    if draft.rules.isEmpty {
      return draft.learned.isComplete
        ? "\(file): nothing but the version changes in \(samples)\n"
        : "\(file): no rules were found\(end)\n"
    }
    if draft.learned.isComplete { return "\(file): \(rules) \(verb) \(samples)\n" }
    return
      "\(file): \(rules) \(verb) \(draft.learned.reproduced) of \(draft.sampleCount) samples\(end)\n"
  }

  /// How many of its rules say more than the samples do.
  private var guesses: String {
    let count = draft.guessCount
    if count == 0 { return "" }
    if count > 1 {
      return "\(count) of them are guesses, as each `note` says: more samples tell more\n"
    }
    let one = draft.ruleCount == 1 ? "it" : "one of them"
    return "\(one) is a guess, as its `note` says: more samples tell more\n"
  }

  /// What the draft makes of the samples' own data.
  private var copied: String {
    if draft.copied.isEmpty { return "" }
    let names = Printable.list(draft.copied.prefix(Self.mostPlaces).map { "`\($0)`" })
    return "every document gets what stands in the sample as \(Printable.text(of: names)): "
      + "write that rule by hand, or give more samples\n"
  }

  /// What becomes of samples that say no version, if `apply` isn't told.
  private var untold: String {
    guard let version = draft.untold else { return "" }
    return "samples that say no version are taken for version \(draft.from); `apply` takes them "
      + "for version \(version) unless `--from \(draft.from)` is said\n"
  }

  /// What `apply` writes besides.
  private var stamp: String {
    guard let stamp = draft.stamp, !draft.rules.isEmpty else { return "" }
    return "`apply` also writes \(Printable.text(of: stamp)), which no sample has: where documents "
      + "shall have none, format.json says `\"stamp\": false`, and in `missing` what tells old from "
      + "new; where it has another name, write a format.json with `\"version\": { \"at\": … }` first\n"
  }

  /// The first places that no rule explains.
  private var unexplained: String {
    let all = draft.learned.unexplained
    var text = all.prefix(Self.mostPlaces).map { place in
      "not explained: \(Printable.text(of: place.sample)) at \(Printable.text(of: place.place)): "
        + "found \(Self.shown(place.found)), wanted \(Self.shown(place.wanted))\n"
        + (place.why.map { "  \(Printable.text(of: $0))\n" } ?? "")
    }.joined()
    if all.count > Self.mostPlaces {
      text += "not explained: \(all.count - Self.mostPlaces) samples more\n"
    }
    return text
  }

  /// The places of which nothing but the samples' own values is known.
  private var recited: String {
    let places = draft.learned.untold
    if places.isEmpty { return "" }
    let names = Printable.list(places.map { "`\(Printable.path($0))`" })
    return
      "nothing in the old documents tells \(Printable.text(of: names)): rules could only repeat each sample, "
      + "so there are none; write that rule by hand at the beginning of the step\n"
  }

  /// What to do about samples that take more work than a search may.
  private var giveUp: String {
    draft.learned.wasTooMuch && !draft.learned.isComplete
      ? "the search was given up, since it took too much work: a few samples of each kind are enough\n"
      : ""
  }

  private var questions: String {
    draft.learned.questions.enumerated().map { number, question in
      let words = question.words.map { " \(Printable.text(of: $0))" } ?? ""
      let ask = number == 0 ? "what should become of this document?" : "and of this one?"
      let answers = question.answers.enumerated().map { index, answer in
        "  (\(index + 1)) \(Self.shown(answer))\n"
      }.joined()
      return "\(ask)\(words)\n  \(Self.shown(question.document))\n\(answers)"
    }.joined()
      + (draft.learned.questions.isEmpty ? "" : howToAnswer)
  }

  private var howToAnswer: String {
    func shown(_ name: FileName) -> String { Printable.text(of: name.text) }
    guard request.writes, !draft.rules.isEmpty else {
      return "answer with `--answer N`, or with a sample more, and run it again\n"
    }
    let files = (draft.formatText == nil ? [] : [NextStep.formatFile]) + [draft.file]
    let written = files.map { "`\(shown(request.rules.appending(Array($0.utf8))))`" }
    return "to answer, delete \(written.joined(separator: " and ")), and run\n  "
      + "`jsonmigrate learn \(arguments.joined(separator: " ")) --answer N`\n"
  }

  /// What was asked for, as a shell reads it.
  private var arguments: [String] {
    var words = [request.rules, request.before, request.after].map(\.shellWord)
    if let to = request.to { words += ["--to", Printable.shellWord(to.utf8)] }
    for name in request.loose { words += ["--also", name.shellWord] }
    words.append("--write")
    for number in request.answers { words += ["--answer", "\(number)"] }
    return words
  }

  /// A value on one line, cut where it is long.
  private static func shown(_ value: JSON?) -> String {
    guard let value else { return "nothing" }
    let text = value.spaced
    return Printable.text(of: text.count > 240 ? text.prefix(240) + "…" : text)
  }

  private var json: String {
    func text(_ value: JSON?) -> String { value?.description ?? "null" }
    return JSONReporter.object([
      ("file", JSONReporter.text(file)),
      ("from", JSONReporter.value(draft.from.json)), ("to", JSONReporter.value(draft.to.json)),
      ("samples", "\(draft.sampleCount)"), ("reproduced", "\(draft.learned.reproduced)"),
      ("written", request.writes && !draft.rules.isEmpty ? "true" : "false"),
      ("tooMuchWork", giveUp.isEmpty ? "false" : "true"),
      ("rules", text(.array(draft.rules))), ("tests", text(.array(draft.tests))),
      (
        "unexplained",
        JSONReporter.array(
          draft.learned.unexplained.map { place in
            JSONReporter.object([
              ("sample", JSONReporter.text(place.sample)),
              ("place", JSONReporter.text(place.place)), ("found", text(place.found)),
              ("wanted", text(place.wanted)),
              ("why", place.why.map { JSONReporter.text($0) } ?? "null"),
            ])
          })
      ),
      ("untold", JSONReporter.array(draft.learned.untold.map { JSONReporter.text($0) })),
      (
        "questions",
        JSONReporter.array(
          draft.learned.questions.map { question in
            JSONReporter.object([
              ("about", question.words.map { JSONReporter.text($0) } ?? "null"),
              ("document", text(question.document)), ("answers", text(.array(question.answers))),
            ])
          })
      ),
    ])
  }
}
