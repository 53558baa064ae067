internal import JSONMigrationCore
internal import JSONText
internal import PropertyLists

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Migrator {
  /// The document in its newest version; one that is current comes back as it is.
  ///
  /// A document is JSON in UTF-8; `name` is what messages call it, such as the name of its file. A
  /// byte-order mark is passed over, and stays where it is.
  public func migrate(
    _ document: Data, named name: String = "document"
  ) throws(MigrationError) -> Data {
    if EncodedDocument.isMarked(document) {
      return try EncodedDocument(document).read(named: name) { text throws(MigrationError) in
        let migrated = try migrate(text, named: name)
        return migrated == text ? document : EncodedDocument.mark + migrated
      }
    }
    return try withStation { station throws(MigrationError) in
      station.put(document)
      guard try open(in: station, named: name, keepingComments: true) else { return document }
      return try station.withOutput(named: name) { Data(copying: $0) }
    }
  }

  /// The document in its newest version, with what it was before.
  public func migration(
    of document: Data, named name: String = "document"
  ) throws(MigrationError) -> Migration<Data> {
    if EncodedDocument.isMarked(document) {
      return try EncodedDocument(document).read(named: name) { text throws(MigrationError) in
        let migration = try migration(of: text, named: name)
        return Migration(
          document: migration.isChanged ? EncodedDocument.mark + migration.document : document,
          from: migration.from, to: migration.to, isChanged: migration.isChanged,
          given: GivenDocument(to: self, named: name, behind: EncodedDocument.mark.count) {
            Array(text)
          })
      }
    }
    return try withStation { station throws(MigrationError) in
      station.put(document)
      let from = try station.version(named: name)
      station.put(document)
      let isChanged = try open(in: station, named: name, keepingComments: true)
      return Migration(
        document: isChanged ? try station.withOutput(named: name) { Data(copying: $0) } : document,
        from: from, to: target, isChanged: isChanged,
        given: GivenDocument(to: self, named: name) { Array(document) })
    }
  }
}

extension Migrator {
  /// The version of a document: JSON in any encoding that `JSONDecoder` takes, or a property list,
  /// in XML or binary.
  ///
  /// What a document is that says no version is up to the format. Of many documents in one, which a
  /// format with `each` has, it is the oldest.
  public func version(
    of document: Data, named name: String = "document"
  ) throws(MigrationError) -> Version {
    if document.isPropertyList {
      return try version(of: PropertyList(document, named: name).json, named: name)
    }
    return try EncodedDocument(document).read(named: name) { text throws(MigrationError) in
      try withStation { station throws(MigrationError) in
        station.put(text)
        return try station.version(named: name)
      }
    }
  }

  /// Whether a document has a newer version than the rules know: another copy of the app has saved
  /// it, and one that doesn't know what is in it should not save over it.
  ///
  ///     if try migrator.isNewer(data) { … ask for an update … }
  ///
  /// That is for versions that are numbers. Texts have no order: one that the rules don't know is
  /// an error of the kind ``Diagnostic/Kind/unknownVersion``.
  public func isNewer(
    _ document: Data, named name: String = "document"
  ) throws(MigrationError) -> Bool {
    do throws(MigrationError) {
      _ = try version(of: document, named: name)
      return false
    } catch {
      if error.kind == .newerVersion { return true }
      throw error
    }
  }
}

extension Station {
  /// Takes a document in; the bytes of one whose type is known here are reached in one step.
  @inline(__always)
  func put(_ document: some Sequence<UInt8>) {
    let isLoaded: Void? = document.withContiguousStorageIfAvailable { load($0) }
    if isLoaded == nil { load(document) }
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
