internal import JSONMigrationCore
internal import JSONText

/// Judges how unlikely it is that an author means a rule.
struct Prior {
  /// The addition to the cost of a rule.
  private(set) var extra = 0.0
  /// A further addition if nothing ties a default to a removed member.
  private(set) var rival = 0.0

  /// `first` is the scope before the first rule; an earlier rule may have removed members since.
  init(_ rule: JSON, _ ways: [Way], in scope: Scope, first: Scope?) {
    guard let verb = RuleCost.verb(of: rule), let object = rule.object else { return }
    let gone = Self.gone(scope, first)
    if ["set", "add-default", "append"].contains(verb), let new = object[verb]?.object?.first?.value
    {
      if object["fill"] == nil {
        judge(constant: new, of: verb, ways, scope, gone)
      } else {
        judge(template: new, gone)
      }
    }
    switch verb {
    case "drop": judgeLoss(ways, scope)
    case "keep-only":
      judgeLoss(ways, scope)
      judgeKeeping(ways, scope)
      let names = (object[verb]?.array ?? []).compactMap(\.string)
      if names.contains(where: { MapLikeness.isData(ByteString($0)) }) { extra += 5 }
    case "set": judgeSet(ways, scope)
    case "text": judgeText(object["do"]?.array ?? [], ways, scope)
    case "list": if object["do"]?.description.includes("sort") == true { extra += 1.5 }
    default: break
    }
  }

  /// Whether lists came where other lists of as many elements went.
  private static func comesFromList(_ way: Way, _ scope: Scope) -> Bool {
    let new = scope.new[way]
    guard new.contains(where: { !$0.value.elements.isEmpty }) else { return false }
    return scope.gone.ways.contains { way in
      new.allSatisfy { item, list in
        guard let old = scope.gone.value(way, in: item) else { return false }
        return old.kind == .array && list.kind == .array
          && old.elements.count == list.elements.count
      }
    }
  }

  private static func gone(_ scope: Scope, _ first: Scope?) -> [(items: Set<Int>, values: [Term])] {
    var ways = scope.gone.ways.map { ($0, scope.gone) }
    if let first {
      for way in first.gone.ways where !scope.gone.has(way) && !hasCome(way, first, scope) {
        ways.append((way, first.gone))
      }
    }
    return ways.map { way, found in (found.items(way), found[way].map(\.value)) }
  }

  /// Whether what went stands by now where it is new, so that nothing else need be made of it.
  private static func hasCome(_ way: Way, _ first: Scope, _ scope: Scope) -> Bool {
    first.new.ways.contains { new in
      !scope.new.has(new)
        && first.gone[way].allSatisfy { first.new.value(new, in: $0.item) === $0.value }
    }
  }

  private mutating func judge(
    constant new: JSON, of verb: String, _ ways: [Way], _ scope: Scope,
    _ gone: [(items: Set<Int>, values: [Term])]
  ) {
    let isLarge = new.isContainer && new.news > 1
    if isLarge { extra += 0.3 * new.news + (verb == "add-default" ? 0 : 3) }
    if verb == "append", isLarge { extra += 4 }
    if isLarge, let way = ways.first, Self.comesFromList(way, scope) { extra += 8 }
    if verb == "add-default", let way = ways.first {
      let items = scope.new.items(way)
      let rivals = gone.count { $0.items.isSuperset(of: items) }
      if rivals > 0, !isLarge, !new.isContainer, new != "", new != .null {
        rival = rivals <= 2 ? 3.5 : 2
      }
    }
    if let way = ways.first, !new.isContainer, new.news > 4 {
      // One that stands in the object, too, or holds what does, was most likely copied.
      let items = scope.new.items(way)
      let isThere = items.allSatisfy { item in
        scope.items[item].before.leaves.contains { leaf in
          leaf.json == new
            || leaf.text.map { $0.utf8.count > 2 && new.string?.includes($0) == true } == true
        }
      }
      if !items.isEmpty, isThere { extra += 3 }
    }
    // A constant that occurs in a removed value was most likely taken from there.
    let leaves = new.leafValues.filter { $0.news > 1.6 }
    if !leaves.isEmpty,
      gone.contains(where: {
        $0.values.contains { value in
          leaves.contains { leaf in value.leaves.contains { $0.json == leaf } }
        }
      })
    {
      extra += 4
    }
  }

  /// What takes most of its values from the document is likely; the rest are constants.
  private mutating func judge(
    template: JSON, _ gone: [(items: Set<Int>, values: [Term])]
  ) {
    let constants = template.leafValues.filter { leaf in
      leaf.news > 1 && leaf.string?.hasPrefix("{") != true
    }
    let news = constants.reduce(0) { $0 + $1.news }
    if news > 6 { extra += 0.4 * news }
    let wasThere = constants.contains { constant in
      gone.contains { $0.values.contains { $0.leaves.contains { $0.json == constant } } }
    }
    if wasThere { extra += 4 }
  }

  /// A removed value that is new elsewhere in the same object was most likely moved there.
  private mutating func judgeLoss(_ ways: [Way], _ scope: Scope) {
    for way in scope.gone.ways
    where ways.contains(where: { $0 == way || $0 == way.parent || way.isInside($0) }) {
      let moved = scope.gone[way].contains { item, value in
        value.isScalar && value.news > 2.5
          && scope.new.ways.contains { scope.new.value($0, in: item) === value }
      }
      if moved { extra += 3 }
    }
  }

  /// To name what stays takes away what no sample has, too: what goes from all alike is dropped.
  private mutating func judgeKeeping(_ ways: [Way], _ scope: Scope) {
    let gone = scope.gone.ways.filter { $0.parent == ways.first }
    guard gone.count > 2, Set(gone.map { scope.gone.items($0) }).count == 1 else { return }
    extra += 1.5 * Double(gone.count)
  }

  private mutating func judgeSet(_ ways: [Way], _ scope: Scope) {
    let olds = ways.flatMap { way in
      (scope.changed[way] + scope.lists[way]).map(\.value).filter { !$0.isDone }.map(\.before)
    }
    guard !olds.isEmpty else { return }
    switch olds.distinct.count {
    case 1: extra += 4.5
    case 2: extra += 3
    default: extra += 0.5
    }
    if olds.contains(where: { !$0.isScalar && !$0.isEmpty }) { extra += 3 }
    if ways.contains(where: { $0.name?.text.lowercased().includes("version") == true }) {
      extra -= 8
    }
  }

  /// Edits inside words are unlikely, and so are edits of identifiers.
  private mutating func judgeText(_ edits: [JSON], _ ways: [Way], _ scope: Scope) {
    let olds = ways.flatMap { way in
      scope.changed[way].map(\.value).filter { !$0.isDone }.compactMap(\.before.text)
    }
    var hasPattern = false
    for edit in edits.compactMap(\.object) {
      if edit["pattern"] != nil { hasPattern = true }
      guard let cut = edit["replace"]?.string, !cut.isEmpty else { continue }
      if olds.contains(where: { $0.utf8.elementsEqual(cut.utf8) }) { extra += 5 }
      if olds.contains(where: { Self.cutsWord(cut, in: $0) }) { extra += 4 }
    }
    if Set(olds).count < 3, !hasPattern { extra += 1 }
    let areWords = olds.allSatisfy { text in
      (1...24).contains(text.utf8.count)
        && text.utf8.allSatisfy { PathText.isPlain($0) || ":.-_".utf8.contains($0) }
    }
    if areWords { extra += 2 + (hasPattern ? 2 : 0) }
  }

  private static func cutsWord(_ cut: String, in text: String) -> Bool {
    guard text.utf8.count <= TextEdits.mostBytes, let range = text.place(of: cut) else {
      return false
    }
    func isWord(_ character: Character?) -> Bool {
      character.map { $0.isLetter || $0.isNumber || $0 == "_" } == true
    }
    let before = text[..<range.lowerBound].last
    let after = text[range.upperBound...].first
    return isWord(before) && isWord(cut.first) || isWord(after) && isWord(cut.last)
  }
}

extension JSON {
  /// The scalars in a value.
  fileprivate var leafValues: [JSON] {
    switch self {
    case .array(let elements): elements.flatMap(\.leafValues)
    case .object(let members): members.flatMap { $0.value.leafValues }
    default: [self]
    }
  }
}
