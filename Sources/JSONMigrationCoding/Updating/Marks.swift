package import JSONText

/// What the JSON of a value doesn't tell: which lists have no order, and which values have rules of
/// their own.
///
/// A `MarkedValue` is encoded with marks: what they are put on becomes a list whose first element
/// is a text that no document has. Here they are read, and taken out again.
package final class Marks {
  enum Meaning {
    /// Elements in any order, as of a `Set`.
    case set([JSON])
    /// A key, its value, a key, its value, as of a dictionary whose keys are no texts.
    case pairs([JSON])
    /// A value that is migrated by rules of its own.
    case leaf(OwnRules, JSON)
    /// A number with more digits than an encoder writes.
    case number(JSONNumber)
  }

  /// A word that is in no document, for nobody knows it before.
  private let word = "\(UInt64.random(in: 0 ... .max))-\(UInt64.random(in: 0 ... .max))-"
  private var rules: [OwnRules] = []
  private var numbers: [ObjectIdentifier: Int] = [:]
  /// Whether any mark was put on anything.
  private(set) var areUsed = false

  /// Whether they are put on anything: else values are encoded as they are saved.
  package let arePut: Bool

  package init(arePut: Bool = true) { self.arePut = arePut }

  package var ofSet: String { mark("set") }
  var ofPairs: String { mark("pairs") }
  var ofNumber: String { mark("number") }

  /// The mark for values of a type with rules of its own.
  package func ofLeaf(_ type: Any.Type, _ own: () throws -> OwnRules) rethrows -> String {
    let number = numbers[ObjectIdentifier(type)] ?? rules.count
    if number == rules.count {
      rules.append(try own())
      numbers[ObjectIdentifier(type)] = number
    }
    return mark("\(number)")
  }

  private func mark(_ kind: String) -> String {
    areUsed = true
    return word + kind
  }

  /// What a mark says about a value; nil where it has none.
  func meaning(of value: JSON) -> Meaning? {
    guard areUsed, case .array(let items) = value, let mark = items.first?.string,
      mark.hasPrefix(word)
    else { return nil }
    let kind = String(mark.dropFirst(word.count))
    let rest = Array(items.dropFirst())
    if kind == "set" { return .set(rest) }
    if kind == "pairs" { return .pairs(rest) }
    if kind == "number" { return rest.first?.string.flatMap { JSONNumber($0) }.map { .number($0) } }
    guard let number = Int(kind), rules.indices.contains(number), let value = rest.first else {
      return nil
    }
    return .leaf(rules[number], value)
  }

  /// The value as it is without marks.
  package func plain(_ value: JSON) -> JSON { plain(value, isRounded: false) }

  /// The same, with its numbers as an encoder writes them.
  package func rounded(_ value: JSON) -> JSON { plain(value, isRounded: true) }

  private func plain(_ value: JSON, isRounded: Bool) -> JSON {
    guard areUsed else { return value }
    return value.rebuilt { value in
      switch self.meaning(of: value) {
      case .set(let items), .pairs(let items): .array(items)
      case .leaf(_, let inner): inner
      case .number(let number): .number(isRounded ? number.rounded : number)
      case nil: value
      }
    }
  }

  /// The value with all that has no order in one that only depends on what is in it.
  package func sorted(_ value: JSON) -> JSON {
    guard areUsed else { return value }
    return value.rebuilt { value in
      switch self.meaning(of: value) {
      case .set(let items):
        .array([.string(self.ofSet)] + Self.sorted(items, by: 1))
      case .pairs(let items): .array([.string(self.ofPairs)] + Self.sorted(items, by: 2))
      case .leaf, .number, nil: value
      }
    }
  }

  /// Groups of so many items in the order of the text that their first items have.
  static func sorted(_ items: [JSON], by size: Int) -> [JSON] {
    let known = stride(from: 0, to: items.count, by: size).map { start in
      var text: [UInt8] = []
      items[start].write(into: &text, isSorted: true)
      return (text: text, group: items[start..<min(start + size, items.count)])
    }
    return known.ordered { $0.text.lexicographicallyPrecedes($1.text) }.flatMap(\.group)
  }
}

/// What the rules of a type make of its values; nil where they can't be migrated.
package struct OwnRules {
  let migrateText: ([UInt8]) -> [UInt8]?
  let migrate: (JSON) -> JSON?

  package init(
    text migrateText: @escaping ([UInt8]) -> [UInt8]?, value migrate: @escaping (JSON) -> JSON?
  ) {
    (self.migrateText, self.migrate) = (migrateText, migrate)
  }
}

extension [JSON] {
  /// Keys and values that stand in turn.
  var pairs: [(key: JSON, value: JSON)] {
    stride(from: 0, to: count - 1, by: 2).map { (self[$0], self[$0 + 1]) }
  }
}

extension JSON {
  /// The value with each container replaced by what `change` makes of it, inner ones first.
  fileprivate func rebuilt(_ change: (JSON) -> JSON) -> JSON {
    guard var open = OpenRebuild(self).map({ [$0] }) else { return self }
    while true {
      let last = open.count - 1
      if let item = open[last].next() {
        if let inner = OpenRebuild(item) { open.append(inner) } else { open[last].add(item) }
        continue
      }
      let done = change(open.removeLast().value)
      guard last > 0 else { return done }
      open[last - 1].add(done)
    }
  }
}

/// A container of which some items are done.
private struct OpenRebuild {
  private let keys: [String]?
  private let items: [JSON]
  private var done: [JSON] = []
  private var position = 0

  init?(_ value: JSON) {
    switch value {
    case .array(let elements): (keys, items) = (nil, elements)
    case .object(let members): (keys, items) = (members.keys, members.values)
    default: return nil
    }
  }

  mutating func next() -> JSON? {
    guard position < items.count else { return nil }
    defer { position += 1 }
    return items[position]
  }

  mutating func add(_ item: JSON) { done.append(item) }

  var value: JSON {
    guard let keys else { return .array(done) }
    var members = JSONObject()
    for (key, item) in zip(keys, done) { members[key] = item }
    return .object(members)
  }
}

extension JSONNumber {
  /// The number as an encoder writes it.
  var rounded: JSONNumber {
    if Int64(exactly: self) != nil || UInt64(exactly: self) != nil { return self }
    return Double(self).flatMap { JSONNumber($0) } ?? self
  }
}
