internal import JSONMigrationCore
internal import JSONText

/// Makes a document in which a rule has something to do, from what its paths and conditions say.
///
/// It follows the scopes of the rule and of those around it, and puts in what their conditions ask
/// for. What it can't read off a condition is left as it is, so a document is a try and no promise.
final class RuleSpecimen {
  typealias Make = (JSON?) -> JSON?

  /// A rule on the way to another one, and which conditions lead into it or past it in a `choose`.
  struct Link {
    let rule: Rule
    var asks: [(condition: PathCondition, holds: Bool)] = []
  }

  /// Which of several alternatives is taken.
  private let choice: Int
  /// What stands where the rule reads.
  private let value: JSON
  /// What conditions ask of the document, from inside of it.
  private var later: [(query: PathQuery, make: Make)] = []

  /// Whether each source has a value of its own, and nothing stands where the rule brings them.
  private let isApart: Bool

  /// Which condition on the way to the rule shall fail, counted as they are met; nil for none.
  private let failing: Int?
  /// How many conditions were met.
  private(set) var conditions = 0

  init(choice: Int, value: JSON, isApart: Bool = false, failing: Int? = nil) {
    (self.choice, self.value, self.isApart, self.failing) = (choice, value, isApart, failing)
  }

  /// Documents for each of the rules of a step, all of them alike in number.
  static func all(for step: Step, in rules: RuleSet, most: Int = 400) -> [JSON] {
    let chains = Self.chains(of: step)
    return chains.flatMap { documents(for: $0, of: step, in: rules, most / max(1, chains.count)) }
  }

  /// More documents for each of the rules, which tell the sources of a rule apart.
  static func apart(for step: Step, in rules: RuleSet) -> [JSON] {
    let chains = Self.chains(of: step)
    return chains.flatMap { chain in
      values(for: chain, of: step, in: rules, named: 16).flatMap(\.variants)
        .prefix(max(40, 400 / chains.count)).enumerated().map { number, value in
          RuleSpecimen(choice: number, value: value, isApart: true).document(for: chain)
        }
    }
  }

  private static func documents(
    for chain: [Link], of step: Step, in rules: RuleSet, _ share: Int
  ) -> [JSON] {
    let most = min(20, max(2, share))
    let values = values(for: chain, of: step, in: rules, named: 16).prefix(most)
    return values.enumerated().map { number, value in
      RuleSpecimen(choice: number, value: value).document(for: chain)
    }
  }

  /// Documents that come to each of the rules of a step as what was made for it, where the rules
  /// above it change that: these are gone back over.
  static func aboveAll(
    for step: Step, in rules: RuleSet, _ format: Format, _ text: JSON
  ) -> [JSON] {
    let alone = Self.alone(step.rules, text.array ?? [], []) { $0 }
    guard alone.count > 1, alone.count <= 60 else { return [] }
    var found: [(made: JSON, document: JSON)] = []
    for (chains, text) in alone.reversed() {
      if !found.isEmpty, var trip = RoundTrip([text], undo: nil, in: step, format) {
        for index in found.indices {
          if let document = trip.before(found[index].document) { found[index].document = document }
        }
      }
      let made = chains.flatMap { chain in
        documents(for: chain, of: step, in: rules, 400 / alone.count)
          + values(for: chain, of: step, in: rules, named: 2).prefix(3).flatMap {
            NearMisses.documents(for: chain, choice: 0, $0, from: nil).dropFirst()
          }
      }
      found += made.map { (made: $0, document: $0) }
    }
    var seen = Set(found.map(\.made))
    return found.map(\.document).filter { seen.insert($0).inserted }
  }

  /// The rules of a list, each as the only one in the blocks around it.
  private static func alone(
    _ rules: [Rule], _ texts: [JSON], _ outer: [Link], _ inBlocks: (JSON) -> JSON
  ) -> [(chains: [[Link]], text: JSON)] {
    zip(rules, texts).flatMap { rule, text -> [(chains: [[Link]], text: JSON)] in
      guard let inner = text["rules"]?.array, text["undo"] == nil else {
        return [(chains([rule], outer), inBlocks(text))]
      }
      return alone(rule.inner, inner, outer + [Link(rule: rule)]) { only in
        var block = text
        block["rules"] = [only]
        return inBlocks(block)
      }
    }
  }

  /// Documents for one rule of a step, by its number, with each alternative of its conditions.
  static func all(for number: Int, of step: Step, in rules: RuleSet) -> [JSON] {
    let chains = Self.chains(of: step)
    guard chains.indices.contains(number) else { return [] }
    let values = values(for: chains[number], of: step, in: rules, named: 60)
    return values.indices.flatMap { index in
      (0..<3).map { choice in
        RuleSpecimen(choice: choice, value: values[index]).document(for: chains[number])
      }
    }
  }

  /// Which rule of a step, counted from the top, is written at a place in the step's file.
  static func number(of step: Step, at range: Range<Int>) -> Int? {
    Self.chains(of: step).lastIndex { $0.last?.rule.stands(around: range) == true }
  }

  /// The rules of a step and those in them, each behind those that it stands in.
  static func chains(of step: Step) -> [[Link]] { chains(step.rules, []) }

  private static func chains(
    _ list: [Rule], _ outer: [Link], asks: [(condition: PathCondition, holds: Bool)] = []
  ) -> [[Link]] {
    list.flatMap { rule in
      let chain = outer + [Link(rule: rule, asks: asks)]
      guard case .firstOf(let options) = rule.verb.inner else {
        return [chain] + chains(rule.inner, chain)
      }
      let conditions = options.map { $0.when?.condition.expression }
      return [chain]
        + options.indices.flatMap { index in
          let asks = conditions[..<index].compactMap { $0 }.map { ($0, false) }
          let own = conditions[index].map { [($0, true)] } ?? []
          return chains(options[index].rules, chain, asks: asks + own)
        }
    }
  }

  /// What a rule may tell apart: the values and keys that it names, and one of each type.
  static func values(
    for chain: [Link], of step: Step, in rules: RuleSet, named most: Int
  ) -> [JSON] {
    if let nested = chain.last?.rule.verb.nested {
      let steps = nested.isSame ? [step] : rules.formats[rules.nested[nested.format]].chain.steps
      return steps.flatMap { inner(of: $0, in: rules, most: max(1, 12 / steps.count)) } + [[:]]
    }
    return values(for: chain, in: rules, named: most)
  }

  /// Documents for a step that stand inside of others: those of its tests, and one for each of some
  /// rules.
  private static func inner(of step: Step, in rules: RuleSet, most: Int) -> [JSON] {
    let chains = Self.chains(of: step).filter { $0.last?.rule.verb.nested == nil }
    let made = chains.prefix(most).compactMap { chain in
      values(for: chain, in: rules, named: 1).first.map {
        RuleSpecimen(choice: 0, value: $0).document(for: chain)
      }
    }
    return step.tests.prefix(most).map(\.before) + made
  }

  private static func values(for chain: [Link], in rules: RuleSet, named most: Int) -> [JSON] {
    let common: [JSON] = ["a", 1, [["a": 1], "b"], ["a": ["b": "c"]], true, nil, [], [:], 12.3456]
    guard let rule = chain.last?.rule, let range = rule.whole, rule.inner.isEmpty,
      let text = try? JSON(parsing: rules.files[rule.file].bytes[range])
    else { return Array(common.prefix(4)) }
    return text.namedValues.prefix(most) + common
  }

  /// The document, made of one that is there.
  func document(for chain: [Link], from start: JSON? = nil) -> JSON {
    var document = fill(chain[...], start)
    // What these ask for may ask for more in turn.
    for _ in 0..<4 where !later.isEmpty {
      let wishes = later
      later = []
      for wish in wishes { document = put(wish.query.segments[...], document, wish.make) }
    }
    return document ?? [:]
  }

  /// The scope of a rule, with what it and the rules in it need.
  private func fill(_ chain: ArraySlice<Link>, _ scope: JSON?) -> JSON? {
    guard let rule = chain.first?.rule else { return scope }
    let make: Make = { [self] scope in
      var scope = scope
      if let next = chain.dropFirst().first {
        scope = fill(chain.dropFirst(), scope)
        for (condition, holds) in next.asks {
          scope = holds ? meetNext(condition, scope) : meet(condition, false, scope)
        }
      } else {
        if isApart {
          scope = fillApart(rule, scope)
        } else {
          for path in rule.effects.paths { scope = reach(path.query, scope) { $0 ?? self.value } }
        }
      }
      if let when = rule.when { scope = meetNext(when.condition.expression, scope) }
      return scope ?? [:]
    }
    guard let scopes = rule.scopes, !scopes.isEmpty else { return make(scope) }
    return reach(scopes[choice % scopes.count].path.query, scope, make)
  }

  /// The scope with a value for each source, and beside it with what may come out of an object.
  private func fillApart(_ rule: Rule, _ scope: JSON?) -> JSON? {
    var scope = scope
    for (number, query) in rule.effects.queries.enumerated() {
      scope = reach(query.path.query, scope) { $0 ?? self.value.other(number) }
    }
    guard case .object(let inner) = value, case .object(var members)? = scope else { return scope }
    for (key, _) in inner where members[key] == nil { members[key] = 2 }
    return .object(members)
  }

  /// The scope with something else where a query leads to.
  private func reach(_ query: PathQuery, _ scope: JSON?, _ make: @escaping Make) -> JSON? {
    if query.root == .document {
      later.append((query, make))
      return scope
    }
    return put(query.segments[...], scope, make)
  }

  private func put(
    _ segments: ArraySlice<PathSegment>, _ value: JSON?, _ make: Make
  ) -> JSON? {
    guard let segment = segments.first else { return make(value) }
    let rest = segments.dropFirst()
    guard let selector = segment.selectors.first else { return value }
    switch selector {
    case .name(let name):
      var members = value?.object ?? [:]
      let key = String(decoding: name, as: UTF8.self)
      members[key] = put(rest, members[key], make)
      return .object(members)
    case .index(let index): return element(max(0, index), of: value) { self.put(rest, $0, make) }
    case .slice(let start, _, _):
      return element(max(0, start ?? 0), of: value) { self.put(rest, $0, make) }
    case .wildcard: return child(of: value) { self.put(rest, $0, make) }
    case .filter(let condition):
      return child(of: value) { self.meetNext(condition, self.put(rest, $0, make)) }
    }
  }

  private func element(_ index: Int, of value: JSON?, _ make: Make) -> JSON? {
    guard index < 20 else { return value }
    var elements = value?.array ?? []
    while elements.count < index { elements.append([:]) }
    let element = make(index < elements.count ? elements[index] : nil) ?? .null
    if index < elements.count { elements[index] = element } else { elements.append(element) }
    return .array(elements)
  }

  private func child(of value: JSON?, _ make: Make) -> JSON? {
    guard case .object(var members)? = value, let key = members.keys.first else {
      return element(0, of: value, make)
    }
    members[key] = make(members[key])
    return .object(members)
  }
}

// MARK: - Conditions

extension RuleSpecimen {
  /// The scope with what the next condition on the way asks for, unless it is the one to fail.
  private func meetNext(_ condition: PathCondition, _ scope: JSON?) -> JSON? {
    let met = meet(condition, true, scope)
    defer { conditions += 1 }
    return conditions == failing ? meet(condition, false, met) : met
  }

  /// The scope with what a condition asks for, or with what makes it fail.
  private func meet(_ condition: PathCondition, _ holds: Bool, _ scope: JSON?) -> JSON? {
    switch condition {
    case .and(let parts), .or(let parts):
      let isAll = if case .and = condition { holds } else { !holds }
      if isAll { return parts.reduce(scope) { self.meet($1, holds, $0) } }
      return parts.isEmpty ? scope : meet(parts[choice % parts.count], holds, scope)
    case .not(let part): return meet(part, !holds, scope)
    case .exists(let query):
      // `nil` would be JSON's null.
      return reach(query, scope) { holds ? $0 ?? "a" : Optional.none }
    case .empty(let query):
      return reach(query, scope) { holds ? nil : $0?.hasContent == true ? $0 : "a" }
    case .comparison(let left, let comparison, let right):
      return meet(left, holds ? comparison : comparison.opposite, right, scope)
    case .pattern(let operand, let pattern, let isWhole):
      guard case .query(let query) = operand, case .compiled(let pattern) = pattern else {
        return scope
      }
      guard holds else { return reach(query, scope) { _ in "\u{1}" } }
      let example = pattern.example(choice, isWhole: isWhole)
      return reach(query, scope) { there in example.map { .string($0) } ?? there }
    }
  }

  private func meet(
    _ left: PathOperand, _ comparison: PathComparison, _ right: PathOperand, _ scope: JSON?
  ) -> JSON? {
    switch (left, right) {
    case (.literal, .literal): return scope
    case (.literal, _): return meet(right, comparison.turned, left, scope)
    case (.query(let query), .literal(let literal)), (.value(let query), .literal(let literal)):
      let value = comparison.value(beside: literal.value)
      return reach(query, scope) { _ in value }
    case (.query(let query), .query(let other)):
      let isEqual = [.equal, .lessOrEqual, .greaterOrEqual].contains(comparison)
      let scope = reach(other, scope) { $0 ?? 5 }
      return reach(query, scope) { _ in isEqual ? 5 : comparison == .less ? 4 : 6 }
    case (.type(.query(let query)), .literal(let literal)):
      let wanted = literal.value.string ?? ""
      let named =
        [("null", JSON.null), ("boolean", true), ("number", 1), ("string", "a")]
        + [("array", []), ("object", [:])]
      let isWanted = comparison == .equal
      return reach(query, scope) { there in
        if isWanted, wanted == "missing" { return nil }
        if let there, (there.typeWord == wanted) == isWanted { return there }
        return named.first { ($0.0 == wanted) == isWanted }?.1
      }
    case (.length(.query(let query)), .literal(let literal)):
      let count = comparison.value(beside: literal.value)?.number.flatMap { Int($0.text) } ?? 1
      return reach(query, scope) { ($0 ?? "").extended(to: min(max(count, 0), 250)) }
    case (.count(let query), .literal(let literal)):
      let count = comparison.value(beside: literal.value)?.number.flatMap { Int($0.text) } ?? 1
      var list = query
      list.segments = Array(query.segments.dropLast())
      return reach(list, scope) { ($0 ?? []).extended(to: min(max(count, 0), 40)) }
    default: return scope
    }
  }
}

extension PathComparison {
  /// What holds where this doesn't.
  fileprivate var opposite: PathComparison {
    switch self {
    case .equal: .notEqual
    case .notEqual: .equal
    case .less: .greaterOrEqual
    case .lessOrEqual: .greater
    case .greater: .lessOrEqual
    case .greaterOrEqual: .less
    }
  }

  /// A value for which it holds.
  fileprivate func value(beside literal: JSON) -> JSON? {
    let step: Double
    switch self {
    case .equal, .lessOrEqual, .greaterOrEqual: return literal
    case .notEqual, .greater: step = 1
    case .less: step = -1
    }
    switch literal {
    case .null: return "a"
    case .bool(let bool): return .bool(!bool)
    case .number(let number):
      return number.shifted(by: step).map { .number($0) }
    case .string(let text): return .string(step < 0 ? "" : text + "x")
    case .array, .object: return nil
    }
  }
}

extension JSONNumber {
  /// A number near by, written as a whole one where it is one.
  fileprivate func shifted(by step: Double) -> JSONNumber? {
    let near = (Double(text) ?? 0) + step
    return Int(exactly: near).map { JSONNumber($0) } ?? JSONNumber(near)
  }
}

extension PathLiteral {
  fileprivate var value: JSON {
    switch self {
    case .null: .null
    case .boolean(let bool): .bool(bool)
    case .number(let text):
      JSONNumber(String(decoding: text, as: UTF8.self)).map { .number($0) } ?? .null
    case .text(let text): .string(String(decoding: text, as: UTF8.self))
    }
  }
}

// MARK: - Values

extension JSON {
  /// What `type()` calls it.
  fileprivate var typeWord: String {
    switch self {
    case .null: "null"
    case .bool: "boolean"
    case .number: "number"
    case .string: "string"
    case .array: "array"
    case .object: "object"
    }
  }

  /// Whether `empty()` doesn't hold for it.
  fileprivate var hasContent: Bool {
    switch self {
    case .null: false
    case .bool, .number: true
    case .string(let text): !text.isEmpty
    case .array(let elements): !elements.isEmpty
    case .object(let members): !members.isEmpty
    }
  }

  /// A value of the same type with a length.
  fileprivate func extended(to count: Int) -> JSON {
    switch self {
    case .string: return .string(String(repeating: "a", count: count))
    case .array(let elements):
      let more = max(0, count - elements.count)
      return .array(Array(elements.prefix(count)) + Array(repeating: [:], count: more))
    case .object(var members):
      for number in 0..<max(0, count - members.count) { members["k\(number)"] = 1 }
      return .object(members)
    case .null, .bool, .number: return .array(Array(repeating: [:], count: count))
    }
  }

  /// Values that are nearly the same, and that verbs may treat otherwise.
  fileprivate var variants: [JSON] {
    switch self {
    case .string(let text):
      let others = [text.uppercased(), text + text, text + "\n", text.dropLast() + "2"]
      return others.map { .string($0) } + [.object([text: 1])]
    case .number(let number): return [self, .string(number.text)]
    case .array(let elements): return [self, .array(elements + elements.prefix(1))]
    case .null, .bool, .object: return [self]
    }
  }

  /// Another value of the same type for each number but 0.
  fileprivate func other(_ number: Int) -> JSON {
    if number == 0 { return self }
    return switch self {
    case .string(let text): .string(text + "\(number)")
    case .array(let elements): .array(elements + [.number(JSONNumber(number))])
    case .null, .bool, .number, .object: self
    }
  }

  /// The values and keys that a rule names, beside those that are words of the language.
  fileprivate var namedValues: [JSON] {
    var found: [JSON] = []
    func add(_ value: JSON, isRule: Bool) {
      switch value {
      case .array(let elements): for element in elements { add(element, isRule: false) }
      case .object(let members):
        for (key, inner) in members {
          if !isRule { found.append(.string(key)) }
          found += inner.wholeExamples(of: key)
          if key == "pattern", let pattern = Pattern(ofRule: inner) {
            let examples = pattern.examples(isWhole: false)
            found += (examples + examples.map { " \($0)" }).map { .string($0) }
          }
          add(inner, isRule: false)
        }
      case .string(let text): if text.utf8.count <= 40 { found.append(value) }
      case .number(let number):
        found.append(value)
        if let next = number.shifted(by: 1) { found.append(.number(next)) }
      case .null, .bool: found.append(value)
      }
    }
    add(self, isRule: true)
    var seen: Set<JSON> = []
    return found.filter { seen.insert($0).inserted }
  }
}

extension Rule {
  /// Whether a range begins in the text of the rule.
  func stands(around range: Range<Int>) -> Bool { whole?.contains(range.lowerBound) == true }
}
