internal import JSONMigrationCore
internal import JSONText

enum DropGenerator: RuleGenerator {
  static let verb = "drop"
  static let cost = 4.0

  static func propose(in scope: Scope, _ proposals: inout Proposals) {
    for way in scope.gone.ways { proposals.add(verb, way) }
    proposeElements(in: scope, &proposals)
    proposeMembers(in: scope, &proposals)
  }

  /// Elements that are gone from lists.
  private static func proposeElements(in scope: Scope, _ proposals: inout Proposals) {
    for way in scope.lists.ways {
      var (out, stay): ([Term], [Term]) = ([], [])
      for (_, pair) in scope.lists[way] {
        for cell in proposals.comparison.cells(pair.before, pair.after) {
          guard let old = cell.old else { continue }
          if cell.new == nil {
            out.append(pair.before.elements[old])
          } else {
            stay.append(pair.before.elements[old])
          }
        }
      }
      guard !out.isEmpty else { continue }
      let conditions = ConditionLearner.conditions(
        for: out.map { Asked(value: $0) }, not: stay.map { Asked(value: $0) }, touching: [],
        most: 4)
      for condition in conditions {
        proposals.add([way]) {
          [.rule(verb, .string($0[0].text(then: "[?\(condition.text)]")))]
        }
      }
      if out.distinct.count == 1, out[0].isScalar {
        let text = "[?@ == \(Literal.of(out[0]))]"
        proposals.add([way]) { [.rule(verb, .string($0[0].text(then: text)))] }
      }
      for end in ["[*]", "[0]", "[-1]"] {
        proposals.add([way]) { [.rule(verb, .string($0[0].text(then: end)))] }
      }
    }
  }

  /// Members that are gone from maps.
  private static func proposeMembers(in scope: Scope, _ proposals: inout Proposals) {
    var maps: [Way] = []
    for way in scope.gone.ways where !maps.contains(way.parent) { maps.append(way.parent) }
    for way in maps {
      var (out, stay): ([Term], [Term]) = ([], [])
      for (item, value) in scope.values(way) {
        for (key, member) in value.members {
          let isGone = scope.gone.value(way.appending(key), in: item) != nil
          if isGone { out.append(member) } else { stay.append(member) }
        }
      }
      guard !out.isEmpty, !stay.isEmpty, (out + stay).allSatisfy({ $0.kind == .object }) else {
        // The version, which isn't seen here, would go as well.
        if stay.isEmpty, out.count > 2, !(way.isEmpty && proposals.holdsVersion) {
          proposals.add([way]) { [.rule(verb, .string($0[0].text(then: "[*]")))] }
        }
        continue
      }
      let conditions = ConditionLearner.conditions(
        for: out.map { Asked(value: $0) }, not: stay.map { Asked(value: $0) }, touching: [],
        most: 3)
      for condition in conditions {
        proposals.add([way]) {
          [.rule(verb, .string($0[0].text(then: "[?\(condition.text)]")))]
        }
      }
    }
  }
}

enum KeepOnlyGenerator: RuleGenerator {
  static let verb = "keep-only"
  static let cost = 5.0

  static func propose(in scope: Scope, _ proposals: inout Proposals) {
    var parents: [Way] = []
    for way in scope.gone.ways where !parents.contains(way.parent) { parents.append(way.parent) }
    for parent in parents {
      let names = scope.gone.ways.filter { $0.parent == parent }.compactMap(\.name)
      guard names.count >= 2 else { continue }
      var kept: [ByteString] = []
      for (_, value) in scope.values(parent) {
        for (key, _) in value.members where !names.contains(key) && !kept.contains(key) {
          kept.append(key)
        }
      }
      let list = JSON.array(kept.map { .string($0.text) })
      proposals.add([parent]) { [.rule(verb, list, in: $0[0])] }
    }
  }
}

enum NestGenerator: RuleGenerator {
  static let verb = "nest"
  static let cost = 5.0

  static func propose(in scope: Scope, _ proposals: inout Proposals) {
    for target in scope.new.ways {
      var names: [ByteString] = []
      for (_, value) in scope.new[target] {
        for (key, _) in value.members
        where !names.contains(key) && scope.gone.has(target.parent.appending(key)) {
          names.append(key)
        }
      }
      guard !names.isEmpty else { continue }
      let list = JSON.array(names.map { .string($0.text) })
      proposals.add([target], extra: names.count == 1 ? 0.5 : 0) {
        [
          .rule(
            verb, list, ["under": .string(Way([$0[0].segments[$0[0].count - 1]]).text)],
            in: $0[0].parent)
        ]
      }
    }
    // Nesting into an object that exists.
    for way in scope.items.first.map({ _ in scope.new.ways }) ?? [] where way.count >= 2 {
      let outer = Way(Array(way.segments.dropLast(2)))
      guard let name = way.name, scope.gone.has(outer.appending(name)) else { continue }
      let under = Way([way.segments[way.count - 2]])
      let names = scope.new.ways.filter {
        $0.parent == way.parent && $0.name.map { scope.gone.has(outer.appending($0)) } == true
      }.compactMap(\.name)
      let list = JSON.array(names.map { .string($0.text) })
      proposals.add([way.parent]) { ways in
        guard ways[0].count >= 1 else { return [] }
        return [.rule(verb, list, ["under": .string(under.text)], in: ways[0].parent)]
      }
    }
  }
}

enum UnnestGenerator: RuleGenerator {
  static let verb = "unnest"
  static let cost = 5.0

  static func propose(in scope: Scope, _ proposals: inout Proposals) {
    for way in scope.gone.ways {
      let comes = scope.gone[way].contains { _, value in
        value.members.contains {
          scope.new.has(way.parent.appending($0.key))
            || scope.changed.has(way.parent.appending($0.key))
        }
      }
      guard comes else { continue }
      proposals.add(verb, way)
      proposals.add(verb, way, ["if-exists": "overwrite"])
      proposals.add(verb, way, ["if-exists": "keep"])
    }
  }
}

enum RenameKeysGenerator: RuleGenerator {
  static let verb = "rename-keys"
  static let cost = 5.0

  static func propose(in scope: Scope, _ proposals: inout Proposals) {
    var parents: [Way] = []
    for way in scope.gone.ways
    where !parents.contains(way.parent)
      && scope.new.ways.contains(where: { $0.parent == way.parent })
    { parents.append(way.parent) }
    for parent in parents {
      for old in ["snake", "camel", "kebab"] {
        for new in ["snake", "camel", "kebab"] where old != new {
          proposals.add(verb, parent, ["case": .string("\(old)-to-\(new)")])
        }
      }
      proposePatterns(parent, in: scope, &proposals)
    }
  }

  /// Proposals for names that lose, get or change a prefix or a suffix, if there are two or more.
  private static func proposePatterns(
    _ parent: Way, in scope: Scope, _ proposals: inout Proposals
  ) {
    let pairs = scope.keyMoves.moves.filter { $0.from.parent == parent && $0.to.parent == parent }
      .compactMap { move in move.from.name.flatMap { old in move.to.name.map { (old, $0) } } }
    var counts: [String: (with: String, count: Int)] = [:]
    var patterns: [String] = []
    for (old, new) in pairs {
      let (left, right) = (Array(old.text.utf8), Array(new.text.utf8))
      let (start, end) = Likeness.commonEnds(left, right)
      guard start + end > 0, left != right else { continue }
      let cut = String(decoding: left[start..<(left.count - end)], as: UTF8.self)
      let put = String(decoding: right[start..<(right.count - end)], as: UTF8.self)
      let pattern: String
      let with: String
      if start == 0 {
        (pattern, with) = ("^\(TextEdits.escaped(cut))(.+)$", TextEdits.template(put) + "$1")
      } else if end == 0 {
        (pattern, with) = ("^(.+)\(TextEdits.escaped(cut))$", "$1" + TextEdits.template(put))
      } else {
        continue
      }
      let key = pattern + "\u{0}" + with
      if counts[key] == nil { patterns.append(key) }
      counts[key, default: (with, 0)].count += 1
    }
    for key in patterns {
      guard let found = counts[key], found.count >= 2 else { continue }
      let pattern = String(key.prefix { $0 != "\u{0}" })
      proposals.add(
        verb, parent, ["pattern": .string(pattern), "with": .string(found.with)], extra: 1)
    }
  }
}
