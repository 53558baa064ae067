internal import JSONText

/// Members of one object that take each other's names: two that are swapped, or an older one that
/// makes room for a newer.
struct KeyChains {
  struct Pair {
    let from: Way
    let to: Way
  }

  /// Pairs that one rule renames together.
  private(set) var all: [[Pair]] = []

  /// More members than an author would rename so are not compared.
  private static let mostMembers = 40

  init(_ scope: Scope) {
    let changed = (scope.changed.ways + scope.lists.ways).filter { $0.name != nil }
    guard !changed.isEmpty else { return }
    var parents: [Way] = []
    for way in changed where !parents.contains(way.parent) { parents.append(way.parent) }
    for parent in parents { find(changed.filter { $0.parent == parent }, in: parent, scope) }
  }

  private mutating func find(_ changed: [Way], in parent: Way, _ scope: Scope) {
    let gone = scope.gone.ways.filter { $0.parent == parent }
    let new = scope.new.ways.filter { $0.parent == parent }
    guard changed.count + gone.count + new.count <= Self.mostMembers else { return }
    var sources: [Way: Way] = [:]
    for target in changed + new {
      sources[target] = (changed + gone).first { Self.comes($0, to: target, in: scope) }
    }
    var isTaken: Set<Way> = []
    for end in new + changed where !isTaken.contains(end) {
      var (pairs, name): ([Pair], Way) = ([], end)
      while let source = sources[name], isTaken.insert(name).inserted {
        pairs.append(Pair(from: source, to: name))
        name = source
      }
      // It ends where it began, or with a name that nothing has any more.
      if pairs.count > 1, name == end || gone.contains(name) { all.append(pairs) }
    }
  }

  /// Whether what stands at a target was at the source before, wherever something was there.
  private static func comes(_ source: Way, to target: Way, in scope: Scope) -> Bool {
    if source == target { return false }
    var moved: [Term] = []
    for pair in scope.items {
      guard let old = pair.before.at(source.segments) else { continue }
      guard pair.after.at(target.segments) === old else { return false }
      if pair.before.at(target.segments) !== old { moved.append(old) }
    }
    let values = moved.distinct
    return values.count > 1 || values.contains { $0.news > 2 }
  }
}
