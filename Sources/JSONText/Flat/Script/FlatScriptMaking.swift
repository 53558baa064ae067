/// A member of the root while a script is worked out.
private struct FlatLine {
  /// The number of its name; nil for one that is new.
  var name: UInt32?
  var head: UInt32 = 0
  /// What is written in place of the value: bytes of the program.
  var text: Range<Int>?
  var table: UInt32?
  var isLenient = false
  var split: Int?
  var isDropped = false
  /// Whether it has its name, and the value with which it came.
  func isAsItCame(_ name: UInt32) -> Bool {
    self.name == name && text == nil && table == nil && split == nil
  }

  /// Whether nothing is to be done with it.
  var stays: Bool {
    name.map(isAsItCame) == true && head == 0 && !isDropped || name == nil && isDropped
  }

  /// Whether nothing more can be said of it.
  var isSettled: Bool { table != nil || split != nil }
}

extension FlatScripts {
  /// Works out the script for documents that have the names of the one that was just read.
  mutating func learn(
    _ kind: Kind, of program: inout FlatProgramText, items: Row<FlatItem>, noted: Int, entry: Int
  ) {
    if isFull(program) {
      self = FlatScripts()
      program.forgetScripts()
      return
    }
    var lines = (0..<noted).map { FlatLine(name: items[UInt32($0 + 1)].text) }
    var places: [UInt32: Int] = [:]
    for (place, line) in lines.enumerated() { places[line.name ?? 0] = place }
    var script = FlatScript(noted: noted)
    if Self.run(program, from: entry, kind.answers, &lines, &places) {
      script.first = UInt32(steps.count)
      _ = steps.append(repeating: FlatScript.Step(code: .refuse), count: program.nameCount)
      for line in lines {
        guard let name = line.name else { continue }
        write(line, at: Int(script.first + name), &program)
      }
      script.added = UInt32(program.bytes.count)
      for line in lines where line.name == nil && !line.isDropped { add(line, to: &program) }
      script.addedEnd = UInt32(program.bytes.count)
      program.bytes.seal()
      // Who was told where to start wants to know no more than what changes. Of so many names there
      // are no others that look the same.
      let stays =
        kind.start >= 0 && program.nameCount <= UInt64.bitWidth && lines.allSatisfy(\.stays)
      script.use = stays ? .keep : .write
    }
    keep(script, for: kind)
  }

  /// Runs the program without a document; false where what happens depends on one.
  private static func run(
    _ program: borrowing FlatProgramText, from entry: Int, _ answers: UInt32,
    _ lines: inout [FlatLine], _ places: inout [UInt32: Int]
  ) -> Bool {
    var index = entry
    while true {
      let operation = program.operations[index]
      index += 1
      let place = places[operation.name]
      if let place, lines[place].isSettled {
        // Only what is not looked at again is simple.
        switch operation.code {
        case .add where !operation.isLenient, .rename, .head, .need, .end, .jump: break
        default: return false
        }
      }
      switch operation.code {
      case .end: return true
      case .jump: index = Int(operation.start)
      case .test:
        let number = Int(operation.count)
        var body: (ByteView, Range<Int>, Bool)?
        var holds: Bool?
        if let place, lines[place].isAsItCame(operation.name) {
          holds = answers & 1 &<< UInt32(number) != 0
        } else {
          if let place {
            guard let text = lines[place].text else { return false }
            body = program.bytes.view.unquoted(text.lowerBound, text.upperBound)
          }
          holds = program.tests[number].answer(body, made: program.bytes.view)
        }
        guard let holds else { return false }
        index = Int(holds ? operation.start : operation.end)
      case .need: if place == nil { return false }
      case .rename:
        guard let place else { continue }
        guard places[operation.target] == nil, lines[place].split == nil else { return false }
        places[operation.target] = place
        places[operation.name] = nil
        lines[place].head = operation.head
      case .head:
        guard let place else { continue }
        guard lines[place].split == nil else { return false }
        places[operation.name] = nil
        lines[place].head = operation.head
      case .drop:
        guard let place else { continue }
        lines[place].isDropped = true
        places[operation.name] = nil
      case .add, .set:
        let text = Int(operation.start)..<Int(operation.end)
        if let place {
          if operation.code == .set {
            lines[place].text = text
          } else if operation.isLenient {
            return false
          }
        } else {
          places[operation.name] = lines.count
          lines.append(FlatLine(name: nil, head: operation.head, text: text))
        }
      case .map:
        guard let place else { continue }
        guard lines[place].name != nil, lines[place].text == nil else { return false }
        lines[place].table = operation.count
        lines[place].isLenient = operation.isLenient
      case .split:
        let next = index + Int(operation.count)
        if let place {
          guard lines[place].name != nil, lines[place].text == nil else { return false }
          lines[place].split = index - 1
          places[operation.name] = nil
          for part in index..<next {
            let target = program.operations[part].target
            guard places[target] == nil else { return false }
            places[target] = place
          }
        }
        index = next
      case .part, .refuse, .inner: return false
      }
    }
  }

  /// A member that comes behind all others.
  private func add(_ line: FlatLine, to program: inout FlatProgramText) {
    guard let text = line.text else { return }
    let head = program.bytes.view.madeHead(Int(line.head))
    program.bytes.append(own: (head.lowerBound - 1)..<head.upperBound)
    program.bytes.append(own: text)
  }

  private mutating func write(
    _ line: FlatLine, at place: Int, _ program: inout FlatProgramText
  ) {
    if line.isDropped { return steps[place].code = .drop }
    if let split = line.split { return write(split, at: place, &program) }
    var step: FlatScript.Step?
    if let table = line.table {
      step = FlatScript.Step(code: .map, isLenient: line.isLenient, count: table)
    } else if let text = line.text {
      step = FlatScript.Step(code: .value, text)
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

  /// The parts of a text: in front of each its name, behind the last a quote.
  private mutating func write(
    _ split: Int, at place: Int, _ program: inout FlatProgramText
  ) {
    let operation = program.operations[split]
    for part in 0..<Int(operation.count) {
      let start = program.bytes.count
      if part > 0 { program.bytes.append(0x22) }
      let head = program.bytes.view.madeHead(Int(program.operations[split + 1 + part].head))
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
