internal import JSONMigrationCore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Migrator {
  /// Reads and checks a rules folder; everything that is wrong is in the error.
  ///
  /// In a package, declare the folder as a resource that is copied as it is,
  /// `resources: [.copy("Rules")]`, and find it in the bundle:
  ///
  ///     let migrator = try Migrator(folder: "Rules", in: Bundle.module.resourceURL)
  ///
  /// `functions` are those that `call` names; `generator` gives the time and new ids.
  public init(
    rulesAt url: URL, functions: [String: Function] = [:], generator: GeneratedValues = .system
  ) throws(MigrationError) {
    // The path of another URL would be that of some folder here.
    guard url.isFileURL else {
      throw MigrationError(
        Diagnostic(
          .badRules, "\(Printable.quote(url.absoluteString)) is no file URL",
          help: "make it by `URL(fileURLWithPath:)`, or from a bundle's resources"))
    }
    let rules = RuleFolder(Array(url.path.utf8), files: FoundationFiles())
    try self.init(
      named: url.lastPathComponent, functions: functions.mapValues(Self.telling),
      generator: generator
    ) { folder in
      // Whatever is wrong with them is for the app's author to mend.
      rules.sources(in: folder)?.mapError { error in
        var diagnostics = error.diagnostics
        for index in diagnostics.indices { diagnostics[index].kind = .badRules }
        return MigrationError(diagnostics) ?? error
      }
    }
  }

  /// Reads and checks the rules folder of this name among resources.
  ///
  ///     let migrator = try Migrator(folder: "Rules", in: Bundle.module.resourceURL)
  public init(
    folder: String, in resources: URL?, functions: [String: Function] = [:],
    generator: GeneratedValues = .system
  ) throws(MigrationError) {
    let url = resources?.appendingPathComponent(folder)
    var isFolder = false
    if let url {
      let attributes = try? FileManager.default.attributesOfItem(
        atPath: url.resolvingSymlinksInPath().path)
      isFolder = attributes?[.type] as? FileAttributeType == .typeDirectory
    }
    guard let url, isFolder else {
      throw MigrationError(
        Diagnostic(
          .badRules, "there is no folder `\(Printable.quote(folder))` among the resources",
          at: Diagnostic.Place(resources?.path ?? "the bundle"),
          help:
            "in a package say `resources: [.copy(\"\(folder)\")]` for the target; in Xcode add the "
            + "folder to the target as a folder, not as a group"))
    }
    try self.init(rulesAt: url, functions: functions, generator: generator)
  }

  // The library knows no bundles on Linux: there they are a part of all of Foundation.
  #if !canImport(FoundationEssentials)
    /// Reads and checks the rules folder of this name in a bundle.
    ///
    ///     let migrator = try Migrator(folder: "Rules", in: .module)
    public init(
      folder: String, in bundle: Bundle, functions: [String: Function] = [:],
      generator: GeneratedValues = .system
    ) throws(MigrationError) {
      try self.init(
        folder: folder, in: bundle.resourceURL, functions: functions, generator: generator)
    }
  #endif
}

extension Migrator {
  /// Reads and checks the files of a rules folder; everything that is wrong is in the error.
  ///
  /// `name` is what messages call the folder, `functions` are those that `call` names; the time and
  /// new ids come from the system.
  public init(
    rules sources: [RuleSource], name: String = "rules", functions: [String: Function] = [:]
  ) throws(MigrationError) {
    try self.init(
      rules: sources, name: name, functions: functions.mapValues(Self.telling), generator: .system)
  }

  /// The function, whose errors are told in the words that they have for people.
  private static func telling(_ function: @escaping Function) -> Function {
    { value in
      do {
        return try function(value)
      } catch let error as any LocalizedError {
        throw ToldError(description: error.errorDescription ?? "\(error)")
      }
    }
  }
}

private struct ToldError: Error, CustomStringConvertible {
  let description: String
}
