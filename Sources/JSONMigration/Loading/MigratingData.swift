#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Migrator {
  /// The document in its newest version; one that is current comes back as it is.
  ///
  /// A document is JSON in UTF-8; `name` is what messages call it, such as the name of its file.
  public func migrate(
    _ document: Data, named name: String = "document"
  ) throws(MigrationError) -> Data {
    try withWorker { worker throws(MigrationError) in
      try worker.migrated(document, named: name) ?? document
    }
  }

  /// The document in its newest version, with what it was before.
  public func migration(
    of document: Data, named name: String = "document"
  ) throws(MigrationError) -> Migration<Data> {
    try withWorker { worker throws(MigrationError) in
      let from = try worker.version(of: document, named: name)
      let migrated = try worker.migrated(document, named: name)
      return Migration(
        document: migrated ?? document, from: from, to: target, isChanged: migrated != nil)
    }
  }
}

extension Worker {
  /// The document in its target version; nil if it is that already.
  fileprivate mutating func migrated(
    _ document: Data, named name: String
  ) throws(MigrationError) -> Data? {
    guard try open(document, named: name) else { return nil }
    return withOutput { Data($0) }
  }
}
