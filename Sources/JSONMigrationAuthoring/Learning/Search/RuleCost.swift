internal import JSONMigrationCore
internal import JSONText

/// The cost of rules; rules that authors write often are cheap.
///
/// The search goes by the sum of this and of what is not explained yet.
enum RuleCost {
  private static let verbs: [String: Double] = {
    var verbs = ["rules": 0.5, "choose": 2, "require": 8]
    for generator in Generators.all { verbs[generator.verb] = generator.cost }
    return verbs
  }()

  /// The verb of a rule.
  static func verb(of rule: JSON) -> String? {
    rule.object?.first { verbs[$0.key] != nil }?.key
  }

  static func of(_ rules: [JSON]) -> Double { rules.reduce(0) { $0 + of($1) } }

  static func of(_ rule: JSON) -> Double {
    guard let object = rule.object, let verb = verb(of: rule), let value = object[verb] else {
      return 100
    }
    var cost = verbs[verb] ?? 10
    for scope in paths(object["in"]) { cost += 0.3 + path(scope) }
    if let when = object["when"]?.string { cost += condition(when) }
    if verb == "rules" { return cost + of(value.array ?? []) }
    cost += object["fill"] == nil ? argument(value, of: verb) : filled(value)
    cost += rows(object)
    for key in ["do", "by", "divide-by", "pattern", "with", "under", "key", "value", "round"] {
      if let value = object[key] { cost += 0.5 * value.news }
    }
    if let into = object["into"] {
      let isSource = value.array?.contains(into) == true
      cost += isSource ? 0.6 : 1.5 * Double(into.array?.count ?? 1)
    }
    for key in [
      "if-exists", "if-array", "take", "if-short", "trim", "unless-present", "generate", "fill",
      "if-null", "if-empty", "position",
    ] where object[key] != nil { cost += 1 }
    for key in ["among", "by"] where verb == "look-up" {
      if let path = object[key]?.string { cost += self.path(path) }
    }
    return cost
  }

  static func paths(_ value: JSON?) -> [String] {
    value?.string.map { [$0] } ?? value?.array?.compactMap(\.string) ?? []
  }

  private static func argument(_ value: JSON, of verb: String) -> Double {
    switch value {
    case .object(let pairs):
      return pairs.reduce(0) { sum, pair in
        let target: Double
        switch verb {
        case "move", "copy": target = 1.5 + path(pair.value.string ?? "")
        case "rename": target = 1.5
        case "compose": target = 3
        default: target = pair.value.news
        }
        return sum + path(pair.key) + target
      }
    case .array(let elements):
      let sum = elements.reduce(0) { $0 + ($1.string.map { path($0) } ?? 1) }
      return sum + (verb == "drop" ? 1.5 * Double(max(0, elements.count - 1)) : 0)
    default: return path(value.string ?? "")
    }
  }

  /// The cost of values with fields of the document in them.
  private static func filled(_ value: JSON) -> Double {
    switch value {
    case .string(let text):
      guard text.hasPrefix("{"), text.hasSuffix("}"), !text.hasPrefix("{{") else {
        return value.news
      }
      return 1.5 + path(String(text.dropFirst().dropLast()))
    case .array(let elements): return elements.reduce(1) { $0 + filled($1) }
    case .object(let members): return members.reduce(1) { $0 + 1 + filled($1.value) }
    default: return value.news
    }
  }

  /// The cost of the rows of tables and cases.
  private static func rows(_ object: JSONObject) -> Double {
    var rows: [(old: JSON, new: JSON)] = (object["table"]?.object ?? [:]).map {
      (.string($0.key), $0.value)
    }
    var cost = rows.reduce(0) { $0 + 0.5 + $1.old.news * 0.4 + $1.new.news * 0.6 }
    for row in object["cases"]?.array ?? [] {
      guard let row = row.object, let first = row.first?.value, let last = row.last?.value else {
        continue
      }
      cost += 0.6 + first.news * 0.4 + last.news * 0.6
      if row["is"] != nil { rows.append((first, last)) }
    }
    for (old, new) in rows {
      // Long texts and whole objects are data of the samples, not a table that an author would
      // write.
      if old.isContainer, old.news > 1 { cost += 3 + 0.6 * old.news }
      if let text = old.string, text.utf8.count > 24 || text.includes(" ") { cost += 5 }
      guard new.isContainer, new.news > 1 else { continue }
      cost += 0.3 * new.news
      if !old.isContainer, old.news > 1.6, new.holds(old) { cost += 3 }
    }
    return cost
  }
}

// MARK: - Paths and conditions

extension RuleCost {
  /// The cost of a path: its parts, its filters, an index at its end, keys that look like data.
  static func path(_ text: String) -> Double {
    let parts = PathParts(text)
    return 0.6 * Double(parts.count + 1) + parts.filters.reduce(0) { $0 + condition($1) }
      + (parts.endsWithIndex ? 3.5 : 0)
      + 4 * Double(parts.names.count { MapLikeness.isData(ByteString($0)) })
  }

  /// The cost of a condition: existence is cheaper than a type, a type than a value, a value than
  /// the rest.
  static func condition(_ text: String) -> Double {
    let atoms = PathParts.atoms(of: text)
    // Several values that have nothing in common are more likely data of the samples.
    let isChoice = text.includes(" || ")
    return atoms.reduce((isChoice ? 3 : 1.5) * Double(atoms.count - 1)) { $0 + atom($1) }
  }

  private static func atom(_ text: String) -> Double {
    let bytes = Array(text.utf8)
    let isType = bytes.includes("type(")
    let isSearch = bytes.includes("search(")
    var cost =
      isType
      ? 3.0
      : isSearch || bytes.includes("match(")
        ? 5.2 : bytes.includes("length(") || bytes.includes("count(") ? 5 : 2.6
    if [" < ", " > ", " <= ", " >= "].contains(where: { bytes.includes($0) }) {
      cost = max(cost, 5.2)
    }
    if bytes.includes("!=") {
      cost += isType ? 0.8 : 2.2
    } else if !isType, bytes.includes(" == ") {
      cost += 0.4
    }
    if bytes.first == UInt8(ascii: "!") { cost += 0.7 }
    if !isType { cost += 0.12 * Double(literalLength(bytes)) }
    cost += 0.6 * Double(bytes.count { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") })
    if bytes.includes("[?") { cost += 0.8 }
    return cost + (isSearch ? 1.5 : 0)
  }

  private static func literalLength(_ bytes: [UInt8]) -> Int {
    for mark in ["== ", "!= ", ", "] {
      if let place = bytes.place(of: Array(mark.utf8)) { return bytes.count - place.upperBound }
    }
    return 0
  }
}

/// The parts of a path that its cost depends on.
struct PathParts {
  private(set) var count = 0
  private(set) var names: [String] = []
  private(set) var filters: [String] = []
  private(set) var endsWithIndex = false

  init(_ text: String) {
    let bytes = Array(text.utf8)
    var position = 0
    var name: [UInt8] = []
    func end(_ names: inout [String]) {
      if !name.isEmpty { names.append(String(decoding: name, as: UTF8.self)) }
      name = []
    }
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "."):
        end(&names)
        count += 1
        position += 1
      case UInt8(ascii: "["):
        end(&names)
        count += 1
        let close = Self.close(bytes, from: position)
        let inner = bytes[min(position + 1, close)..<close]
        if inner.first == UInt8(ascii: "?") {
          filters.append(String(decoding: inner.dropFirst(), as: UTF8.self))
        } else if inner.first == UInt8(ascii: "'") {
          names.append(String(decoding: inner.dropFirst().dropLast(), as: UTF8.self))
        }
        endsWithIndex =
          close + 1 >= bytes.count
          && inner.first.map { $0 == 0x2D || (0x30...0x39).contains($0) } == true
        position = close + 1
      case let byte:
        name.append(byte)
        position += 1
      }
    }
    end(&names)
  }

  /// The position of the closing bracket.
  private static func close(_ bytes: [UInt8], from start: Int) -> Int {
    var depth = 0
    var isQuoted = false
    var position = start
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\\") where isQuoted: position += 1
      case UInt8(ascii: "'"): isQuoted.toggle()
      case UInt8(ascii: "[") where !isQuoted: depth += 1
      case UInt8(ascii: "]") where !isQuoted:
        depth -= 1
        if depth == 0 { return position }
      default: break
      }
      position += 1
    }
    return bytes.count
  }

  /// The operands of `&&` and `||` in a condition.
  static func atoms(of condition: String) -> [String] {
    let bytes = Array(condition.utf8)
    var atoms: [String] = []
    var (start, depth, isQuoted, position) = (0, 0, false, 0)
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\\") where isQuoted: position += 1
      case UInt8(ascii: "'"): isQuoted.toggle()
      case UInt8(ascii: "[") where !isQuoted: depth += 1
      case UInt8(ascii: "]") where !isQuoted: depth -= 1
      case UInt8(ascii: "&") where !isQuoted && depth == 0,
        UInt8(ascii: "|") where !isQuoted && depth == 0:
        atoms.append(String(decoding: bytes[start..<max(start, position - 1)], as: UTF8.self))
        position += 2
        start = position + 1
      default: break
      }
      position += 1
    }
    return atoms + [String(decoding: bytes[min(start, bytes.count)...], as: UTF8.self)]
  }
}

extension JSON {
  /// About the effort to write the value down.
  var news: Double {
    switch self {
    case .null, .bool: return 1
    case .number(let value):
      let isPlain =
        value.text.utf8.elementsEqual("0".utf8) || value.text.utf8.elementsEqual("1".utf8)
      return isPlain ? 1 : 1.5 + 0.4 * Double(value.text.utf8.count)
    case .string(let text):
      return text.isEmpty ? 1 : min(2 + 0.35 * Double(text.unicodeScalars.count), 14)
    case .array(let elements): return min(1 + elements.reduce(0) { $0 + $1.news }, 600)
    case .object(let members): return min(1 + members.reduce(0) { $0 + 1 + $1.value.news }, 800)
    }
  }

  /// Whether a scalar stands somewhere in the value.
  func holds(_ scalar: JSON) -> Bool {
    var pending = [self]
    while let value = pending.popLast() {
      if value == scalar { return true }
      switch value {
      case .array(let elements): pending += elements
      case .object(let members): pending += members.map(\.value)
      default: break
      }
    }
    return false
  }
}
