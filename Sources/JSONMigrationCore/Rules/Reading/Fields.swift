internal import JSONText

/// The members of an object of a rule file, taken one by one; what isn't taken is reported.
package struct Fields {
  let reader: RuleReader
  /// The bytes of the object.
  let range: Range<Int>
  private let members: [LocatedJSON.Member]
  /// Where each key stands, if there are enough for hashing to be faster than searching.
  private let positions: [[UInt8]: Int]
  private var isTaken: [Bool]
  /// The keys that may stand there, where they are known; of a rule those of its verb.
  private var parameters: [Parameter]?
  private var isRule = false

  private static let searched = 16

  /// Reads an object; nil, and a report, if it is something else.
  ///
  /// `what` says what it has to be.
  init?(
    _ value: LocatedJSON, _ what: String, _ reader: RuleReader, _ parameters: [Parameter]? = nil
  ) {
    guard case .object(let members) = value.value else {
      reader.reportType(value, expected: what)
      return nil
    }
    self.reader = reader
    self.members = members
    self.parameters = parameters
    isTaken = Array(repeating: false, count: members.count)
    positions =
      members.count > Self.searched
      ? Dictionary(
        members.enumerated().map { (Array($1.key.utf8), $0) },
        uniquingKeysWith: { first, _ in first })
      : [:]
    range = value.range
  }

  /// Says which verb the rule has whose keys these are.
  mutating func belong(to spec: VerbSpec) { (parameters, isRule) = (spec.parameters, true) }

  /// The keys that stand there.
  var keys: [String] { members.map(\.key) }

  /// The value of a key, which stays unknown.
  func peek(_ key: String) -> LocatedJSON? { index(of: key).map { members[$0].value } }

  /// Whether a key stands there.
  func has(_ key: String) -> Bool { index(of: key) != nil }

  /// The bytes of a key, or of the whole object if it isn't there.
  func keyRange(_ key: String) -> Range<Int> {
    index(of: key).map { members[$0].keyRange } ?? range
  }

  /// The value of a key, which is known from now on; nil if it isn't there.
  mutating func take(_ key: String) -> LocatedJSON? {
    guard let index = index(of: key) else { return nil }
    isTaken[index] = true
    return members[index].value
  }

  /// The value of a key that has to be there; else that is reported.
  mutating func require(_ key: String, _ what: String) -> LocatedJSON? {
    if let value = take(key) { return value }
    guard let index = misspelling(of: key) else {
      reader.report(
        "`\(key)` is missing here: \(what)", at: range.lowerBound..<range.lowerBound + 1)
      return nil
    }
    isTaken[index] = true
    reader.report(
      "`\(key)` is missing here, and `\(Printable.quote(members[index].key))` is no key",
      at: members[index].keyRange, help: "write `\(key)`: \(what)")
    return members[index].value
  }

  /// The member that was probably meant to have a key that is missing.
  private func misspelling(of key: String) -> Int? {
    members.indices.first { index in
      let own = members[index].key
      return !isTaken[index] && !isKey(own)
        && (NearestName.isNear(own, key) || ForeignWords.means(own, key))
    }
  }

  /// Reports that a key is missing if a member was probably meant to have it; whether one was.
  mutating func reportsMisspelling(of key: String, _ what: String) -> Bool {
    if misspelling(of: key) == nil { return false }
    _ = require(key, what)
    return true
  }

  /// Whether a member was probably meant to have one of some keys, which is told when all are read.
  func misspells(_ keys: [String]) -> Bool { keys.contains { misspelled($0) != nil } }

  /// The value of the member that was probably meant to have a key.
  func misspelled(_ key: String) -> LocatedJSON? { misspelling(of: key).map { members[$0].value } }

  private func isKey(_ name: String) -> Bool {
    guard let parameters else { return Verbs.keys.contains(name) }
    func has(_ parameters: [Parameter]) -> Bool {
      parameters.contains { $0.name.utf8.elementsEqual(name.utf8) }
    }
    return has(parameters) || isRule && has(CommonKeys.parameters)
  }

  /// The key whose value, or which itself, stands around a byte.
  func key(around byte: Int) -> String? {
    members.first { $0.keyRange.lowerBound <= byte && byte < $0.value.range.upperBound }?.key
  }

  /// Reports the keys that weren't taken.
  ///
  /// `known` are those that may stand here; where a mistake kept some of them from being read,
  /// `isWhole` is false, and nothing is said of them.
  func finish(
    _ known: @autoclosure () -> [String], of what: @autoclosure () -> String, isWhole: Bool = true
  ) {
    // A key that stands twice was reported when the file was parsed.
    for (index, member) in members.enumerated()
    where !reader.isFull && !isTaken[index] && self.index(of: member.key) == index {
      let known = known()
      let isMisplaced = known.contains { $0.utf8.elementsEqual(member.key.utf8) }
      if isMisplaced, !isWhole { continue }
      reader.report(
        isMisplaced
          ? "`\(member.key)` says nothing here"
          : "`\(Printable.quote(member.key))` is no key of \(what())",
        at: member.keyRange,
        help: isMisplaced
          ? nil
          : ForeignWords.key(for: member.key, among: known.filter { !has($0) })
            ?? NearestName.help(for: member.key, among: known, one: "key", many: "keys"))
    }
  }

  @inline(never)
  private func index(of key: String) -> Int? {
    if members.count > Self.searched { return positions[Array(key.utf8)] }
    // Their lengths are known, and most keys differ in them.
    return members.firstIndex {
      $0.key.utf8.count == key.utf8.count && $0.key.utf8.elementsEqual(key.utf8)
    }
  }
}

// MARK: - Values by their type

extension Fields {
  /// Text; nil if it isn't there or isn't text.
  mutating func text(_ key: String) -> String? {
    take(key).flatMap { reader.text($0) }
  }

  /// Whether a key is there with `true`; it can have no other value.
  mutating func flag(_ key: String) -> Bool {
    guard let value = take(key) else { return false }
    if case .bool(true) = value.value { return true }
    reader.reportType(value, expected: "true, or no `\(key)` at all")
    return false
  }

  /// One of some words, by what it means; nil where the key isn't there.
  mutating func word<Meaning>(
    _ key: String, _ words: @autoclosure () -> KeyValuePairs<String, Meaning>
  ) -> Meaning? {
    take(key).flatMap { reader.word($0, words()) }
  }

  /// A query, or a list of them.
  mutating func queries(_ key: String) -> [Query]? {
    take(key).flatMap { reader.queries($0) }
  }

  /// A value of any type.
  mutating func constant(_ key: String) -> Constant? {
    take(key).map { reader.constant($0) }
  }

  /// Queries with the target of each; whether what a query leads to leaves its place.
  mutating func targets(_ key: String, leaves: Bool) -> [(query: Query, target: Target)]? {
    let reader = reader
    guard let members = pairs(key, "an object of paths, each with a target") else { return nil }
    let pairs = reader.whole(members) { member in
      let query = reader.query(member.key, at: member.keyRange)
      let target = reader.target(member.value)
      return query.flatMap { query in target.map { (query: query, target: $0) } }
    }
    guard let pairs else { return nil }
    if leaves {
      reader.warnOfPlacesTwice(
        zip(pairs, members).map { ($0.query.path, $1.key, $1.keyRange) })
    }
    return pairs
  }

  /// The plain names of a path into each of the values that queries lead to; none where the key
  /// isn't there.
  mutating func inner(_ key: String, of queries: [Query]) -> [Name]? {
    guard let value = take(key) else { return [] }
    guard let text = reader.text(value), let path = reader.path(text, at: value.range) else {
      return nil
    }
    guard let names = path.plainNames, !names.isEmpty, path.isRelative else {
      reader.report(
        "`\(Printable.quote(text))` is no path of plain names, such as `author.name`",
        at: value.range)
      return nil
    }
    var parents = queries.flatMap { reader.scopes.places(of: $0.path) }
    return names.map { name in
      defer { parents = parents.map { $0.member(name) } }
      return reader.name(name, at: value.range, of: parents)
    }
  }

  /// Keys of an object with what stands behind them; nil, and a report, if there is none.
  mutating func pairs(_ key: String, _ what: String) -> [LocatedJSON.Member]? {
    take(key).flatMap { value in
      guard case .object(let members) = value.value else {
        reader.reportType(value, expected: what)
        return nil
      }
      if members.isEmpty { reader.report("expected \(what), and this is empty", at: value.range) }
      return members.isEmpty ? nil : members
    }
  }
}
