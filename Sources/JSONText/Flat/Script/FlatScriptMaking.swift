extension FlatDocument {
  /// Works out the script for documents of the kind of the one that was just read.
  @inline(never)
  mutating func learn(_ kind: FlatScripts.Kind, from entry: Int) {
    let found = (0..<program.operations.count).map { self.found[$0] != 0 }
    scripts.learn(
      kind, of: &program, items: items.row, noted: noted, entry: entry, found: found)
  }
}

extension FlatScripts {
  /// Works out the script for documents that have the names of the one that was just read.
  ///
  /// `found` says of each operation whether it has had something to do in the documents before.
  mutating func learn(
    _ kind: Kind, of program: inout FlatProgramText, items: Row<FlatItem>, noted: Int, entry: Int,
    found: [Bool]
  ) {
    if isFull(program) {
      self = FlatScripts()
      program.shrink()
      return
    }
    let names = (0..<noted).map { Int(items[UInt32($0 + 1)].text) }
    var script = FlatScript(noted: noted)
    let all = FlatLines(
      of: names, answers: kind.answers, &program, from: entry, found: found, &tables)
    if let all {
      let lines = all.lines
      script.first = UInt32(steps.count)
      _ = steps.append(repeating: FlatScript.Step(code: .refuse), count: program.nameCount)
      for line in lines where line.origin == .source {
        write(line, of: lines, at: Int(script.first) + line.name, &program)
      }
      script.added = UInt32(program.bytes.count)
      for line in lines where line.origin == .new && !line.isDropped { add(line, to: &program) }
      script.addedEnd = UInt32(program.bytes.count)
      script.areCompact = all.areCompact
      script.needsLayout =
        all.areCompact || script.added != script.addedEnd
        || lines.contains { $0.split != nil && !$0.isDropped }
      program.bytes.seal()
      // A start that was told says nothing of the version. Of up to 64 names no others look the
      // same.
      let stays =
        kind.start >= 0 && program.nameCount <= UInt64.bitWidth && lines.allSatisfy(\.stays)
      script.use = stays ? .keep : .write
    }
    keep(script, for: kind)
  }

  /// A member that comes behind all others.
  private func add(_ line: FlatLines.Line, to program: inout FlatProgramText) {
    guard case .text(let text)? = line.change else { return }
    let head = program.bytes.view.madeHead(Int(line.head))
    program.bytes.append(own: (head.lowerBound - 1)..<head.upperBound)
    program.bytes.append(own: text)
  }

  private mutating func write(
    _ line: FlatLines.Line, of lines: [FlatLines.Line], at place: Int,
    _ program: inout FlatProgramText
  ) {
    if line.isDropped { return steps[place].code = .drop }
    if let split = line.split {
      if program.operations[split].code == .combine {
        return write(combining: split, line.parts.map { lines[$0] }, at: place, &program)
      }
      return write(split, line.parts.map { lines[$0].head }, at: place, &program)
    }
    var step: FlatScript.Step?
    switch line.change {
    case .map(let table, let isLenient)?:
      var map = FlatScript.Step(code: .map, isLenient: isLenient, count: UInt32(table))
      map.parts = UInt32(steps.count)
      map.searching = UInt16(line.searching.count)
      for operation in line.searching {
        steps.append(FlatScript.Step(code: .part, count: UInt32(operation)))
      }
      step = map
    case .text(let text)?: step = FlatScript.Step(code: .value, text)
    case .made(let operation)?: step = FlatScript.Step(code: .make, start: UInt32(operation))
    case nil: break
    }
    if line.head != 0 {
      let head = program.bytes.view.madeHead(Int(line.head))
      var name = FlatScript.Step(code: .name, head.lowerBound..<(head.upperBound - 1))
      if let step {
        name.next = UInt32(steps.count)
        steps.append(step)
      }
      step = name
    }
    steps[place] = step ?? FlatScript.Step(code: .keep)
  }

  /// Several texts that become one: what is in front of that, and which they are.
  private mutating func write(
    combining split: Int, _ lines: [FlatLines.Line], at place: Int,
    _ program: inout FlatProgramText
  ) {
    let operation = program.operations[split]
    let start = program.bytes.count
    let head = program.bytes.view.madeHead(Int(lines[0].head))
    program.bytes.append(own: (head.lowerBound - 1)..<head.upperBound)
    steps[place] = FlatScript.Step(code: .combine, start..<program.bytes.count)
    steps[place].count = operation.count
    steps[place].parts = UInt32(steps.count)
    steps[place].separator = operation.start
    steps[place].separatorEnd = operation.end
    for line in lines[1...] {
      steps.append(FlatScript.Step(code: .part, count: UInt32(line.name)))
    }
  }

  /// The parts of a text: in front of each its name, behind the last a quote.
  private mutating func write(
    _ split: Int, _ heads: [UInt32], at place: Int, _ program: inout FlatProgramText
  ) {
    let operation = program.operations[split]
    for (part, head) in heads.enumerated() {
      let start = program.bytes.count
      if part > 0 { program.bytes.append(0x22) }
      let head = program.bytes.view.madeHead(Int(head))
      program.bytes.append(own: (head.lowerBound - 1)..<head.upperBound)
      program.bytes.append(0x22)
      let bytes = start..<program.bytes.count
      if part == 0 {
        steps[place] = FlatScript.Step(code: .split, bytes)
        steps[place].isLenient = operation.isLenient
        steps[place].count = operation.count
        steps[place].parts = UInt32(steps.count)
        steps[place].separator = operation.start
        steps[place].separatorEnd = operation.end
      } else {
        steps.append(FlatScript.Step(code: .part, bytes))
      }
    }
    let start = program.bytes.count
    program.bytes.append(0x22)
    steps.append(FlatScript.Step(code: .part, start..<program.bytes.count))
  }
}

extension FlatScript.Step {
  fileprivate init(code: Code, _ bytes: Range<Int>) {
    self.init(code: code, start: UInt32(bytes.lowerBound), end: UInt32(bytes.upperBound))
  }
}
