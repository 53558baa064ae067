package import JSONText

/// A table with keys that are written like another type, and the names that its rule asks for.
package struct TableNote: Sendable {
  package let names: Set<[UInt8]>
  /// The first such key, as that type.
  package let key: JSON
  package let allowed: Set<Warning>
  package let file: Int
  package let range: Range<Int>

  package func isOf(_ rule: Rule) -> Bool { rule.file == file && rule.range == range }
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
}

extension JSONPath {
  /// The last name on the way.
  fileprivate var lastName: [UInt8]? { query.segments.lazy.reversed().compactMap(\.name).first }
}
