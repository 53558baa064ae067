/// A JSON value that knows where it stands in its text.
package struct LocatedJSON: Sendable {
  /// What the value is.
  package enum Value: Sendable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    case array([LocatedJSON])
    case object([Member])
  }

  /// A member of an object.
  package struct Member: Sendable {
    package let key: String
    /// The bytes of the key, with its quotes.
    package let keyRange: Range<Int>
    package let value: LocatedJSON
  }

  /// A key that stands twice in one object.
  package struct DuplicateKey: Equatable, Sendable {
    package let key: String
    /// The bytes of the first such key, with its quotes.
    package let first: Range<Int>
    /// The bytes of the key that is too many.
    package let second: Range<Int>

    /// The error, at the second key.
    package func error(in map: SourceMap) -> JSONError {
      let (line, column) = map.place(of: second.lowerBound)
      return JSONError(
        .duplicateKey, offset: second.lowerBound, line: line, column: column,
        found: Found.again(key.utf8), expected: Expected.keyOnce)
    }
  }

  /// The bytes of the value.
  package let range: Range<Int>
  /// What the value is.
  package let value: Value

  /// Reads a whole text in a dialect of JSON; it stops at the first mistake.
  ///
  /// Keys that stand twice are no mistake of the text: all of them are returned, by place.
  package static func parse(
    _ bytes: [UInt8], dialect: JSONDialect = .ruleFile, maximumDepth: Int = 128
  ) throws(JSONError) -> (root: LocatedJSON, duplicates: [DuplicateKey]) {
    var reader = ValueReader(bytes, dialect: dialect, maximumDepth: maximumDepth)
    let root = try reader.read()
    return (root, reader.duplicates.ordered { $0.second.lowerBound < $1.second.lowerBound })
  }
}

extension LocatedJSON {
  /// A value that stands for some bytes that say something else; it must not nest deep.
  package init(_ json: JSON, at range: Range<Int>) {
    self.range = range
    switch json {
    case .null: value = .null
    case .bool(let bool): value = .bool(bool)
    case .number(let number): value = .number(number)
    case .string(let text): value = .string(text)
    case .array(let elements): value = .array(elements.map { LocatedJSON($0, at: range) })
    case .object(let members):
      value = .object(
        members.map {
          Member(key: $0.key, keyRange: range, value: LocatedJSON($0.value, at: range))
        })
    }
  }

  /// An object of some members that stands for some bytes.
  package init(_ members: [Member], at range: Range<Int>) {
    self.range = range
    value = .object(members)
  }

  /// The value without its places; of a key that stands twice the last value counts.
  package var json: JSON {
    var open: [OpenCopy] = []
    var current = value
    while true {
      var finished: JSON?
      switch current {
      case .null: finished = .null
      case .bool(let value): finished = .bool(value)
      case .number(let value): finished = .number(value)
      case .string(let value): finished = .string(value)
      case .array, .object: open.append(OpenCopy(source: current))
      }
      var next: Value?
      repeat {
        guard let last = open.indices.last else { return finished ?? .null }
        if let copy = finished { open[last].add(copy) }
        next = open[last].next()
        finished = next == nil ? open.removeLast().copy : nil
      } while next == nil
      current = next ?? .null
    }
  }
}

/// A container whose content is being copied.
private struct OpenCopy {
  let source: LocatedJSON.Value
  private var position = 0
  private var elements: [JSON] = []
  private var members = JSONObject()

  init(source: LocatedJSON.Value) {
    self.source = source
  }

  /// What is to be copied next, or nil at the end.
  mutating func next() -> LocatedJSON.Value? {
    defer { position += 1 }
    switch source {
    case .array(let elements) where position < elements.count: return elements[position].value
    case .object(let members) where position < members.count: return members[position].value.value
    default: return nil
    }
  }

  /// Takes the copy of what `next` returned.
  mutating func add(_ copy: JSON) {
    if case .object(let originals) = source {
      members[originals[position - 1].key] = copy
    } else {
      elements.append(copy)
    }
  }

  var copy: JSON {
    if case .object = source { .object(members) } else { .array(elements) }
  }
}
