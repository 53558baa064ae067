public import JSONText

/// Brings JSON documents from the version they have to the newest one, by rules.
///
///     let migrator = try Migrator(rules: files)
///     let current = try migrator.migrate(old)
///
/// It is made once and can be shared.
public struct Migrator: Sendable {
  /// Code of an app that rules run by name, with `call`: what it makes of a value takes its place.
  public typealias Function = @Sendable (JSON) throws -> JSON

  package let rules: RuleSet
  let plan: Plan

  /// Reads and checks the files of a rules folder; everything that is wrong is in the error.
  ///
  /// `functions` are those that `call` names.
  public init(
    rules sources: [RuleSource], name: String = "rules", functions: [String: Function] = [:]
  ) throws(MigrationError) {
    try self.init(named: name, functions: functions) { folder in
      let files = sources.filter { $0.folder.elementsEqual(folder.utf8) }
      return files.isEmpty && !folder.isEmpty ? nil : .success(files)
    }
  }

  /// Reads and checks rules; `files` gives those that lie directly in a folder of the rules folder,
  /// or nil if there is no such folder.
  package init(
    named name: String, functions: [String: Function] = [:],
    files: (_ folder: String) -> Result<[RuleSource], MigrationError>?
  ) throws(MigrationError) {
    rules = try RuleSet(named: name, functions: functions, files: files)
    plan = Planner(rules: rules).plan()
  }

  /// The document in its newest version; one that is current comes back as it is.
  public func migrate(
    _ document: some Sequence<UInt8>, named name: String = "document"
  ) throws(MigrationError) -> [UInt8] {
    var worker = try Worker(self)
    return try worker.migrate(Array(document), named: name)
  }
}

extension Migrator {
  /// The version that a text on a command line names, if the rules know it.
  package func version(_ text: String) throws(MigrationError) -> Version {
    let chain = rules.format.chain
    let version = Version(text, isInteger: chain.isNumbered)
    try chain.check(version)
    return version
  }

  /// The way to another version than the newest, and the version of documents that don't tell.
  func plan(to target: Version?, from source: Version?) throws(MigrationError) -> Plan {
    if target == nil, source == nil { return plan }
    let chain = rules.format.chain
    if let target { try chain.check(target) }
    if let source { try chain.check(source) }
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
        help: "`undo` gives a rule, or a step, the rules that go back")
    }
  }
}

extension Chain {
  /// Makes sure that a version is one of these.
  fileprivate func check(_ version: Version) throws(MigrationError) {
    if names(version) { return }
    throw MigrationError(
      Diagnostic(
        .unknownVersion, "the rules name no version \(version)", at: nil,
        help: "they name " + versions.map(\.description).joined(separator: ", ")))
  }
}
