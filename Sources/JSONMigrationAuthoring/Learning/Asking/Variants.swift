internal import JSONMigrationCore
internal import JSONText

/// Similar rules that an author may have meant instead.
///
/// Samples show a rule at work, and seldom where it shall not work: so most variants apply in fewer
/// places, or in more.
struct Variants {
  /// The list with one rule replaced by a similar one.
  private(set) var all: [Rival] = []
  private let rules: [JSON]
  /// The documents before each rule.
  private let states: [[Term]]
  private let trials: Trials

  private static let mostSiblings = 4
  private static let mostElements = 60

  /// A value that stands for one that no sample shows.
  static let unseen = JSON.string("\u{FFFC}")

  init(of rules: [JSON], _ states: [[Term]], _ trials: Trials) {
    (self.rules, self.states, self.trials) = (rules, states, trials)
    all = GuardedRules.blocks(rules, states, trials)
    addUnions()
    for index in rules.indices {
      addOptions(index)
      for guarded in GuardedRules.all(of: rules[index], states[index], trials) {
        add([guarded.rule], for: index, guarded.surplus)
      }
    }
  }

  private mutating func add(_ new: [JSON], for index: Int, _ surplus: Double) {
    all.append(Rival(rules: rules[..<index] + new + rules[(index + 1)...], surplus: surplus))
  }

  /// What changes alike at several places is often meant to be the same there.
  private mutating func addUnions() {
    var groups: [String: [Int]] = [:]
    var names: [String] = []
    for (index, rule) in rules.enumerated() {
      guard let object = rule.object else { continue }
      let name: String
      if object["text"] != nil, object["do"]?.array != nil {
        name = "do"
      } else if object["table"]?.object != nil, let path = object["map-values"]?.string {
        name = "table \(Way(written: path)?.name?.text ?? path)"
      } else {
        continue
      }
      if groups[name] == nil { names.append(name) }
      groups[name, default: []].append(index)
    }
    for name in names {
      guard let group = groups[name], group.count > 1 else { continue }
      var edits: [JSON] = []
      var table = JSONObject()
      for object in group.compactMap({ rules[$0].object }) {
        for edit in object["do"]?.array ?? [] where !edits.contains(edit) { edits.append(edit) }
        for (old, new) in object["table"]?.object ?? [:] where table[old] == nil {
          table[old] = new
        }
      }
      var changed = rules
      for index in group {
        guard var object = changed[index].object else { continue }
        if name == "do" { object["do"] = .array(edits) } else { object["table"] = .object(table) }
        changed[index] = .object(object)
      }
      all.append(Rival(rules: changed, surplus: 4))
    }
  }

  private mutating func addOptions(_ index: Int) {
    guard let object = rules[index].object, let verb = RuleCost.verb(of: rules[index]),
      let value = object[verb]
    else { return }
    func changed(_ change: (inout JSONObject) -> Void) -> [JSON] {
      var changed = object
      change(&changed)
      return [.object(changed)]
    }
    if object["when"] != nil { add(changed { $0["when"] = nil }, for: index, 4) }
    switch verb {
    case "add-default" where value.object != nil && object["fill"] == nil:
      addDefaults(index, object, changed)
    case "set" where value.object?.count == 1 && object["when"] == nil && object["fill"] == nil:
      if let pair = value.object?.first, pair.key != "@", !pair.key.hasSuffix("]") {
        let asked = "@" + (pair.key.hasPrefix("[") ? "" : ".") + pair.key
        add(changed { $0["when"] = .string(asked) }, for: index, 5)
      }
    case "rename", "move":
      guard object["if-exists"] == nil else { break }
      for choice: JSON in ["keep", "overwrite"] {
        add(changed { $0["if-exists"] = choice }, for: index, 5)
      }
    case "map-values": addTables(index, object, changed)
    case "wrap" where object["if-array"] == nil && object["under"] == nil:
      add(changed { $0["if-array"] = "keep" }, for: index, 5)
    case "drop":
      guard object["when"] == nil, let path = value.string else { break }
      if object["in"] == nil { addMoves(index, path) }
      addFilters(index, object, path)
    default: break
    }
  }

  private mutating func addDefaults(
    _ index: Int, _ object: JSONObject, _ changed: ((inout JSONObject) -> Void) -> [JSON]
  ) {
    let set = changed {
      $0.rename("add-default", to: "set")
      $0["if-null"] = nil
      $0["if-empty"] = nil
    }
    add(set, for: index, 6)
    if object["if-null"] == nil {
      add(changed { $0["if-null"] = "replace" }, for: index, 6)
    }
    addSiblings(index, object)
    guard object["when"] == nil, object["in"] == nil else { return }
    for dropped in rules {
      guard let path = dropped.object?["drop"]?.string, Way.isMember(path) else { continue }
      add(changed { $0["when"] = .string("@.\(path)") }, for: index, 4)
    }
  }

  /// Members that stand beside a default in all samples may have defaults too.
  private mutating func addSiblings(_ index: Int, _ object: JSONObject) {
    guard let scope = object["in"].map({ $0.string.flatMap { Way(written: $0) } }) ?? Way(),
      let target = object["add-default"]?.object?.first.flatMap({ Way(written: $0.key) })
    else { return }
    let parent = scope.appending(target.parent).segments
    let objects = states[index].flatMap { $0.all(at: parent[...]) }.filter { $0.kind == .object }
    let siblings = (objects.first?.members ?? []).filter { key, value in
      value.isScalar && objects.allSatisfy { $0[key] != nil }
    }
    for (key, _) in siblings.prefix(Self.mostSiblings) {
      var other = object
      let path = target.parent.appending(key).text
      other["add-default"] = .object([path: Self.unseen])
      add([rules[index], .object(other)], for: index, 7)
    }
  }

  /// Other treatments of values that no row names.
  private mutating func addTables(
    _ index: Int, _ object: JSONObject, _ changed: ((inout JSONObject) -> Void) -> [JSON]
  ) {
    let news =
      object["table"]?.object?.map(\.value)
      ?? object["cases"]?.array?.compactMap { $0.object?.last?.value } ?? []
    guard object["otherwise"] == "keep", let last = news.last else { return }
    let isOne = Set(news).count == 1
    add(changed { $0["otherwise"] = .object(["becomes": last]) }, for: index, isOne ? 4 : 6)
    add(changed { $0["otherwise"] = .object(["becomes": Self.unseen]) }, for: index, 5)
  }

  /// Of a list all of whose elements go, perhaps only those go that are as these.
  private mutating func addFilters(_ index: Int, _ object: JSONObject, _ path: String) {
    guard path.hasSuffix("[*]"),
      let scope = object["in"].map({ $0.string.flatMap { Way(written: $0) } }) ?? Way(),
      let way = Way(written: path)
    else { return }
    let all = scope.appending(way).segments
    let elements = states[index].flatMap { $0.all(at: all[...]) }.prefix(Self.mostElements)
    for condition in GuardedRules.common(to: elements, withMembers: true) {
      var other = object
      other["drop"] = .string(String(path.dropLast(3)) + "[?\(condition)]")
      add([.object(other)], for: index, 4)
    }
  }

  /// A member that is dropped may have been meant for one that was there already.
  private mutating func addMoves(_ index: Int, _ path: String) {
    guard let way = Way(written: path), let name = way.name else { return }
    let documents = states[index].filter { $0.at(way.segments) != nil }
    guard let first = documents.first else { return }
    for (target, _) in first.below(depth: 2).dropFirst() where target != way {
      guard let other = target.name, Likeness.ofNames(name, other) > 0.5,
        documents.allSatisfy({ $0.at(target.segments) != nil })
      else { continue }
      let moved = JSON.rule(
        "move", .object([way.text: .string(target.text)]), ["if-exists": "keep"])
      add([moved], for: index, 5)
    }
  }
}
