internal import JSONMigrationCore
internal import JSONText

enum WrapGenerator: RuleGenerator {
  static let verb = "wrap"
  static let cost = 4.0

  static func propose(in scope: Scope, _ proposals: inout Proposals) {
    for edit in scope.edits {
      if edit.new.elements.count == 1, edit.new.elements[0].kind == edit.old.kind {
        proposals.add(verb, edit.way)
        proposals.add(verb, edit.way, ["if-array": "keep"])
      }
      guard edit.new.kind == .object else { continue }
      for (key, value) in edit.new.members
      where value === edit.old || edit.new.members.count == 1 {
        proposals.add(verb, edit.way, ["under": .string(key.text)])
      }
    }
    // The scope itself, all members of which are inside the new object.
    if proposals.holdsVersion { return }
    for way in scope.new.ways where way.count == 1 {
      guard let (item, value) = scope.new[way].first,
        Likeness.of(scope.items[item].before, value) > 0.8, let name = way.name
      else { continue }
      proposals.add(verb, Way(), ["under": .string(name.text)])
    }
  }
}

enum UnwrapGenerator: RuleGenerator {
  static let verb = "unwrap"
  static let cost = 5.0

  static func propose(in scope: Scope, _ proposals: inout Proposals) {
    for edit in scope.edits {
      if let first = edit.old.elements.first, let last = edit.old.elements.last {
        if edit.old.elements.count == 1 { proposals.add(verb, edit.way) }
        if first === edit.new { proposals.add(verb, edit.way, ["take": "first"]) }
        if last === edit.new { proposals.add(verb, edit.way, ["take": "last"]) }
        if edit.pairs.contains(where: { $0.after.kind == .null }) {
          proposals.add(verb, edit.way, ["if-empty": "null"])
          proposals.add(verb, edit.way, ["take": "first", "if-empty": "null"])
        }
      }
      if edit.old.members.count == 1 {
        proposals.add(verb, edit.way, ["under": .string(edit.old.members[0].key.text)])
      }
    }
  }
}

enum AppendGenerator: RuleGenerator {
  static let verb = "append"
  static let cost = 5.0

  static func propose(in scope: Scope, _ proposals: inout Proposals) {
    for way in scope.lists.ways {
      var came: [Term] = []
      for (item, pair) in scope.lists[way] where !pair.isDone {
        let old = Set(pair.before.elements.map(\.number))
        came += pair.after.elements.filter { !old.contains($0.number) }
        if let last = pair.after.elements.last, !last.isScalar, last.mayBeConstant,
          let template = FilledValue.template(for: last, from: scope.items[item].before)
        {
          proposals.add([way], extra: 1) {
            [.rule(verb, .object([$0[0].text: template]), ["fill": true])]
          }
        }
        if pair.after.elements.count > pair.before.elements.count,
          let last = pair.after.elements.last
        {
          came.append(last)
        }
      }
      for value in came.distinct.prefix(3) where value.mayBeConstant {
        let json = value.json
        proposals.add([way]) { [.rule(verb, .object([$0[0].text: json]))] }
        proposals.add([way]) {
          [.rule(verb, .object([$0[0].text: json]), ["unless-present": true])]
        }
      }
    }
    for way in scope.new.ways {
      guard let list = scope.new[way].first?.value, list.elements.count == 1, list.mayBeConstant
      else { continue }
      let json = list.elements[0].json
      proposals.add([way], extra: 1.5) { [.rule(verb, .object([$0[0].text: json]))] }
    }
  }
}

enum ConcatGenerator: RuleGenerator {
  static let verb = "concat"
  static let cost = 5.0

  static func propose(in scope: Scope, _ proposals: inout Proposals) {
    proposeTagged(in: scope, &proposals)
    let sources = scope.gone.ways.filter { way in
      scope.gone[way].contains { $0.value.kind == .array }
    }
    let news = scope.new.ways.filter { way in
      scope.new[way].allSatisfy { $0.value.kind == .array }
    }
    for target in (scope.lists.ways + news) where !target.isEmpty {
      let beside = sources.filter { $0.parent == target.parent }
      for source in beside {
        for order in [[target, source], [source, target]] {
          let position = order[0] == target ? 0 : 1
          proposals.add(order) {
            [
              .rule(
                verb, .array($0.map { .string($0.text) }), ["into": .string($0[position].text)])
            ]
          }
        }
      }
      for first in beside {
        for second in beside where first != second {
          proposals.add([first, second, target]) {
            [
              .rule(
                verb, .array([.string($0[0].text), .string($0[1].text)]),
                ["into": .string($0[2].text)])
            ]
          }
        }
      }
      for source in scope.gone.ways
      where source.parent == target.parent
        && scope.gone[source].contains(where: { $0.value.kind != .array })
      {
        // The list behind the value, if that is how it ends.
        let isLast = scope.lists[target].first { !$0.value.isDone && !$0.value.before.isEmpty }.map
        {
          $0.value.after.elements.suffix($0.value.before.elements.count)
            .elementsEqual($0.value.before.elements)
        }
        proposals.add([target, source]) { ways in
          let sources = isLast == true ? [ways[1], ways[0]] : ways
          return [
            .rule("wrap", .string(ways[1].text), ["if-array": "keep"]),
            .rule(
              verb, .array(sources.map { .string($0.text) }), ["into": .string(ways[0].text)]),
          ]
        }
      }
    }
  }
}

enum ListGenerator: RuleGenerator {
  static let verb = "list"
  static let cost = 4.5

  static func propose(in scope: Scope, _ proposals: inout Proposals) {
    for edit in scope.edits where edit.all(.array, .array) {
      let (old, new) = (edit.old.elements, edit.new.elements)
      proposePositions(edit.way, old, new, &proposals)
      var steps: [JSON] = []
      if Set(old.map(\.number)).count < old.count, new.count < old.count { steps.append("dedupe") }
      guard Set(old.map(\.number)) == Set(new.map(\.number)) else {
        proposeSorted(edit.way, old, new, &proposals)
        continue
      }
      if !steps.isEmpty { proposals.add(verb, edit.way, ["do": .array(steps)]) }
      if steps.isEmpty { proposals.add(verb, edit.way, ["do": ["reverse"]]) }
      var keys = (old.first?.members ?? []).filter { $0.value.isScalar }.map {
        Way([.name($0.key)]).text
      }
      if old.allSatisfy(\.isScalar) { keys = ["@"] }
      for key in keys.prefix(8) {
        let sorting = JSON.object(["sort-by": .string(key)])
        proposals.add(verb, edit.way, ["do": .array(steps + [sorting])])
        proposals.add(verb, edit.way, ["do": .array(steps + [sorting, "reverse"])], extra: 0.5)
      }
    }
  }

  /// Elements that get a number, counted from the first.
  ///
  /// An element alone has none, so this is for the list.
  private static func proposePositions(
    _ way: Way, _ old: [Term], _ new: [Term], _ proposals: inout Proposals
  ) {
    guard new.count > 1 else { return }
    for (key, value) in new[0].members {
      guard let first = value.json.int, !old.contains(where: { $0[key] != nil }),
        new.enumerated().allSatisfy({ $0.element[key]?.json.int == first + $0.offset })
      else { continue }
      proposals.add([way]) { ways in
        let path = ways[0].appending(.every).appending(.name(key))
        var rule = JSON.rule(
          "add-default", .array([.string(path.text)]), ["generate": "position"])
        if first != 0 { rule["first"] = JSON(first) }
        return [rule]
      }
    }
  }

  /// Elements that stand in another order, and have lost what they are sorted by.
  private static func proposeSorted(
    _ way: Way, _ old: [Term], _ new: [Term], _ proposals: inout Proposals
  ) {
    guard old.count == new.count, old.count > 1, let first = old.first else { return }
    let isMoved = first.members.contains { key, _ in
      let (before, after) = (old.compactMap { $0[key] }, new.compactMap { $0[key] })
      guard before.count == old.count, before.allSatisfy(\.isScalar) else { return false }
      let (left, right) = (before.map(\.number), after.map(\.number))
      return left != right && Set(left).count == left.count && Set(left) == Set(right)
    }
    let gone = first.members.filter { key, value in
      value.isScalar && value.kind != .null && !new.contains { $0[key] != nil }
    }
    guard isMoved else { return }
    for (key, _) in gone.prefix(4) {
      let text = Way([.name(key)]).text
      for steps: [JSON] in [[["sort-by": .string(text)]], [["sort-by": .string(text)], "reverse"]] {
        proposals.add([way], extra: steps.count == 1 ? 0 : 0.5) {
          [
            .rule(verb, .string($0[0].text), ["do": .array(steps)]),
            .rule("drop", .string($0[0].appending(.every).appending(.name(key)).text)),
          ]
        }
      }
    }
  }
}

enum ToListGenerator: RuleGenerator {
  static let verb = "to-list"
  static let cost = 5.0

  static func propose(in scope: Scope, _ proposals: inout Proposals) {
    for edit in scope.edits where edit.all(.object, .array) {
      proposals.addKeyed(verb, edit.way, edit.new.elements.first)
    }
  }
}

enum ToObjectGenerator: RuleGenerator {
  static let verb = "to-object"
  static let cost = 5.0

  static func propose(in scope: Scope, _ proposals: inout Proposals) {
    for edit in scope.edits where edit.all(.array, .object) {
      proposals.addKeyed(verb, edit.way, edit.old.elements.first)
    }
    proposeOtherKeys(in: scope, &proposals)
  }

  /// Maps that get other keys, which stood in their values.
  private static func proposeOtherKeys(in scope: Scope, _ proposals: inout Proposals) {
    var seen: Set<Way> = []
    for way in scope.gone.ways {
      guard
        let (item, value) = scope.gone[way].first(where: { $0.value.kind == .object }),
        let (key, wanted) = newKey(of: value, beside: way, in: item, scope),
        seen.insert(way.parent.appending(key)).inserted
      else { continue }
      let names = wanted.members.map(\.key)
      let isLess = names.allSatisfy { value[$0] != nil }
      let kept = JSON.array(names.map { .string($0.text) })
      proposals.add([way.parent]) { ways in
        let path = JSON.string(ways[0].text)
        return [
          .rule("to-list", path, ["key": "oldKey"]),
          .rule(verb, path, ["key": .string(key.text)]),
          isLess
            ? .rule("keep-only", kept, in: ways[0].appending(.every))
            : .rule("drop", .string(ways[0].text(then: "[*].oldKey"))),
        ]
      }
    }
  }

  /// The member of a value whose text is the key of a new member, and that one.
  private static func newKey(
    of value: Term, beside way: Way, in item: Int, _ scope: Scope
  ) -> (key: ByteString, wanted: Term)? {
    for (key, member) in value.members {
      guard let text = member.text,
        let wanted = scope.new.value(way.parent.appending(ByteString(text)), in: item)
      else { continue }
      return (key, wanted)
    }
    return nil
  }
}

extension Proposals {
  /// Proposals between a list and an object, one for each member that could hold the key.
  fileprivate mutating func addKeyed(_ verb: String, _ way: Way, _ element: Term?) {
    let keys = element?.members.map(\.key) ?? []
    for key in keys {
      add(verb, way, ["key": .string(key.text)])
      for value in keys where value != key {
        add(verb, way, ["key": .string(key.text), "value": .string(value.text)])
      }
    }
    add(verb, way, ["pairs": true])
  }
}
