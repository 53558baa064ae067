package import JSONMigrationCore
internal import JSONText

/// Runs the tests of a rules folder: those in its steps, and the cases of its folder `tests`.
///
/// The clock stands and ids count up, in each test anew.
package struct RuleTests: ~Copyable {
  private let rules: RuleSet
  private var engine: Engine
  /// The names of the tests that gave each rule something to do.
  private var reaching: [ObjectIdentifier: [String]] = [:]

  package init(_ migrator: Migrator) {
    rules = migrator.rules
    engine = Engine(migrator.plan)
  }

  /// Runs all tests, those of the steps first.
  ///
  /// `files` are the files in the folder `tests`, and `folder` is what messages call that folder.
  package mutating func run(cases files: [RuleSource], in folder: String) -> [TestOutcome] {
    var outcomes: [TestOutcome] = []
    for format in rules.formats {
      for step in format.chain.steps {
        for test in step.tests { outcomes.append(noting { $0.run(test, of: step, format) }) }
      }
    }
    for test in ChainCase.all(in: files, folder) { outcomes.append(noting { $0.run(test) }) }
    return outcomes
  }

  /// Runs a test, and notes the rules that it reached.
  private mutating func noting(_ run: (inout RuleTests) -> TestOutcome) -> TestOutcome {
    engine.activity = Activity()
    let outcome = run(&self)
    for rule in (engine.activity?.counts ?? [:]).keys {
      reaching[rule, default: []].append(outcome.name)
    }
    return outcome
  }

  /// The tests that reach each rule, in the order of the steps; rules that go back are not among
  /// them.
  package var coverage: [Coverage] {
    rules.eachRule().filter { !$0.isUndo }.map { rule, step, _ in
      Coverage(
        verb: rule.name, place: rules.files[rule.file].place(rule.range), step: step.description,
        tests: reaching[ObjectIdentifier(rule)] ?? [])
    }
  }

  /// A warning for each file in the folder `tests` that no test is made of.
  package static func strays(among files: [RuleSource], in folder: String) -> [Diagnostic] {
    ChainCase.strays(in: files).map { file in
      let name = String(decoding: file.file, as: UTF8.self)
      return Diagnostic(
        .badFile,
        "no test is made of this file: its name ends in none of .before.json, "
          + ".after.json and .fails.json", severity: .warning,
        at: Diagnostic.Place(folder + "/" + name), help: ChainCase.help)
    }
  }

  /// A note for each rule that no test has given anything to do.
  package var untested: [Diagnostic] {
    var notes: [Diagnostic] = []
    for format in rules.formats {
      for step in format.chain.steps { addUntested(of: step.rules, to: &notes) }
    }
    return notes
  }

  private func addUntested(of rules: [Rule], to notes: inout [Diagnostic]) {
    for rule in rules {
      guard reaching[ObjectIdentifier(rule)] != nil else {
        // Of the rules inside it there is nothing more to say.
        notes.append(
          Diagnostic(
            .untestedRule, "no test gives `\(rule.name)` anything to do", severity: .note,
            at: self.rules.files[rule.file].place(rule.range)))
        continue
      }
      addUntested(of: rule.inner, to: &notes)
    }
  }
}

// MARK: - One test

extension RuleTests {
  /// Runs a step alone on a document; the version is neither asked nor compared.
  private mutating func run(
    _ test: StepTest, of step: Step, _ format: Format
  ) -> TestOutcome {
    let file = rules.files[step.file]
    let place = file.place(test.range, label: test.name.isEmpty ? nil : Printable.quote(test.name))
    let name =
      file.name + (test.name.isEmpty ? ":\(place.span?.line ?? 1)" : ": \(test.name)")
    do {
      load(Array(test.before.description.utf8))
      try engine.read(0..<engine.document.text.count)
      engine.target = step.to
      try engine.run(step.rules, in: nil)
    } catch {
      let diagnostic = engine.diagnostic(for: error, name: "the document of the test")
      if case .fails(let kind) = test.outcome, diagnostic.kind.hasName(kind) {
        return TestOutcome(name: name, failure: nil)
      }
      return .init(name: name, refused: diagnostic, expected: test.outcome.kind, at: place)
    }
    guard case .after(let after) = test.outcome else {
      return .init(name: name, migratedInsteadOf: test.outcome.kind ?? "", at: place)
    }
    func compared(_ value: JSON) -> JSON {
      format.at.reduce(value) { $1.removed(from: $0) }
    }
    return .init(
      name: name, expected: compared(after), found: written().map(compared), at: place)
  }

  /// Takes a document through all steps.
  private mutating func run(_ test: ChainCase) -> TestOutcome {
    let place = Diagnostic.Place(test.name)
    if let problem = test.problem {
      return TestOutcome(name: test.name, failure: .init(diagnostic: problem, difference: nil))
    }
    do {
      load(test.before)
      if rules.format.hasComments {
        try engine.document.blankComments(in: 0..<engine.document.text.count)
      }
      try engine.read(0..<engine.document.text.count)
      _ = try engine.migrate()
    } catch {
      let diagnostic = engine.diagnostic(for: error, name: test.name)
      guard case .fails(let kind, let message) = test.outcome, diagnostic.kind.hasName(kind) else {
        return .init(
          name: test.name, refused: diagnostic, expected: test.outcome.kind,
          at: diagnostic.place ?? place)
      }
      guard let message, !message.utf8.elementsEqual(diagnostic.message.utf8) else {
        return TestOutcome(name: test.name, failure: nil)
      }
      return .init(
        name: test.name, refused: diagnostic, expected: "\(kind) with the message \(message)",
        at: diagnostic.place ?? place)
    }
    guard case .after(let after) = test.outcome else {
      return .init(name: test.name, migratedInsteadOf: test.outcome.kind ?? "", at: test.place())
    }
    let found = written()
    return .init(
      name: test.name, expected: after, found: found, at: test.place(of: try? found.get()))
  }

  private mutating func load(_ document: [UInt8]) {
    engine.document.load(document)
    engine.generator = .fixed
  }

  /// What became of the document.
  private mutating func written() -> Result<JSON, JSONError> {
    Result { () throws(JSONError) in
      var out = ByteBuffer()
      try engine.document.write(into: &out)
      return try JSON(parsing: out.view[0..<out.count])
    }
  }
}

extension StepTest.Outcome {
  /// The kind of the error that is expected, if one is.
  fileprivate var kind: String? {
    if case .fails(let kind) = self { kind } else { nil }
  }
}
