internal import JSONMigrationCoding
internal import JSONMigrationCore
internal import JSONText
internal import LockedFiles

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// What a file that is there becomes.
extension GuardedFile {
  func rewriting<Result>(
    _ file: Data, _ make: (Value?) throws -> (value: Value, result: Result)
  ) throws -> LockedFile.Rewriting<Result> {
    let migration: Migration<Data>
    do throws(MigrationError) {
      migration = try EncodedDocument(file).read(named: name) { text throws(MigrationError) in
        try migrator.migration(of: text, named: name)
      }
    } catch {
      throw error.asRefusal(
        help: error.kind == .newerVersion
          ? "a newer release of the app has saved this file: ask for an update"
          : "`setAside()` keeps it under another name, and the next `save` makes a new one")
    }
    let current = try decode(migration.document, isMigrated: true)
    let marks = Marks()
    // Now, for the value may be of a class and be changed itself.
    let before = try json(of: current, marks)
    let made = try make(current)
    try migrator.checkPlace(in: made.value)
    let after = try json(of: made.value, marks)
    let text = Array(migration.document)
    let update = DocumentUpdate(
      before: before, after: after, marks: marks,
      fleeting: FleetingParts(of: before, marks) { self.readAgain(file, marks) },
      takesComments: migrator.takesComments)
    var content: [UInt8]
    do {
      content = try edited(text, update)
    } catch let error as JSONError {
      throw MigrationError(Diagnostic(error, in: text, file: name))
    }
    // An equal file stays, whatever its encoding is.
    if content == text, !migration.isChanged { return .init(result: made.result) }
    try checkStamped(content)
    if EncodedDocument.isMarked(file) { content = EncodedDocument.mark + content }
    let backup =
      settings.keepsOldVersions && migration.from != migration.to
      ? ".\(migration.from.fileWord).bak" : nil
    return .init(result: made.result, content: content, backup: backup)
  }

  /// The text with the changes, of which it is certain that the value is read from it again.
  ///
  /// Edits can go wrong where what a type reads isn't what it writes. If it reads members that it
  /// doesn't write, they are left out. If that doesn't help, what is read in another way than from
  /// a new file is written anew, and at last all around it.
  private func edited(_ text: [UInt8], _ update: DocumentUpdate) throws -> [UInt8] {
    var content = try update.text(text)
    if reread(content, update.marks) == update.after { return content }
    // A type may round what it is given, or have another moment or number each time.
    let new = update.marks.plain(update.after).bytes
    try checkLoads(new)
    guard let wanted = reread(new, update.marks), let again = reread(new, update.marks) else {
      return content
    }
    let unstable = PlaceSet(again.differences(from: wanted, marks: update.marks))
    func wrong(_ content: [UInt8]) -> Set<JSONPlace> {
      guard let found = reread(content, update.marks) else {
        return update.before.differences(from: update.after, marks: update.marks)
      }
      return found.differences(from: wanted, marks: update.marks).filter {
        !unstable.areAtOrIn($0) && !unstable.cover($0)
      }
    }
    var places = wrong(content)
    if places.isEmpty { return content }
    let wrongPlaces = PlaceSet(places)
    let unknown = try update.unknown(in: text).filter {
      wrongPlaces.areAtOrIn($0.dropLast()) || wrongPlaces.cover($0)
    }
    let leftOut = LeastParts(of: unknown) { members in
      (try? update.text(text, without: Set(members))).map { wrong($0).isEmpty } == true
    }
    if let leftOut { return try update.text(text, without: Set(leftOut.parts)) }
    while !places.isEmpty {
      content = try update.text(text, whole: places)
      let left = wrong(content)
      if left.isEmpty || places.contains([]) { break }
      places = Set(left.union(places).map { Array($0.dropLast()) })
    }
    return content
  }

  /// What is to be saved must be what can be loaded, or the file is lost to the app.
  func checkLoads(_ text: [UInt8]) throws {
    do {
      _ = try decode(Data(text), isMigrated: false)
    } catch let error as MigrationError {
      throw error.asRefusal(
        "it could not be loaded again: ", help: "give the value what `load` asks for")
    } catch {
      throw MigrationError(
        Diagnostic(
          .badFile, "\(name) is not saved, for it could not be loaded again: \(error)",
          help: "what the type writes has to be what it reads; the file is as it was"))
    }
  }

  /// What the value of the file is when it is loaded once more.
  private func readAgain(_ file: Data, _ marks: Marks) -> JSON? {
    let value = try? EncodedDocument(file).read(named: name) { try decode($0, isMigrated: false) }
    return value.flatMap { try? json(of: $0, marks) }
  }

  /// What a value that is loaded from a text would be saved as; nil where none can be loaded.
  private func reread(_ text: [UInt8], _ marks: Marks) -> JSON? {
    guard let value = try? decode(Data(text), isMigrated: false) else { return nil }
    return try? json(of: value, marks)
  }

  /// A version at an index may stand in what the type doesn't know; without one the next who loads
  /// the file would take it for an old one.
  private func checkStamped(_ text: [UInt8]) throws {
    let format = migrator.rules.format
    guard format.isStamped, format.each == nil, !format.canMakePlace else { return }
    if try migrator.version(of: text, named: name) != migrator.target {
      // This says what is missing.
      _ = try migrator.stamp(Data(text), named: name)
    }
  }

  /// A value as it would be saved in a new file, with marks.
  private func json(of value: Value, _ marks: Marks) throws -> JSON {
    let plain = try JSON(parsing: stamped(encoder.encode(keepingKeysOfJSON: value)))
    // Encoding marks takes more of the stack.
    if plain.levels > 100 { return plain }
    let marked = try? JSON(
      parsing: stamped(encoder.encode(MarkedValue(value: value, marks: marks))))
    // A type that asks its encoder what it is may make something else for one that it doesn't know.
    guard let marked, marks.rounded(marked) == plain else { return plain }
    return marks.sorted(marked)
  }

  private func stamped(_ value: Data) throws -> Data {
    try migrator.stamp(value, named: "the encoded value", isPart: true)
  }
}

extension MigrationError {
  /// The same error of a file that is therefore not overwritten.
  fileprivate func asRefusal(_ why: String = "", help: String) -> MigrationError {
    var first = diagnostics
    guard let index = first.firstIndex(where: { $0.severity == .error }) else { return self }
    first[index].message = "not saved, for \(why)\(first[index].message)"
    first[index].help = "\(help); the file is as it was"
    return MigrationError(first) ?? self
  }
}

extension Version {
  /// The version as a part of a file's name.
  fileprivate var fileWord: String {
    String(
      description.unicodeScalars.map { scalar in
        scalar.isASCII && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar))
          || scalar == "." || scalar == "-" ? Character(scalar) : "_"
      })
  }
}
