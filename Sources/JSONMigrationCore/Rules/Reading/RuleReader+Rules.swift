internal import JSONText

/// Reading rules: what every rule may say, and then its verb.
extension RuleReader {
  /// A list of rules.
  ///
  /// What is wrong with one doesn't keep the others from being read.
  func rules(_ value: LocatedJSON) -> [Rule]? {
    guard let elements = list(value, "a list of rules") else { return nil }
    return whole(elements) { rule($0) }
  }

  private func rule(_ value: LocatedJSON) -> Rule? {
    guard beginRule(at: value.range) != nil,
      var fields = Fields(value, "a rule, which is an object such as { \"drop\": \"a\" }", self),
      let verb = verb(of: fields)
    else { return nil }
    let (name, spec, number) = (verb.name, verb.spec, ruleCount - 1)
    fields.belong(to: spec)
    if let other = OtherForm(of: name, in: fields) {
      report(other.message, at: fields.keyRange(other.key), help: "write `\(other.meant)`")
      return nil
    }
    level += 1
    defer { level -= 1 }
    let mistakes = diagnostics.count
    let outer = (scopes, allowed)
    if let value = fields.take("allow") { allowed.formUnion(warnings(value)) }
    let allowed = allowed
    let common = common(&fields, of: spec)
    let read = verb.init(&fields)
    let effects = read?.effects ?? Effects()
    let grounds = scopes
    touch(openedObjects(by: effects).map(\.children))
    (scopes, self.allowed) = outer
    // What went wrong may have kept the verb from being asked for.
    if read == nil { _ = fields.take(name) }
    reportMisplaced(&fields, of: spec)
    // Its own key stands there.
    fields.finish(
      spec.parameters.dropFirst().map(\.name) + CommonKeys.parameters(of: spec).map(\.name),
      of: "`\(name)`", isWhole: read != nil)
    if read == nil, !hasErrors(since: mistakes) {
      // A verb has to say what is wrong. One that doesn't must not lead to rules without this one.
      report("`\(name)` can't be read as it is written here", at: fields.range)
    }
    helpWithExample(of: spec, in: fields, since: mistakes)
    guard let read, !hasErrors(since: mistakes) else { return nil }
    let rule = Rule(
      verb: read, name: name, number: isContinuing ? -1 : number,
      paths: isContinuing ? 0..<0 : countPaths(effects.separateWays.count), common: common,
      allowed: allowed, effects: effects, grounds: grounds,
      needsOrder: needsOrder(common.scopes, effects.paths),
      file: file, range: fields.keyRange(name), whole: isContinuing ? nil : fields.range)
    if level == 1 { noteSteady(rule, in: scopes) }
    return rule
  }

  /// Reports keys of other verbs' rules that say nothing in those of this one.
  private func reportMisplaced(_ fields: inout Fields, of spec: VerbSpec) {
    for (key, isOwn) in [("if-missing", spec.hasSource), ("if-exists", spec.hasTarget)] {
      if isOwn || !fields.has(key) { continue }
      let range = fields.keyRange(key)
      _ = fields.take(key)
      let reason =
        switch (key, spec.name) {
        case ("if-missing", _): "`\(spec.name)` needs nothing that may be missing"
        case (_, "add-default"): "`add-default` writes only where nothing is, and `set` replaces"
        case (_, "set"): "`set` replaces what is there, and `add-default` doesn't"
        default: "`\(spec.name)` brings nothing to a place that may be taken"
        }
      report("`\(key)` says nothing here", at: range, help: "leave it out: \(reason)")
    }
  }

  /// Shows how a rule is written to whatever is wrong and has no help of its own.
  private func helpWithExample(of spec: VerbSpec, in fields: Fields, since first: Int) {
    for number in diagnostics.indices.dropFirst(first) {
      let key = diagnostics[number].place?.span.flatMap { fields.key(around: $0.bytes.lowerBound) }
      help(at: number) {
        let shown = key.flatMap(CommonKeys.example) ?? spec.example.rule
        // An example without the key would tell nothing of it.
        guard let key, spec.parameters.contains(where: { $0.name == key }),
          !shown.includes("\"\(key)\"")
        else { return "write it as in `\(shown)`" }
        return "`jsonmigrate help \(key)` tells what may stand there"
      }
    }
  }

  private func hasErrors(since first: Int) -> Bool {
    diagnostics[first...].contains { $0.severity == .error }
  }

  /// The verb that a rule names.
  private func verb(of fields: Fields) -> (any Verb.Type)? {
    let named = verbs.filter { fields.has($0.name) }
    if let verb = named.first, named.count == 1 { return verb }
    if named.count > 1 {
      let names = named.map { "`\($0.name)`" }.joined(separator: " and ")
      report(
        "a rule has one verb, and this one has \(names)",
        at: fields.keyRange(named[1].name), help: "make it \(named.count) rules")
      return nil
    }
    let common = CommonKeys.parameters.map(\.name)
    let unknown = fields.keys.filter { key in
      !common.contains { $0.utf8.elementsEqual(key.utf8) }
    }
    if let key = unknown.first(where: ForeignWords.isKeyOfVerb),
      let help = fields.peek(key).flatMap({ helpForVerb($0) })
    {
      report("`\(key)` is no verb", at: fields.keyRange(key), help: help)
      return nil
    }
    guard let meant = likeliestVerb(unknown) else {
      report(
        "this rule has no verb", at: fields.range,
        help: "a rule names one, as in { \"drop\": \"a\" }; `jsonmigrate help` lists them")
      return nil
    }
    report(
      "`\(Printable.quote(meant))` is no verb", at: fields.keyRange(meant),
      help: ForeignWords.help(for: meant)
        ?? NearestName.help(for: meant, among: Verbs.names, one: "verb", many: "verbs")
        ?? "`jsonmigrate help` lists the verbs")
    return nil
  }

  /// What to write where a verb stands behind a key.
  private func helpForVerb(_ value: LocatedJSON) -> String? {
    guard case .string(let word) = value.value else { return nil }
    return Verbs.spec(of: word).map { "the verb is the key: \($0.example.rule)" }
      ?? ForeignWords.help(for: word)
  }

  /// Which of a rule's unknown keys was meant to be its verb: the others may belong to that.
  private func likeliestVerb(_ keys: [String]) -> String? {
    if keys.count < 2 { return keys.first }
    let others = keys.filter { key in
      !verbs.contains { $0.spec.parameters.contains { $0.name == key } }
    }
    return keys.first { NearestName.of($0, among: Verbs.names) != nil }
      ?? others.first { ForeignWords.help(for: $0) != nil } ?? others.first ?? keys.first
  }

  private func common(_ fields: inout Fields, of spec: VerbSpec) -> CommonKeys {
    var common = CommonKeys()
    if let value = fields.take("in"), let queries = queries(value) {
      common.scopes = queries
      scopes = scopes.inside(queries)
    }
    if let value = fields.take("when") {
      common.when = condition(value)
      if let when = common.when { check(when, inside: common.scopes ?? []) }
    }
    if spec.hasSource {
      common.ifMissing = fields.word("if-missing", ["skip": .skip, "fail": .fail]) ?? .skip
    }
    if spec.hasTarget {
      common.ifExists =
        fields.word(
          "if-exists", ["fail": .fail, "keep": .keep, "overwrite": .overwrite]) ?? .fail
    }
    if let value = fields.take("undo") { common.undo = rules(value) }
    common.message = fields.text("message").flatMap { $0.isEmpty ? nil : $0 }
    _ = fields.text("note")
    return common
  }

  /// The objects whose members a verb goes through, whatever their names.
  private func openedObjects(by effects: Effects) -> [Place] {
    effects.acts.flatMap { act -> [Place] in
      switch act {
      case .keep: scopes.places
      case .spread(let query), .respell(let query, _, _): scopes.places(of: query.path)
      default: []
      }
    }
  }

  /// Whether matches can come out of order, inside each other, or twice.
  ///
  /// They can't where each scope is found once, and each path leads straight down, and none can
  /// lead to what another one leads to or into that.
  private func needsOrder(_ scopes: [Query]?, _ paths: [JSONPath]) -> Bool {
    if scopes?.leadStraightDown == false { return true }
    if paths.count > 1 || scopes != nil, paths.contains(where: { !$0.isRelative }) { return true }
    if paths.count <= 1 { return paths.contains { !$0.leadsStraightDown } }
    guard let names = whole(paths, { $0.plainNames }) else { return true }
    // In this order what begins as another one does follows that one, or others that do.
    let sorted = names.ordered { left, right in
      left.lexicographicallyPrecedes(right) { $0.lexicographicallyPrecedes($1) }
    }
    return zip(sorted, sorted.dropFirst()).contains { $1.starts(with: $0) }
  }
}

extension JSONPath {
  /// Whether no segment has several selectors, so that a guide is told exactly where it leads.
  var hasOneWay: Bool { query.segments.allSatisfy { $0.selectors.count == 1 } }

  /// Whether none of its matches is inside another, and none comes twice.
  var leadsApart: Bool { hasOneWay && query.segments.allSatisfy { !$0.isDescendant } }

  /// Whether its matches are in document order, none inside another and none twice.
  var leadsStraightDown: Bool {
    leadsApart
      && query.segments.allSatisfy { segment in
        if case .slice(_, _, let step) = segment.selectors[0] { step > 0 } else { true }
      }
  }
}

extension [Query] {
  /// Whether they find each scope once, in document order, and none inside another.
  var leadStraightDown: Bool { count == 1 && self[0].path.leadsStraightDown }
}
