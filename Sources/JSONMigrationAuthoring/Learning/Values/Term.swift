internal import JSONMigrationCore
internal import JSONText

/// A JSON value that stands once in a table, so that equal values are one object.
///
/// Properties that are asked for often are worked out at once: the search looks at the same values
/// again and again.
final class Term {
  enum Kind: Int {
    case null, bool, number, text, array, object

    /// The name that `type()` has for it.
    var word: String { ["null", "boolean", "number", "string", "array", "object"][rawValue] }
  }

  /// The same for equal values, and for no others.
  let number: Int
  let json: JSON
  let kind: Kind
  let elements: [Term]
  let members: [(key: ByteString, value: Term)]
  /// About the effort to write the value down, in the unit of costs.
  let news: Double
  /// The number of values in it, including itself.
  let size: Int
  /// How deep it nests.
  let depth: Int
  /// As a trial reads it.
  private(set) lazy var bytes = Array(json.description.utf8)
  private let positions: [ByteString: Int]
  /// The scalars and the empty containers in it, each once, by their numbers.
  private(set) lazy var leaves: [Term] = Self.leaves(of: self)
  private(set) lazy var leafNumbers = Set(leaves.map(\.number))
  /// Those of the leaves that are more than a constant of every document.
  private(set) lazy var tellingLeaves = Set(leaves.filter { $0.news > 1 }.map(\.number))
  /// The keys, and the scalars with the keys that they stand under.
  private(set) lazy var marks: Set<Mark> = Self.marks(of: self)
  /// The objects of `members` that look like a map from names to things of one kind.
  private(set) lazy var isMap: Bool = MapLikeness.isMap(self)

  init(
    number: Int, json: JSON, kind: Kind, elements: [Term] = [],
    members: [(key: ByteString, value: Term)] = []
  ) {
    (self.number, self.json, self.kind) = (number, json, kind)
    (self.elements, self.members) = (elements, members)
    var positions: [ByteString: Int] = [:]
    if members.count > 8 {
      for (position, member) in members.enumerated() { positions[member.key] = position }
    }
    self.positions = positions
    size = elements.reduce(1) { $0 + $1.size } + members.reduce(0) { $0 + $1.value.size }
    depth = 1 + ((elements.map(\.depth) + members.map(\.value.depth)).max() ?? 0)
    switch json {
    case .null, .bool: news = 1
    case .number(let value):
      let isPlain =
        value.text.utf8.elementsEqual("0".utf8) || value.text.utf8.elementsEqual("1".utf8)
      news = isPlain ? 1 : 1.5 + 0.4 * Double(value.text.utf8.count)
    case .string(let text):
      news = text.isEmpty ? 1 : min(2 + 0.35 * Double(text.unicodeScalars.count), 14)
    case .array: news = min(1 + elements.reduce(0) { $0 + $1.news }, 600)
    case .object: news = min(1 + members.reduce(0) { $0 + 1 + $1.value.news }, 800)
    }
  }

  /// The value of a key.
  @inline(never)
  subscript(key: ByteString) -> Term? {
    if members.count > 8 { return positions[key].map { members[$0].value } }
    return members.first { $0.key == key }?.value
  }

  /// Whether an author would write it into a rule: more is data of the samples.
  var mayBeConstant: Bool { size <= 1_000 }

  var isScalar: Bool { kind.rawValue < Kind.array.rawValue }

  /// Whether it is `""`, `[]` or `{}`.
  var isEmpty: Bool {
    switch kind {
    case .text: text?.isEmpty == true
    case .array: elements.isEmpty
    case .object: members.isEmpty
    default: false
    }
  }

  var text: String? { json.string }
  var value: JSONNumber? { json.number }
  /// A text, or a number as it is written.
  var written: String? { text ?? value?.text }

  /// The value at a path of names and indexes.
  func at(_ path: some Sequence<Segment>) -> Term? {
    var term = self
    for segment in path {
      switch segment {
      case .name(let name):
        guard let next = term[name] else { return nil }
        term = next
      case .index(let index):
        let index = index < 0 ? term.elements.count + index : index
        guard term.elements.indices.contains(index) else { return nil }
        term = term.elements[index]
      case .every: return nil
      }
    }
    return term
  }
}

extension Term: Hashable {
  static func == (left: Term, right: Term) -> Bool { left === right }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

extension Term {
  /// A key, or a scalar with the key that it stands under.
  struct Mark: Hashable {
    let key: ByteString
    let value: Int
  }

  private static func leaves(of term: Term) -> [Term] {
    var seen: Set<Int> = []
    var found: [Term] = []
    var pending = [term]
    while let next = pending.popLast() {
      if next.elements.isEmpty, next.members.isEmpty {
        if seen.insert(next.number).inserted { found.append(next) }
      } else {
        pending += next.elements.reversed()
        pending += next.members.reversed().map(\.value)
      }
    }
    return found
  }

  private static func marks(of term: Term) -> Set<Mark> {
    var found: Set<Mark> = []
    var pending = [(ByteString(""), term)]
    while let (key, next) = pending.popLast() {
      switch next.kind {
      case .array: pending += next.elements.map { (key, $0) }
      case .object:
        for (name, value) in next.members {
          found.insert(Mark(key: name, value: -1))
          pending.append((name, value))
        }
      default: found.insert(Mark(key: key, value: next.number))
      }
    }
    return found
  }
}

/// The values of a search, each once.
final class Terms {
  private enum Form: Hashable {
    case null
    case bool(Bool)
    case number(JSONNumber)
    case text(ByteString)
    case array([Int])
    case object([Int])
  }

  private var known: [Form: Term] = [:]
  private var names: [ByteString: Int] = [:]
  private var count = 0

  private(set) lazy var null = term(.null)

  /// The term for a value; values that differ only in the order of members share one.
  func term(_ json: JSON) -> Term {
    switch json {
    case .null: return known(.null, json, .null)
    case .bool(let value): return known(.bool(value), json, .bool)
    case .number(let value): return known(.number(value), json, .number)
    case .string(let text):
      // All ids that trials make are one: it doesn't matter which element gets which.
      if Fresh.isTrialID(text), text != Fresh.id { return term(.string(Fresh.id)) }
      return known(.text(ByteString(text)), json, .text)
    case .array(let elements):
      let terms = elements.map { term($0) }
      return known(.array(terms.map(\.number)), json, .array, elements: terms)
    case .object(let object):
      let members = object.map { (key: ByteString($0.key), value: term($0.value)) }
      let form = members.map { (name(of: $0.key), $0.value.number) }.sorted { $0.0 < $1.0 }
        .flatMap { [$0.0, $0.1] }
      return known(.object(form), json, .object, members: members)
    }
  }

  private func known(
    _ form: Form, _ json: JSON, _ kind: Term.Kind, elements: [Term] = [],
    members: [(key: ByteString, value: Term)] = []
  ) -> Term {
    if let term = known[form] { return term }
    let term = Term(
      number: count, json: json, kind: kind, elements: elements, members: members)
    count += 1
    known[form] = term
    return term
  }

  private func name(of key: ByteString) -> Int {
    if let number = names[key] { return number }
    names[key] = names.count
    return names.count - 1
  }
}
