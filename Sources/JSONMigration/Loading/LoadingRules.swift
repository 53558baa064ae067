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
    try self.init(
      named: url.lastPathComponent, functions: functions, generator: generator
    ) { folder in
      RuleSource.files(in: folder, of: url)
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
    try self.init(rules: sources, name: name, functions: functions, generator: .system)
  }
}

extension RuleSource {
  private static let fileLimit = 10_000
  private static let sizeLimit = 1 << 20

  /// The files that lie directly in a folder of a rules folder; nil if there is no such folder.
  package static func files(in folder: String, of rules: URL) -> Result<
    [RuleSource], MigrationError
  >? {
    let here = folder.isEmpty ? rules : rules.appendingPathComponent(folder)
    let files = FileManager.default
    if !folder.isEmpty, !files.fileExists(atPath: here.path) { return nil }
    do {
      let names = try files.contentsOfDirectory(atPath: here.path)
        .filter { ($0.hasSuffix(".json") || $0.hasSuffix(".jsonc")) && !$0.hasPrefix(".") }
      guard names.count <= fileLimit else {
        return .failure(unreadable(here, "it has more than \(fileLimit) files"))
      }
      var sources: [RuleSource] = []
      for name in names {
        let file = here.appendingPathComponent(name).resolvingSymlinksInPath()
        // Asked before it is opened: reading a pipe, or a file without an end, could take for ever.
        let attributes = try files.attributesOfItem(atPath: file.path)
        guard attributes[.type] as? FileAttributeType == .typeRegular else {
          return .failure(unreadable(file, "it is no regular file"))
        }
        let size = attributes[.size] as? Int ?? (attributes[.size] as? UInt64).map { Int($0) } ?? 0
        guard size <= sizeLimit else {
          return .failure(unreadable(file, "it has more than \(sizeLimit) bytes"))
        }
        sources.append(
          RuleSource(
            name: folder.isEmpty ? name : folder + "/" + name, bytes: try Data(contentsOf: file)))
      }
      return .success(sources)
    } catch {
      return .failure(unreadable(here, Self.words(for: error)))
    }
  }

  /// Why files can't be read, in words.
  package static func words(for error: any Error) -> String {
    switch (error as? CocoaError)?.code {
    case .fileReadNoSuchFile, .fileNoSuchFile: "it isn't there"
    case .fileReadNoPermission: "nobody may read it"
    default: "\(error)"
    }
  }

  private static func unreadable(_ folder: URL, _ why: String) -> MigrationError {
    MigrationError(
      Diagnostic(
        .badRules, "the rules folder can't be read: \(Printable.text(of: why))",
        at: Diagnostic.Place(folder.path)))
  }
}
