internal import JSONMigrationCore
internal import JSONText

/// Objects that are made where members have names with dots in them.
extension RuleReader {
  /// Warns of `editor.size` as a new place where a step knows `['editor.font']`, and no `editor`.
  func checkDots(in formats: [Format]) {
    for step in formats.flatMap(\.chain.steps) {
      let rules = step.allRules
      var names = Set(step.tests.flatMap { $0.before.object?.map { Array($0.key.utf8) } ?? [] })
      for rule in rules { names.formUnion(rule.namesToStart) }
      let heads = Set(names.compactMap(\.headWithDot))
      if heads.isEmpty { continue }
      for rule in rules {
        for target in rule.newTargets {
          let path = target.names.map(\.text)
          guard heads.contains(path[0]), !names.contains(path[0]) else { continue }
          let name = String(decoding: Array(path.joined(separator: ".".utf8)), as: UTF8.self)
          let head = Printable.quote(String(decoding: path[0], as: UTF8.self))
          look(at: rule) {
            warn(
              .dottedName,
              "this makes an object `\(head)`, and other names here have a dot behind that",
              at: target.range,
              help: "for one name with dots write `['\(Printable.quote(name))']`")
          }
        }
      }
    }
  }
}

extension Rule {
  /// The targets of several names that it writes values to.
  fileprivate var newTargets: [Target] {
    effects.acts.compactMap { act in
      switch act {
      case .put(.read, _, _): nil
      case .put(_, .slot(.target(let target)), _) where target.names.count > 1: target
      default: nil
      }
    }
  }

  /// The names that its other paths and its conditions begin with.
  fileprivate var namesToStart: [[UInt8]] {
    let new = newTargets.map { $0.names.map(\.text) }
    let paths = effects.paths.filter { path in !new.contains { $0 == path.plainNames } }
    let queries =
      (paths + (scopes ?? []).map(\.path)).map(\.query)
      + conditions.flatMap(\.condition.expression.queries)
    return queries.compactMap { $0.segments.first?.name }
  }
}

extension [UInt8] {
  /// What stands in front of the first dot, if something does.
  fileprivate var headWithDot: [UInt8]? {
    guard let dot = firstIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
    return Array(self[..<dot])
  }
}
