import JSONText

@testable import JSONMigrationCore

extension Material {
  /// Verbs that can go back.
  static let returning = [
    "rename", "move", "copy", "look-up", "nest", "rename-keys", "add-default", "map-values",
    "scale",
    "convert",
    "split", "join", "compose", "wrap", "unwrap", "append", "list", "to-list", "to-object",
    "require",
  ]
  static let others = ["unnest", "text", "concat"]
  /// Verbs that can keep what goes.
  static let keeping = ["drop", "keep-only", "set"]

  /// A rule for a document, or nil if nothing in it is for the verb that was thought of.
  mutating func rule(for document: JSON, returns: Bool) -> JSON? {
    switch Int.random(in: 0...7, using: &random) {
    case 0, 1: return scoped(document, returns: returns)
    case 2:
      guard let first = plain(document, returns: returns) else { return nil }
      let next = RuleChain.result(of: .object(first), on: document) ?? document
      guard let second = plain(next, returns: returns) else { return nil }
      if once(in: 2) || returns { return ["rules": [.object(first), .object(second)]] }
      return [
        "choose": [
          ["when": .string(condition(on: document)), "rules": [.object(first)]],
          ["rules": [.object(second)]],
        ]
      ]
    default:
      guard var rule = plain(document, returns: returns) else { return nil }
      if once(in: 4) { rule["when"] = .string(condition(on: document)) }
      if !returns, once(in: 5), let spec = rule.first.flatMap({ Verbs.named($0.key)?.spec }) {
        // A text that becomes an array in its place has no target.
        let hasTarget = spec.hasTarget && (spec.name != "split" || rule["into"] != nil)
        if hasTarget { rule["if-exists"] = one(of: ["fail", "keep", "overwrite"]) }
        if spec.hasSource, once(in: 4) { rule["if-missing"] = "fail" }
      }
      return .object(rule)
    }
  }

  /// A rule for each of some elements.
  private mutating func scoped(_ document: JSON, returns: Bool) -> JSON? {
    let lists = document.spots.filter { $0.value.array?.contains { $0.object != nil } == true }
    guard !lists.isEmpty else { return nil }
    let list = one(of: lists)
    let objects = (list.value.array ?? []).filter { $0.object != nil }
    let object = one(of: objects)
    guard var rule = plain(object, returns: returns) else { return nil }
    let path =
      list.isMember && once(in: 4) ? "$..[\(PathLiteral.text(Array(list.name.utf8)))]" : list.text
    rule["in"] = .string(once(in: 3) ? "\(path)[?\(condition(on: object))]" : "\(path)[*]")
    if once(in: 3) { rule["when"] = .string(condition(on: object)) }
    return .object(rule)
  }

  /// A condition that may hold.
  private mutating func condition(on value: JSON) -> String {
    let scalars = value.spots.filter { $0.value.array == nil && $0.value.object == nil }
    guard !scalars.isEmpty else { return "type(@) == 'object'" }
    let spot = one(of: scalars)
    switch spot.value {
    case .string(let text) where once(in: 2):
      return "\(spot.text) == \(PathLiteral.text(Array(text.utf8)))"
    case .number(let number) where once(in: 2): return "\(spot.text) >= \(number.text)"
    default:
      if once(in: 4) { return once(in: 2) ? "empty(@.missing)" : "!empty(\(spot.text))" }
      return once(in: 3) ? "!@.missing" : spot.text
    }
  }

  /// A path to a value, or to that and others like it.
  private mutating func path(_ spot: Spot) -> String {
    var spot = spot
    if spot.isMember, once(in: 10) {
      spot.path = [PathSegment(isDescendant: true, [.name(Array(spot.name.utf8))])]
    }
    for index in spot.path.indices where spot.path[index].index != nil && once(in: 2) {
      spot.path[index] = PathSegment([.wildcard])
    }
    return spot.text
  }

  private mutating func spot(of value: JSON, where fits: (Spot) -> Bool) -> Spot? {
    let spots = value.spots.filter(fits)
    return spots.isEmpty ? nil : one(of: spots)
  }

  private mutating func target(returns: Bool) -> String {
    once(in: 4) && !returns ? one(of: Self.names.filter { !$0.contains(" ") }) : newName()
  }

  // MARK: - A rule with one verb

  private mutating func plain(_ value: JSON, returns: Bool) -> JSONObject? {
    let verb = one(of: Self.returning + (returns ? Self.keeping : Self.others + Self.keeping))
    if Self.keeping.contains(verb), returns || once(in: 2) { return keeping(verb, value) }
    guard let (source, options) = parts(of: verb, value, returns: returns) else { return nil }
    var rule: JSONObject = [verb: source]
    for (key, value) in options { rule[key] = value }
    return rule
  }

  /// A rule that keeps what it takes away.
  private mutating func keeping(_ verb: String, _ value: JSON) -> JSONObject? {
    if verb == "keep-only" {
      let names = value.object?.map(\.key).filter { $0 != "version" } ?? []
      if names.count < 2 { return nil }
      return [verb: .array(names.dropLast().map { .string($0) }), "stash": true]
    }
    let plain = { (spot: Spot) in spot.path.allSatisfy { $0.name != nil } }
    guard let spot = spot(of: value, where: plain) else { return nil }
    if verb == "drop" { return [verb: .string(spot.text), "stash": true] }
    let slot = once(in: 3) ? spot.text(ending: newName(), above: 1) : spot.text
    return [verb: [slot: self.value(depth: 2)], "stash": true]
  }

  private mutating func parts(
    of verb: String, _ value: JSON, returns: Bool
  ) -> (source: JSON, options: JSONObject)? {
    switch verb {
    case "look-up": return lookUp(value)
    case "rename", "move", "copy", "drop", "set", "wrap", "add-default", "append", "compose":
      return place(verb, value, returns: returns)
    case "nest", "keep-only", "unnest", "rename-keys", "require":
      return keys(verb, value, returns: returns)
    case "map-values", "convert", "text", "scale": return scalar(verb, value, returns: returns)
    case "split", "join", "concat": return texts(verb, value)
    default: return lists(verb, value)
    }
  }

  private mutating func place(
    _ verb: String, _ value: JSON, returns: Bool
  ) -> (source: JSON, options: JSONObject)? {
    guard
      let spot = spot(of: value, where: { $0.isMember || ["drop", "set", "wrap"].contains(verb) })
    else { return nil }
    let path = path(spot)
    switch verb {
    case "rename":
      let siblings = value.spots.filter {
        $0.isMember && $0.path.dropLast() == spot.path.dropLast() && $0.path != spot.path
      }
      if let other = siblings.first, once(in: 3) {
        return ([spot.text: .string(other.name), other.text: .string(spot.name)], [:])
      }
      return ([path: .string(target(returns: returns))], [:])
    case "move", "copy":
      let target = target(returns: returns)
      return ([spot.text: .string(returns || once(in: 2) ? target : "\(newName()).\(target)")], [:])
    case "drop": return (.string(path), [:])
    case "set":
      if once(in: 4) { return ([path: ["{\(spot.text)}", "x{@.if}"]], ["fill": true]) }
      return ([path: self.value(depth: 2)], [:])
    case "add-default":
      let slot = !returns && once(in: 3) ? spot.text : spot.text(ending: newName(), above: 1)
      if !returns, once(in: 6) {
        return ([.string(slot)], ["generate": "position"])
      }
      let options: JSONObject = !returns && once(in: 3) ? ["if-empty": "replace"] : [:]
      return ([slot: self.value(depth: 2)], options)
    case "append":
      let isThere = returns || once(in: 2)
      if isThere, spot.value.array == nil { return nil }
      if !returns, once(in: 3) {
        return ([isThere ? spot.text : newName(): ["k": "{\(path)}"]], ["fill": true])
      }
      return ([isThere ? spot.text : newName(): self.value()], [:])
    case "compose":
      guard spot.value.object == nil, spot.value.array == nil, !spot.value.isNull else {
        return nil
      }
      return ([newName(): .string("<{\(spot.text)}>{{")], [:])
    default: return (.string(path), once(in: 2) ? [:] : ["under": .string(newName())])
    }
  }

  private mutating func lookUp(_ value: JSON) -> (source: JSON, options: JSONObject)? {
    let isListed = once(in: 2)
    let lists = value.spots.filter {
      isListed ? $0.value.array?.contains { $0.object != nil } == true : $0.value.object != nil
    }
    guard !lists.isEmpty else { return nil }
    let list = one(of: lists)
    guard let element = list.value.array?.first(where: { $0.object?.isEmpty == false })?.object,
      let by = element.first, isListed
    else {
      guard let spot = spot(of: value, where: { $0.value.string != nil }) else { return nil }
      return (.string(spot.text), ["among": .string(list.text), "into": .string(newName())])
    }
    guard let spot = spot(of: value, where: { $0.value == by.value }) else { return nil }
    return (
      .string(spot.text),
      [
        "among": .string(list.text + "[*]"), "by": .string(Name.path([Array(by.key.utf8)])),
        "into": .string(newName()),
      ]
    )
  }

  private mutating func keys(
    _ verb: String, _ value: JSON, returns: Bool
  ) -> (source: JSON, options: JSONObject)? {
    let names = (value.object ?? [:]).map(\.key).filter { $0 != "version" }.map { JSON.string($0) }
    if names.isEmpty { return nil }
    let some = names.shuffled(using: &random).prefix(Int.random(in: 1...3, using: &random))
    switch verb {
    case "nest":
      let under = !returns && once(in: 3) ? "\(newName()).\(newName())" : newName()
      return (.array(Array(some)), ["under": .string(under)])
    case "keep-only": return (.array(names.dropLast() + ["version"]), [:])
    case "require": return (.string(condition(on: value)), [:])
    case "unnest":
      return spot(of: value, where: { $0.value.object != nil && $0.isMember })
        .map { (.string($0.text), [:]) }
    default:
      // A key that is not of the old case may have come from several.
      guard
        let spot = spot(
          of: value,
          where: { spot in
            spot.value.object.map {
              !returns || !$0.contains { $0.key.contains(where: \.isUppercase) }
            }
              ?? false
          })
      else { return nil }
      let path = returns ? spot.text : path(spot)
      if !returns, once(in: 3) {
        return (.string(path), ["pattern": "(.)(.*)", "with": .string(one(of: ["$2$1", "$1"]))])
      }
      return (.string(path), ["case": one(of: ["snake-to-camel", "snake-to-kebab"])])
    }
  }

  private mutating func scalar(
    _ verb: String, _ value: JSON, returns: Bool
  ) -> (source: JSON, options: JSONObject)? {
    guard let spot = spot(of: value, where: { $0.value.object == nil && !$0.value.isNull })
    else { return nil }
    let path = JSON.string(path(spot))
    if verb == "text" {
      guard spot.value.string != nil else { return nil }
      let edits: [JSON] = [
        "trim", "uppercase", ["replace": " ", "with": "-"], ["suffix": "!"],
        ["pattern": "[b-é]", "with": "$$", "times": 2],
      ]
      let chosen = [one(of: edits), one(of: edits)]
      let isSearch = chosen.contains { $0["with"] != nil }
      let options: JSONObject = isSearch && once(in: 3) ? ["ignore-case": true] : [:]
      return (path, options.adding("do", .array(chosen)))
    }
    if verb == "scale" {
      guard spot.value.number != nil else { return nil }
      var options: JSONObject = [one(of: ["by", "divide-by"]): one(of: [8, -0.4, 1000])]
      if once(in: 2) { options["add"] = 0.125 }
      if !returns, once(in: 3) { options["round"] = 1 }
      return (path, options)
    }
    if verb == "map-values" {
      let cases: JSON = [
        ["is": spot.value, "becomes": .string(newName())],
        ["is": "closed", "becomes": .string(newName())], ["is": 1, "becomes": false],
      ]
      if returns { return (path, ["cases": cases]) }
      let options: JSONObject = ["cases": cases, "otherwise": "keep"]
      return (path, once(in: 3) ? options.adding("ignore-case", true) : options)
    }
    let forms: (String, String)
    switch spot.value {
    case .string("12"): forms = ("string", one(of: ["number", "integer"]))
    case .string("true"): forms = ("string", "boolean")
    case .string("2025-08-23T00:00:00Z"):
      forms = (
        "iso8601", one(of: ["unix-seconds", "unix-milliseconds", "apple-seconds", "date", "form"])
      )
    case .string("[1,2]"): forms = ("json-text", "value")
    case .number: forms = one(of: [("number", "string"), ("unix-seconds", "iso8601")])
    case .bool: forms = ("boolean", "string")
    default: forms = ("value", "json-text")
    }
    let from: JSONObject = ["from": .string(forms.0)]
    var options: JSONObject = returns || once(in: 2) ? from : [:]
    options["to"] =
      forms.1 == "form" ? ["form": "dd.MM.yyyy HH:mm", "zone": "-05:30"] : .string(forms.1)
    return (path, options)
  }

  private mutating func texts(
    _ verb: String, _ value: JSON
  ) -> (source: JSON, options: JSONObject)? {
    if verb == "split" {
      guard let spot = spot(of: value, where: { $0.value.string?.contains(" ") == true }) else {
        return nil
      }
      let into: [JSON] = [.string(newName()), .string(newName())]
      return (.string(path(spot)), spot.isMember ? ["by": " ", "into": .array(into)] : ["by": " "])
    }
    let isJoin = verb == "join"
    if isJoin, once(in: 2) {
      return spot(of: value, where: { $0.value.array?.first?.string != nil })
        .map { (.string($0.text), ["with": "/"]) }
    }
    let spots = value.spots.filter {
      $0.path.count == 1 && (isJoin ? $0.value.string != nil : $0.value.array != nil)
    }
    guard spots.count > 1 else { return nil }
    let two = spots.shuffled(using: &random).prefix(2).map { JSON.string($0.text) }
    return (
      .array(two),
      isJoin ? ["with": "/", "into": .string(newName())] : ["into": .string(newName())]
    )
  }

  private mutating func lists(
    _ verb: String, _ value: JSON
  ) -> (source: JSON, options: JSONObject)? {
    switch verb {
    case "unwrap":
      return spot(of: value, where: { $0.value.array?.count == 1 }).map { (.string($0.text), [:]) }
    case "list":
      guard let spot = spot(of: value, where: { $0.value.array != nil }) else { return nil }
      let edits: [JSON] = ["reverse", "reverse", "dedupe", ["sort-by": "@"]]
      return (.string(spot.text), ["do": [one(of: edits)]])
    case "to-list":
      guard let spot = spot(of: value, where: { $0.value.object != nil }) else { return nil }
      if once(in: 2) { return (.string(spot.text), ["pairs": true]) }
      return (
        .string(spot.text), ["key": .string(newName()), "value": .string(newName())]
      )
    default:
      guard
        let spot = spot(
          of: value,
          where: { spot in
            spot.value.array?.isEmpty == false
              && spot.value.array?.allSatisfy {
                $0.object?.contains { $0.value.string != nil } == true
              } == true
          }),
        let key = spot.value.array?.first?.object?.first(where: { $0.value.string != nil })?.key
      else { return nil }
      return (.string(spot.text), ["key": .string(key)])
    }
  }
}

extension JSONObject {
  fileprivate func adding(_ key: String, _ value: JSON) -> JSONObject {
    var object = self
    object[key] = value
    return object
  }
}
