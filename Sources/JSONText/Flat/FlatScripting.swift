/// Writing a document by a script.
extension FlatDocument {
  /// Adds the document as the script has it; false where it is not as the script expects, and then
  /// nothing is added.
  mutating func writeByScript(
    _ text: ByteView, _ range: Range<Int>, into out: inout ByteBuffer
  ) -> Bool {
    let items = items.row
    if script.version != 0 {
      let value = Int(items[script.version].value)
      let end = Int(items[script.version].end)
      guard end &- value == script.versionLength,
        Guide.word(value..<end, of: text) == script.versionWord
      else { return false }
    }
    let before = out.count
    let made = script.bytes.view
    let steps = script.steps.row
    var tail = out.tail
    var from = range.lowerBound
    var index: UInt32 = 0
    while index < steps.count {
      let step = steps[index]
      index &+= 1
      let start = Int(step.start)
      let end = Int(step.end)
      switch step.code {
      case .value:
        tail.put(from..<Int(items[step.item].value), of: text, in: &out)
        tail.putShort(start..<end, of: made, in: &out)
        from = Int(items[step.item].end)
      case .name:
        let key = Int(items[step.item].key)
        tail.put(from..<key, of: text, in: &out)
        tail.putShort(start..<end, of: made, in: &out)
        from = text.endOfValidString(key &+ 1)
      case .drop:
        let gap = Int(items[step.item].gap)
        tail.put(from..<gap, of: text, in: &out)
        from = Int(items[step.item].end)
      case .map:
        let item = items[step.item]
        let found = program.cases.row.find(
          text.unquoted(Int(item.value), Int(item.end)), program.tables.row[step.count],
          made: program.bytes.view)
        guard let found else { return giveUp(before, &out) }
        tail.put(from..<Int(item.value), of: text, in: &out)
        tail.putShort(Int(found.start)..<Int(found.end), of: program.bytes.view, in: &out)
        from = Int(item.end)
      case .split:
        let item = items[step.item]
        guard item.has(.plain) else { return giveUp(before, &out) }
        tail.put(from..<Int(item.gap), of: text, in: &out)
        tail.putShort(start..<end, of: made, in: &out)
        var offset = Int(item.value) &+ 1
        let last = Int(item.end) &- 1
        var part: UInt32 = 1
        while true {
          var next = -1
          if part < step.count || !step.takesRest {
            next = text.find(
              Int(step.separator)..<Int(step.separatorEnd), of: program.bytes.view, from: offset,
              to: last)
            // Too few parts, or too many.
            if (next < 0) != (part == step.count) { return giveUp(before, &out) }
          }
          if next < 0 { next = last }
          tail.putShort(offset..<next, of: text, in: &out)
          let behind = steps[index]
          index &+= 1
          tail.putShort(Int(behind.start)..<Int(behind.end), of: made, in: &out)
          offset = next &+ Int(step.separatorEnd &- step.separator)
          if part == step.count { break }
          part &+= 1
        }
        from = Int(item.end)
      case .part:
        return giveUp(before, &out)
      case .append:
        tail.put(from..<self.tail, of: text, in: &out)
        from = self.tail
        tail.putShort(start..<end, of: made, in: &out)
      }
    }
    tail.put(from..<range.upperBound, of: text, in: &out)
    out.take(tail)
    return true
  }

  @inline(never)
  private func giveUp(_ count: Int, _ out: inout ByteBuffer) -> Bool {
    // It may have grown meanwhile, with what was written so far.
    out.truncate(to: min(count, out.count))
    return false
  }
}
