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
    var worker = Worker(self)
    return try worker.migrate(Array(document), named: name)
  }
}
