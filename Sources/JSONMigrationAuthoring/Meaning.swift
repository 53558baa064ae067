package import JSONMigrationCore
package import JSONText

/// What rules mean, in one spelling: rules that do the same by other words are written alike.
///
/// Layout, comments, `note`, `message`, `allow`, `about` and tests are not in it, nor are the order
/// of a rule's keys, the spelling of paths and conditions, and values that say what holds anyway.
/// The order of rules, of cases and of pairs is, and so is the spelling of values that rules write.
/// What comes out can be read as rules.
enum Meaning {
  /// The rules of a step, whose scope is the document: `$.a` is `a` there.
  static func of(rulesOfStep rules: [JSON]) -> [JSON] {
    of(rules: rules.map { fromScope(rule: $0) })
  }

  /// The rules of a list; the rules that lead back are not among them.
  static func of(rules: [JSON]) -> [JSON] {
    rules.flatMap { rule -> [JSON] in
      let rule = of(rule: rule)
      // A block that says nothing is its rules.
      guard let members = rule.object, members.count == 1, let inner = members[Verbs.block]?.array
      else { return [rule] }
      return inner
    }
  }

  /// The rules that lead back: those of the step, and those of each rule that has some.
  static func ofWayBack(step: JSON) -> JSON? {
    var back = JSONObject()
    if let undo = step["undo"]?.array { back["undo"] = .array(of(rulesOfStep: undo)) }
    let own = wayBack(of: step["rules"]?.array ?? [], isRoot: true)
    if !own.isEmpty { back["rules"] = .array(own) }
    return back.isEmpty ? nil : .object(back)
  }

  /// What leads back, as an earlier release wrote it that left `$` in paths, in today's spelling.
  static func renewed(wayBack then: JSON, as now: JSON) -> JSON {
    var back = JSONObject()
    if let undo = then["undo"]?.array { back["undo"] = .array(of(rulesOfStep: undo)) }
    if let rules = then["rules"]?.array {
      let others = now["rules"]?.array ?? []
      back["rules"] = .array(
        rules.enumerated().map { index, one in
          if index < others.count, others[index] == one { return one }
          return wayBack(over: one["rule"] ?? [:], one["undo"]?.array ?? [], isRoot: true)
        })
    }
    return .object(back)
  }

  /// A rule and those that lead back over it, which act in its scopes.
  private static func wayBack(over rule: JSON, _ undo: [JSON], isRoot: Bool) -> JSON {
    let isAtRoot = isRoot && rule["in"] == nil
    return [
      "rule": of(rule: isRoot ? fromScope(rule: rule) : rule),
      "undo": .array(isAtRoot ? of(rulesOfStep: undo) : of(rules: undo)),
    ]
  }

  private static func wayBack(of rules: [JSON], isRoot: Bool) -> [JSON] {
    rules.flatMap { rule -> [JSON] in
      let own = rule["undo"]?.array.map { [wayBack(over: rule, $0, isRoot: isRoot)] } ?? []
      let options = (rule[Verbs.choice]?.array ?? []).compactMap { $0["rules"]?.array }
      let inner = (rule[Verbs.block]?.array.map { [$0] } ?? []) + options
      return own + inner.flatMap { wayBack(of: $0, isRoot: isRoot && rule["in"] == nil) }
    }
  }

  private static func of(rule: JSON) -> JSON {
    guard let members = rule.object,
      let name = Verbs.names.first(where: { members[$0] != nil }), let spec = Verbs.spec(of: name)
    else { return rule }
    let common = CommonKeys.parameters.filter { !wordsForPeople.contains($0.name) }
    return .object(record(members, spec.parameters + common))
  }

  private static let wordsForPeople: Set = ["undo", "message", "allow", "note"]

  /// The members of an object in the order of its parameters, without those that say nothing.
  private static func record(_ members: JSONObject, _ parameters: [Parameter]) -> JSONObject {
    var result = JSONObject()
    for parameter in parameters {
      guard let value = members[parameter.name], value != parameter.unsaid else { continue }
      result[parameter.name] =
        parameter.name == "is" ? compared(value) : spelling(of: value, parameter)
    }
    return result
  }

  private static func spelling(of value: JSON, _ parameter: Parameter) -> JSON {
    // The members that stay keep their own order.
    guard parameter.name == KeepOnly.name, let names = value.array else {
      return spelling(of: value, parameter.type)
    }
    return .array(names.sorted { precedes($0.string ?? "", $1.string ?? "") })
  }

  private static func spelling(of value: JSON, _ type: ParameterType) -> JSON {
    switch (type, value) {
    case (.path, .string(let text)), (.paths, .string(let text)), (.slot, .string(let text)),
      (.target, .string(let text)):
      return .string(path(text))
    case (.paths, .array(let paths)):
      let paths = paths.map { spelling(of: $0, .path) }
      return paths.count == 1 ? paths[0] : .array(paths)
    case (.condition, .string(let text)):
      return (try? JSONCondition(text)).map { .string($0.description) } ?? value
    case (.number, .number(let number)): return .number(plain(number))
    case (.rules, .array(let rules)): return .array(of(rules: rules))
    case (.list(let type), .array(let elements)):
      return .array(elements.map { spelling(of: $0, type) })
    case (.record(let parameters), .object(let members)):
      return .object(record(members, parameters))
    case (.map(let type, let key), .object(let members)):
      return .object(map(members, of: type, by: key))
    case (.either(let types), _):
      return types.first { $0.fits(value) }.map { spelling(of: value, $0) } ?? value
    default: return value
    }
  }

  /// A rule whose scope is the document, with its own paths from there.
  private static func fromScope(rule: JSON) -> JSON {
    guard var members = rule.object,
      let name = Verbs.names.first(where: { members[$0] != nil }), let spec = Verbs.spec(of: name)
    else { return rule }
    // With `in` the scope is another one, but for `in` itself.
    let key = members["in"] == nil ? name : "in"
    let own = (spec.parameters + CommonKeys.parameters).first { $0.name == key }
    if let own, let value = members[key] { members[key] = fromScope(value, own.type) }
    return .object(members)
  }

  private static func fromScope(_ value: JSON, _ type: ParameterType) -> JSON {
    func fromScope(_ text: String) -> String {
      let path = path(text)
      return path.first == "$" ? "@" + path.dropFirst() : text
    }
    switch (type, value) {
    case (.path, .string(let text)), (.paths, .string(let text)), (.slot, .string(let text)),
      (.target, .string(let text)):
      return .string(fromScope(text))
    case (.paths, .array(let paths)):
      return .array(paths.map { self.fromScope($0, .path) })
    case (.list(let type), .array(let elements)):
      return .array(elements.map { self.fromScope($0, type) })
    case (.map(_, let key), .object(let members)) where key.isPath:
      var result = JSONObject()
      for (name, value) in members { result[fromScope(name)] = value }
      return .object(result.count == members.count ? result : members)
    case (.either(let types), _):
      return types.first { $0.fits(value) }.map { self.fromScope(value, $0) } ?? value
    default: return value
    }
  }

  private static func map(
    _ members: JSONObject, of type: ParameterType, by key: ParameterType.MapKey
  ) -> JSONObject {
    var result = JSONObject()
    // What stands behind texts is looked up by them, so their order says nothing.
    let pairs = key.isPath ? Array(members) : members.sorted { precedes($0.key, $1.key) }
    for (name, value) in pairs {
      result[key.isPath ? path(name) : name] = spelling(of: value, type)
    }
    // Two spellings of one path stay apart.
    return result.count == members.count ? result : members
  }

  /// A path in one spelling.
  static func path(_ text: String) -> String {
    (try? JSONPath(rule: text))?.description ?? text
  }

  /// A value that others are compared with, by value.
  private static func compared(_ value: JSON) -> JSON {
    switch value {
    case .number(let number): return .number(plain(number))
    case .array(let elements): return .array(elements.map(compared))
    case .object(let members):
      var result = JSONObject()
      for (key, value) in members.sorted(by: { precedes($0.key, $1.key) }) {
        result[key] = compared(value)
      }
      return .object(result)
    default: return value
    }
  }

  private static func plain(_ number: JSONNumber) -> JSONNumber {
    Decimal(number.text.utf8).map { JSONNumber(checked: String(decoding: $0.text, as: UTF8.self)) }
      ?? number
  }

  private static func precedes(_ left: String, _ right: String) -> Bool {
    left.utf8.lexicographicallyPrecedes(right.utf8)
  }
}

extension ParameterType {
  /// Whether a value is of this type, as far as that tells one alternative from another.
  @inline(never)
  func fits(_ value: JSON) -> Bool {
    switch (self, value) {
    case (.record, .object), (.map, .object), (.names, .array), (.list, .array), (.rules, .array),
      (.paths, .array), (.paths, .string), (.path, .string), (.slot, .string), (.target, .string),
      (.name, .string), (.text, .string), (.pattern, .string), (.condition, .string),
      (.version, .string), (.version, .number), (.number, .number), (.flag, .bool),
      (.boolean, .bool), (.value, _):
      true
    case (.word(let words), .string(let text)):
      words.contains { $0.utf8.elementsEqual(text.utf8) }
    case (.either(let types), _): types.contains { $0.fits(value) }
    default: false
    }
  }
}

// MARK: - Format

extension Meaning {
  /// What a format says of its documents, its name aside.
  static func of(_ format: Format, file: JSON?) -> JSON {
    var result = JSONObject()
    if let file = file?.object {
      result = record(
        file, FileKeys.format.filter { !["$schema", "format", "version"].contains($0.name) })
    }
    if result["comments"] == false { result["comments"] = nil }
    var version = JSONObject()
    if !format.at.isEmpty {
      let places = format.at.map { JSON.string(path($0.text)) }
      version["at"] = places.count == 1 ? places[0] : .array(places)
    }
    switch format.missing {
    case .fail: version["missing"] = "fail"
    case .version(let missing): version["missing"] = missing.value
    case .probes(let probes):
      version["missing"] = .array(
        probes.map { probe in
          ["when": .string(probe.when.condition.description), "version": probe.version.value]
        })
    }
    if !format.isStamped { version["stamp"] = false }
    result["version"] = .object(version)
    return .object(result)
  }
}

extension Version {
  /// The version as it is written in a rule file.
  package var value: JSON {
    switch self {
    case .integer(let number): .number(JSONNumber(number))
    case .text(let text): .string(text)
    }
  }
}
