internal import JSONMigrationCore
internal import JSONText

extension ConcatGenerator {
  /// Proposals for lists whose elements are wrapped, each list's under names of its own, before
  /// they become one.
  static func proposeTagged(in scope: Scope, _ proposals: inout Proposals) {
    for edit in scope.edits where edit.all(.object, .array) && !edit.way.isEmpty {
      let found = edit.pairs.compactMap { pair in
        TaggedLists(
          pair.before.members.map { (Way([.name($0.key)]), $0.value) }, in: pair.after)
      }
      guard let lists = found.max(by: { $0.sources.count < $1.sources.count }) else { continue }
      let name = ByteString(edit.old.members.contains { $0.key.text == "all" } ? "both" : "all")
      proposals.add([edit.way]) { ways in
        lists.rules(inside: ways[0], into: ways[0].appending(name)) + [
          .rule("unwrap", .string(ways[0].text), ["under": .string(name.text)])
        ]
      }
    }
    for target in scope.new.ways {
      let found = scope.new[target].compactMap { item, list in
        TaggedLists(
          scope.gone.ways.filter { $0.parent == target.parent }.compactMap { way in
            scope.gone.value(way, in: item).map { (way.dropping(target.count - 1), $0) }
          }, in: list)
      }
      guard let lists = found.max(by: { $0.sources.count < $1.sources.count }) else { continue }
      proposals.add([target]) { ways in lists.rules(inside: ways[0].parent, into: ways[0]) }
    }
  }
}

/// Lists that become one, whose elements say by names around them where they stood.
private struct TaggedLists {
  /// Each list with the names around its elements in the new one, in the order of that one.
  private(set) var sources: [(way: Way, tag: Way)] = []

  private static let mostSources = 8
  private static let mostNames = 3

  /// Nil where the elements of the new list are not those of the others, one list after another,
  /// under other names for each.
  init?(_ lists: [(way: Way, term: Term)], in list: Term) {
    var left = lists.filter { !$0.term.elements.isEmpty }
    guard left.count <= Self.mostSources else { return nil }
    var rest = list.elements[...]
    while let first = rest.first {
      let found = left.enumerated().lazy.compactMap { index, source -> (index: Int, tag: Way)? in
        let elements = source.term.elements
        guard elements.count <= rest.count, let tag = Self.tag(of: first, around: elements[0]),
          zip(rest, elements).allSatisfy({ $0.at(tag.segments) === $1 })
        else { return nil }
        return (index, tag)
      }.first
      guard let found else { return nil }
      let source = left.remove(at: found.index)
      sources.append((source.way, found.tag))
      rest = rest.dropFirst(source.term.elements.count)
    }
    guard sources.count > 1, sources.contains(where: { !$0.tag.isEmpty }) else { return nil }
  }

  /// The names of objects with one member each that lead to a value.
  private static func tag(of element: Term, around value: Term) -> Way? {
    var (element, tag) = (element, Way())
    while element !== value {
      guard element.members.count == 1, tag.count < mostNames else { return nil }
      tag = tag.appending(element.members[0].key)
      element = element.members[0].value
    }
    return tag
  }

  func rules(inside parent: Way, into target: Way) -> [JSON] {
    let ways = sources.map { parent.appending($0.way) }
    let wraps = zip(ways, sources).filter { !$1.tag.isEmpty }.map { way, source in
      JSON.rule(
        "wrap", .string(way.appending(.every).text), ["under": .string(source.tag.text)])
    }
    return wraps + [
      .rule("concat", .array(ways.map { .string($0.text) }), ["into": .string(target.text)])
    ]
  }
}
