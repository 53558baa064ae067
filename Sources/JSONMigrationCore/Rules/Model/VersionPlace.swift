package import JSONText

/// Where documents say their version: names, and indexes among them.
package struct VersionPlace: Sendable {
  enum Part: Sendable {
    case name(Name)
    case index(Int)

    var segment: PathSegment {
      switch self {
      case .name(let name): PathSegment([.name(name.text)])
      case .index(let index): PathSegment([.index(index)])
      }
    }
  }

  let parts: [Part]
  /// The place, if it has names only, so that it can be made.
  let target: Target?

  init(_ target: Target) {
    parts = target.names.map { .name($0) }
    self.target = target
  }

  fileprivate init(_ parts: [Part]) {
    self.parts = parts
    target = nil
  }

  package var names: [Name]? { target?.names }

  /// Whether it is in an array, where other elements may come to its number.
  package var isByIndex: Bool { target == nil }

  /// The path, as it may be written.
  package var text: String {
    if let target { return target.text }
    return Printable.path(
      JSONPath(query: PathQuery(root: .document, segments: parts.map(\.segment))).description)
  }

  /// Where that is, as a guide has it, from a document that is at `start`.
  package func place(from start: Place) -> Place {
    parts.reduce(start) { place, part in
      switch part {
      case .name(let name): place.member(name.text)
      case .index: place + [.some]
      }
    }
  }

  /// A document without what is there.
  package func removed(from value: JSON) -> JSON { Self.removed(parts[...], from: value) }

  private static func removed(_ parts: ArraySlice<Part>, from value: JSON) -> JSON {
    guard let part = parts.first else { return value }
    let isLast = parts.count == 1
    switch (part, value) {
    case (.name(let name), .object(var object)):
      if isLast {
        _ = object.removeValue(forKey: name.string)
      } else if let inner = object[name.string] {
        object[name.string] = removed(parts.dropFirst(), from: inner)
      }
      return .object(object)
    case (.index(let index), .array(var array)):
      let index = index < 0 ? index + array.count : index
      guard array.indices.contains(index) else { return value }
      if isLast {
        array.remove(at: index)
      } else {
        array[index] = removed(parts.dropFirst(), from: array[index])
      }
      return .array(array)
    default: return value
    }
  }
}

/// Places where a version may stand, as a tree of their parts: each way has a number.
struct VersionPlaces {
  private var numbers: [[UInt8]: Int] = [:]
  /// Of each way the first place at its end, at its end or further in, and in one of its elements.
  private var (ends, inner, elements) = ([Int.max], [Int.max], [Int.max])

  /// Adds a place with its position; gives the position of the first one before at which something
  /// else stands, or nothing, when what is at this one is taken away.
  ///
  /// An element that goes moves those behind it.
  mutating func add(_ place: VersionPlace, _ position: Int) -> Int? {
    var (way, first) = (0, Int.max)
    for (index, part) in place.parts.enumerated() {
      first = min(first, ends[way])
      if case .index = part {
        if index == place.parts.count - 1 { first = min(first, elements[way]) }
        elements[way] = min(elements[way], position)
      }
      inner[way] = min(inner[way], position)
      let step = Array("\(way)\(part.segment)".utf8)
      if let next = numbers[step] {
        way = next
      } else {
        way = ends.count
        numbers[step] = way
        ends.append(.max)
        inner.append(.max)
        elements.append(.max)
      }
    }
    first = min(first, inner[way])
    ends[way] = min(ends[way], position)
    inner[way] = min(inner[way], position)
    return first == .max ? nil : first
  }
}

extension RuleReader {
  /// A path of names and indexes from the document.
  func versionPlace(_ value: LocatedJSON) -> VersionPlace? {
    guard let text = text(value), let path = path(text, at: value.range) else { return nil }
    if let names = path.plainNames, !names.isEmpty {
      return VersionPlace(target(names, isFromDocument: true, at: value.range))
    }
    guard path.isSingular, !path.query.segments.isEmpty else {
      report(
        "`\(Printable.quote(text))` can be many places: a version stands in one, such as "
          + "`meta.version` or `version[1]`", at: value.range)
      return nil
    }
    var parent = scopes.root
    var parts: [VersionPlace.Part] = []
    for segment in path.query.segments {
      if let key = segment.name {
        parts.append(.name(name(key, at: value.range, of: [parent])))
        parent = parent.member(key)
      } else if let index = segment.index {
        parts.append(.index(index))
        parent = parent + [.some]
      }
    }
    touch([parent])
    return VersionPlace(parts)
  }
}

extension Engine {
  /// Which of the places of the version is the first that is there, and what stands in it.
  mutating func findVersion(_ format: Format) throws -> (place: Int, node: NodeID)? {
    for place in format.at.indices {
      if let node = try find(format.at[place]) { return (place, node) }
    }
    return nil
  }

  /// What stands where a version may stand, without complaints about what is in its way.
  mutating func find(_ place: VersionPlace) throws -> NodeID? {
    var node = root
    for part in place.parts {
      switch part {
      case .name(let name):
        guard document.kind(node) == .object, let next = try member(key(name), of: node) else {
          return nil
        }
        node = next
      case .index(let index):
        guard document.kind(node) == .array,
          let next = try document.element(at: index, of: node)
        else { return nil }
        node = next
      }
    }
    return node
  }
}
