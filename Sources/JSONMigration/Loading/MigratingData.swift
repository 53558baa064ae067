internal import JSONText

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
    try withStation { station throws(MigrationError) in
      guard try station.open(document, named: name) else { return document }
      return try station.withOutput(named: name) { Data(copying: $0) }
    }
  }

  /// The document in its newest version, with what it was before.
  public func migration(
    of document: Data, named name: String = "document"
  ) throws(MigrationError) -> Migration<Data> {
    try withStation { station throws(MigrationError) in
      let from = try station.version(of: document, named: name)
      let isChanged = try station.open(document, named: name)
      return Migration(
        document: isChanged ? try station.withOutput(named: name) { Data(copying: $0) } : document,
        from: from, to: target, isChanged: isChanged)
    }
  }
}

extension Data {
  /// Bytes in memory of their own.
  ///
  /// Made of any sequence, data first looks up at run time what kind of sequence it is.
  init(copying bytes: ByteSlice) {
    self = bytes.withContiguousStorageIfAvailable { Data(buffer: $0) } ?? Data()
  }
}
