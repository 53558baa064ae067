extension FlatProgram {
  /// Whether nothing is done with a value, from an operation on, that has none of its members, and
  /// need not be an object.
  func leavesOthers(from entry: Int) -> Bool {
    isForElements
      || Self.leavesOthers(
        from: entry, { operations[$0] }, holds: { tests[$0].holdsWithout })
  }

  /// The same for any program; `holds` answers a test for a member that is missing.
  static func leavesOthers(
    from entry: Int, _ operation: (Int) -> Operation, holds: (Int) -> Bool
  ) -> Bool {
    var index = entry
    while true {
      let operation = operation(index)
      index += 1
      switch operation.code {
      case .end: return true
      case .jump: index = Int(operation.start)
      case .test: index = Int(holds(Int(operation.count)) ? operation.start : operation.end)
      case .need, .add, .set, .refuse, .part: return false
      case .carry:
        if operation.together > 0 { return false }
        index += Int(operation.count)
      case .split, .join, .wrap, .unwrap, .divide, .combine, .concat, .compose:
        index += Int(operation.count)
      case .lack, .rename, .drop, .map, .edit, .array, .append, .settle, .inner, .below, .render,
        .run, .enter:
        continue
      }
    }
  }
}
