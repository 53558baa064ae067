internal import JSONText

/// Keys of tables that are written like another type.
///
/// `{ "true": "yes" }` is a table for the text `"true"`. Where the documents in the step's tests have
/// `true` under the name that the rule asks for, and no text, that is no table for them.
extension RuleReader {
  func check(_ rules: [Rule], by tests: [StepTest]) {
    for rule in rules {
      check(rule.inner, by: tests)
      guard let verb = rule.verb as? MapValues, verb.isTable else { continue }
      let keys = verb.cases.compactMap { test, _ -> JSON? in
        guard case .text(let text) = test, let value = try? JSON(parsing: text) else { return nil }
        return value.string == nil && value.array == nil && value.object == nil ? value : nil
      }
      guard let key = keys.first else { continue }
      let names = Set(verb.queries.compactMap { $0.path.slot?.name })
      let found = tests.flatMap { $0.before.values(named: names) }
      guard !found.contains(where: { $0.string != nil }),
        let other = found.first(where: { !$0.isNull })
      else { continue }
      allowed = rule.allowed
      warn(
        .tableKey, "`table` is for text, and a test has \(other) there", at: rule.range,
        help: "for the value itself write `\"cases\": [{ \"is\": \(key), \"becomes\": … }]`")
      allowed = []
    }
  }
}

extension JSON {
  /// The values of all members with one of these names, and the elements of lists among them.
  fileprivate func values(named names: Set<[UInt8]>) -> [JSON] {
    var found: [JSON] = []
    var rest = [self]
    while let value = rest.popLast() {
      rest += value.array ?? []
      for (key, inner) in value.object ?? [:] {
        if names.contains(Array(key.utf8)) { found += inner.array ?? [inner] }
        rest.append(inner)
      }
    }
    return found
  }
}
