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
  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The number, or nil if this is something else.
  public var number: JSONNumber? {
    if case .number(let value) = self { value } else { nil }
  }

  /// The text, or nil if this is something else.
  public var string: String? {
    if case .string(let value) = self { value } else { nil }
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
  /// `.null` stores a null. On anything but an object setting does nothing.
  public subscript(key: String) -> JSON? {
    get { object?[key] }
    _modify {
      guard var members = takeObject() else {
        var nothing: JSON?
        yield &nothing
        return
      }
      defer { self = .object(members) }
      yield &members[key]
    }
  }

  /// The element at an index, or nil if this is no array or has no such element.
  ///
  /// Setting replaces the element, setting nil removes it. Where there is no element setting does
  /// nothing: an array is never padded.
  public subscript(index: Int) -> JSON? {
    get {
      guard let array, array.indices.contains(index) else { return nil }
      return array[index]
    }
    _modify {
      guard var elements = takeArray() else {
        var nothing: JSON?
        yield &nothing
        return
      }
      var element: JSON?
      if elements.indices.contains(index) { element = elements[index].take() }
      defer {
        if elements.indices.contains(index) {
          if let element { elements[index] = element } else { elements.remove(at: index) }
        }
        self = .array(elements)
      }
      yield &element
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
