internal import JSONText

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A decoder that gives a type what a sample has, makes up what it hasn't, and takes notes.
struct RecordingDecoder: Decoder {
  /// Nil where there is nothing.
  let value: JSON?
  let path: ContractPath
  let session: Session
  var codingPath: [any CodingKey] = []
  /// The value is a dictionary: its keys are data.
  var hasFreeKeys = false

  /// What is the same all the way down.
  struct Session {
    let log: ContractLog
    let strategies: Strategies
  }

  var userInfo: [CodingUserInfoKey: Any] { session.strategies.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard value?.object != nil || session.log.isInventing else {
      throw mismatch([String: Any].self)
    }
    return KeyedDecodingContainer(RecordingMembers(decoder: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard value?.array != nil || session.log.isInventing else { throw mismatch([Any].self) }
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
  func decoder(_ value: JSON?, at path: ContractPath, key: any CodingKey) -> RecordingDecoder {
    RecordingDecoder(
      value: value, path: path, session: session, codingPath: codingPath + [key])
  }
}

extension RecordingDecoder: SingleValueDecodingContainer {
  func decodeNil() -> Bool { value?.isNull ?? true }

  /// Notes what is asked for as what there is, and gives it.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try make(type) }

  /// A value of a type: the one that is there, else one that is made up.
  func make<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let log = session.log
    if let value = StandIn.scalar(type, value, log) { return value }
    do {
      var decoder = self
      decoder.hasFreeKeys = type is any FreelyKeyed.Type
      let made = try Value(from: decoder)
      if value != nil { log.remember(made) }
      return made
    } catch {
      if let first = StandIn.first(of: type) ?? log.known(type) { return first }
      if error is Stopped { throw error }
      log.noteStop(ContractLog.Stop(path: path, type: type, error: error))
      throw Stopped()
    }
  }

  /// A type that can't be seen further was noted.
  private struct Stopped: Error {}

  /// A value of a type where there is none.
  func invent<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let known = session.log.known(type) { return known }
    return try session.log.inventing {
      try RecordingDecoder(value: nil, path: path, session: session, codingPath: codingPath)
        .make(type)
    }
  }

  /// A value that a type needs: noted, and then there or made up.
  func require<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let found = StandIn.found(type, value)
    session.log.note(
      ContractLog.Need(path: path, type: type, isRequired: true, found: found))
    // An optional takes null, and may be anything that its own type is.
    if found == .value || (value?.isNull == true && type is any Nullable.Type) {
      return try make(type)
    }
    let made = try invent(type)
    session.log.noteStandIn(made)
    return made
  }

  /// A value that a type can do without.
  func request<Value: Decodable>(_ type: Value.Type) throws -> Value? {
    let found: ContractLog.Need.Found =
      if let value { value.isNull ? .null : .value } else { .nothing }
    session.log.note(
      ContractLog.Need(path: path, type: Value?.self, isRequired: false, found: found))
    return found == .value ? try make(type) : nil
  }
}

/// Types whose keys are no names of properties.
private protocol FreelyKeyed {}
extension Dictionary: FreelyKeyed {}

/// Types that take null.
private protocol Nullable {}
extension Optional: Nullable {}
