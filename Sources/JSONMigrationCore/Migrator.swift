public import JSONText

/// Brings JSON documents from the version they have to the newest one, by rules.
///
///     let migrator = try Migrator(rulesAt: url)
///     let poem = try JSONDecoder().decode(Poem.self, from: data, migrating: migrator)
///     let saved = try JSONEncoder().encode(poem, stamping: migrator)
///
/// Make it once and keep it: reading the rules takes longer than migrating a document. It can be
/// used from many threads at once, and what it costs then is the work alone.
///
/// Whatever fails throws, and the document that was given is as it was: nothing here returns an
/// empty value in place of an error.
public struct Migrator: Sendable {
  /// Code of an app that rules run by name, with `call`: what it makes of a value takes its place.
  public typealias Function = @Sendable (JSON) throws -> JSON

  /// All that it has, as one reference: a migrator is copied wherever it is kept.
  private final class Setup: Sendable {
    let rules: RuleSet
    let plan: Plan
    let generator: GeneratedValues
    let takesComments: Bool
    let observer: Observer?
    let pool = Pool()

    init(
      _ rules: RuleSet, _ plan: Plan, _ generator: GeneratedValues, takesComments: Bool,
      observer: Observer?
    ) {
      (self.rules, self.plan, self.generator) = (rules, plan, generator)
      (self.takesComments, self.observer) = (takesComments, observer)
    }
  }

  private let setup: Setup

  package var rules: RuleSet { setup.rules }
  package var plan: Plan { setup.plan }
  var generator: GeneratedValues { setup.generator }
  /// Whether documents may have comments and trailing commas.
  package var takesComments: Bool { setup.takesComments }
  /// What is told of each document that was migrated.
  var observer: Observer? { setup.observer }
  package var pool: Pool { setup.pool }

  /// Reads and checks the files of a rules folder; everything that is wrong is in the error.
  ///
  /// `name` is what messages call the folder, `functions` are those that `call` names, and
  /// `generator` gives the time and new ids.
  public init(
    rules sources: [RuleSource], name: String = "rules", functions: [String: Function] = [:],
    generator: GeneratedValues
  ) throws(MigrationError) {
    try self.init(
      rules: sources, named: name, functions: functions, documentsAt: nil, generator: generator)
  }

  /// Reads and checks rules; `documents` is where the documents are in what is read, in place of
  /// `each` in format.json.
  package init(
    rules sources: [RuleSource], named name: String, functions: [String: Function] = [:],
    documentsAt documents: JSONPath?, generator: GeneratedValues
  ) throws(MigrationError) {
    try self.init(
      named: name, functions: functions, documentsAt: documents, generator: generator
    ) { folder in
      let files = sources.filter { $0.folder.elementsEqual(folder.utf8) }
      if folder.isEmpty, let error = RuleSource.passedOver(sources, in: name) {
        return .failure(error)
      }
      return files.isEmpty && !folder.isEmpty ? nil : .success(files)
    }
  }

  /// Reads and checks rules.
  ///
  /// `files` gives those that lie directly in a folder of the rules folder, or nil if there is no
  /// such folder.
  package init(
    named name: String, functions: [String: Function] = [:], documentsAt documents: JSONPath? = nil,
    generator: GeneratedValues, files: (_ folder: String) -> Result<[RuleSource], MigrationError>?
  ) throws(MigrationError) {
    let rules = try RuleSet(
      named: name, functions: functions, documentsAt: documents, files: files)
    setup = Setup(
      rules, Planner(rules: rules).plan(), generator, takesComments: rules.format.hasComments,
      observer: nil)
  }

  private init(
    _ migrator: Migrator, _ plan: Plan, takesComments: Bool, observer: Observer?
  ) {
    setup = Setup(
      migrator.rules, plan, migrator.generator, takesComments: takesComments, observer: observer)
  }
}

// MARK: - Versions

extension Migrator {
  /// The newest version that the rules lead to.
  public var newest: Version { rules.format.chain.newest }

  /// The version that documents are brought to.
  public var target: Version { plan.target }

  /// All versions that the rules name, the newest last.
  public var versions: [Version] { rules.format.chain.versions }

  /// Which files of a folder are documents of the format; nil if it doesn't say that.
  package var files: FileSelection? { rules.format.files }

  /// What documents of the format look like, as it was written; nil if all are of it.
  package var when: String? { rules.format.when?.shown }

  /// The texts that members of its documents are, if no more than that tells them from others.
  package var tellingTexts: [(key: [UInt8], text: [UInt8])]? { rules.format.when?.texts }

  /// Whether files of the format hold many documents each.
  package var hasEach: Bool { rules.format.each != nil }

  /// Where the documents in a file are, if it holds many.
  package var each: JSONPath? { rules.format.each?.path }

  /// Whether every JSON document is one of the format, whatever is in it, and gets a version.
  package var stampsAnything: Bool {
    let format = rules.format
    guard case .version = format.missing else { return false }
    return format.isStamped && format.when == nil && format.files == nil && format.each == nil
  }

  /// Versions that the rules name, in full or by a pattern; the newest last.
  package func inOrder(_ versions: Set<Version>) -> [Version] {
    rules.format.chain.inOrder(versions)
  }

  /// A migrator by the same rules that brings documents to another version than the newest.
  public func targeting(_ version: Version) throws(MigrationError) -> Migrator {
    Migrator(
      self, try plan(to: version, from: nil), takesComments: takesComments, observer: observer)
  }

  /// A migrator by the same rules for documents that may have comments and trailing commas.
  ///
  /// They come out with them: a comment goes where the member goes that it stands directly above,
  /// or behind on the same line. `"comments": true` in format.json says the same for all who use
  /// the rules.
  public func allowingComments() -> Migrator {
    Migrator(self, plan, takesComments: true, observer: observer)
  }

  /// A migrator by the same rules that tells of each document that it migrates.
  package func observed(by observer: Observer) -> Migrator {
    Migrator(self, plan, takesComments: takesComments, observer: observer)
  }

  /// The version of a document.
  ///
  /// What a document is that says no version is up to the format. Of many documents in one, which a
  /// format with `each` has, it is the oldest.
  public func version(
    of document: some Sequence<UInt8>, named name: String = "document"
  ) throws(MigrationError) -> Version {
    try version(of: document, named: name, firstLine: 1)
  }

  /// The version of a document that begins on a line of a file.
  package func version(
    of document: some Sequence<UInt8>, named name: String, firstLine: Int
  ) throws(MigrationError) -> Version {
    try withStation { station throws(MigrationError) in
      station.load(document)
      return try station.version(named: name, firstLine: firstLine)
    }
  }

  /// The version of a document.
  public func version(of document: JSON) throws(MigrationError) -> Version {
    try version(of: document.bytes)
  }
}

// MARK: - Migrating

extension Migrator {
  /// The document in its newest version; one that is current comes back as it is.
  public func migrate(
    _ document: some Sequence<UInt8>, named name: String = "document"
  ) throws(MigrationError) -> [UInt8] {
    try withStation { station throws(MigrationError) in
      station.load(document)
      _ = try open(in: station, named: name, keepingComments: true)
      return try station.withOutput(named: name) { $0.array }
    }
  }

  /// The document in its newest version.
  public func migrate(_ document: JSON) throws(MigrationError) -> JSON {
    try parse(migrate(document.bytes))
  }

  /// The document in its newest version, with what it was before.
  public func migration(of document: JSON) throws(MigrationError) -> Migration<JSON> {
    let bytes = document.bytes
    let from = try version(of: bytes)
    let migrated = try migrate(bytes)
    let isChanged = migrated != bytes
    return Migration(
      document: isChanged ? try parse(migrated) : document, from: from, to: target,
      isChanged: isChanged,
      given: GivenDocument(to: self, named: "document", hasLines: false) { bytes })
  }

  private func parse(_ bytes: [UInt8]) throws(MigrationError) -> JSON {
    do {
      return try JSON(parsing: bytes)
    } catch {
      throw MigrationError(Diagnostic(error, in: bytes, file: "the migrated document"))
    }
  }
}

extension JSON {
  package var bytes: [UInt8] { utf8() }
}

extension Migrator {
  /// A document without its version.
  package func withoutVersion(_ document: JSON) -> JSON {
    rules.format.at.reduce(document) { $1.removed(from: $0) }
  }

  /// The version that a text names, where the rules name it and where they don't.
  package func spelled(_ text: String) -> Version {
    Version(text, isInteger: rules.format.chain.isNumbered)
  }

  /// The version that a text on a command line names, if the rules know it.
  package func version(_ text: String) throws(MigrationError) -> Version {
    let chain = rules.format.chain
    let version = Version(text, isInteger: chain.isNumbered)
    try chain.check(version, isTarget: false)
    return version
  }

  /// The way to another version than the newest, and the version of documents that don't tell.
  package func plan(to target: Version?, from source: Version?) throws(MigrationError) -> Plan {
    if target == nil, source == nil { return plan }
    let chain = rules.format.chain
    if let target { try chain.check(target, isTarget: true) }
    if let source { try chain.check(source, isTarget: false) }
    return Planner(rules: rules).plan(to: target, from: source)
  }
}

extension Migrator {
  /// What keeps documents from going back, whatever is in them: an error for each such rule.
  package var rulesWithoutWayBack: [Diagnostic] {
    let way = WayBack(rules)
    return rules.format.chain.steps.flatMap { way.back(over: $0).lost }.map { lost in
      Diagnostic(
        .noWayBack, "`\(lost.rule.name)` has no way back: \(lost.why)",
        at: rules.files[lost.rule.file].place(lost.rule.range),
        help: [lost].help)
    }
  }
}

extension RuleSource {
  /// Why none of some sources is a step of the rules folder itself; nil if one is, or there are
  /// none.
  fileprivate static func passedOver(
    _ sources: [RuleSource], in folder: String
  ) -> MigrationError? {
    let others = sources.filter { !$0.isFormat }
    let isStep = others.contains { $0.folder.isEmpty && isRuleFile($0.file) }
    if isStep || others.isEmpty { return nil }
    let notes = others.prefix(10).map { source in
      let name = Printable.quote(source.name)
      return source.folder.isEmpty
        ? "`\(name)` is passed over, for it doesn't end as rule files do, in .json or .jsonc"
        : "`\(name)` is passed over, for it is in a folder inside of the rules folder"
    }
    return MigrationError(
      Diagnostic(
        .badRules, "none of the sources is a step", at: Diagnostic.Place(folder),
        help: "the name of a source is that of a file such as v2.json", notes: notes))
  }
}

extension Chain {
  /// Makes sure that a version is one of these.
  ///
  /// A target has to be named in full.
  fileprivate func check(_ version: Version, isTarget: Bool) throws(MigrationError) {
    if isTarget ? versions.contains(version) : names(version) { return }
    if version.isInteger != isNumbered, let other = version.asOtherType, names(other) {
      throw MigrationError(
        Diagnostic(
          .unknownVersion,
          "the rules name no version \(version.spelling), for versions are "
            + (isNumbered ? "integers" : "text"), at: nil, help: "say \(other.spelling)"))
    }
    throw MigrationError(
      Diagnostic(
        .unknownVersion,
        isTarget && names(version)
          ? "the rules name version \(version) only by a pattern, so nothing leads there"
          : "the rules name no version \(version)", at: nil,
        help: "they name " + Printable.list(isTarget ? versions.map(\.description) : spellings)))
  }
}
