/// Tables that are known to be asked one behind the other.
extension FlatProgramText {
  /// What a table makes of a value among the bytes; nil where it refuses it.
  ///
  /// The same as `FlatExecution.map`, for a value that is known.
  func result(of change: FlatLines.Change, for value: Range<Int>) -> Range<Int>? {
    guard case .map(let table, let isLenient) = change else { return nil }
    let made = bytes.view
    let body = made.unquoted(value.lowerBound, value.upperBound)
    if let found = cases.row.find(body, tables[table], made: made) {
      return Int(found.start)..<Int(found.end)
    }
    switch tables[table].other(body, isLenient: isLenient, FlatRanges(self)) {
    case .unknown: return nil
    case .stays: return value
    case .becomes(let start, let end): return Int(start)..<Int(end)
    }
  }

  /// A table in which null becomes a value among the bytes, and all else stays.
  mutating func table(filling value: Range<Int>) -> FlatLines.Change {
    let null = bytes.count..<bytes.count + 4
    bytes.append("null")
    bytes.seal()
    var table = FlatProgram.Table(takesNull: true)
    let entry = FlatProgram.Case(
      word: Guide.word(null, of: bytes.view), length: 4, text: UInt32(null.lowerBound),
      start: UInt32(value.lowerBound), end: UInt32(value.upperBound))
    add([entry], as: &table)
    tables.append(table)
    return .map(table: tables.count - 1, isLenient: true)
  }

  /// One table in place of two; nil where none can say the same.
  mutating func compose(_ pair: FlatLines.Pair) -> FlatLines.Change? {
    guard case .map(let number, let isLenient) = pair.first,
      case .map(let next, let isNextLenient) = pair.second
    else { return nil }
    let (first, second) = (tables[number], tables[next])
    if first.hasRanges || second.hasRanges { return nil }
    var table = FlatProgram.Table(
      takesNull: first.takesNull || second.takesNull, takesNumbers: first.takesNumbers)
    var staysLenient = false
    if isLenient {
      table.takesNumbers = first.takesNumbers || second.takesNumbers
      (table.otherwise, table.otherwiseEnd) = (second.otherwise, second.otherwiseEnd)
      staysLenient = isNextLenient
    } else if first.otherwiseEnd > 0,
      let result = result(
        of: pair.second, for: Int(first.otherwise)..<Int(first.otherwiseEnd))
    {
      (table.otherwise, table.otherwiseEnd) = (
        UInt32(result.lowerBound), UInt32(result.upperBound)
      )
    }
    let isClosed = !staysLenient && table.otherwiseEnd == 0
    var entries: [FlatProgram.Case] = []
    for var entry in all(first) {
      if let result = result(of: pair.second, for: Int(entry.start)..<Int(entry.end)) {
        (entry.start, entry.end) = (UInt32(result.lowerBound), UInt32(result.upperBound))
        entries.append(entry)
      } else if !isClosed {
        return nil
      }
    }
    let made = bytes.view
    for entry in all(second) {
      let range = Int(entry.text)..<(Int(entry.text) + Int(entry.length))
      let isNull = !entry.isText && made[range.lowerBound] == 0x6E
      // Only what the first table leaves as it is comes to the second.
      guard isNull ? !first.takesNull : isLenient,
        cases.row.find((made, range, entry.isText), first, made: made) == nil
      else { continue }
      entries.append(entry)
    }
    add(entries, as: &table)
    tables.append(table)
    return .map(table: tables.count - 1, isLenient: staysLenient)
  }

  private func all(_ table: FlatProgram.Table) -> [FlatProgram.Case] {
    (table.first...(table.first + table.mask)).map { cases[$0] }.filter { $0.length >= 0 }
  }

  private mutating func add(_ entries: [FlatProgram.Case], as table: inout FlatProgram.Table) {
    var size = 4
    while size < entries.count * 2 { size *= 2 }
    table.first = cases.append(repeating: FlatProgram.Case(), count: size)
    table.mask = size - 1
    for entry in entries {
      var index = Guide.hash(entry.word, Int(entry.length)) & table.mask
      while cases[table.first + index].length >= 0 { index = (index + 1) & table.mask }
      cases[table.first + index] = entry
    }
  }
}
