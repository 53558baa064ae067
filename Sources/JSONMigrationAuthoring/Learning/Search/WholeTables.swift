internal import JSONMigrationCore
internal import JSONText

/// Completes the tables of rules that were learned from a part of large samples: what they lack is
/// in the whole.
struct WholeTables {
  let trials: Trials
  let pairs: [TermPair]

  /// More rows are no table that an author keeps in a rule.
  private static let mostRows = 2_000
  private static let mostPlaces = 4
  private static let mostBytes = 24

  /// The rules with all rows, if they turn all documents into the new ones then.
  func completed(_ rules: [JSON]) -> [JSON]? {
    var rules = rules
    let tables = rules.indices.filter { Self.isOpen(rules[$0]) }
    guard !tables.isEmpty, var missing = missing(from: rules) else { return nil }
    // Each turn completes one table.
    for table in tables where !missing.isEmpty {
      for rows in missing.values {
        var fuller = rules
        fuller[table] = Self.rule(rules[table], with: rows)
        guard let rest = self.missing(from: fuller), rest.count < missing.count else { continue }
        (rules, missing) = (fuller, rest)
        break
      }
    }
    return missing.isEmpty ? rules : nil
  }

  /// Whether rules say for each value alone what a table would.
  func recites(_ rules: [JSON]) -> Bool {
    let samples = pairs.map { StepSample(name: "", before: $0.before.json, after: $0.after.json) }
    return !Recited(by: rules, in: samples).ways.isEmpty
  }

  /// Whether a rule has a table, or cases, and keeps other values.
  private static func isOpen(_ rule: JSON) -> Bool {
    guard let object = rule.object, object["map-values"] != nil, object["otherwise"] == "keep"
    else { return false }
    return object["table"] != nil
      || object["cases"]?.array?.allSatisfy { $0["is"] != nil && $0["becomes"] != nil } == true
  }

  private static func rule(_ rule: JSON, with rows: [TermPair]) -> JSON {
    var object = rule.object ?? [:]
    if var table = object["table"]?.object {
      for row in rows { row.before.text.map { table[$0] = row.after.json } }
      object["table"] = .object(table)
    } else if let cases = object["cases"]?.array {
      object["cases"] = .array(
        cases + rows.map { ["is": $0.before.json, "becomes": $0.after.json] })
    }
    return .object(object)
  }

  /// By their general places, the values that rules leave as they are, each once with what it
  /// becomes; nil if anything else is left, or a value becomes several others.
  private func missing(from rules: [JSON]) -> [Way: [TermPair]]? {
    let body = trials.body(rules)
    var news: [Way: [Term: Term]] = [:]
    var (rows, count): ([Way: [TermPair]], [Way: Int]) = ([:], [:])
    for pair in pairs {
      guard let result = trials.result(body, for: pair.before) else { return nil }
      let isSound = Self.walk(result, pair.after, Way()) { way, old, new in
        count[way, default: 0] += 1
        if let known = news[way]?[old] { return known === new }
        news[way, default: [:]][old] = new
        rows[way, default: []].append(TermPair(before: old, after: new))
        return news.count <= Self.mostPlaces && rows[way, default: []].count <= Self.mostRows
      }
      guard isSound else { return nil }
    }
    // What stands there once each is data, unless it looks like a word of a table.
    let areTables = rows.allSatisfy { way, rows in
      rows.count * 2 <= count[way, default: 0]
        || rows.allSatisfy { row in
          row.before.text.map { $0.utf8.count <= Self.mostBytes && !$0.includes(" ") } == true
        }
    }
    return areTables ? rows : nil
  }

  /// Tells scalars that differ; false if something else does, or `note` says so.
  private static func walk(
    _ result: Term, _ wanted: Term, _ way: Way, _ note: (Way, Term, Term) -> Bool
  ) -> Bool {
    if result === wanted { return true }
    guard result.elements.count == wanted.elements.count,
      result.members.count == wanted.members.count
    else { return false }
    if result.isScalar || wanted.isScalar {
      return result.isScalar && wanted.isScalar && note(way, result, wanted)
    }
    let inner = way.appending(.every)
    return result.kind == wanted.kind
      && zip(result.elements, wanted.elements).allSatisfy { walk($0, $1, inner, note) }
      && result.members.allSatisfy { key, value in
        wanted[key].map { walk(value, $0, way.appending(key), note) } == true
      }
  }
}
