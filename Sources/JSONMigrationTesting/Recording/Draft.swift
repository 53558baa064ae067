internal import JSONMigration
internal import JSONMigrationCore
internal import JSONText

/// A document that a type was decoded from, with something in the place of what is missing.
///
/// Places of it can be changed for a while, to see what the type makes of that.
final class Draft {
  /// What is said to stand here, for a try.
  enum Trial {
    case nothing
    case value(JSON)
  }

  /// What is here; what is in it may be drafted too.
  var value: JSON?
  var trial: Trial?
  /// The type asks which keys there are, so that another object is not to be mixed with this one.
  var isAskedForKeys = false
  private(set) var members: [(key: String, draft: Draft)] = []
  /// Where each member is in `members`.
  private var positions: [ByteString: Int] = [:]
  private(set) var elements: [Draft] = []

  func member(_ key: String) -> Draft {
    if let position = positions[ByteString(key)] { return members[position].draft }
    let draft = Draft()
    positions[ByteString(key)] = members.count
    members.append((key, draft))
    return draft
  }

  func element(_ index: Int) -> Draft {
    while elements.count <= index { elements.append(Draft()) }
    return elements[index]
  }

  /// Writes a version.
  func put(_ version: Version, at names: [[UInt8]]) {
    let place = names.reduce(self) { $0.member(String(decoding: $1, as: UTF8.self)) }
    place.value = try? JSON(parsing: version.json)
  }

  /// Becomes empty, for another attempt.
  func clear() {
    value = nil
    isAskedForKeys = false
    members = []
    positions = [:]
    elements = []
  }

  /// The document; nil where there is nothing.
  var json: JSON? {
    switch trial {
    case .nothing: return nil
    case .value(let value): return value
    case nil: break
    }
    if !members.isEmpty {
      var object = value?.object ?? JSONObject()
      for (key, draft) in members { object[key] = draft.json }
      return .object(object)
    }
    if !elements.isEmpty {
      let others = value?.array?.dropFirst(elements.count) ?? []
      return .array(elements.compactMap(\.json) + others)
    }
    return value
  }

  /// The drafts at a place.
  func drafts(at place: ArraySlice<Place.Segment>) -> [Draft] {
    guard let first = place.first else { return [self] }
    let next: [Draft]
    switch first {
    case .key(let key): next = members.filter { $0.key.utf8.elementsEqual(key) }.map(\.draft)
    case .every, .some: next = members.map(\.draft) + elements
    case .descendants: next = []
    }
    return next.flatMap { $0.drafts(at: place.dropFirst()) }
  }

  /// A part of a document, with what it lacks from here.
  func completing(_ part: JSON) -> JSON {
    switch part {
    case .object(let given) where !members.isEmpty && !isAskedForKeys:
      guard case .object(var object)? = json else { return part }
      for (key, value) in given {
        let known = positions[ByteString(key)].map { members[$0].draft }
        object[key] = known?.completing(value) ?? value
      }
      return .object(object)
    case .array(let given) where !elements.isEmpty:
      return .array(given.map { elements[0].completing($0) })
    default:
      return part
    }
  }
}
