internal import JSONMigrationCore
internal import JSONText

/// A rule for fewer objects than it says, or for more: only for those of the kind that the samples
/// show, or for all members of an object in place of one.
enum GuardedRules {
  struct Guarded {
    let rule: JSON
    let surplus: Double
  }

  private static let telling = ["type", "kind", "mode", "typeName", "action"]
    .map { ByteString($0) }
  /// Members that tell one thing from another, and not its kind.
  private static let identities: Set<ByteString> = Set(
    ["id", "uid", "uuid", "name", "title", "label", "description"].map { ByteString($0) })
  private static let mostConditions = 3
  private static let mostItems = 60

  static func all(of rule: JSON, _ documents: [Term], _ trials: Trials) -> [Guarded] {
    guard let object = rule.object, object["rules"] == nil,
      let verb = RuleCost.verb(of: rule), let value = object[verb],
      let scope = object["in"].map({ $0.string.flatMap { Way(written: $0) } }) ?? Way()
    else { return [] }
    var found: [Guarded] = []
    func rules(at way: Way, _ rule: JSONObject) {
      found += guarded(rule, at: way, documents, trials)
    }
    var own = object
    own["in"] = nil
    rules(at: scope, own)
    // A path of several names may be meant for objects of the kind in which its last name is.
    let path = value.string ?? (value.object?.count == 1 ? value.object?.first?.key : nil)
    guard verb != "move", verb != "copy", let path, let target = Way(written: path),
      target.count > 1, target.isNames, let last = target.name
    else { return found }
    let name = Way([.name(last)]).text
    own[verb] = value.string != nil ? .string(name) : value.object?.first.map { [name: $0.value] }
    rules(at: scope.appending(target.parent), own)
    return found
  }

  private static func guarded(
    _ rule: JSONObject, at way: Way, _ documents: [Term], _ trials: Trials
  ) -> [Guarded] {
    let body = trials.body([.object(rule)])
    func acts(_ term: Term) -> Bool {
      trials.result(body, for: term).map { $0 !== term } ?? false
    }
    func placed(_ scope: String, _ condition: String?) -> JSON {
      Self.placed(rule, at: scope, when: condition)
    }
    let items = documents.flatMap { $0.all(at: way.segments[...]) }.prefix(mostItems)
    let acted = items.filter(acts)
    guard !acted.isEmpty else { return [] }
    let scope = way.isEmpty ? "" : way.text
    let conditions = common(to: acted)
    var found = conditions.map { Guarded(rule: placed(scope, $0), surplus: 3) }
    if let own = typeCondition(rule, acted) {
      found.append(Guarded(rule: placed(scope, own), surplus: 5))
    }
    found += ownersConditions(way, documents, acts).map {
      Guarded(rule: placed($0, nil), surplus: 3)
    }
    for index in way.segments.indices.dropFirst() {
      guard case .name = way.segments[index] else { continue }
      var wide = way
      wide.segments[index] = .every
      found.append(Guarded(rule: placed(wide.text, nil), surplus: 4))
      guard index == way.count - 1 else { continue }
      found += conditions.map { Guarded(rule: placed(wide.text, $0), surplus: 4) }
    }
    return found
  }

  /// The scope with a condition on the objects around it, which have a kind as well.
  private static func ownersConditions(
    _ way: Way, _ documents: [Term], _ acts: (Term) -> Bool
  ) -> [String] {
    var found: [String] = []
    var number = 0
    for index in way.segments.indices.dropLast() {
      guard case .every = way.segments[index] else { continue }
      let rest = way.segments[(index + 1)...]
      let owners = documents.flatMap { $0.all(at: way.segments[...index]) }.filter {
        $0.all(at: rest).contains(where: acts)
      }
      for condition in common(to: owners.prefix(mostItems)) {
        found.append(way.text(filtering: number, by: condition))
      }
      number += 1
    }
    return found
  }

  /// A rule in a scope, under one more condition.
  private static func placed(
    _ rule: JSONObject, at scope: String, when condition: String?
  ) -> JSON {
    var placed = JSONObject()
    if !scope.isEmpty { placed["in"] = .string(scope) }
    if let condition {
      let own = rule["when"]?.string.map { $0.includes("||") ? "(\($0))" : $0 }
      placed["when"] = .string(own.map { "\($0) && \(condition)" } ?? condition)
    }
    for (key, value) in rule where key != "when" || condition == nil { placed[key] = value }
    return .object(placed)
  }

  /// Lists in which all rules of a scope are one block under one condition.
  static func blocks(_ rules: [JSON], _ states: [[Term]], _ trials: Trials) -> [Rival] {
    var seen: Set<String> = []
    var found: [Rival] = []
    for (first, rule) in rules.enumerated() {
      let scope = rule.object?["in"]?.string ?? ""
      guard rule.object != nil, seen.insert(scope).inserted,
        let way = scope.isEmpty ? Way() : Way(written: scope)
      else { continue }
      let inner = rules.filter { ($0.object?["in"]?.string ?? "") == scope }
      let others = rules.filter { ($0.object?["in"]?.string ?? "") != scope }
      guard inner.count > 1, rule.object?["in"]?.array == nil else { continue }
      let position = rules[..<first].count { ($0.object?["in"]?.string ?? "") != scope }
      let plain = inner.map { rule -> JSON in
        var plain = rule.object ?? [:]
        plain["in"] = nil
        return .object(plain)
      }
      let body = trials.body(plain)
      let acts = { (term: Term) in trials.result(body, for: term).map { $0 !== term } ?? false }
      let items = states[first].flatMap { $0.all(at: way.segments[...]) }.prefix(mostItems)
      let block: JSONObject = ["rules": .array(plain)]
      let blocks =
        common(to: items.filter(acts)).map { placed(block, at: scope, when: $0) }
        + ownersConditions(way, states[first], acts).map { placed(block, at: $0, when: nil) }
      found += blocks.map {
        Rival(rules: others[..<position] + [$0] + others[position...], surplus: 2)
      }
    }
    return found
  }

  /// Conditions that hold for all of the values, the likeliest first.
  static func common(
    to values: some Collection<Term>, withMembers: Bool = false
  ) -> [String] {
    guard let first = values.first else { return [] }
    var found: [(rank: Int, text: String)] = []
    if let head = first.elements.first, head.kind == .text, first.elements.count <= 4,
      values.allSatisfy({ $0.elements.first === head })
    {
      found.append((0, "@[0] == \(Literal.of(head))"))
    }
    for (key, value) in first.members.prefix(40) where values.allSatisfy({ $0[key] === value }) {
      if identities.contains(key) { continue }
      let rank: Int
      switch value.kind {
      case .text where telling.contains(key): rank = telling.firstIndex(of: key) ?? 0
      case .bool: rank = 10
      case .text where value.news < 10 && value.text?.includes(" ") == false: rank = 20
      default: continue
      }
      found.append((rank, "\(Way([.name(key)]).asked) == \(Literal.of(value))"))
    }
    if withMembers {
      for (key, _) in first.members.prefix(6) where values.allSatisfy({ $0[key] != nil }) {
        found.append((15, Way([.name(key)]).asked))
      }
    }
    return found.ordered { $0.rank < $1.rank }.prefix(withMembers ? 8 : mostConditions).map(\.text)
  }

  /// The type of the value that a rule changes, where it fails for others or changes them too.
  private static func typeCondition(_ rule: JSONObject, _ acted: [Term]) -> String? {
    let verbs = ["wrap", "unwrap", "text", "split", "join", "convert", "scale", "unnest", "drop"]
    guard let verb = verbs.first(where: { rule[$0] != nil }), let path = rule[verb]?.string,
      let way = Way(written: path), way.isNames, let value = acted.first?.at(way.segments)
    else { return nil }
    let asked = way.asked
    guard acted.allSatisfy({ $0.at(way.segments)?.kind == value.kind }) else { return nil }
    if verb == "drop" {
      guard value.isScalar, acted.allSatisfy({ $0.at(way.segments) === value }) else { return nil }
      return "\(asked) == \(Literal.of(value))"
    }
    return "type(\(asked)) == '\(value.kind.word)'"
  }
}

extension Term {
  /// All values at a way.
  func all(at way: ArraySlice<Segment>) -> [Term] {
    guard let segment = way.first else { return [self] }
    let rest = way.dropFirst()
    guard case .every = segment else { return at([segment])?.all(at: rest) ?? [] }
    return elements.flatMap { $0.all(at: rest) } + members.flatMap { $0.value.all(at: rest) }
  }
}

extension Way {
  /// Reads a path as drafts have it; nil for one with filters.
  init?(written text: String) {
    self.init()
    if text == "@" { return }
    var rest = Substring(text)
    while let first = rest.first {
      switch first {
      case ".": rest.removeFirst()
      case "[":
        guard let end = rest.firstIndex(of: "]") else { return nil }
        let inner = rest[rest.index(after: rest.startIndex)..<end]
        if inner == "*" {
          segments.append(.every)
        } else if let index = Int(inner) {
          segments.append(.index(index))
        } else if inner.hasPrefix("'"), inner.hasSuffix("'"), inner.count > 1,
          !inner.includes("\\")
        {
          segments.append(.name(ByteString(String(inner.dropFirst().dropLast()))))
        } else {
          return nil
        }
        rest = rest[rest.index(after: end)...]
      default:
        let name = rest.prefix { $0 != "." && $0 != "[" }
        if name.hasPrefix("$") { return nil }
        segments.append(.name(ByteString(String(name))))
        rest = rest.dropFirst(name.count)
      }
    }
  }
}
