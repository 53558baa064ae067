internal import JSONMigrationCore
internal import JSONText

/// Tables for text whose rule meets another type in the tests of its step.
extension RuleReader {
  /// Asks the tests of steps about the tables that were read in them.
  ///
  /// Where an earlier rule of the step may have made another value, a test doesn't tell.
  func check(_ tables: [TableNote], in formats: [Format]) {
    guard !tables.isEmpty else { return }
    for format in formats {
      for step in format.chain.steps where !step.tests.isEmpty {
        let visits = EffectReader(format).effects(step.rules)
        for (number, visit) in visits.enumerated() {
          for table in tables where table.isOf(visit.rule) {
            let places = visit.reads.map(\.site.place)
            let isMade = visits[..<number].contains { earlier in
              earlier.everyChange.contains { change in places.contains { $0.meets(change) } }
            }
            if !isMade { check(table, by: step.tests) }
          }
        }
      }
    }
  }

  private func check(_ table: TableNote, by tests: [StepTest]) {
    let found = tests.flatMap { $0.before.values(named: table.names) }
    guard !found.contains(where: { $0.string != nil }),
      let other = found.first(where: { !$0.isNull || table.key.isNull })
    else { return }
    file = table.file
    allowed = table.allowed
    defer { allowed = [] }
    warn(
      .tableKey, "`table` is for text, and a test has \(other) there", at: table.range,
      help: "for the value itself write `\"cases\": [{ \"is\": \(table.key), \"becomes\": … }]`")
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
