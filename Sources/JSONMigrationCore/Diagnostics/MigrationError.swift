/// Why rules could not be loaded or a document could not be migrated.
///
///     do { … } catch let error as MigrationError where error.kind == .newerVersion {
///       // ask for an update: the document is fine
///     }
public struct MigrationError: Error, Hashable, Sendable {
  /// What went wrong: the kind of the first error.
  public let kind: Diagnostic.Kind
  /// All there is to tell, the first error and what else was found, warnings too.
  public let diagnostics: [Diagnostic]

  /// An error that has one thing to tell.
  ///
  /// Tests and previews make one so:
  ///
  ///     MigrationError(Diagnostic(.newerVersion, "the document is of version 9"))
  @inline(never)
  public init(_ diagnostic: Diagnostic) {
    self.kind = diagnostic.kind
    self.diagnostics = [diagnostic]
  }

  /// An error that has several things to tell; nothing when no error is among them.
  public init?(_ diagnostics: [Diagnostic]) {
    guard let first = diagnostics.first(where: { $0.severity == .error }) else { return nil }
    self.kind = first.kind
    self.diagnostics = diagnostics
  }
}

extension MigrationError {
  /// The domain of an `NSError` of it, the same wherever the type is compiled.
  public var _domain: String { "JSONMigration.MigrationError" }

  /// The same error, where the document that it is about has another name.
  package func renamingDocument(_ name: String) -> MigrationError {
    MigrationError(
      kind: kind,
      diagnostics: diagnostics.map { diagnostic in
        var diagnostic = diagnostic
        if diagnostic.place?.file == Self.document { diagnostic.place?.file = name }
        for index in diagnostic.relatedPlaces.indices
        where diagnostic.relatedPlaces[index].file == Self.document {
          diagnostic.relatedPlaces[index].file = name
        }
        return diagnostic
      })
  }

  /// The same error with each place that has bytes in the document changed.
  package func placed(
    in document: String, _ change: (inout Diagnostic.Place, Diagnostic.Span) -> Void
  ) -> MigrationError {
    MigrationError(
      kind: kind, diagnostics: diagnostics.map { $0.placed(in: document, change) })
  }

  /// What messages call a document that has no name.
  private static let document = "document"

  private init(kind: Diagnostic.Kind, diagnostics: [Diagnostic]) {
    self.kind = kind
    self.diagnostics = diagnostics
  }
}

extension MigrationError: CustomStringConvertible {
  /// One line for each diagnostic, with its place.
  public var description: String {
    diagnostics.map(\.description).joined(separator: "\n")
  }
}
