internal import JSONMigrationCore
internal import JSONText

/// Lists that become two: some elements go into a new one beside it, and the rest stays.
enum Partings {
  /// More elements are not looked at to tell those that go.
  private static let mostElements = 200

  /// The elements of lists that go, and those that stay.
  private struct Parted {
    var going: [Asked] = []
    var staying: [Asked] = []
    /// Whether there is no new list where none goes.
    var mayBeLeftOut = false
  }

  static func propose(in scope: Scope, _ proposals: inout Proposals) {
    for target in scope.new.ways where target.isNames && !target.isEmpty {
      var seen: Set<Way> = []
      for source in scope.lists.ways
      where source.parent == target.parent && source.isNames && seen.insert(source).inserted {
        guard let parted = parted(source, target, in: scope), !parted.going.isEmpty,
          !parted.staying.isEmpty
        else { continue }
        let conditions = ConditionLearner.conditions(
          for: parted.going, not: parted.staying, touching: [Way()], most: 3)
        for condition in conditions {
          proposals.add([source, target], extra: condition.doubt - 4) {
            rules($0[0], $0[1], condition.text, parted)
          }
        }
      }
    }
  }

  private static func rules(
    _ source: Way, _ target: Way, _ condition: String, _ parted: Parted
  ) -> [JSON] {
    let others =
      condition.hasPrefix("@") && !condition.includes(" ")
      ? "!\(condition)" : "!(\(condition))"
    var rules: [JSON] = [
      .rule("copy", .object([source.text: .string(target.text)])),
      .rule(
        "drop",
        .array([
          .string(source.text(then: "[?\(condition)]")),
          .string(target.text(then: "[?\(others)]")),
        ])),
    ]
    if parted.mayBeLeftOut {
      var rule: JSONObject = ["when": .string("empty(\(target.asked))")]
      rule["drop"] = .string(target.text)
      rules.append(.object(rule))
    }
    return rules
  }

  /// What goes and what stays, if a new list has nothing but what has gone from the old one.
  private static func parted(_ source: Way, _ target: Way, in scope: Scope) -> Parted? {
    var parted = Parted()
    for pair in scope.items {
      guard let old = pair.before.at(source.segments), old.kind == .array else { continue }
      guard let rest = pair.after.at(source.segments) else { return nil }
      let new = pair.after.at(target.segments)
      var (news, rests) = (new?.elements[...] ?? [], rest.elements[...])
      for element in old.elements.prefix(mostElements) {
        let asked = Asked(value: element)
        if let first = news.first, isLeft(of: element, first) {
          news.removeFirst()
          parted.going.append(asked)
        } else if let first = rests.first, isLeft(of: element, first) {
          rests.removeFirst()
          parted.staying.append(asked)
        } else {
          return nil
        }
      }
      guard news.isEmpty, rests.isEmpty || old.elements.count > mostElements else { return nil }
      if new == nil { parted.mayBeLeftOut = true }
    }
    return parted
  }

  /// Whether an element is another one, or what is left of it without some members.
  private static func isLeft(of old: Term, _ new: Term) -> Bool {
    if old === new { return true }
    return !new.members.isEmpty && new.members.allSatisfy { old[$0.key] === $0.value }
  }
}
