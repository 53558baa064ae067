internal import JSONText

/// A table with keys that are written like another type, and the names that its rule asks for.
struct TableNote {
  let names: Set<[UInt8]>
  /// The first such key, as that type.
  let key: JSON
  let allowed: Set<Warning>
  let file: Int
  let range: Range<Int>

  fileprivate func isOf(_ rule: Rule) -> Bool { rule.file == file && rule.range == range }
}

/// Keys of tables that are written like another type.
///
/// `{ "true": "yes" }` is a table for the text `"true"`. Where the documents in the step's tests
/// have `true` under the name that the rule asks for, and no text, that is no table for them. Null
/// is passed over by tables, so that it says something only of the key `"null"`.
extension RuleReader {
  func note(table members: [LocatedJSON.Member], of queries: [Query], at range: Range<Int>) {
    for member in members {
      guard let key = try? JSON(parsing: Array(member.key.utf8)), key.string == nil,
        key.array == nil, key.object == nil
      else { continue }
      tables.append(
        TableNote(
          names: Set(queries.compactMap(\.path.lastName)), key: key, allowed: allowed, file: file,
          range: range)
      )
      return
    }
  }

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

extension JSONPath {
  /// The last name on the way.
  fileprivate var lastName: [UInt8]? { query.segments.lazy.reversed().compactMap(\.name).first }
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
