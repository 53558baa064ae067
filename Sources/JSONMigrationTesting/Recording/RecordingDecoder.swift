internal import JSONMigration
internal import JSONMigrationCoding
internal import JSONMigrationCore
internal import JSONText

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A decoder that gives a type what a document has, makes up what it hasn't, and takes notes.
///
/// What it makes up is JSON first, which is drafted beside the document: so the document can be
/// decoded in earnest as it would be if nothing were missing.
struct RecordingDecoder: LeafDecoder {
  /// Nil where there is nothing.
  private(set) var value: JSON?
  let draft: Draft
  private(set) var path: ContractPath
  let session: Session
  var codingPath: [any CodingKey] = []
  /// The types that are being made up around this place.
  private var ancestors: Set<ObjectIdentifier> = []
  /// The value is a dictionary: its keys are data.
  private(set) var hasFreeKeys = false
  /// Whether nothing may stand here.
  private var isNullable = false
  /// Whether lists, dictionaries and optionals that are made up stay empty.
  private(set) var isSparse = false

  init(value: JSON?, draft: Draft, path: ContractPath = ContractPath(), session: Session) {
    self.value = value
    self.draft = draft
    self.path = path
    self.session = session
  }

  /// What is the same all the way down.
  struct Session {
    let log = ContractLog()
    let judge: Judge
    let knowledge: Knowledge
    /// Whether a type is looked at without any document.
    var isImagining = false
    /// Where nothing is made up.
    var withheld: Place?
  }

  /// What documents and rules tell of types and keys.
  final class Knowledge {
    /// All keys that they name.
    var keys: [String] = []
    /// Values that rules write, by their places.
    var written: [Place: [JSON]] = [:]
    /// The first value of each type that documents have shown.
    var values: [ObjectIdentifier: JSON] = [:]
  }

  var userInfo: [CodingUserInfoKey: Any] { session.judge.strategies.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    if let value, value.object == nil { throw mismatch([String: Any].self) }
    return KeyedDecodingContainer(RecordingMembers(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    if let value, value.array == nil { throw mismatch([Any].self) }
    return RecordingElements(decoder: self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  private func mismatch(_ type: Any.Type) -> DecodingError {
    .typeMismatch(
      type,
      DecodingError.Context(
        codingPath: codingPath,
        debugDescription: "expected \(type), found \(value.map { $0.typeName } ?? "nothing")"))
  }

  /// A decoder over a value in this one.
  func inner(
    _ value: JSON?, _ draft: Draft, at path: ContractPath, key: any CodingKey
  ) -> RecordingDecoder {
    var inner = RecordingDecoder(value: value, draft: draft, path: path, session: session)
    inner.codingPath = codingPath + [key]
    if value == nil {
      inner.ancestors = ancestors
      inner.isSparse = isSparse
    }
    return inner
  }
}

// MARK: - What a type asks for

extension RecordingDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool {
    if let value { return value.isNull }
    if isNullable, isSparse {
      draft.value = .null
      return true
    }
    return false
  }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try make(type) }

  // The protocol has functions of its own for these two, which throw.

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: Int128.Type) throws -> Int128 { try make(type) }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  func decode(_ type: UInt128.Type) throws -> UInt128 { try make(type) }

  var isWithheld: Bool { session.withheld == path.place }

  /// A value that a type needs: noted, and then there or made up.
  func require<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let need = note(type, isRequired: true)
    guard let value else {
      if isWithheld { throw mismatch(type) }
      return try inventing(type)
    }
    let mark = session.log.mark
    do {
      return try make(type)
    } catch {
      try note(error, value, type, need, since: mark)
      return try inventing(type)
    }
  }

  /// A value that a type can do without.
  func request<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    let need = note(type, isRequired: false)
    guard let value else {
      return session.isImagining && !isSparse && !isWithheld ? tryImagining(type) : nil
    }
    if value.isNull { return nil }
    let mark = session.log.mark
    do {
      return try make(type)
    } catch {
      try note(error, value, type, need, since: mark)
      return nil
    }
  }

  private func note<Value>(_ type: Value.Type, isRequired: Bool) -> Int? {
    let found: ContractLog.Need.State =
      if let value { !isRequired && value.isNull ? .null : .value } else { .nothing }
    return session.log.note(
      ContractLog.Need(
        path: path, type: isRequired ? type : Value?.self, isRequired: isRequired, found: found,
        value: value, draft: draft))
  }

  /// Notes that a value doesn't do; if that is for what was missing in it, no more can be seen.
  private func note(
    _ error: any Error, _ value: JSON, _ type: Any.Type, _ need: Int?, since mark: ContractLog.Mark
  ) throws {
    if error is Unseen { throw error }
    if session.log.hasGap(since: mark) {
      session.log.note(ContractLog.Stop(path: path, type: type, error: error))
    } else {
      session.log.note(value.isNull ? .null : .other(value.words(for: error)), for: need)
    }
    draft.clear()
  }

  /// The same place with nothing there.
  var overNothing: RecordingDecoder {
    var decoder = RecordingDecoder(value: nil, draft: draft, path: path, session: session)
    decoder.codingPath = codingPath
    decoder.ancestors = ancestors
    decoder.isSparse = isSparse || !session.isImagining
    return decoder
  }

  /// A value in the place of what a document hasn't.
  private func inventing<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if session.isImagining { return try overNothing.imagine(type) }
    do {
      return try session.log.silently { try overNothing.imagine(type) }
    } catch {
      let reason = (error as? Unseen)?.reason ?? error
      session.log.note(ContractLog.Stop(path: path, type: type, error: reason))
      draft.clear()
      throw Unseen(reason: reason)
    }
  }
}

// MARK: - Values

extension RecordingDecoder {
  /// A type can't be made up, which was noted.
  private struct Unseen: Error {
    let reason: any Error
  }

  /// A type is inside itself, and has to end here.
  private struct Recursion: Error, CustomStringConvertible {
    var description: String { "it is inside itself" }
  }

  /// What is further inside is decoded, but not looked at.
  private static var depthLimit: Int { 64 }

  /// The value that is there, as a type.
  func make<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let value else { return try imagine(type) }
    draft.value = value
    if isLeaf(type) || codingPath.count > Self.depthLimit {
      return try session.judge.decode(type, from: value, at: codingPath)
    }
    let mark = session.log.mark
    let made = try Value(from: around(type))
    if !session.log.isSilent, !session.log.hasGap(since: mark) {
      session.knowledge.values[ObjectIdentifier(type)] = value
    }
    return made
  }

  private func isLeaf(_ type: Any.Type) -> Bool { Shape(leaf: type) != nil }

  private func around(_ type: Any.Type) -> RecordingDecoder {
    var decoder = self
    decoder.hasFreeKeys = type is any FreelyKeyed.Type
    decoder.isNullable = type is any Nullable.Type
    decoder.ancestors.insert(ObjectIdentifier(type))
    return decoder
  }

  /// A value of a type where there is none.
  fileprivate func imagine<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if isLeaf(type) {
      guard let value = attempt(type, candidates(for: type)) else { throw unseen(type, nil) }
      return value
    }
    if ancestors.contains(ObjectIdentifier(type)) { throw Recursion() }
    let mark = session.log.mark
    var reason: (any Error)?
    var decoder = around(type)
    do {
      return try Value(from: decoder)
    } catch is Recursion {
      if isSparse { throw Recursion() }
      // Without anything in it the type may end.
      session.log.goBack(to: mark)
      draft.clear()
      decoder.isSparse = true
      do { return try Value(from: decoder) } catch is Recursion { throw Recursion() } catch {
        reason = error
      }
    } catch {
      reason = error
    }
    if let value = attempt(type, candidates(for: type), forgetting: mark) { return value }
    throw reason is Unseen ? reason ?? mismatch(type) : unseen(type, reason)
  }

  /// The first of some values that is one of a type.
  private func attempt<Value: Decodable>(
    _ type: Value.Type, _ candidates: [JSON], forgetting mark: ContractLog.Mark? = nil
  ) -> Value? {
    for candidate in candidates {
      guard let value = try? session.judge.decode(type, from: candidate, at: codingPath) else {
        continue
      }
      if let mark { session.log.goBack(to: mark) }
      draft.clear()
      draft.value = candidate
      if isLeaf(type) { return value }
      // What it shows of the type is noted.
      var decoder = RecordingDecoder(value: candidate, draft: draft, path: path, session: session)
      decoder.codingPath = codingPath
      return (try? decoder.make(type)) ?? value
    }
    return nil
  }

  /// A value of a type, or nothing where it can't be made up or has to end.
  private func tryImagining<Value: Decodable>(_ type: Value.Type) -> Value? {
    let mark = session.log.mark
    do {
      return try imagine(type)
    } catch {
      if error is Recursion { session.log.goBack(to: mark) }
      draft.clear()
      return nil
    }
  }

  private func candidates(for type: Any.Type) -> [JSON] {
    let null: [JSON] = type is any Nullable.Type ? [.null] : []
    let known = [session.knowledge.values[ObjectIdentifier(type)]].compactMap { $0 }
    let written = session.knowledge.written[path.place] ?? []
    return null + known + written + Shape.candidates(for: type)
  }

  private func unseen(_ type: Any.Type, _ error: (any Error)?) -> any Error {
    let reason = error ?? mismatch(type)
    session.log.note(ContractLog.Stop(path: path, type: type, error: reason))
    return Unseen(reason: reason)
  }
}

// MARK: - Types with rules of their own

extension RecordingDecoder {
  /// A value of a type that has rules of its own: it is migrated by those first.
  ///
  /// What it needs is between it and its own rules; nothing is asked of the rules around it.
  func leaf<Value: Versioned>(_ type: Value.Type, _ migrator: Migrator) throws -> Value {
    var migrated = value
    if let value { migrated = try migrator.migrate(value) }
    var leaf = self
    leaf.path = path.starting
    leaf.value = migrated
    draft.value = migrated
    let made =
      migrated == nil
      ? try session.log.silently { try Value(from: leaf) } : try Value(from: leaf)
    // Else it would be taken for one of the oldest version.
    if migrated == nil, let names = migrator.rules.format.at.first?.names {
      draft.put(migrator.target, at: names.map(\.text))
    }
    return made
  }
}

/// Types whose keys are no names of properties.
private protocol FreelyKeyed {}
extension Dictionary: FreelyKeyed {}

/// Types that take null.
private protocol Nullable {}
extension Optional: Nullable {}
