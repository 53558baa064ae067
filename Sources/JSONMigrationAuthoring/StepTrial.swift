internal import JSONMigrationCore
internal import JSONText

/// What a step makes of a document: another one, or an error.
enum StepOutcome: Equatable, Sendable {
  case after(JSON)
  case fails(Diagnostic.Kind)

  /// Whether a document came out.
  var isDocument: Bool { if case .after = self { true } else { false } }
}

/// What a step writes for a document, or why it writes nothing.
enum StepResult: Sendable {
  case written([UInt8])
  case fails(Diagnostic.Kind)

  /// Whether a document came out.
  var isDocument: Bool { if case .written = self { true } else { false } }
}

/// Runs a step alone on one document after the other, as its tests do: the version is not asked,
/// the clock stands, and ids count up.
struct StepTrial: ~Copyable {
  private let step: Step
  private let at: [VersionPlace]
  private var engine: Engine

  /// A step of one of the formats of a folder.
  init(_ rules: RuleSet, _ format: Format, _ step: Step) {
    self.step = step
    at = format.at
    engine = Engine(Planner(rules: rules).planForEngine())
  }

  /// What comes of a document, the version aside.
  mutating func outcome(of document: JSON) -> StepOutcome {
    outcome(result(of: Array(document.description.utf8)))
  }

  /// What is written for a document.
  mutating func result(of document: [UInt8]) -> StepResult {
    do {
      return .written(
        try engine.bytes(for: document) { engine in
          engine.target = step.to
          try engine.run(step.rules, in: nil)
        })
    } catch let failure as RuleFailure {
      return .fails(failure.kind)
    } catch {
      return .fails(engine.diagnostic(for: error, name: "").kind)
    }
  }

  /// What a result says, the version aside.
  func outcome(_ result: StepResult) -> StepOutcome {
    switch result {
    case .written(let bytes):
      // What was written is JSON, but rules may have made it deeper than anyone reads.
      (try? JSON(parsing: bytes)).map { .after(without(versionsOf: $0)) } ?? .fails(.tooDeep)
    case .fails(let kind): .fails(kind)
    }
  }

  /// Whether two results say the same, the version aside; they seldom need to be read for that.
  func isSame(_ one: StepResult, _ other: StepResult) -> Bool {
    switch (one, other) {
    case (.written(let one), .written(let other)) where one == other: true
    case (.written, .written): outcome(one) == outcome(other)
    case (.fails(let one), .fails(let other)): one == other
    default: false
    }
  }

  /// Whether a document says no version, or one that the step starts at.
  mutating func takes(_ document: JSON, _ format: Format) -> Bool {
    if without(versionsOf: document) == document { return true }
    var version: Version?
    _ = try? engine.bytes(for: Array(document.description.utf8)) { engine in
      version = try engine.version(format)
    }
    let number = version.flatMap { format.chain.step(from: $0) }
    return number.map { format.chain.steps[$0].to } == step.to
  }

  /// A document without its versions.
  func without(versionsOf document: JSON) -> JSON { at.reduce(document) { $1.removed(from: $0) } }

  /// How often each rule had something to do in a document; what came of it comes along.
  mutating func activity(on document: [UInt8]) -> (Activity, StepResult) {
    engine.activity = Activity()
    defer { engine.activity = nil }
    let result = result(of: document)
    return (engine.activity ?? Activity(), result)
  }
}

/// The files of a rules folder, to be read again with other rules in one of its steps.
struct RuleSources: Sendable {
  private let files: [RuleSource]

  init(_ rules: RuleSet) {
    files = rules.files.map { RuleSource(name: $0.file, bytes: $0.bytes) }
  }

  /// What the file of a step says, without its tests.
  func step(_ step: Step) -> JSON { value(of: step.file) }

  /// What is in a file; null where that is nothing.
  func value(of file: Int) -> JSON {
    (try? LocatedJSON.parse(files[file].bytes))?.root.json ?? .null
  }

  /// The folder with other rules in a step; nil where they can't be read.
  func rules(with rules: JSON, in step: Step) -> RuleSet? {
    var files = files
    files[step.file].bytes = Self.text(rules, of: step)
    return try? RuleSet(named: "", functions: [:]) { folder in
      let found = files.filter { $0.folder.elementsEqual(folder.utf8) }
      return found.isEmpty && !folder.isEmpty ? nil : .success(found)
    }
  }

  /// The step with other rules in a folder of its own, which is read sooner; nil where they can't
  /// be read.
  static func rules(alone rules: JSON, in step: Step) -> RuleSet? {
    let file = RuleSource(name: "step.json", bytes: text(rules, of: step))
    return try? RuleSet(named: "", functions: [:]) { $0.isEmpty ? .success([file]) : nil }
  }

  private static func text(_ rules: JSON, of step: Step) -> [UInt8] {
    let file: JSON = [
      "from": .array(step.from.map(\.value)), "to": step.to.value, "rules": rules,
    ]
    return Array(file.description.utf8)
  }
}

extension RuleSet {
  /// The step of a folder's format that leads to a version.
  func step(to version: Version, in folder: String) -> (format: Format, step: Step)? {
    formats.first { $0.folder.utf8.elementsEqual(folder.utf8) }.flatMap { format in
      format.chain.steps.first { $0.to == version }.map { (format, $0) }
    }
  }
}
