internal import JSONMigrationCore
internal import JSONText

/// Makes large samples small: lists and maps keep a few elements of each kind, trees a few levels.
struct Thinning {
  private let comparison: Comparison
  private let terms: Terms
  private let count: Int
  /// The numbers of elements that are kept besides.
  private let others: Set<Int>

  /// Lists and maps up to this length stay as they are.
  private static let plenty = 24
  private static let mostDepth = 40
  /// Stands among names for an element.
  private static let element = ByteString("")
  /// What stands so often below its own name already is cut off.
  private var mostLevels: Int { count < 12 ? 2 : count < 40 ? 3 : 4 }

  init(
    _ comparison: Comparison, _ terms: Terms, keeping count: Int, and others: Set<Int> = []
  ) {
    (self.comparison, self.terms, self.count) = (comparison, terms, count)
    self.others = others
  }

  /// The numbers of samples that are enough to learn from: of many a few of each kind.
  func enough(of pairs: [TermPair]) -> [Int] {
    guard pairs.count > Self.plenty else { return Array(pairs.indices) }
    var counts: [Kind: Int] = [:]
    return pairs.indices.filter { index in
      let kind = kind(pairs[index].before, pairs[index].after)
      counts[kind, default: 0] += 1
      return counts[kind, default: 0] <= count
    }
  }

  mutating func thinned(_ pair: TermPair) -> TermPair {
    guard pair.before.size + pair.after.size > 200 else { return pair }
    let (before, after) = thin(pair.before, pair.after, below: [])
    return TermPair(before: terms.term(before), after: terms.term(after))
  }

  /// The kind of what differs between two elements.
  private struct Kind: Hashable {
    let isOld: Bool
    let isNew: Bool
    let keys: [ByteString]
    let weight: Int
  }

  private func kind(_ old: Term?, _ new: Term?) -> Kind {
    guard let old, let new else {
      return Kind(isOld: old != nil, isNew: new != nil, keys: [], weight: 0)
    }
    if old === new { return Kind(isOld: true, isNew: true, keys: [], weight: 0) }
    let lost = old.members.map(\.key).filter { new[$0] == nil }
    let came = new.members.map(\.key).filter { old[$0] == nil }
    let changed = old.members.filter { key, value in
      new[key].map { $0 !== value } ?? false
    }.map(\.key)
    return Kind(isOld: true, isNew: true, keys: lost + came + changed, weight: 1)
  }

  private func thin(_ before: Term, _ after: Term, below names: [ByteString]) -> (JSON, JSON) {
    let areLists = before.kind == .array && after.kind == .array
    if areLists, let name = names.last, name != Self.element,
      names.count(where: { $0 == name }) > mostLevels
    {
      return ([], [])
    }
    if names.count > Self.mostDepth || before.size + after.size < 60 {
      return (before.json, after.json)
    }
    if before.kind == .object, after.kind == .object {
      return thinObjects(before, after, below: names)
    }
    guard areLists else { return (before.json, after.json) }
    var counts: [Kind: Int] = [:]
    let cells = comparison.cells(before, after)
    var (olds, news): ([JSON], [JSON]) = ([], [])
    for cell in cells {
      let old = cell.old.map { before.elements[$0] }
      let new = cell.new.map { after.elements[$0] }
      if cells.count > Self.plenty {
        let kind = kind(old, new)
        counts[kind, default: 0] += 1
        let isOther = [old, new].contains { $0.map { others.contains($0.number) } == true }
        if counts[kind, default: 0] > count, !isOther { continue }
      }
      if let old, let new {
        let pair = thin(old, new, below: names + [Self.element])
        olds.append(pair.0)
        news.append(pair.1)
      } else {
        if let old { olds.append(old.json) }
        if let new { news.append(new.json) }
      }
    }
    return (.array(olds), .array(news))
  }

  private func thinObjects(
    _ before: Term, _ after: Term, below names: [ByteString]
  ) -> (JSON, JSON) {
    var counts: [Kind: Int] = [:]
    let isLarge = before.members.count > Self.plenty && before.isMap
    var (olds, news) = (JSONObject(), JSONObject())
    let moved = Self.moved(before, after)
    for (key, old) in before.members {
      if let name = moved[key], let new = after[name] {
        let pair = thin(old, new, below: names + [key])
        olds[key.text] = pair.0
        news[name.text] = pair.1
        continue
      }
      let new = after[key]
      if isLarge {
        let kind = kind(old, new)
        counts[kind, default: 0] += 1
        if counts[kind, default: 0] > count { continue }
      }
      if let new {
        let pair = thin(old, new, below: names + [key])
        olds[key.text] = pair.0
        news[key.text] = pair.1
      } else {
        olds[key.text] = old.json
      }
    }
    for (key, new) in after.members where before[key] == nil && news[key.text] == nil {
      news[key.text] = new.json
    }
    return (.object(olds), .object(news))
  }

  /// The new names of long lists: a list that went and one that came belong together if they are
  /// of one length.
  private static func moved(_ before: Term, _ after: Term) -> [ByteString: ByteString] {
    func lists(_ one: Term, notIn other: Term) -> [(key: ByteString, value: Term)] {
      one.members.filter { key, value in
        value.kind == .array && value.elements.count > plenty && other[key] == nil
      }
    }
    var news = lists(after, notIn: before)
    var moved: [ByteString: ByteString] = [:]
    for (key, old) in news.isEmpty ? [] : lists(before, notIn: after) {
      let place = news.firstIndex { $0.value.elements.count == old.elements.count }
      if let place { moved[key] = news.remove(at: place).key }
    }
    return moved
  }
}
