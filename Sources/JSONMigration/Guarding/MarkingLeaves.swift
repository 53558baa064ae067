internal import JSONMigrationCoding

extension MarkedEncoder {
  /// Encodes a value that has rules of its own, with a mark that says so.
  func encode<Value: Versioned>(leaf value: Value) throws {
    let mark = try marks.ofLeaf(Value.self) {
      let migrator = try Value.migrator
      return OwnRules(
        text: { try? migrator.migrate($0) }, value: { try? migrator.migrate($0) })
    }
    try encode([StampedLeaf(value: value)], markedBy: mark)
  }
}

private struct StampedLeaf<Value: Versioned>: Encodable {
  let value: Value

  func encode(to encoder: any Encoder) throws { try value.encodeWithStamp(to: encoder) }
}
