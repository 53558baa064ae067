/// What a program comes down to for documents whose named members come in one and the same order.
///
/// The records of a stream mostly have the same keys in the same order. Then which operations of a
/// program apply, and where what they make stands, is the same for each of them: it is worked out
/// once, and what is left is a few copies and looks into tables, in the order of the text:
///
///     rename body -> text; add priority = 0; drop old; set v = 2
///
///     copy up to the value of v; write 2; copy up to the key of body; write "text"; copy up to what
///     is in front of old; go on behind it; copy up to the end; write ,"priority":0
///
/// A script is for compact objects whose first member stays, and for values that can be looked up as
/// they stand. The rest is left to the execution of the program.
struct FlatScript: ~Copyable {
  struct Step: BitwiseCopyable {
    enum Code: UInt8 {
      /// Another value.
      case value
      /// Another name.
      case name
      /// Nothing.
      case drop
      /// A value looked up in a table.
      case map
      /// Parts of a text, one for each step `part` that follows.
      case split
      case part
      /// Something new at the end.
      case append
    }

    var code: Code
    var takesRest = false
    var item: UInt32 = 0
    /// What is written, among the script's bytes; for `part` behind it.
    var start: UInt32 = 0
    var end: UInt32 = 0
    /// For `map` its table; for `split` how many parts follow.
    var count: UInt32 = 0
    /// What stands between parts, among the program's bytes.
    var separator: UInt32 = 0
    var separatorEnd: UInt32 = 0
  }

  /// The document must have the named members in this order: see `FlatDocument.signature`.
  private(set) var signature: UInt64 = 0
  /// Whether there is one for that.
  private(set) var isUsable = false
  /// Whether the first of the named members stays.
  private(set) var keepsFirst = false
  /// The member that says the version and what it says; 0: there is none.
  private(set) var version: UInt32 = 0
  private(set) var versionWord: UInt64 = 0
  private(set) var versionLength = 0
  private(set) var steps = Slab<Step>()
  private(set) var bytes = ByteBuffer(capacity: 256)
}

/// A member of the root while a script is worked out.
private struct FlatLine {
  /// The item; nil for one that is new.
  var item: UInt32?
  var head: UInt32 = 0
  /// What is written in place of the value: bytes of the program.
  var text: Range<Int>?
  var table: UInt32?
  var split: Int?
  var isDropped = false
  /// Whether nothing more can be said of it.
  var isSettled: Bool { table != nil || split != nil }
}

extension FlatScript {
  /// Works out the script for documents like the one that was just read.
  mutating func learn(
    _ signature: UInt64, of program: borrowing FlatProgramText, names: Row<UInt32>, noted: Int,
    entry: Int, version: (item: UInt32, text: Range<Int>)?, in text: ByteView
  ) {
    self.signature = signature
    steps.truncate(to: 0)
    bytes.truncate(to: 0)
    isUsable = false
    self.version = 0
    if let version {
      guard version.text.count <= 8 else { return }
      self.version = version.item
      versionWord = Guide.word(version.text, of: text)
      versionLength = version.text.count
    }
    var lines = (0..<noted).map { FlatLine(item: UInt32($0 + 1)) }
    var places: [UInt32: Int] = [:]
    for name in 0..<names.count where names[UInt32(name)] != 0 {
      places[UInt32(name)] = Int(names[UInt32(name)]) - 1
    }
    guard Self.run(program, from: entry, &lines, &places) else { return }
    for line in lines { write(line, program) }
    keepsFirst = !(lines.first.map { $0.isDropped || $0.split != nil } ?? false)
    bytes.seal()
    isUsable = true
  }

  /// Runs the program without a document; false where what happens depends on one.
  private static func run(
    _ program: borrowing FlatProgramText, from entry: Int, _ lines: inout [FlatLine],
    _ places: inout [UInt32: Int]
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
          lines.append(FlatLine(item: nil, head: operation.head, text: text))
        }
      case .map:
        guard let place else { continue }
        guard lines[place].item != nil, lines[place].text == nil else { return false }
        lines[place].table = operation.count
      case .split:
        let next = index + Int(operation.count)
        if let place {
          guard lines[place].item != nil, lines[place].text == nil else { return false }
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

  private mutating func write(_ line: FlatLine, _ program: borrowing FlatProgramText) {
    guard let item = line.item else {
      guard !line.isDropped, let text = line.text else { return }
      let start = bytes.count
      let head = program.bytes.view.madeHead(Int(line.head))
      bytes.append((head.lowerBound - 1)..<head.upperBound, of: program.bytes.view)
      bytes.append(text, of: program.bytes.view)
      add(.append, 0, start)
      return
    }
    if line.isDropped { return add(.drop, item, bytes.count) }
    if let split = line.split { return write(split, item, program) }
    if line.head != 0 {
      let start = bytes.count
      let head = program.bytes.view.madeHead(Int(line.head))
      bytes.append(head.lowerBound..<(head.upperBound - 1), of: program.bytes.view)
      add(.name, item, start)
    }
    if let table = line.table {
      add(.map, item, bytes.count)
      steps[steps.count - 1].count = table
    } else if let text = line.text {
      let start = bytes.count
      bytes.append(text, of: program.bytes.view)
      add(.value, item, start)
    }
  }

  /// The parts of a text: in front of each its name, behind the last a quote.
  private mutating func write(
    _ split: Int, _ item: UInt32, _ program: borrowing FlatProgramText
  ) {
    let operation = program.operations[split]
    for part in 0..<Int(operation.count) {
      let start = bytes.count
      if part > 0 { bytes.append(0x22) }
      let head = program.bytes.view.madeHead(Int(program.operations[split + 1 + part].head))
      bytes.append((head.lowerBound - 1)..<head.upperBound, of: program.bytes.view)
      bytes.append(0x22)
      add(part == 0 ? .split : .part, item, start)
      if part == 0 {
        steps[steps.count - 1].count = operation.count
        steps[steps.count - 1].takesRest = operation.isLenient
        steps[steps.count - 1].separator = operation.start
        steps[steps.count - 1].separatorEnd = operation.end
      }
    }
    let start = bytes.count
    bytes.append(0x22)
    add(.part, item, start)
  }

  private mutating func add(_ code: Step.Code, _ item: UInt32, _ start: Int) {
    steps.append(Step(code: code, item: item, start: UInt32(start), end: UInt32(bytes.count)))
  }
}
