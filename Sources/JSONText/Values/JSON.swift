/// A JSON value.
///
/// Values are equal if they mean the same JSON: numbers by exact value, texts and keys by their
/// UTF-8 bytes (not by canonical equivalence, as `String` has it), objects without order.
///
///     var poem: JSON = ["title": "Dust", "tags": ["short"], "stars": 4]
///     poem["stars"] = 5
///     poem["tags"]?.array?.append("sad")
///     let title = poem["title"]?.string
///
/// A value nests at most 1,024 levels deep: text that is deeper is refused when it is read. Don't
/// build a deeper one, for Swift releases nested values recursively, and that overflows the stack
/// somewhere far beyond this limit. Nothing else here recurses.
public enum JSON: Sendable {
  /// The value `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number as it is written.
  case number(JSONNumber)
  /// A text.
  case string(String)
  /// A list of values.
  case array([JSON])
  /// Members with a key each, in order.
  case object(JSONObject)

  /// How many arrays and objects may stand inside each other.
  package static let maximumDepth = 1024
}

extension JSON {
  /// Whether this is `null`.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The truth value, or nil if this is something else.
  ///
  /// Setting makes this a truth value; setting nil makes a truth value null, and leaves anything
  /// else alone.
  public var bool: Bool? {
    get {
      if case .bool(let value) = self { value } else { nil }
    }
    set { set(newValue.map { .bool($0) }, wasOne: bool != nil) }
  }

  /// The number, or nil if this is something else.
  ///
  /// Setting makes this a number; setting nil makes a number null, and leaves anything else alone.
  public var number: JSONNumber? {
    get {
      if case .number(let value) = self { value } else { nil }
    }
    set { set(newValue.map { .number($0) }, wasOne: number != nil) }
  }

  /// The text, or nil if this is something else.
  ///
  /// Setting makes this a text; setting nil makes a text null, and leaves anything else alone.
  public var string: String? {
    get {
      if case .string(let value) = self { value } else { nil }
    }
    set { set(newValue.map { .string($0) }, wasOne: string != nil) }
  }

  /// The elements, or nil if this is no array.
  ///
  /// They can be changed in place: `value.array?.append(1)`. Setting makes this an array; setting
  /// nil makes an array null, and leaves anything else alone.
  public var array: [JSON]? {
    get {
      if case .array(let elements) = self { elements } else { nil }
    }
    _modify {
      var elements = takeArray()
      defer {
        if let elements { self = .array(elements) }
      }
      yield &elements
    }
  }

  /// The members, or nil if this is no object.
  ///
  /// They can be changed in place: `value.object?.rename("a", to: "b")`. Setting makes this an
  /// object; setting nil makes an object null, and leaves anything else alone.
  public var object: JSONObject? {
    get {
      if case .object(let members) = self { members } else { nil }
    }
    _modify {
      var members = takeObject()
      defer {
        if let members { self = .object(members) }
      }
      yield &members
    }
  }

  /// The value of a key, or nil if this is no object or hasn't the key.
  ///
  /// Setting replaces the value in place, or adds the member last; setting nil removes it, and
  /// `.null` stores a null. To set a member of anything but an object is a mistake: a debug build
  /// stops there, and a release build leaves the value as it is.
  public subscript(key: String) -> JSON? {
    get { object?[key] }
    _modify {
      guard var members = takeObject() else {
        var nothing: JSON?
        yield &nothing
        if nothing != nil {
          Self.misuse("\(kindWords) has no members to set: \(Found.quote(key.utf8))")
        }
        return
      }
      defer { self = .object(members) }
      yield &members[key]
    }
  }

  /// The element at an index, or nil if this is no array or has no such element.
  ///
  /// Setting replaces the element, setting nil removes it. An array is never padded: to set an
  /// element that isn't there is a mistake, at which a debug build stops; a release build leaves
  /// the value as it is.
  public subscript(index: Int) -> JSON? {
    get {
      guard let array, array.indices.contains(index) else { return nil }
      return array[index]
    }
    _modify {
      guard var elements = takeArray() else {
        var nothing: JSON?
        yield &nothing
        if nothing != nil { Self.misuse("\(kindWords) has no elements to set: \(index)") }
        return
      }
      var element: JSON?
      if elements.indices.contains(index) { element = elements[index].take() }
      defer {
        if elements.indices.contains(index) {
          if let element { elements[index] = element } else { elements.remove(at: index) }
        } else if element != nil {
          Self.misuse("an array of \(elements.count) elements has none to set at \(index)")
        }
        self = .array(elements)
      }
      yield &element
    }
  }

  /// Takes over a value; nil makes null of one that was of this kind.
  mutating func set(_ value: JSON?, wasOne: Bool) {
    if let value { self = value } else if wasOne { self = .null }
  }

  private static func misuse(_ message: String) { assertionFailure(message) }

  private var kindWords: String {
    switch self {
    case .null: "null"
    case .bool: "a truth value"
    case .number: "a number"
    case .string: "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }

  // What is changed in place is first taken out, so that it has one owner. If it stayed in the
  // enumeration too, every change would copy it.

  private mutating func take() -> JSON {
    var value = JSON.null
    swap(&self, &value)
    return value
  }

  private mutating func takeArray() -> [JSON]? {
    guard case .array(let elements) = self else { return nil }
    self = .null
    return elements
  }

  private mutating func takeObject() -> JSONObject? {
    guard case .object(let members) = self else { return nil }
    self = .null
    return members
  }
}
