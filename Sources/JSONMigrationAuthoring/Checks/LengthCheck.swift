internal import JSONMigrationCore
internal import JSONText

/// Conditions that ask for a length as other languages do.
extension RuleReader {
  /// Warns of `@.a.length > 3`, unless a rule or a test knows a member of that name.
  func checkLengths(by rules: RuleSet) {
    let name = Array("length".utf8)
    let isKnown =
      rules.symbols.paths.contains { $0.path.query.segments.contains { $0.name == name } }
      || rules.symbols.keys.contains { $0.text == name }
      || rules.files.contains { $0.bytes.includes("\"length\"") }
    if isKnown { return }
    forEachCondition(of: rules) { check($0, forMember: name, at: $1) }
  }

  private func check(_ condition: PathCondition, forMember name: [UInt8], at range: Range<Int>) {
    guard let (query, number) = condition.comparisonOfMember(name) else { return }
    let list = PathQuery(root: query.root, segments: query.segments.dropLast())
    warn(
      .condition, "`\(query)` asks for a member called `length`", at: range,
      help: "how many there are in it tells a function: `length(\(list)) \(number)`")
  }
}

extension PathCondition {
  /// A query for the member of a member that is compared with a number, and what it is compared
  /// with.
  fileprivate func comparisonOfMember(_ name: [UInt8]) -> (query: PathQuery, number: String)? {
    for case .comparison(let left, let comparison, let right) in terms {
      switch (left, right) {
      case (.query(let query), .literal(.number(let number))) where query.asksMember(name):
        return (query, Self.words(comparison, number))
      case (.literal(.number(let number)), .query(let query)) where query.asksMember(name):
        return (query, Self.words(comparison.turned, number))
      default: break
      }
    }
    return nil
  }

  private static func words(_ comparison: PathComparison, _ number: [UInt8]) -> String {
    "\(comparison.rawValue) \(String(decoding: number, as: UTF8.self))"
  }
}

extension PathQuery {
  /// Whether it leads to a member of that name of another member.
  fileprivate func asksMember(_ name: [UInt8]) -> Bool {
    segments.count > 1 && segments.last?.name == name
  }
}
