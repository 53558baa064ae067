internal import JSONMigrationCore
internal import JSONText

/// The rules of a step with one change, which a test of the step should notice.
struct Mutant: Sendable {
  /// The change: `"at-most": 1 in place of 2`.
  let words: String
  /// Where that is in the step's file.
  let range: Range<Int>
  /// Which rule was changed, counted from the top of the file, inner rules behind outer ones.
  let rule: Int
  let rules: JSON

  static let lackingRule = "without this rule"
  var lacksRule: Bool { words == Self.lackingRule }
}

extension Mutant {
  /// All changes to the rules of a step, given with their places.
  static func all(of rules: LocatedJSON) -> [Mutant] {
    var maker = MutantMaker()
    maker.change(rules: rules, Rebuild { $0 })
    return maker.mutants
  }
}

/// Puts a changed value back into the rules that it was taken from.
///
/// Of all that takes a function by itself the compiler makes a copy for each place that gives one,
/// which came to a fiftieth of the command.
private final class Rebuild {
  private let function: (JSON) -> JSON

  init(_ function: @escaping (JSON) -> JSON) { self.function = function }

  func callAsFunction(_ value: JSON) -> JSON { function(value) }
}

/// Changes rules by what the specs of the verbs say of their keys.
private struct MutantMaker {
  private(set) var mutants: [Mutant] = []
  private var rule = -1
  private var count = 0

  private mutating func add(_ words: String, at range: Range<Int>, _ rules: JSON) {
    mutants.append(Mutant(words: words, range: range, rule: rule, rules: rules))
  }

  private mutating func replace(
    _ value: LocatedJSON, by new: JSON, name: String?, _ rebuild: Rebuild
  ) {
    let start = name.map { "\(JSON.string($0)): " } ?? ""
    add("\(start)\(new) in place of \(value.json)", at: value.range, rebuild(new))
  }
}

// MARK: - Rules

extension MutantMaker {
  mutating func change(rules list: LocatedJSON, _ rebuild: Rebuild) {
    guard case .array(let elements) = list.value else { return }
    let values = elements.map(\.json)
    let outer = rule
    defer { rule = outer }
    for (index, element) in elements.enumerated() {
      guard case .object(let members) = element.value,
        let key = members.first(where: { Verbs.has($0.key) }),
        let spec = Verbs.spec(of: key.key)
      else { continue }
      rule = count
      count += 1
      add(Mutant.lackingRule, at: key.keyRange, rebuild(.array(values.without(index))))
      if index + 1 < values.count, !Self.areApart(values[index], values[index + 1]) {
        var swapped = values
        swapped.swapAt(index, index + 1)
        add("behind the rule that follows", at: key.keyRange, rebuild(.array(swapped)))
      }
      let place = Rebuild { rebuild(.array(values.with($0, at: index))) }
      exchangeVerb(of: members, key, place)
      let common = CommonKeys.parameters(of: spec).filter { !Self.asides.contains($0.name) }
      change(
        record: members, of: spec.parameters + common, at: key.keyRange, place)
    }
  }

  /// What says nothing about the way forward.
  private static let asides: Set = ["undo", "message", "allow", "note"]

  /// Whether two rules touch different places, so that their order is the same to any document.
  private static func areApart(_ left: JSON, _ right: JSON) -> Bool {
    // What they generate is handed out in order.
    if left["generate"] != nil, right["generate"] != nil { return false }
    func places(_ rule: JSON) -> [Place]? {
      let files = [
        RuleSource(name: "format.json", text: #"{ "version": { "stamp": false } }"#),
        RuleSource(name: "v2.json", text: (["to": 2, "rules": [rule]] as JSON).description),
      ]
      let rules = try? RuleSet(named: "", functions: [:]) { $0.isEmpty ? .success(files) : nil }
      return rules?.symbols.touched.map(\.place)
    }
    guard let left = places(left), let right = places(right) else { return false }
    return !left.contains { place in right.contains { place.meets($0) } }
  }

  /// Adds where it was set, and the other way round.
  private mutating func exchangeVerb(
    of members: [LocatedJSON.Member], _ key: LocatedJSON.Member, _ rebuild: Rebuild
  ) {
    let other = [AddDefault.name: SetValue.name, SetValue.name: AddDefault.name][key.key]
    guard let other, case .object = key.value.value else { return }
    var rule = JSONObject()
    for member in members where !["if-null", "if-empty"].contains(member.key) {
      rule[member.key == key.key ? other : member.key] = member.value.json
    }
    add("`\(other)` in place of `\(key.key)`", at: key.keyRange, rebuild(.object(rule)))
  }
}

// MARK: - Keys

extension MutantMaker {
  /// Changes what stands behind keys, and leaves out those that may be missing; `range` is what a
  /// key would belong to that isn't there.
  private mutating func change(
    record members: [LocatedJSON.Member], of parameters: [Parameter], at range: Range<Int>,
    _ rebuild: Rebuild
  ) {
    var object = JSONObject()
    for member in members { object[member.key] = member.value.json }
    for parameter in parameters {
      let name = parameter.name
      func with(_ value: JSON?) -> JSON {
        var changed = object
        changed[name] = value
        return rebuild(.object(changed))
      }
      guard let member = members.first(where: { $0.key.utf8.elementsEqual(name.utf8) }) else {
        if name == "if-missing", Equivalents.neverMisses(object) { continue }
        for word in parameter.otherWords { add("`\(name)`: \(word)", at: range, with(word)) }
        continue
      }
      if !parameter.isRequired, !parameter.isAlternative, parameter.unsaid != object[name] {
        add("without `\(name)`", at: member.keyRange, with(nil))
      }
      if let other = Self.bounds[name], object[other] == nil {
        var changed = JSONObject()
        for (key, value) in object { changed[key == name ? other : key] = value }
        add(
          "`\(other)` in place of `\(name)`", at: member.keyRange, rebuild(.object(changed)))
      }
      change(
        member.value, of: parameter.type, name: name, isOrdered: !Self.orderless.contains(name),
        Rebuild { with($0) })
    }
  }

  /// The keys of names whose order is no more than that of members.
  private static let orderless: Set = [KeepOnly.name, Nest.name]
  /// The verbs that make one value of several, in order.
  private static let ordered: Set = [Join.name, Concat.name]

  private static let bounds = [
    "at-least": "above", "above": "at-least", "at-most": "below", "below": "at-most",
  ]
}

extension Parameter {
  /// The words that mean something else than nothing said.
  fileprivate var otherWords: [JSON] {
    guard let unsaid, case .string(let plain) = unsaid else { return [] }
    var words: [String] = []
    let types = if case .either(let types) = type { types } else { [type] }
    for case .word(let some) in types { words += some }
    return words.filter { !$0.utf8.elementsEqual(plain.utf8) }.map { .string($0) }
  }
}

// MARK: - Values

extension MutantMaker {
  private mutating func change(
    _ value: LocatedJSON, of type: ParameterType, name: String?, isOrdered: Bool = true,
    _ rebuild: Rebuild
  ) {
    switch (type, value.value) {
    case (.path, .string(let text)), (.slot, .string(let text)), (.paths, .string(let text)):
      for path in PathChange.of(path: text) { replace(value, by: path, name: name, rebuild) }
    case (.condition, .string(let text)):
      for condition in PathChange.of(condition: text) {
        replace(value, by: condition, name: name, rebuild)
      }
    case (.number, .number(let number)):
      for other in Self.neighbours(of: number) { replace(value, by: other, name: name, rebuild) }
    case (.value, _):
      if let other = Self.another(value.json) { replace(value, by: other, name: name, rebuild) }
    case (.boolean, .bool(let bool)): replace(value, by: .bool(!bool), name: name, rebuild)
    case (.word(let words), .string(let text)):
      for word in words.filter({ !$0.utf8.elementsEqual(text.utf8) }).prefix(2) {
        replace(value, by: .string(word), name: name, rebuild)
      }
    case (.name, .string(let text)), (.target, .string(let text)):
      replace(value, by: .string(text + "2"), name: name, rebuild)
    case (.text, .string(let text)):
      replace(value, by: .string(text + " "), name: name, rebuild)
    case (.rules, .array): change(rules: value, rebuild)
    case (.paths, .array(let elements)):
      let isOrdered = name.map(Self.ordered.contains) ?? false
      change(list: elements, of: .path, isOrdered: isOrdered, rebuild)
    case (.names, .array(let elements)):
      change(list: elements, of: nil, isOrdered: isOrdered, rebuild)
    case (.list(let type), .array(let elements)):
      change(list: elements, of: type, isOrdered: true, rebuild)
    case (.record(let parameters), .object(let members)):
      change(record: members, of: parameters, at: value.range, rebuild)
    case (.map(let type, let key), .object(let members)):
      change(map: members, of: type, by: key, rebuild)
    case (.either(let types), _):
      if let type = types.first(where: { $0.fits(value.json) }) {
        change(value, of: type, name: name, isOrdered: isOrdered, rebuild)
      }
    default: break
    }
  }

  private mutating func change(
    list elements: [LocatedJSON], of type: ParameterType?, isOrdered: Bool,
    _ rebuild: Rebuild
  ) {
    let values = elements.map(\.json)
    for (index, element) in elements.enumerated() {
      if values.count > 1 {
        add(
          "without \(values[index])", at: element.range, rebuild(.array(values.without(index))))
      }
      if isOrdered, index + 1 < values.count, values[index] != values[index + 1],
        !Equivalents.areExclusive(values[index], values[index + 1])
      {
        var swapped = values
        swapped.swapAt(index, index + 1)
        add(
          "\(values[index]) behind \(values[index + 1])", at: element.range,
          rebuild(.array(swapped)))
      }
      guard let type else { continue }
      change(
        element, of: type, name: nil, Rebuild { rebuild(.array(values.with($0, at: index))) })
    }
  }

  private mutating func change(
    map members: [LocatedJSON.Member], of type: ParameterType, by key: ParameterType.MapKey,
    _ rebuild: Rebuild
  ) {
    let pairs = members.map { (key: $0.key, value: $0.value.json) }
    func object(_ pairs: [(key: String, value: JSON)]) -> JSON {
      rebuild(.object(pairs.reduce(into: [:]) { $0[$1.key] = $1.value }))
    }
    for (index, member) in members.enumerated() {
      func with(_ key: String? = nil, _ value: JSON? = nil) -> JSON {
        var changed = pairs
        changed[index] = (key ?? member.key, value ?? pairs[index].value)
        return object(changed)
      }
      if pairs.count > 1 {
        var fewer = pairs
        fewer.remove(at: index)
        add("without \(JSON.string(member.key))", at: member.keyRange, object(fewer))
      }
      if key.isPath {
        for path in PathChange.of(path: member.key) {
          guard let text = path.string else { continue }
          add(
            "\(path) in place of \(JSON.string(member.key))", at: member.keyRange, with(text))
        }
      } else if index + 1 < pairs.count, pairs[index].value != pairs[index + 1].value {
        var swapped = pairs
        (swapped[index].value, swapped[index + 1].value) = (
          pairs[index + 1].value, pairs[index].value
        )
        add(
          "\(pairs[index].value) and \(pairs[index + 1].value) the other way round",
          at: member.keyRange, object(swapped))
      }
      change(member.value, of: type, name: member.key, Rebuild { with(nil, $0) })
    }
  }

  private static func neighbours(of number: JSONNumber) -> [JSON] {
    guard let value = Double(number.text), abs(value) < 1e15 else { return [] }
    return [value - 1, value + 1].compactMap { near in
      Int(exactly: near).map { .number(JSONNumber($0)) } ?? JSONNumber(near).map { .number($0) }
    }
  }

  /// Another value of the same type, where there is one.
  private static func another(_ value: JSON) -> JSON? {
    switch value {
    case .null: false
    case .bool(let bool): .bool(!bool)
    case .number(let number): neighbours(of: number).last
    case .string(let text): .string(text + "x")
    case .array(let elements): elements.isEmpty ? ["x"] : []
    case .object(let members): members.isEmpty ? ["x": 1] : [:]
    }
  }
}

extension [JSON] {
  fileprivate func without(_ index: Int) -> [JSON] {
    var rest = self
    rest.remove(at: index)
    return rest
  }

  fileprivate func with(_ value: JSON, at index: Int) -> [JSON] {
    var changed = self
    changed[index] = value
    return changed
  }
}
